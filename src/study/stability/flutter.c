/* Flutter of steady sliding: roots at one mu, merging pairs, the least mu within a band or with damping. */
#include "study/stability/stability.h"

#include "base/bytes.h"

#include <math.h>
#include <stdlib.h>

bool stability_has_band(const StabilityFlutter *flutter) {
    return flutter->from > 0 || isfinite(flutter->to);
}

static bool in_band(double omega, const FlutterSearch *search) {
    return omega >= search->from && omega <= search->to;
}

bool stability_flutter_lists(const FlutterSearch *search, const FlutterRoot *root) {
    return in_band(root->im, search) || (root->re > 0 && root->im == 0);
}

static bool report_roots(StudyRun *run, const FlutterRoots *roots, const FlutterSearch *search, long most) {
    bool good = true;
    for (int i = 0; i < roots->count && most > 0; i++) {
        const FlutterRoot *root = &roots->at[i];
        if (!stability_flutter_lists(search, root)) continue;
        Value *item = value_object();
        good = value_set(item, "re", value_number(root->re)) && good;
        good = value_set(item, "im", value_number(root->im)) && good;
        good = value_set(item, "residual", value_number(root->residual)) && good;
        good = stability_append(run, "flutter", item) && good;
        most--;
    }
    return good;
}

static void tell_roots(StudyRun *run, const FlutterRoots *roots, const FlutterSearch *search, double mu) {
    for (int i = 0; i < roots->count; i++) {
        const FlutterRoot *root = &roots->at[i];
        if (!(root->re > 1e-13 * root->im) || !(in_band(root->im, search) || root->im == 0)) continue;
        stability_tell(run, "sliding at mu = %g: %s grows like exp(%.9g t)%s", mu,
                       root->im > 0 ? "a vibration" : "a drift without vibration", root->re,
                       root->im > 0 ? " (flutter)" : " (divergence)");
        return;
    }
    stability_tell(run, "sliding at mu = %g: nothing grows", mu);
}

static bool report_merging(StudyRun *run, const MergingList *list) {
    bool good = true;
    for (int i = 0; i < list->count; i++) {
        const Merging *m = &list->at[i];
        const double pair[2] = {m->pair[0], m->pair[1]};
        Value *item = value_object();
        good = value_set(item, "pair", value_numbers(pair, 2)) && good;
        good = value_set(item, "mu", value_number(m->mu)) && good;
        good = value_set(item, "omega", value_number(m->omega)) && good;
        good = value_set(item, "until", value_number(m->until)) && good;
        good = stability_append(run, "merging", item) && good;
    }
    return good;
}

static bool report_interval(StudyRun *run, double from, double to) {
    Value *item = value_object();
    bool good = value_set(item, "from", value_number(from));
    good = value_set(item, "to", value_number(to)) && good;
    return stability_append(run, "unstable_mu", item) && good;
}

/* The least mu of a band, or with damping, and the angular frequency there. */
static bool report_least(StudyRun *run, double mu, double omega, double up_to) {
    bool good = value_set(run->values, "flutter_mu", value_number(mu));
    good = value_set(run->values, "flutter_frequency", value_number(isnan(mu) ? NAN : omega / (2 * M_PI))) &&
           good;
    if (isfinite(mu))
        stability_tell(run, "flutter from mu = %.9g on, at %.6g Hz", mu, omega / (2 * M_PI));
    else
        stability_tell(run, "no flutter up to mu = %g", up_to);
    return good;
}

/* Without damping the pairs tell everything; a least mu is one of a band. */
static JudderErr least_undamped(StudyRun *run, const FlutterAnswer *answer) {
    const MergingList *list = answer->merging;
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    if (!stability_has_band(p)) {
        stability_tell(
            run,
            "%d merging pair%s up to mu = %g; no flutter_mu, since without damping or a band from, "
            "to it would depend on how many modes the model has",
            list->count, list->count == 1 ? "" : "s", answer->search.up_to);
        return JUDDER_OK;
    }
    double least = NAN, omega = NAN;
    bool good = true;
    for (int i = 0; i < list->count; i++) {
        if (!in_band(list->at[i].omega, &answer->search)) continue;
        if (isnan(least)) least = list->at[i].mu, omega = list->at[i].omega;
        good = report_interval(run, list->at[i].mu, list->at[i].until) && good;
    }
    return report_least(run, least, omega, answer->search.up_to) && good ? JUDDER_OK : error_memory();
}

static JudderErr least_damped(StudyRun *run, const FlutterAnswer *answer) {
    const MuIntervals *found = answer->intervals;
    bool good = true;
    for (int i = 0; i < found->count; i++)
        good = report_interval(run, found->at[i].from, found->at[i].to) && good;
    const double least = found->count ? found->at[0].from : NAN,
                 omega = found->count ? found->at[0].omega : NAN;
    return report_least(run, least, omega, answer->search.up_to) && good ? JUDDER_OK : error_memory();
}

JudderErr stability_flutter_tell(StudyRun *run, const FlutterAnswer *answer) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    bool good = report_roots(run, answer->roots, &answer->search, p->count);
    tell_roots(run, answer->roots, &answer->search, answer->mu);
    good = value_set(run->values, "sliding_divergence_mu", value_number(answer->divergence)) && good;
    good = value_child_list(run->values, "unstable_mu") && good;
    good = value_set(run->values, "followed_to_mu",
                     value_number(answer->followed ? answer->search.up_to : NAN)) &&
           good;
    if (!answer->followed) return good ? JUDDER_OK : error_memory();
    good = report_merging(run, answer->merging) && good;
    REQUIRE(good, error_memory());
    TRY(answer->intervals ? least_damped(run, answer) : least_undamped(run, answer));
    if (isfinite(answer->divergence))
        stability_tell(run,
                       "from mu = %.9g on sliding drifts away without vibration (a divergence of sliding, no "
                       "flutter: flutter_mu does not count it)",
                       answer->divergence);
    return JUDDER_OK;
}

FlutterSearch stability_flutter_search(const StudyRun *run) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const bool alone = run->motions && run->motions->alone;
    return (FlutterSearch){.up_to = alone ? 0 : p->up_to_mu,
                           .from = 2 * M_PI * p->from,
                           .to = 2 * M_PI * p->to,
                           .lowest = (int)p->count,
                           .log = run->log};
}

/* With a band, the modes up to its end are those to be followed, however many there are. */
static JudderErr widen_to_band(const Sliding *sliding, FlutterSearch *search) {
    if (isinf(search->to)) return JUDDER_OK;
    Sliding still = *sliding;
    still.damped = false, still.proportional = true;
    still.mass_part = still.stiffness_part = 0;
    FlutterRoots roots;
    int below = 2;
    TRY(flutter_values(&still, 0, &roots));
    for (int i = 0; i < roots.count; i++) below += roots.at[i].im <= search->to;
    if (below > search->lowest) search->lowest = below;
    flutter_roots_release(&roots);
    return JUDDER_OK;
}

static JudderErr follow(StudyRun *run, const Sliding *sliding, FlutterAnswer *answer) {
    MergingList merging = {0};
    MuIntervals intervals = {0};
    answer->divergence = NAN;
    if (answer->search.up_to == 0) return stability_flutter_tell(run, answer);
    TRY(sliding_divergence(sliding, answer->search.up_to, &answer->divergence));
    TRY(widen_to_band(sliding, &answer->search));
    JudderErr err = flutter_merging(sliding, &answer->search, &merging);
    if (err == JUDDER_OK && sliding->damped) err = flutter_intervals(sliding, &answer->search, &intervals);
    answer->followed = true;
    answer->merging = &merging;
    answer->intervals = sliding->damped ? &intervals : NULL;
    if (!merging.whole || (sliding->damped && !intervals.whole)) run->outcome = STUDY_STOPPED;
    if (err == JUDDER_OK) err = stability_flutter_tell(run, answer);
    merging_release(&merging);
    intervals_release(&intervals);
    return err;
}

bool stability_keeps_motions(const StudyRun *run) {
    return run->motions && run->motions->dofs == 0;
}

/* Whether one of the motions that are kept grows or decays just as another one decays or grows. */
static bool mirrors_one(const MotionList *kept, const FlutterRoot *root) {
    for (int i = 0; i < kept->count; i++) {
        const double *lam = kept->lam + 2 * i, least = MOTIONS_ROUNDING * hypot(lam[0], lam[1]);
        if (fabs(lam[0]) > least && hypot(lam[0] + root->re, lam[1] - root->im) <= least) return true;
    }
    return false;
}

/* Which dofs move, and which of them slide. */
static uint64_t space_of(const Sliding *sliding) {
    const size_t size = (size_t)sliding->n * sizeof(int);
    const uint64_t sum = bytes_sum(BYTES_SUM_START, sliding->dof, size);
    return sliding->slide ? bytes_sum(sum, sliding->slide, size) : sum;
}

/* Those that are listed, in the same order; without damping none without its partner. */
static JudderErr keep_motions(const StudyRun *run, const Sliding *sliding, const FlutterAnswer *answer) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const size_t n = (size_t)sliding->n;
    double *mass = malloc(n * sizeof *mass);
    REQUIRE(mass, error_memory());
    for (size_t i = 0; i < n; i++) mass[i] = sliding->M_0[i * n + i];
    run->motions->dofs = sliding->n;
    run->motions->space = space_of(sliding);
    JudderErr err = JUDDER_OK;
    for (int i = 0; i < answer->roots->count && err == JUDDER_OK; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (!stability_flutter_lists(&answer->search, root)) continue;
        if (run->motions->count >= p->count && !mirrors_one(run->motions, root)) continue;
        const double *x = answer->roots->vectors + 2 * n * (size_t)root->vector;
        err = motions_add(run->motions, &(WeighedMotion){sliding->n, mass, root->re, root->im, x, x + n});
    }
    free(mass);
    return err;
}

JudderErr stability_flutter(StudyRun *run, const Sliding *sliding, double mu) {
    FlutterRoots roots = {0};
    FlutterAnswer answer = {.search = stability_flutter_search(run), .mu = mu, .roots = &roots};
    const bool keeps = stability_keeps_motions(run),
               parts = ((const Stability *)run->study->params)->flutter.participation;
    TRY((keeps || parts ? flutter_motions : flutter_roots)(sliding, mu, &roots));
    JudderErr err = keeps ? keep_motions(run, sliding, &answer) : JUDDER_OK;
    if (err == JUDDER_OK) err = follow(run, sliding, &answer);
    if (err == JUDDER_OK && parts) err = stability_participation(run, sliding, &answer);
    flutter_roots_release(&roots);
    return err;
}

/* The least mu of flutter: flutter_mu, or that of the first merging pair. */
static double least_flutter(const StudyRun *run) {
    const Value *mu = value_get(run->values, "flutter_mu"), *pairs = value_get(run->values, "merging");
    if (value_kind(mu) == VALUE_NUMBER) return value_as_number(mu);
    const bool told = block_gives(run->study, "flutter") &&
                      stability_has_band(&((const Stability *)run->study->params)->flutter);
    if (told || value_length(pairs) == 0) return INFINITY;
    return value_as_number(value_get(value_at(pairs, 0), "mu"));
}

JudderErr stability_compare(StudyRun *run) {
    const Stability *p = run->study->params;
    const Value *critical = value_get(run->values, "critical_mu"),
                *followed = value_get(run->values, "followed_to_mu");
    if (!followed || value_kind(followed) == VALUE_NULL) return JUDDER_OK;
    if (!p->critical_mu || !block_gives(run->study, "flutter") || run->outcome != STUDY_DONE)
        return JUDDER_OK;
    const double divergence = value_kind(critical) == VALUE_NUMBER ? value_as_number(critical) : INFINITY,
                 flutter = least_flutter(run);
    if (isinf(divergence) && isinf(flutter)) return JUDDER_OK;
    const bool first = divergence <= flutter;
    if (isinf(flutter))
        stability_tell(run, "divergence alone: rest slips away from mu = %.6g on", divergence);
    else if (isinf(divergence))
        stability_tell(run, "flutter alone: sliding squeals from mu = %.6g on", flutter);
    else
        stability_tell(run, "%s comes first: rest slips away from mu = %.6g on, sliding squeals from %.6g on",
                       first ? "divergence" : "flutter", divergence, flutter);
    return value_set(run->values, "comes_first", value_text(first ? "divergence" : "flutter"))
               ? JUDDER_OK
               : error_memory();
}
