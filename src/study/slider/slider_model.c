/* The spring slider as a model of the program: one block, pulled through a spring. */
#include "study/slider/slider_model.h"

#include "base/field.h"
#include "study/march/march.h"

#include <math.h>

static const Param foundation_params[] = {
    FIELD(SliderFoundation, velocity, SIGNAL, "of the belt or table under the block", REQUIRED,
          .unit = "m/s"),
    {0},
};

static const Word foundation_table = {
    .name = "foundation", .papers = "", .params = foundation_params, .size = sizeof(SliderFoundation)};

static const Param initial_params[] = {
    FIELD(SliderInitial, velocity, NUMBER, "of the block at t = 0", .unit = "m/s"),
    FIELD(SliderInitial, stretch, NUMBER, "of the spring at t = 0", .unit = "m"),
    {0},
};

static const Word initial_table = {
    .name = "initial", .papers = "", .params = initial_params, .size = sizeof(SliderInitial)};

static const Param slider_params[] = {
    FIELD(SliderParams, mass, NUMBER, "of the block; 0 with radiation: quasi-dynamic", REQUIRED, NOT_NEGATIVE,
          .unit = "kg"),
    FIELD(SliderParams, stiffness, NUMBER, "of the spring that pulls", REQUIRED, NOT_NEGATIVE, .unit = "N/m"),
    FIELD(SliderParams, damping, NUMBER, "of a dashpot beside the spring", NOT_NEGATIVE, .unit = "N s/m"),
    FIELD(SliderParams, radiation, NUMBER,
          "of waves that the slip sends away, G/(2 c_s) times the area: a dashpot between block and ground "
          "(MO-15)",
          NOT_NEGATIVE, .unit = "N s/m"),
    FIELD(SliderParams, normal_force, SIGNAL, "a number or a function of t", REQUIRED, NOT_NEGATIVE,
          .unit = "N"),
    FIELD(SliderParams, friction, WORD, "mu as a function of the slip speed, or of a state", REQUIRED,
          .of = "friction"),
    FIELD(SliderParams, drive, SIGNAL, "velocity of the far end of the spring: a number or a function of t",
          .unit = "m/s"),
    FIELD(SliderParams, foundation, TABLE, "how the ground moves", .preset_text = "at rest",
          .table = &foundation_table),
    FIELD(SliderParams, initial, TABLE, "the state at t = 0", .preset_text = "at rest",
          .table = &initial_table),
    FIELD(SliderParams, study, WORDS, "what to compute", REQUIRED, .of = "study"),
    {0},
};

static JudderErr check(const void *params) {
    const SliderParams *p = params;
    REQUIRE(
        p->mass > 0 || p->stiffness > 0 || p->damping > 0 || p->radiation > 0,
        error_input("mass", "mass = 0 without stiffness, damping or radiation: nothing resists the motion"));
    return JUDDER_OK;
}

static JudderErr prepare(const Block *model, void **prepared) {
    *prepared = NULL;
    return law_prepare(&((const SliderParams *)model->params)->friction);
}

static void release(const Block *model, void **prepared) {
    *prepared = NULL;
    law_release(&((const SliderParams *)model->params)->friction);
}

static const StepperColumn slider_columns[] = {{"t", "s", STEPPER_BOTH},
                                               {"displacement", "m", STEPPER_BOTH},
                                               {"velocity", "m/s", STEPPER_BOTH},
                                               {"slip", "m/s", STEPPER_BOTH},
                                               {"spring_force", "N", STEPPER_BOTH},
                                               {"friction_force", "N", STEPPER_BOTH},
                                               {"normal_force", "N", STEPPER_BOTH},
                                               {"kinetic_energy", "J", STEPPER_BOTH},
                                               {"elastic_energy", "J", STEPPER_BOTH},
                                               {"state", "", STEPPER_BOTH},
                                               {NULL, NULL, 0}};

static const ModelStudy slider_studies[] = {SLIDER_STUDIES(STUDY_ENTRY){0}};

static const char starter[] =
    "-- A block on rough ground, pulled through a spring whose end moves with velocity V: does it slide, or "
    "stick "
    "and slip?\n"
    "-- Run it:  judder run case.lua && judder report case.h5\n"
    "local p = param{ V = 0.2, k = 25 }                   -- judder run case.lua --set k=400\n"
    "\n"
    "return slider {\n"
    "  mass         = 1,                                  -- kg\n"
    "  stiffness    = p.k,                                -- N/m\n"
    "  damping      = 0,                                  -- N s/m, a dashpot beside the spring\n"
    "  normal_force = 10,                                 -- N, or function(t) return ... end\n"
    "  friction     = linear{ mu_s = 0.6, mu_d = 0.4, v_c = 0.1 },  -- or rate_state{...}, "
    "slip_weakening{...}, ...\n"
    "  drive        = p.V,                                -- m/s, or function(t) return ... end\n"
    "  initial      = { velocity = 0, stretch = 0 },\n"
    "  study        = {\n"
    "    march{ final = 20, step = 1e-3, probe = {5, 10, 20} },\n"
    "    spectrum{ of = \"slip\", from = 5 },\n"
    "  },\n"
    "}\n";

const Model slider_model = {
    .word = {.name = "slider",
             .kind = "model",
             .summary = "One block on the ground, pulled through a spring: stick-slip in its simplest form.",
             .reference = "BD-4",
             .papers = "",
             .example =
                 "slider{ mass = 1, stiffness = 25, normal_force = 10, friction = linear{ mu_s = 0.6, mu_d = "
                 "0.4, v_c = 0.1 }, drive = 0.2, study = march{ final = 20, step = 1e-3 } }",
             .params = slider_params,
             .size = sizeof(SliderParams),
             .check = check},
    .studies = slider_studies,
    .starter = starter,
    .prepare = prepare,
    .release = release,
    .series = slider_columns,
    .march = &slider_march,
};
