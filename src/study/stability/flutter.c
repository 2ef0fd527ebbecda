/* Flutter of steady sliding: roots at one mu, merging pairs, the least mu within a band or with damping. */
#include "study/stability/stability.h"

#include <math.h>

bool stability_has_band(const StabilityFlutter *flutter) {
    return flutter->from > 0 || isfinite(flutter->to);
}

static bool in_band(double omega, const FlutterSearch *search) {
    return omega >= search->from && omega <= search->to;
}

static bool report_roots(StudyRun *run, const FlutterRoots *roots, const FlutterSearch *search) {
    bool good = true;
    int listed = 0;
    for (int i = 0; i < roots->count && listed < search->lowest; i++) {
        const FlutterRoot *root = &roots->at[i];
        /* What diverges without vibration is told whatever the band. */
        if (!in_band(root->im, search) && !(root->re > 0 && root->im == 0)) continue;
        Value *item = value_object();
        good = value_set(item, "re", value_number(root->re)) && good;
        good = value_set(item, "im", value_number(root->im)) && good;
        good = value_set(item, "residual", value_number(root->residual)) && good;
        good = stability_append(run, "flutter", item) && good;
        listed++;
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

static void tell_least(StudyRun *run, double mu, double up_to) {
    if (isfinite(mu))
        stability_tell(run, "flutter from mu = %.9g on", mu);
    else
        stability_tell(run, "no flutter up to mu = %g", up_to);
}

/* Without damping the pairs tell everything; a least mu is one of a band. */
static JudderErr least_undamped(StudyRun *run, const MergingList *list, const FlutterSearch *search,
                                bool band) {
    double least = NAN;
    bool good = true;
    for (int i = 0; i < list->count && band; i++) {
        if (!in_band(list->at[i].omega, search)) continue;
        if (isnan(least)) least = list->at[i].mu;
        good = report_interval(run, list->at[i].mu, list->at[i].until) && good;
    }
    if (band) {
        good = value_set(run->values, "flutter_mu", value_number(least)) && good;
        tell_least(run, least, search->up_to);
    } else {
        stability_tell(run,
                       "%d merging pairs up to mu = %g; no flutter_mu, since without damping or a band from, "
                       "to it would depend on how many modes the model has",
                       list->count, search->up_to);
    }
    return good ? JUDDER_OK : error_memory();
}

static JudderErr least_damped(StudyRun *run, const Sliding *sliding, const FlutterSearch *search) {
    MuIntervals found;
    TRY(flutter_intervals(sliding, search, &found));
    bool good = true;
    for (int i = 0; i < found.count; i++)
        good = report_interval(run, found.at[i].from, found.at[i].to) && good;
    const double least = found.count ? found.at[0].from : NAN;
    good = value_set(run->values, "flutter_mu", value_number(least)) && good;
    tell_least(run, least, search->up_to);
    if (!found.whole) run->outcome = STUDY_STOPPED;
    intervals_release(&found);
    return good ? JUDDER_OK : error_memory();
}

static JudderErr follow(StudyRun *run, const Sliding *sliding, const FlutterSearch *search, bool band) {
    MergingList list;
    TRY(flutter_merging(sliding, search, &list));
    const bool good = report_merging(run, &list);
    if (!list.whole) run->outcome = STUDY_STOPPED;
    JudderErr err = good ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK && !sliding->damped) err = least_undamped(run, &list, search, band);
    merging_release(&list);
    return err;
}

JudderErr stability_flutter(StudyRun *run, const Sliding *sliding, double mu) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const FlutterSearch search = {.up_to = p->up_to_mu,
                                  .from = 2 * M_PI * p->from,
                                  .to = 2 * M_PI * p->to,
                                  .lowest = (int)p->count,
                                  .log = run->log};
    FlutterRoots roots;
    TRY(flutter_roots(sliding, mu, &roots));
    bool good = report_roots(run, &roots, &search);
    tell_roots(run, &roots, &search, mu);
    flutter_roots_release(&roots);
    double divergence;
    TRY(sliding_divergence(sliding, p->up_to_mu, &divergence));
    good = value_set(run->values, "sliding_divergence_mu", value_number(divergence)) && good;
    good = value_child_list(run->values, "unstable_mu") && good;
    REQUIRE(good, error_memory());
    TRY(follow(run, sliding, &search, stability_has_band(p)));
    return sliding->damped ? least_damped(run, sliding, &search) : JUDDER_OK;
}
