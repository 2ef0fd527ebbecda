/* For large z the form of N_0 + z N_1 is that of N_1 where there is a mass and that of N_0 where there is
 * none: with both proved definite N is regular for every large z, whatever little inertia is added, and so
 * is every smaller set of slips. (PR-11) */
#include "stability/at_once.h"

#include "base/symmetric.h"
#include "small_motion/damping.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { GRAZING_MOST = 5 }; /* three ways each */

/* A row of a set: sign row_own - mu row_normal, and the unknown that belongs to it. */
typedef struct Row {
    int own, normal; /* normal -1: no friction in it */
    int sign;
    double mu;
} Row;

typedef struct Forms {
    const SmallMotion *motion;
    const double *K; /* with the terms of curvature */
    int count;
    Row *row;
    double *Q, *Q_D;
    bool *bare; /* of each row: no mass in it nor in its column */
} Forms;

/* sign_i (row_i of A) sign_j, and what rounding leaves open of it. */
static double at_once_entry(const Forms *f, const double *A, int i, int j, double *error) {
    const size_t n = (size_t)f->motion->n, column = (size_t)f->row[j].own;
    const Row *row = &f->row[i];
    const double own = row->sign * A[(size_t)row->own * n + column],
                 rubbed = row->normal < 0 ? 0 : row->mu * A[(size_t)row->normal * n + column];
    /* Two roundings here, and two more in entries of K with terms of curvature. */
    *error = rubbed == 0 && A == f->motion->M ? 0 : 8 * DBL_EPSILON * (fabs(own) + fabs(rubbed)) + DBL_MIN;
    return f->row[j].sign * (own - rubbed);
}

static double curvature_error(const Forms *f) {
    double size = 0;
    for (int i = 0; i < f->motion->contacts; i++) {
        const SmallContact *c = &f->motion->contact[i];
        size = fmax(size,
                    fabs(c->curvature) * fmax(fabs(c->reaction[0]), fabs(c->reaction[1])) * (1 + c->mu));
    }
    return 16 * DBL_EPSILON * size;
}

static bool is_bare(const Forms *f, int i) {
    for (int j = 0; j < f->count; j++) {
        double error;
        if (at_once_entry(f, f->motion->M, i, j, &error) != 0 || error != 0) return false;
        if (at_once_entry(f, f->motion->M, j, i, &error) != 0 || error != 0) return false;
    }
    return true;
}

static JudderErr at_once_prove(Forms *f, bool *proved) {
    const size_t m = (size_t)f->count;
    const double curved = curvature_error(f);
    /* Where damping is not proportional it is what acts on a row without mass. */
    const bool damped = small_damping(f->motion) == DAMPING_GENERAL;
    for (int i = 0; i < f->count; i++) f->bare[i] = !damped && is_bare(f, i);
    for (int i = 0; i < f->count; i++)
        for (int j = 0; j < f->count; j++) {
            double above, below, *to = &f->Q[(size_t)i * m + (size_t)j],
                                 *radius = &f->Q_D[(size_t)i * m + (size_t)j];
            const double *A = f->bare[i] ? f->K : f->motion->M;
            *to = *radius = 0;
            if (f->bare[i] != f->bare[j]) continue;
            *to = 0.5 * at_once_entry(f, A, i, j, &above) + 0.5 * at_once_entry(f, A, j, i, &below);
            *radius = above + below + (f->bare[i] ? curved : 0) + DBL_EPSILON * fabs(*to);
        }
    return symmetric_proves_definite(f->count, f->Q, f->Q_D, proved);
}

/* The rows of all that moves if every contact slips; grazing ones in one of three ways, base 3 of `way`. */
static void list_rows(Forms *f, const double *mu, int way) {
    const SmallMotion *motion = f->motion;
    f->count = 0;
    for (int dof = 0; dof < motion->n; dof++) {
        bool taken = false;
        for (int i = 0; i < motion->contacts && !taken; i++)
            taken = motion->contact[i].state != SMALL_CONTACT_OPEN &&
                    (motion->contact[i].normal == dof || motion->contact[i].tangent == dof);
        if (!taken) f->row[f->count++] = (Row){dof, -1, 1, 0};
    }
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        const bool grazes = c->state == SMALL_CONTACT_GRAZING;
        if (c->state != SMALL_CONTACT_SLIP && !grazes) continue;
        if (grazes && way % 3 == 0) {
            f->row[f->count++] = (Row){c->normal, -1, 1, 0};
            f->row[f->count++] = (Row){c->tangent, -1, 1, 0};
        } else {
            const int sign = !grazes ? c->direction : way % 3 == 1 ? 1 : -1;
            f->row[f->count++] = (Row){c->tangent, c->normal, sign, mu[i]};
        }
        if (grazes) way /= 3;
    }
}

/* Whether no dof that may move lacks a mass, and no row of a slip loses all of it to friction. */
static bool all_have_mass(const Forms *f) {
    for (int i = 0; i < f->count; i++) {
        double error, most = 0;
        const size_t own = (size_t)f->row[i].own;
        if (!(f->motion->M[own * (size_t)f->motion->n + own] > 0)) return false;
        for (int j = 0; j < f->count; j++)
            most = fmax(most, fabs(at_once_entry(f, f->motion->M, i, j, &error)) - error);
        if (!(most > 0)) return false;
    }
    return true;
}

static JudderErr go_through(Forms *f, const double *mu, int ways, bool counted, bool *excluded) {
    *excluded = true;
    for (int way = 0; way < ways && *excluded; way++) {
        list_rows(f, mu, way);
        if (f->count == 0 || (counted && all_have_mass(f))) continue;
        TRY(at_once_prove(f, excluded));
    }
    return JUDDER_OK;
}

JudderErr at_once_excluded(const SmallMotion *motion, const double *mu, bool counted, bool *excluded) {
    const size_t n = (size_t)motion->n;
    int ways = 1, grazing = 0;
    for (int i = 0; i < motion->contacts; i++) grazing += motion->contact[i].state == SMALL_CONTACT_GRAZING;
    *excluded = false;
    if (grazing > GRAZING_MOST) return JUDDER_OK;
    for (int i = 0; i < grazing; i++) ways *= 3;
    SCOPED_FREE double *K = malloc(3 * n * n * sizeof *K);
    Forms f = {.motion = motion, .K = K, .row = calloc(n, sizeof *f.row), .bare = calloc(n, sizeof *f.bare)};
    JudderErr err = K && f.row && f.bare ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        small_motion_stiffness(motion, K);
        f.Q = K + n * n;
        f.Q_D = f.Q + n * n;
        err = go_through(&f, mu, ways, counted, excluded);
    }
    free(f.row);
    free(f.bare);
    return err;
}
