/* What studies of several models have in common. */
#include "schema/schema.h"

static const SchemaEntry any_values[] = {
    {"steps", "", "steps done"},
    {"seconds", "s", "wall time of the computing alone, without reading, set-up and writing"},
    {NULL, NULL, NULL},
};
static const SchemaEntry time_values[] = {
    {"t_final", "s", "where the run ended"},
    {NULL, NULL, NULL},
};
static const SchemaEntry any_events[] = {
    {"time", "", "when it happened; in a path, loads done"},
    {"kind", "", "stick, slip, open, close, jump, branch or start"},
    {"place", "", "where it happened"},
    {NULL, NULL, NULL},
};
static const SchemaEntry velocity_events[] = {
    {"from", "", "slip velocity before; of open and close the normal velocity"},
    {"to", "", "slip velocity after; of open and close the normal velocity"},
    {NULL, NULL, NULL},
};
static const SchemaEntry state_events[] = {
    {"from", "", "state before"},
    {"to", "", "state after"},
    {NULL, NULL, NULL},
};
static const SchemaEntry limit_values[] = {
    {"parameter", "", "the perturbations, mass or viscosity, one a rung of the ladder"},
    {"error", "", "distance of each rung to the motion that is selected in the limit, in L1 over time"},
    {"error_away", "", "largest difference outside a window after each jump of the limit, for each rung"},
    {"difference", "", "distance between neighbouring rungs: it needs no motion without perturbation"},
    {"orders", "", "observed order of the error between neighbouring rungs"},
    {"order", "", "observed order of the error between the last two rungs"},
    {"order_away", "", "observed order of error_away between the last two rungs"},
    {"order_between_rungs", "", "observed order of the difference between the last two pairs of rungs"},
    {"limit_jumps", "", "jumps of the motion in the limit"},
    {"resolved_eta", "s", "0.15 h/c: smaller viscosities leave the shortest waves to the mesh"},
    {NULL, NULL, NULL},
};
/* The beam is dimensionless. */
#define SPECTRUM_VALUES(hertz)                                                                               \
    {"peaks", "", "the strongest lines of each series, largest first"}, {"peaks.of", "", "the series"},      \
        {"peaks.frequency", hertz, "frequency of the line"},                                                 \
        {"peaks.amplitude", "", "amplitude relative to the largest line of the series"},                     \
        {"peaks.size", "", "amplitude in the unit of the series"},                                           \
        {"resolution", hertz, "width of a bin of frequencies"},                                              \
        {"samples", "", "rows of the series that were used"}, {                                              \
        NULL, NULL, NULL                                                                                     \
    }
static const SchemaEntry spectrum_values[] = {SPECTRUM_VALUES("Hz")};
static const SchemaEntry beam_spectrum_values[] = {SPECTRUM_VALUES("")};
static const SchemaEntry spectrum_fields[] = {
    {"frequency", "Hz", "the frequencies of the amplitudes"},
    {"*", "", "amplitude of the series of that name at each frequency"},
    {NULL, NULL, NULL},
};
static const SchemaEntry beam_spectrum_fields[] = {
    {"frequency", "", "the frequencies of the amplitudes"},
    {"*", "", "amplitude of the series of that name at each frequency"},
    {NULL, NULL, NULL},
};
static const SchemaEntry law_fields[] = {
    {"friction_law", "", "the friction law as a curve: mu over the slip speed"},
    {NULL, NULL, NULL},
};

const SchemaTable schema_common[] = {
    {NULL, "limit", SCHEMA_VALUES, limit_values, NULL},
    {"beam", "spectrum", SCHEMA_VALUES, beam_spectrum_values, NULL},
    {"beam", "spectrum", SCHEMA_FIELDS, beam_spectrum_fields, NULL},
    {"inclusion slab slider system body", "spectrum", SCHEMA_VALUES, spectrum_values, NULL},
    {"inclusion slab slider system body", "spectrum", SCHEMA_FIELDS, spectrum_fields, NULL},
    {NULL, NULL, SCHEMA_FIELDS, law_fields, NULL},
    {"inclusion slab slider system body", NULL, SCHEMA_VALUES, time_values, NULL},
    {NULL, NULL, SCHEMA_VALUES, any_values, NULL},
    {NULL, NULL, SCHEMA_EVENTS, any_events, NULL},
    {"inclusion slab", NULL, SCHEMA_EVENTS, velocity_events, NULL},
    {"beam", NULL, SCHEMA_EVENTS, state_events, "-1 slip down, 0 stick, 1 slip up"},
    {"slider system", NULL, SCHEMA_EVENTS, state_events, SCHEMA_MOTION_CODES},
    {"body", "march", SCHEMA_EVENTS, state_events, SCHEMA_MOTION_CODES},
    {"body", "path", SCHEMA_EVENTS, state_events, SCHEMA_STATE_CODES},
    {NULL, NULL, SCHEMA_VALUES, NULL, NULL},
};
