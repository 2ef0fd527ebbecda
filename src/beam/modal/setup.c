/* Modes, memory, coefficients and initial data of the modal method. */
#include "beam/modal/modal.h"
#include "beam/modal/propagator.h"

#include <math.h>
#include <stdlib.h>

enum { FEWEST_MODES = 12, MOST_MODES = 2048 };

static size_t padded(size_t count) {
    return (count + LANES - 1) / LANES * LANES;
}

/* So many modes that the fastest turns by about four radians (or decays by e^-4) a step: faster ones
 * answer statically. */
static size_t modes_for(double speed, double step) {
    const double count = sqrt(4 / (speed * step)) / M_PI;
    return (size_t)fmin(fmax(ceil(count), FEWEST_MODES), MOST_MODES);
}

static double *take(double **memory, size_t count) {
    double *part = *memory;
    *memory += count;
    return part;
}

static void take_coefficients(StepCoefficients *with, double **memory, size_t n, size_t m) {
    double **const elastic[] = {&with->aa,  &with->av,  &with->va,  &with->vv,  &with->B_a,
                                &with->B_v, &with->C_a, &with->C_v, &with->D_a, &with->D_v};
    double **const heat[] = {&with->keep, &with->B_h, &with->C_h, &with->D_h, &with->wall};
    for (size_t i = 0; i < sizeof elastic / sizeof *elastic; i++) *elastic[i] = take(memory, n);
    for (size_t i = 0; i < sizeof heat / sizeof *heat; i++) *heat[i] = take(memory, m);
}

static void take_state(ModalState *state, double **memory, size_t n, size_t m) {
    state->a = take(memory, n);
    state->v = take(memory, n);
    state->heat = take(memory, m);
}

/* The part that each mode takes of the values of f at the nodes: 2 (f, phi_n), by Gauss points that
 * resolve the mode. */
static void share_force(const BeamDrive *drive, Modal *modal) {
    const size_t nodes = drive->force_nodes, panels = modal->modes + 8;
    double weights[FORCE_MOST_NODES];
    for (size_t p = 0; p < panels; p++)
        for (int g = 0; g < GAUSS; g++) {
            const double x = ((double)p + gauss_at[g]) / (double)panels;
            drive_force_weights(drive, x, weights);
            for (size_t n = 0; n < modal->modes; n++) {
                const double shape = elastic_shape(&modal->elastic[n], n + 1, x);
                const double factor = 2 * shape * gauss_weight[g] / (double)panels;
                for (size_t j = 0; j < nodes; j++) modal->force_share[n * nodes + j] += factor * weights[j];
            }
        }
}

void modal_destroy(Modal **modal) {
    if (!*modal) return;
    free((*modal)->elastic);
    free((*modal)->heat_list);
    free((*modal)->force_share);
    free((*modal)->memory);
    free(*modal);
    *modal = NULL;
}

static JudderErr allocate(Modal *modal, size_t force_nodes) {
    const size_t n = modal->padded, m = modal->heat_padded;
    modal->elastic = calloc(modal->modes, sizeof *modal->elastic);
    modal->heat_list = calloc(modal->heat_modes, sizeof *modal->heat_list);
    modal->force_share = calloc(n * force_nodes + 1, sizeof *modal->force_share);
    const size_t doubles = 2 * (10 * n + 5 * m) + 2 * (2 * n + m) + m + 2 * n;
    modal->memory = aligned_alloc(64, (doubles * sizeof(double) + 63) / 64 * 64);
    REQUIRE(modal->elastic && modal->heat_list && modal->force_share && modal->memory, error_memory());
    for (size_t i = 0; i < doubles; i++) modal->memory[i] = 0;
    double *memory = modal->memory;
    take_coefficients(&modal->full, &memory, n, m);
    take_coefficients(&modal->part, &memory, n, m);
    take_state(&modal->now, &memory, n, m);
    take_state(&modal->next, &memory, n, m);
    modal->share = take(&memory, m);
    modal->force_before = take(&memory, n);
    modal->force_after = take(&memory, n);
    return JUDDER_OK;
}

JudderErr modal_create(const BeamSetup *setup, size_t force_nodes, Modal **modal) {
    Modal *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->modes = setup->modes ? setup->modes : modes_for(setup->c, setup->step);
    made->heat_modes = setup->heat_modes ? setup->heat_modes : modes_for(setup->k, setup->step);
    made->padded = padded(made->modes);
    made->heat_padded = padded(made->heat_modes);
    const JudderErr err = allocate(made, force_nodes);
    if (err != JUDDER_OK) {
        modal_destroy(&made);
        return err;
    }
    for (size_t i = 0; i < made->modes; i++) made->elastic[i] = elastic_mode(setup->c, i + 1);
    for (size_t i = 0; i < made->heat_modes; i++) {
        made->heat_list[i] = heat_mode(setup->k, setup->h_b, i + 1);
        made->share[i] = made->heat_list[i].share;
    }
    const double material[3] = {setup->c, setup->k, setup->h_b};
    made->missed = missed_modes(made->elastic, made->modes, made->heat_list, made->heat_modes, material);
    *modal = made;
    return JUDDER_OK;
}

static void fill_elastic(const Modal *modal, const BeamSetup *setup, BeamHold hold, StepCoefficients *with) {
    for (size_t i = 0; i < modal->modes; i++) {
        const double omega = modal->elastic[i].omega;
        const Oscillation p = oscillation_over(omega, setup->damping * omega * omega / 2, with->tau);
        const bool linear = hold == BEAM_LINEAR;
        with->aa[i] = p.aa;
        with->av[i] = p.av;
        with->va[i] = p.va;
        with->vv[i] = p.vv;
        with->B_a[i] = linear ? 4 * (p.constant_a - p.ramp_a) : 0;
        with->B_v[i] = linear ? 4 * (p.constant_v - p.ramp_v) : 0;
        with->C_a[i] = 4 * (linear ? p.ramp_a : p.constant_a);
        with->C_v[i] = 4 * (linear ? p.ramp_v : p.constant_v);
        with->D_a[i] = p.aa * with->C_a[i] + p.av * with->C_v[i] + with->B_a[i];
        with->D_v[i] = p.va * with->C_a[i] + p.vv * with->C_v[i] + with->B_v[i];
        with->R += with->C_v[i];
        with->deflection += with->C_a[i];
    }
}

/* The modes that are not kept answer as z + d z' = missed sigma. In their velocity z' nothing cancels as d
 * tends to 0: over a step on which sigma runs straight it relaxes towards missed times the rate of sigma;
 * a sigma that jumps and then stays is an impulse that decays. */
static void fill_missed(const Modal *modal, const BeamSetup *setup, BeamHold hold, StepCoefficients *with) {
    const double missed = modal->missed.deflection, d = setup->damping;
    const double left = d > 0 ? exp(-with->tau / d) : 0;
    with->drift_keep = left;
    if (hold == BEAM_LINEAR)
        with->drift_gain = missed / with->tau * (d > 0 ? -expm1(-with->tau / d) : 1);
    else
        with->drift_gain = left > 0 ? missed * left / d : 0;
    with->R += with->drift_gain;
    with->deflection += missed - d * with->drift_gain;
}

static void fill_heat(const Modal *modal, BeamHold hold, StepCoefficients *with) {
    with->end = modal->missed.end;
    with->mean = modal->missed.mean;
    for (size_t i = 0; i < modal->heat_modes; i++) {
        const HeatMode *mode = &modal->heat_list[i];
        const Relaxation p = relaxation_over(mode->rate, with->tau);
        with->keep[i] = p.keep;
        with->B_h[i] = hold == BEAM_LINEAR ? mode->weight * (p.constant - p.ramp) : 0;
        with->C_h[i] = mode->weight * (hold == BEAM_LINEAR ? p.ramp : p.constant);
        with->D_h[i] = p.keep * with->C_h[i] + with->B_h[i];
        with->wall[i] = -mode->wall * p.constant / with->tau;
        with->end += with->C_h[i];
        with->mean += mode->share * with->C_h[i];
    }
}

void coefficients_fill(const Modal *modal, const BeamSetup *setup, BeamHold hold, double tau,
                       StepCoefficients *with) {
    with->tau = tau;
    with->R = with->deflection = 0;
    fill_elastic(modal, setup, hold, with);
    fill_missed(modal, setup, hold, with);
    fill_heat(modal, hold, with);
}

static JudderErr value_of(const Function *f, const char *what, double x, double *y) {
    *y = 0;
    if (!f->call) return JUDDER_OK;
    JudderErr err = f->call(f->context, x, y);
    if (err == JUDDER_OK && !isfinite(*y))
        err = error_input("initial", "%s at x = %.6g is not a finite number", what, x);
    if (err == JUDDER_INPUT && f->file) error_locate(f->file, f->line);
    return err;
}

/* Products of the given initial data with the modes. */
static JudderErr project(const BeamSetup *setup, Modal *modal, double wall) {
    const size_t most = modal->modes > modal->heat_modes ? modal->modes : modal->heat_modes,
                 panels = 2 * most + 16;
    for (size_t p = 0; p < panels; p++)
        for (int g = 0; g < GAUSS; g++) {
            const double x = ((double)p + gauss_at[g]) / (double)panels,
                         weight = gauss_weight[g] / (double)panels;
            double u, v, th;
            TRY(value_of(&setup->start_displacement, "displacement", x, &u));
            TRY(value_of(&setup->start_velocity, "velocity", x, &v));
            TRY(value_of(&setup->start_temperature, "temperature", x, &th));
            if (setup->start_temperature.call) th -= wall;
            for (size_t n = 0; n < modal->modes; n++) {
                const double shape = 2 * elastic_shape(&modal->elastic[n], n + 1, x) * weight;
                modal->now.a[n] += shape * u;
                modal->now.v[n] += shape * v;
            }
            for (size_t n = 0; n < modal->heat_modes; n++) {
                const HeatMode *mode = &modal->heat_list[n];
                modal->now.heat[n] += sin(mode->kappa * x) * th * weight * mode->sine / mode->norm;
            }
        }
    return JUDDER_OK;
}

JudderErr modal_start(Beam *beam, Modal *modal) {
    const BeamSetup *setup = &beam->setup;
    const DriveValues *now = &beam->drive.now;
    if (beam->drive.force_nodes) share_force(&beam->drive, modal);
    if (setup->start_velocity.call || setup->start_displacement.call || setup->start_temperature.call)
        TRY(project(setup, modal, now->wall));
    double velocity = 0, displacement = 0;
    if (setup->start == BEAM_COMPATIBLE) {
        /* V (3x^2 - x^3)/2 is the static answer to the force 3 c^2 V. (BM-8) */
        const double pull = 3 * setup->c * setup->c * now->velocity;
        for (size_t n = 0; n < modal->modes; n++)
            modal->now.v[n] += 4 * pull / (modal->elastic[n].omega * modal->elastic[n].omega);
        velocity = now->velocity;
    } else if (setup->start == BEAM_GIVEN) {
        TRY(value_of(&setup->start_velocity, "velocity", 1, &velocity));
    }
    TRY(value_of(&setup->start_displacement, "displacement", 1, &displacement));
    double th = now->wall, mean = now->wall, sum = 0;
    if (setup->start_temperature.call) {
        TRY(value_of(&setup->start_temperature, "temperature", 1, &th));
        for (size_t n = 0; n < modal->heat_modes; n++) mean += modal->share[n] * modal->now.heat[n];
    }
    for (size_t n = 0; n < modal->modes; n++) sum += modal->now.a[n];
    modal->drift = setup->damping > 0 ? -(displacement - sum) / setup->damping : 0;
    beam->now = (BeamSample){0, displacement, velocity, th, mean, 0, velocity - now->velocity};
    return JUDDER_OK;
}
