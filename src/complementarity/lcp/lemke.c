/* Lemke's method as a solver: path, solution on the set found, and, after a ray, the question whether the
 * problem has any x >= 0 with M x + q >= 0. */
#include "complementarity/lcp/lemke.h"

#include "complementarity/lcp/scaled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Default limit of pivots: the path can be of exponential length, for n <= 12 all of it fits. */
static long pivot_limit(const LcpLimits *limits, int n) {
    if (limits && limits->iterations > 0) return limits->iterations;
    return 20000 + 100 * (long)n;
}

/* The optimality conditions of min z, (M e)(x, z) + q >= 0, x, z >= 0, with multipliers y:
 *   0 <= (x, z) _|_ c - (M e)' y >= 0,  0 <= y _|_ (M e)(x, z) + q >= 0,  c = (0, ..., 0, 1). */
static void program_fill(const Lcp *lcp, double *M, double *q) {
    const long n = lcp->n, order = 2 * n + 1;
    memset(M, 0, (size_t)(order * order) * sizeof *M);
    memset(q, 0, (size_t)order * sizeof *q);
    q[n] = 1;
    for (long i = 0; i < n; i++) {
        const long y = n + 1 + i;
        q[y] = lcp->q[i];
        for (long j = 0; j <= n; j++) {
            const double a = j == n ? 1 : lcp->M[i * n + j];
            M[y * order + j] = a;
            M[j * order + y] = -a;
        }
    }
}

static JudderErr program_solve(const Lcp *lcp, long most, double *numbers, bool *set, double *y) {
    const size_t order = 2 * (size_t)lcp->n + 1;
    double *M = numbers, *q = M + order * order, *x = q + order, *ray = x + order;
    program_fill(lcp, M, q);
    const Lcp program = {.n = (int)order, .M = M, .q = q};
    LemkePath path = {.set = set, .ray = ray};
    TRY(lemke_follow(&program, most, &path));
    memset(y, 0, (size_t)lcp->n * sizeof *y);
    if (path.outcome != LCP_SOLVED) return JUDDER_OK;
    bool singular;
    TRY(lcp_solve_on_set(&program, set, x, &singular));
    for (int i = 0; i < lcp->n && !singular; i++) y[i] = fmax(0, x[lcp->n + 1 + i]);
    return JUDDER_OK;
}

JudderErr farkas_find(const Lcp *lcp, long most, double *y, bool *found) {
    const size_t order = 2 * (size_t)lcp->n + 1;
    double *numbers = malloc((order * order + 3 * order) * sizeof *numbers);
    bool *set = malloc(order * sizeof *set);
    const JudderErr err = numbers && set ? program_solve(lcp, most, numbers, set, y) : error_memory();
    free(numbers);
    free(set);
    *found = err == JUDDER_OK && lcp_none_holds(lcp, y);
    return err;
}

typedef struct Room {
    bool *set;
    double *inner, *ray, *y;
} Room;

/* Farkas' proof in the scaled problem becomes y_i = R_i y'_i, a ray u = C u'. */
static JudderErr end_on_ray(const Lcp *lcp, const ScaledLcp *scaled, long most, const Room *room,
                            LcpOutcome *outcome) {
    bool found;
    TRY(farkas_find(&scaled->lcp, most, room->y, &found));
    for (int i = 0; i < lcp->n; i++) {
        room->y[i] = ldexp(room->y[i], scaled->row[i]);
        room->ray[i] = ldexp(room->ray[i], scaled->column[i]);
    }
    if (found && lcp_none_holds(lcp, room->y))
        *outcome = LCP_NONE;
    else if (lcp_ray_holds(lcp, room->ray))
        *outcome = LCP_RAY;
    return JUDDER_OK;
}

static JudderErr solve_scaled(const Lcp *lcp, const ScaledLcp *scaled, long most, const Room *room,
                              LcpReport *report) {
    LemkePath path = {.set = room->set, .ray = room->ray};
    TRY(lemke_follow(&scaled->lcp, most, &path));
    report->iterations = path.pivots;
    report->outcome = LCP_LIMIT;
    memset(room->inner, 0, (size_t)lcp->n * sizeof *room->inner);
    if (path.outcome == LCP_RAY) return end_on_ray(lcp, scaled, most, room, &report->outcome);
    if (path.pivots == 0 && path.outcome == LCP_SOLVED) return JUDDER_OK; /* q >= 0: x = 0 */
    return lcp_polish_on_set(&scaled->lcp, room->set, room->inner);
}

static JudderErr solve(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof, LcpReport *report) {
    ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    const size_t n = (size_t)lcp->n;
    const Room room = {.set = calloc(n, sizeof(bool)),
                       .inner = calloc(n, sizeof(double)),
                       .ray = calloc(n, sizeof(double)),
                       .y = calloc(n, sizeof(double))};
    const bool enough = room.set && room.inner && room.ray && room.y;
    const JudderErr err = enough ? solve_scaled(lcp, scaled, pivot_limit(limits, lcp->n), &room, report)
                                 : error_memory();
    if (err == JUDDER_OK) {
        scaled_back(scaled, room.inner, x);
        const LcpOutcome reached = report->outcome;
        lcp_report_end(lcp, limits, x, reached, report);
        if (reached != LCP_LIMIT) report->outcome = reached;
        if (proof && reached == LCP_NONE) memcpy(proof, room.y, n * sizeof *proof);
        if (proof && reached == LCP_RAY) memcpy(proof, room.ray, n * sizeof *proof);
    }
    free(room.set);
    free(room.inner);
    free(room.ray);
    free(room.y);
    scaled_destroy(&scaled);
    return err;
}

const LcpSolver lcp_lemke = {.name = "lemke", .reference = "ST-10", .solve = solve};
