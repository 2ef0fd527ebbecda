/* stability{} of a system: which questions can be asked, and who answers them. */
#include "study/system/system_model.h"

#include "stability/futures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JudderErr refuse(const StudyRun *run, const char *key, const char *why) {
    return block_locate(run->study, error_input(key, "%s %s", key, why));
}

/* dofs: of the motion that is asked; 0: the two of each contact that may slip, however many there are. */
static JudderErr refuse_grazing(const StudyRun *run, const char *key, int dofs) {
    const SystemPrepared *s = run->prepared;
    const int grazing = condenser_grazing(s->condenser), slipping = s->count - grazing;
    int most = grazing - 1;
    while (most > 0 &&
           !futures_affordable_sets(ldexp(1, slipping + 2 * most), dofs > 0 ? dofs : 2 * (slipping + most)))
        most--;
    return block_locate(run->study,
                        error_input(key,
                                    "%s with %d grazing contacts would take too long: with %d dofs and %d "
                                    "contacts in the state slip at most %d may graze",
                                    key, grazing, s->motion.n, slipping, most));
}

static bool has_states(const SystemPrepared *s, SmallContactState state) {
    for (int i = 0; i < s->motion.contacts; i++)
        if (s->contact[i].state == state) return true;
    return false;
}

/* A question that takes the mu of the contacts in these states. */
JudderErr system_need_mu(const StudyRun *run, const char *key, bool of_grazing) {
    const SystemPrepared *s = run->prepared;
    for (int i = 0; i < s->motion.contacts; i++) {
        const SmallContactState state = s->contact[i].state;
        if (state != SMALL_CONTACT_SLIP && !(of_grazing && state == SMALL_CONTACT_GRAZING)) continue;
        REQUIRE(s->has_mu[i],
                system_locate_contact(
                    s, i, error_input("mu", "contact %d needs its mu, since %s asks for it", i + 1, key)));
    }
    return JUDDER_OK;
}

/* The mu of flutter: given, or that which all sliding contacts share. */
JudderErr system_flutter_mu(const StudyRun *run, double *mu) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    *mu = p->flutter.mu;
    if (!isnan(*mu)) return JUDDER_OK;
    for (int i = 0; i < s->motion.contacts; i++) {
        const SmallContact *c = &s->contact[i];
        if (c->state != SMALL_CONTACT_SLIP) continue;
        REQUIRE(isnan(*mu) || *mu == c->mu,
                refuse(run, "flutter", "needs its mu, since the contacts have different ones"));
        *mu = c->mu;
    }
    return JUDDER_OK;
}

/* The mu of growth for every contact of the motion, to be freed. */
static JudderErr growth_mu(const StudyRun *run, double **mu) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    *mu = calloc((size_t)s->motion.contacts + 1, sizeof **mu);
    REQUIRE(*mu, error_memory());
    for (int i = 0; i < s->motion.contacts; i++)
        (*mu)[i] = isnan(p->growth.mu) ? s->contact[i].mu : p->growth.mu;
    return JUDDER_OK;
}

static JudderErr check_growth(const StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    REQUIRE(s->M, refuse(run, "growth", "needs the mass of the system"));
    if (isnan(p->growth.mu)) TRY(system_need_mu(run, "growth", true));
    if (futures_affordable(&s->motion)) return JUDDER_OK;
    REQUIRE(condenser_grazing(s->condenser) == 0, refuse_grazing(run, "growth", s->motion.n));
    for (int i = 1; i < s->count; i++)
        REQUIRE(!isnan(p->growth.mu) || s->mu[i] == s->mu[0],
                refuse(run, "growth", "needs one mu for a system of this size: growth = { mu = ... }"));
    REQUIRE(!isnan(p->growth.mu) || s->mu[0] > 0, refuse(run, "growth", "needs a mu above 0"));
    return JUDDER_OK;
}

/* What belongs to bodies, or to systems that are handed over. */
JudderErr system_refuse_flutter_fields(const StudyRun *run) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    REQUIRE(isnan(p->speed), refuse(run, "speed", "is for bodies: give the slope of each contact"));
    REQUIRE(p->pressure == 0, refuse(run, "pressure", "is for bodies: give the reaction of each contact"));
    REQUIRE(!p->march_mass, refuse(run, "march_mass", "is for bodies"));
    return JUDDER_OK;
}

static JudderErr check_flutter(const StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    TRY(system_refuse_flutter_fields(run));
    REQUIRE(s->M, refuse(run, "flutter", "needs the mass of the system"));
    REQUIRE(has_states(s, SMALL_CONTACT_SLIP), refuse(run, "flutter", "needs a contact in the state slip"));
    REQUIRE(condenser_grazing(s->condenser) == 0,
            refuse(run, "flutter", "is about contacts that slide, stick or are open: one of them grazes"));
    if (isnan(((const Stability *)run->study->params)->flutter.mu))
        TRY(system_need_mu(run, "flutter", false));
    double mu;
    TRY(system_flutter_mu(run, &mu));
    Sliding sliding;
    TRY(block_locate(run->study, sliding_create(&s->motion, &sliding)));
    sliding_release(&sliding);
    return JUDDER_OK;
}

/* The part of the questions that look for slip: the condensed matrices must exist. */
static JudderErr check_slip(const StudyRun *run, const char *key) {
    const SystemPrepared *s = run->prepared;
    REQUIRE(s->count > 0, refuse(run, key, "needs a contact in the state slip or grazing"));
    CondensedMotion condensed;
    TRY(block_locate(run->model, condensed_motion_create(s->condenser, 0, &condensed)));
    const bool affordable = futures_affordable(&condensed.motion);
    condensed_motion_release(&condensed);
    REQUIRE(affordable || condenser_grazing(s->condenser) == 0, refuse_grazing(run, key, 0));
    return JUDDER_OK;
}

static void tell_plan(StudyRun *run, bool growth, bool flutter) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    int states[4] = {0};
    for (int i = 0; i < s->motion.contacts; i++) states[s->contact[i].state]++;
    snprintf(run->note, sizeof run->note,
             "stability of %d dofs with %d contacts (%d slip, %d stuck, %d grazing, %d open):%s%s%s%s%s",
             s->motion.n, s->motion.contacts, states[SMALL_CONTACT_SLIP], states[SMALL_CONTACT_STUCK],
             states[SMALL_CONTACT_GRAZING], states[SMALL_CONTACT_OPEN], p->critical_mu ? " critical mu" : "",
             growth ? " growth" : "", p->rate ? " rate" : "", p->classes ? " classes" : "",
             flutter ? " flutter" : "");
}

JudderErr system_check_stability(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    const bool growth = block_gives(run->study, "growth"), flutter = block_gives(run->study, "flutter");
    REQUIRE(p->critical_mu || p->rate || p->classes || growth || flutter,
            block_locate(run->study,
                         error_input(NULL, "stability asks for nothing: allowed are critical_mu, growth, "
                                           "rate, classes, flutter")));
    REQUIRE(p->at.choice == STABILITY_AT_END && p->at.numbers.count == 0,
            refuse(run, "at", "is for bodies that follow a path"));
    REQUIRE(!block_gives(run->study, "across"), refuse(run, "across", "is for bodies in 3-D"));
    if (p->critical_mu) TRY(check_slip(run, "critical_mu"));
    if (p->classes) TRY(check_slip(run, "classes"));
    if (p->rate) TRY(check_slip(run, "rate"));
    if (p->classes) TRY(system_need_mu(run, "classes", true));
    if (p->rate) TRY(system_need_mu(run, "rate", true));
    if (p->rate) REQUIRE(s->motion.load, refuse(run, "rate", "needs the load of the system"));
    if (growth) TRY(check_slip(run, "growth"));
    if (growth) TRY(check_growth(run));
    if (flutter) TRY(check_flutter(run));
    tell_plan(run, growth, flutter);
    return JUDDER_OK;
}

/* --- run --- */

static JudderErr run_growth(StudyRun *run, const Pencil *pencil) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    double *mu = NULL;
    TRY(growth_mu(run, &mu));
    JudderErr err;
    if (futures_affordable(&s->motion)) {
        err = system_growth(run, mu);
    } else {
        for (int i = 0; i < s->count; i++) mu[i] = isnan(p->growth.mu) ? s->mu[i] : p->growth.mu;
        err = stability_growth_scan(run, &(StabilityTarget){pencil, s->position, mu});
    }
    free(mu);
    return err;
}

/* The questions that need A and B at z = 0. */
static JudderErr run_matrices(StudyRun *run, const Pencil *pencil) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    const size_t n = (size_t)s->count;
    double *room = calloc(2 * n * n + 2 * n + 1, sizeof *room);
    REQUIRE(room, error_memory());
    double *A = room, *B = A + n * n, *a = B + n * n, *b = a + n;
    const RateProblem problem = {s->count, A, B, a, b, s->mu};
    JudderErr err = pencil->at(pencil->context, 0, A, B);
    if (err == JUDDER_OK) err = condenser_pencil_load(s->condenser, a, b);
    if (err == JUDDER_OK && p->classes) err = stability_classes(run, &problem, s->position);
    if (err == JUDDER_OK && p->rate) err = stability_rates(run, &problem, s->position);
    free(room);
    return err;
}

/* Where the stiffness is not symmetric, losing definiteness is no proof of an instability. */
static bool is_symmetric(const SystemPrepared *s) {
    return s->asymmetry <= 1e-9;
}

static bool no_mu_is_stable(const SystemPrepared *s) {
    return !condenser_free_is_stable(s->condenser) && is_symmetric(s);
}

static JudderErr run_slipping(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    const Pencil pencil = {s->count, condenser_pencil_at, s->condenser, NULL};
    const StabilityTarget target = {&pencil, s->position, s->mu};
    if (p->critical_mu)
        TRY(no_mu_is_stable(s) ? system_free_unstable(run) : stability_critical(run, &target));
    if (p->critical_mu) system_tell_own_mu(run);
    if (block_gives(run->study, "growth")) TRY(run_growth(run, &pencil));
    return p->classes || p->rate ? run_matrices(run, &pencil) : JUDDER_OK;
}

static JudderErr run_grazing(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    if (p->critical_mu) TRY(no_mu_is_stable(s) ? system_free_unstable(run) : system_onset(run));
    if (p->critical_mu) system_tell_own_mu(run);
    if (block_gives(run->study, "growth")) TRY(run_growth(run, NULL));
    if (p->classes) TRY(system_neutral(run));
    return p->rate ? system_rates(run) : JUDDER_OK;
}

static JudderErr run_flutter(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    double mu;
    TRY(system_flutter_mu(run, &mu));
    Sliding sliding;
    TRY(sliding_create(&s->motion, &sliding));
    const JudderErr err = stability_flutter(run, &sliding, mu);
    sliding_release(&sliding);
    return err;
}

static JudderErr run_questions(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const bool stable = condenser_free_is_stable(s->condenser);
    REQUIRE(value_set(run->values, "free_is_stable", value_flag(stable)), error_memory());
    system_tell_matrices(run);
    if (!stable)
        stability_tell(run, "the dofs that no contact holds %s unstable by themselves, whatever mu",
                       is_symmetric(s) ? "are" : "may be");
    if (s->count > 0) TRY(condenser_grazing(s->condenser) ? run_grazing(run) : run_slipping(run));
    /* The search looks at the contacts alone: of free dofs that may be unstable it proves nothing. */
    if (!stable && ((const Stability *)run->study->params)->critical_mu)
        REQUIRE(value_set(run->values, "certified", value_flag(false)), error_memory());
    if (block_gives(run->study, "flutter")) TRY(run_flutter(run));
    return stability_compare(run);
}

JudderErr system_run_stability(StudyRun *run) {
    const double begin = clock_seconds();
    TRY(stability_begin(run));
    run->row_units = ((const SystemPrepared *)run->prepared)->rows;
    TRY(block_locate(run->study, run_questions(run)));
    if (run->outcome == STUDY_STOPPED) snprintf(run->reason, sizeof run->reason, "interrupted");
    return value_set(run->values, "seconds", value_number(clock_seconds() - begin)) ? JUDDER_OK
                                                                                    : error_memory();
}
