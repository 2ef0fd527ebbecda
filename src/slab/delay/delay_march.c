/* Steps and the probes in them, the row, the report. */
#include "slab/delay/delay_internal.h"

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

/* The first probe that is not begun. */
static void look_for_probe(SlabDelay *slab) {
    const StepperProbes *p = &slab->stepper.probes;
    slab->next_probe = slab->probes_seen < p->count ? p->t[slab->probes_seen] : INFINITY;
}

static SlabState *probe_at(const SlabDelay *slab, size_t i) {
    return (SlabState *)(void *)(slab->stepper.probes.row + i * SLAB_COLUMNS);
}

JudderErr delay_probe_normal(SlabDelay *slab, double until) {
    while (slab->next_probe <= until) {
        const double t = fmax(slab->next_probe, slab->normal->t);
        TRY(normal_advance(slab->normal, t));
        SlabState *probe = probe_at(slab, slab->probes_seen);
        const double u_3 = normal_displacement_at(slab->normal, t);
        *probe = (SlabState){
            .t = slab->next_probe, .pressure = normal_pressure_at(slab->normal, t), .gap = fmax(0, u_3)};
        probe->velocity[2] = normal_velocity_at(slab->normal, t);
        probe->displacement[2] = u_3;
        slab->probes_seen++;
        look_for_probe(slab);
    }
    return JUDDER_OK;
}

/* The tangential part at a probe: straight between the ends of the step, or on its side of a jump. */
void delay_probe_finish(SlabDelay *slab) {
    const bool jumped = slab->jump_step == slab->stepper.done;
    for (; slab->stepper.probes.reached < slab->probes_seen; slab->stepper.probes.reached++) {
        SlabState *probe = probe_at(slab, slab->stepper.probes.reached);
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

/* Probes up to a time which are as it is now. */
static void probe_now(SlabDelay *slab, double until) {
    for (look_for_probe(slab); slab->next_probe <= until; look_for_probe(slab)) {
        slab_delay_state(slab, probe_at(slab, slab->probes_seen++));
        slab->stepper.probes.reached++;
    }
}

static JudderErr begin(Stepper *stepper) {
    SlabDelay *slab = (SlabDelay *)stepper;
    probe_now(slab, 0);
    return passage_begin(&slab->passage, &slab->data, slab->roots, normal_pressure_at(slab->normal, slab->t));
}

/* At most so many steps: a run, then one in which something may happen. */
static JudderErr some_steps(SlabDelay *slab, size_t most) {
    const size_t before = slab->stepper.done;
    bool leaves = true;
    if (slab->plain) TRY(delay_run(slab, most, &leaves));
    if (!leaves || slab->stepper.done - before == most) return JUDDER_OK;
    TRY(delay_step(slab));
    if (slab->passages) delay_tell_passage(slab);
    return JUDDER_OK;
}

static JudderErr advance(Stepper *stepper, size_t count) {
    SlabDelay *slab = (SlabDelay *)stepper;
    const size_t end = stepper->done + count;
    look_for_probe(slab);
    while (stepper->done < end) TRY(some_steps(slab, end - stepper->done));
    /* Rounding may have put the final time behind the last step. */
    if (stepper->done == stepper->steps) probe_now(slab, slab->data.final);
    return JUDDER_OK;
}

static const double *row(Stepper *stepper) {
    SlabDelay *slab = (SlabDelay *)stepper;
    slab_delay_state(slab, &slab->row);
    return &slab->row.t;
}

SlabReport slab_delay_report(const SlabDelay *slab) {
    const double per_time = slab->t > 0 ? 1 / slab->t : 0;
    return (SlabReport){.nonunique_steps = slab->nonunique,
                        .jumps = slab->jumps,
                        .stick_fraction = fmin(1, (double)slab->stick_steps * slab->dt * per_time),
                        .open_fraction = fmin(1, normal_open_time(slab->normal) * per_time),
                        .pressure_min = slab->pressure_min,
                        .pressure_max = slab->pressure_max,
                        .energy_defect = slab->energy_defect};
}

static void report(Stepper *stepper, StepperReport *report) {
    const SlabReport found = slab_delay_report((const SlabDelay *)stepper);
    slab_report_values(stepper, &found, report);
}

static void destroy(Stepper *stepper) {
    SlabDelay *slab = (SlabDelay *)stepper;
    slab_delay_destroy(&slab);
}

const StepperKind delay_stepper = {.lists = slab_lists,
                                   .begin = begin,
                                   .advance = advance,
                                   .row = row,
                                   .report = report,
                                   .serialise = delay_serialise,
                                   .destroy = destroy};

double slab_delay_time_step(const SlabDelay *slab) {
    return slab->dt;
}
