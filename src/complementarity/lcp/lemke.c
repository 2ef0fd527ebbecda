/* Lemke's method [cottle1968] as a solver: path, solution on the set found, and, after a ray, the question
 * whether the problem has any x >= 0 with M x + q >= 0. */
#include "complementarity/lcp/lemke.h"

#include "base/array/room.h"

#include "complementarity/lcp/scaled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPAIRS = 40 }; /* sets looked at after a path that ended beside the solution */

/* Default limit of pivots: the path can be of exponential length, for n <= 12 all of it fits. */
static long pivot_limit(const LcpLimits *limits, int n) {
    if (limits && limits->iterations > 0) return limits->iterations;
    return 20000 + 100 * (long)n;
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
    else if (lcp_whole_multiple(lcp->n, room->ray, room->y) && lcp_ray_holds(lcp, room->y)) {
        memcpy(room->ray, room->y, (size_t)lcp->n * sizeof *room->ray);
        *outcome = LCP_RAY;
    }
    return JUDDER_OK;
}

/* A path that took rounding for a tie ends beside the solution: a few exchanges lead there. */
static JudderErr end_on_set(const Lcp *lcp, double tolerance, long repairs, const Room *room) {
    double residual;
    TRY(lcp_polish_on_set(lcp, room->set, room->inner, &residual));
    if (residual <= tolerance || repairs == 0) return JUDDER_OK;
    long steps;
    return lcp_pivot_from(lcp, repairs, room->set, room->inner, &steps);
}

static JudderErr solve_scaled(const Lcp *lcp, const ScaledLcp *scaled, const LcpLimits *limits,
                              const Room *room, LcpReport *report) {
    const long most = pivot_limit(limits, lcp->n);
    LemkePath path = {.set = room->set, .ray = room->ray};
    TRY(lemke_follow(&scaled->lcp, most, &path));
    report->iterations = path.pivots;
    report->outcome = LCP_LIMIT;
    memset(room->inner, 0, (size_t)lcp->n * sizeof *room->inner);
    if (path.outcome == LCP_RAY) return end_on_ray(lcp, scaled, most, room, &report->outcome);
    if (path.pivots == 0 && path.outcome == LCP_SOLVED) return JUDDER_OK; /* q >= 0: x = 0 */
    return end_on_set(&scaled->lcp, lcp_tolerance(limits), path.outcome == LCP_SOLVED ? REPAIRS : 0, room);
}

static JudderErr lemke_solve(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof,
                             LcpReport *report) {
    ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    const size_t n = (size_t)lcp->n;
    Room room;
    const bool enough = ROOM_TAKE(ROOM(room.set, n), ROOM(room.inner, n), ROOM(room.ray, n), ROOM(room.y, n));
    const JudderErr err = enough ? solve_scaled(lcp, scaled, limits, &room, report) : error_memory();
    if (err == JUDDER_OK) {
        scaled_back(scaled, room.inner, x);
        const LcpOutcome reached = report->outcome;
        lcp_report_end(lcp, limits, x, reached, report);
        if (reached != LCP_LIMIT) report->outcome = reached;
        if (proof && reached == LCP_NONE) memcpy(proof, room.y, n * sizeof *proof);
        if (proof && reached == LCP_RAY) memcpy(proof, room.ray, n * sizeof *proof);
    }
    free(room.set);
    scaled_destroy(&scaled);
    return err;
}

const LcpSolver lcp_lemke = {.name = "lemke", .reference = "ST-10", .solve = lemke_solve};
