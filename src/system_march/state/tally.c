/* What is counted over the steps of a march: episodes of slip, their onsets, how far the slip ranges; and the
 * values of all that. */
#include "system_march/state/state.h"

#include <math.h>

void system_tally_open(SystemTally *tally) {
    *tally = (SystemTally){0};
    for (int k = 0; k < 2; k++) tally->range[k][0] = INFINITY, tally->range[k][1] = -INFINITY;
}

void system_tally_onset(SystemMarch *m, double t) {
    m->tally.onset[m->tally.onsets++ % SYSTEM_ONSETS] = t;
}

/* An episode lasts from the first slip of any contact until all stick again; its size is the
 * slip of all in it. */
static void follow_episode(SystemMarch *m, const SystemMove *move) {
    SystemTally *tally = &m->tally;
    tally->slip_max = fmax(tally->slip_max, move->fastest);
    if (move->slips && !tally->slipping) tally->episode_begun = move->from, tally->episode_size = 0;
    if (move->slips) tally->episode_size += move->slipped;
    if (!move->slips && tally->slipping) {
        tally->episodes++;
        tally->episode_sum += tally->episode_size;
        tally->episode_most = fmax(tally->episode_most, tally->episode_size);
        stepper_tell(&m->stepper, &(StepperEvent){.kind = STEPPER_EPISODE,
                                                  .t = tally->episode_begun,
                                                  .to = tally->episode_size,
                                                  .place = "contacts"});
    }
    tally->slipping = move->slips;
}

static void follow_range(SystemMarch *m, int k, double slip) {
    if (m->setup.contact_count == 0 || k < 0) return;
    double *range = m->tally.range[k];
    range[0] = fmin(range[0], slip);
    range[1] = fmax(range[1], slip);
}

void system_tally_step(SystemMarch *m) {
    const double dt = m->row[0] - m->row_before[0];
    const size_t part = 10 * m->stepper.done, whole = m->stepper.steps;
    SystemMove move = {.from = m->t - dt, .time = dt};
    for (int i = 0; i < m->setup.contact_count; i++) {
        move.slips = move.slips || m->contact[i].node == STAGE_SLIP;
        move.slipped += fabs(m->contact[i].slip) * dt;
        move.fastest = fmax(move.fastest, fabs(m->contact[i].slip));
    }
    if (m->stepper.done > 0) follow_episode(m, &move);
    const int k = part >= 9 * whole ? 1 : part >= 4 * whole && part <= 5 * whole ? 0 : -1;
    follow_range(m, k, m->contact[0].slip);
}

void system_tally_move(SystemMarch *m, const SystemMove *move, double first_slip) {
    const double part = (move->from + move->time) / m->setup.final;
    follow_episode(m, move);
    follow_range(m, part >= 0.9 ? 1 : part >= 0.4 && part <= 0.5 ? 0 : -1, first_slip);
}

/* Mean time between the last onsets of slip, the first quarter of all left out; NAN: fewer than three, or the
 * next one has not come for two such times. */
static double period_of(const SystemTally *tally, double t) {
    const size_t kept = tally->onsets < SYSTEM_ONSETS ? tally->onsets : SYSTEM_ONSETS;
    const size_t skip = tally->onsets > SYSTEM_ONSETS ? 0 : kept / 4, used = kept - skip;
    if (used < 3) return NAN;
    const double last = tally->onset[(tally->onsets - 1) % SYSTEM_ONSETS],
                 first = tally->onset[(tally->onsets - used) % SYSTEM_ONSETS];
    const double mean = (last - first) / (double)(used - 1);
    return t - last <= 2 * mean ? mean : NAN;
}

static void report_tally(const SystemMarch *m, StepperReport *values) {
    const SystemTally *tally = &m->tally;
    stepper_number(values, "period", period_of(tally, m->t));
    stepper_number(values, "slip_max", tally->slip_max);
    stepper_number(values, "middle_slip_range", tally->range[0][1] - tally->range[0][0]);
    stepper_number(values, "late_slip_range", tally->range[1][1] - tally->range[1][0]);
    stepper_number(values, "episode_size_max", tally->episode_most);
    stepper_number(values, "episode_size_mean",
                   tally->episodes ? tally->episode_sum / (double)tally->episodes : NAN);
}

void system_report_values(Stepper *stepper, StepperReport *values) {
    const SystemMarch *m = (const SystemMarch *)stepper;
    const SystemMarchReport *r = &m->report;
    const SystemEnergy *e = &m->energy;
    const double contacts = fmax(1, m->setup.contact_count), all = (double)stepper->done * contacts;
    const double time = r->contact_time;
    stepper_count(values, "steps", m->events ? r->steps : stepper->done);
    stepper_count(values, "nonunique_steps", r->nonunique_steps);
    stepper_count(values, "jumps", r->jumps);
    stepper_count(values, "impact_steps", r->impact_steps);
    stepper_count(values, "events", r->events);
    if (m->events) {
        stepper_count(values, "impacts", r->impacts);
        stepper_count(values, "accumulations", r->accumulations);
        stepper_count(values, "undecided", r->undecided);
        stepper_count(values, "grazing", r->grazing);
        stepper_count(values, "stage_steps", r->stage_steps);
        stepper_count(values, "rejected_steps", r->rejected_steps);
        stepper_number(values, "shortest_step", r->shortest_step);
        stepper_number(values, "longest_step", r->longest_step);
        stepper_number(values, "impact_loss", e->impact);
    }
    stepper_count(values, "episodes", m->tally.episodes);
    if (m->events) {
        stepper_number(values, "stick_fraction", time > 0 ? r->stick_time / time : 0);
        stepper_number(values, "open_fraction", time > 0 ? r->open_time / time : 0);
    } else {
        stepper_number(values, "stick_fraction", all > 0 ? (double)r->stick_count / all : 0);
        stepper_number(values, "open_fraction", all > 0 ? (double)r->open_count / all : 0);
    }
    report_tally(m, values);
    stepper_number(values, "energy_defect", e->defect);
    stepper_number(values, "kinetic_energy", e->kinetic);
    stepper_number(values, "elastic_energy", e->elastic);
    stepper_number(values, "contact_energy", e->contact);
    stepper_number(values, "friction_loss", e->frictional);
    stepper_number(values, "viscous_loss", e->viscous);
    stepper_number(values, "external_work", e->external);
    stepper_number(values, "numerical_work", e->numerical);
    stepper_number(values, "uniqueness", r->uniqueness);
    stepper_number(values, "suggested_step", r->suggested_step);
    stepper_number(values, "t_final", m->t);
}
