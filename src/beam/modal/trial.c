/* One step tried and taken: the pass over all modes, the scalar problem that it leaves, the balances.
 * (BM-9), (BM-10) */
#include "beam/modal/modal.h"

#include <math.h>

typedef struct Sums {
    double a, v, end, mean;
} Sums;

/* Four modes at once; the compiler splits it where the machine has shorter registers. */
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));

static inline const Lanes *lanes(const double *at) {
    return (const Lanes *)__builtin_assume_aligned(at, sizeof(Lanes));
}

static inline double sum_of(const Lanes *x) {
    return ((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3]);
}

/* Two versions of the pass, chosen when the program starts; both round alike. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define FOR_WIDE_REGISTERS __attribute__((target_clones("avx2", "default")))
#else
#define FOR_WIDE_REGISTERS
#endif

/* Everything at the end of a step but the answer to sigma_1 and q_1: one pass over all modes. */
FOR_WIDE_REGISTERS static Sums propagate(const Modal *modal, const StepCoefficients *with, double sigma,
                                         double Q) {
    const Lanes *a = lanes(modal->now.a), *v = lanes(modal->now.v), *heat = lanes(modal->now.heat);
    Lanes *restrict next_a = (Lanes *)lanes(modal->next.a), *restrict next_v = (Lanes *)lanes(modal->next.v),
                    *restrict next_heat = (Lanes *)lanes(modal->next.heat);
    const Lanes *X_a = lanes(modal->pending ? with->D_a : with->B_a),
                *X_v = lanes(modal->pending ? with->D_v : with->B_v),
                *X_h = lanes(modal->pending ? with->D_h : with->B_h);
    const Lanes *aa = lanes(with->aa), *av = lanes(with->av), *va = lanes(with->va), *vv = lanes(with->vv),
                *keep = lanes(with->keep), *share = lanes(modal->share);
    Lanes sum_a = {0}, sum_v = {0}, sum_end = {0}, sum_mean = {0};
    for (size_t i = 0; i < modal->padded / LANES; i++) {
        const Lanes one = aa[i] * a[i] + av[i] * v[i] + X_a[i] * sigma;
        const Lanes two = va[i] * a[i] + vv[i] * v[i] + X_v[i] * sigma;
        next_a[i] = one;
        next_v[i] = two;
        sum_a += one;
        sum_v += two;
    }
    for (size_t i = 0; i < modal->heat_padded / LANES; i++) {
        const Lanes one = keep[i] * heat[i] + X_h[i] * Q;
        next_heat[i] = one;
        sum_end += one;
        sum_mean += share[i] * one;
    }
    return (Sums){sum_of(&sum_a), sum_of(&sum_v), sum_of(&sum_end), sum_of(&sum_mean)};
}

/* What the force f adds to the end of a step: linear between its values at the two ends. */
static void add_force(const Beam *beam, Modal *modal, const StepCoefficients *with, Sums *sums) {
    const BeamDrive *drive = &beam->drive;
    const size_t nodes = drive->force_nodes;
    for (size_t n = 0; n < modal->modes; n++) {
        const double *share = modal->force_share + n * nodes;
        double before = 0, after = 0;
        for (size_t j = 0; j < nodes; j++) {
            before += share[j] * drive->force_now[j];
            after += share[j] * drive->force_next[j];
        }
        const double a = (with->B_a[n] * before + with->C_a[n] * after) / 4,
                     v = (with->B_v[n] * before + with->C_v[n] * after) / 4;
        modal->next.a[n] += a;
        modal->next.v[n] += v;
        sums->a += a;
        sums->v += v;
    }
}

static void add_wall(const Modal *modal, const StepCoefficients *with, double change, Sums *sums) {
    for (size_t n = 0; n < modal->heat_modes; n++) {
        const double one = with->wall[n] * change;
        modal->next.heat[n] += one;
        sums->end += one;
        sums->mean += modal->share[n] * one;
    }
}

double modal_ambient(const BeamSetup *setup, const DriveValues *values) {
    return setup->h_b * (values->foundation - values->wall);
}

JudderErr modal_try(Beam *beam, const StepCoefficients *with, double end_t, Trial *trial) {
    Modal *modal = beam->work;
    const BeamSetup *setup = &beam->setup;
    const DriveValues *now = &beam->drive.now;
    trial->with = with;
    trial->end_t = end_t;
    trial->end = *now;
    if (!beam->drive.steady || beam->drive.force_nodes) TRY(drive_before(&beam->drive, end_t, &trial->end));
    Sums sums = propagate(modal, with, beam->sigma, beam->q + modal_ambient(setup, now));
    if (beam->drive.force_nodes) add_force(beam, modal, with, &sums);
    const double change = trial->end.wall - now->wall;
    if (change != 0) add_wall(modal, with, change, &sums);
    const double left = with->drift_keep > 0 ? with->drift_keep * modal->drift : 0;
    trial->drift = left - with->drift_gain * beam->sigma;
    trial->displacement = sums.a - setup->damping * trial->drift;
    const double outside = modal_ambient(setup, &trial->end), rate = change / with->tau;
    trial->contact = (BeamContact){
        .W = sums.v + trial->drift - trial->end.velocity,
        .R = with->R,
        .Th_0 = trial->end.wall + sums.mean + with->mean * outside + modal->missed.mean_wall * rate,
        .S = with->mean,
        .t_0 = trial->end.wall + sums.end + with->end * outside + modal->missed.end_wall * rate,
        .s_1 = with->end};
    return JUDDER_OK;
}

BeamSample modal_sample(const Trial *trial, ContactRoot root) {
    const double sign = trial->contact.W < 0 ? -1 : 1, sigma = -sign * root.g, w = sign * root.r,
                 q = root.g * root.r;
    return (BeamSample){.t = trial->end_t,
                        .displacement = trial->displacement + trial->with->deflection * sigma,
                        .velocity = trial->end.velocity + w,
                        .temperature = trial->contact.t_0 + trial->contact.s_1 * q,
                        .mean = trial->contact.Th_0 + trial->contact.S * q,
                        .shear = sigma,
                        .slip = w};
}

/* The balances, by the linear course of sigma, q and the temperatures over the step. */
static void balance(Beam *beam, const Trial *trial, const BeamSample *end, double q) {
    const BeamSetup *setup = &beam->setup;
    const BeamSample *start = &beam->now;
    const DriveValues *before = &beam->drive.now, *after = &trial->end;
    const double tau = trial->with->tau;
    const bool linear = setup->hold == BEAM_LINEAR && trial->with->B_v[0] != 0;
    const double sigma = linear ? (beam->sigma + end->shear) / 2 : end->shear,
                 heat = linear ? (beam->q + q) / 2 : q;
    const double slip = end->displacement - start->displacement -
                        (before->velocity + after->velocity) / 2 * tau;
    const double out_start = setup->h_b * (start->temperature - before->foundation) +
                             setup->k * (start->temperature - before->wall),
                 out_end = setup->h_b * (end->temperature - after->foundation) +
                           setup->k * (end->temperature - after->wall);
    beam->balance.friction_work -= sigma * slip;
    beam->balance.energy_scale += fabs(sigma * (end->displacement - start->displacement)) +
                                  fabs(sigma * after->velocity) * tau;
    beam->balance.heat_in += heat * tau;
    beam->balance.heat_flow += (heat - (out_start + out_end) / 2) * tau;
    beam->balance.heat_scale += (heat + fabs(out_end)) * tau;
}

void modal_settle(Beam *beam) {
    Modal *modal = beam->work;
    if (!modal->pending) return;
    for (size_t i = 0; i < modal->padded; i++) {
        modal->now.a[i] += modal->full.C_a[i] * beam->sigma;
        modal->now.v[i] += modal->full.C_v[i] * beam->sigma;
    }
    for (size_t i = 0; i < modal->heat_padded; i++) modal->now.heat[i] += modal->full.C_h[i] * modal->Q_end;
    modal->pending = false;
}

BeamState modal_direction(double w) {
    return w < 0 ? BEAM_SLIP_DOWN : BEAM_SLIP_UP;
}

void modal_set_force(Beam *beam, double sigma) {
    Modal *modal = beam->work;
    if (beam->setup.damping > 0)
        modal->drift += modal->missed.deflection * (sigma - beam->sigma) / beam->setup.damping;
    beam->sigma = sigma;
}

static bool jumped(double before, double after) {
    return fabs(after - before) > 1e-9 * (fabs(before) + fabs(after));
}

JudderErr modal_move_drive(Beam *beam, const DriveValues *before) {
    Modal *modal = beam->work;
    TRY(drive_move(&beam->drive, beam->now.t));
    const DriveValues *after = &beam->drive.now;
    if (!jumped(before->wall, after->wall) && !jumped(before->velocity, after->velocity) &&
        !jumped(before->foundation, after->foundation))
        return JUDDER_OK;
    modal_settle(beam);
    const double wall = after->wall - before->wall;
    if (wall != 0)
        for (size_t n = 0; n < modal->heat_modes; n++) modal->now.heat[n] -= wall * modal->heat_list[n].wall;
    if (!jumped(before->velocity, after->velocity)) return JUDDER_OK;
    const double w = beam->now.velocity - after->velocity;
    beam->now.slip = beam->decided_slip = w;
    if (w == 0) {
        modal->fresh = true;
        return JUDDER_OK;
    }
    beam_change_state(beam, beam->now.t, modal_direction(w));
    const double g = beam_mu(&beam->law, fabs(w), beam->now.temperature) *
                     beam_bound(&beam->law, beam->now.mean);
    modal_set_force(beam, w < 0 ? g : -g);
    beam->q = g * fabs(w);
    return JUDDER_OK;
}

JudderErr modal_take(Beam *beam, const Trial *trial, ContactRoot root) {
    Modal *modal = beam->work;
    const BeamSample end = modal_sample(trial, root);
    const double q = root.g * root.r, outside = modal_ambient(&beam->setup, &trial->end);
    balance(beam, trial, &end, q);
    if (beam->state == BEAM_STICK) beam->stick_time += trial->with->tau;
    const ModalState swap = modal->now;
    modal->now = modal->next;
    modal->next = swap;
    modal->pending = trial->with == &modal->full;
    if (!modal->pending) {
        for (size_t i = 0; i < modal->padded; i++) {
            modal->now.a[i] += trial->with->C_a[i] * end.shear;
            modal->now.v[i] += trial->with->C_v[i] * end.shear;
        }
        for (size_t i = 0; i < modal->heat_padded; i++)
            modal->now.heat[i] += trial->with->C_h[i] * (q + outside);
    }
    modal->drift = trial->drift + trial->with->drift_gain * end.shear;
    modal->fresh = false;
    beam->sigma = end.shear;
    beam->q = q;
    beam->now = end;
    beam->decided_slip = end.slip;
    beam->decided_mean = end.mean;
    beam->decided_temperature = end.temperature;
    modal->Q_end = q + outside;
    if (!beam->drive.steady || beam->drive.force_nodes) return modal_move_drive(beam, &trial->end);
    return JUDDER_OK;
}
