/* Answers about small systems by exact arithmetic, of the numbers that the caller gave. (PR-4), (PR-9) */
#include "library/system.h"

#include "exact/exact.h"
#include "library/eicp.h"
#include "stability/critical.h"

#include <math.h>
#include <stdlib.h>

static const char exact_name[] = "exact arithmetic";

static JudderErr open_exact(const judder_system *system, double seconds, Exact **exact) {
    *exact = NULL;
    return exact_affordable(&system->given, NULL) ? exact_create(&system->given, seconds, exact) : JUDDER_OK;
}

/* --- the least mu --- */

/* Without grazing contacts and with a regular K of the free dofs there are A and B. */
static void add_bounds(const judder_system *system, judder_critical_mu *found) {
    const size_t n = (size_t)system->count;
    double *A = condenser_grazing(system->condenser) ? NULL : calloc(2 * n * n + 1, sizeof *A);
    found->all_slip = found->not_positive_definite = NAN;
    if (A && condenser_pencil_at(system->condenser, 0, A, A + n * n) == JUDDER_OK) {
        const Eicp eicp = {system->count, A, A + n * n};
        if (all_slip_mu(&eicp, NULL, &found->all_slip) != JUDDER_OK) found->all_slip = NAN;
        if (not_positive_definite_mu(&eicp, &found->not_positive_definite) != JUDDER_OK)
            found->not_positive_definite = NAN;
    }
    free(A);
}

static JudderErr take_least(const judder_system *system, const ExactMode *mode, double *slip,
                            judder_critical_mu *found) {
    const SmallMotion *given = &system->given;
    double *mu = malloc(((size_t)given->contacts + 1) * sizeof *mu), sum = 0;
    REQUIRE(mu, error_memory());
    for (int i = 0; i < given->contacts; i++) mu[i] = mode->value;
    const JudderErr err = small_motion_judge(&system->given, &(SmallRates){.mu = mu, .V = mode->V},
                                             &found->least.residual);
    free(mu);
    found->least.mu = mode->value;
    found->low = mode->low;
    found->high = mode->high;
    for (int i = 0; i < system->count && slip; i++) {
        const SmallContact *c = &given->contact[system->which[i]];
        slip[i] = (c->state == SMALL_CONTACT_SLIP ? c->direction : 1) * mode->V[c->tangent];
        sum += slip[i];
    }
    for (int i = 0; i < system->count && slip && sum > 0; i++) slip[i] /= sum;
    return err;
}

static judder_rest rest_of(ExactRest rest) {
    static const judder_rest names[] = {[EXACT_STABLE] = JUDDER_REST_STABLE,
                                        [EXACT_NEUTRAL] = JUDDER_REST_NEUTRAL,
                                        [EXACT_UNSTABLE] = JUDDER_REST_UNSTABLE,
                                        [EXACT_REST_UNDECIDED] = JUDDER_REST_UNDECIDED};
    return names[rest];
}

static JudderErr prove_critical(const judder_system *system, const EicpSearch *search, Exact *exact,
                                double *slip, judder_critical_mu *found) {
    ExactModes modes;
    ExactRestReport rest;
    TRY(exact_rest(exact, &rest));
    TRY(exact_least_mu(exact, search->from, search->to, &modes));
    const bool unstable = rest.rest == EXACT_UNSTABLE,
               exists = modes.count > 0 && !(unstable && !rest.free_definite);
    *found = (judder_critical_mu){.least = {.outcome = exists           ? JUDDER_EICP_FOUND
                                                       : modes.complete ? JUDDER_EICP_NONE
                                                                        : JUDDER_EICP_NOT_FOUND,
                                            .mu = NAN,
                                            .residual = NAN,
                                            .proof = exact_name,
                                            .mu_low = search->from},
                                  .low = NAN,
                                  .high = NAN,
                                  .without_friction = rest_of(rest.rest),
                                  .continuum = exists && modes.continuum};
    JudderErr err = exists ? take_least(system, &modes.at[0], slip, found) : JUDDER_OK;
    /* A state that grows without friction has no mu from which on it does; where its free dofs are to blame,
     * no mu at lam = 0 says anything. */
    if (unstable && !exists) found->least.outcome = JUDDER_EICP_NOT_FOUND;
    found->least.certified = modes.complete && !unstable && !rest.free_negative;
    if (!modes.complete) found->low = found->high = NAN;
    if (!modes.complete) found->least.proof = "";
    if (modes.complete && !unstable) found->least.mu_low = exists ? modes.at[0].low : search->to;
    exact_modes_release(&modes);
    return err;
}

JudderErr system_prove_critical(const judder_system *system, const judder_eicp_search *given, double *slip,
                                judder_critical_mu *found, bool *decided) {
    const EicpSearch search = eicp_search_of(given);
    Exact *exact;
    *decided = false;
    if (search.uncertified || search.from < 0) return JUDDER_OK;
    TRY(open_exact(system, search.seconds, &exact));
    if (!exact) return JUDDER_OK;
    const JudderErr err = prove_critical(system, &search, exact, slip, found);
    exact_destroy(&exact);
    TRY(err);
    *decided = found->least.proof[0] != '\0';
    if (*decided) add_bounds(system, found);
    return JUDDER_OK;
}

/* --- lists --- */

static JudderErr list_modes(const judder_system *system, const double *mu, bool loaded,
                            const ExactModes *modes, judder_futures *futures) {
    TRY(futures_list_open(modes->count, futures));
    futures->complete = modes->complete;
    futures->continuum = modes->continuum;
    futures->proved = modes->complete;
    for (int i = 0; i < modes->count; i++) {
        const ExactMode *mode = &modes->at[i];
        FutureGiven given = {mode->value, mode->low, mode->high, 0, mode->family, mode->V, mode->future};
        TRY(small_motion_judge(&system->given, &(SmallRates){mu, mode->value, loaded, mode->V},
                               &given.residual));
        TRY(futures_list_add(system, &given, futures));
    }
    return JUDDER_OK;
}

/* A list by exact arithmetic, if that decides it. */
static JudderErr prove_list(const judder_system *system, const double *mu,
                            JudderErr (*find)(Exact *, const double *, ExactModes *), judder_futures *futures,
                            bool *decided) {
    Exact *exact;
    ExactModes modes = {0};
    *decided = false;
    TRY(open_exact(system, 0, &exact));
    if (!exact) return JUDDER_OK;
    JudderErr err = find(exact, mu, &modes);
    *decided = err == JUDDER_OK && modes.complete;
    if (*decided) err = list_modes(system, mu, find == exact_rates, &modes, futures);
    exact_modes_release(&modes);
    exact_destroy(&exact);
    return err;
}

JudderErr system_prove_growth(const judder_system *system, const double *mu, judder_futures *futures,
                              bool *decided) {
    return prove_list(system, mu, exact_growth, futures, decided);
}

JudderErr system_prove_rates(const judder_system *system, judder_futures *futures, bool *decided) {
    double mu[SMALL_MOTION_MOST];
    for (int i = 0; i < system->given.contacts; i++) mu[i] = system->given.contact[i].mu;
    return prove_list(system, mu, exact_rates, futures, decided);
}

/* --- classes --- */

static JudderErr ask_minors(Exact *exact, const double *mu, judder_class which, bool *set,
                            judder_class_report *report) {
    ExactMinor P, P0;
    TRY(exact_minors(exact, mu, &P, &P0));
    const ExactMinor *answer = which == JUDDER_CLASS_P ? &P : &P0;
    if (!answer->answered) return JUDDER_OK;
    *report = (judder_class_report){answer->holds ? JUDDER_ANSWER_YES : JUDDER_ANSWER_NO, exact_name,
                                    answer->holds ? NAN : answer->minor};
    for (int i = 0; i < EXACT_DOFS && set && !answer->holds; i++)
        if (answer->set[i]) set[i] = true;
    return JUDDER_OK;
}

static JudderErr ask_neutral(Exact *exact, int n, const double *mu, double *V, judder_class_report *report) {
    ExactModes modes;
    TRY(exact_neutral(exact, mu, &modes));
    if (modes.count > 0 || modes.complete)
        *report = (judder_class_report){modes.count ? JUDDER_ANSWER_NO : JUDDER_ANSWER_YES, exact_name, NAN};
    for (int i = 0; i < n && V && modes.count > 0; i++) V[i] = modes.at[0].V[i];
    exact_modes_release(&modes);
    return JUDDER_OK;
}

static JudderErr class_of(const judder_system *system, judder_class which, bool *set, double *V,
                          judder_class_report *report) {
    Exact *exact;
    double mu[SMALL_MOTION_MOST];
    TRY(check_given(system, "system"));
    TRY(check_given(report, "report"));
    *report = (judder_class_report){JUDDER_ANSWER_UNKNOWN, "", NAN};
    REQUIRE(which == JUDDER_CLASS_P || which == JUDDER_CLASS_P0 || which == JUDDER_CLASS_R0,
            error_input("which", "which is %d: allowed are 0 to 2", (int)which));
    REQUIRE(system->count > 0, error_input("contacts", "no contact is in the state slip or grazing"));
    TRY(open_exact(system, 0, &exact));
    if (!exact) return JUDDER_OK;
    for (int i = 0; i < system->given.contacts; i++) mu[i] = system->given.contact[i].mu;
    for (int i = 0; i < system->count && set; i++) set[i] = false;
    const JudderErr err = which == JUDDER_CLASS_R0 ? ask_neutral(exact, system->given.n, mu, V, report)
                                                   : ask_minors(exact, mu, which, set, report);
    exact_destroy(&exact);
    return err;
}

judder_status judder_system_class(const judder_system *system, judder_class which, bool *set, double *V,
                                  judder_class_report *report) {
    return status_of(class_of(system, which, set, V, report));
}
