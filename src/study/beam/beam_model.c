/* The thermoelastic beam as a model of the program: its word and what it makes ready. */
#include "study/beam/beam_model.h"

#include "base/field.h"
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
    FIELD(BeamFoundation, velocity, SIGNAL, "V(t), across the beam", REQUIRED),
    {0},
};

static const Word foundation_table = {
    .name = "foundation", .params = foundation_params, .size = sizeof(BeamFoundation)};

static const Param initial_params[] = {
    FIELD(BeamInitial, velocity, CHOICE_OR_FUNCTION,
          "u_t(x) at t = 0; compatible: V(0) (3x^2 - x^3)/2, so that the end sticks at first",
          .choices = "compatible|rest"),
    FIELD(BeamInitial, displacement, FUNCTION, "u(x) at t = 0; none: 0"),
    FIELD(BeamInitial, temperature, FUNCTION, "theta(x) at t = 0; none: that of the wall"),
    {0},
};

static const Word initial_table = {.name = "initial", .params = initial_params, .size = sizeof(BeamInitial)};

static const Param beam_params[] = {
    FIELD(BeamParams, c, NUMBER, "stiffness: c^2 u_xxxx", POSITIVE, .preset = 10),
    FIELD(BeamParams, damping, NUMBER, "d in c^2 (u_xxxx + d u_xxxxt)", NOT_NEGATIVE),
    FIELD(BeamParams, k, NUMBER, "conductivity along the beam", POSITIVE, .preset = 1),
    FIELD(BeamParams, h_b, NUMBER, "heat exchange of the end with the foundation", POSITIVE, .preset = 1),
    FIELD(BeamParams, alpha, NUMBER, "expansion: pressure p = alpha times the mean temperature", POSITIVE,
          .preset = 0.01),
    FIELD(BeamParams, beta, NUMBER, "the bound is mu p (1 - beta p)", NOT_NEGATIVE),
    FIELD(BeamParams, theta_wall, SIGNAL, "temperature at the clamped end", .preset = 400),
    FIELD(BeamParams, theta_foundation, SIGNAL, "temperature of the foundation", .preset = 400),
    FIELD(BeamParams, force, SIGNAL, "f: a number, or function(x, t)"),
    FIELD(BeamParams, friction, WORD,
          "mu as a function of the slip speed, or by formula of slip speed and temperature of the end",
          REQUIRED, .of = "friction"),
    FIELD(BeamParams, foundation, TABLE, "how the foundation moves", REQUIRED, .table = &foundation_table),
    FIELD(BeamParams, initial, TABLE, "the state at t = 0", .preset_text = "compatible",
          .table = &initial_table),
    FIELD(BeamParams, method, CHOICE, "modal: exact motion of modes between steps; grid: Crank-Nicolson",
          .choices = "modal|grid"),
    FIELD(BeamParams, hold, CHOICE, "modal: how force and heat of friction run over a step",
          .choices = "linear|constant"),
    FIELD(BeamParams, modes, COUNT, "modal: modes of the beam that move; the others follow statically",
          WITHIN(0, 2048), .preset_text = "chosen from the step"),
    FIELD(BeamParams, heat_modes, COUNT, "modal: the same for heat", WITHIN(0, 2048),
          .preset_text = "chosen from the step"),
    FIELD(BeamParams, cells, COUNT, "grid: cells along the beam", WITHIN(4, 1e6), .preset = 200),
    FIELD(BeamParams, study, WORDS, "what to compute", REQUIRED, .of = "study"),
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

static const ModelStudy beam_studies[] = {BEAM_STUDIES(STUDY_ENTRY){0}};

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
    .series = beam_columns,
    .march = &beam_march,
};
