#include "stability/stable/stable.h"

#include "stability/stable/cover.h"

#include "complementarity/eicp.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static const double default_seconds = 10;

/* Places of a search whose time nobody has chosen: the answer then does not depend on the machine, unless a
 * body is so large that its time comes first. */
static int usual_places(int n) {
    return 24 + 600 / (n > 0 ? n : 1);
}

/* How near low is to come to where something is known to begin. */
static const double NEAR = 1e-6;

/* Beyond any friction: where no end is given and nothing is known to grow, low need not come further. */
static const double FAR = 100;

/* Where only a proof is wanted: an interval that was halved so often will not give one. */
enum { HOPELESS = 10 };

/* The least mu of the complementarity problem of a place; infinite: none found. */
static JudderErr least_at(Cover *cover, const Place *place, double *mu) {
    const Eicp eicp = {cover->room.n, place->box.A, place->box.B};
    const double to = isfinite(cover->cap) ? 2 * cover->cap : INFINITY;
    const EicpSearch search = {
        .from = 0, .to = to, .uncertified = true, .seconds = fmax(cover->deadline - work_seconds(), 0.01)};
    EicpReport report;
    *mu = INFINITY;
    TRY(eicp_least(&eicp, &search, cover->slip, &report));
    if (report.outcome == EICP_FOUND) *mu = report.mu;
    return JUDDER_OK;
}

/* Where something grows at the least mu, near an interval that could not be excluded: by golden section. */
static JudderErr stable_descend(Cover *cover, const CoverInterval *worst, double *at, double *least) {
    const double part = 0.38196601125010515;
    double a = worst->from, c = worst->beyond, best = INFINITY;
    for (int step = 0; step < 24 && !cover_is_over(cover) && c - a > 1e-7 * c; step++) {
        const double x[2] = {a + part * (c - a), c - part * (c - a)};
        double mu[2];
        for (int k = 0; k < 2; k++) {
            const Place *place;
            TRY(cover_place(cover, worst->side, x[k], &place));
            if (!place->enclosed) return JUDDER_OK;
            TRY(least_at(cover, place, &mu[k]));
            if (mu[k] < best) best = mu[k], *at = x[k];
        }
        if (mu[0] < mu[1])
            c = x[1];
        else
            a = x[0];
    }
    *least = best;
    return JUDDER_OK;
}

/* A motion that grows like the place says, proved to exist at some mu up to *high (PR-6). */
static JudderErr prove_growth(Cover *cover, const Place *place, double mu, double *high) {
    const Eicp eicp = {cover->room.n, place->box.A, place->box.B};
    const EicpRadii radii = {place->box.A_D, place->box.B_D};
    const EicpSearch search = {.from = 0,
                               .to = mu * 1.01,
                               .radii = &radii,
                               .seconds = fmax(cover->deadline - work_seconds(), 0.01) / 2};
    EicpReport report;
    *high = NAN;
    TRY(eicp_least(&eicp, &search, cover->slip, &report));
    if (report.outcome == EICP_FOUND) *high = report.mu_high;
    return JUDDER_OK;
}

/* Looks for growth where the proof does not get on, and takes it as the upper end. */
static JudderErr seek_growth(Cover *cover, StableUpTo *found) {
    const CoverInterval *worst = cover_worst(cover);
    double at = NAN, mu = INFINITY, high = NAN;
    TRY(stable_descend(cover, worst, &at, &mu));
    if (!(mu < INFINITY) || !(at > 0)) return JUDDER_OK;
    if (!(found->grows_at <= mu)) found->grows_at = mu;
    const Place *place;
    TRY(cover_place(cover, worst->side, at, &place));
    if (place->enclosed) TRY(prove_growth(cover, place, mu, &high));
    if (!isnan(high) && !(found->high <= high)) {
        found->high = high;
        found->z = worst->side == COVER_Z ? at : 1 / at;
    }
    return JUDDER_OK;
}

/* Halves the worst interval until low has come to what is known to grow, or nothing helps any more. */
static JudderErr stable_refine(Cover *cover, bool low_only, StableUpTo *found) {
    bool sought = low_only;
    while (!cover_is_over(cover)) {
        const CoverInterval worst = *cover_worst(cover); /* a split moves the list */
        const double goal = fmin(isinf(cover->cap) ? FAR : cover->cap,
                                 isnan(found->high) ? INFINITY : found->high);
        if (worst.mu >= goal * (1 - NEAR)) break;
        if (low_only && worst.depth >= HOPELESS) break;
        bool split = false;
        /* Once the proof is stuck well below, something may grow there. */
        if (!sought && worst.depth >= 6) {
            sought = true;
            TRY(seek_growth(cover, found));
            continue;
        }
        TRY(cover_split(cover, &split));
        if (!split) {
            if (!sought) TRY(seek_growth(cover, found));
            break;
        }
        if (worst.depth > 24 && cover_worst(cover)->mu <= worst.mu) break;
    }
    return JUDDER_OK;
}

static JudderErr check_masses(const Pencil *pencil, StableUpTo *found) {
    bool proved = false;
    if (!pencil->enclose || !pencil->enclose_inverse || !pencil->mass_is_semidefinite) {
        found->reason = "the condensed matrices cannot be enclosed";
        return JUDDER_OK;
    }
    TRY(pencil->mass_is_semidefinite(pencil->context, &proved));
    if (!proved) found->reason = "the mass is not proved symmetric and positive semidefinite";
    return JUDDER_OK;
}

JudderErr stable_up_to(const Pencil *pencil, const StableSearch *search, StableUpTo *found) {
    *found = (StableUpTo){
        .low = NAN, .high = search->neutral, .z = NAN, .grows_at = NAN, .whole = true, .reason = ""};
    if (!isnan(search->neutral)) found->z = 0;
    TRY(check_masses(pencil, found));
    if (found->reason[0]) return JUDDER_OK;
    SCOPED(cover_destroy) Cover *cover = NULL;
    TRY(cover_create(pencil, &cover));
    cover->deadline = work_seconds() + (search->seconds > 0 ? search->seconds : default_seconds);
    cover->most = search->chosen ? INT_MAX : usual_places(pencil->n);
    cover->cap = fmin(search->up_to, isnan(search->neutral) ? INFINITY : search->neutral);
    Progress progress;
    progress_start(&progress, search->log, "stable up to", "");
    progress.quantity = "mu";
    cover->progress = &progress;
    JudderErr err = cover_begin(cover, &found->reason);
    if (err == JUDDER_OK && !found->reason[0]) err = stable_refine(cover, search->low_only, found);
    if (err == JUDDER_OK && !found->reason[0]) {
        const double low = cover_worst(cover)->mu;
        found->intervals = cover->count;
        found->whole = !cover_is_over(cover);
        if (low > 0)
            found->low = low;
        else
            found->reason = found->whole ? "no interval of mu could be excluded for all lambda at once"
                                         : "the time did not suffice";
    }
    progress_end(&progress);
    return err;
}
