/* The march: records, probes, stops, the report. */
#include "slab/delay/delay_internal.h"

enum { ASK_EVERY = 4096 };

void slab_delay_state(const SlabDelay *slab, SlabState *state) {
    const Normal *normal = slab->normal;
    const double u_3 = normal_displacement_at(normal, slab->t);
    *state = (SlabState){.t = slab->t,
                         .velocity = {slab->U[0], slab->U[1], normal_velocity_at(normal, slab->t)},
                         .displacement = {slab->u[0], slab->u[1], u_3},
                         .pressure = normal_pressure_at(normal, slab->t),
                         .gap = fmax(0, u_3)};
    for (int k = 0; k < 2; k++) {
        state->slip[k] = slab->U[k] - slab->V[k];
        state->traction[k] = -slab->force[k];
    }
}

static double probe_time(const SlabDelay *slab, size_t i) {
    return slab->watch && i < slab->watch->probe_count ? slab->watch->probe_times[i] : INFINITY;
}

JudderErr delay_probe_normal(SlabDelay *slab, double until) {
    while (slab->next_probe <= until) {
        const double t = fmax(slab->next_probe, slab->normal->t);
        TRY(normal_advance(slab->normal, t));
        SlabState *probe = &slab->watch->probes[slab->probes_seen];
        const double u_3 = normal_displacement_at(slab->normal, t);
        *probe = (SlabState){
            .t = slab->next_probe, .pressure = normal_pressure_at(slab->normal, t), .gap = fmax(0, u_3)};
        probe->velocity[2] = normal_velocity_at(slab->normal, t);
        probe->displacement[2] = u_3;
        slab->probes_seen++;
        slab->next_probe = probe_time(slab, slab->probes_seen);
    }
    return JUDDER_OK;
}

/* The tangential part at a probe: straight between the ends of the step, or on its side of a jump. */
void delay_probe_finish(SlabDelay *slab) {
    const bool jumped = slab->jump_step == slab->steps;
    for (; slab->probes_done < slab->probes_seen; slab->probes_done++) {
        SlabState *probe = &slab->watch->probes[slab->probes_done];
        const double part = fmin(1, fmax(0, (probe->t - slab->old_t) / (slab->t - slab->old_t)));
        const double side = jumped ? (probe->t > slab->jump_time ? 1 : 0) : part;
        for (int k = 0; k < 2; k++) {
            const double change = slab->V[k] - slab->old_V[k]; /* whichever side: the foundation moves on */
            probe->velocity[k] = slab->old_U[k] + side * (slab->U[k] - slab->old_U[k]) +
                                 (part - side) * change;
            probe->displacement[k] = slab->old_u[k] + part * (slab->u[k] - slab->old_u[k]);
            probe->slip[k] = probe->velocity[k] - (slab->old_V[k] + part * change);
            probe->traction[k] = -slab->force[k];
        }
    }
}

/* Probes at t <= 0 and the first record. */
static JudderErr begin(SlabDelay *slab) {
    slab->next_probe = probe_time(slab, slab->probes_seen);
    if (slab->steps > 0) return JUDDER_OK;
    SlabState state;
    slab_delay_state(slab, &state);
    slab->passage.stable_speed = hypot(state.slip[0], state.slip[1]);
    for (; slab->next_probe <= 0; slab->next_probe = probe_time(slab, slab->probes_seen)) {
        slab->watch->probes[slab->probes_seen++] = state;
        slab->probes_done++;
    }
    if (slab->watch && slab->watch->record) TRY(slab->watch->record(slab->watch->context, &state));
    return JUDDER_OK;
}

static JudderErr record(const SlabDelay *slab) {
    if (!slab->watch || !slab->watch->record) return JUDDER_OK;
    SlabState state;
    slab_delay_state(slab, &state);
    return slab->watch->record(slab->watch->context, &state);
}

/* At most so many steps: a run, then one in which something may happen. */
static JudderErr some_steps(SlabDelay *slab, size_t most) {
    const size_t before = slab->steps;
    bool leaves = true;
    if (slab->plain) TRY(delay_run(slab, most, &leaves));
    if (!leaves || slab->steps - before == most) return JUDDER_OK;
    TRY(delay_step(slab));
    if (slab->passages) delay_tell_passage(slab);
    return JUDDER_OK;
}

size_t slab_delay_steps(const SlabDelay *slab) {
    return (size_t)ceil(slab->data.final / slab->dt - 1e-9);
}

static JudderErr run(SlabDelay *slab, bool *stopped) {
    const SlabWatch *watch = slab->watch;
    const size_t total = slab_delay_steps(slab);
    const size_t end = watch && watch->until > 0 && watch->until < total ? watch->until : total;
    const size_t every = watch && watch->record && watch->every > 0 ? (size_t)watch->every : total + 1;
    size_t to_record = every - slab->steps % every, to_ask = ASK_EVERY;
    *stopped = false;
    while (slab->steps < end) {
        const size_t before = slab->steps, asked = to_ask < to_record ? to_ask : to_record;
        TRY(some_steps(slab, asked < end - before ? asked : end - before));
        to_record -= slab->steps - before;
        to_ask -= slab->steps - before;
        if (to_record == 0 || slab->steps == total) {
            TRY(record(slab));
            to_record = every;
        }
        if (to_ask > 0) continue;
        to_ask = ASK_EVERY;
        if (watch && watch->go_on && !watch->go_on(watch->context, slab->t)) {
            *stopped = slab->steps < total;
            return JUDDER_OK;
        }
    }
    return JUDDER_OK;
}

/* Probes at the final time, which rounding may have put behind the last step. */
static void last_probes(SlabDelay *slab) {
    for (; slab->next_probe <= slab->data.final; slab->next_probe = probe_time(slab, slab->probes_seen)) {
        slab_delay_state(slab, &slab->watch->probes[slab->probes_seen++]);
        slab->probes_done++;
    }
}

JudderErr slab_delay_march(SlabDelay *slab, const SlabWatch *watch, SlabReport *report) {
    slab->watch = slab->normal->watch = watch;
    bool stopped = false;
    JudderErr err = begin(slab);
    if (err == JUDDER_OK) err = run(slab, &stopped);
    if (err == JUDDER_OK && slab->steps == slab_delay_steps(slab)) last_probes(slab);
    slab->watch = slab->normal->watch = NULL;
    const double per_time = slab->t > 0 ? 1 / slab->t : 0;
    *report = (SlabReport){.steps = slab->steps,
                           .nonunique_steps = slab->nonunique,
                           .jumps = slab->jumps,
                           .t = slab->t,
                           .stopped = stopped,
                           .probes = slab->probes_done,
                           .stick_fraction = fmin(1, (double)slab->stick_steps * slab->dt * per_time),
                           .open_fraction = fmin(1, normal_open_time(slab->normal) * per_time),
                           .pressure_min = slab->pressure_min,
                           .pressure_max = slab->pressure_max,
                           .energy_defect = slab->energy_defect};
    return err;
}

double slab_delay_time_step(const SlabDelay *slab) {
    return slab->dt;
}
