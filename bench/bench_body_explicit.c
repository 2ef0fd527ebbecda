/* B9: the explicit march of bodies: time of a step, the memory bandwidth that it reaches against that of the
 * triad a = b + s c measured on the same ranks just before, and two ranks against one.
 *
 * Bytes that must move in a step: u and v of every dof are read and written once (32 bytes a dof; with
 * viscosity the new v goes to another array, 8 more), and what a mesh without equal cells stores of its
 * matrix is read once. */
#include "base/log.h"
#include "bench/record.h"
#include "fe/explicit/explicit.h"
#include "fe/start.h"
#include "mesh/generate.h"

#include <stdlib.h>
#include <string.h>

/* Arrays of the triad are four times as large as a cache of 32 MB, as STREAM's rule wants. */
enum { STEPS = 200, REPEATS = 15, TRIAD = 1 << 24 };

typedef struct Case {
    const char *name, *element;
    int dim, cells;
    double distorted, eta; /* parts of a cell */
} Case;

static const Case cases[] = {
    {"rectangle", "Q1", 2, 706, 0, 0},
    {"rectangle, viscous", "Q1", 2, 706, 0, .1},
    {"rectangle, cells all different", "Q1", 2, 706, .1, 0},
    {"rectangle of triangles", "P1", 2, 706, 0, 0},
    {"box", "Q1", 3, 69, 0, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

static double slowest(double seconds) {
    double all;
    MPI_Allreduce(&seconds, &all, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
    return all;
}

static double sum_of(double own) {
    double all;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
    return all;
}

/* Bytes a second of all ranks together. */
static double triad(void) {
    double *a = malloc(TRIAD * sizeof *a), *b = malloc(TRIAD * sizeof *b), *c = malloc(TRIAD * sizeof *c),
           best = INFINITY;
    if (!a || !b || !c) return 0;
    for (long i = 0; i < TRIAD; i++) a[i] = 0, b[i] = (double)i, c[i] = 1;
    for (int k = 0; k < REPEATS; k++) {
        MPI_Barrier(PETSC_COMM_WORLD);
        const double t = clock_seconds();
        for (long i = 0; i < TRIAD; i++) a[i] = b[i] + (double)k * c[i];
        best = fmin(best, slowest(clock_seconds() - t));
    }
    const double bytes = sum_of(a[TRIAD / 2] >= 0 ? 3. * TRIAD * sizeof(double) : 0);
    free(a);
    free(b);
    free(c);
    return bytes / best;
}

static JudderErr make_mesh(const Case *c, Mesh **mesh) {
    const MeshRectangle square = {
        .length = 1, .height = 1, .cells = {c->cells, c->cells}, .element = c->element};
    const MeshBox cube = {
        .length = 1, .height = 1, .depth = 1, .cells = {c->cells, c->cells, c->cells}, .element = c->element};
    TRY(c->dim == 2 ? mesh_rectangle(&square, mesh) : mesh_box(&cube, mesh));
    for (long i = 0; c->distorted > 0 && i < (long)(*mesh)->nodes * c->dim; i++)
        (*mesh)->x[i] += c->distorted / c->cells * sin(7.3 * (double)i);
    return JUDDER_OK;
}

typedef struct Measured {
    double step, bytes, triad; /* seconds, of a step and a second */
    int dofs;
} Measured;

static PetscErrorCode time_steps(Explicit *e, Measured *m) {
    PetscFunctionBeginUser;
    m->step = INFINITY;
    m->triad = triad();
    for (int k = 0; k < STEPS; k++) { /* as for the triad the best counts */
        MPI_Barrier(PETSC_COMM_WORLD);
        const double t = clock_seconds();
        PetscCall(explicit_march.step(e));
        m->step = fmin(m->step, slowest(clock_seconds() - t));
    }
    m->dofs = e->body->numbering->unknowns * e->body->dim;
    m->bytes = sum_of((e->damped ? 40. : 32.) * e->layout->own * e->body->dim + e->core->bytes);
    PetscFunctionReturn(0);
}

static PetscErrorCode measure(const Case *c, const Mesh *mesh, Measured *m) {
    static const struct { double mu, mu_s; } law = {.3, .3};
    static const FeFix top = {"top", {1, 1, 1}};
    const FePathLoad weight = {.weight = {0, -.01, 0}, .steps = 1};
    FeMarchData data = {
        .body = {.mesh = mesh, .material = {.rho = 1, .thickness = 1}, .fix = &top, .fixes = 1},
        .contact = {.side = mesh_side_find(mesh, "bottom"),
                    .law = {.law = &unilateral_contact},
                    .friction = {&constant_law, &law}},
        .foundation = {{.constant = .1}},
        .load = &weight,
        .loads = 1};
    void *engine = NULL;
    PetscFunctionBeginUser;
    fe_lame(1, .3, &data.body.material.lambda, &data.body.material.G);
    data.body.material.viscous_lambda = c->eta / c->cells * data.body.material.lambda;
    data.body.material.viscous_G = c->eta / c->cells * data.body.material.G;
    data.step = .3 / c->cells;
    data.final = 1000 * data.step;
    PetscCall(explicit_march.create(&data, &engine));
    PetscCall(time_steps(engine, m));
    PetscCall(explicit_march.destroy(&engine));
    PetscFunctionReturn(0);
}

/* Seconds a step of the same on two ranks; NAN if that cannot be run. */
static double on_two_ranks(const char *self, int which) {
    char command[4400];
    double seconds = NAN;
    snprintf(command, sizeof command, "mpirun -n 2 --oversubscribe --bind-to none %s %d 2>/dev/null", self,
             which);
    FILE *pipe = popen(command, "r");
    if (!pipe) return NAN;
    if (fscanf(pipe, "%lf", &seconds) != 1) seconds = NAN;
    pclose(pipe);
    return seconds;
}

static void print(const Case *c, const Measured *m, double two) {
    char workload[96];
    snprintf(workload, sizeof workload, "explicit, %s, %s, %d dofs", c->name, c->element, m->dofs);
    const BenchLine line = {"B9", workload, "judder, explicit march"};
    bench_record(line, "ms a step", 1e3 * m->step);
    bench_record(line, "GB/s that must move", 1e-9 * m->bytes / m->step);
    bench_record(line, "GB/s of the triad", 1e-9 * m->triad);
    bench_record(line, "part of the triad", m->bytes / m->step / m->triad);
    bench_record(line, "2 ranks against 1", m->step / two);
}

static int bench(const Case *c, double two, bool brief) {
    Mesh *mesh = NULL;
    Measured m = {0};
    if (make_mesh(c, &mesh) != JUDDER_OK || fe_error(measure(c, mesh, &m)) != JUDDER_OK) {
        fprintf(stderr, "%s\n", error_message());
        return 3;
    }
    mesh_destroy(&mesh);
    if (fe_rank() != 0) return 0;
    if (brief)
        printf("%.9g\n", m.step);
    else
        print(c, &m, two);
    return 0;
}

/* bench_body_explicit [CASE [row]]: with a number, only that case on the ranks at hand: seconds
 * of a step, or its row. */
int main(int count, char **words) {
    double two[CASES];
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    for (int i = 0; i < CASES && count == 1; i++) two[i] = on_two_ranks(words[0], i);
    if (fe_start(1, words) != JUDDER_OK) return 3;
    int status = 0;
    if (count > 1) {
        status = bench(&cases[abs(atoi(words[1])) % CASES], NAN, count == 2);
    } else {
        for (int i = 0; i < CASES && status == 0; i++) status = bench(&cases[i], two[i], false);
    }
    fe_end();
    return status;
}
