/* The verdict of stability{}: the answers of all that was asked, each in a sentence that claims what was
 * proved, counted or found, and no more. */
#include "study/stability/stability.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A root whose judge finds less, relative, is one. */
static const double GOOD_ROOT = 1e-8;

static double number_of(const Value *object, const char *key) {
    const Value *value = value_get(object, key);
    return value && value_kind(value) == VALUE_NUMBER ? value_as_number(value) : NAN;
}

static bool says(const Value *object, const char *key) {
    const Value *value = value_get(object, key);
    return value && value_kind(value) == VALUE_FLAG && value_as_flag(value);
}

/* --- rest --- */

static bool is_text(const Value *object, const char *key, const char *text) {
    const Value *value = value_get(object, key);
    return value && value_kind(value) == VALUE_TEXT && strcmp(value_as_text(value), text) == 0;
}

/* Only then is a neutral state where stability ends. */
static bool is_stable_without_friction(const Value *values) {
    const Value *said = value_get(values, "without_friction");
    if (said && value_kind(said) == VALUE_TEXT) return is_text(values, "without_friction", "stable");
    return number_of(values, "mu_not_positive_definite") > 0;
}

static void judge_shaky(StudyRun *run, double mu) {
    if (is_text(run->values, "without_friction", "unstable"))
        study_verdict(run, CERTAINTY_PROVED, "unstable even without friction");
    else if (is_text(run->values, "without_friction", "neutral"))
        study_verdict(run, CERTAINTY_PROVED, "without friction it is neutral: some motion needs no force");
    else if (isfinite(mu))
        study_verdict(run, CERTAINTY_COMPUTED,
                      "without friction this is not known to be stable, so it may grow below its first "
                      "neutral state at mu = %.9g: ask for growth",
                      mu);
    else
        study_verdict(run, CERTAINTY_COMPUTED,
                      "without friction this is not known to be stable, so it may grow whatever mu: ask for "
                      "growth");
}

static void judge_critical(StudyRun *run) {
    const Value *outcome = value_get(run->values, "critical_outcome");
    const double mu = number_of(run->values, "critical_mu"),
                 up_to = ((const Stability *)run->study->params)->up_to_mu;
    const bool certified = says(run->values, "certified");
    if (!outcome || value_kind(outcome) != VALUE_TEXT) return;
    const char *word = value_as_text(outcome);
    if ((strcmp(word, "found") == 0 || strcmp(word, "none") == 0) && !is_stable_without_friction(run->values))
        judge_shaky(run, mu);
    else if (strcmp(word, "found") == 0 && certified)
        study_verdict(run, CERTAINTY_PROVED,
                      "from rest the least mu at which slip may begin by itself is %.9g", mu);
    else if (strcmp(word, "found") == 0)
        study_verdict(run, CERTAINTY_COMPUTED,
                      "from rest slip may begin by itself at mu = %.9g, the least that was found; lower ones "
                      "are not excluded",
                      mu);
    else if (strcmp(word, "none") == 0 && isinf(up_to))
        study_verdict(run, certified ? CERTAINTY_PROVED : CERTAINTY_COMPUTED,
                      "from rest there is no mu at which slip begins by itself");
    else if (strcmp(word, "none") == 0)
        study_verdict(run, certified ? CERTAINTY_PROVED : CERTAINTY_COMPUTED,
                      "from rest slip does not begin by itself up to mu = %g", up_to);
    else if (strcmp(word, "unstable without friction") == 0)
        study_verdict(run, CERTAINTY_PROVED, "it is unstable without friction already");
    else if (strcmp(word, "free dofs unstable") == 0)
        study_verdict(run, CERTAINTY_COMPUTED,
                      "the dofs that no contact holds are unstable by themselves, whatever mu");
}

static void judge_stable(StudyRun *run) {
    const Value *stable = value_get(run->values, "stable_up_to");
    if (!stable || value_kind(stable) != VALUE_OBJECT || isnan(number_of(stable, "low"))) return;
    study_verdict(run, CERTAINTY_PROVED, "from rest it is stable up to mu = %.9g", number_of(stable, "low"));
}

const char stability_vibrates[] = "grow", stability_calm[] = "none";
const char stability_one_direction[] = "at mu = %g no motion leaves in one direction (proved)";

bool stability_vibrations_are_excluded(const StudyRun *run) {
    return !value_get(run->values, "vibrations") || is_text(run->values, "vibrations", stability_calm);
}

/* Growth while the contacts stick. */
static void judge_vibrations(StudyRun *run) {
    if (is_text(run->values, "vibrations", stability_vibrates))
        study_verdict(
            run, CERTAINTY_PROVED, "with its contacts stuck a vibration at %.6g Hz grows like exp(%.6g t)",
            number_of(run->values, "vibration_frequency"), number_of(run->values, "vibration_growth"));
    else if (!stability_vibrations_are_excluded(run))
        study_verdict(run, CERTAINTY_COMPUTED,
                      "vibrations that grow while the contacts stick are not excluded");
}

/* The mu at which growth was asked for. */
static StabilityMu growth_mu(const StudyRun *run) {
    const double mu = ((const Stability *)run->study->params)->growth.mu;
    StabilityMu at = {"at the mu of the contacts"};
    if (!isnan(mu)) snprintf(at.text, sizeof at.text, "at mu = %g", mu);
    return at;
}

static void judge_growth(StudyRun *run) {
    const Value *list = value_get(run->values, "growth");
    if (!block_gives(run->study, "growth") || !value_get(run->values, "growth_method")) return;
    const StabilityMu at = growth_mu(run);
    /* A list that is complete has nothing in it that is not proved. */
    const Certainty certainty = says(run->values, "growth_complete") ? CERTAINTY_PROVED : CERTAINTY_COMPUTED;
    if (says(run->values, "growth_at_once"))
        study_verdict(run, CERTAINTY_COMPUTED, "from rest it runs away at once %s", at.text);
    else if (value_length(list) && value_as_number(value_at(list, 0)) > 0)
        study_verdict(run, certainty, "from rest it runs away like exp(%.9g t) %s",
                      value_as_number(value_at(list, 0)), at.text);
    else if (value_length(list))
        study_verdict(run, CERTAINTY_COMPUTED,
                      "from rest it is neutral %s: slip may begin, and does not grow", at.text);
    else if (says(run->values, "growth_complete"))
        study_verdict(run, CERTAINTY_PROVED, "from rest %s %s",
                      stability_vibrations_are_excluded(run) ? "nothing grows"
                                                             : "no motion leaves in one direction",
                      at.text);
    else
        study_verdict(run, CERTAINTY_COMPUTED, "from rest no growth was found %s; it is not excluded",
                      at.text);
}

/* Exact arithmetic decides about the numbers as given; a condensed matrix was rounded. */
static Certainty certainty_by(const Value *proof) {
    const bool exact = proof && value_kind(proof) == VALUE_TEXT &&
                       strcmp(value_as_text(proof), stability_exact_name) == 0;
    return exact ? CERTAINTY_PROVED : CERTAINTY_COMPUTED;
}

static void judge_rates(StudyRun *run) {
    const Value *count = value_get(run->values, "rate_count");
    const Certainty certainty = certainty_by(value_get(run->values, "rate_proof"));
    if (!((const Stability *)run->study->params)->rate || !count) return;
    if (value_kind(count) == VALUE_TEXT)
        study_verdict(run, certainty, "a continuum of responses to the load");
    else if (value_kind(count) == VALUE_COUNT)
        study_verdict(run, certainty, "%lld response%s to the load", value_as_count(count),
                      value_as_count(count) == 1 ? "" : "s");
}

static void judge_classes(StudyRun *run) {
    const Value *is = value_get(run->values, "is_R0");
    if (!((const Stability *)run->study->params)->classes || !is || value_kind(is) != VALUE_FLAG) return;
    study_verdict(run, certainty_by(value_get(run->values, "proof_R0")),
                  "at the mu of the contacts a motion without growth %s",
                  value_as_flag(is) ? "cannot begin by itself" : "may begin by itself");
}

static void judge_onset(StudyRun *run) {
    const double mu = number_of(run->values, "flutter_mu");
    if (isfinite(mu))
        study_verdict(run, CERTAINTY_COMPUTED, "flutter begins at mu = %.6g, %.6g Hz", mu,
                      number_of(run->values, "flutter_frequency"));
}

void stability_verdict(StudyRun *run) {
    if (run->outcome != STUDY_DONE) return;
    judge_onset(run);
    judge_critical(run);
    judge_stable(run);
    judge_growth(run);
    judge_vibrations(run);
    judge_rates(run);
    judge_classes(run);
}

/* --- what has no answer --- */

static const struct {
    const char *key;
    unsigned of;
} silent[] = {{"critical_mu", STABILITY_REST},
              {"certified", STABILITY_REST},
              {"growth", STABILITY_REST | STABILITY_GROWTH},
              {"rate_count", STABILITY_REST},
              {"modes", STABILITY_REST},
              {"rate_solutions", STABILITY_REST},
              {"flutter", STABILITY_SLIDING},
              {"merging", STABILITY_SLIDING},
              {"flutter_mu", STABILITY_SLIDING},
              {"roots_counted", STABILITY_SLIDING}};

JudderErr stability_unanswered(StudyRun *run, unsigned what, const char *format, ...) {
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    study_verdict(run, CERTAINTY_UNANSWERED, "%s", text);
    bool good = true;
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        if (!(silent[i].of & what)) continue;
        const bool mute = value_is_mute(value_get(run->values, silent[i].key));
        good = value_set(run->values, silent[i].key, value_null()) && good;
        if (mute) value_mute(run->values, silent[i].key);
    }
    if (what & STABILITY_REST && ((const Stability *)run->study->params)->critical_mu)
        good = value_set(run->values, "critical_outcome", value_text("unanswered")) && good;
    return good ? JUDDER_OK : error_memory();
}

/* --- sliding --- */

/* What the roots in the band are, and the one that grows most. */
typedef struct Seen {
    int listed, growing, unsure; /* unsure: neither proved to grow nor not to */
    const FlutterRoot *worst;    /* NULL: none grows */
} Seen;

static Seen look(const FlutterAnswer *answer) {
    Seen seen = {0};
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

static void judge_growing(StudyRun *run, const Seen *seen, double mu) {
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

int stability_flutter_listed(const FlutterAnswer *answer) {
    return look(answer).listed;
}

static const double HZ = 1 / (2 * M_PI);

/* What lies outside of the band, if it grows. */
static void tell_outside(StudyRun *run, const FlutterAnswer *answer) {
    for (int i = 0; i < answer->roots->count; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (!stability_flutter_grows(root) || stability_flutter_lists(&answer->search, root)) continue;
        study_verdict(run, CERTAINTY_UNANSWERED, "outside of it one at %.6g Hz grows like exp(%.6g t)",
                      root->im * HZ, root->re);
        return;
    }
}

static bool in_band(double omega, const FlutterSearch *search) {
    return omega >= search->from && omega <= search->to;
}

JudderErr stability_flutter_fits(StudyRun *run, const FlutterAnswer *answer, double lowest, bool *fits) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const FlutterMesh *mesh = answer->mesh;
    const int listed = stability_flutter_listed(answer);
    int shown = 0;
    for (int i = 0; i < answer->roots->count && mesh; i++)
        shown += stability_flutter_lists(&answer->search, &answer->roots->at[i]) &&
                 answer->roots->at[i].im <= mesh->hopeless;
    *fits = (listed > 0 || !stability_has_band(p)) && (!mesh || listed == 0 || shown > 0);
    if (*fits) return JUDDER_OK;
    const char *units = mesh ? ", and see whether E, rho and the mesh are in SI units" : "";
    char band[80], place[120] = "";
    snprintf(band, sizeof band, isfinite(p->to) ? "%g to %g Hz" : "from %g Hz on", p->from, p->to);
    if (isfinite(lowest))
        snprintf(place, sizeof place, ": the lowest frequency of this %s is %.6g Hz",
                 mesh ? "body" : "system", lowest * HZ);
    if (listed > 0)
        return stability_unanswered(
            run, STABILITY_SLIDING,
            "the mesh shows no wave of the band %s where it was searched: it shows waves as they are up to "
            "%.3g Hz and none above %.3g Hz, where all %d roots that were found lie; refine it or ask for a "
            "lower band%s",
            band, mesh->resolved * HZ, mesh->hopeless * HZ, listed, units);
    if (in_band(lowest, &answer->search))
        return stability_unanswered(run, STABILITY_SLIDING,
                                    "no root was found near the middle of the band %s, though some lie in "
                                    "it%s; ask for a narrower band near there%s",
                                    band, place, units);
    TRY(stability_unanswered(run, STABILITY_SLIDING, "no root in the band %s%s; ask where there are some%s",
                             band, place, units));
    tell_outside(run, answer);
    return JUDDER_OK;
}

/* What a mesh leaves in doubt about the roots that are listed. */
static void judge_mesh(StudyRun *run, const FlutterAnswer *answer, const Seen *seen) {
    const FlutterMesh *mesh = answer->mesh;
    double highest = 0, lowest = INFINITY;
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
    const Seen seen = look(answer);
    const Value *counted = value_get(run->values, "roots_counted");
    const bool is_counted = counted && value_kind(counted) != VALUE_NULL &&
                            value_as_number(counted) == seen.listed;
    const double from = answer->search.from * HZ, to = answer->search.to * HZ;
    if (seen.worst)
        judge_growing(run, &seen, answer->mu);
    else if (answer->is_counted && answer->counted_growing == 0)
        study_verdict(run, CERTAINTY_CHECKED, "sliding at mu = %g: nothing grows among all %d roots %s",
                      answer->mu, answer->counted, isfinite(to) ? "of the band" : "that there are");
    else if (is_counted && answer->roots->enclosed && seen.unsure > 0)
        study_verdict(
            run, CERTAINTY_COMPUTED,
            "sliding at mu = %g: no growing root was found; of %d among all %d rounding leaves open "
            "whether they grow",
            answer->mu, seen.unsure, seen.listed);
    else if (is_counted)
        study_verdict(run, answer->roots->enclosed ? CERTAINTY_PROVED : CERTAINTY_CHECKED,
                      "sliding at mu = %g: nothing grows among all %d roots %s", answer->mu, seen.listed,
                      isfinite(to) ? "of the band" : "that were asked for");
    else if (answer->all)
        study_verdict(run, CERTAINTY_COMPUTED, "sliding at mu = %g: no growing root among all %d %s",
                      answer->mu, seen.listed, isfinite(to) || from > 0 ? "of the band" : "there are");
    else
        study_verdict(run, CERTAINTY_COMPUTED,
                      "sliding at mu = %g: no growing root among the %d found nearest to %.6g Hz; others are "
                      "not excluded",
                      answer->mu, seen.listed, isfinite(to) ? sqrt((from * from + to * to) / 2) : from);
    if (answer->mesh) judge_mesh(run, answer, &seen);
}
