/* Pressing to a force on the whole body: in every step that motion d of the plate is sought for which the
 * increment from the end of the step before ends with a resultant R(d) = target, by secants kept inside of
 * what is known to be too short and too long. */
#include "fe/path/whole_walk.h"
#include "fe/start.h"

#include <math.h>

enum { MOST_TRIALS = 60 };
static const double DONE = 1e-10; /* of the force */

/* A motion from the base and by how much its resultant is over the target. */
typedef struct Point {
    double d, over;
} Point;

typedef struct Press {
    Walk walk;
    const FePathPress *of;
    double now;   /* resultant at the base */
    double guess; /* first motion to try */
    FeWholeReport step;
} Press;

/* The resultant with the plate moved by d from the base. */
static PetscErrorCode try_motion(Press *press, double d, double *resultant) {
    FePath *p = press->walk.path;
    PetscFunctionBeginUser;
    PetscCall(VecWAXPY(press->walk.given, d, press->of->unit, p->given));
    PetscCall(walk_try(&press->walk, &press->step));
    if (press->step.outcome == CONDENSED_SOLVED)
        PetscCall(fe_path_whole_resultant(p, press->of->load, (FeLoad){press->walk.force, press->walk.given},
                                          resultant));
    PetscFunctionReturn(0);
}

/* Where a secant leads, if it is between the bounds; d counts along the way that is pressed. */
static double next_motion(Point before, Point last, double low, double high) {
    const double d = last.d - last.over * (last.d - before.d) / (last.over - before.over);
    if (d > low && d < high) return fmin(d, 8 * last.d);
    return isfinite(high) ? low + (high - low) / 2 : 2 * last.d;
}

/* Seeks the motion of one step; *found: it was, and the increment waits to be taken. */
static PetscErrorCode seek(Press *press, double target, double *d, bool *found) {
    const double way = target > press->now ? 1 : -1, most = press->of->most;
    double low = 0, high = INFINITY, resultant = 0;
    Point before = {0, way * (press->now - target)}, last = {press->guess, 0};
    PetscFunctionBeginUser;
    *found = false;
    PetscCall(
        fe_whole_predict(press->walk.path->whole, press->walk.last > 0 ? last.d / press->walk.last : 0));
    for (int k = 0; k < MOST_TRIALS && last.d <= most; k++) {
        PetscCall(try_motion(press, way * last.d, &resultant));
        if (press->step.outcome != CONDENSED_SOLVED) {
            if (last.d < 1e-12 * most) break;
            high = last.d;
            last.d = low + (high - low) / 8;
            continue;
        }
        last.over = way * (resultant - target);
        *found = fabs(last.over) <= DONE * press->of->load->force;
        if (*found) break;
        if (last.over < 0)
            low = fmax(low, last.d);
        else
            high = fmin(high, last.d);
        const Point next = {next_motion(before, last, low, high), 0};
        PetscCall(fe_whole_stretch(press->walk.path->whole, next.d / last.d));
        before = last;
        last = next;
    }
    *d = way * last.d;
    press->now = resultant;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_whole_press(FePath *path, const CondensedWatch *watch, const FePathPress *of,
                                   CondensedPathReport *report) {
    FePathPlace *place = &path->place;
    Press press = {.of = of, .guess = path->stride > 0 ? path->stride : 1e-4 * of->most};
    const double steps = of->load->steps, begun = place->resultant;
    double d;
    bool yes = true, found = true;
    PetscFunctionBeginUser;
    PetscCall(walk_begin(path, watch, report, &press.walk));
    PetscCall(VecCopy(path->force, press.walk.force));
    PetscCall(fe_path_whole_resultant(path, of->load, (FeLoad){path->force, path->given}, &press.now));
    press.walk.last = path->stride;
    while (place->done < of->end && found) {
        const double part = (place->done + 1) / steps;
        PetscCall(walk_goes_on(&press.walk, &yes));
        if (!yes) break;
        PetscCall(seek(&press, begun + (of->load->force - begun) * part, &d, &found));
        report->outcome = found ? CONDENSED_SOLVED : press.step.outcome;
        if (!found) break;
        PetscCall(walk_accept(&press.walk, part, &press.step));
        place->moved += d;
        place->done++;
        PetscCall(VecWAXPY(path->given, place->moved, of->unit, path->given_0));
        press.guess = press.walk.last = path->stride = fabs(d);
        PetscCall(walk_show(&press.walk, place->done));
    }
    report->reached = place->done / steps;
    report->goal_reached = place->done == of->load->steps;
    PetscCall(walk_end(&press.walk, report->goal_reached));
    PetscFunctionReturn(0);
}
