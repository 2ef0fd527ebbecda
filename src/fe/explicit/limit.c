/* The largest stable step. With the largest eigenvalues k of M^-1 K and c of M^-1 C, central
 * differences are stable if
 *
 *   dt^2 k/4 + dt c/2 <= 1:  dt <= (2/omega)(sqrt(1 + xi^2) - xi),  omega^2 = k, xi = c/(2 omega)    (BD-8)
 *
 * k and c by Lanczos [parlett1998] from a fixed start, which comes from below, with 1 % added; k not above
 * that of the worst cell alone, which bounds it [hughes1987]. */
#include "fe/explicit/explicit.h"

#include "base/symmetric.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LANCZOS = 120, FEW_SHAPES = 200 };

/* --- of one cell --- */

static JudderErr cell_bound(const CellMatrices *m, int dim, double *bound) {
    double A[MOST_CELL_DOFS * MOST_CELL_DOFS], values[MOST_CELL_DOFS];
    for (int i = 0; i < m->dofs; i++)
        for (int j = 0; j < m->dofs; j++)
            A[i * m->dofs + j] = m->K[i * m->dofs + j] / sqrt(m->mass[i / dim] * m->mass[j / dim]);
    TRY(symmetric_eigen(m->dofs, A, values));
    *bound = fmax(*bound, values[m->dofs - 1]);
    return JUDDER_OK;
}

/* The largest of all kinds of cells; infinite if there are too many kinds to ask. */
static JudderErr cells_bound(const CellShapes *shapes, double *bound) {
    CellMatrices *m = malloc(sizeof *m);
    JudderErr err = m ? JUDDER_OK : error_memory();
    *bound = 0;
    for (int cell = 0; cell < shapes->cells && err == JUDDER_OK && shapes->distinct <= FEW_SHAPES; cell++) {
        if (shapes->like[cell] != cell) continue;
        err = cell_shapes_matrices(shapes, cell, false, m);
        if (err == JUDDER_OK) err = cell_bound(m, shapes->mesh->dim, bound);
    }
    free(m);
    if (shapes->distinct > FEW_SHAPES) *bound = INFINITY;
    return err;
}

/* --- of the body --- */

typedef struct Lanczos {
    Explicit *e;
    Fields q, before, w, y;
    double *root; /* of the mass, of each own node */
    bool of_C;
} Lanczos;

static double dot(const Lanczos *l, const Fields *a, const Fields *b) {
    double sum = 0, all = 0;
    for (int c = 0; c < l->e->body->dim; c++)
        for (int i = 0; i < l->e->layout->own; i++) sum += a->c[c][i] * b->c[c][i];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
    return all;
}

/* w <- M^-1/2 A M^-1/2 q */
static void apply(Lanczos *l) {
    const int own = l->e->layout->own;
    for (int c = 0; c < l->e->body->dim; c++)
        for (int i = 0; i < own; i++) l->y.c[c][i] = l->q.c[c][i] / l->root[i];
    explicit_product(l->e, &l->y, l->of_C, &l->w);
    for (int c = 0; c < l->e->body->dim; c++)
        for (int i = 0; i < own; i++) l->w.c[c][i] /= l->root[i];
}

/* The largest eigenvalue of a symmetric tridiagonal matrix, by bisection on Sturm's count. */
static double largest(const double *alpha, const double *beta, int n) {
    double high = -INFINITY, low = -INFINITY;
    for (int i = 0; i < n; i++) {
        high = fmax(high, alpha[i] + (i > 0 ? fabs(beta[i - 1]) : 0) + (i + 1 < n ? fabs(beta[i]) : 0));
        low = fmax(low, alpha[i]);
    }
    for (int k = 0; k < 60; k++) {
        const double middle = (low + high) / 2;
        double d = 1;
        bool above = false;
        for (int i = 0; i < n && !above; i++) {
            d = alpha[i] - middle - (i > 0 ? beta[i - 1] * beta[i - 1] / d : 0);
            if (d == 0) d = -1e-300;
            above = d > 0;
        }
        *(above ? &low : &high) = middle;
    }
    return high;
}

/* A start with parts of every frequency, the same on any number of ranks. */
static void begin(Lanczos *l) {
    for (int i = 0; i < l->e->layout->own; i++)
        for (int c = 0; c < l->e->body->dim; c++) {
            const double x = 12.9898 * (l->e->layout->number[i] * 3 + c + 1);
            l->q.c[c][i] = sin(x) + .5 * cos(78.233 * x);
        }
}

static double iterate(Lanczos *l) {
    double alpha[MOST_LANCZOS], beta[MOST_LANCZOS], found = 0;
    const int dim = l->e->body->dim, own = l->e->layout->own;
    begin(l);
    double length = sqrt(dot(l, &l->q, &l->q));
    for (int n = 0; n < MOST_LANCZOS && length > 0; n++) {
        for (int c = 0; c < dim; c++)
            for (int i = 0; i < own; i++) l->q.c[c][i] /= length;
        apply(l);
        alpha[n] = dot(l, &l->q, &l->w);
        for (int c = 0; c < dim; c++)
            for (int i = 0; i < own; i++) {
                l->w.c[c][i] -= alpha[n] * l->q.c[c][i] + (n > 0 ? beta[n - 1] * l->before.c[c][i] : 0);
                l->before.c[c][i] = l->q.c[c][i];
                l->q.c[c][i] = l->w.c[c][i];
            }
        length = beta[n] = sqrt(dot(l, &l->q, &l->q));
        const double last = found;
        if (n % 10 == 9 || !(length > 1e-10 * fabs(alpha[n]))) found = largest(alpha, beta, n + 1);
        if (!(length > 1e-10 * fabs(alpha[n]))) break;
        if (n % 10 == 9 && n > 25 && found - last < 2e-4 * found) break;
    }
    return found;
}

static PetscErrorCode eigenvalue(Explicit *e, bool of_C, double *value) {
    Lanczos l = {.e = e, .of_C = of_C};
    Fields *const fields[] = {&l.q, &l.before, &l.w, &l.y};
    PetscFunctionBeginUser;
    l.root = calloc((size_t)e->layout->own + 1, sizeof *l.root);
    JudderErr err = l.root ? JUDDER_OK : error_memory();
    for (int i = 0; i < 4 && err == JUDDER_OK; i++)
        err = fields_create(e->body->dim, e->layout->own, fields[i]);
    err = fe_agree(err);
    if (err == JUDDER_OK) {
        stencils_mass(e->core, l.root);
        memcpy(l.root + e->layout->interior, e->interface_mass,
               (size_t)layout_interface(e->layout) * sizeof *l.root);
        for (int i = 0; i < e->layout->own; i++) l.root[i] = sqrt(l.root[i]);
        *value = iterate(&l);
    }
    for (int i = 0; i < 4; i++) fields_release(fields[i]);
    free(l.root);
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

PetscErrorCode explicit_limit(Explicit *e, const CellShapes *shapes) {
    double k = 0, c = 0, bound = 0;
    const double margin = 1.01;
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(cells_bound(shapes, &bound))));
    PetscCall(eigenvalue(e, false, &k));
    k = fmin(bound, margin * k);
    if (e->core->C) {
        PetscCall(eigenvalue(e, true, &c));
        c *= margin;
    } else {
        c = e->core->multiple * k;
    }
    c += e->drag;
    e->omega = sqrt(k);
    const double xi = c / (2 * e->omega);
    e->limit = 2 / e->omega * (sqrt(1 + xi * xi) - xi);
    PetscFunctionReturn(0);
}

/* --- the step that was requested --- */

/* The largest pressure, at many times. */
static JudderErr most_pressure(const FeMarchData *data, double *S) {
    Track *track = NULL;
    *S = 0;
    TRY(fe_march_track(data, &data->pressure, "S", &track));
    JudderErr err = JUDDER_OK;
    const long asked = fe_march_steps(data) > 2000 ? fe_march_steps(data) : 2000;
    for (long n = 0; n < asked && err == JUDDER_OK; n++) {
        double value = 0;
        err = fe_march_value(track, data->final * ((double)n + .5) / (double)asked, &value);
        *S = fmax(*S, value);
    }
    track_destroy(&track);
    return err;
}

PetscErrorCode explicit_slip_limit(const Explicit *e, const FeMarchData *data, double *allowed) {
    double least = INFINITY, all = INFINITY, S = 0;
    PetscFunctionBeginUser;
    *allowed = INFINITY;
    if (!data->contact.law.law->given) PetscFunctionReturn(0);
    PetscCall(fe_code(most_pressure(data, &S)));
    for (int i = 0; i < e->own_contacts; i++) {
        const ContactNode *node = &e->own_contact[i].node;
        if (!node->roots->has_state && !node->roots->jumps && node->roots->steepest > 0)
            least = fmin(least, node->tangential_mass / node->area / (S * node->roots->steepest));
    }
    PetscCallMPI(MPI_Allreduce(&least, &all, 1, MPI_DOUBLE, MPI_MIN, PETSC_COMM_WORLD));
    *allowed = all;
    PetscFunctionReturn(0);
}

static JudderErr check_step(const Explicit *e, double allowed) {
    REQUIRE(e->dt <= e->limit * (1 + 1e-12), error_input("step",
                                                         "the step is %.6g s: the explicit march of this "
                                                         "mesh is stable up to %.6g s; cfl = 0.9 chooses it",
                                                         e->dt, e->limit));
    REQUIRE(
        e->dt < allowed,
        error_input(
            "step",
            "the step is %.6g s: friction falls so steeply with the slip rate under this pressure that one "
            "slip rate is certain only below %.6g s (mass per area over pressure and steepest fall); cfl = "
            "0.9 chooses it",
            e->dt, allowed));
    return JUDDER_OK;
}

PetscErrorCode explicit_check_step(const Explicit *e, double allowed) {
    PetscFunctionBeginUser;
    PetscCall(fe_code(check_step(e, allowed)));
    PetscFunctionReturn(0);
}
