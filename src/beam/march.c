#include "beam/march.h"

#include <math.h>

enum { STEPS_BETWEEN_QUESTIONS = 8192 };

size_t beam_step_count(double final, double step) {
    const double exact = final / step, whole = nearbyint(exact);
    return (size_t)(fabs(exact - whole) <= 1e-9 * fmax(1, exact) ? fmax(whole, 1) : ceil(exact));
}

double beam_linear_heating(const BeamSetup *setup, double V, double mu, double critical) {
    return 3 * setup->c * setup->c * (fabs(V) - critical) / (mu * setup->alpha);
}

/* What the law had to say against the step: its function failed, or was negative where the step ended. */
static JudderErr fault(const Beam *beam) {
    if (!beam->law.thermal) return JUDDER_OK;
    return surface_fault(beam->law.thermal, fabs(beam->now.slip), beam->decided_temperature);
}

/* Probes before the end of the next step: the method looks ahead, or the two ends are joined by a line
 * afterwards. */
static JudderErr peek_probes(Beam *beam, const BeamMarch *march, BeamReport *report, double end) {
    const double tolerance = 1e-9 * march->step;
    if (!beam->setup.method->peek) return JUDDER_OK;
    while (report->probes < march->probe_count && march->probe_times[report->probes] < end - tolerance) {
        const double t = march->probe_times[report->probes];
        BeamSample *probe = &march->probes[report->probes++];
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

static void pass_probes(const Beam *beam, const BeamMarch *march, const BeamSample *before,
                        BeamReport *report) {
    const double tolerance = 1e-9 * march->step;
    while (report->probes < march->probe_count &&
           march->probe_times[report->probes] <= beam->now.t + tolerance) {
        const double t = march->probe_times[report->probes];
        march->probes[report->probes++] = t >= beam->now.t - tolerance ? beam->now
                                          : t <= before->t + tolerance ? *before
                                                                       : between(before, &beam->now, t);
    }
}

JudderErr beam_march(Beam *beam, const BeamMarch *march, BeamReport *report) {
    const size_t steps = beam_step_count(march->final, march->step);
    const size_t late = steps - steps / 5,
                 end = march->until > 0 && march->until < steps ? march->until : steps;
    if (!march->goes_on) {
        *report = (BeamReport){.mark = beam->now};
        if (march->record) TRY(march->record(march->context, &beam->now));
    }
    report->stopped = false;
    for (size_t n = march->goes_on ? beam->steps + 1 : 1; n <= end; n++) {
        const double t = n < steps || beam->energy_exact ? (double)n * march->step : march->final;
        const BeamSample before = beam->now;
        if (report->probes < march->probe_count) TRY(peek_probes(beam, march, report, t));
        TRY(beam->setup.method->step(beam, t));
        TRY(fault(beam));
        beam->steps = n;
        if (!isfinite(beam->now.displacement + beam->now.mean)) {
            report->overflowed = true;
            break;
        }
        report->shear_max = fmax(report->shear_max, fabs(beam->now.shear));
        report->slip_max = fmax(report->slip_max, fabs(beam->now.slip));
        if (report->probes < march->probe_count) pass_probes(beam, march, &before, report);
        if (n <= late) report->mark = beam->now;
        if (march->record && ((long)n % march->every == 0 || n == steps))
            TRY(march->record(march->context, &beam->now));
        if (n % STEPS_BETWEEN_QUESTIONS == 0 && march->go_on && !march->go_on(march->context, t)) {
            report->stopped = true;
            break;
        }
    }
    const BeamSample *mark = &report->mark;
    if (beam->now.t > mark->t) report->heating_rate = (beam->now.mean - mark->mean) / (beam->now.t - mark->t);
    return JUDDER_OK;
}
