/* Flutter of steady sliding: roots at one mu, merging pairs, the least mu within a band or with damping. */
#include "study/stability/stability.h"

#include "base/bytes.h"

#include <math.h>
#include <stdlib.h>

bool stability_has_band(const StabilityFlutter *flutter) {
    return flutter->from > 0 || isfinite(flutter->to);
}

bool stability_in_band(const FlutterSearch *search, double omega) {
    return omega >= search->from && omega <= search->to;
}

bool stability_flutter_lists(const FlutterSearch *search, const FlutterRoot *root) {
    return stability_in_band(search, root->im) || (root->re > 0 && root->im == 0);
}

bool stability_flutter_grows(const FlutterRoot *root) {
    const double rounding = root->im > 0 ? 1e-13 * root->im : root->radius;
    return root->fate == FATE_GROWS || (root->fate == FATE_UNKNOWN && !root->stands && root->re > rounding);
}

/* A list that a count contradicts is wrong, whatever it says; one that ends before the band does may be
 * shorter. */
static void compare_count(StudyRun *run, const FlutterAnswer *answer, int counted) {
    const FlutterListed in = stability_flutter_listed(answer);
    const int listed = in.listed, growing = in.growing,
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
static void keep_count(StudyRun *run, const FlutterAnswer *answer) {
    int counted = answer->counted;
    if (answer->roots->enclosed) {
        const FlutterCount discs = flutter_count(answer->roots, answer->search.from, answer->search.to);
        counted = discs.inside;
        if (discs.edge)
            stability_tell(run, "%d root%s so near to an end of the band that rounding hides on which side",
                           discs.edge, discs.edge == 1 ? " lies" : "s lie");
        if (discs.edge) return;
    } else if (!answer->is_counted)
        return;
    run->answer->sliding.counted = counted;
    compare_count(run, answer, counted);
}

static JudderErr keep_roots(AnswerSliding *sliding, const FlutterAnswer *answer, long most) {
    for (int i = 0; i < answer->roots->count && most > 0; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (!stability_flutter_lists(&answer->search, root)) continue;
        TRY(answer_add_root(sliding, root));
        most--;
    }
    return JUDDER_OK;
}

static void tell_roots(StudyRun *run, const FlutterRoots *roots, const FlutterSearch *search, double mu) {
    for (int i = 0; i < roots->count; i++) {
        const FlutterRoot *root = &roots->at[i];
        if (!stability_flutter_grows(root) || !(stability_in_band(search, root->im) || root->im == 0))
            continue;
        stability_tell(run, "sliding at mu = %g: %s grows like exp(%.9g t)%s", mu,
                       root->im > 0 ? "a vibration" : "a drift without vibration", root->re,
                       root->im > 0 ? " (flutter)" : " (divergence)");
        return;
    }
}

/* Whether a vibration that is listed grows at a mu that was followed. */
static bool vibration_grows(const FlutterAnswer *answer) {
    for (int i = 0; i < answer->roots->count && answer->mu <= answer->search.up_to; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (root->im > 0 && stability_in_band(&answer->search, root->im) && stability_flutter_grows(root))
            return true;
    }
    return false;
}

/* The pair that grows from the least mu on, though not in the band; NULL: none. */
static const Merging *grows_outside(const MergingList *list) {
    const Merging *least = NULL;
    for (int i = 0; i < list->count; i++)
        if (!isnan(list->at[i].begins) && isnan(list->at[i].enters) &&
            (!least || list->at[i].begins < least->begins))
            least = &list->at[i];
    return least;
}

static void tell_no_flutter(StudyRun *run, const FlutterAnswer *answer) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    char band[120] = "";
    if (stability_has_band(p)) snprintf(band, sizeof band, " in the band %s", stability_band(p).text);
    stability_tell(run, "no flutter was found%s up to mu = %g, by the roots at %d values of mu (computed)",
                   band, answer->search.up_to,
                   answer->intervals ? answer->intervals->looked : answer->merging->looked);
    const Merging *outside = answer->intervals ? NULL : grows_outside(answer->merging);
    if (outside)
        stability_tell(run, "outside of the band a pair grows from mu = %.6g on, at %.6g Hz", outside->begins,
                       outside->omega / (2 * M_PI));
}

/* The least mu of a band, or with damping, and the angular frequency there. */
static void keep_onset(StudyRun *run, const FlutterAnswer *answer, double mu, double omega) {
    AnswerSliding *sliding = &run->answer->sliding;
    sliding->onset_sought = true;
    sliding->mu = mu;
    sliding->frequency = isnan(mu) ? NAN : omega / (2 * M_PI);
    if (isfinite(mu))
        stability_tell(run, "flutter from mu = %.9g on, at %.6g Hz", mu, omega / (2 * M_PI));
    else if (vibration_grows(answer))
        stability_tell(run, "from which mu on it grows was not found");
    else
        tell_no_flutter(run, answer);
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
    for (int i = 0; i < list->count; i++) {
        const Merging *m = &list->at[i];
        if (isnan(m->enters)) continue;
        if (!(m->enters >= least)) least = m->enters, omega = m->enters_omega;
        TRY(answer_add_interval(&run->answer->sliding.unstable, m->enters, m->until));
    }
    keep_onset(run, answer, least, omega);
    return JUDDER_OK;
}

static JudderErr least_damped(StudyRun *run, const FlutterAnswer *answer) {
    const MuIntervals *found = answer->intervals;
    for (int i = 0; i < found->count; i++)
        TRY(answer_add_interval(&run->answer->sliding.unstable, found->at[i].from, found->at[i].to));
    keep_onset(run, answer, found->count ? found->at[0].from : NAN, found->count ? found->at[0].omega : NAN);
    return JUDDER_OK;
}

JudderErr stability_flutter_tell(StudyRun *run, const FlutterAnswer *answer) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    AnswerSliding *sliding = &run->answer->sliding;
    sliding->told = true;
    TRY(keep_roots(sliding, answer, p->count));
    tell_roots(run, answer->roots, &answer->search, answer->mu);
    keep_count(run, answer);
    stability_flutter_verdict(run, answer);
    sliding->divergence_mu = answer->divergence;
    if (!answer->followed) return JUDDER_OK;
    sliding->followed_to = answer->search.up_to;
    TRY(answer_set_merging(sliding, answer->merging));
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
        stability_tell(run, "friction has a memory: the roots at mu = %g alone are reported", answer->mu);
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

/* How much each contact drives each root that is kept; the roots have their vectors. */
static JudderErr add_parts(AnswerSliding *kept, const Sliding *sliding, const FlutterAnswer *answer,
                           const FlutterRoots *left) {
    double *parts = malloc(2 * (size_t)sliding->n * sizeof *parts);
    REQUIRE(parts, error_memory());
    JudderErr err = JUDDER_OK;
    size_t place = 0;
    for (int i = 0; i < answer->roots->count && place < kept->roots && err == JUDDER_OK; i++) {
        if (!stability_flutter_lists(&answer->search, &answer->roots->at[i])) continue;
        flutter_participation(sliding, &(FlutterDriven){answer->mu, answer->roots, left, i}, parts);
        for (int k = 0; k < sliding->n && err == JUDDER_OK; k++)
            if (sliding->slide[k] >= 0)
                err = answer_add_part(&kept->root[place],
                                      &(AnswerPart){sliding->slide[k] + 1, parts[2 * k], parts[2 * k + 1]});
        place++;
    }
    free(parts);
    return err;
}

static JudderErr add_participation(StudyRun *run, const Sliding *sliding, const FlutterAnswer *answer) {
    FlutterRoots left;
    TRY(flutter_left_motions(sliding, answer->mu, &left));
    const JudderErr err = add_parts(&run->answer->sliding, sliding, answer, &left);
    flutter_roots_release(&left);
    return err;
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
    if (err == JUDDER_OK && fits && parts) err = add_participation(run, sliding, &answer);
    flutter_roots_release(&roots);
    return err;
}

/* The least mu of flutter: flutter_mu, or where it was not requested that of the first merging pair. */
static double least_flutter(const AnswerSliding *sliding) {
    if (isfinite(sliding->mu)) return sliding->mu;
    /* With a band or with damping flutter_mu was looked for: without one there is none. */
    for (int i = 0; !sliding->onset_sought && i < sliding->merging.count; i++)
        if (isfinite(sliding->merging.at[i].begins)) return sliding->merging.at[i].begins;
    return INFINITY;
}

/* From which mu rest slips away: where growth begins, if that is known, or the neutral state. */
static double least_divergence(const StabilityAnswer *a) {
    const double neutral = isfinite(a->critical.mu) ? a->critical.mu : INFINITY;
    return a->stable.told && isfinite(a->stable.high) ? fmin(neutral, a->stable.high) : neutral;
}

void stability_compare(StudyRun *run) {
    const Stability *p = run->study->params;
    StabilityAnswer *a = run->answer;
    if (!isfinite(a->sliding.followed_to) || !p->critical_mu || run->outcome != STUDY_DONE) return;
    const double divergence = least_divergence(a), flutter = least_flutter(&a->sliding);
    if (isinf(divergence) && isinf(flutter)) return;
    /* Of a band it is not known what squeals outside of it. */
    if (isinf(flutter) && stability_has_band(&p->flutter)) {
        const StabilityBand band = stability_band(&p->flutter);
        stability_tell(run, "in the band %s divergence alone: rest slips away from mu = %.6g on", band.text,
                       divergence);
        if (a->sliding.merging.count == 0) a->first = FIRST_DIVERGENCE;
        return;
    }
    a->first = divergence <= flutter ? FIRST_DIVERGENCE : FIRST_FLUTTER;
    if (isinf(flutter))
        stability_tell(run, "divergence alone: rest slips away from mu = %.6g on", divergence);
    else if (isinf(divergence))
        stability_tell(run, "flutter alone: sliding squeals from mu = %.6g on", flutter);
    else
        stability_tell(run, "%s comes first: rest slips away from mu = %.6g on, sliding squeals from %.6g on",
                       a->first == FIRST_DIVERGENCE ? "divergence" : "flutter", divergence, flutter);
}
