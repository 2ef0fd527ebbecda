#include "small_motion/small_motion.h"

#include "base/dense.h"
#include "base/symmetric.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const small_contact_state_names[] = {"open", "grazing", "stuck", "slip", NULL};

/* How far, relative to its size, a reaction given in decimals may lie off the cone. */
static const double OFF_CONE = 1e-6;

static JudderErr check_dof(const SmallMotion *motion, int which, const char *key, int dof) {
    REQUIRE(dof >= 0 && dof < motion->n, error_input(key, "%s of contact %d is dof %d: allowed is 1 to %d",
                                                     key, which + 1, dof + 1, motion->n));
    for (int i = 0; i < which; i++)
        REQUIRE(motion->contact[i].normal != dof && motion->contact[i].tangent != dof,
                error_input(key, "%s of contact %d is dof %d, which contact %d has already", key, which + 1,
                            dof + 1, i + 1));
    return JUDDER_OK;
}

static JudderErr check_cone(const SmallContact *c, int which) {
    const double r_n = c->reaction[0], r_t = c->reaction[1], bound = -c->mu * r_n;
    REQUIRE(r_n < 0, error_input("reaction",
                                 "contact %d is in contact with the normal reaction %g: it must be "
                                 "negative, since n points into the obstacle",
                                 which + 1, r_n));
    REQUIRE(fabs(r_t) <= bound - OFF_CONE * r_n,
            error_input("reaction", "contact %d has the tangential reaction %g: the cone allows %g",
                        which + 1, r_t, bound));
    REQUIRE(c->state != SMALL_CONTACT_STUCK || c->mu == 0 || fabs(r_t) < (1 - OFF_CONE) * bound,
            error_input("state",
                        "contact %d is declared stuck but has the tangential reaction %g, on the edge of "
                        "the cone: then it is about to slip, state = \"slip\"",
                        which + 1, r_t));
    if (c->state != SMALL_CONTACT_SLIP) return JUDDER_OK;
    REQUIRE(
        fabs(r_t) >= bound + OFF_CONE * r_n,
        error_input("reaction",
                    "contact %d is declared slipping but has the tangential reaction %g, inside the cone: "
                    "its edge is at %g",
                    which + 1, r_t, bound));
    REQUIRE(r_t == 0 || c->mu == 0 || (c->direction > 0) == (r_t < 0),
            error_input("direction",
                        "contact %d slips in direction %d with the tangential reaction %g: friction acts "
                        "against the slip, so their signs must differ",
                        which + 1, c->direction, r_t));
    return JUDDER_OK;
}

JudderErr small_contact_check(const SmallMotion *motion, int which) {
    const SmallContact *c = &motion->contact[which];
    TRY(check_dof(motion, which, "normal", c->normal));
    TRY(check_dof(motion, which, "tangent", c->tangent));
    REQUIRE(c->normal != c->tangent, error_input("tangent", "contact %d has dof %d as normal and as tangent",
                                                 which + 1, c->normal + 1));
    REQUIRE(isfinite(c->mu) && c->mu >= 0,
            error_input("mu", "mu of contact %d is %g: allowed is a number >= 0", which + 1, c->mu));
    REQUIRE(isfinite(c->slope) && isfinite(c->curvature) && isfinite(c->reaction[0]) &&
                isfinite(c->reaction[1]),
            error_input("reaction", "contact %d has a number that is not finite", which + 1));
    if (c->state == SMALL_CONTACT_OPEN || c->state == SMALL_CONTACT_GRAZING) {
        REQUIRE(c->reaction[0] == 0 && c->reaction[1] == 0,
                error_input("reaction", "contact %d is %s with the reaction %g, %g: it must be zero",
                            which + 1, small_contact_state_names[c->state], c->reaction[0], c->reaction[1]));
        return JUDDER_OK;
    }
    REQUIRE(c->state != SMALL_CONTACT_SLIP || c->direction == 1 || c->direction == -1,
            error_input("direction", "direction of contact %d is %d: allowed is 1 or -1", which + 1,
                        c->direction));
    return check_cone(c, which);
}

static JudderErr check_finite(int n, const double *A, const char *key) {
    for (int i = 0; i < n * n; i++)
        REQUIRE(isfinite(A[i]), error_input(key, "%s has the entry %g at row %d, column %d", key, A[i],
                                            i / n + 1, i % n + 1));
    return JUDDER_OK;
}

/* A motion of one dof that costs nothing takes part in no other: otherwise some mixture has the wrong sign.
 */
static bool zero_rows_are_empty(size_t n, const double *A) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n && A[i * n + i] == 0; j++)
            if (A[i * n + j] + A[j * n + i] != 0) return false;
    return true;
}

JudderErr small_motion_semidefinite(int n, const double *A, bool *yes) {
    const size_t order = (size_t)n;
    *yes = zero_rows_are_empty(order, A);
    if (!*yes) return JUDDER_OK;
    SCOPED_FREE double *scaled = malloc(order * order * sizeof *scaled);
    REQUIRE(scaled, error_memory());
    for (size_t i = 0; i < order; i++)
        for (size_t j = 0; j < order; j++) {
            const double a = fabs(A[i * order + i]), b = fabs(A[j * order + j]);
            scaled[i * order + j] = A[i * order + j] / (a > 0 ? sqrt(a) : 1) / (b > 0 ? sqrt(b) : 1);
        }
    return dense_is_positive_definite(n, scaled, -1e-10, yes);
}

static JudderErr check_mass(int n, const double *M) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double defect = symmetric_defect(M[i * n + j], M[j * n + i], M[i * n + i], M[j * n + j]);
            REQUIRE(defect <= symmetric_rounding,
                    error_input("mass",
                                "mass has %g at row %d, column %d and %g at row %d, column %d, which differ "
                                "by %.2g of their size: it must be symmetric up to rounding, %g",
                                M[i * n + j], i + 1, j + 1, M[j * n + i], j + 1, i + 1, defect,
                                symmetric_rounding));
        }
    bool semidefinite;
    TRY(small_motion_semidefinite(n, M, &semidefinite));
    REQUIRE(semidefinite, error_input("mass", "mass is not positive semidefinite: some motion would have a "
                                              "negative kinetic energy"));
    return JUDDER_OK;
}

JudderErr small_motion_check(const SmallMotion *motion) {
    REQUIRE(
        motion->n >= 1 && motion->n <= SMALL_MOTION_MOST,
        error_input("stiffness", "a system of %d dofs: allowed is 1 to %d", motion->n, SMALL_MOTION_MOST));
    TRY(check_finite(motion->n, motion->K, "stiffness"));
    if (motion->C) TRY(check_finite(motion->n, motion->C, "damping"));
    if (motion->M) {
        TRY(check_finite(motion->n, motion->M, "mass"));
        TRY(check_mass(motion->n, motion->M));
    }
    for (int i = 0; motion->load && i < motion->n; i++)
        REQUIRE(isfinite(motion->load[i]),
                error_input("load", "load has %g at dof %d", motion->load[i], i + 1));
    for (int i = 0; i < motion->contacts; i++) TRY(small_contact_check(motion, i));
    return JUDDER_OK;
}

void small_motion_stiffness(const SmallMotion *motion, double *K) {
    const size_t n = (size_t)motion->n;
    memcpy(K, motion->K, n * n * sizeof *K);
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        const size_t normal = (size_t)c->normal, tangent = (size_t)c->tangent;
        K[tangent * n + tangent] += c->curvature * c->reaction[0]; /* (ST-2) */
        K[normal * n + tangent] -= c->curvature * c->reaction[1];
    }
}

bool small_motion_stiffness_radius(const SmallMotion *motion, double *K_D) {
    const size_t n = (size_t)motion->n;
    bool any = false;
    memset(K_D, 0, n * n * sizeof *K_D);
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        const size_t column = (size_t)c->tangent, row[2] = {column, (size_t)c->normal};
        for (int k = 0; k < 2 && c->curvature != 0; k++) {
            if (c->reaction[k] == 0) continue;
            const size_t at = row[k] * n + column;
            K_D[at] = DBL_EPSILON * (3 * fabs(c->curvature * c->reaction[k]) + fabs(motion->K[at])) + DBL_MIN;
            any = true;
        }
    }
    return any;
}
