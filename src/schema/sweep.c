/* Sweeps: beside the parameters of the case, whose names it gives itself, and the values of the studies. */
#include "schema/schema.h"

static const SchemaEntry axis_values[] = {
    {"axes", "", "the parameters that were swept"},
    {"axes.key", "", "name of the parameter"},
    {"axes.count", "", "how many of its values"},
    {"axes.log", "", "whether they have equal ratios"},
    {"words_*", "", "the texts of a parameter that is no number: 1 is the first"},
    {NULL, NULL, NULL},
};
static const SchemaEntry sweep_values[] = {
    {"points", "", "points of the grid"},
    {"done", "", "points that were computed"},
    {"unanswered", "", "points that were computed, but a study of theirs has no answer to what was asked"},
    {"failed", "", "points at which a study failed"},
    {"missing", "", "points that were not reached"},
    {"failures", "", "the points that failed"},
    {"failures.point", "", "number of the point, from 1"},
    {"failures.outcome", "", "what became of it"},
    {"failures.reason", "", "why"},
    {"failures.*", "", "a parameter of the sweep, as the point had it"},
    {"files", "", "files that the case names"},
    {"files.file", "", "the file"},
    {"files.sum", "", "its check sum"},
    {"fingerprint", "", "check sum of what was swept, for --resume"},
    {NULL, NULL, NULL},
};
static const SchemaEntry sweep_series[] = {
    {"outcome", "", "what became of each point: 0 done, 1 stopped, 2 failed; NaN: not reached"},
    {"*", "", "a parameter, or a value of the studies, at each point"},
    {NULL, NULL, NULL},
};
static const SchemaEntry sweep_fields[] = {
    {"axis_*", "", "values of a parameter"},
    {"*", "", "a value of the studies over the grid of two parameters"},
    {NULL, NULL, NULL},
};
static const SchemaEntry sample_values[] = {
    {"samples", "", "samples of all points"},
    {NULL, NULL, NULL},
};
static const SchemaEntry sample_series[] = {
    {"time", "", "when the sample was taken"},
    {"*", "", "a parameter, or the series that was sampled"},
    {NULL, NULL, NULL},
};
static const SchemaEntry follow_values[] = {
    {"over", "", "the parameter along which motions were followed"},
    {"log", "", "whether its values have equal ratios"},
    {"motions", "", "motions that were followed"},
    {"places", "", "values of the parameter, with those added in between"},
    {"added", "", "values of the parameter that were added where motions change fast"},
    {"doubtful", "", "places at which motions were hard to distinguish"},
    {"complete", "", "whether all motions were followed to the end"},
    {"thresholds", "", "where motions begin or cease to grow"},
    {"thresholds.at", "", "value of the parameter"},
    {"thresholds.frequency", "Hz", "frequency there"},
    {"thresholds.motion", "", "the motion"},
    {"thresholds.with", "", "the motion with which it merges; NaN: none"},
    {"thresholds.begins", "", "whether it begins to grow, or ceases"},
    {NULL, NULL, NULL},
};
static const SchemaEntry follow_series[] = {
    {"motion", "", "number of the motion"},
    {"frequency", "Hz", "frequency of the motion"},
    {"growth", "1/s", "growth rate of the motion"},
    {"likeness", "", "how like the motion is to the one before it; 1: the same shape"},
    {"*", "", "the parameter along which motions were followed"},
    {NULL, NULL, NULL},
};

const SchemaTable schema_sweep[] = {
    {NULL, "sweep sample", SCHEMA_VALUES, axis_values, NULL},
    {NULL, "sweep", SCHEMA_VALUES, sweep_values, NULL},
    {NULL, "sweep", SCHEMA_SERIES, sweep_series, NULL},
    {NULL, "sweep", SCHEMA_FIELDS, sweep_fields, NULL},
    {NULL, "sample", SCHEMA_VALUES, sample_values, NULL},
    {NULL, "sample", SCHEMA_SERIES, sample_series, NULL},
    {NULL, "follow", SCHEMA_VALUES, follow_values, NULL},
    {NULL, "follow", SCHEMA_SERIES, follow_series, NULL},
    {NULL, NULL, SCHEMA_VALUES, NULL, NULL},
};
