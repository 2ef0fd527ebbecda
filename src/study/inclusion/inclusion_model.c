/* The scalar inclusion as a model of the program: its word and what it makes ready. */
#include "study/inclusion/inclusion_model.h"

#include "base/field.h"
#include "friction/friction.h"
#include "study/limit/limit.h"
#include "study/march/march.h"

#include <math.h>
#include <stdlib.h>

static double mass_of(const InclusionParams *p) {
    return p->selection.word == &mass_word ? ((const Mass *)p->selection.params)->epsilon : 0;
}

static JudderErr check_params(const void *params) {
    const InclusionParams *p = params;
    REQUIRE(p->friction.word || p->graph.count,
            error_input("friction", "inclusion needs friction, or the points of a graph"));
    REQUIRE(!p->friction.word || !p->graph.count,
            error_input("graph", "inclusion takes friction or graph, not both"));
    for (size_t i = 1; i < p->jumps.count; i++)
        REQUIRE(p->jumps.at[i] > p->jumps.at[i - 1],
                error_input("jumps", "jumps goes from %g to %g: times must increase", p->jumps.at[i - 1],
                            p->jumps.at[i]));
    REQUIRE(
        p->selection.word != &viscosity_word,
        error_input("selection", "the inclusion has no bulk: allowed is perfect_delay{} or mass{ epsilon }"));
    REQUIRE(
        mass_of(p) > 0 || p->method == METHOD_EXACT,
        error_input("method",
                    "method \"implicit\" is a time step with mass: it needs selection = mass{ epsilon }"));
    return JUDDER_OK;
}

static const Param inclusion_params[] = {
    FIELD(InclusionParams, impedance, NUMBER, "Z in beta(v) = Z v + S mu(|v|) Sgn(v)", NOT_NEGATIVE,
          .preset = 1),
    FIELD(InclusionParams, pressure, NUMBER, "S in beta(v)", NOT_NEGATIVE, .preset = 1),
    FIELD(InclusionParams, friction, WORD, "mu as a function of the slip speed", .of = "friction"),
    FIELD(InclusionParams, graph, POINTS,
          "beta itself as points {v, beta}, instead of the three above; v must not decrease, vertical parts "
          "are allowed, the ends go on"),
    FIELD(InclusionParams, load, SIGNAL, "alpha(t)", REQUIRED),
    FIELD(InclusionParams, jumps, NUMBERS,
          "times at which the load jumps; jumps that are not listed are looked for, a narrow pulse may be "
          "missed",
          POSITIVE, .unit = "s"),
    FIELD(InclusionParams, start, NUMBER, "velocity at t = 0"),
    FIELD(InclusionParams, selection, WORD,
          "which of several solutions is taken: perfect_delay{} or mass{ epsilon }",
          .preset_text = "perfect_delay{}", .of = "selection"),
    FIELD(InclusionParams, method, CHOICE,
          "exact: spans between events, no time step; implicit: Euler steps (mass only)",
          .choices = "exact|implicit"),
    FIELD(InclusionParams, study, WORDS, "what to compute", REQUIRED, .of = "study"),
    {0},
};

static void release(const Block *model, void **prepared) {
    const InclusionParams *params = model->params;
    InclusionPrepared *made = *prepared;
    if (made) graph_destroy(&made->graph);
    free(made);
    *prepared = NULL;
    law_release(&params->friction);
}

static JudderErr prepare_graph(const Block *model, InclusionPrepared *made) {
    const InclusionParams *p = model->params;
    if (p->graph.count)
        return block_locate(model, graph_create_from_points(p->graph.at, p->graph.count / 2, &made->graph));
    REQUIRE(law_variables(&p->friction) <= 1,
            block_refuse(&p->friction, "mu",
                         "mu depends on %d variables: the inclusion has only the slip speed",
                         law_variables(&p->friction)));
    TRY(law_prepare(&p->friction));
    const Friction friction = {friction_law_find(p->friction.word->name), p->friction.params};
    return block_locate(model, graph_create_from_law(p->impedance, p->pressure, friction, &made->graph));
}

static JudderErr prepare(const Block *model, void **prepared) {
    InclusionPrepared *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->params = model->params;
    *prepared = made;
    const JudderErr err = prepare_graph(model, made);
    if (err != JUDDER_OK) release(model, prepared);
    return err;
}

InclusionSetup inclusion_setup_of(const StudyRun *run, double final, double step) {
    const InclusionPrepared *prepared = run->prepared;
    const InclusionParams *p = prepared->params;
    InclusionSetup setup = {.graph = prepared->graph,
                            .load = &p->load,
                            .jumps = p->jumps,
                            .start = p->start,
                            .epsilon = mass_of(p),
                            .final = final,
                            .step = step};
    setup.method = setup.epsilon == 0             ? &perfect_delay_method
                   : p->method == METHOD_IMPLICIT ? &implicit_mass_method
                                                  : &exact_mass_method;
    return setup;
}

static const ModelStudy inclusion_studies[] = {INCLUSION_STUDIES(STUDY_ENTRY){0}};

static const char starter[] =
    "-- The scalar inclusion  eps v' in alpha(t) - beta(v),  beta(v) = impedance v + pressure mu(|v|) "
    "Sgn(v).\n"
    "-- A load that rises and falls drives a contact whose friction falls with the slip speed: v jumps up at "
    "one\n"
    "-- load and down at another. Run it:  judder run case.lua\n"
    "local p = param{ mu_s = 0.8, mu_d = 0.5 }          -- judder run case.lua --set mu_s=0.9\n"
    "\n"
    "return inclusion {\n"
    "  impedance = 1.0,\n"
    "  pressure  = 1.0,\n"
    "  friction  = linear{ mu_s = p.mu_s, mu_d = p.mu_d, v_c = 0.1 },\n"
    "  load      = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },   -- or function(t) return ... end\n"
    "  start     = 0,\n"
    "  selection = perfect_delay{},                     -- or mass{ epsilon = 1e-3 }\n"
    "  study     = {\n"
    "    march{ final = 1, step = 1e-3, probe = {0.25, 0.5, 0.75, 1} },\n"
    "    limit{ of = \"epsilon\", from = 1e-2, factor = 0.1, count = 5 },\n"
    "    branches{ load = 0.75 },\n"
    "  },\n"
    "}\n";

const Model inclusion_model = {
    .word = {.name = "inclusion",
             .kind = "model",
             .summary = "One velocity under a load that friction must balance: eps v' in alpha(t) - beta(v).",
             .reference = "DI-2",
             .papers = "renard1998",
             .example = "inclusion{ friction = ..., load = ..., study = march{ ... } }",
             .params = inclusion_params,
             .size = sizeof(InclusionParams),
             .check = check_params},
    .studies = inclusion_studies,
    .starter = starter,
    .prepare = prepare,
    .release = release,
    .series = inclusion_columns,
    .march = &inclusion_march,
};
