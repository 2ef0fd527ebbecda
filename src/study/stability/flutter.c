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

/* -Re lam/|lam|: below 0 for what grows. */
static double damping_ratio(const FlutterRoot *root) {
    const double size = hypot(root->re, root->im);
    return size > 0 ? -root->re / size + 0.0 : NAN;
}

static Value *fate_value(FlutterFate fate) {
    static const char *const words[] = {NULL, "grows", "decays", "neutral"};
    return words[fate] ? value_text(words[fate]) : value_null();
}

bool stability_flutter_grows(const FlutterRoot *root) {
    const double rounding = root->im > 0 ? 1e-13 * root->im : root->radius;
    return root->fate == FATE_GROWS || (root->fate == FATE_UNKNOWN && !root->stands && root->re > rounding);
}

static int listed_growing(const FlutterAnswer *answer) {
    int growing = 0;
    for (int i = 0; i < answer->roots->count; i++)
        growing += stability_flutter_lists(&answer->search, &answer->roots->at[i]) &&
                   stability_flutter_grows(&answer->roots->at[i]);
    return growing;
}

/* A list that a count contradicts is wrong, whatever it says; one that ends before the band does may be
 * shorter. */
static void compare_count(StudyRun *run, const FlutterAnswer *answer, int counted) {
    const int listed = stability_flutter_listed(answer), growing = listed_growing(answer),
              more = answer->is_counted && answer->counted_growing > growing ? answer->counted_growing : 0;
    if (counted == listed && !more) return;
    if (answer->cut && more)
        stability_tell(run, "%d roots of the band grow, by a count, of which %d are listed", more, growing);
    else if (answer->cut && counted > listed)
        stability_tell(run, "%d roots lie in the band, by a count, of which %d are listed", counted, listed);
    else {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason,
                 "%d roots lie in the band by a count, but %d were found: this list is not to be believed",
                 counted, listed);
    }
}

/* How many roots the band holds by a count that did not make the list: where discs hold all roots there are
 * (PR-13), or as whoever asked has counted. */
static JudderErr report_count(StudyRun *run, const FlutterAnswer *answer) {
    int counted = answer->counted;
    if (answer->roots->enclosed) {
        const FlutterCount discs = flutter_count(answer->roots, answer->search.from, answer->search.to);
        counted = discs.inside;
        if (discs.edge)
            stability_tell(run, "%d root%s so near to an end of the band that rounding hides on which side",
                           discs.edge, discs.edge == 1 ? " lies" : "s lie");
        if (discs.edge) return JUDDER_OK;
    } else if (!answer->is_counted)
        return JUDDER_OK;
    REQUIRE(value_set(run->values, "roots_counted", value_count(counted)), error_memory());
    compare_count(run, answer, counted);
    return JUDDER_OK;
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
        good = value_set(item, "frequency", value_number(root->im / (2 * M_PI))) && good;
        good = value_set(item, "growth", value_number(root->re)) && good;
        good = value_set(item, "damping_ratio", value_number(damping_ratio(root))) && good;
        good = value_set(item, "proved", fate_value(root->fate)) && good;
        good = stability_append(run, "flutter", item) && good;
        most--;
    }
    return good;
}

static void tell_roots(StudyRun *run, const FlutterRoots *roots, const FlutterSearch *search, double mu) {
    for (int i = 0; i < roots->count; i++) {
        const FlutterRoot *root = &roots->at[i];
        if (!stability_flutter_grows(root) || !(in_band(root->im, search) || root->im == 0)) continue;
        stability_tell(run, "sliding at mu = %g: %s grows like exp(%.9g t)%s", mu,
                       root->im > 0 ? "a vibration" : "a drift without vibration", root->re,
                       root->im > 0 ? " (flutter)" : " (divergence)");
        return;
    }
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
        good = value_set(item, "begins", value_number(m->begins)) && good;
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

/* Whether a vibration that is listed grows at a mu that was followed. */
static bool vibration_grows(const FlutterAnswer *answer) {
    for (int i = 0; i < answer->roots->count && answer->mu <= answer->search.up_to; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (root->im > 0 && in_band(root->im, &answer->search) && stability_flutter_grows(root)) return true;
    }
    return false;
}

/* The least mu of a band, or with damping, and the angular frequency there. */
static bool report_least(StudyRun *run, const FlutterAnswer *answer, double mu, double omega) {
    bool good = value_set(run->values, "flutter_mu", value_number(mu));
    good = value_set(run->values, "flutter_frequency", value_number(isnan(mu) ? NAN : omega / (2 * M_PI))) &&
           good;
    if (isfinite(mu))
        stability_tell(run, "flutter from mu = %.9g on, at %.6g Hz", mu, omega / (2 * M_PI));
    else if (vibration_grows(answer))
        stability_tell(run, "from which mu on it grows was not found");
    else
        stability_tell(run, "no flutter was found up to mu = %g, by the roots at %d values of mu (computed)",
                       answer->search.up_to,
                       answer->intervals ? answer->intervals->looked : answer->merging->looked);
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
        const Merging *m = &list->at[i];
        if (isnan(m->enters)) continue;
        if (!(m->enters >= least)) least = m->enters, omega = m->enters_omega;
        good = report_interval(run, m->enters, m->until) && good;
    }
    return report_least(run, answer, least, omega) && good ? JUDDER_OK : error_memory();
}

static JudderErr least_damped(StudyRun *run, const FlutterAnswer *answer) {
    const MuIntervals *found = answer->intervals;
    bool good = true;
    for (int i = 0; i < found->count; i++)
        good = report_interval(run, found->at[i].from, found->at[i].to) && good;
    const double least = found->count ? found->at[0].from : NAN,
                 omega = found->count ? found->at[0].omega : NAN;
    return report_least(run, answer, least, omega) && good ? JUDDER_OK : error_memory();
}

JudderErr stability_flutter_tell(StudyRun *run, const FlutterAnswer *answer) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    bool good = report_roots(run, answer->roots, &answer->search, p->count);
    tell_roots(run, answer->roots, &answer->search, answer->mu);
    TRY(report_count(run, answer));
    stability_flutter_verdict(run, answer);
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
    if (answer->search.up_to > 0 && sliding->states > 0) {
        stability_tell(run, "friction has a memory: the roots at mu = %g alone are told", answer->mu);
        answer->search.up_to = 0;
    }
    if (answer->search.up_to == 0) return stability_flutter_tell(run, answer);
    TRY(sliding_divergence(sliding, answer->search.up_to, &answer->divergence));
    TRY(widen_to_band(sliding, &answer->search));
    JudderErr err = flutter_merging(sliding, &answer->search, &merging);
    if (err == JUDDER_OK && sliding->damped)
        err = flutter_intervals(sliding, &answer->search, &merging, &intervals);
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

static double lowest_of(const FlutterRoots *roots) {
    double lowest = NAN;
    for (int i = 0; i < roots->count; i++)
        if (roots->at[i].im > 0) lowest = fmin(lowest, roots->at[i].im);
    return lowest;
}

JudderErr stability_flutter(StudyRun *run, const Sliding *sliding, double mu) {
    FlutterRoots roots = {0};
    FlutterAnswer answer = {.search = stability_flutter_search(run), .mu = mu, .roots = &roots, .all = true};
    const bool keeps = stability_keeps_motions(run),
               parts = ((const Stability *)run->study->params)->flutter.participation;
    TRY((keeps || parts ? flutter_motions : flutter_roots)(sliding, mu, &roots));
    JudderErr err = keeps ? keep_motions(run, sliding, &answer) : JUDDER_OK;
    bool fits = true;
    if (err == JUDDER_OK) err = stability_flutter_fits(run, &answer, lowest_of(&roots), &fits);
    if (err == JUDDER_OK && fits) err = follow(run, sliding, &answer);
    if (err == JUDDER_OK && fits && parts) err = stability_participation(run, sliding, &answer);
    flutter_roots_release(&roots);
    return err;
}

/* The least mu of flutter: flutter_mu, or where it was not asked for that of the first merging pair. */
static double least_flutter(const StudyRun *run) {
    const Value *mu = value_get(run->values, "flutter_mu"), *pairs = value_get(run->values, "merging");
    if (value_kind(mu) == VALUE_NUMBER) return value_as_number(mu);
    /* With a band or with damping flutter_mu was looked for: without one there is none. */
    const bool told = !value_is_mute(value_get(run->values, "flutter_frequency"));
    for (size_t i = 0; !told && i < value_length(pairs); i++) {
        const Value *begins = value_get(value_at(pairs, i), "begins");
        if (value_kind(begins) == VALUE_NUMBER) return value_as_number(begins);
    }
    return INFINITY;
}

/* From which mu rest slips away: where growth begins, if that is known, or the neutral state. */
static double least_divergence(const StudyRun *run) {
    const Value *critical = value_get(run->values, "critical_mu"),
                *stable = value_get(run->values, "stable_up_to"),
                *high = stable && value_kind(stable) == VALUE_OBJECT ? value_get(stable, "high") : NULL;
    const double neutral = value_kind(critical) == VALUE_NUMBER ? value_as_number(critical) : INFINITY;
    return high && value_kind(high) == VALUE_NUMBER ? fmin(neutral, value_as_number(high)) : neutral;
}

JudderErr stability_compare(StudyRun *run) {
    const Stability *p = run->study->params;
    const Value *followed = value_get(run->values, "followed_to_mu");
    if (!followed || value_kind(followed) == VALUE_NULL) return JUDDER_OK;
    if (!p->critical_mu || !block_gives(run->study, "flutter") || run->outcome != STUDY_DONE)
        return JUDDER_OK;
    const double divergence = least_divergence(run), flutter = least_flutter(run);
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
