/* The slab from a struct: made, stepped, watched. (SL-1)-(SL-13) */
#include "judder/slab.h"

#include "contact/contact.h"
#include "library/law.h"
#include "slab/initial.h"
#include "slab/method.h"
#include "study/model.h"
#include "study/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct judder_slab {
    SlabData data;
    SlabCompression compression;
    const SlabMethod *method;
    void *engine;
    judder_watch watch;
    judder_rows *rows; /* of the march under way */
    Owned owned;
};

static void on_event(void *context, const SlabEvent *event) {
    static const judder_event_kind kinds[] = {
        [SLAB_STICK] = JUDDER_EVENT_STICK, [SLAB_SLIP] = JUDDER_EVENT_SLIP,   [SLAB_JUMP] = JUDDER_EVENT_JUMP,
        [SLAB_OPEN] = JUDDER_EVENT_OPEN,   [SLAB_CLOSE] = JUDDER_EVENT_CLOSE,
    };
    const judder_slab *slab = context;
    const judder_event told = {kinds[event->kind], event->t, event->from, event->to};
    slab->watch.event(slab->watch.context, &told);
}

static bool on_go(void *context, double t) {
    const judder_slab *slab = context;
    return slab->watch.go_on(slab->watch.context, t);
}

static void copy_state(const SlabState *from, judder_slab_state *to) {
    *to = (judder_slab_state){.t = from->t, .pressure = from->pressure, .gap = from->gap};
    memcpy(to->slip, from->slip, sizeof to->slip);
    memcpy(to->velocity, from->velocity, sizeof to->velocity);
    memcpy(to->displacement, from->displacement, sizeof to->displacement);
    memcpy(to->traction, from->traction, sizeof to->traction);
}

static JudderErr on_record(void *context, const SlabState *state) {
    judder_slab *slab = context;
    double *row;
    judder_slab_state copy;
    _Static_assert(sizeof copy == JUDDER_SLAB_COLUMNS * sizeof(double), "a row is a state");
    TRY(rows_next(slab->rows, JUDDER_SLAB_COLUMNS, &row));
    copy_state(state, &copy);
    memcpy(row, &copy, sizeof copy);
    return JUDDER_OK;
}

static JudderErr check_material(const judder_slab_setup *setup) {
    TRY(check_number(&slab_model.word, "height", setup->height));
    TRY(check_number(&elastic_word, "lambda", setup->lambda));
    TRY(check_number(&elastic_word, "G", setup->G));
    TRY(check_number(&elastic_word, "rho", setup->rho));
    REQUIRE(setup->rho > 0, error_input("rho", "a slab needs the density rho of its material, a number > 0"));
    return JUDDER_OK;
}

static JudderErr check_contact(const judder_slab_setup *setup) {
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

static JudderErr check_setup(const judder_slab_setup *setup) {
    TRY(check_given(setup, "setup"));
    TRY(check_given(setup->law, "law"));
    TRY(check_material(setup));
    TRY(check_contact(setup));
    const int method = (int)setup->method;
    REQUIRE(method >= JUDDER_SLAB_DELAY && method <= JUDDER_SLAB_UPWIND,
            error_input("method", "method is %d: allowed are 0 to 2", method));
    REQUIRE(!setup->law->thermal,
            error_input("law", "mu depends on the temperature: the slab has only the slip speed"));
    if (setup->epsilon != 0) TRY(check_number(&mass_word, "epsilon", setup->epsilon));
    if (setup->eta != 0) TRY(check_number(&viscosity_word, "eta", setup->eta));
    if (setup->eta_shear != 0) TRY(check_number(&viscosity_word, "shear", setup->eta_shear));
    TRY(check_number(&slab_model.word, "damping", setup->damping));
    TRY(check_number(&slab_model.word, "cells", (double)setup->cells));
    TRY(check_number(&march_word, "final", setup->final));
    TRY(check_number(&march_word, "step", setup->step));
    REQUIRE(setup->eta == 0 || (setup->epsilon == 0 && setup->damping == 0 && method == JUDDER_SLAB_DELAY),
            error_input("eta", "viscosity goes without mass and damping and has a scheme of its own"));
    REQUIRE(method != JUDDER_SLAB_UPWIND || (setup->epsilon > 0 && setup->damping == 0),
            error_input("method", "the upwind method needs epsilon > 0, and no damping"));
    return JUDDER_OK;
}

static JudderErr take_signals(judder_slab *slab, const judder_slab_setup *setup) {
    SlabData *data = &slab->data;
    for (int k = 0; k < 2; k++) {
        TRY(take_signal(&slab->owned, "foundation", &setup->foundation[k], &data->foundation[k]));
        TRY(take_signal(&slab->owned, "top", &setup->top[k], &data->top[k]));
    }
    for (int k = 0; k < 3; k++) {
        TRY(take_signal(&slab->owned, "velocity", &setup->velocity[k], &data->velocity[k]));
        TRY(take_signal(&slab->owned, "strain", &setup->strain[k], &data->strain[k]));
    }
    return take_signal(&slab->owned, "pressure", &setup->pressure, &data->pressure);
}

static JudderErr create(const judder_slab_setup *setup, judder_slab **slab) {
    static const SlabContact contacts[] = {SLAB_UNILATERAL, SLAB_COMPLIANCE, SLAB_PRESSURE};
    TRY(check_setup(setup));
    judder_slab *made = calloc(1, sizeof *made);
    *slab = made;
    REQUIRE(made, error_memory());
    made->watch = setup->watch;
    made->data = (SlabData){.height = setup->height,
                            .lambda = setup->lambda,
                            .G = setup->G,
                            .rho = setup->rho,
                            .contact = contacts[setup->contact],
                            .squeeze = setup->squeeze,
                            .compliance = setup->compliance,
                            .friction = friction_of(setup->law),
                            .epsilon = setup->epsilon,
                            .eta = setup->eta,
                            .eta_shear = setup->eta_shear,
                            .damping = setup->damping,
                            .final = setup->final,
                            .step = setup->step};
    TRY(take_signals(made, setup));
    TRY(slab_compress(&made->data, &made->compression));
    const SlabChoices choices = {.euler = setup->method == JUDDER_SLAB_EULER, .cells = setup->cells};
    made->method = setup->eta > 0                        ? &slab_viscous_method
                   : setup->method == JUDDER_SLAB_UPWIND ? &slab_upwind_method
                                                         : &slab_delay_method;
    return made->method->create(&made->data, &choices, &made->engine);
}

judder_status judder_slab_create(const judder_slab_setup *setup, judder_slab **slab) {
    *slab = NULL;
    const JudderErr err = create(setup, slab);
    if (err != JUDDER_OK) judder_slab_destroy(slab);
    return status_of(err);
}

void judder_slab_destroy(judder_slab **slab) {
    if (!slab || !*slab) return;
    if ((*slab)->engine) (*slab)->method->destroy(&(*slab)->engine);
    owned_release(&(*slab)->owned);
    free(*slab);
    *slab = NULL;
}

static JudderErr march(judder_slab *slab, size_t steps, judder_rows *rows, judder_slab_report *report) {
    SlabState now;
    slab->method->state(slab->engine, &now);
    /* Steps are equal, so the time tells how many were made. */
    const size_t done = (size_t)(now.t / judder_slab_step(slab) + 0.5);
    slab->rows = rows;
    const SlabWatch watch = {.record = rows ? on_record : NULL,
                             .event = slab->watch.event ? on_event : NULL,
                             .go_on = slab->watch.go_on ? on_go : NULL,
                             .context = slab,
                             .every = rows_every(rows),
                             .until = steps > 0 ? done + steps : 0};
    SlabReport found = {0};
    const JudderErr err = slab->method->march(slab->engine, &watch, &found);
    slab->rows = NULL;
    TRY(err);
    if (report)
        *report = (judder_slab_report){.steps = found.steps,
                                       .nonunique_steps = found.nonunique_steps,
                                       .jumps = found.jumps,
                                       .t = found.t,
                                       .stopped = found.stopped,
                                       .stick_fraction = found.stick_fraction,
                                       .open_fraction = found.open_fraction,
                                       .pressure_min = found.pressure_min,
                                       .pressure_max = found.pressure_max,
                                       .energy_defect = found.energy_defect};
    return JUDDER_OK;
}

judder_status judder_slab_march(judder_slab *slab, size_t steps, judder_rows *rows,
                                judder_slab_report *report) {
    return status_of(march(slab, steps, rows, report));
}

void judder_slab_now(const judder_slab *slab, judder_slab_state *state) {
    SlabState now;
    slab->method->state(slab->engine, &now);
    copy_state(&now, state);
}

judder_status judder_slab_profile(const judder_slab *slab, const double *z, size_t count, double *u_t,
                                  double *u_z) {
    return status_of(
        slab->method->profile(slab->engine, z, count, (double(*)[3])(void *)u_t, (double(*)[3])(void *)u_z));
}

double judder_slab_step(const judder_slab *slab) {
    return slab->method->step(slab->engine);
}

size_t judder_slab_steps(const judder_slab *slab) {
    return slab->method->steps(slab->engine);
}
