/* Words of a body: meshes and studies of its own. */
#include "study/body/body_model.h"

#include <math.h>

enum { MOST_CELLS = 20000 }; /* along an edge */

static JudderErr check_rectangle(const void *params) {
    const BodyRectangle *p = params;
    REQUIRE(
        p->cells.count == 2,
        error_input("cells", "cells has %zu numbers: two are needed, {along x, along y}", p->cells.count));
    for (int i = 0; i < 2; i++)
        REQUIRE(p->cells.at[i] == floor(p->cells.at[i]),
                error_input("cells", "cells = %g: whole numbers are needed", p->cells.at[i]));
    return JUDDER_OK;
}

static const Param rectangle_params[] = {
    {.key = "length",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BodyRectangle, length),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "m",
     .help = "extent in x"},
    {.key = "height",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BodyRectangle, height),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "m",
     .help = "extent in y"},
    {.key = "cells",
     .type = PARAM_NUMBERS,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BodyRectangle, cells),
     .low = 1,
     .high = MOST_CELLS,
     .help = "number of cells along x and along y"},
    {.key = "element",
     .type = PARAM_CHOICE,
     .offset = offsetof(BodyRectangle, element),
     .preset = 2,
     .choices = body_elements,
     .help = "triangles with linear (P1) or quadratic (P2) displacement, or bilinear quadrilaterals (Q1)"},
    {0},
};

const Word rectangle_word = {
    .name = "rectangle",
    .kind = "mesh",
    .summary = "A rectangle from (0, 0) with the sides left, right, bottom and top.",
    .reference = "",
    .papers = "",
    .example = "rectangle{ length = 80*mm, height = 40*mm, cells = {32, 32}, element = \"Q1\" }",
    .params = rectangle_params,
    .size = sizeof(BodyRectangle),
    .check = check_rectangle};

static const Param path_params[] = {
    {.key = "name",
     .type = PARAM_TEXT,
     .offset = offsetof(BodyPath, name),
     .help = "its name in the result; else the word"},
    {0},
};

const Word path_word = {.name = "path",
                        .kind = "study",
                        .summary = "Follows the loads of a body in order, without inertia.",
                        .reference = "",
                        .papers = "pinto2004",
                        .example = "path{}",
                        .params = path_params,
                        .size = sizeof(BodyPath)};
