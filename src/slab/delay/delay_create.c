/* Making a slab for the delay method: the clock, the ring from the initial data, the drives. */
#include "slab/delay/delay_internal.h"
#include "slab/initial.h"

#include <stdlib.h>

enum { FEWEST_STEPS = 4 };
static const double most_steps = 1e8;  /* of a round trip: some gigabytes of ring */
static const double most_march = 1e15; /* steps of a march: a count must stay exact as a double */

static JudderErr check(const SlabData *data) {
    REQUIRE(data->height > 0, error_input("height", "height = %g: a number above 0 is needed", data->height));
    REQUIRE(data->rho > 0 && data->G > 0 && data->lambda + 2 * data->G > 0,
            error_input("material", "rho = %g, G = %g, lambda + 2 G = %g: all must be above 0", data->rho,
                        data->G, data->lambda + 2 * data->G));
    REQUIRE(data->epsilon >= 0,
            error_input("epsilon", "epsilon = %g: a number >= 0 is needed", data->epsilon));
    REQUIRE(data->eta == 0,
            error_input("selection", "viscosity eta = %g: the delay method has waves without viscosity only",
                        data->eta));
    REQUIRE(data->final > 0, error_input("final", "final = %g: a time above 0 is needed", data->final));
    REQUIRE(data->step > 0, error_input("step", "step = %g: a time above 0 is needed", data->step));
    REQUIRE(data->damping >= 0, error_input("damping", "damping = %g: a time >= 0 is needed", data->damping));
    REQUIRE(data->friction.law, error_input("friction", "a friction law is needed"));
    return JUDDER_OK;
}

static JudderErr set_clock(SlabDelay *slab, SlabOrder order) {
    const SlabData *data = &slab->data;
    slab->c_1 = sqrt(data->G / data->rho);
    slab->Z = data->rho * slab->c_1;
    slab->trip = 2 * data->height / slab->c_1;
    const double steps = round(slab->trip / data->step);
    REQUIRE(steps >= FEWEST_STEPS,
            error_input("step", "step = %g: at most %g, a quarter of the round trip 2 H/c_1 = %g", data->step,
                        slab->trip / FEWEST_STEPS, slab->trip));
    REQUIRE(steps <= most_steps, error_input("step", "step = %g: at least %g, %g steps in the round trip",
                                             data->step, slab->trip / most_steps, most_steps));
    slab->n = (size_t)steps;
    slab->dt = slab->trip / steps;
    REQUIRE(data->final / slab->dt < most_march, error_input("final", "final = %g: at most %g with this step",
                                                             data->final, most_march * slab->dt));
    const bool euler = order == SLAB_EULER;
    const double gamma = euler ? 1 : 1 - sqrt(0.5);
    slab->gamma = gamma;
    slab->stages = euler ? 1 : 2;
    slab->node[0] = gamma, slab->node[1] = 1;
    slab->weight[0] = euler ? 1 : 1 - gamma, slab->weight[1] = gamma;
    slab->lag = data->epsilon / (gamma * slab->dt);
    slab->lag_new = slab->lag * (1 - gamma) / gamma;
    slab->lag_old = slab->lag - slab->lag_new;
    slab->A = slab->Z + slab->lag; /* (SL-11) */
    slab->per_A = 1 / slab->A;
    return JUDDER_OK;
}

/* B before t = 0 such that (SL-3) gives the waves of the initial data. */
static JudderErr fill_ring(SlabDelay *slab) {
    const size_t stages = (size_t)slab->stages;
    slab->ring = calloc(slab->n * stages * 2, sizeof *slab->ring);
    REQUIRE(slab->ring, error_memory());
    TRY(delay_fronts_create(slab));
    for (int k = 0; k < 2; k++) {
        Curve incoming = {0};
        const JudderErr err = slab_incoming_create(&slab->data, k, slab->c_1, &incoming);
        for (size_t i = 0; err == JUDDER_OK && i < slab->n * stages; i++) {
            const double t = ((double)(i / stages) + slab->node[i % stages]) * slab->dt;
            slab->ring[2 * i + (size_t)k] = -profile_value(&incoming, t);
            slab->start_sum[k] += slab->ring[2 * i + (size_t)k] * slab->weight[i % stages] * slab->dt / 2;
        }
        if (err == JUDDER_OK) delay_fronts_initial(slab, &incoming);
        if (err == JUDDER_OK) slab->passed[0].w[k] = profile_value(&incoming, 0); /* without V */
        curve_release(&incoming);
        TRY(err);
    }
    return JUDDER_OK;
}

static JudderErr make_damping(SlabDelay *slab) {
    if (slab->data.damping == 0) return JUDDER_OK;
    const double variance = slab->data.damping * slab->trip / (slab->dt * slab->dt);
    REQUIRE(2 * damping_lag_of(variance) < (double)slab->n,
            error_input("damping", "damping = %g: at most about %g, a fiftieth of the round trip",
                        slab->data.damping, slab->trip / 50));
    TRY(damping_create(variance, &slab->damping));
    /* The filter has seen the waves of the trip before t = 0. */
    const size_t width = 2 * (size_t)slab->stages;
    for (size_t i = 0; i < slab->n; i++) {
        double in[DAMPING_WIDTH] = {0}, out[DAMPING_WIDTH];
        for (size_t k = 0; k < width; k++) in[k] = slab->ring[i * width + k];
        damping_push(slab->damping, in, out);
    }
    return JUDDER_OK;
}

static bool is_constant(const Signal *signal) {
    return !signal->function.call && signal->t.count == 0;
}

static JudderErr make_drives(SlabDelay *slab) {
    const SlabData *data = &slab->data;
    for (int k = 0; k < 2; k++) {
        const TrackSpan span = {.what = "velocity",
                                .begin = 0,
                                .end = data->final + 2 * slab->dt,
                                .step = slab->dt,
                                .last = data->final};
        TRY(track_create(&data->foundation[k], &span, &slab->foundation[k]));
        TRY(track_create(&data->top[k], &span, &slab->top[k]));
        TRY(track_seek(slab->foundation[k], 0));
        TRY(signal_value(&data->foundation[k], 0,
                         &slab->V[k])); /* without the rounding of the pieces: rest is rest */
        slab->driven = slab->driven || !is_constant(&data->foundation[k]);
        slab->top_moves = slab->top_moves || !is_constant(&data->top[k]) || data->top[k].constant != 0;
        slab->driven = slab->driven || slab->top_moves;
    }
    return JUDDER_OK;
}

/* The contact at t = 0: the velocity as given, the force that the law and the waves allow. */
static JudderErr start(SlabDelay *slab) {
    const Friction *law = &slab->roots->friction;
    const double S = normal_pressure_at(slab->normal, 0);
    double v[2], load[2];
    for (int k = 0; k < 2; k++) {
        TRY(signal_value(&slab->data.velocity[k], 0, &slab->U[k]));
        v[k] = slab->U[k] - slab->V[k];
        slab->passed[0].w[k] -= slab->V[k];
        load[k] = slab->Z * slab->passed[0].w[k];
    }
    if (law->law->state_start) slab->state = law->law->state_start(law->params);
    const double r = hypot(v[0], v[1]), Q = hypot(load[0], load[1]);
    const double bound = S * friction_at_rest(law, slab->state);
    const double part = Q > bound ? bound / Q : 1;
    for (int k = 0; k < 2; k++)
        slab->force[k] = r > 0 ? S * friction_sliding(law, r, slab->state) * v[k] / r : part * load[k];
    const PassageStart given = {{v[0], v[1]}, {slab->passed[0].w[0], slab->passed[0].w[1]}, S, slab->state};
    slab->fits = passage_start_fits(slab->roots, slab->Z, &given);
    if (!slab->fits) delay_front_start(slab);
    slab->front = NAN;
    slab->passed[0].S = S;
    slab->passed[1] = slab->passed[0];
    slab->passed[1].t = -slab->dt;
    slab->sticks = r == 0;
    slab->margin = Q * Q - bound * bound;
    slab->pressure_min = slab->pressure_max = S;
    slab->next_probe = INFINITY;
    return JUDDER_OK;
}

static JudderErr build(SlabDelay *slab, SlabOrder order) {
    TRY(set_clock(slab, order));
    TRY(friction_roots_create(slab->data.friction, &slab->roots));
    const FrictionRoots *roots = slab->roots;
    const bool calms = roots->straight && !roots->jumps && roots->slope[roots->count - 1] >= 0;
    slab->calm = calms ? roots->r[roots->count - 1] : INFINITY;
    slab->passages = slab->data.epsilon > 0 && !roots->has_state && roots->steepest > 0;
    slab->data.step = slab->dt;
    TRY(normal_create(&slab->data, &slab->normal));
    TRY(fill_ring(slab));
    TRY(make_damping(slab));
    TRY(make_drives(slab));
    const bool simple = roots->straight || roots->smooth;
    slab->plain = simple && slab->lag > 1e-9 * slab->Z && !slab->driven && !slab->damping;
    if (slab->plain) TRY(delay_run_prepare(slab));
    TRY(start(slab));
    slab->normal->stepper = &slab->stepper;
    slab->stepper = (Stepper){.kind = &delay_stepper,
                              .column = slab_columns,
                              .columns = SLAB_COLUMNS,
                              .steps = (size_t)ceil(slab->data.final / slab->dt - 1e-9),
                              .look = STEPS_BETWEEN_QUESTIONS};
    return JUDDER_OK;
}

JudderErr slab_delay_create(const SlabData *data, const SlabDelayOptions *options, SlabDelay **slab) {
    TRY(check(data));
    SlabDelay *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->data = *data;
    const JudderErr err = build(made, options ? options->order : SLAB_SDIRK2);
    if (err != JUDDER_OK) {
        slab_delay_destroy(&made);
        return err;
    }
    *slab = made;
    return JUDDER_OK;
}

void slab_delay_destroy(SlabDelay **slab) {
    if (!*slab) return;
    SlabDelay *s = *slab;
    friction_roots_destroy(&s->roots);
    normal_destroy(&s->normal);
    damping_destroy(&s->damping);
    for (int k = 0; k < 2; k++) {
        track_destroy(&s->foundation[k]);
        track_destroy(&s->top[k]);
    }
    free(s->ring);
    free(s->fronts);
    free(s->frame);
    free(s);
    *slab = NULL;
}
