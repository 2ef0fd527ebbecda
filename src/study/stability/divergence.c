/* What a pencil answers: the least mu, classes, the rate problem. */
#include "study/stability/stability.h"

#include "complementarity/classes.h"
#include "stability/critical.h"

#include <math.h>
#include <stdlib.h>

void stability_restore_units(const StudyRun *run, int n, bool direction_only, double *x) {
    const double *unit = run->answer->row_units;
    if (!unit) return;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] *= unit[i];
        sum += x[i];
    }
    for (int i = 0; i < n && direction_only && sum > 0; i++) x[i] /= sum;
}

/* --- the least mu (ST-6) --- */

static JudderErr keep_least(StabilityAnswer *a, const StabilityTarget *target, const CriticalMu *found,
                            const double *x) {
    static const CriticalOutcome outcomes[] = {
        [EICP_FOUND] = CRITICAL_FOUND, [EICP_NONE] = CRITICAL_NONE, [EICP_NOT_FOUND] = CRITICAL_NOT_FOUND};
    const EicpReport *least = &found->least;
    const bool exists = least->outcome == EICP_FOUND;
    a->critical = (AnswerCritical){.outcome = outcomes[least->outcome],
                                   .mu = exists ? least->mu : NAN,
                                   .certified = answer_of(found->certified),
                                   .searched = true,
                                   .certificate = least->certificate[0] ? least->certificate : NULL,
                                   .proved = {found->low, found->high},
                                   .all_slip = found->all_slip,
                                   .not_positive_definite = found->not_positive_definite};
    a->rest_told = true;
    a->rest = found->rest;
    if (!exists) return JUDDER_OK;
    return answer_add_mode(a, &(StabilityMode){.kind = MODE_NEUTRAL,
                                               .value = least->mu,
                                               .count = target->pencil->n,
                                               .position = target->position,
                                               .vector = x,
                                               .residual = least->residual});
}

void stability_tell_none(StudyRun *run, double up_to) {
    if (isinf(up_to))
        stability_tell(run, "no neutral state at any mu (proved)");
    else
        stability_tell(run, "no neutral state up to mu = %g (proved)", up_to);
}

/* A neutral state says nothing of stability unless the state is stable without friction. */
static void tell_rest(StudyRun *run, const CriticalMu *found) {
    if (found->rest == REST_STABLE)
        stability_tell(run, "stable without friction (proved)");
    else if (found->rest == REST_UNSTABLE)
        stability_tell(run, "unstable without friction already (proved): request growth");
    else if (found->rest == REST_NEUTRAL)
        stability_tell(run, "neutral without friction already (proved): request growth");
    else
        stability_tell(run, "whether it is stable without friction is not proved");
}

static void tell_least(StudyRun *run, const CriticalMu *found, double up_to) {
    const EicpReport *least = &found->least;
    const bool proved = eicp_is_narrow(found->low, found->high);
    tell_rest(run, found);
    if (least->outcome == EICP_FOUND)
        stability_tell(run, "neutral at mu = %.9g (%s%s)", least->mu,
                       proved ? "proved least: " : "the least that was found, not proved so",
                       proved ? least->certificate : "");
    else if (least->outcome == EICP_NONE)
        stability_tell_none(run, up_to);
    else
        stability_tell(run, "no neutral state was found");
    if (!found->certified) stability_tell(run, "not certified: %s", found->reason);
}

JudderErr stability_critical(StudyRun *run, const StabilityTarget *target) {
    const Stability *p = run->study->params;
    double *x = calloc((size_t)target->pencil->n + 1, sizeof *x);
    REQUIRE(x, error_memory());
    const EicpSearch search = {.from = 0, .to = p->up_to_mu, .seconds = p->seconds, .log = run->log};
    CriticalMu found = {0};
    const double begin = work_seconds();
    JudderErr err = critical_mu(target->pencil, &search, x, &found);
    const double spent = work_seconds() - begin;
    stability_restore_units(run, target->pencil->n, true, x);
    if (target->damping.unknown) found.rest = REST_UNDECIDED;
    if (err == JUDDER_OK) err = keep_least(run->answer, target, &found, x);
    if (err == JUDDER_OK) tell_least(run, &found, p->up_to_mu);
    if (err == JUDDER_OK)
        err = stability_stable(run, target, found.high, p->seconds > 0 ? p->seconds : fmax(5, spent));
    if (err == JUDDER_OK && !found.certified && stop_requested()) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted while the least mu was looked for");
    } else if (err == JUDDER_OK && found.least.outcome == EICP_NOT_FOUND && found.rest != REST_UNSTABLE) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the least mu was neither found nor excluded");
    }
    free(x);
    return err;
}

static bool is_one_mu(int n, const double *mu) {
    for (int i = 1; i < n; i++)
        if (mu[i] != mu[0]) return false;
    return true;
}

void stability_tell_own_mu(StudyRun *run, int n, const double *mu) {
    const AnswerCritical *critical = &run->answer->critical;
    if (!is_one_mu(n, mu))
        stability_tell(run, "critical_mu puts one common mu in place of the different ones of the contacts");
    else if (n == 0 || !isfinite(critical->mu))
        return;
    else if (mu[0] > critical->mu)
        stability_tell(run, "the state itself, at mu = %g, is beyond it", mu[0]);
    else if (mu[0] < critical->proved[0])
        stability_tell(run, "the state itself, at mu = %g, has no neutral motion (proved)", mu[0]);
}

StabilityMu stability_at_mu(int n, const double *mu) {
    StabilityMu at = {"at the mu of the contacts: "};
    if (n > 0 && is_one_mu(n, mu)) snprintf(at.text, sizeof at.text, "at mu = %g: ", mu[0]);
    return at;
}

/* --- classes (ST-11) --- */

static const char *const class_meanings[][3] = {
    [CLASS_P] = {[ANSWER_YES] = "one response to every rate of load (P)",
                 [ANSWER_NO] = "some rates of load have no response or several (P lost)",
                 [ANSWER_UNKNOWN] = "whether every rate of load has one response is undecided (P)"},
    [CLASS_P0] = {[ANSWER_YES] = "no principal minor is negative (P0)",
                  [ANSWER_NO] = "a principal minor is negative (P0 lost)",
                  [ANSWER_UNKNOWN] = "whether a principal minor is negative is undecided (P0)"},
    [CLASS_R0] = {
        [ANSWER_YES] = "no motion without growth begins by itself (R0)",
        [ANSWER_NO] = "a motion without growth may begin by itself (R0 lost)",
        [ANSWER_UNKNOWN] = "whether a motion without growth may begin by itself is undecided (R0)"}};

const char *stability_class_meaning(ClassKind kind, Answer answer) {
    return class_meanings[kind][answer];
}

void stability_class(StudyRun *run, ClassKind kind, const AnswerClass *found, StabilityMu *at) {
    AnswerClass *own = &run->answer->classes[kind];
    *own = *found;
    own->asked = own->judged = true;
    run->answer->classes_first |= run->answer->growth.method == GROWTH_UNASKED;
    stability_tell(run, "%s%s", at->text, class_meanings[kind][found->answer]);
    at->text[0] = '\0';
}

/* What is asked about, and room for the witness. */
typedef struct ClassRoom {
    int n;
    const int *position;
    StabilityMu at;
    double *M, *M_D;
    const char *open; /* why nothing is proved; NULL */
    bool *set;
    double *vector;
} ClassRoom;

static JudderErr ask_class(StudyRun *run, ClassKind kind, ClassRoom *room) {
    const double *unit = run->answer->row_units;
    const int n = room->n;
    ClassReport report = {.proof = ""};
    if (!room->open)
        TRY(class_within(kind, &(ClassMatrix){n, room->M, room->M_D}, room->set, room->vector, &report));
    AnswerClass found = {.answer = report.answer,
                         .proof = report.proof[0] ? report.proof : NULL,
                         .certainty = CERTAINTY_COMPUTED,
                         .minor = report.minor};
    if (report.answer == ANSWER_NO) {
        stability_restore_units(run, n, false, room->vector);
        for (int k = 0; k < n && unit; k++)
            if (room->set[k]) found.minor /= unit[k] * unit[k];
        TRY(kind == CLASS_R0 ? answer_set_vector(&found, room->vector, (size_t)n)
                             : answer_set_minor(&found, n, room->set, room->position));
    }
    stability_class(run, kind, &found, &room->at);
    return JUDDER_OK;
}

JudderErr stability_classes(StudyRun *run, const RateProblem *problem, const int *position) {
    const size_t n = (size_t)problem->n;
    ClassRoom room = {.n = problem->n,
                      .position = position,
                      .at = stability_at_mu(problem->n, problem->mu),
                      .M = malloc((2 * n * n + 1) * sizeof(double)),
                      .open = problem->open,
                      .set = calloc(n + 1, sizeof(bool)),
                      .vector = calloc(n + 1, sizeof(double))};
    JudderErr err = room.M && room.set && room.vector ? JUDDER_OK : error_memory();
    room.M_D = room.M + n * n;
    if (err == JUDDER_OK) rate_matrix(problem, room.M, room.M_D);
    if (problem->open) stability_tell(run, "P, P0 and R0 are not answered: %s", problem->open);
    for (ClassKind kind = CLASS_P; kind <= CLASS_R0 && err == JUDDER_OK; kind++)
        err = ask_class(run, kind, &room);
    free(room.M);
    free(room.set);
    free(room.vector);
    return err;
}

/* --- the rate problem (ST-10) --- */

JudderErr stability_rates(StudyRun *run, const RateProblem *problem, const int *position) {
    AnswerRates *rates = &run->answer->rates;
    RateReport report;
    TRY(rate_solve(problem, &report));
    JudderErr err = JUDDER_OK;
    /* A continuum is an event that exact arithmetic alone can prove. */
    rates->responses = report.all ? RESPONSES_COUNTED : RESPONSES_OPEN;
    rates->count = report.solutions.count;
    for (int i = 0; i < report.solutions.count && err == JUDDER_OK; i++) {
        double *x = report.solutions.x + (size_t)i * (size_t)problem->n;
        stability_restore_units(run, problem->n, false, x);
        const StabilityMode mode = {
            .count = problem->n, .position = position, .vector = x, .residual = report.residual[i]};
        err = answer_add_mode(run->answer, &mode);
    }
    const StabilityMu at = stability_at_mu(problem->n, problem->mu);
    if (report.solutions.continuum)
        stability_tell(run, "%sa continuum of responses to the load, up to rounding (not proved)", at.text);
    else
        stability_tell(run, "%s%d response%s to the load%s", at.text, report.solutions.count,
                       report.solutions.count == 1 ? "" : "s", report.all ? "" : " found, maybe not all");
    rate_release(&report);
    return err;
}
