/* The beam, which is dimensionless. */
#include "schema/schema.h"

static const SchemaEntry march_values[] = {
    {"t_final", "", "where the run ended"},
    {"first_slip_time", "", "when the end first slipped; NaN: never"},
    {"slip_times", "", "when slip began, the first 100 000"},
    {"stick_times", "", "when stick began, the first 100 000"},
    {"stick_intervals", "", "how often the end came to stick"},
    {"stick_fraction", "", "part of the time in which the end sticks"},
    {"nonunique_steps", "", "steps in which several slip velocities were possible"},
    {"energy_defect", "",
     "modal: heat of friction against its work; grid: what the discrete balance misses; relative"},
    {"heat_defect", "", "change of the heat against what flowed, relative"},
    {"heating_rate", "", "rate of the mean temperature over the last fifth of the run"},
    {"linear_heating", "", "rate to which heating tends where there is no steady state; NaN: there is one"},
    {"shear_max", "", "largest shear of the end, at the ends of steps"},
    {"slip_max", "", "largest slip velocity, at the ends of steps"},
    {"period", "", "time after which the motion repeats itself; NaN: it does not"},
    {"period_cycles", "", "crossings of the section in a period; 0: the motion does not repeat itself"},
    {"period_spread", "", "difference between the periods that were compared"},
    {"mu_error", "", "largest difference seen between mu(v, theta) and its patches"},
    {"force_error", "", "largest difference seen between f(x, t) and its polynomial in x"},
    {NULL, NULL, NULL},
};
static const SchemaEntry march_series[] = {
    {"t", "", "time"},
    {"end_displacement", "", "displacement of the end x = 1"},
    {"end_velocity", "", "velocity of the end x = 1"},
    {"end_temperature", "", "temperature of the end x = 1"},
    {"mean_temperature", "", "mean temperature of the beam"},
    {"shear", "", "friction at the end x = 1"},
    {"slip", "", "velocity of the end against the foundation"},
    {NULL, NULL, NULL},
};
static const SchemaEntry profiles[] = {
    {"x", "", "places along the beam"},
    {"displacement", "", "displacement at the places x, at the end of a march or in the steady state"},
    {"temperature", "", "temperature at the places x, at the end of a march or in the steady state"},
    {"profile_#_t_#", "", "displacement u and temperature theta along the beam at a requested time"},
    {NULL, NULL, NULL},
};

/* Of the state at the speed of the case; map has the same for each of several speeds. */
#define STATE_VALUES(in)                                                                                     \
    {in "velocity", "", "speed of the foundation"}, {in "exists", "", "whether there is a steady state"},    \
        {in "end_temperature", "", "temperature of the end x = 1 in the steady state"},                      \
        {in "mean_temperature", "", "mean temperature in the steady state"},                                 \
        {in "pressure", "", "pressure of the end in the steady state"},                                      \
        {in "end_displacement", "", "displacement of the end x = 1 in the steady state"},                    \
        {in "shear", "", "friction at the end x = 1 in the steady state"},                                   \
        {in "thermal_growth_rate", "", "leading root with the beam taken as stiff"},                         \
        {in "elastic_growth_rate", "", "largest real part of the modes of the beam"},                        \
        {in "leading_growth_rate", "", "largest real part of all roots"},                                    \
        {in "stable", "", "whether all roots decay"}, {                                                      \
        in "heat_growth_rate", "", "rate at which heat grows at first where there is no steady state"        \
    }
static const SchemaEntry steady_values[] = {
    STATE_VALUES(""),
    {"solutions", "", "how many steady states there are; the coolest is reported"},
    {"critical_velocity", "", "speed at which the steady state that begins at rest ends; NaN: never"},
    {"flutter_velocity", "", "least speed at which a vibration grows; 0: the slowest already; NaN: none"},
    {"intervals", "", "all speeds at which steady states exist"},
    {"intervals.from", "", "first speed of the interval"},
    {"intervals.to", "", "last speed of the interval; NaN: without end"},
    {"intervals.states", "", "how many steady states there are in it"},
    {"eigenvalues", "", "roots of the linearised motion about the steady state"},
    {"eigenvalues.kind", "", "thermal or elastic"},
    {"eigenvalues.mode", "", "mode of the beam from which the root was followed"},
    {"eigenvalues.re", "", "growth rate"},
    {"eigenvalues.im", "", "angular frequency"},
    {"eigenvalues.residual", "", "violation of the characteristic equation"},
    {"unstable_counted", "", "how many roots grow, by the argument principle"},
    {"verified", "", "whether that count agrees with the roots that were followed"},
    {"map", "", "the state at each of several speeds"},
    STATE_VALUES("map."),
    {NULL, NULL, NULL},
};

const SchemaTable schema_beam[] = {
    {"beam", "march", SCHEMA_VALUES, march_values, NULL},
    {"beam", "march", SCHEMA_SERIES, march_series, NULL},
    {"beam", NULL, SCHEMA_FIELDS, profiles, NULL},
    {"beam", "steady", SCHEMA_VALUES, steady_values, NULL},
    {NULL, NULL, SCHEMA_VALUES, NULL, NULL},
};
