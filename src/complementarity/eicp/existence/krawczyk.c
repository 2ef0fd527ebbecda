/* (PR-6) [krawczyk1969]. Unknowns (x_S, mu), F = (M_SS x, sum x - 1), J = [[M_SS, -B_SS x], [e', 0]], R ~
 * J^-1. For every member, F(x + h, mu + d) = F + J (h, d) - d B h, so that
 *
 *     |R F| + |I - R J| Y + |R| 2 |B| Y_x Y_mu < Y
 *
 * puts a zero of F into the box +-Y (Brouwer). It is a solution if x - Y > 0 on S and w >= 0 for the whole
 * box elsewhere.
 *
 * (PR-7). Nodes i at a corner, of which neither x_i nor w_i is known to be positive, join S with the row
 * min(x_i, w_i): what it changes by lies between the rows e_i and (M_i, -(B x)_i), so their hull is in J. */
#include "complementarity/eicp/existence/exists.h"

#include "base/array/room.h"
#include "base/dense.h"
#include "base/number/rounding.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12 };

typedef struct Krawczyk {
    const EicpProblem *problem;
    double mu;
    const double *x;
    int s, m; /* nodes of S; m = s + 1 */
    int *set;
    bool *corner;            /* of each node of the problem; NULL: none */
    double *J, *J_D, *R, *E; /* m by m */
    double *F, *F_D, *q, *Y, *Z, *curve;
} Krawczyk;

static JudderErr krawczyk_allocate(Krawczyk *k) {
    const size_t n = (size_t)k->problem->n;
    k->set = malloc((n + 1) * sizeof *k->set);
    REQUIRE(k->set, error_memory());
    for (int i = 0; i < k->problem->n; i++)
        if (k->x[i] > 0 || (k->corner && k->corner[i])) k->set[k->s++] = i;
    k->m = k->s + 1;
    const size_t m = (size_t)k->m;
    REQUIRE(ROOM_TAKE(ROOM(k->J, m * m), ROOM(k->J_D, m * m), ROOM(k->R, m * m), ROOM(k->E, m * m),
                      ROOM(k->F, m), ROOM(k->F_D, m), ROOM(k->q, m), ROOM(k->Y, m), ROOM(k->Z, m),
                      ROOM(k->curve, m)),
            error_memory());
    return JUDDER_OK;
}

static void krawczyk_release(Krawczyk *k) {
    free(k->set);
    free(k->J);
}

static double radius_of_B(const EicpProblem *problem, size_t at) {
    return problem->B_D ? problem->B_D[at] : 0;
}

/* M, its radius with rounding included, at a place of the problem. */
static double krawczyk_entry(const Krawczyk *k, size_t at, double *radius) {
    const double a = k->problem->A[at], b = k->mu * k->problem->B[at];
    *radius = 2 * DBL_EPSILON * (fabs(a) + fabs(b)) + eicp_radius(k->problem, k->mu, at) + DBL_MIN;
    return a - b;
}

/* Row a, of a node at a corner, becomes the hull of itself and e_a; F is at most |w| there. */
static void take_corner(Krawczyk *k, size_t a) {
    const size_t m = (size_t)k->m;
    for (size_t c = 0; c < m; c++) {
        double *J = &k->J[a * m + c], *J_D = &k->J_D[a * m + c];
        const double unit = c == a, low = fmin(unit, *J - *J_D), high = fmax(unit, *J + *J_D);
        *J = 0.5 * low + 0.5 * high;
        *J_D = (0.5 * high - 0.5 * low) * ROUNDING_UP + 4 * DBL_EPSILON * (fabs(low) + fabs(high)) + DBL_MIN;
    }
    k->F_D[a] = (fabs(k->F[a]) + k->F_D[a]) * ROUNDING_UP;
    k->F[a] = 0;
}

/* J and F with their radii. */
static void take_system(Krawczyk *k) {
    const size_t n = (size_t)k->problem->n, m = (size_t)k->m, s = (size_t)k->s;
    double sum = 0;
    for (size_t a = 0; a < s; a++) {
        double w = 0, w_size = 0, w_D = 0, b = 0, b_size = 0, b_D = 0;
        for (size_t c = 0; c < s; c++) {
            const size_t at = (size_t)k->set[a] * n + (size_t)k->set[c];
            const double x = k->x[k->set[c]], M = krawczyk_entry(k, at, &k->J_D[a * m + c]);
            k->J[a * m + c] = M;
            w += M * x;
            w_size += fabs(M) * x;
            w_D += k->J_D[a * m + c] * x;
            b += k->problem->B[at] * x;
            b_size += fabs(k->problem->B[at]) * x;
            b_D += radius_of_B(k->problem, at) * x;
        }
        k->F[a] = w;
        k->F_D[a] = (rounding_gamma((double)s + 4) * w_size + w_D) * ROUNDING_UP + DBL_MIN;
        k->J[a * m + s] = -b;
        k->J_D[a * m + s] = (rounding_gamma((double)s + 4) * b_size + b_D) * ROUNDING_UP + DBL_MIN;
        k->J[s * m + a] = 1;
        sum += k->x[k->set[a]];
        if (k->corner && k->corner[k->set[a]]) take_corner(k, a);
    }
    k->F[s] = sum - 1;
    k->F_D[s] = rounding_gamma((double)s + 4) * (sum + 1);
}

static JudderErr take_inverse(Krawczyk *k, bool *possible) {
    const size_t m = (size_t)k->m;
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    for (size_t i = 0; i < m; i++) /* of the transpose: solutions are rows of R */
        for (size_t j = 0; j < m; j++) k->E[i * m + j] = k->J[j * m + i];
    TRY(dense_factor_create(k->m, k->E, &factor, &singular));
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; i < m && !singular && err == JUDDER_OK; i++) {
        k->R[i * m + i] = 1;
        err = dense_factor_solve(factor, k->R + i * m);
        for (size_t j = 0; j < m; j++) singular = singular || !isfinite(k->R[i * m + j]);
    }
    *possible = !singular;
    return err;
}

/* E <- bounds of |I - R J|, q <- of |R F|. */
static void bound_step(Krawczyk *k) {
    const size_t m = (size_t)k->m;
    const double gamma = rounding_gamma((double)m + 4);
    double *size = k->Z;
    for (size_t i = 0; i < m; i++) {
        double *row = k->E + i * m, f = 0, f_size = 0, f_D = 0;
        memset(row, 0, m * sizeof *row);
        memset(size, 0, m * sizeof *size);
        for (size_t l = 0; l < m; l++) {
            const double r = k->R[i * m + l];
            for (size_t j = 0; j < m; j++) {
                row[j] -= r * k->J[l * m + j];
                size[j] += fabs(r) * (gamma * fabs(k->J[l * m + j]) + k->J_D[l * m + j]);
            }
            f += r * k->F[l];
            f_size += fabs(r * k->F[l]);
            f_D += fabs(r) * k->F_D[l];
        }
        row[i] += 1;
        size[i] += gamma;
        for (size_t j = 0; j < m; j++) row[j] = (fabs(row[j]) + size[j]) * ROUNDING_UP + DBL_MIN;
        k->q[i] = (fabs(f) + gamma * f_size + f_D) * ROUNDING_UP + DBL_MIN;
    }
}

/* Z <- q + E Y + |R| 2 |B| Y_x Y_mu; whether Z < Y. */
static bool maps_into(Krawczyk *k) {
    const size_t n = (size_t)k->problem->n, m = (size_t)k->m, s = (size_t)k->s;
    bool inside = true;
    for (size_t a = 0; a < s; a++) {
        double sum = 0;
        for (size_t c = 0; c < s; c++) {
            const size_t at = (size_t)k->set[a] * n + (size_t)k->set[c];
            sum += (fabs(k->problem->B[at]) + radius_of_B(k->problem, at)) * k->Y[c];
        }
        k->curve[a] = 2 * sum * k->Y[s] * ROUNDING_UP + DBL_MIN;
    }
    for (size_t i = 0; i < m; i++) {
        double sum = k->q[i];
        for (size_t j = 0; j < m; j++) sum += k->E[i * m + j] * k->Y[j];
        for (size_t a = 0; a < s; a++) sum += fabs(k->R[i * m + a]) * k->curve[a];
        k->Z[i] = sum * ROUNDING_UP + DBL_MIN;
        inside = inside && k->Z[i] < k->Y[i];
    }
    return inside;
}

/* Whether an entry of M is exactly zero for every mu. */
static bool is_zero(const EicpProblem *problem, size_t at) {
    return problem->A[at] == 0 && problem->B[at] == 0 &&
           !(problem->A_D && (problem->A_D[at] > 0 || problem->B_D[at] > 0));
}

/* w_i >= 0 for every x and mu of the box. */
static bool krawczyk_sticks(const Krawczyk *k, int i) {
    const size_t n = (size_t)k->problem->n, s = (size_t)k->s;
    double w = 0, off = 0;
    bool zero = true;
    for (size_t c = 0; c < s; c++) {
        const size_t at = (size_t)i * n + (size_t)k->set[c];
        if (is_zero(k->problem, at)) continue;
        zero = false;
        double radius;
        const double x = k->x[k->set[c]], M = krawczyk_entry(k, at, &radius);
        const double b = fabs(k->problem->B[at]) + radius_of_B(k->problem, at);
        w += M * x;
        off += (rounding_gamma((double)s + 4) * fabs(M) + radius) * x + (fabs(M) + radius) * k->Y[c] +
               b * (x + k->Y[c]) * k->Y[s];
    }
    return zero || w - off * ROUNDING_UP - DBL_MIN > 0;
}

static bool signs_hold(const Krawczyk *k) {
    for (int a = 0; a < k->s; a++)
        if (!(k->corner && k->corner[k->set[a]]) && !(k->x[k->set[a]] > k->Y[a])) return false;
    for (int i = 0, a = 0; i < k->problem->n; i++) {
        if (a < k->s && k->set[a] == i)
            a++;
        else if (!krawczyk_sticks(k, i))
            return false;
    }
    return true;
}

static JudderErr krawczyk_run(Krawczyk *k, double *high) {
    bool possible = false, inside = false;
    take_system(k);
    TRY(take_inverse(k, &possible));
    if (!possible) return JUDDER_OK;
    bound_step(k);
    for (int i = 0; i < k->m; i++) k->Y[i] = 1.5 * k->q[i] + DBL_MIN;
    for (int round = 0; round < ROUNDS && !inside; round++) {
        inside = maps_into(k);
        for (int i = 0; i < k->m && !inside; i++) k->Y[i] = 1.3 * k->Z[i];
    }
    const double end = k->mu + k->Y[k->s], start = k->mu - k->Y[k->s];
    /* The solution must lie in the interval that is asked about: the whole box does. */
    if (inside && signs_hold(k) && start - 4 * DBL_EPSILON * fabs(start) >= k->problem->from)
        *high = end + 4 * DBL_EPSILON * fabs(end);
    return JUDDER_OK;
}

/* With these nodes at corners; NULL: none. */
static JudderErr try_box(const EicpProblem *problem, double mu, const double *x, bool *corner, double *high) {
    SCOPED(krawczyk_release) Krawczyk krawczyk = {.problem = problem, .mu = mu, .x = x, .corner = corner};
    TRY(krawczyk_allocate(&krawczyk));
    if (krawczyk.s > 0) TRY(krawczyk_run(&krawczyk, high));
    return JUDDER_OK;
}

/* The nodes that stick, but hardly; whether there are any. */
static bool find_corners(const EicpProblem *problem, double mu, const double *x, bool *corner) {
    const size_t n = (size_t)problem->n;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        double w = 0, size = 0;
        for (size_t j = 0; j < n; j++) {
            const double M = problem->A[i * n + j] - mu * problem->B[i * n + j];
            w += M * x[j];
            size += (fabs(problem->A[i * n + j]) + fabs(mu * problem->B[i * n + j])) * x[j];
        }
        corner[i] = x[i] == 0 && size > 0 && fabs(w) <= 1e-6 * size;
        any = any || corner[i];
    }
    return any;
}

JudderErr eicp_box_exists(const EicpProblem *problem, double mu, const double *x, double *high) {
    *high = NAN;
    TRY(try_box(problem, mu, x, NULL, high));
    if (!isnan(*high)) return JUDDER_OK;
    SCOPED_FREE bool *corner = malloc((size_t)problem->n * sizeof *corner);
    REQUIRE(corner, error_memory());
    return find_corners(problem, mu, x, corner) ? try_box(problem, mu, x, corner, high) : JUDDER_OK;
}
