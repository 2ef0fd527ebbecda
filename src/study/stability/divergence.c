/* What a pencil answers: the least mu, classes, the rate problem. */
#include "study/stability/stability.h"

#include "complementarity/classes.h"
#include "stability/critical.h"

#include <math.h>
#include <stdlib.h>

void stability_restore_units(const StudyRun *run, int n, bool direction_only, double *x) {
    if (!run->row_units) return;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] *= run->row_units[i];
        sum += x[i];
    }
    for (int i = 0; i < n && direction_only && sum > 0; i++) x[i] /= sum;
}

/* --- the least mu (ST-6) --- */

/* [low, high]; null where nothing is proved. */
static Value *interval_value(double low, double high) {
    Value *list = value_list();
    const bool good = value_append(list, isfinite(low) ? value_number(low) : value_null()) &&
                      value_append(list, isfinite(high) ? value_number(high) : value_null());
    if (!good) value_destroy(&list);
    return list;
}

static bool report_least(StudyRun *run, const StabilityTarget *target, const CriticalMu *found,
                         const double *x) {
    const EicpReport *least = &found->least;
    static const char *const outcomes[] = {"found", "none", "not found"};
    Value *v = run->values;
    const bool exists = least->outcome == EICP_FOUND;
    bool good = value_set(v, "critical_outcome", value_text(outcomes[least->outcome]));
    good = value_set(v, "critical_mu", exists ? value_number(least->mu) : value_null()) && good;
    good = value_set(v, "certified", value_flag(found->certified)) && good;
    good = value_set(v, "certificate",
                     least->certificate[0] ? value_text(least->certificate) : value_null()) &&
           good;
    good = value_set(v, "mu_proved", interval_value(found->low, found->high)) && good;
    good = value_set(v, "without_friction", value_text(pencil_rest_names[found->rest])) && good;
    good = value_set(v, "mu_all_slip", value_number(found->all_slip)) && good;
    good = value_set(v, "mu_not_positive_definite", value_number(found->not_positive_definite)) && good;
    if (!exists) return good;
    const StabilityMode mode = {.key = "mu",
                                .value = least->mu,
                                .count = target->pencil->n,
                                .position = target->position,
                                .vector = x,
                                .residual = least->residual};
    return stability_append(run, "modes", stability_mode(&mode)) && good;
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
        stability_tell(run, "unstable without friction already (proved): ask for growth");
    else if (found->rest == REST_NEUTRAL)
        stability_tell(run, "neutral without friction already (proved): ask for growth");
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
    if (err == JUDDER_OK && !report_least(run, target, &found, x)) err = error_memory();
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

/* The number at a place of a list; NAN: none. */
static double list_number(const Value *list, size_t at) {
    const Value *item = list && value_kind(list) == VALUE_LIST && at < value_length(list) ? value_at(list, at)
                                                                                          : NULL;
    return item && value_kind(item) == VALUE_NUMBER ? value_as_number(item) : NAN;
}

/* Whether it is proved that no motion is neutral at mu. */
static bool is_excluded(const StudyRun *run, double mu) {
    return mu < list_number(value_get(run->values, "mu_proved"), 0);
}

void stability_tell_own_mu(StudyRun *run, int n, const double *mu) {
    const Value *critical = value_get(run->values, "critical_mu");
    if (!is_one_mu(n, mu))
        stability_tell(run, "critical_mu puts one common mu in place of the different ones of the contacts");
    else if (n == 0 || value_kind(critical) != VALUE_NUMBER)
        return;
    else if (mu[0] > value_as_number(critical))
        stability_tell(run, "the state itself, at mu = %g, is beyond it", mu[0]);
    else if (is_excluded(run, mu[0]))
        stability_tell(run, "the state itself, at mu = %g, has no neutral motion (proved)", mu[0]);
}

StabilityMu stability_at_mu(int n, const double *mu) {
    StabilityMu at = {"at the mu of the contacts: "};
    if (n > 0 && is_one_mu(n, mu)) snprintf(at.text, sizeof at.text, "at mu = %g: ", mu[0]);
    return at;
}

/* --- classes (ST-11) --- */

static Value *answer_value(Answer answer) {
    return answer == ANSWER_UNKNOWN ? value_null() : value_flag(answer == ANSWER_YES);
}

/* The principal minor that says no. */
static Value *minor_value(int n, const bool *set, const int *position, double minor) {
    Value *item = value_object(), *rows = value_child_list(item, "rows");
    bool good = rows != NULL;
    for (int i = 0; i < n && good; i++)
        if (set[i]) good = value_append(rows, value_count(position[i]));
    good = good && value_set(item, "minor", value_number(minor));
    if (!good) value_destroy(&item);
    return item;
}

typedef struct ClassQuestion {
    const char *key, *proof, *witness;
    const char *meaning[3]; /* of each Answer */
    ClassKind kind;
    bool by_minor; /* a no is a minor; otherwise a vector */
} ClassQuestion;

static const ClassQuestion questions[] = {
    {"is_P",
     "proof_P",
     "witness_P",
     {[ANSWER_YES] = "one response to every rate of load (P)",
      [ANSWER_NO] = "some rates of load have no response or several (P lost)",
      [ANSWER_UNKNOWN] = "whether every rate of load has one response is undecided (P)"},
     CLASS_P,
     true},
    {"is_P0",
     "proof_P0",
     "witness_P0",
     {[ANSWER_YES] = "no principal minor is negative (P0)",
      [ANSWER_NO] = "a principal minor is negative (P0 lost)",
      [ANSWER_UNKNOWN] = "whether a principal minor is negative is undecided (P0)"},
     CLASS_P0,
     true},
    {"is_R0",
     "proof_R0",
     "witness_R0",
     {[ANSWER_YES] = "no motion without growth begins by itself (R0)",
      [ANSWER_NO] = "a motion without growth may begin by itself (R0 lost)",
      [ANSWER_UNKNOWN] = "whether a motion without growth may begin by itself is undecided (R0)"},
     CLASS_R0,
     false}};

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

const char *stability_R0_meaning(Answer answer) {
    return questions[2].meaning[answer];
}

static JudderErr ask_class(StudyRun *run, const ClassQuestion *q, const ClassRoom *room) {
    const int n = room->n;
    ClassReport report = {.proof = ""};
    if (!room->open)
        TRY(class_within(q->kind, &(ClassMatrix){n, room->M, room->M_D}, room->set, room->vector, &report));
    bool good = value_set(run->values, q->key, answer_value(report.answer));
    good = value_set(run->values, q->proof, report.proof[0] ? value_text(report.proof) : value_null()) &&
           good;
    stability_tell(run, "%s%s", q == questions ? room->at.text : "", q->meaning[report.answer]);
    if (report.answer == ANSWER_NO) {
        stability_restore_units(run, n, false, room->vector);
        for (int k = 0; k < n && run->row_units; k++)
            if (room->set[k]) report.minor /= run->row_units[k] * run->row_units[k];
        good = value_set(run->values, q->witness,
                         q->by_minor ? minor_value(n, room->set, room->position, report.minor)
                                     : value_numbers(room->vector, (size_t)n)) &&
               good;
    }
    return good ? JUDDER_OK : error_memory();
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
    for (size_t i = 0; i < sizeof questions / sizeof *questions && err == JUDDER_OK; i++)
        err = ask_class(run, &questions[i], &room);
    free(room.M);
    free(room.set);
    free(room.vector);
    return err;
}

/* --- the rate problem (ST-10) --- */

/* A continuum is an event that exact arithmetic alone can prove. */
static Value *rate_count(const RateReport *report) {
    return report->all ? value_count(report->solutions.count) : value_null();
}

JudderErr stability_rates(StudyRun *run, const RateProblem *problem, const int *position) {
    RateReport report;
    TRY(rate_solve(problem, &report));
    bool good = value_set(run->values, "rate_count", rate_count(&report));
    for (int i = 0; i < report.solutions.count; i++) {
        double *x = report.solutions.x + (size_t)i * (size_t)problem->n;
        stability_restore_units(run, problem->n, false, x);
        const StabilityMode mode = {
            .count = problem->n, .position = position, .vector = x, .residual = report.residual[i]};
        good = stability_append(run, "rate_solutions", stability_mode(&mode)) && good;
    }
    const StabilityMu at = stability_at_mu(problem->n, problem->mu);
    if (report.solutions.continuum)
        stability_tell(run, "%sa continuum of responses to the load, up to rounding (not proved)", at.text);
    else
        stability_tell(run, "%s%d response%s to the load%s", at.text, report.solutions.count,
                       report.solutions.count == 1 ? "" : "s", report.all ? "" : " found, maybe not all");
    rate_release(&report);
    return good ? JUDDER_OK : error_memory();
}
