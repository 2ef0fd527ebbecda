/* Words of meshes: rectangle{}, box{}, gmsh "file". */
#include "mesh/generate.h"

#include "base/field.h"
#include "study/body/body_model.h"

#include <math.h>
#include <stdio.h>

static const char element_names[][3] = {"P1", "P2", "Q1"}; /* as in the choices */
static const char *const opposite[][2] = {{NULL, NULL}, {"left", "right"}, {"back", "front"}};

#define LENGTH_FIELD(Struct, name, text) FIELD(Struct, name, NUMBER, text, REQUIRED, POSITIVE, .unit = "m")
#define GRADE_FIELD(Struct, name, text)                                                                      \
    FIELD(Struct, name, NUMBERS, text, POSITIVE, .preset_text = "equal cells")

static const char grade_help[] =
    "sizes of the cells at both ends {first, last}, or {first, middle, last}, relative to "
    "each other; in between they change by a constant factor";

static JudderErr check_cells(const Numbers *cells, size_t dim) {
    double product = 1;
    REQUIRE(
        cells->count == dim,
        error_input("cells", "cells has %zu numbers: %zu are needed, one a direction", cells->count, dim));
    for (size_t i = 0; i < dim; i++) {
        REQUIRE(cells->at[i] == floor(cells->at[i]),
                error_input("cells", "cells has %g: integers are needed", cells->at[i]));
        product *= cells->at[i];
    }
    REQUIRE(product <= 2e7, error_input("cells", "cells make %.3g in all: at most 2e7 are allowed", product));
    return JUDDER_OK;
}

static JudderErr check_grade(const char *field, const Numbers *grade) {
    REQUIRE(grade->count == 0 || grade->count == 2 || grade->count == 3,
            error_input(field, "%s has %zu numbers: {first, last} or {first, middle, last} is needed", field,
                        grade->count));
    return JUDDER_OK;
}

static JudderErr check_rectangle(const void *params) {
    const RectangleWord *p = params;
    TRY(check_cells(&p->cells, 2));
    TRY(check_grade("grade_x", &p->grade_x));
    return check_grade("grade_y", &p->grade_y);
}

static JudderErr check_box(const void *params) {
    const BoxWord *p = params;
    TRY(check_cells(&p->cells, 3));
    TRY(check_grade("grade_x", &p->grade_x));
    TRY(check_grade("grade_y", &p->grade_y));
    return check_grade("grade_z", &p->grade_z);
}

static const Param rectangle_params[] = {
    LENGTH_FIELD(RectangleWord, length, "along x, from 0"),
    LENGTH_FIELD(RectangleWord, height, "along y, from 0"),
    FIELD(RectangleWord, cells, NUMBERS, "number of cells along x and y; a cell of P1 or P2 is two triangles",
          REQUIRED, WITHIN(1, 2e7)),
    FIELD(RectangleWord, element, CHOICE, "triangles with 3 or 6 nodes, quadrilaterals with 4", .preset = 2,
          .choices = "P1|P2|Q1"),
    FIELD(RectangleWord, diagonals, CHOICE,
          "how triangles cut the cells: all alike, or mirrored about the middle",
          .choices = "one-way|mirrored"),
    GRADE_FIELD(RectangleWord, grade_x, grade_help),
    GRADE_FIELD(RectangleWord, grade_y, grade_help),
    FIELD(RectangleWord, periodic, CHOICE, "sides that move together: a body without end",
          .choices = "none|left-right"),
    {0},
};

static const Param box_params[] = {
    LENGTH_FIELD(BoxWord, length, "along x, from 0"),
    LENGTH_FIELD(BoxWord, height, "along y, from 0"),
    LENGTH_FIELD(BoxWord, depth, "along z, from 0"),
    FIELD(BoxWord, cells, NUMBERS, "number of cells along x, y and z; a cell of P1 or P2 is six tetrahedra",
          REQUIRED, WITHIN(1, 2e7)),
    FIELD(BoxWord, element, CHOICE, "tetrahedra with 4 or 10 nodes, hexahedra with 8", .preset = 2,
          .choices = "P1|P2|Q1"),
    GRADE_FIELD(BoxWord, grade_x, grade_help),
    GRADE_FIELD(BoxWord, grade_y, grade_help),
    GRADE_FIELD(BoxWord, grade_z, grade_help),
    FIELD(BoxWord, periodic, CHOICE, "sides that move together", .choices = "none|left-right|back-front"),
    {0},
};

static const Param gmsh_params[] = {
    FIELD(GmshWord, file, FILE,
          "a .msh file (4.1 or 2.2, text or binary), or a .geo file if the program gmsh is there to mesh it; "
          "below the folder of the case",
          REQUIRED),
    FIELD(GmshWord, scale, NUMBER, "length of a unit of the file: 1e-3 if it was drawn in millimetres",
          POSITIVE, .unit = "m", .preset = 1),
    {0},
};

const Word rectangle_word = {
    .name = "rectangle",
    .kind = "mesh",
    .summary = "A rectangle in equal or graded cells; sides left, right, bottom, top.",
    .reference = "",
    .papers = "",
    .example = "rectangle{ length = 80*mm, height = 40*mm, cells = {32, 16}, element = \"Q1\" }",
    .params = rectangle_params,
    .size = sizeof(RectangleWord),
    .check = check_rectangle};

const Word box_word = {
    .name = "box",
    .kind = "mesh",
    .summary = "A box in equal or graded cells; sides left, right, bottom, top, back, front.",
    .reference = "",
    .papers = "",
    .example = "box{ length = 80*mm, height = 40*mm, depth = 20*mm, cells = {16, 8, 4} }",
    .params = box_params,
    .size = sizeof(BoxWord),
    .check = check_box};

const Word gmsh_word = {.name = "gmsh",
                        .kind = "mesh",
                        .summary = "A mesh from a file of Gmsh; its physical groups are the sides.",
                        .reference = "",
                        .papers = "",
                        .example = "gmsh \"part.msh\"",
                        .params = gmsh_params,
                        .size = sizeof(GmshWord),
                        .bare = "file"};

static MeshGrade grade_of(const Numbers *grade) {
    if (grade->count == 0) return (MeshGrade){0};
    return (MeshGrade){.low = grade->at[0],
                       .middle = grade->count == 3 ? grade->at[1] : 0,
                       .high = grade->at[grade->count - 1]};
}

static JudderErr make_rectangle(const RectangleWord *p, Mesh **mesh) {
    const MeshRectangle rectangle = {.length = p->length,
                                     .height = p->height,
                                     .cells = {(int)p->cells.at[0], (int)p->cells.at[1]},
                                     .element = element_names[p->element],
                                     .grade = {grade_of(&p->grade_x), grade_of(&p->grade_y)},
                                     .diagonals = p->diagonals ? MESH_MIRRORED : MESH_ONE_WAY,
                                     .periodic = {{opposite[p->periodic][0], opposite[p->periodic][1]}}};
    return mesh_rectangle(&rectangle, mesh);
}

static JudderErr make_box(const BoxWord *p, Mesh **mesh) {
    const MeshBox box = {.length = p->length,
                         .height = p->height,
                         .depth = p->depth,
                         .cells = {(int)p->cells.at[0], (int)p->cells.at[1], (int)p->cells.at[2]},
                         .element = element_names[p->element],
                         .grade = {grade_of(&p->grade_x), grade_of(&p->grade_y), grade_of(&p->grade_z)},
                         .periodic = {{opposite[p->periodic][0], opposite[p->periodic][1]}}};
    return mesh_box(&box, mesh);
}

JudderErr body_mesh_make(const Block *block, Mesh **mesh) {
    if (block->word == &rectangle_word) return block_locate(block, make_rectangle(block->params, mesh));
    if (block->word == &box_word) return block_locate(block, make_box(block->params, mesh));
    return body_gmsh_read(block, mesh);
}
