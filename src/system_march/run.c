/* The system as a Stepper. */
#include "system_march/run.h"

SystemView system_march_view(const SystemMarch *m) {
    return (SystemView){m->t, m->u, m->v, m->contact, &m->energy};
}

const SystemMarchReport *system_march_report(const SystemMarch *m) {
    return &m->report;
}

const SystemMarchSetup *system_march_setup(const SystemMarch *m) {
    return &m->setup;
}

static JudderErr begin(Stepper *stepper) {
    SystemMarch *m = (SystemMarch *)stepper;
    stepper_probe_between(stepper, m->row, m->row, 1e-9 * m->setup.step);
    system_tally_step(m);
    system_sections_stage(m);
    return JUDDER_OK;
}

static JudderErr advance(Stepper *stepper, size_t count) {
    SystemMarch *m = (SystemMarch *)stepper;
    if (m->events) return events_advance(m->events, count);
    for (const size_t end = stepper->done + count; stepper->done < end;) {
        TRY(system_stage_step(m, (double)(stepper->done + 1) * m->dt));
        if (stepper->state != STEPPER_GOING) return JUDDER_OK;
        stepper->done++;
        system_rows_take(m);
        system_tally_step(m);
        system_sections_stage(m);
    }
    return JUDDER_OK;
}

static const double *row(Stepper *stepper) {
    return ((SystemMarch *)stepper)->row;
}

static void destroy(Stepper *stepper) {
    SystemMarch *m = (SystemMarch *)stepper;
    system_march_destroy(&m);
}

static const StepperList lists[] = {{.name = "steps"},
                                    {"slip_times", STEPPER_TIME, STEPPER_SLIP, "contact 1"},
                                    {"stick_times", STEPPER_TIME, STEPPER_STICK, "contact 1"},
                                    {"episode_times", STEPPER_TIME, STEPPER_EPISODE, NULL},
                                    {"episode_sizes", STEPPER_TO, STEPPER_EPISODE, NULL},
                                    {0}};

const StepperKind system_stepper = {.lists = lists,
                                    .begin = begin,
                                    .advance = advance,
                                    .row = row,
                                    .report = system_report_values,
                                    .serialise = system_serialise,
                                    .destroy = destroy};
