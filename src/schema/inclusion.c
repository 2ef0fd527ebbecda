/* The inclusion: one velocity, in units of the case. */
#include "schema/schema.h"

static const SchemaEntry march_values[] = {
    {"jumps", "", "discontinuities of v; with mass, passages over an unstable branch"},
    {"jump_times", "s", "when v jumped, the first 100 000"},
    {"jump_from", "", "v before each jump"},
    {"jump_to", "", "v after each jump"},
    {"nonunique_steps", "", "steps at whose end several velocities were possible"},
    {"v_final", "", "v where the run ended"},
    {"v_after_start", "", "v after the boundary layer at t = 0, where perfect delay settles"},
    {"period", "s", "time after which the motion repeats itself; NaN: it does not"},
    {"period_cycles", "", "crossings of the section in a period; 0: the motion does not repeat itself"},
    {"period_spread", "s", "difference between the periods that were compared"},
    {"residual", "", "largest violation of the inclusion over all spans, in units of load"},
    {"load_error", "",
     "largest difference seen between a load given as a function and its polynomial pieces"},
    {NULL, NULL, NULL},
};
static const SchemaEntry march_series[] = {
    {"t", "s", "time"},
    {"load", "", "the load"},
    {"v", "", "the velocity"},
    {NULL, NULL, NULL},
};
static const SchemaEntry branches_values[] = {
    {"branches", "", "runs of stable and unstable states"},
    {"branches.kind", "", "stable or unstable"},
    {"branches.v_from", "", "velocity where the branch begins; NaN: it goes on without end"},
    {"branches.v_to", "", "velocity where the branch ends; NaN: it goes on without end"},
    {"branches.load_from", "", "load where the branch begins"},
    {"branches.load_to", "", "load where the branch ends"},
    {"folds", "", "states in which a stable and an unstable branch meet"},
    {"folds.v", "", "velocity of the fold"},
    {"folds.load", "", "load of the fold"},
    {"roots", "", "all solutions at the requested loads"},
    {"roots.load", "", "the load"},
    {"roots.v", "", "the velocity"},
    {"roots.kind", "", "stable, unstable or fold"},
    {"roots.residual", "", "violation of the inclusion"},
    {NULL, NULL, NULL},
};
static const SchemaEntry fields[] = {
    {"beta", "", "the graph: v, load and trend (1 stable, -1 unstable)"},
    {NULL, NULL, NULL},
};

const SchemaTable schema_inclusion[] = {
    {"inclusion", "march", SCHEMA_VALUES, march_values, NULL},
    {"inclusion", "march", SCHEMA_SERIES, march_series, NULL},
    {"inclusion", "branches", SCHEMA_VALUES, branches_values, NULL},
    {"inclusion", NULL, SCHEMA_FIELDS, fields, NULL},
    {NULL, NULL, SCHEMA_VALUES, NULL, NULL},
};
