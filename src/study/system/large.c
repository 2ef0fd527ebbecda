/* Systems of more dofs than dense matrices are good for: read as triplets here, computed by the companion. */
#include "study/system/rubbing.h"

#include "base/symmetric.h"
#include "study/matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool system_is_large(const Block *model) {
    const SystemParams *p = model->params;
    return matrix_file_rows(&p->stiffness) > SMALL_MOTION_MOST;
}

void system_large_destroy(SystemLarge **large) {
    if (!*large) return;
    triplets_release(&(*large)->K);
    triplets_release(&(*large)->M);
    triplets_release(&(*large)->C);
    free(*large);
    *large = NULL;
}

static JudderErr load_other(const Block *model, const char *key, const Matrix *matrix, int n, Triplets *t) {
    if (!matrix->at && !matrix->from.word) return JUDDER_OK;
    TRY(matrix_load_sparse(model, key, matrix, false, t));
    REQUIRE(t->rows == n,
            block_refuse(model, key, "%s has %d rows and the stiffness %d: both must be of one order", key,
                         t->rows, n));
    return JUDDER_OK;
}

static JudderErr load_damping(const Block *model, const Matrix *damping, SystemLarge *large) {
    if (damping->from.word != &rayleigh_word)
        return load_other(model, "damping", damping, large->n, &large->C);
    const Rayleigh *rayleigh = damping->from.params;
    REQUIRE(large->M.rows > 0 || rayleigh->mass == 0,
            block_refuse(&damping->from, "mass", "rayleigh{} needs the mass, which is not given"));
    large->mass_part = rayleigh->mass;
    large->stiffness_part = rayleigh->stiffness;
    return JUDDER_OK;
}

/* The contacts that may slip, as the notes want them. */
static JudderErr list_slipping(SystemPrepared *made) {
    const size_t contacts = (size_t)made->motion.contacts;
    made->position = calloc(contacts + 1, sizeof *made->position);
    made->mu = calloc(contacts + 1, sizeof *made->mu);
    REQUIRE(made->position && made->mu, error_memory());
    for (int i = 0; i < made->motion.contacts; i++) {
        if (made->contact[i].state != SMALL_CONTACT_SLIP) continue;
        made->position[made->count] = i + 1;
        made->mu[made->count++] = made->contact[i].mu;
    }
    return JUDDER_OK;
}

JudderErr system_make_large(const Block *model, SystemPrepared *made) {
    const SystemParams *p = made->params;
    SystemLarge *large = made->large = calloc(1, sizeof *large);
    REQUIRE(large, error_memory());
    TRY(matrix_load_sparse(model, "stiffness", &p->stiffness, true, &large->K));
    large->n = made->motion.n = large->K.rows;
    TRY(load_other(model, "mass", &p->mass, large->n, &large->M));
    TRY(load_damping(model, &p->damping, large));
    made->motion.parts = (SmallParts){large->mass_part, large->stiffness_part};
    TRY(system_read_contacts(model, made));
    TRY(list_slipping(made));
    TRY(triplets_mean(&large->K, &made->asymmetry));
    if (large->M.rows > 0) TRY(triplets_mean(&large->M, &made->mass_asymmetry));
    REQUIRE(made->mass_asymmetry <= symmetric_rounding,
            block_refuse(model, "mass",
                         "mass has entries that differ by %.2g of their size from those across the diagonal: "
                         "it must be symmetric up to rounding, %g",
                         made->mass_asymmetry, symmetric_rounding));
    return JUDDER_OK;
}

static JudderErr refuse(const StudyRun *run, const char *key, const char *why) {
    return block_refuse(run->study, key, "%s %s", key, why);
}

static JudderErr check_states(const StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    int slipping = 0;
    for (int i = 0; i < s->motion.contacts; i++) {
        slipping += s->contact[i].state == SMALL_CONTACT_SLIP;
        REQUIRE(s->contact[i].state != SMALL_CONTACT_GRAZING,
                system_locate_contact(
                    s, i,
                    error_input("state",
                                "contact %d grazes: in a system of more than %d dofs contacts slip, "
                                "stick or are open",
                                i + 1, SMALL_MOTION_MOST)));
    }
    REQUIRE(slipping > 0, block_refuse(run->study, NULL, "stability needs a contact in the state slip"));
    return JUDDER_OK;
}

JudderErr system_check_large(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    const bool growth = block_gives(run->study, "growth"), flutter = block_gives(run->study, "flutter");
    REQUIRE(!p->rate, refuse(run, "rate", "is for systems of at most 2000 dofs"));
    REQUIRE(p->critical_mu || p->classes || growth || flutter,
            block_refuse(run->study, NULL,
                         "stability requests nothing: allowed for a system of this size are critical_mu, "
                         "growth, classes, flutter"));
    REQUIRE(p->at.choice == STABILITY_AT_END && p->at.numbers.count == 0,
            refuse(run, "at", "is for bodies that follow a path"));
    REQUIRE(!block_gives(run->study, "across"), refuse(run, "across", "is for bodies in 3-D"));
    TRY(check_states(run));
    REQUIRE(s->large->M.rows > 0 || !growth, refuse(run, "growth", "needs the mass of the system"));
    REQUIRE(s->large->M.rows > 0 || !flutter, refuse(run, "flutter", "needs the mass of the system"));
    if (p->classes) TRY(system_need_mu(run, "classes", false));
    if (growth && isnan(p->growth.mu)) TRY(system_need_mu(run, "growth", false));
    if (flutter) TRY(system_refuse_flutter_fields(run));
    SystemRubbing rubbing = {0};
    if (flutter) TRY(system_rub(run, &rubbing));
    system_rubbing_release(&rubbing);
    snprintf(run->note, sizeof run->note, "stability of %d dofs with %d contacts, by judder-fe:%s%s%s%s",
             s->motion.n, s->motion.contacts, p->critical_mu ? " critical mu" : "", growth ? " growth" : "",
             p->classes ? " classes" : "", flutter ? " flutter" : "");
    return JUDDER_OK;
}
