/* Bodies: time to number and assemble K and M, to factorise, and to condense onto the contact. */
#include "base/log.h"
#include "fe/body/load.h"
#include "fe/start.h"
#include "fe/system/system.h"
#include "mesh/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const FeFix top = {"top", {1, 1, 1}};

static double megabytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

/* The dofs of the nodes, each a row of its own. */
static PetscErrorCode rows_of(FeBody *body, const FeSideNodes *nodes, FeRows **rows) {
    const int count = nodes->count * body->dim;
    int *pivot = malloc((size_t)count * sizeof *pivot), *start = malloc((size_t)(count + 1) * sizeof *start);
    FeRowTerm *term = malloc((size_t)count * sizeof *term);
    PetscFunctionBeginUser;
    if (!pivot || !start || !term) PetscCall(fe_code(error_memory()));
    for (int k = 0; k <= count; k++) start[k] = k;
    for (int k = 0; k < count; k++) {
        pivot[k] = nodes->node[k / body->dim];
        term[k] = (FeRowTerm){{pivot[k], k % body->dim}, 1};
    }
    PetscCall(fe_code(fe_rows_create(body, &(FeRowsData){count, pivot, start, term}, rows)));
    free(pivot);
    free(start);
    free(term);
    PetscFunctionReturn(0);
}

static PetscErrorCode condense(FeBody *body) {
    const MeshSide *side;
    FeSideNodes *nodes;
    FeSystem *system;
    FeRows *rows;
    PetscFunctionBeginUser;
    PetscCall(fe_side_find(body, "contact", "bottom", &side));
    PetscCall(fe_side_nodes_create(body, side, &nodes));
    const int count = nodes->count * body->dim;
    PetscCall(rows_of(body, nodes, &rows));
    double t = clock_seconds();
    PetscCall(fe_system_create(body, &(FeSystemData){{1, 0, 0}, rows, NULL}, &system));
    if (fe_rank() == 0)
        printf("  condensed onto %d dofs        %8.3f s, peak %.0f MB\n", count, clock_seconds() - t,
               megabytes());
    t = clock_seconds();
    double *g = calloc((size_t)count, sizeof *g);
    PetscCall(fe_system_condense(system, (FeLoad){0}, g));
    if (fe_rank() == 0) printf("  one condensed load            %8.3f s\n", clock_seconds() - t);
    free(g);
    fe_side_nodes_destroy(&nodes);
    PetscCall(fe_system_destroy(&system));
    fe_rows_destroy(&rows);
    PetscFunctionReturn(0);
}

static PetscErrorCode factorise(FeBody *body) {
    FeSystem *system;
    Vec f, u;
    const MeshSide *side;
    PetscFunctionBeginUser;
    double t = clock_seconds();
    PetscCall(fe_system_create(body, &(FeSystemData){.of = {.stiffness = 1}}, &system));
    if (fe_rank() == 0)
        printf("  set up %-10s             %8.3f s, peak %.0f MB\n", system->solver->name,
               clock_seconds() - t, megabytes());
    PetscCall(MatCreateVecs(body->K, &u, &f));
    PetscCall(VecSet(f, 0));
    PetscCall(fe_side_find(body, "load", "bottom", &side));
    PetscCall(fe_load_traction(body, side, fe_constant((double[3]){1, .5, .2}), f));
    t = clock_seconds();
    PetscCall(fe_system_expand(system, (FeLoad){.force = f}, NULL, u));
    if (fe_rank() == 0)
        printf("  one solve                     %8.3f s, outcome %d\n", clock_seconds() - t,
               (int)system->outcome);
    PetscCall(VecDestroy(&f));
    PetscCall(VecDestroy(&u));
    PetscCall(fe_system_destroy(&system));
    PetscFunctionReturn(0);
}

static PetscErrorCode measure(const Mesh *mesh, const char *name, bool solve) {
    FeBodyData data = {.mesh = mesh, .material = {.rho = 1, .thickness = 1}, .fix = &top, .fixes = 1};
    FeBody *body;
    PetscFunctionBeginUser;
    fe_lame(1, .3, &data.material.lambda, &data.material.G);
    const double t = clock_seconds();
    PetscCall(fe_body_create(&data, &body));
    if (fe_rank() == 0)
        printf("%s, %d dofs\n  numbered, K and M assembled   %8.3f s, peak %.0f MB\n", name,
               body->numbering->unknowns * body->dim, clock_seconds() - t, megabytes());
    if (solve) PetscCall(factorise(body));
    if (solve) PetscCall(condense(body));
    PetscCall(fe_body_destroy(&body));
    PetscFunctionReturn(0);
}

static int bench_rectangle(const char *element, int cells, bool solve) {
    Mesh *mesh = NULL;
    char name[80];
    const MeshRectangle square = {.length = 1, .height = 1, .cells = {cells, cells}, .element = element};
    const double t = clock_seconds();
    if (mesh_rectangle(&square, &mesh) != JUDDER_OK) return 3;
    if (fe_rank() == 0) printf("mesh made                       %8.3f s\n", clock_seconds() - t);
    snprintf(name, sizeof name, "%s, %d x %d cells", element, cells, cells);
    const JudderErr err = fe_error(measure(mesh, name, solve));
    if (err != JUDDER_OK) fprintf(stderr, "%s\n", error_message());
    mesh_destroy(&mesh);
    return (int)err;
}

static int bench_box(const char *element, int cells, bool solve) {
    Mesh *mesh = NULL;
    char name[80];
    const MeshBox cube = {
        .length = 1, .height = 1, .depth = 1, .cells = {cells, cells, cells}, .element = element};
    if (mesh_box(&cube, &mesh) != JUDDER_OK) return 3;
    snprintf(name, sizeof name, "%s, %d x %d x %d cells", element, cells, cells, cells);
    const JudderErr err = fe_error(measure(mesh, name, solve));
    if (err != JUDDER_OK) fprintf(stderr, "%s\n", error_message());
    mesh_destroy(&mesh);
    return (int)err;
}

/* bench_body [rectangle|box ELEMENT CELLS]: without words the usual three. */
int main(int count, char **words) {
    if (fe_start(1, words) != JUDDER_OK) return 3;
    int status = 0;
    if (count == 4)
        status = (strcmp(words[1], "box") == 0 ? bench_box : bench_rectangle)(words[2], atoi(words[3]), true);
    else
        status = bench_rectangle("Q1", 222, true) || bench_rectangle("Q1", 706, false) ||
                 bench_box("P1", 25, true);
    fe_end();
    return status;
}
