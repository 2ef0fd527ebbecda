#include "contact_solver/newton.h"

#include <math.h>

int states_met(StatesSeen *seen, const void *states, size_t bytes) {
    uint64_t hash = 0xcbf29ce484222325u;
    int met = 0;
    for (size_t k = 0; k < bytes; k++) hash = (hash ^ ((const unsigned char *)states)[k]) * 0x100000001b3u;
    for (int k = 0; k < seen->count; k++) met += seen->hash[k] == hash;
    seen->hash[seen->count++] = hash;
    return met;
}

/* Whether the states were met before, by factors that are not to blame. */
static bool newton_cycles(const NewtonRun *run, bool changed, StatesSeen *seen) {
    if (run->damped || !(run->straight || changed)) return false;
    if (states_met(seen, run->states, run->bytes) <= (run->straight ? 0 : 1)) return false;
    return !(run->method->renew && run->method->renew(run->of));
}

static JudderErr newton_advance(const NewtonRun *run, double part, NewtonLeft *left) {
    if (!run->damped) return run->method->advance(run->of, part, left);
    double best = INFINITY, best_part = 1;
    for (part = 1; part > 0.05; part /= 2) {
        TRY(run->method->advance(run->of, part, left));
        if (!(left->residual < best)) continue;
        best = left->residual;
        best_part = part;
    }
    return run->method->advance(run->of, best_part, left);
}

/* How precisely the next linear system is worth solving: as Newton converges, quadratically
 * [eisenstat1996], but never beyond what is wanted in the end. */
static double newton_precision(const NewtonMethod *method, double residual, double before) {
    const double ratio = residual / before, quick = fmin(0.9 * ratio * ratio, NEWTON_ROUGH);
    return fmax(fmax(quick, 0.3 * method->done / residual), NEWTON_FINE);
}

/* Whether what is left is little enough: now, or because it falls no more. */
static bool newton_ends(const NewtonRun *run, const NewtonLeft *left, double best) {
    const NewtonMethod *method = run->method;
    if (left->changed) return false;
    if (left->residual <= method->done) return true;
    if (!(left->residual > method->slow * best)) return false;
    return !(method->chord && method->renew(run->of)) && left->residual <= method->enough;
}

JudderErr newton_run(const NewtonRun *run, NewtonReport *report) {
    const NewtonMethod *method = run->method;
    StatesSeen seen = {0};
    NewtonLeft left = {.residual = run->residual};
    double best = INFINITY, tolerance = NEWTON_ROUGH;
    int idle = 0; /* iterations that brought nothing */
    *report = (NewtonReport){.outcome = NEWTON_LIMIT, .residual = run->residual};
    for (int k = 0; k < (run->most ? run->most : NEWTON_MOST) && report->outcome == NEWTON_LIMIT; k++) {
        const double before = left.residual;
        bool failed;
        method->linearise(run->of, k == 0);
        if (newton_cycles(run, left.changed, &seen)) {
            report->outcome = best <= method->enough ? NEWTON_SOLVED : NEWTON_CYCLED;
            break;
        }
        TRY(method->solve(run->of, tolerance, &failed));
        report->iterations++;
        report->outcome = failed ? NEWTON_SINGULAR : NEWTON_LIMIT;
        if (failed) break;
        TRY(newton_advance(run, method->patience && idle >= method->patience ? 0.5 : 1, &left));
        report->residual = left.residual;
        if (!isfinite(left.residual)) report->outcome = NEWTON_SINGULAR;
        if (newton_ends(run, &left, best)) report->outcome = NEWTON_SOLVED;
        tolerance = newton_precision(method, left.residual, before);
        idle = left.residual < best ? 0 : idle + 1;
        best = left.changed ? INFINITY : fmin(best, left.residual);
    }
    return JUDDER_OK;
}
