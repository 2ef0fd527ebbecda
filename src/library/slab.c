/* The slab from a struct: made, stepped, watched. (SL-1)-(SL-13) */
#include "judder/slab.h"

#include "contact/contact.h"
#include "library/law.h"
#include "library/motion.h"
#include "slab/initial.h"
#include "slab/method/method.h"
#include "study/model.h"
#include "study/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct judder_slab {
    SlabData data;
    SlabChoices choices;
    SlabCompression compression;
    const SlabMethod *method;
    Stepper *stepper;
    Watched watched;
    Owned owned;
};

_Static_assert(sizeof(judder_slab_state) == sizeof(SlabState) &&
                   (int)JUDDER_SLAB_COLUMNS == (int)SLAB_COLUMNS,
               "a row is a state, here and there");

#define NUMBER(member, word, key, rule)                                                                      \
    SETUP_NUMBER(judder_slab_setup, member, judder_slab, data.member, word, key, rule)
#define SIGNAL(member, word, key, rule)                                                                      \
    SETUP_SIGNALS(judder_slab_setup, member, judder_slab, data.member, word, key, rule)

const SetupField slab_fields[] = {
    NUMBER(height, &slab_model.word, "height", SETUP_ALWAYS),
    NUMBER(lambda, &elastic_word, "lambda", SETUP_OR_NONE),
    NUMBER(G, &elastic_word, "G", SETUP_ALWAYS),
    NUMBER(rho, &elastic_word, "rho", SETUP_NEEDED),
    NUMBER(squeeze, &unilateral_contact.word, "squeeze", SETUP_UNCHECKED),
    NUMBER(compliance, &compliance_contact.word, "eta", SETUP_UNCHECKED),
    SIGNAL(pressure, &pressure_contact.word, "S", SETUP_UNCHECKED),
    NUMBER(epsilon, &mass_word, "epsilon", SETUP_OR_NONE),
    NUMBER(eta, &viscosity_word, "eta", SETUP_OR_NONE),
    NUMBER(eta_shear, &viscosity_word, "shear", SETUP_OR_NONE),
    NUMBER(damping, &slab_model.word, "damping", SETUP_ALWAYS),
    SIGNAL(foundation, &slab_model.word, "foundation.velocity", SETUP_ALWAYS),
    SIGNAL(top, &slab_model.word, "top.velocity", SETUP_ALWAYS),
    SIGNAL(velocity, &slab_model.word, "initial.velocity", SETUP_ALWAYS),
    SIGNAL(strain, &slab_model.word, "initial.strain", SETUP_ALWAYS),
    SETUP_NUMBER(judder_slab_setup, cells, judder_slab, choices.cells, &slab_model.word, "cells",
                 SETUP_ALWAYS),
    NUMBER(final, &march_word, "final", SETUP_ALWAYS),
    NUMBER(step, &march_word, "step", SETUP_ALWAYS),
    SETUP_CHOICE(judder_slab_setup, contact, &slab_model.word, "contact", "unilateral|compliance|pressure"),
    SETUP_CHOICE(judder_slab_setup, method, &slab_model.word, "method", "delay|euler|upwind"),
    SETUP_OTHER(judder_slab_setup, law, &slab_model.word, "friction"),
    SETUP_OTHER(judder_slab_setup, watch, NULL, ""),
    {0},
};

static JudderErr slab_check_contact(const judder_slab_setup *setup) {
    const int contact = (int)setup->contact;
    REQUIRE(contact >= JUDDER_SLAB_UNILATERAL && contact <= JUDDER_SLAB_PRESSURE,
            error_input("contact", "contact is %d: allowed are 0 to 2", contact));
    if (contact == JUDDER_SLAB_UNILATERAL)
        return check_number(&unilateral_contact.word, "squeeze", setup->squeeze);
    if (contact == JUDDER_SLAB_PRESSURE) return JUDDER_OK;
    TRY(check_number(&compliance_contact.word, "squeeze", setup->squeeze));
    REQUIRE(setup->compliance > 0 && setup->compliance < HUGE_VAL,
            error_input("compliance", "compliance is %g: allowed is a number > 0", setup->compliance));
    return JUDDER_OK;
}

/* What fields allow together. */
static JudderErr slab_check(const judder_slab_setup *setup) {
    const int method = (int)setup->method;
    REQUIRE(setup->rho > 0, error_input("rho", "a slab needs the density rho of its material, a number > 0"));
    TRY(slab_check_contact(setup));
    REQUIRE(method >= JUDDER_SLAB_DELAY && method <= JUDDER_SLAB_UPWIND,
            error_input("method", "method is %d: allowed are 0 to 2", method));
    REQUIRE(!setup->law->thermal,
            error_input("law", "mu depends on the temperature: the slab has only the slip speed"));
    REQUIRE(setup->eta == 0 || (setup->epsilon == 0 && setup->damping == 0 && method == JUDDER_SLAB_DELAY),
            error_input("eta", "viscosity goes without mass and damping and has a scheme of its own"));
    REQUIRE(method != JUDDER_SLAB_UPWIND || (setup->epsilon > 0 && setup->damping == 0),
            error_input("method", "the upwind method needs epsilon > 0, and no damping"));
    return JUDDER_OK;
}

static JudderErr slab_make(const judder_slab_setup *setup, judder_slab **slab) {
    static const ContactLaw *const contacts[] = {&unilateral_contact, &compliance_contact, &pressure_contact};
    TRY(check_given(setup, "setup"));
    TRY(check_given(setup->law, "law"));
    judder_slab *made = calloc(1, sizeof *made);
    *slab = made;
    REQUIRE(made, error_memory());
    TRY(setup_take(&made->owned, slab_fields, setup, made));
    TRY(slab_check(setup));
    made->data.contact = contacts[setup->contact];
    made->data.friction = friction_of(setup->law);
    made->choices.euler = setup->method == JUDDER_SLAB_EULER;
    TRY(slab_compress(&made->data, &made->compression));
    made->method = setup->eta > 0                        ? &slab_viscous_method
                   : setup->method == JUDDER_SLAB_UPWIND ? &slab_upwind_method
                                                         : &slab_delay_method;
    TRY(made->method->create(&made->data, &made->choices, &made->stepper));
    watched_open(&made->watched, made->stepper, &setup->watch);
    return JUDDER_OK;
}

judder_status judder_slab_create(const judder_slab_setup *setup, judder_slab **slab) {
    if (!is_given(slab, "slab")) return JUDDER_STATUS_INPUT;
    *slab = NULL;
    const JudderErr err = slab_make(setup, slab);
    if (err != JUDDER_OK) judder_slab_destroy(slab);
    return status_of(err);
}

void judder_slab_destroy(judder_slab **slab) {
    if (!slab || !*slab) return;
    stepper_destroy(&(*slab)->stepper);
    arena_release(&(*slab)->owned);
    free(*slab);
    *slab = NULL;
}

static JudderErr slab_go_on(judder_slab *slab, size_t steps, judder_rows *rows, judder_slab_report *report) {
    TRY(check_given(slab, "slab"));
    TRY(watched_march(&slab->watched, steps, rows));
    if (!report) return JUDDER_OK;
    const SlabReport found = slab->method->report(slab->stepper);
    *report = (judder_slab_report){.steps = slab->stepper->done,
                                   .nonunique_steps = found.nonunique_steps,
                                   .jumps = found.jumps,
                                   .t = slab->stepper->kind->row(slab->stepper)[0],
                                   .stopped = slab->stepper->state == STEPPER_STOPPED,
                                   .stick_fraction = found.stick_fraction,
                                   .open_fraction = found.open_fraction,
                                   .pressure_min = found.pressure_min,
                                   .pressure_max = found.pressure_max,
                                   .energy_defect = found.energy_defect};
    return JUDDER_OK;
}

judder_status judder_slab_march(judder_slab *slab, size_t steps, judder_rows *rows,
                                judder_slab_report *report) {
    return status_of(slab_go_on(slab, steps, rows, report));
}

void judder_slab_now(const judder_slab *slab, judder_slab_state *state) {
    if (!is_given(slab, "slab") || !is_given(state, "state")) return;
    memcpy(state, slab->stepper->kind->row(slab->stepper), sizeof *state);
}

judder_status judder_slab_profile(const judder_slab *slab, const double *z, size_t count, double *u_t,
                                  double *u_z) {
    const bool lacking = count > 0 && (!is_given(z, "z") || !is_given(u_t, "u_t") || !is_given(u_z, "u_z"));
    if (!is_given(slab, "slab") || lacking) return JUDDER_STATUS_INPUT;
    return status_of(
        slab->method->profile(slab->stepper, z, count, (double(*)[3])(void *)u_t, (double(*)[3])(void *)u_z));
}

double judder_slab_step(const judder_slab *slab) {
    return is_given(slab, "slab") ? slab->method->step(slab->stepper) : NAN;
}

size_t judder_slab_steps(const judder_slab *slab) {
    return is_given(slab, "slab") ? slab->stepper->steps : 0;
}
