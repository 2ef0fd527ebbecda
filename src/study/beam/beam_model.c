/* The thermoelastic beam as a model of the program: its word and what it makes ready. */
#include "study/beam/beam_model.h"

#include "friction/formula.h"
#include "study/march/march.h"

#include <math.h>
#include <stdlib.h>

bool signal_is_constant(const Signal *signal) {
    return !signal->function.call && signal->t.count == 0;
}

static JudderErr check_params(const void *params) {
    const BeamParams *p = params;
    REQUIRE(p->force.t.count == 0,
            error_input("force", "force is a table_of{}: a number or a function(x, t) is needed"));
    return JUDDER_OK;
}

static const Param foundation_params[] = {
    {.key = "velocity",
     .type = PARAM_SIGNAL,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BeamFoundation, velocity),
     .help = "V(t), across the beam"},
    {0},
};

static const Word foundation_table = {
    .name = "foundation", .params = foundation_params, .size = sizeof(BeamFoundation)};

static const Param initial_params[] = {
    {.key = "velocity",
     .type = PARAM_CHOICE_OR_FUNCTION,
     .offset = offsetof(BeamInitial, velocity),
     .choices = "compatible|rest",
     .help = "u_t(x) at t = 0; compatible: V(0) (3x^2 - x^3)/2, so that the end sticks at first"},
    {.key = "displacement",
     .type = PARAM_FUNCTION,
     .offset = offsetof(BeamInitial, displacement),
     .help = "u(x) at t = 0; none: 0"},
    {.key = "temperature",
     .type = PARAM_FUNCTION,
     .offset = offsetof(BeamInitial, temperature),
     .help = "theta(x) at t = 0; none: that of the wall"},
    {0},
};

static const Word initial_table = {.name = "initial", .params = initial_params, .size = sizeof(BeamInitial)};

#define POSITIVE     .low = 0, .high = INFINITY, .above_low = true
#define NOT_NEGATIVE .low = 0, .high = INFINITY

static const Param beam_params[] = {
    {.key = "c",
     .type = PARAM_NUMBER,
     .offset = offsetof(BeamParams, c),
     .preset = 10,
     POSITIVE,
     .help = "stiffness: c^2 u_xxxx"},
    {.key = "damping",
     .type = PARAM_NUMBER,
     .offset = offsetof(BeamParams, damping),
     NOT_NEGATIVE,
     .help = "d in c^2 (u_xxxx + d u_xxxxt)"},
    {.key = "k",
     .type = PARAM_NUMBER,
     .offset = offsetof(BeamParams, k),
     .preset = 1,
     POSITIVE,
     .help = "conductivity along the beam"},
    {.key = "h_b",
     .type = PARAM_NUMBER,
     .offset = offsetof(BeamParams, h_b),
     .preset = 1,
     POSITIVE,
     .help = "heat exchange of the end with the foundation"},
    {.key = "alpha",
     .type = PARAM_NUMBER,
     .offset = offsetof(BeamParams, alpha),
     .preset = 0.01,
     POSITIVE,
     .help = "expansion: pressure p = alpha times the mean temperature"},
    {.key = "beta",
     .type = PARAM_NUMBER,
     .offset = offsetof(BeamParams, beta),
     NOT_NEGATIVE,
     .help = "the bound is mu p (1 - beta p)"},
    {.key = "theta_wall",
     .type = PARAM_SIGNAL,
     .offset = offsetof(BeamParams, theta_wall),
     .preset = 400,
     .help = "temperature at the clamped end"},
    {.key = "theta_foundation",
     .type = PARAM_SIGNAL,
     .offset = offsetof(BeamParams, theta_foundation),
     .preset = 400,
     .help = "temperature of the foundation"},
    {.key = "force",
     .type = PARAM_SIGNAL,
     .offset = offsetof(BeamParams, force),
     .help = "f: a number, or function(x, t)"},
    {.key = "friction",
     .type = PARAM_WORD,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BeamParams, friction),
     .of = "friction",
     .help = "mu as a function of the slip speed, or by formula of slip speed and temperature of the end"},
    {.key = "foundation",
     .type = PARAM_TABLE,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BeamParams, foundation),
     .table = &foundation_table,
     .help = "how the foundation moves"},
    {.key = "initial",
     .type = PARAM_TABLE,
     .offset = offsetof(BeamParams, initial),
     .table = &initial_table,
     .preset_text = "compatible",
     .help = "the state at t = 0"},
    {.key = "method",
     .type = PARAM_CHOICE,
     .offset = offsetof(BeamParams, method),
     .choices = "modal|grid",
     .help = "modal: exact motion of modes between steps; grid: Crank-Nicolson"},
    {.key = "hold",
     .type = PARAM_CHOICE,
     .offset = offsetof(BeamParams, hold),
     .choices = "linear|constant",
     .help = "modal: how force and heat of friction run over a step"},
    {.key = "modes",
     .type = PARAM_COUNT,
     .offset = offsetof(BeamParams, modes),
     .low = 0,
     .high = 2048,
     .preset_text = "chosen from the step",
     .help = "modal: modes of the beam that move; the others follow statically"},
    {.key = "heat_modes",
     .type = PARAM_COUNT,
     .offset = offsetof(BeamParams, heat_modes),
     .low = 0,
     .high = 2048,
     .preset_text = "chosen from the step",
     .help = "modal: the same for heat"},
    {.key = "cells",
     .type = PARAM_COUNT,
     .offset = offsetof(BeamParams, cells),
     .preset = 200,
     .low = 4,
     .high = 1e6,
     .help = "grid: cells along the beam"},
    {.key = "study",
     .type = PARAM_WORDS,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BeamParams, study),
     .of = "study",
     .help = "what to compute"},
    {0},
};

static void release(const Block *model, void **prepared) {
    free(*prepared);
    *prepared = NULL;
    law_release(&((const BeamParams *)model->params)->friction);
}

static JudderErr prepare(const Block *model, void **prepared) {
    const BeamParams *p = model->params;
    BeamPrepared *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->params = p;
    *prepared = made;
    const JudderErr err = law_prepare(&p->friction);
    if (err != JUDDER_OK) {
        release(model, prepared);
        return err;
    }
    made->friction = (Friction){friction_law_find(p->friction.word->name), p->friction.params};
    return JUDDER_OK;
}

static const BlockList *list(const Block *model) {
    return &((const BeamParams *)model->params)->study;
}

BeamSetup beam_setup_of(const StudyRun *run, double final, double step) {
    const BeamPrepared *prepared = run->prepared;
    const BeamParams *p = prepared->params;
    const bool given = p->initial.velocity.function.call;
    return (BeamSetup){.c = p->c,
                       .damping = p->damping,
                       .k = p->k,
                       .h_b = p->h_b,
                       .alpha = p->alpha,
                       .beta = p->beta,
                       .wall = &p->theta_wall,
                       .foundation = &p->theta_foundation,
                       .velocity = &p->foundation.velocity,
                       .force = {p->force.constant, p->force.function},
                       .friction = prepared->friction,
                       .start = given ? BEAM_GIVEN : (BeamStart)p->initial.velocity.choice,
                       .start_velocity = p->initial.velocity.function,
                       .start_displacement = p->initial.displacement,
                       .start_temperature = p->initial.temperature,
                       .final = final,
                       .step = step,
                       .modes = (size_t)p->modes,
                       .heat_modes = (size_t)p->heat_modes,
                       .hold = (BeamHold)p->hold,
                       .cells = (size_t)p->cells,
                       .method = p->method == METHOD_GRID ? &grid_method : &modal_method};
}

SteadySetup steady_setup_of(const BeamParams *p, const BeamLaw *law) {
    return (SteadySetup){p->c,
                         p->damping,
                         p->k,
                         p->h_b,
                         p->alpha,
                         p->beta,
                         p->theta_wall.constant,
                         p->theta_foundation.constant,
                         law};
}

static const ModelStudy beam_studies[] = {{&steady_word, beam_check_steady, beam_run_steady}, {0}};

static const char starter[] =
    "-- The thermoelastic beam (dimensionless): clamped at x = 0, its end x = 1 rubs on a foundation that "
    "moves with velocity V.\n"
    "-- Heat expands the beam and presses it on, friction heats it. Run it:  judder run case.lua\n"
    "local p = param{ V = 1, mu_s = 0.9, mu_d = 0.6 }     -- judder run case.lua --set V=2\n"
    "\n"
    "return beam {\n"
    "  c = 10, damping = 1e-4,                            -- stiffness and damping\n"
    "  k = 1, h_b = 1,                                    -- conduction, exchange with the foundation\n"
    "  alpha = 0.01, beta = 0,                            -- pressure p = alpha mean(theta), bound mu p (1 - "
    "beta p)\n"
    "  theta_wall = 400, theta_foundation = 400, force = 0,\n"
    "  friction   = exponential{ mu_s = p.mu_s, mu_d = p.mu_d, v_c = 1 },  -- or formula(function(v, theta) "
    "return ... end)\n"
    "  foundation = { velocity = p.V },                   -- or function(t) return ... end\n"
    "  initial    = { velocity = \"compatible\" },          -- or \"rest\", or function(x) return ... end\n"
    "  method     = \"modal\",                              -- or \"grid\"\n"
    "  study      = {\n"
    "    march{ final = 2, step = 1e-4, probe = {0.1, 1, 2} },\n"
    "    steady{},\n"
    "    spectrum{ of = \"end_velocity\" },\n"
    "  },\n"
    "}\n";

const Model beam_model = {
    .word = {.name = "beam",
             .kind = "model",
             .summary =
                 "A thermoelastic cantilever whose end rubs on a moving foundation: stick-slip, heat, sound.",
             .reference = "BM-1",
             .papers = "kuttler1999",
             .example = "beam{ friction = ..., foundation = { velocity = 1 }, study = march{ ... } }",
             .params = beam_params,
             .size = sizeof(BeamParams),
             .check = check_params},
    .studies = beam_studies,
    .starter = starter,
    .prepare = prepare,
    .release = release,
    .list = list,
    .series = beam_columns,
    .march = &beam_march,
};
