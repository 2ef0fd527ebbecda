#include "mesh/lattice.h"

#include "mesh/check.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const side_names[3][2] = {{"left", "right"}, {"bottom", "top"}, {"back", "front"}};
static const char *const length_names[3] = {"length", "height", "depth"};

typedef struct Work {
    const Lattice *lattice;
    const ElementType *type;
    int fine;      /* steps of the lattice in a cell: 2 for P2 */
    int points[3]; /* of the lattice */
    double *at[3]; /* their coordinates */
    Mesh *mesh;
} Work;

static JudderErr check_grade(const MeshGrade *grade) {
    const double sizes[] = {grade->low, grade->middle, grade->high};
    for (int i = 0; i < 3; i++) {
        REQUIRE(sizes[i] == 0 || (sizes[i] >= 1e-6 && sizes[i] <= 1e6),
                error_input("grade", "a relative size of cells is %g: it must lie between 1e-6 and 1e6",
                            sizes[i]));
    }
    return JUDDER_OK;
}

static JudderErr lattice_check(const Lattice *lattice, Work *work) {
    work->lattice = lattice;
    work->type = lattice->element ? element_type_find(lattice->element, lattice->dim) : NULL;
    REQUIRE(work->type, error_input("element", "element \"%s\" is not known: P1, P2, Q1",
                                    lattice->element ? lattice->element : ""));
    work->fine = work->type->nodes > work->type->corners ? 2 : 1;
    double nodes = 1, cells = lattice->split;
    for (int d = 0; d < lattice->dim; d++) {
        REQUIRE(isfinite(lattice->length[d]) && lattice->length[d] > 0,
                error_input(length_names[d], "%s is %g: it must be positive", length_names[d],
                            lattice->length[d]));
        REQUIRE(lattice->cells[d] >= 1, error_input("cells", "cells: %d along the %s, at least 1 is needed",
                                                    lattice->cells[d], length_names[d]));
        TRY(check_grade(&lattice->grade[d]));
        nodes *= (double)work->fine * lattice->cells[d] + 1;
        cells *= lattice->cells[d];
    }
    REQUIRE(nodes < INT_MAX && cells < INT_MAX,
            error_input("cells", "cells: %.3g nodes are too many, below 2^31 can be counted", nodes));
    for (int d = 0; d < 3; d++) work->points[d] = d < lattice->dim ? work->fine * lattice->cells[d] + 1 : 1;
    return JUDDER_OK;
}

/* Relative size of cell i of n: its logarithm is linear from low to the middle and from there to high. */
static double cell_size(const MeshGrade *grade, int i, int n) {
    const double low = log(grade->low > 0 ? grade->low : 1), high = log(grade->high > 0 ? grade->high : 1);
    const double middle = grade->middle > 0 ? log(grade->middle) : (low + high) / 2;
    const double t = n > 1 ? 2.0 * i / (n - 1) : 0;
    return exp(t <= 1 ? low + t * (middle - low) : middle + (t - 1) * (high - middle));
}

static bool is_graded(const MeshGrade *grade) {
    const double low = grade->low > 0 ? grade->low : 1, high = grade->high > 0 ? grade->high : 1;
    return low != high || (grade->middle > 0 && grade->middle != low);
}

static void place_points(const Work *work, int d) {
    const Lattice *lattice = work->lattice;
    const MeshGrade *grade = &lattice->grade[d];
    const int n = lattice->cells[d], fine = work->fine;
    const double length = lattice->length[d];
    double *at = work->at[d], sum = 0, total = 0;
    const bool graded = is_graded(grade);
    for (int i = 0; graded && i < n; i++) total += cell_size(grade, i, n);
    for (int i = 1; i <= n; i++) {
        if (graded) sum += cell_size(grade, i - 1, n);
        at[fine * i] = i == n ? length : graded ? length * (sum / total) : length * i / n;
        if (fine == 2) at[2 * i - 1] = (at[2 * i - 2] + at[2 * i]) / 2;
    }
}

static int node_at(const Work *work, const int *p) {
    return p[0] + work->points[0] * (p[1] + work->points[1] * p[2]);
}

static void fill_nodes(const Work *work) {
    Mesh *mesh = work->mesh;
    double *x = mesh->x;
    int p[3];
    for (p[2] = 0; p[2] < work->points[2]; p[2]++) {
        for (p[1] = 0; p[1] < work->points[1]; p[1]++) {
            for (p[0] = 0; p[0] < work->points[0]; p[0]++) {
                for (int d = 0; d < mesh->dim; d++) *x++ = work->at[d][p[d]];
            }
        }
    }
}

/* Corners from the places in the box; the other nodes as they lie between them in the reference cell. */
static void fill_cell(const Work *work, const int *box, const int *corner, int *node) {
    const ElementType *type = work->type, *linear = element_linear(type);
    for (int i = 0; i < type->nodes; i++) {
        double N[MOST_NODES];
        int p[3];
        linear->values(type->reference[i], N);
        for (int d = 0; d < 3; d++) {
            double share = 0;
            for (int c = 0; c < type->corners; c++) share += N[c] * ((corner[c] >> d) & 1);
            p[d] = work->fine * box[d] + (int)lround(share * work->fine);
        }
        node[i] = node_at(work, p);
    }
}

/* True if the facet lies on the end of direction d: all its corners have that place. */
static bool facet_on(const ElementType *type, const int *facet, const int *corner, int d, int end) {
    for (int i = 0; i < type->facet_type->corners; i++) {
        if (((corner[facet[i]] >> d) & 1) != end) return false;
    }
    return true;
}

static void fill_sides(const Work *work, const int *box, const int *corner, int cell) {
    const ElementType *type = work->type;
    for (int d = 0; d < type->dim; d++) {
        for (int end = 0; end < 2; end++) {
            if (box[d] != (end ? work->lattice->cells[d] - 1 : 0)) continue;
            MeshSide *side = &work->mesh->side[2 * d + end];
            for (int f = 0; f < type->facets; f++) {
                if (facet_on(type, type->facet[f], corner, d, end))
                    side->facet[side->facets++] = (MeshFacet){0, cell, f};
            }
        }
    }
}

static void fill_cells(const Work *work) {
    const Lattice *lattice = work->lattice;
    const int layers = lattice->dim == 3 ? lattice->cells[2] : 1;
    int cell = 0, corner[8], box[3];
    int *node = work->mesh->block[0].node;
    for (box[2] = 0; box[2] < layers; box[2]++) {
        for (box[1] = 0; box[1] < lattice->cells[1]; box[1]++) {
            for (box[0] = 0; box[0] < lattice->cells[0]; box[0]++) {
                for (int part = 0; part < lattice->split; part++, cell++, node += work->type->nodes) {
                    lattice->corners(lattice, box, part, corner);
                    fill_cell(work, box, corner, node);
                    fill_sides(work, box, corner, cell);
                }
            }
        }
    }
}

/* Direction of a pair of opposite sides and which end is named first. */
static JudderErr find_pair(const Lattice *lattice, const char *const pair[2], int *direction, int *first) {
    for (*direction = 0; *direction < lattice->dim; (*direction)++) {
        for (*first = 0; *first < 2; (*first)++) {
            const char *const *names = side_names[*direction];
            if (pair[1] && strcmp(pair[0], names[*first]) == 0 && strcmp(pair[1], names[1 - *first]) == 0)
                return JUDDER_OK;
        }
    }
    return error_input("periodic", "\"%s\" and \"%s\" are not opposite sides", pair[0],
                       pair[1] ? pair[1] : "");
}

static JudderErr fill_masters(const Work *work) {
    const Lattice *lattice = work->lattice;
    Mesh *mesh = work->mesh;
    int kept[3] = {-1, -1, -1}; /* the end that holds the masters */
    for (int i = 0; i < 2; i++) {
        int direction, first;
        if (!lattice->periodic[i][0]) continue;
        TRY(find_pair(lattice, lattice->periodic[i], &direction, &first));
        REQUIRE(kept[direction] < 0, error_input("periodic", "a pair of sides is named twice"));
        kept[direction] = first;
    }
    if (kept[0] < 0 && kept[1] < 0 && kept[2] < 0) return JUDDER_OK;
    mesh->master = calloc((size_t)mesh->nodes, sizeof *mesh->master);
    REQUIRE(mesh->master, error_memory());
    for (int n = 0; n < mesh->nodes; n++) {
        int p[3] = {n % work->points[0], n / work->points[0] % work->points[1],
                    n / work->points[0] / work->points[1]};
        for (int d = 0; d < mesh->dim; d++) {
            const int last = work->points[d] - 1;
            if (kept[d] >= 0 && (p[d] == 0 || p[d] == last)) p[d] = kept[d] ? last : 0;
        }
        mesh->master[n] = node_at(work, p);
    }
    return JUDDER_OK;
}

static JudderErr allocate_sides(const Work *work) {
    const Lattice *lattice = work->lattice;
    Mesh *mesh = work->mesh;
    mesh->side = calloc(2 * (size_t)mesh->dim, sizeof *mesh->side);
    REQUIRE(mesh->side, error_memory());
    mesh->sides = 2 * mesh->dim;
    for (int s = 0; s < mesh->sides; s++) {
        size_t facets = mesh->dim == 3 ? 2 : 1; /* triangles: two a box */
        for (int d = 0; d < mesh->dim; d++) facets *= d == s / 2 ? 1 : (size_t)lattice->cells[d];
        mesh->side[s].name = strdup(side_names[s / 2][s % 2]);
        mesh->side[s].facet = calloc(facets, sizeof *mesh->side[s].facet);
        REQUIRE(mesh->side[s].name && mesh->side[s].facet, error_memory());
    }
    return JUDDER_OK;
}

static JudderErr allocate(Work *work) {
    const Lattice *lattice = work->lattice;
    Mesh *mesh = work->mesh;
    size_t nodes = 1, cells = (size_t)lattice->split;
    for (int d = 0; d < lattice->dim; d++) {
        nodes *= (size_t)work->points[d];
        cells *= (size_t)lattice->cells[d];
        work->at[d] = calloc((size_t)work->points[d], sizeof *work->at[d]);
        REQUIRE(work->at[d], error_memory());
    }
    mesh->dim = lattice->dim;
    mesh->nodes = (int)nodes;
    mesh->x = malloc(nodes * (size_t)mesh->dim * sizeof *mesh->x);
    mesh->block = calloc(1, sizeof *mesh->block);
    REQUIRE(mesh->x && mesh->block, error_memory());
    mesh->blocks = 1;
    *mesh->block = (MeshBlock){.type = work->type, .cells = (int)cells};
    mesh->block->node = malloc(cells * (size_t)work->type->nodes * sizeof *mesh->block->node);
    REQUIRE(mesh->block->node, error_memory());
    return allocate_sides(work);
}

static JudderErr lattice_fill(Work *work) {
    Mesh *mesh = work->mesh;
    TRY(allocate(work));
    for (int d = 0; d < mesh->dim; d++) place_points(work, d);
    fill_nodes(work);
    fill_cells(work);
    TRY(fill_masters(work));
    int *marks = calloc((size_t)mesh->nodes, sizeof *marks);
    REQUIRE(marks, error_memory());
    JudderErr err = JUDDER_OK;
    for (int s = 0; s < mesh->sides && err == JUDDER_OK; s++)
        err = mesh_side_close(mesh, &mesh->side[s], marks);
    free(marks);
    return err;
}

JudderErr lattice_mesh(const Lattice *lattice, Mesh **mesh) {
    Work work = {0};
    *mesh = NULL;
    TRY(lattice_check(lattice, &work));
    *mesh = work.mesh = calloc(1, sizeof **mesh);
    REQUIRE(work.mesh, error_memory());
    JudderErr err = lattice_fill(&work);
    for (int d = 0; d < 3; d++) free(work.at[d]);
    if (err == JUDDER_OK) err = mesh_check(work.mesh);
    if (err != JUDDER_OK) mesh_destroy(mesh);
    return err;
}
