/* The slab. */
#include "schema/schema.h"

static const SchemaEntry march_values[] = {
    {"jumps", "", "jumps of the slip velocity; with mass or viscosity, passages over an unstable branch"},
    {"jump_times", "s", "when the slip velocity jumped, the first 100 000"},
    {"nonunique_steps", "", "steps in which several slip velocities were possible"},
    {"stick_fraction", "", "part of the time in which the contact sticks"},
    {"open_fraction", "", "part of the time in which the contact is open"},
    {"pressure_min", "Pa", "least pressure of the contact"},
    {"pressure_max", "Pa", "largest pressure of the contact"},
    {"energy_defect", "", "largest relative violation of the energy balance of a step"},
    {"period", "s", "time after which the motion repeats itself; NaN: it does not"},
    {"period_cycles", "", "crossings of the section in a period; 0: the motion does not repeat itself"},
    {"period_spread", "s", "difference between the periods that were compared"},
    {"dominant_frequency", "Hz", "strongest line of the slip speed"},
    {NULL, NULL, NULL},
};
static const SchemaEntry march_series[] = {
    {"t", "s", "time"},
    {"velocity_3", "m/s", "velocity of the contact along its normal"},
    {"slip_#", "m/s", "slip velocity of the contact along each tangent"},
    {"velocity_#", "m/s", "velocity of the contact along each tangent"},
    {"displacement_#", "m", "displacement of the contact along each tangent"},
    {"traction_#", "Pa", "friction on the slab along each tangent"},
    {"pressure", "Pa", "pressure of the contact"},
    {"gap", "m", "distance to the foundation; 0 in contact"},
    {NULL, NULL, NULL},
};
static const SchemaEntry march_fields[] = {
    {"profile_#_t_#", "", "velocities and strains through the height at a requested time"},
    {NULL, NULL, NULL},
};
static const SchemaEntry period_values[] = {
    {"periodic", "", "whether the motion repeats itself"},
    {"period", "s", "time of one cycle"},
    {"period_cycles", "",
     "crossings of the section in a period; 0: the period is that of the autocorrelation"},
    {"period_in_trips", "", "the period in round trips of the shear wave"},
    {"autocorrelation", "", "how well one cycle agrees with the next; 1: exactly"},
    {"slip_per_cycle", "m", "slip in one cycle"},
    {"stick_fraction", "", "part of a cycle in which the contact sticks"},
    {"peak_speed", "m/s", "largest slip speed in a cycle"},
    {"found_at", "s", "time at which the cycle was found"},
    {"windows", "", "windows of time that were compared"},
    {NULL, NULL, NULL},
};
static const SchemaEntry period_series[] = {
    {"t", "s", "time"},
    {"slip_#", "m/s", "slip velocity of the contact along each tangent"},
    {NULL, NULL, NULL},
};
static const SchemaEntry refine_values[] = {
    {"step", "s", "the steps that were compared"},
    {"error", "m/s",
     "mean error of the slip velocity against a finer run of the delay method, for each step"},
    {"orders", "", "observed order between neighbouring steps"},
    {"order", "", "observed order of the last two steps"},
    {"seconds_each", "s", "wall time of each run"},
    {NULL, NULL, NULL},
};

const SchemaTable schema_slab[] = {
    {"slab", "march", SCHEMA_VALUES, march_values, NULL},
    {"slab", "march", SCHEMA_SERIES, march_series, NULL},
    {"slab", "march", SCHEMA_FIELDS, march_fields, NULL},
    {"slab", "period", SCHEMA_VALUES, period_values, NULL},
    {"slab", "period", SCHEMA_SERIES, period_series, NULL},
    {"slab", "refine", SCHEMA_VALUES, refine_values, NULL},
    {NULL, NULL, SCHEMA_VALUES, NULL, NULL},
};
