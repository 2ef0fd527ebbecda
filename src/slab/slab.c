#include "slab/slab.h"

#include <math.h>

const StepperColumn slab_columns[] = {{"t", "s", STEPPER_SERIES},
                                      {"slip_1", "m/s", STEPPER_BOTH},
                                      {"slip_2", "m/s", STEPPER_BOTH},
                                      {"velocity_1", "m/s", STEPPER_PROBE},
                                      {"velocity_2", "m/s", STEPPER_PROBE},
                                      {"velocity_3", "m/s", STEPPER_BOTH},
                                      {"displacement_1", "m", STEPPER_BOTH},
                                      {"displacement_2", "m", STEPPER_BOTH},
                                      {"displacement_3", "m", 0},
                                      {"traction_1", "Pa", STEPPER_SERIES},
                                      {"traction_2", "Pa", STEPPER_SERIES},
                                      {"pressure", "Pa", STEPPER_BOTH},
                                      {"gap", "m", STEPPER_BOTH},
                                      {NULL, NULL, 0}};

const StepperList slab_lists[] = {
    {.name = "steps"}, {.name = "jumps"}, {"jump_times", STEPPER_TIME, STEPPER_JUMP, NULL}, {0}};

void slab_report_values(Stepper *stepper, const SlabReport *r, StepperReport *report) {
    stepper_count(report, "steps", stepper->done);
    stepper_count(report, "jumps", r->jumps);
    stepper_count(report, "nonunique_steps", r->nonunique_steps);
    stepper_number(report, "stick_fraction", r->stick_fraction);
    stepper_number(report, "open_fraction", r->open_fraction);
    stepper_number(report, "pressure_min", r->pressure_min);
    stepper_number(report, "pressure_max", r->pressure_max);
    stepper_number(report, "energy_defect", r->energy_defect);
    stepper_number(report, "dominant_frequency", NAN); /* known to those who listen */
    stepper_number(report, "t_final", stepper->kind->row(stepper)[0]);
}
