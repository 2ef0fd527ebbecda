/* A system from its matrices and contacts; the condensed pencil and its least mu. (ST-1)-(ST-6) */
#include "library/system.h"

#include "base/symmetric.h"
#include "library/eicp.h"
#include "small_motion/damping.h"
#include "small_motion/units.h"
#include "stability/certain/condensed.h"
#include "stability/certain/rest.h"
#include "stability/critical.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A reaction that fits the state, where none is given. */
static void fit_reaction(SmallContact *contact) {
    const bool touches = contact->state == SMALL_CONTACT_STUCK || contact->state == SMALL_CONTACT_SLIP;
    contact->reaction[0] = touches ? -1 : 0;
    contact->reaction[1] = contact->state == SMALL_CONTACT_SLIP ? -contact->direction * contact->mu : 0;
}

static JudderErr take_contact(const judder_contact *given, int position, SmallContact *contact) {
    static const SmallContactState states[] = {SMALL_CONTACT_OPEN, SMALL_CONTACT_GRAZING, SMALL_CONTACT_STUCK,
                                               SMALL_CONTACT_SLIP};
    const int state = (int)given->state;
    REQUIRE(state >= JUDDER_CONTACT_OPEN && state <= JUDDER_CONTACT_SLIP,
            error_input("state", "the state of contact %d is %d: allowed are 0 to 3", position, state));
    *contact = (SmallContact){.normal = given->normal,
                              .tangent = given->tangent,
                              .state = states[state],
                              .direction = given->direction,
                              .mu = given->mu,
                              .slope = given->slope,
                              .curvature = given->curvature};
    memcpy(contact->reaction, given->reaction, sizeof contact->reaction);
    const bool reacts = given->reaction[0] != 0 || given->reaction[1] != 0;
    REQUIRE(reacts || (given->slope == 0 && given->curvature == 0),
            error_input("reaction", "contact %d with slope or curvature needs its reaction", position));
    if (contact->state == SMALL_CONTACT_SLIP && contact->direction == 0) {
        REQUIRE(
            given->reaction[1] != 0,
            error_input("direction", "contact %d slips: it needs its direction or its reaction", position));
        contact->direction = given->reaction[1] > 0 ? -1 : 1;
    }
    if (!reacts) fit_reaction(contact);
    return JUDDER_OK;
}

static JudderErr take_matrices(const judder_system_setup *setup, judder_system *made, double *matrices[4]) {
    const size_t n = (size_t)setup->n;
    TRY(owned_copy(&made->owned, setup->stiffness, n * n, &matrices[0]));
    TRY(owned_copy(&made->owned, setup->mass, n * n, &matrices[1]));
    TRY(owned_copy(&made->owned, setup->damping, n * n, &matrices[2]));
    TRY(owned_copy(&made->owned, setup->load, n, &matrices[3]));
    for (size_t i = 0; i < n && matrices[3]; i++)
        REQUIRE(isfinite(matrices[3][i]), error_input("load", "load has no number at its place %zu", i + 1));
    made->motion = (SmallMotion){.n = setup->n,
                                 .K = matrices[0],
                                 .M = matrices[1],
                                 .C = matrices[2],
                                 .load = matrices[3],
                                 .contacts = setup->contact_count,
                                 .contact = made->contact};
    return JUDDER_OK;
}

/* What proofs are about: the numbers as they were given. */
static JudderErr keep_given(judder_system *made) {
    const SmallMotion *motion = &made->motion;
    const size_t n = (size_t)motion->n, contacts = (size_t)motion->contacts;
    double *K, *M, *C, *load;
    TRY(owned_copy(&made->owned, motion->K, n * n, &K));
    TRY(owned_copy(&made->owned, motion->M, n * n, &M));
    TRY(owned_copy(&made->owned, motion->C, n * n, &C));
    TRY(owned_copy(&made->owned, motion->load, n, &load));
    made->given_contact = arena_zero(&made->owned, (contacts + 1) * sizeof *made->given_contact);
    REQUIRE(made->given_contact, error_memory());
    memcpy(made->given_contact, made->contact, contacts * sizeof *made->contact);
    made->given = *motion;
    made->given.K = K;
    made->given.M = M;
    made->given.C = C;
    made->given.load = load;
    made->given.contact = made->given_contact;
    return JUDDER_OK;
}

static JudderErr change_units(judder_system *made, double *const matrices[4]) {
    const int n = made->motion.n;
    TRY(small_motion_units(&made->motion, made->unit));
    for (int i = 0; i < 3; i++) units_matrix(n, made->unit, matrices[i]);
    if (matrices[3]) units_load(n, made->unit, matrices[3]);
    for (int i = 0; i < made->motion.contacts; i++) units_contact(made->unit, &made->contact[i]);
    return JUDDER_OK;
}

static JudderErr system_make(const judder_system_setup *setup, judder_system **system) {
    TRY(check_given(setup, "setup"));
    TRY(check_given(setup->stiffness, "stiffness"));
    REQUIRE(setup->n >= 1 && setup->n <= SMALL_MOTION_MOST,
            error_input("n", "n is %d: allowed are 1 to %d", setup->n, SMALL_MOTION_MOST));
    REQUIRE(setup->contact_count >= 0 && setup->contact_count <= setup->n,
            error_input("contact_count", "contact_count is %d: allowed are 0 to %d", setup->contact_count,
                        setup->n));
    if (setup->contact_count > 0) TRY(check_given(setup->contacts, "contacts"));
    judder_system *made = calloc(1, sizeof *made);
    *system = made;
    REQUIRE(made, error_memory());
    made->unit = arena_zero(&made->owned, (size_t)setup->n * sizeof *made->unit);
    made->contact = arena_zero(&made->owned, ((size_t)setup->contact_count + 1) * sizeof *made->contact);
    REQUIRE(made->unit && made->contact, error_memory());
    double *matrices[4];
    TRY(take_matrices(setup, made, matrices));
    for (int i = 0; i < setup->contact_count; i++) {
        TRY(take_contact(&setup->contacts[i], i, &made->contact[i]));
        made->motion.contacts = i + 1;
        TRY(small_contact_check(&made->motion, i));
    }
    TRY(small_motion_check(&made->motion));
    for (int i = 0; i < 3; i++)
        if (matrices[i]) symmetric_mean(setup->n, matrices[i]);
    TRY(keep_given(made));
    TRY(change_units(made, matrices));
    TRY(condenser_create(&made->motion, &made->condenser));
    made->count = condenser_contacts(made->condenser, &made->which);
    return JUDDER_OK;
}

judder_status judder_system_create(const judder_system_setup *setup, judder_system **system) {
    if (!is_given(system, "system")) return JUDDER_STATUS_INPUT;
    *system = NULL;
    const JudderErr err = system_make(setup, system);
    if (err != JUDDER_OK) judder_system_destroy(system);
    return status_of(err);
}

void judder_system_destroy(judder_system **system) {
    if (!system || !*system) return;
    condenser_destroy(&(*system)->condenser);
    arena_release(&(*system)->owned);
    free(*system);
    *system = NULL;
}

bool judder_system_free_is_stable(const judder_system *system) {
    return is_given(system, "system") && condenser_free_is_stable(system->condenser);
}

int judder_system_slipping(const judder_system *system, int *which) {
    if (!is_given(system, "system")) return 0;
    for (int i = 0; i < system->count && which; i++) which[i] = system->which[i];
    return system->count;
}

static double row_unit(const judder_system *system, int row) {
    return system->unit[system->contact[system->which[row]].tangent];
}

static JudderErr check_slipping(const judder_system *system) {
    TRY(check_given(system, "system"));
    REQUIRE(system->count > 0, error_input("contacts", "no contact is in the state slip"));
    REQUIRE(condenser_grazing(system->condenser) == 0,
            error_input("contacts", "a contact grazes: the pencil is about contacts in slip"));
    return JUDDER_OK;
}

static JudderErr system_pencil_at(const judder_system *system, double z, double *A, double *B) {
    TRY(check_slipping(system));
    TRY(check_given(A, "A"));
    TRY(check_given(B, "B"));
    REQUIRE(isfinite(z), error_input("z", "z is %g: allowed is a finite number", z));
    REQUIRE(z == 0 || system->motion.M, error_input("mass", "z = %g needs the mass", z));
    TRY(condenser_pencil_at(system->condenser, z, A, B));
    for (int i = 0; i < system->count; i++)
        for (int j = 0; j < system->count; j++) {
            const double unit = row_unit(system, i) * row_unit(system, j);
            A[i * system->count + j] /= unit;
            B[i * system->count + j] /= unit;
        }
    return JUDDER_OK;
}

judder_status judder_system_pencil(const judder_system *system, double z, double *A, double *B) {
    return status_of(system_pencil_at(system, z, A, B));
}

/* Of the energy without damping: any damping that is not proportional may feed it, or hold what has lost it.
 */
static judder_rest rest_of(const judder_system *system, PencilRest rest) {
    static const judder_rest rests[] = {[REST_UNDECIDED] = JUDDER_REST_UNDECIDED,
                                        [REST_STABLE] = JUDDER_REST_STABLE,
                                        [REST_NEUTRAL] = JUDDER_REST_NEUTRAL,
                                        [REST_UNSTABLE] = JUDDER_REST_UNSTABLE};
    return small_damping(&system->motion) == DAMPING_GENERAL ? JUDDER_REST_UNDECIDED : rests[rest];
}

/* Free dofs that are not stable by themselves are so at every mu: none is looked for. */
static JudderErr give_free_motion(const judder_system *system, const EicpSearch *search, double *slip,
                                  judder_critical_mu *found) {
    const Pencil pencil = condenser_pencil(system->condenser);
    PencilRest rest = REST_UNDECIDED;
    TRY(pencil.rest(pencil.context, &rest));
    TRY(pencil_rest_needs_mass(&pencil, &rest));
    *found = (judder_critical_mu){.least = {.outcome = JUDDER_EICP_NOT_FOUND,
                                            .mu = NAN,
                                            .residual = NAN,
                                            .proof = "",
                                            .mu_low = search->from},
                                  .all_slip = NAN,
                                  .not_positive_definite = NAN,
                                  .low = NAN,
                                  .high = NAN,
                                  .without_friction = rest_of(system, rest)};
    for (int i = 0; i < system->count && slip; i++) slip[i] = 0;
    return JUDDER_OK;
}

static JudderErr search_critical(const judder_system *system, const judder_eicp_search *given, double *slip,
                                 judder_critical_mu *found) {
    TRY(check_slipping(system));
    const EicpSearch search = eicp_search_of(given);
    if (!condenser_free_is_stable(system->condenser)) return give_free_motion(system, &search, slip, found);
    const Pencil pencil = condenser_pencil(system->condenser);
    double *x = calloc((size_t)system->count, sizeof *x), sum = 0;
    REQUIRE(x, error_memory());
    CriticalMu critical;
    const JudderErr err = critical_mu(&pencil, &search, x, &critical);
    if (err == JUDDER_OK)
        *found = (judder_critical_mu){.least = eicp_report_of(&critical.least),
                                      .all_slip = critical.all_slip,
                                      .not_positive_definite = critical.not_positive_definite,
                                      .low = critical.low,
                                      .high = critical.high,
                                      .without_friction = rest_of(system, critical.rest)};
    for (int i = 0; i < system->count; i++) sum += x[i] *= row_unit(system, i);
    for (int i = 0; i < system->count && slip; i++) slip[i] = sum > 0 ? x[i] / sum : x[i];
    free(x);
    return err;
}

static JudderErr system_critical(const judder_system *system, const judder_eicp_search *given, double *slip,
                                 judder_critical_mu *found) {
    bool decided;
    TRY(check_given(system, "system"));
    TRY(check_given(found, "found"));
    REQUIRE(system->count > 0, error_input("contacts", "no contact is in the state slip"));
    TRY(system_prove_critical(system, given, slip, found, &decided));
    return decided ? JUDDER_OK : search_critical(system, given, slip, found);
}

judder_status judder_system_critical_mu(const judder_system *system, const judder_eicp_search *search,
                                        double *slip, judder_critical_mu *found) {
    return status_of(system_critical(system, search, slip, found));
}
