/* The verdict of stability{}: the answers of all that was asked, each in a sentence that claims what was
 * proved, counted or found, and no more. */
#include "study/stability/stability.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A root whose judge finds less, relative, is one. */
static const double GOOD_ROOT = 1e-8;

/* --- rest --- */

static void judge_shaky(StudyRun *run) {
    const StabilityAnswer *a = run->answer;
    if (a->rest == REST_UNSTABLE)
        study_verdict(run, CERTAINTY_PROVED, "unstable even without friction");
    else if (a->rest == REST_NEUTRAL)
        study_verdict(run, CERTAINTY_PROVED, "without friction it is neutral: some motion needs no force");
    else if (isfinite(a->critical.mu))
        study_verdict(run, CERTAINTY_COMPUTED,
                      "without friction this is not known to be stable, so it may grow below its first "
                      "neutral state at mu = %.9g: request growth",
                      a->critical.mu);
    else
        study_verdict(run, CERTAINTY_COMPUTED,
                      "without friction this is not known to be stable, so it may grow whatever mu: request "
                      "growth");
}

static void judge_found(StudyRun *run) {
    const AnswerCritical *c = &run->answer->critical;
    if (c->certified == ANSWER_YES)
        study_verdict(run, CERTAINTY_PROVED,
                      "from rest the least mu with a neutral state, where slip may begin by itself, is %.9g",
                      c->mu);
    else
        study_verdict(
            run, CERTAINTY_COMPUTED,
            "from rest a neutral state, where slip may begin by itself, was found at mu = %.9g; lower "
            "ones are not excluded",
            c->mu);
}

static void judge_none(StudyRun *run) {
    const Certainty certainty = run->answer->critical.certified == ANSWER_YES ? CERTAINTY_PROVED
                                                                              : CERTAINTY_COMPUTED;
    const double up_to = ((const Stability *)run->study->params)->up_to_mu;
    if (isinf(up_to))
        study_verdict(run, certainty, "from rest no mu has a neutral state");
    else
        study_verdict(run, certainty, "from rest no mu up to %g has a neutral state", up_to);
}

static void judge_critical(StudyRun *run) {
    /* Only from a state that is stable without friction a neutral one is where stability ends. */
    const bool stable = run->answer->rest == REST_STABLE;
    switch (run->answer->critical.outcome) {
    case CRITICAL_FOUND: (stable ? judge_found : judge_shaky)(run); break;
    case CRITICAL_NONE: (stable ? judge_none : judge_shaky)(run); break;
    case CRITICAL_UNSTABLE:
        study_verdict(run, CERTAINTY_PROVED, "it is unstable without friction already");
        break;
    case CRITICAL_FREE_UNSTABLE:
        study_verdict(run, CERTAINTY_COMPUTED,
                      "the dofs that no contact holds are unstable by themselves, whatever mu");
        break;
    case CRITICAL_UNASKED:
    case CRITICAL_NOT_FOUND:
    case CRITICAL_UNANSWERED: break;
    }
}

static void judge_stable(StudyRun *run) {
    const AnswerStable *stable = &run->answer->stable;
    if (stable->told && isfinite(stable->low))
        study_verdict(run, CERTAINTY_PROVED, "from rest it is stable up to mu = %.9g", stable->low);
}

static bool excludes_vibrations(const StabilityAnswer *a) {
    return a->vibrations == VIBRATIONS_EXCLUDED || a->vibrations == VIBRATIONS_NONE;
}

void stability_tell_no_growth(StudyRun *run, const char *at) {
    stability_tell(run,
                   excludes_vibrations(run->answer) ? "%s nothing grows (proved)"
                                                    : "%s no motion leaves in one direction (proved)",
                   at);
}

/* Growth while the contacts stick. */
static void judge_vibrations(StudyRun *run) {
    const StabilityAnswer *a = run->answer;
    if (a->vibrations == VIBRATIONS_GROW)
        study_verdict(run, CERTAINTY_PROVED,
                      "with its contacts stuck a vibration at %.6g Hz grows like exp(%.6g t)",
                      a->vibration_frequency, a->vibration_growth);
    else if (a->vibrations == VIBRATIONS_OPEN)
        study_verdict(run, CERTAINTY_COMPUTED,
                      "vibrations that grow while the contacts stick are not excluded");
}

/* The mu at which growth was requested. */
static StabilityMu growth_mu(const StudyRun *run) {
    const double mu = ((const Stability *)run->study->params)->growth.mu;
    StabilityMu at = {"at the mu of the contacts"};
    if (!isnan(mu)) snprintf(at.text, sizeof at.text, "at mu = %g", mu);
    return at;
}

static void judge_growth(StudyRun *run) {
    const AnswerGrowth *growth = &run->answer->growth;
    if (growth->method == GROWTH_UNASKED) return;
    const StabilityMu at = growth_mu(run);
    if (growth->at_once == ANSWER_YES)
        study_verdict(run, CERTAINTY_COMPUTED, "from rest it runs away at once %s", at.text);
    else if (growth->count && growth->lambda[0] > 0)
        /* A list that is complete has nothing in it that is not proved. */
        study_verdict(run, growth->complete == ANSWER_YES ? CERTAINTY_PROVED : CERTAINTY_COMPUTED,
                      "from rest it runs away like exp(%.9g t) %s", growth->lambda[0], at.text);
    else if (growth->count)
        study_verdict(run, CERTAINTY_COMPUTED, "from rest it is neutral %s: slip may begin, and %s", at.text,
                      growth->complete == ANSWER_YES ? "does not grow" : "growth is not excluded");
    else if (growth->complete == ANSWER_YES)
        study_verdict(run, CERTAINTY_PROVED, "from rest %s %s",
                      excludes_vibrations(run->answer) ? "nothing grows"
                                                       : "no motion leaves in one direction",
                      at.text);
    else
        study_verdict(run, CERTAINTY_COMPUTED, "from rest no growth was found %s; it is not excluded",
                      at.text);
}

static void judge_rates(StudyRun *run) {
    const AnswerRates *rates = &run->answer->rates;
    /* Exact arithmetic decides about the numbers as given; a condensed matrix was rounded. */
    const Certainty certainty = rates->proof ? CERTAINTY_PROVED : CERTAINTY_COMPUTED;
    if (rates->responses == RESPONSES_CONTINUUM)
        study_verdict(run, certainty, "a continuum of responses to the load");
    else if (rates->responses == RESPONSES_COUNTED)
        study_verdict(run, certainty, "%d response%s to the load", rates->count,
                      rates->count == 1 ? "" : "s");
}

static void judge_classes(StudyRun *run) {
    const AnswerClass *R0 = &run->answer->classes[CLASS_R0];
    if (R0->answer == ANSWER_UNKNOWN) return;
    study_verdict(run, R0->certainty, "at the mu of the contacts a motion without growth %s",
                  R0->answer == ANSWER_YES ? "cannot begin by itself" : "may begin by itself");
}

static void judge_onset(StudyRun *run) {
    const AnswerSliding *sliding = &run->answer->sliding;
    if (isfinite(sliding->mu))
        study_verdict(run, CERTAINTY_COMPUTED, "flutter begins at mu = %.6g, %.6g Hz", sliding->mu,
                      sliding->frequency);
}

/* What is said of a contact that hardly touches is true of few of its nodes. */
static void judge_touching(StudyRun *run, int touching, int open) {
    if (touching > 0 && open > touching)
        study_verdict(run, CERTAINTY_COMPUTED, "only %d of %d contact nodes touch: all this is about them",
                      touching, touching + open);
}

/* The verdict on what was asked, after the answers. */
static void judge_all(StudyRun *run) {
    if (run->outcome != STUDY_DONE) return;
    judge_onset(run);
    judge_critical(run);
    judge_stable(run);
    judge_growth(run);
    judge_vibrations(run);
    judge_rates(run);
    judge_classes(run);
    const AnswerMesh *mesh = &run->answer->mesh;
    if (mesh->told) judge_touching(run, mesh->slip + mesh->stick, mesh->open);
}

JudderErr stability_begin(StudyRun *run) {
    run->note[0] = run->verdict[0] = '\0';
    run->answer = answer_create();
    return run->answer ? JUDDER_OK : error_memory();
}

JudderErr stability_end(StudyRun *run, JudderErr err) {
    if (err == JUDDER_OK) judge_all(run);
    if (err == JUDDER_OK) err = stability_write(run);
    answer_destroy(&run->answer);
    return err;
}

void stability_tell(StudyRun *run, const char *format, ...) {
    const size_t used = strlen(run->note);
    const char *between = used ? "; " : "";
    snprintf(run->note + used, sizeof run->note - used, "%s", between);
    va_list arguments;
    va_start(arguments, format);
    const size_t start = strlen(run->note);
    vsnprintf(run->note + start, sizeof run->note - start, format, arguments);
    va_end(arguments);
}

JudderErr stability_unanswered(StudyRun *run, unsigned what, const char *format, ...) {
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    study_verdict(run, CERTAINTY_UNANSWERED, "%s", text);
    run->answer->silent |= what;
    if (what & STABILITY_REST && ((const Stability *)run->study->params)->critical_mu)
        run->answer->critical.outcome = CRITICAL_UNANSWERED;
    return JUDDER_OK;
}

/* --- sliding --- */

FlutterListed stability_flutter_listed(const FlutterAnswer *answer) {
    FlutterListed seen = {0};
    for (int i = 0; i < answer->roots->count; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (!stability_flutter_lists(&answer->search, root)) continue;
        seen.listed++;
        seen.unsure += root->fate == FATE_UNKNOWN;
        if (!stability_flutter_grows(root)) continue;
        seen.growing++;
        if (!seen.worst || root->re > seen.worst->re) seen.worst = root;
    }
    return seen;
}

static void judge_growing(StudyRun *run, const FlutterListed *seen, double mu) {
    const FlutterRoot *worst = seen->worst;
    const Certainty certainty = worst->fate == FATE_GROWS      ? CERTAINTY_PROVED
                                : worst->residual <= GOOD_ROOT ? CERTAINTY_CHECKED
                                                               : CERTAINTY_COMPUTED;
    if (worst->im > 0)
        study_verdict(run, certainty, "sliding at mu = %g: a vibration at %.6g Hz grows like exp(%.6g t)", mu,
                      worst->im / (2 * M_PI), worst->re);
    else
        study_verdict(run, certainty, "sliding at mu = %g: a drift without vibration grows like exp(%.6g t)",
                      mu, worst->re);
}

static const double HZ = 1 / (2 * M_PI);

/* What lies outside of the band, if it grows. */
static void tell_outside(StudyRun *run, const FlutterAnswer *answer, Certainty certainty) {
    for (int i = 0; i < answer->roots->count; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (!stability_flutter_grows(root) || stability_flutter_lists(&answer->search, root)) continue;
        study_verdict(run, certainty, "outside of the band one at %.6g Hz grows like exp(%.6g t)",
                      root->im * HZ, root->re);
        return;
    }
}

StabilityBand stability_band(const StabilityFlutter *p) {
    StabilityBand band = {""};
    if (isfinite(p->to))
        snprintf(band.text, sizeof band.text, "%g to %g Hz", p->from, p->to);
    else
        snprintf(band.text, sizeof band.text, "from %g Hz on", p->from);
    return band;
}

JudderErr stability_flutter_fits(StudyRun *run, const FlutterAnswer *answer, double lowest, bool *fits) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const FlutterMesh *mesh = answer->mesh;
    const int listed = stability_flutter_listed(answer).listed;
    int shown = 0;
    for (int i = 0; i < answer->roots->count && mesh; i++)
        shown += stability_flutter_lists(&answer->search, &answer->roots->at[i]) &&
                 answer->roots->at[i].im <= mesh->hopeless;
    *fits = (listed > 0 || !stability_has_band(p)) && (!mesh || listed == 0 || shown > 0);
    if (*fits) return JUDDER_OK;
    const char *units = mesh ? ", and see whether E, rho and the mesh are in SI units" : "";
    const StabilityBand asked = stability_band(p);
    const char *band = asked.text;
    char place[120] = "";
    if (isfinite(lowest))
        snprintf(place, sizeof place, ": the lowest frequency of this %s is %.6g Hz",
                 mesh ? "body" : "system", lowest * HZ);
    if (listed > 0)
        return stability_unanswered(
            run, STABILITY_SLIDING,
            "the mesh shows no wave of the band %s where it was searched: it shows waves as they are up to "
            "%.3g Hz and none above %.3g Hz, where all %d roots that were found lie; refine it or choose a "
            "lower band%s",
            band, mesh->resolved * HZ, mesh->hopeless * HZ, listed, units);
    if (stability_in_band(&answer->search, lowest))
        return stability_unanswered(run, STABILITY_SLIDING,
                                    "no root was found near the middle of the band %s, though some lie in "
                                    "it%s; choose a narrower band near there%s",
                                    band, place, units);
    TRY(stability_unanswered(run, STABILITY_SLIDING, "no root in the band %s%s; choose one that has some%s",
                             band, place, units));
    tell_outside(run, answer, CERTAINTY_UNANSWERED);
    return JUDDER_OK;
}

/* What a mesh leaves in doubt about the roots that are listed. */
static void judge_mesh(StudyRun *run, const FlutterAnswer *answer, const FlutterListed *seen) {
    const FlutterMesh *mesh = answer->mesh;
    double highest = 0, lowest = INFINITY;
    if (!((const Stability *)run->study->params)->critical_mu)
        judge_touching(run, mesh->slide + mesh->stick, mesh->open);
    if (mesh->stick > 0)
        study_verdict(run, CERTAINTY_COMPUTED,
                      "%d of %d touching nodes slide and %d stick: this is a mixed state, not steady sliding",
                      mesh->slide, mesh->slide + mesh->stick, mesh->stick);
    for (int i = 0; i < answer->roots->count; i++)
        if (stability_flutter_lists(&answer->search, &answer->roots->at[i]))
            highest = fmax(highest, answer->roots->at[i].im), lowest = fmin(lowest, answer->roots->at[i].im);
    const bool is_lowest = !stability_has_band(&((const Stability *)run->study->params)->flutter);
    if (is_lowest && lowest > 0 && (lowest * HZ > 1e6 || lowest * HZ < 1e-3))
        study_verdict(run, CERTAINTY_COMPUTED,
                      "the lowest frequency is %.3g Hz: are E, rho and the mesh in SI units?", lowest * HZ);
    if (seen->worst) highest = seen->worst->im;
    if (highest > mesh->resolved)
        study_verdict(
            run, CERTAINTY_COMPUTED,
            "this mesh shows waves up to %.3g Hz as they are: refine it before believing %s at %.4g",
            mesh->resolved * HZ, seen->worst ? "the one" : "those", highest * HZ);
}

void stability_flutter_verdict(StudyRun *run, const FlutterAnswer *answer) {
    const FlutterListed seen = stability_flutter_listed(answer);
    const bool is_counted = run->answer->sliding.counted == seen.listed;
    const double from = answer->search.from * HZ, to = answer->search.to * HZ;
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const bool has_band = isfinite(to) || from > 0;
    char among[100] = "that were requested";
    if (has_band) snprintf(among, sizeof among, "of the band %s", stability_band(p).text);
    if (seen.worst)
        judge_growing(run, &seen, answer->mu);
    else if (answer->is_counted && answer->counted_growing == 0)
        study_verdict(run, CERTAINTY_CHECKED, "sliding at mu = %g: nothing grows among all %d roots %s",
                      answer->mu, answer->counted, has_band ? among : "that there are");
    else if (is_counted && answer->roots->enclosed && seen.unsure > 0)
        study_verdict(
            run, CERTAINTY_COMPUTED,
            "sliding at mu = %g: no growing root was found; of %d among all %d rounding leaves open "
            "whether they grow",
            answer->mu, seen.unsure, seen.listed);
    else if (is_counted)
        study_verdict(run, answer->roots->enclosed ? CERTAINTY_PROVED : CERTAINTY_CHECKED,
                      "sliding at mu = %g: nothing grows among all %d roots %s", answer->mu, seen.listed,
                      among);
    else if (answer->all)
        study_verdict(run, CERTAINTY_COMPUTED, "sliding at mu = %g: no growing root among all %d %s",
                      answer->mu, seen.listed, has_band ? among : "there are");
    else
        study_verdict(run, CERTAINTY_COMPUTED,
                      "sliding at mu = %g: no growing root among the %d found nearest to %.6g Hz; others are "
                      "not excluded",
                      answer->mu, seen.listed, isfinite(to) ? sqrt((from * from + to * to) / 2) : from);
    if (!seen.worst) tell_outside(run, answer, CERTAINTY_COMPUTED);
    if (answer->mesh) judge_mesh(run, answer, &seen);
}
