/* The slab as a model of the program: its word and what it makes ready. (SL-1)-(SL-13) */
#include "study/slab/slab_model.h"

#include "base/field.h"
#include "friction/friction.h"
#include "study/limit/limit.h"
#include "study/march/march.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JudderErr check_params(const void *params) {
    const SlabParams *p = params;
    const bool upwind = p->method == SLAB_METHOD_UPWIND;
    REQUIRE(!upwind || p->selection.word == &mass_word,
            error_input(
                "selection",
                "method \"upwind\" needs selection = mass{ epsilon }: its contact is a time step with mass"));
    REQUIRE(!upwind || p->damping == 0,
            error_input("damping",
                        "method \"upwind\" has a damping of its own; damping belongs to method \"delay\""));
    REQUIRE(p->selection.word != &viscosity_word || p->damping == 0,
            error_input("damping", "viscosity{} is already a damping"));
    REQUIRE(p->selection.word != &viscosity_word || !upwind,
            error_input("method", "viscosity{} has a scheme of its own: leave method out"));
    REQUIRE(p->cells == 0 || p->cells >= 2,
            error_input("cells", "cells = %ld: 0 (chosen) or at least 2", p->cells));
    return JUDDER_OK;
}

static const Param drive_params[] = {
    FIELD(Drive, velocity, SIGNALS, "tangential velocity; a number is the first component", .unit = "m/s",
          .preset_text = "0", .components = 2),
    {0},
};
static const Word drive_table = {
    .name = "foundation or top", .kind = "table", .params = drive_params, .size = sizeof(Drive)};

static const Param initial_params[] = {
    FIELD(Initial, velocity, SIGNALS, "u_t of (u_1, u_2, u_3) as a function of z", .unit = "m/s",
          .preset_text = "0", .components = 3),
    FIELD(Initial, strain, SIGNALS,
          "u_z of (u_1, u_2, u_3) as a function of z; where u_3 would start below the foundation the slab is "
          "compressed uniformly by so much",
          .preset_text = "0", .components = 3),
    {0},
};
static const Word initial_table = {
    .name = "initial", .kind = "table", .params = initial_params, .size = sizeof(Initial)};

static const Param slab_params[] = {
    FIELD(SlabParams, height, NUMBER, "H, from the contact to the top", REQUIRED, POSITIVE, .unit = "m"),
    FIELD(SlabParams, material, WORD, "elastic constants and density", REQUIRED, .of = "material"),
    FIELD(SlabParams, contact, WORD, "how the contact carries the normal load", REQUIRED, .of = "contact"),
    FIELD(SlabParams, friction, WORD, "mu as a function of the slip speed, or of a state", REQUIRED,
          .of = "friction"),
    FIELD(SlabParams, selection, WORD,
          "which of several solutions is taken: perfect_delay{}, mass{ epsilon } or viscosity{ eta }",
          .preset_text = "perfect_delay{}", .of = "selection"),
    FIELD(SlabParams, foundation, TABLE, "how the foundation moves", .preset_text = "at rest",
          .table = &drive_table),
    FIELD(SlabParams, top, TABLE, "how the top moves", .preset_text = "at rest", .table = &drive_table),
    FIELD(SlabParams, initial, TABLE, "state at t = 0", .preset_text = "at rest", .table = &initial_table),
    FIELD(SlabParams, damping, NUMBER, "low-frequency Kelvin-Voigt loss, a time (method delay)", NOT_NEGATIVE,
          .unit = "s"),
    FIELD(SlabParams, method, CHOICE,
          "delay: characteristics, exact events; upwind: the grid scheme of the paper",
          .choices = "delay|upwind"),
    FIELD(SlabParams, scheme, CHOICE,
          "how friction is stepped in method delay: second order, or implicit Euler",
          .choices = "sdirk2|euler"),
    FIELD(SlabParams, cells, COUNT, "cells of the grid (upwind, viscosity)", WITHIN(0, 1e8),
          .preset_text = "chosen"),
    FIELD(SlabParams, study, WORDS, "what to compute", REQUIRED, .of = "study"),
    {0},
};

static JudderErr check_material(const Block *material) {
    const Elastic *e = material->params;
    REQUIRE(material->word == &elastic_word,
            error_input(NULL, "a slab takes elastic{}; its viscosity is selection = viscosity{}"));
    REQUIRE(e->rho > 0, error_input("rho", "a slab needs the density rho of its material, a number > 0"));
    return JUDDER_OK;
}

static void fill_material(SlabPrepared *made) {
    const Elastic *e = made->params->material.params;
    made->data.rho = e->rho;
    made->data.G = isnan(e->G) ? e->E / (2 * (1 + e->nu)) : e->G;
    made->data.lambda = isnan(e->G) ? e->E * e->nu / ((1 + e->nu) * (1 - 2 * e->nu)) : e->lambda;
}

static JudderErr check_contact(const Block *contact) {
    const ContactParams *p = contact->params;
    REQUIRE(!contact_law_find(contact->word->name)->straight || p->power == 1,
            error_input("power", "power is %g: in a slab the pressure is linear, power = 1", p->power));
    return JUDDER_OK;
}

static void fill_contact(SlabPrepared *made) {
    const Block *contact = &made->params->contact;
    const ContactParams *p = contact->params;
    SlabData *data = &made->data;
    data->contact = contact_law_find(contact->word->name);
    data->squeeze = p->squeeze;
    data->compliance = p->stiffness > 0 ? 1 / p->stiffness : p->eta;
    data->pressure = p->S;
}

static JudderErr slab_model_fill(const Block *model, SlabPrepared *made) {
    const SlabParams *p = model->params;
    made->params = p;
    SlabData *data = &made->data;
    data->height = p->height;
    TRY(block_locate(&made->params->material, check_material(&made->params->material)));
    TRY(block_locate(&made->params->contact, check_contact(&made->params->contact)));
    fill_material(made);
    fill_contact(made);
    REQUIRE(law_variables(&p->friction) <= 1,
            block_refuse(&p->friction, "mu",
                         "mu depends on several variables: the slab has only the slip speed"));
    TRY(law_prepare(&p->friction));
    data->friction = (Friction){friction_law_find(p->friction.word->name), p->friction.params};
    if (p->selection.word == &mass_word) data->epsilon = ((const Mass *)p->selection.params)->epsilon;
    if (p->selection.word == &viscosity_word) {
        const Viscosity *v = p->selection.params;
        data->eta = v->eta;
        data->eta_shear = v->shear;
    }
    data->damping = p->damping;
    memcpy(data->foundation, p->foundation.velocity, sizeof data->foundation);
    memcpy(data->top, p->top.velocity, sizeof data->top);
    memcpy(data->velocity, p->initial.velocity, sizeof data->velocity);
    memcpy(data->strain, p->initial.strain, sizeof data->strain);
    made->choices = (SlabChoices){.euler = p->scheme == 1, .cells = p->cells};
    made->method = data->eta > 0                     ? &slab_viscous_method
                   : p->method == SLAB_METHOD_UPWIND ? &slab_upwind_method
                                                     : &slab_delay_method;
    made->round_trip = 2 * p->height / sqrt(data->G / data->rho);
    return slab_compress(data, &made->compression);
}

static void release(const Block *model, void **prepared) {
    const SlabParams *params = model->params;
    SlabPrepared *made = *prepared;
    free(made);
    *prepared = NULL;
    law_release(&params->friction);
}

static JudderErr prepare(const Block *model, void **prepared) {
    SlabPrepared *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    *prepared = made;
    const JudderErr err = block_locate(model, slab_model_fill(model, made));
    if (err != JUDDER_OK) release(model, prepared);
    return err;
}

SlabData slab_data_of(const StudyRun *run, double final, double step) {
    const SlabPrepared *prepared = run->prepared;
    SlabData data = prepared->data;
    data.final = final;
    data.step = step;
    return data;
}

JudderErr slab_try(const StudyRun *run, const SlabData *data, const SlabMethod *method) {
    const SlabPrepared *prepared = run->prepared;
    Stepper *stepper = NULL;
    const JudderErr err = method->create(data, &prepared->choices, &stepper);
    stepper_destroy(&stepper);
    return march_locate(run, err);
}

static const ModelStudy slab_studies[] = {SLAB_STUDIES(STUDY_ENTRY){0}};

static const char starter[] =
    "-- A steel layer, pressed on a foundation that moves: it sticks, slips, lifts off and lands. Run it:  "
    "judder run case.lua\n"
    "local p = param{ V = 0.5, squeeze = 10*um }          -- judder run case.lua --set V=1 --set "
    "squeeze=20*um\n"
    "\n"
    "return slab {\n"
    "  height     = 5*cm,\n"
    "  material   = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 },      -- or E, nu, rho\n"
    "  contact    = unilateral{ squeeze = p.squeeze },                        -- or compliance{ eta, squeeze "
    "}, pressure{ S = 10*MPa }\n"
    "  friction   = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },\n"
    "  selection  = mass{ epsilon = 10 },                                     -- or perfect_delay{}, "
    "viscosity{ eta }\n"
    "  foundation = { velocity = {p.V, 0} },                                  -- numbers, or functions of t\n"
    "  initial    = { velocity = function(z) return 0.1*math.sin(math.pi*z/(5*cm)), 0, 0 end },\n"
    "  study      = march{ final = 0.2*ms, step = 10e-9, every = 10, probe = {0.05*ms, 0.1*ms, 0.2*ms} },\n"
    "}\n";

const Model slab_model = {
    .word =
        {.name = "slab",
         .kind = "model",
         .summary =
             "An elastic layer on a moving foundation: waves, stick and slip, contact that opens and closes.",
         .reference = "SL-1",
         .papers = "renard2001",
         .example =
             "slab{ height = 5*cm, material = ..., contact = ..., friction = ..., study = march{ ... } }",
         .params = slab_params,
         .size = sizeof(SlabParams),
         .check = check_params},
    .studies = slab_studies,
    .starter = starter,
    .prepare = prepare,
    .release = release,
    .series = slab_columns,
    .march = &slab_march,
};
