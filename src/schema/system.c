/* Motion of sliders and systems. */
#include "schema/schema.h"

static const SchemaEntry march_values[] = {
    {"slip_times", "s", "when the first contact began to slip"},
    {"stick_times", "s", "when the first contact began to stick"},
    {"period", "s", "mean time between the last onsets of slip of the first contact; NaN: fewer than three"},
    {"events", "", "changes of state of all contacts"},
    {"stick_fraction", "", "part of the time in which contacts stick, mean over the contacts"},
    {"open_fraction", "", "part of the time in which contacts are open, mean over the contacts"},
    {"episodes", "", "runs from the first slip of any contact until all stick again"},
    {"episode_times", "s", "when each episode began"},
    {"episode_sizes", "m", "slip of all contacts in each episode"},
    {"episode_size_max", "m", "slip of all contacts in the largest episode"},
    {"episode_size_mean", "m", "slip of all contacts in an episode, mean"},
    {"slip_max", "m/s", "fastest slip of any contact"},
    {"middle_slip_range", "m/s",
     "range of the slip velocity of the first contact over the fifth tenth of the run"},
    {"late_slip_range", "m/s",
     "range of the slip velocity of the first contact over the last tenth of the run"},
    {"uniqueness", "",
     "largest number met that, below 1, gives a step one solution; null: infinite, friction jumps"},
    {"suggested_step", "s",
     "step that would keep the number of uniqueness at 0.9; NaN: any will do, 0: none would"},
    {"nonunique_steps", "", "steps in which a contact had several slip velocities to choose from"},
    {"jumps", "", "how often a contact had to leave its branch of the friction law"},
    {"kinetic_energy", "J", "kinetic energy at the end"},
    {"elastic_energy", "J", "elastic energy at the end"},
    {"contact_energy", "J", "work done on compliant contacts until the end"},
    {"friction_loss", "J", "energy that friction took over the run"},
    {"viscous_loss", "J", "energy that damping took over the run"},
    {"radiated", "J", "energy that waves carried away from a slider with radiation over the run"},
    {"external_work", "J", "work of loads and drives over the run"},
    {"numerical_work", "J", "work of the method over the run, with the loss of impacts"},
    {"energy_defect", "", "largest residual of the energy balance of a step, relative to the largest energy"},
    {"impact_steps", "", "steps of implicit Euler, in which a normal dof with mass hits a rigid obstacle"},
    {NULL, NULL, NULL},
};

/* Without a number: of a slider, or the sum over the contacts. */
static const SchemaEntry march_series[] = {
    {"t", "s", "time"},
    {"displacement", "m", "displacement of the block"},
    {"displacement_#", "m", "displacement of the dof of that number"},
    {"velocity", "m/s", "velocity of the block"},
    {"velocity_#", "m/s", "velocity of the dof of that number"},
    {"slip", "m/s", "slip velocity of the block"},
    {"slip_#", "m/s", "slip velocity of the contact of that number"},
    {"spring_force", "N", "force of spring and dashpot on the block"},
    {"friction_force", "N", "friction on the block, or on the system, summed over the contacts"},
    {"friction_force_#", "N", "friction on the system at the contact of that number, along its tangent"},
    {"normal_force", "N", "normal force of the contact"},
    {"normal_force_#", "N", "normal force of the contact of that number"},
    {"gap_#", "m", "distance of the contact of that number from its obstacle"},
    {"kinetic_energy", "J", "kinetic energy"},
    {"elastic_energy", "J", "elastic energy"},
    {"state", "", "state variable of the friction law"},
    {"state_#", "", "state variable of the friction law at the contact of that number"},
    {NULL, NULL, NULL},
};
static const SchemaEntry fields[] = {
    {"flutter_#_re", "", "real part of the shape of a root of flutter, a number for each dof"},
    {"flutter_#_im", "", "imaginary part of the shape of a root of flutter, a number for each dof"},
    {NULL, NULL, NULL},
};

const SchemaTable schema_system[] = {
    {"slider system", "march", SCHEMA_VALUES, march_values, NULL},
    {"slider system", "march", SCHEMA_SERIES, march_series, NULL},
    {"system", "stability", SCHEMA_FIELDS, fields, NULL},
    {NULL, NULL, SCHEMA_VALUES, NULL, NULL},
};
