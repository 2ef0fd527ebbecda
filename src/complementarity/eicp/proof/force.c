/* EICP_FORCE. Node j slips with x_j = 1, F are the free nodes, z = x_F - x0, g = M_FF x0 + M_Fj, w_F = M_FF
 * z + g. Since x_i w_i = 0 and x0, w, x, d >= 0,
 *
 *   z'D M_FF z = z'D w - z'D g <= sum d_i e_i |z_i|,   e_i = |g_i| where x0_i > 0, max(0, -g_i) elsewhere.
 *
 * If sym(D M_FF) - share diag(p) is positive definite, p the diagonal of D M at the middle, then
 * |z_i| <= rho/sqrt(p_i) with rho = sqrt(sum d_i^2 e_i^2/p_i)/share: a node with x0_i above that slips, a
 * node with w_i > 0 for all such z sticks. g is affine in mu, so the ends bound e. (ST-13) */
#include "complementarity/eicp/proof/box.h"

#include "base/symmetric.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Force {
    const EicpProblem *problem;
    const EicpBox *box;
    int j, k;
    int *node;
    const double *d, *x0;
    double share;
    double *Q, *radius, *p;
    double *excess, *lowest; /* e, and the lowest g */
} Force;

/* An entry of M; size times rounding, and E, say how far it may be from the true one. */
typedef struct Entry {
    double value, size, E;
} Entry;

static Entry force_entry(const Force *force, double mu, int i, int j) {
    const size_t at = (size_t)i * (size_t)force->problem->n + (size_t)j;
    const double a = force->problem->A[at], b = mu * force->problem->B[at];
    return (Entry){a - b, fabs(a) + fabs(b), eicp_radius(force->problem, mu, at)};
}

static JudderErr definite_at(const Force *force, double mu, bool *yes) {
    const size_t k = (size_t)force->k;
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++) {
            const int i = force->node[a], j = force->node[b];
            const double d_i = force->d[i], d_j = force->d[j];
            const Entry m = force_entry(force, mu, i, j), t = force_entry(force, mu, j, i);
            const double shift = a == b ? force->share * force->p[a] : 0;
            force->Q[a * k + b] = 0.5 * (d_i * m.value + d_j * t.value) - shift;
            force->radius[a * k + b] = 8 * DBL_EPSILON * (d_i * m.size + d_j * t.size + shift) +
                                       (d_i * m.E + d_j * t.E) + DBL_MIN;
        }
    return symmetric_proves_definite(force->k, force->Q, force->radius, yes);
}

/* g at mu into excess and lowest, rounding outwards. */
static void bound_load(Force *force, double mu) {
    for (int a = 0; a < force->k; a++) {
        const int i = force->node[a];
        const Entry own = force_entry(force, mu, i, force->j);
        double size = own.size, E = own.E, g = own.value;
        for (int b = 0; b < force->k; b++) {
            const Entry m = force_entry(force, mu, i, force->node[b]);
            const double x0 = force->x0[force->node[b]];
            g += m.value * x0;
            size += m.size * x0;
            E += m.E * x0;
        }
        const double rounding = (force->k + 8) * DBL_EPSILON * size + E * (1 + 1e-9) + DBL_MIN;
        double e = force->x0[i] > 0 ? fabs(g) + rounding : fmax(0, rounding - g);
        if (!isfinite(g) || !isfinite(rounding)) e = INFINITY; /* no bound, so that nothing is forced */
        force->excess[a] = fmax(force->excess[a], e);
        force->lowest[a] = fmin(force->lowest[a], g - rounding);
    }
}

/* Upper bound of |sum_j M_ij z_j| over the ball at mu, divided by rho. */
static double row_length(const Force *force, double mu, int i) {
    double sum = 0;
    for (int b = 0; b < force->k; b++) {
        const Entry at = force_entry(force, mu, i, force->node[b]);
        const double m = fabs(at.value) + 2 * DBL_EPSILON * at.size + at.E;
        sum += m * m / force->p[b];
    }
    return sqrt(sum) * (1 + (force->k + 8) * DBL_EPSILON);
}

static int change_sides(const Force *force, EicpSide *side) {
    double sum = 0;
    int forced = 0;
    for (int a = 0; a < force->k; a++) {
        const double part = force->d[force->node[a]] * force->excess[a];
        sum += part * part / force->p[a];
    }
    const double rho = sqrt(sum) / force->share * (1 + (force->k + 16) * DBL_EPSILON);
    for (int a = 0; a < force->k; a++) {
        const int i = force->node[a];
        const double room = rho / sqrt(force->p[a]) * (1 + 8 * DBL_EPSILON);
        const double length = fmax(row_length(force, force->box->lo, i),
                                   row_length(force, force->box->hi, i));
        if (force->x0[i] > room)
            side[i] = EICP_SLIPS;
        else if (force->x0[i] == 0 && force->lowest[a] > rho * length * (1 + 8 * DBL_EPSILON))
            side[i] = EICP_STICKS;
        forced += side[i] != EICP_FREE;
    }
    return forced;
}

static JudderErr force_check(Force *force, EicpSide *side, int *forced) {
    for (int a = 0; a < force->k; a++) {
        const int i = force->node[a];
        force->p[a] = force->d[i] * force_entry(force, eicp_box_middle(force->box), i, i).value;
        force->lowest[a] = INFINITY;
        force->excess[a] = 0;
        if (!(force->d[i] > 0) || !(force->x0[i] >= 0) || !isfinite(force->x0[i]) || !isfinite(force->p[a]) ||
            !(force->p[a] > DBL_MIN))
            return JUDDER_OK;
    }
    bool low = false, high = false;
    TRY(definite_at(force, force->box->lo, &low));
    if (low) TRY(definite_at(force, force->box->hi, &high));
    if (!low || !high) return JUDDER_OK;
    bound_load(force, force->box->lo);
    bound_load(force, force->box->hi);
    *forced = change_sides(force, side);
    return JUDDER_OK;
}

JudderErr eicp_force(const EicpProblem *problem, EicpBox *box, const double *d_x0_share, int *forced) {
    const size_t n = (size_t)problem->n;
    Force force = {.problem = problem, .box = box, .j = -1, .d = d_x0_share, .x0 = d_x0_share + n};
    int slipping = 0;
    *forced = -1;
    force.share = d_x0_share[2 * n];
    for (int i = 0; i < problem->n; i++)
        if (box->side[i] == EICP_SLIPS) {
            force.j = i;
            slipping++;
        }
    if (slipping != 1 || isinf(box->hi) || !(force.share > 0) || !isfinite(force.share)) return JUDDER_OK;
    force.node = malloc(n * sizeof(int));
    force.Q = malloc((2 * n * n + 3 * n) * sizeof(double));
    JudderErr err = force.node && force.Q ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        force.radius = force.Q + n * n;
        force.p = force.radius + n * n;
        force.excess = force.p + n;
        force.lowest = force.excess + n;
        for (int i = 0; i < problem->n; i++)
            if (box->side[i] == EICP_FREE) force.node[force.k++] = i;
        if (force.k > 0) err = force_check(&force, box->side, forced);
    }
    free(force.node);
    free(force.Q);
    return err;
}
