/* stability{} of a system: which questions can be asked, and who answers them. */
#include "study/system/rubbing.h"

#include "stability/certain/condensed.h"
#include "stability/certain/rest.h"
#include "stability/futures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JudderErr refuse(const StudyRun *run, const char *key, const char *why) {
    return block_refuse(run->study, key, "%s %s", key, why);
}

/* dofs: of the motion that is asked; 0: the two of each contact that may slip, however many there are. */
static JudderErr refuse_grazing(const StudyRun *run, const char *key, int dofs) {
    const SystemPrepared *s = run->prepared;
    const int grazing = condenser_grazing(s->condenser), slipping = s->count - grazing;
    int most = grazing - 1;
    while (most > 0 &&
           !futures_affordable_sets(ldexp(1, slipping + 2 * most), dofs > 0 ? dofs : 2 * (slipping + most)))
        most--;
    return block_refuse(run->study, key,
                        "%s with %d grazing contacts would take too long: with %d dofs and %d contacts in "
                        "the state slip at most %d may graze",
                        key, grazing, s->motion.n, slipping, most);
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
                    s, i, error_input("mu", "contact %d needs its mu, since %s uses it", i + 1, key)));
    }
    return JUDDER_OK;
}

/* What belongs to bodies, or to systems that are handed over. */
JudderErr system_refuse_flutter_fields(const StudyRun *run) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
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
    SystemRubbing rubbing;
    TRY(system_rub(run, &rubbing));
    system_rubbing_release(&rubbing);
    Sliding sliding;
    TRY(block_locate(run->study, sliding_create(&s->motion, &sliding)));
    sliding_release(&sliding);
    return JUDDER_OK;
}

/* The part of the questions that look for slip: the condensed matrices must exist. */
static JudderErr check_slip(const StudyRun *run, const char *key) {
    const SystemPrepared *s = run->prepared;
    REQUIRE(s->count > 0, refuse(run, key, "needs a contact in the state slip or grazing"));
    if (exact_is_meant_for(&s->given)) return JUDDER_OK;
    CondensedMotion condensed;
    /* Free dofs that are singular leave the question open, which is no error. */
    if (condensed_motion_create(s->condenser, 0, &condensed) != JUDDER_OK) return JUDDER_OK;
    const bool affordable = futures_affordable(&condensed.motion);
    condensed_motion_release(&condensed);
    REQUIRE(affordable || condenser_grazing(s->condenser) == 0, refuse_grazing(run, key, 0));
    return JUDDER_OK;
}

static JudderErr check_growth(const StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    REQUIRE(s->M, refuse(run, "growth", "needs the mass of the system"));
    if (isnan(p->growth.mu)) TRY(system_need_mu(run, "growth", true));
    REQUIRE(s->count > 0, refuse(run, "growth", "needs a contact in the state slip or grazing"));
    /* Set by set nothing is condensed: free dofs may be singular. */
    if (exact_is_meant_for(&s->given) || futures_affordable(&s->motion)) return JUDDER_OK;
    TRY(check_slip(run, "growth"));
    REQUIRE(condenser_grazing(s->condenser) == 0, refuse_grazing(run, "growth", s->motion.n));
    for (int i = 1; i < s->count; i++)
        REQUIRE(!isnan(p->growth.mu) || s->mu[i] == s->mu[0],
                refuse(run, "growth", "needs one mu for a system of this size: growth = { mu = ... }"));
    REQUIRE(!isnan(p->growth.mu) || s->mu[0] > 0, refuse(run, "growth", "needs a mu above 0"));
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
    if (s->large) return system_check_large(run);
    REQUIRE(
        p->critical_mu || p->rate || p->classes || growth || flutter,
        block_refuse(run->study, NULL,
                     "stability requests nothing: allowed are critical_mu, growth, rate, classes, flutter"));
    REQUIRE(p->at.choice == STABILITY_AT_END && p->at.numbers.count == 0,
            refuse(run, "at", "is for bodies that follow a path"));
    REQUIRE(!block_gives(run->study, "across"), refuse(run, "across", "is for bodies in 3-D"));
    if (p->critical_mu) TRY(check_slip(run, "critical_mu"));
    if (p->classes) TRY(check_slip(run, "classes"));
    if (p->rate) TRY(check_slip(run, "rate"));
    if (p->classes) TRY(system_need_mu(run, "classes", true));
    if (p->rate) TRY(system_need_mu(run, "rate", true));
    if (p->rate) REQUIRE(s->motion.load, refuse(run, "rate", "needs the load of the system"));
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
    TRY(system_all_mu(s, p->growth.mu, &mu));
    JudderErr err;
    if (futures_affordable(&s->motion)) {
        err = system_growth(run, mu);
    } else {
        for (int i = 0; i < s->count; i++) mu[i] = isnan(p->growth.mu) ? s->mu[i] : p->growth.mu;
        err = stability_growth_scan(run, &(StabilityTarget){pencil, s->position, mu, system_damping(s)});
    }
    free(mu);
    return err;
}

/* The questions that need A and B at z = 0. */
static JudderErr run_matrices(StudyRun *run, const Pencil *pencil, const SystemAsked *asked) {
    const SystemPrepared *s = run->prepared;
    RateRoom room;
    bool enclosed = true;
    TRY(rate_room_open(pencil, &room));
    RateProblem problem = rate_room_problem(&room, s->count, s->mu);
    JudderErr err = asked->classes ? stability_classes(run, &problem, s->position) : JUDDER_OK;
    if (err == JUDDER_OK && asked->rate)
        err = condenser_enclose_load(s->condenser, &(EnclosedLoad){room.a, room.b, room.a_D, room.b_D},
                                     &enclosed);
    if (err == JUDDER_OK && !enclosed) {
        problem.load_open = "the rounding of the condensed load cannot be bounded";
        err = condenser_pencil_load(s->condenser, room.a, room.b);
    }
    if (err == JUDDER_OK && asked->rate) err = stability_rates(run, &problem, s->position);
    rate_room_release(&room);
    return err;
}

/* Where the stiffness is not symmetric, losing definiteness is no proof of an instability. */
static bool no_mu_is_stable(const SystemPrepared *s) {
    return !condenser_free_is_stable(s->condenser) && system_is_symmetric(s) && !s->gyroscopic;
}

/* Of a system whose free dofs are unstable, whatever mu, none is critical. */
static bool has_no_critical_mu(StudyRun *run) {
    const bool none = no_mu_is_stable(run->prepared);
    if (none) system_has_no_critical_mu(run, CRITICAL_FREE_UNSTABLE);
    return none;
}

static JudderErr run_slipping(StudyRun *run, const SystemAsked *asked) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    const Pencil pencil = condenser_pencil(s->condenser);
    const StabilityTarget target = {&pencil, s->position, s->mu, system_damping(s)};
    if (p->critical_mu && !asked->critical_mu)
        TRY(stability_stable(run, &target, run->answer->critical.proved[1], p->seconds));
    if (asked->critical_mu && !has_no_critical_mu(run)) TRY(stability_critical(run, &target));
    if (asked->critical_mu) system_tell_own_mu(run);
    if (asked->growth) TRY(run_growth(run, &pencil));
    return asked->classes || asked->rate ? run_matrices(run, &pencil, asked) : JUDDER_OK;
}

static JudderErr run_grazing(StudyRun *run, const SystemAsked *asked) {
    if (asked->critical_mu && !has_no_critical_mu(run)) TRY(system_onset(run));
    if (asked->critical_mu) system_tell_own_mu(run);
    if (asked->growth) TRY(run_growth(run, NULL));
    if (asked->classes) TRY(system_neutral(run));
    return asked->rate ? system_rates(run) : JUDDER_OK;
}

static JudderErr ask_flutter(StudyRun *run, const SystemRubbing *rubbing) {
    SmallMotion motion = ((const SystemPrepared *)run->prepared)->motion;
    Sliding sliding;
    motion.contact = rubbing->contact;
    TRY(sliding_create(&motion, &sliding));
    sliding.evaluated = rubbing->evaluated;
    JudderErr err = sliding_remember(&sliding, rubbing->memory);
    if (err == JUDDER_OK) err = stability_flutter(run, &sliding, rubbing->mu);
    sliding_release(&sliding);
    return err;
}

/* Where K of the free dofs is singular, as far as rounded numbers show, nothing can be condensed: growth,
 * which needs no condensing, is all that is asked. */
static JudderErr run_singular(StudyRun *run, const SystemAsked *asked) {
    const SystemPrepared *s = run->prepared;
    if (asked->critical_mu) system_has_no_critical_mu(run, CRITICAL_UNANSWERED);
    for (int i = 0; i < 3; i++) run->answer->classes[i].asked |= asked->classes;
    stability_tell(
        run,
        "only growth is answered: the dofs that no contact holds can move without any force, as far "
        "as rounded numbers show; exact arithmetic decides for up to %d dofs with entries not too far apart",
        EXACT_DOFS);
    return asked->growth && futures_affordable(&s->motion) ? run_growth(run, NULL) : JUDDER_OK;
}

static bool can_condense(const SystemPrepared *s) {
    CondensedMotion condensed;
    if (condensed_motion_create(s->condenser, 0, &condensed) != JUDDER_OK) return false;
    condensed_motion_release(&condensed);
    return true;
}

static JudderErr run_flutter(StudyRun *run) {
    SystemRubbing rubbing;
    TRY(system_rub(run, &rubbing));
    if (rubbing.remark) stability_tell(run, "%s", rubbing.remark);
    const JudderErr err = rubbing.missing[0]
                              ? stability_unanswered(run, STABILITY_SLIDING, "%s", rubbing.missing)
                              : ask_flutter(run, &rubbing);
    system_rubbing_release(&rubbing);
    return err;
}

/* Whether energy excludes, proved, that something vibrates more and more. */
static JudderErr is_calm(const SystemPrepared *s, bool *calm) {
    PencilRest rest = REST_UNDECIDED;
    *calm = false;
    if (!system_is_symmetric(s) || !condenser_free_is_stable(s->condenser) ||
        condenser_grazing(s->condenser) || small_damping(&s->motion) == DAMPING_GENERAL)
        return JUDDER_OK;
    const Pencil pencil = condenser_pencil(s->condenser);
    TRY(pencil_rest(&pencil, &rest));
    TRY(pencil_rest_needs_mass(&pencil, &rest));
    *calm = rest == REST_STABLE;
    return JUDDER_OK;
}

/* What exact arithmetic does not answer is left to doubles. */
static JudderErr run_slip(StudyRun *run, SystemAsked *asked, ExactRest *found, bool *free_is_stable) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    const char *why;
    ExactRestReport rest = {.rest = EXACT_REST_UNDECIDED};
    *found = rest.rest;
    *free_is_stable = condenser_free_is_stable(s->condenser);
    if (s->count == 0) return JUDDER_OK;
    if (exact_affordable(&s->given, &why)) {
        Exact *exact;
        TRY(exact_create(&s->given, p->seconds, &exact));
        const JudderErr err = system_prove(run, exact, asked, &rest);
        exact_destroy(&exact);
        TRY(err);
    } else {
        if (why[0]) stability_tell(run, "%s", why);
        bool calm = true;
        if (asked->growth) TRY(is_calm(s, &calm));
        if (!calm) TRY(system_look_for_vibrations(run));
    }
    *found = rest.rest;
    if (rest.rest != EXACT_REST_UNDECIDED) *free_is_stable = rest.free_definite;
    const bool singular = (asked->critical_mu || asked->classes || asked->rate) && !can_condense(s);
    if (!*free_is_stable && !singular && (rest.rest == EXACT_REST_UNDECIDED || rest.free_negative))
        system_tell_free(run);
    if (singular) return run_singular(run, asked);
    return condenser_grazing(s->condenser) ? run_grazing(run, asked) : run_slipping(run, asked);
}

static JudderErr run_questions(StudyRun *run) {
    const Stability *p = run->study->params;
    SystemAsked asked = {p->critical_mu, block_gives(run->study, "growth"), p->classes, p->rate};
    ExactRest rest;
    bool stable;
    system_tell_matrices(run);
    TRY(system_tell_pieces(run));
    /* First what takes a known time: proofs about rest may take all there is. */
    if (block_gives(run->study, "flutter")) TRY(run_flutter(run));
    const StabilityDamping damping = system_damping(run->prepared);
    if (asked.growth && damping.changing) TRY(stability_leave_growth(run, &damping));
    asked.growth = asked.growth && !damping.changing;
    TRY(run_slip(run, &asked, &rest, &stable));
    run->answer->free_is_stable = answer_of(stable);
    /* The search looks at the contacts alone: of free dofs that may be unstable it proves nothing. */
    if (!stable && asked.critical_mu) run->answer->critical.certified = ANSWER_NO;
    /* Of a state that grows without friction no mu comes first. */
    if (rest != EXACT_UNSTABLE) stability_compare(run);
    return JUDDER_OK;
}

JudderErr system_run_stability(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const double begin = clock_seconds();
    REQUIRE(
        !s->large,
        error_machine("systems of more than %d dofs are computed by the program judder-fe, not by this one",
                      SMALL_MOTION_MOST));
    TRY(stability_begin(run));
    run->answer->row_units = s->rows;
    const JudderErr err = block_locate(run->study, run_questions(run));
    run->answer->seconds = clock_seconds() - begin;
    if (run->outcome == STUDY_STOPPED) snprintf(run->reason, sizeof run->reason, "interrupted");
    return stability_end(run, err);
}
