/* What enclosures of a motion are made from (PR-1). */
#include "small_motion/condense.h"

#include "base/number/rounding.h"
#include "base/symmetric.h"
#include "enclosure/enclosure.h"

#include <stdlib.h>
#include <string.h>

/* The dofs that take part: free ones, then the kept. */
typedef struct Reduced {
    const Condenser *of;
    CondenserParts parts;
    int n, kept;
    int *dof;
    double *J, *J_D; /* n by n */
} Reduced;

static void enclose_release(Reduced *reduced) {
    free(reduced->dof);
    free(reduced->J);
}

static JudderErr enclose_allocate(const Condenser *of, Reduced *reduced) {
    const CondenserParts parts = condenser_parts(of);
    const int kept = 2 * condenser_contacts(of, NULL);
    *reduced = (Reduced){.of = of, .parts = parts, .n = parts.frees + kept, .kept = kept};
    const size_t n = (size_t)reduced->n;
    reduced->dof = malloc((n + 1) * sizeof *reduced->dof);
    reduced->J = calloc(2 * n * n + 1, sizeof *reduced->J);
    REQUIRE(reduced->dof && reduced->J, error_memory());
    reduced->J_D = reduced->J + n * n;
    memcpy(reduced->dof, parts.free, (size_t)parts.frees * sizeof(int));
    memcpy(reduced->dof + parts.frees, parts.kept, (size_t)kept * sizeof(int));
    return JUDDER_OK;
}

/* Entries that curvature terms were added to are rounded: K_D. */
static JudderErr take_radius(Reduced *reduced) {
    const SmallMotion *motion = condenser_motion(reduced->of);
    const size_t n = (size_t)reduced->n, all = (size_t)motion->n;
    SCOPED_FREE double *K_D = malloc(all * all * sizeof *K_D);
    REQUIRE(K_D, error_memory());
    const bool any = small_motion_stiffness_radius(motion, K_D);
    for (size_t i = 0; i < n && any; i++)
        for (size_t j = 0; j < n; j++)
            reduced->J_D[i * n + j] = K_D[(size_t)reduced->dof[i] * all + (size_t)reduced->dof[j]];
    return JUDDER_OK;
}

static void take_matrix(Reduced *reduced, const double *from) {
    const size_t n = (size_t)reduced->n, all = (size_t)condenser_motion(reduced->of)->n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            reduced->J[i * n + j] = from[(size_t)reduced->dof[i] * all + (size_t)reduced->dof[j]];
}

JudderErr condenser_matrices(const Condenser *condenser, EnclosureMatrix **K, EnclosureMatrix **M) {
    SCOPED(enclose_release) Reduced reduced = {0};
    const double *mass = condenser_motion(condenser)->M;
    *K = *M = NULL;
    JudderErr err = enclose_allocate(condenser, &reduced);
    if (err == JUDDER_OK) err = take_radius(&reduced);
    if (err == JUDDER_OK) {
        take_matrix(&reduced, reduced.parts.K);
        err = enclosure_matrix_dense(reduced.n, reduced.J, reduced.J_D, K);
    }
    if (err == JUDDER_OK && mass) {
        take_matrix(&reduced, mass);
        err = enclosure_matrix_dense(reduced.n, reduced.J, NULL, M);
    }
    if (err != JUDDER_OK) enclosure_matrix_destroy(K);
    return err;
}

static bool is_symmetric(int n, const double *M) {
    for (size_t i = 0; i < (size_t)n; i++)
        for (size_t j = 0; j < i; j++)
            if (M[i * (size_t)n + j] != M[j * (size_t)n + i]) return false;
    return true;
}

/* v'J v and a bound of its rounding; J n by n. */
static double enclose_form(size_t n, const double *J, const double *J_D, const double *v, double *error) {
    double sum = 0, size = 0;
    *error = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double part = v[i] * J[i * n + j] * v[j];
            sum += part;
            size += fabs(part);
            *error += fabs(v[i]) * J_D[i * n + j] * fabs(v[j]);
        }
    *error = (*error + rounding_gamma((double)(n * n) + 4) * size) * ROUNDING_UP + DBL_MIN;
    return sum;
}

JudderErr condenser_free_is_unstable(const Condenser *condenser, bool *proved) {
    SCOPED(enclose_release) Reduced reduced = {0};
    *proved = false;
    JudderErr err = enclose_allocate(condenser, &reduced);
    reduced.n = reduced.parts.frees;
    const size_t f = (size_t)reduced.n;
    SCOPED_FREE double *vectors = malloc((f * f + f + 1) * sizeof *vectors);
    if (err == JUDDER_OK && !vectors) err = error_memory();
    if (err == JUDDER_OK) err = take_radius(&reduced);
    if (err == JUDDER_OK && f > 0) {
        take_matrix(&reduced, reduced.parts.K);
        memcpy(vectors, reduced.J, f * f * sizeof *vectors);
        if (is_symmetric(reduced.n, reduced.J)) {
            double error;
            err = symmetric_eigen(reduced.n, vectors, vectors + f * f);
            const double value = enclose_form(f, reduced.J, reduced.J_D, vectors, &error);
            *proved = err == JUDDER_OK && value + error < 0;
        }
    }
    return err;
}
