/* Steps of a beam with probes inside them, and how the heat grows. */
#include "beam/beam.h"

#include <math.h>

_Static_assert(sizeof(BeamSample) == BEAM_COLUMNS * sizeof(double), "a row is a sample");

/* What the law had to say against the step: its function failed, or was negative where the step ended. */
static JudderErr fault(const Beam *beam) {
    if (!beam->law.thermal) return JUDDER_OK;
    return surface_fault(beam->law.thermal, fabs(beam->decided_slip), beam->decided_temperature);
}

static BeamSample *take_probe(Beam *beam) {
    return (BeamSample *)(void *)stepper_take_probe(&beam->stepper);
}

/* Probes before the end of the next step: the method looks ahead, or the two ends are joined by a line
 * afterwards. */
static JudderErr peek_probes(Beam *beam, double end) {
    const double tolerance = 1e-9 * beam->setup.step;
    if (!beam->setup.method->peek) return JUDDER_OK;
    while (stepper_next_probe(&beam->stepper) < end - tolerance) {
        const double t = stepper_next_probe(&beam->stepper);
        BeamSample *probe = take_probe(beam);
        if (t <= beam->now.t + tolerance)
            *probe = beam->now;
        else
            TRY(beam->setup.method->peek(beam, t, probe));
    }
    return JUDDER_OK;
}

static BeamSample between(const BeamSample *a, const BeamSample *b, double t) {
    const double s = (t - a->t) / (b->t - a->t);
    return (BeamSample){.t = t,
                        .displacement = a->displacement + s * (b->displacement - a->displacement),
                        .velocity = a->velocity + s * (b->velocity - a->velocity),
                        .temperature = a->temperature + s * (b->temperature - a->temperature),
                        .mean = a->mean + s * (b->mean - a->mean),
                        .shear = b->shear,
                        .slip = b->slip};
}

static void pass_probes(Beam *beam, const BeamSample *before) {
    const double tolerance = 1e-9 * beam->setup.step;
    while (stepper_next_probe(&beam->stepper) <= beam->now.t + tolerance) {
        const double t = stepper_next_probe(&beam->stepper);
        *take_probe(beam) = t >= beam->now.t - tolerance ? beam->now
                            : t <= before->t + tolerance ? *before
                                                         : between(before, &beam->now, t);
    }
}

static JudderErr advance(Stepper *stepper, size_t count) {
    Beam *beam = (Beam *)stepper;
    const BeamSetup *setup = &beam->setup;
    const size_t steps = stepper->steps, late = steps - steps / 5, end = stepper->done + count;
    for (size_t n = stepper->done + 1; n <= end; n++) {
        const double t = n < steps || beam->energy_exact ? (double)n * setup->step : setup->final;
        const BeamSample before = beam->now;
        const bool probes = stepper->probes.reached < stepper->probes.count;
        if (probes) TRY(peek_probes(beam, t));
        TRY(setup->method->step(beam, t));
        TRY(fault(beam));
        stepper->done = n;
        if (!isfinite(beam->now.displacement + beam->now.mean)) {
            stepper->state = STEPPER_LOST;
            return JUDDER_OK;
        }
        beam->shear_max = fmax(beam->shear_max, fabs(beam->now.shear));
        beam->slip_max = fmax(beam->slip_max, fabs(beam->now.slip));
        if (probes) pass_probes(beam, &before);
        if (n <= late) beam->mark = beam->now;
    }
    return JUDDER_OK;
}

static const double *row(Stepper *stepper) {
    return &((Beam *)stepper)->now.t;
}

static void report(Stepper *stepper, StepperReport *report) {
    const Beam *beam = (Beam *)stepper;
    stepper_count(report, "steps", stepper->done);
    stepper_count(report, "stick_intervals", beam->stick_count);
    stepper_count(report, "nonunique_steps", beam->nonunique);
    stepper_number(report, "first_slip_time", beam->first_slip);
    stepper_number(report, "stick_fraction", beam_stick_fraction(beam));
    stepper_number(report, "energy_defect", beam_energy_defect(beam));
    stepper_number(report, "heat_defect", beam_heat_defect(beam));
    stepper_number(report, "t_final", beam->now.t);
    stepper_number(report, "heating_rate", beam_heating_rate(beam));
    stepper_number(report, "linear_heating", NAN); /* known to those who know the steady states */
    stepper_number(report, "shear_max", beam->shear_max);
    stepper_number(report, "slip_max", beam->slip_max);
    stepper_number(report, "mu_error", beam->law.thermal ? surface_error(beam->law.thermal) : 0);
    stepper_number(report, "force_error", beam->drive.force_error);
}

static JudderErr beam_steps_serialise(Stepper *stepper, Archive *archive) {
    Beam *beam = (Beam *)stepper, copy = *beam;
    copy.stepper = (Stepper){0};
    copy.setup = (BeamSetup){0}, copy.law = (BeamLaw){0}, copy.drive = (BeamDrive){0};
    copy.work = NULL;
    archive_array(archive, "beam", &copy, sizeof copy);
    copy.stepper = beam->stepper;
    copy.setup = beam->setup, copy.law = beam->law, copy.drive = beam->drive, copy.work = beam->work;
    *beam = copy;
    if (beam->law.thermal) surface_serialise(beam->law.thermal, archive);
    drive_serialise(&beam->drive, archive);
    beam->setup.method->serialise(beam, archive);
    return archive_state(archive);
}

static void destroy(Stepper *stepper) {
    Beam *beam = (Beam *)stepper;
    beam_destroy(&beam);
}

static const StepperList lists[] = {{.name = "steps"},
                                    {.name = "first_slip_time"},
                                    {"slip_times", STEPPER_TIME, STEPPER_SLIP, NULL},
                                    {"stick_times", STEPPER_TIME, STEPPER_STICK, NULL},
                                    {0}};

const StepperColumn beam_columns[] = {{"t", "", STEPPER_SERIES},
                                      {"end_displacement", "", STEPPER_BOTH},
                                      {"end_velocity", "", STEPPER_BOTH},
                                      {"end_temperature", "", STEPPER_BOTH},
                                      {"mean_temperature", "", STEPPER_BOTH},
                                      {"shear", "", STEPPER_BOTH},
                                      {"slip", "", STEPPER_BOTH},
                                      {NULL, NULL, 0}};

const StepperKind beam_stepper = {.lists = lists,
                                  .advance = advance,
                                  .row = row,
                                  .report = report,
                                  .serialise = beam_steps_serialise,
                                  .destroy = destroy};
