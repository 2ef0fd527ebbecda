/* The modal method: exact propagators between the ends of steps, friction decided at each end, events located inside. (BM-9), (BM-10) */
#include "beam/modal.h"

#include <math.h>

enum { MOST_EVENTS_A_STEP = 24, LOCATE = 60 };

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

/* The flow of heat into the end that does not come from friction, above the wall's temperature. */
static double ambient(const BeamSetup *setup, const DriveValues *values) {
    return setup->h_b * (values->foundation - values->wall);
}

/* Tries a step to `end_t` with given coefficients: leaves the scalar problem. */
static JudderErr try_step(Beam *beam, const StepCoefficients *with, double end_t, Trial *trial) {
    Modal *modal = beam->work;
    const BeamSetup *setup = &beam->setup;
    const DriveValues *now = &beam->drive.now;
    trial->with = with;
    trial->end_t = end_t;
    trial->end = *now;
    if (!beam->drive.steady || beam->drive.force_nodes) TRY(drive_before(&beam->drive, end_t, &trial->end));
    Sums sums = propagate(modal, with, beam->sigma, beam->q + ambient(setup, now));
    if (beam->drive.force_nodes) add_force(beam, modal, with, &sums);
    const double change = trial->end.wall - now->wall;
    if (change != 0) add_wall(modal, with, change, &sums);
    const double left = with->drift_keep > 0 ? with->drift_keep * modal->drift : 0;
    trial->drift = left - with->drift_gain * beam->sigma;
    trial->displacement = sums.a - setup->damping * trial->drift;
    const double outside = ambient(setup, &trial->end), rate = change / with->tau;
    trial->contact = (Contact){
        .W = sums.v + trial->drift - trial->end.velocity,
        .R = with->R,
        .Th_0 = trial->end.wall + sums.mean + with->mean * outside + modal->missed.mean_wall * rate,
        .S = with->mean,
        .t_0 = trial->end.wall + sums.end + with->end * outside + modal->missed.end_wall * rate,
        .s_1 = with->end};
    return JUDDER_OK;
}

static BeamSample sample_of(const Trial *trial, ContactRoot root) {
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

/* Adds what a full step left pending, so that a step of another length can follow. */
static void settle(Beam *beam) {
    Modal *modal = beam->work;
    if (!modal->pending) return;
    for (size_t i = 0; i < modal->padded; i++) {
        modal->now.a[i] += modal->full.C_a[i] * beam->sigma;
        modal->now.v[i] += modal->full.C_v[i] * beam->sigma;
    }
    for (size_t i = 0; i < modal->heat_padded; i++) modal->now.heat[i] += modal->full.C_h[i] * modal->Q_end;
    modal->pending = false;
}

static BeamState direction(double w) {
    return w < 0 ? BEAM_SLIP_DOWN : BEAM_SLIP_UP;
}

/* A force that is there at once: the missed deflection stays, its velocity jumps. */
static void set_force(Beam *beam, double sigma) {
    Modal *modal = beam->work;
    if (beam->setup.damping > 0)
        modal->drift += modal->missed.deflection * (sigma - beam->sigma) / beam->setup.damping;
    beam->sigma = sigma;
}

static bool jumped(double before, double after) {
    return fabs(after - before) > 1e-9 * (fabs(before) + fabs(after));
}

/* Moves the drive to the end of a step. If the data jump there, the wall's temperature changes the modes and the foundation's velocity the force at once. */
static JudderErr move_drive(Beam *beam, const DriveValues *before) {
    Modal *modal = beam->work;
    TRY(drive_move(&beam->drive, beam->now.t));
    const DriveValues *after = &beam->drive.now;
    if (!jumped(before->wall, after->wall) && !jumped(before->velocity, after->velocity) &&
        !jumped(before->foundation, after->foundation))
        return JUDDER_OK;
    settle(beam);
    const double wall = after->wall - before->wall;
    if (wall != 0)
        for (size_t n = 0; n < modal->heat_modes; n++) modal->now.heat[n] -= wall * modal->heat_list[n].wall;
    if (!jumped(before->velocity, after->velocity)) return JUDDER_OK;
    const double w = beam->now.velocity - after->velocity;
    beam->now.slip = w;
    if (w == 0) {
        modal->fresh = true;
        return JUDDER_OK;
    }
    beam_change_state(beam, beam->now.t, direction(w));
    const double g = beam_mu(&beam->law, fabs(w), beam->now.temperature) *
                     beam_bound(&beam->law, beam->now.mean);
    set_force(beam, w < 0 ? g : -g);
    beam->q = g * fabs(w);
    return JUDDER_OK;
}

/* Takes a tried step with its root. */
static JudderErr take_step(Beam *beam, const Trial *trial, ContactRoot root) {
    Modal *modal = beam->work;
    const BeamSample end = sample_of(trial, root);
    const double q = root.g * root.r, outside = ambient(&beam->setup, &trial->end);
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
    beam->decided_mean = end.mean;
    beam->decided_temperature = end.temperature;
    modal->Q_end = q + outside;
    if (!beam->drive.steady || beam->drive.force_nodes) return move_drive(beam, &trial->end);
    return JUDDER_OK;
}

static BeamState state_of(const Trial *trial, ContactRoot root) {
    if (root.r == 0) return BEAM_STICK;
    return trial->contact.W < 0 ? BEAM_SLIP_DOWN : BEAM_SLIP_UP;
}

/* How far the end is from sticking at the end of a step of length tau: positive while it slides in its direction, or if stick has broken. */
static JudderErr excess_after(Beam *beam, double tau, double *excess) {
    Modal *modal = beam->work;
    Trial trial;
    coefficients_fill(modal, &beam->setup, beam->setup.hold, tau, &modal->part);
    TRY(try_step(beam, &modal->part, beam->now.t + tau, &trial));
    const double against = contact_excess(&beam->law, &trial.contact);
    const bool turned = beam->state != BEAM_STICK && direction(trial.contact.W) != beam->state;
    *excess = turned ? -fabs(trial.contact.W) / trial.contact.R : against;
    return JUDDER_OK;
}

/* The first time in (0, tau) at which the excess changes sign; 0 if it has the last sign from the start. */
static JudderErr locate(Beam *beam, double tau, double *found) {
    double low = tau * 1e-6, high = tau, at_low, at_high;
    TRY(excess_after(beam, low, &at_low));
    TRY(excess_after(beam, high, &at_high));
    *found = 0;
    if ((at_low > 0) == (at_high > 0)) return JUDDER_OK;
    const double resolution = 1e-11 * beam->setup.step + 4e-16 * beam->now.t;
    double width = high - low;
    for (int i = 1; i <= LOCATE && high - low > resolution; i++) {
        double middle = low - at_low * (high - low) / (at_high - at_low), value;
        if (i % 4 == 0 && high - low > width / 4) middle = low + (high - low) / 2;
        if (i % 4 == 0) width = high - low;
        /* Not nearer to an end than half the resolution, so that both ends close in. */
        middle = fmin(fmax(middle, low + resolution / 2), high - resolution / 2);
        TRY(excess_after(beam, middle, &value));
        /* The Illinois rule: an end that stays gets half its weight. */
        if ((value > 0) == (at_high > 0))
            high = middle, at_high = value, at_low /= 2;
        else
            low = middle, at_low = value, at_high /= 2;
    }
    *found = high;
    return JUDDER_OK;
}

/* One stretch of a step that needs care: to its end, or to the first change of state in it. */
static JudderErr careful_stretch(Beam *beam, double end, bool locating, bool *moved) {
    Modal *modal = beam->work;
    const double tau = end - beam->now.t;
    Trial trial;
    *moved = true;
    coefficients_fill(modal, &beam->setup, modal->fresh ? BEAM_CONSTANT : beam->setup.hold, tau,
                      &modal->part);
    TRY(try_step(beam, &modal->part, end, &trial));
    ContactRoot root = contact_select(&beam->law, &trial.contact, fabs(beam->now.slip), &trial.roots);
    const BeamState to = state_of(&trial, root);
    if (to == beam->state || modal->fresh || !locating) {
        if (trial.roots > 1) beam->nonunique++;
        TRY(take_step(beam, &trial, root));
        beam_change_state(beam, end, to);
        return JUDDER_OK;
    }
    double found;
    TRY(locate(beam, tau, &found));
    const bool sticking = beam->state == BEAM_STICK;
    if (found == 0) {
        *moved = false;
        beam_change_state(beam, beam->now.t, sticking ? to : BEAM_STICK);
        return JUDDER_OK;
    }
    /* At the event the end is at rest and the force at its bound, from both sides. */
    coefficients_fill(modal, &beam->setup, beam->setup.hold, found, &modal->part);
    TRY(try_step(beam, &modal->part, beam->now.t + found, &trial));
    root = (ContactRoot){fabs(trial.contact.W) / trial.contact.R, 0, true};
    TRY(take_step(beam, &trial, root));
    beam_change_state(beam, beam->now.t, sticking ? direction(trial.contact.W) : BEAM_STICK);
    return JUDDER_OK;
}

static JudderErr careful_step(Beam *beam, double t) {
    const double shortest = 1e-9 * beam->setup.step;
    int idle = 0;
    settle(beam);
    for (int i = 0; beam->now.t < t; i++) {
        const double end = drive_next_jump(&beam->drive, beam->now.t, t);
        bool moved = true;
        if (end - beam->now.t < shortest) { /* what is left is rounding */
            DriveValues before;
            TRY(drive_before(&beam->drive, end, &before));
            beam->now.t = end;
            TRY(move_drive(beam, &before));
        } else {
            TRY(careful_stretch(beam, end, idle < 2 && i < MOST_EVENTS_A_STEP, &moved));
        }
        idle = moved ? 0 : idle + 1;
    }
    return JUDDER_OK;
}

static JudderErr step(Beam *beam, double t) {
    Modal *modal = beam->work;
    const double tau = t - beam->now.t, full = modal->full.tau;
    if (modal->fresh || fabs(tau - full) > 1e-9 * full || drive_next_jump(&beam->drive, beam->now.t, t) < t)
        return careful_step(beam, t);
    Trial trial;
    TRY(try_step(beam, &modal->full, t, &trial));
    const ContactRoot root = contact_select(&beam->law, &trial.contact, fabs(beam->now.slip), &trial.roots);
    if (state_of(&trial, root) != beam->state) return careful_step(beam, t);
    if (trial.roots > 1) beam->nonunique++;
    return take_step(beam, &trial, root);
}

static JudderErr peek(Beam *beam, double t, BeamSample *sample) {
    Modal *modal = beam->work;
    settle(beam);
    Trial trial;
    coefficients_fill(modal, &beam->setup, modal->fresh ? BEAM_CONSTANT : beam->setup.hold, t - beam->now.t,
                      &modal->part);
    TRY(try_step(beam, &modal->part, t, &trial));
    const ContactRoot root = contact_select(&beam->law, &trial.contact, fabs(beam->now.slip), &trial.roots);
    *sample = sample_of(&trial, root);
    return JUDDER_OK;
}

/* sigma and q at the start: by the law if the end slides, by (BM-8) if it sticks as the compatible start does; else not known. */
static void first_force(Beam *beam, Modal *modal) {
    const BeamSetup *setup = &beam->setup;
    const double w = beam->now.slip;
    beam->state = w == 0 ? BEAM_STICK : direction(w);
    if (w != 0) {
        const double g = beam_mu(&beam->law, fabs(w), beam->now.temperature) *
                         beam_bound(&beam->law, beam->now.mean);
        set_force(beam, w < 0 ? g : -g);
        beam->q = g * fabs(w);
    } else if (setup->start == BEAM_COMPATIBLE && !setup->start_displacement.call) {
        const double sigma = 3 * setup->c * setup->c * beam->drive.now.velocity * setup->damping;
        const double bound = beam_mu(&beam->law, 0, beam->now.temperature) *
                             beam_bound(&beam->law, beam->now.mean);
        modal->fresh = fabs(sigma) > bound;
        if (!modal->fresh) set_force(beam, sigma);
    } else if (setup->start_displacement.call || setup->start == BEAM_GIVEN) {
        modal->fresh = true;
    }
    beam->now.shear = beam->sigma;
}

static JudderErr open(Beam *beam) {
    Modal *modal = NULL;
    TRY(modal_create(&beam->setup, beam->drive.force_nodes, &modal));
    beam->work = modal;
    coefficients_fill(modal, &beam->setup, beam->setup.hold, beam->setup.step, &modal->full);
    REQUIRE(modal->full.R > 0,
            error_input("step",
                        "step = %g is too long to hold the force constant over it: use hold = "
                        "\"linear\" or a step below a quarter of the first period, %g",
                        beam->setup.step, M_PI / 2 / modal->elastic[0].omega));
    TRY(modal_start(beam, modal));
    first_force(beam, modal);
    return JUDDER_OK;
}

static void close_modal(Beam *beam) {
    Modal *modal = beam->work;
    modal_destroy(&modal);
    beam->work = NULL;
}

static double energy(const Beam *beam) {
    const Modal *modal = beam->work;
    double sum = modal->missed.deflection * beam->sigma * beam->sigma;
    for (size_t n = 0; n < modal->modes; n++) {
        const double sigma = modal->pending ? beam->sigma : 0, omega = modal->elastic[n].omega;
        const double a = omega * (modal->now.a[n] + modal->full.C_a[n] * sigma),
                     v = modal->now.v[n] + modal->full.C_v[n] * sigma;
        sum += (a * a + v * v) / 4;
    }
    return sum / 2;
}

/* The first moment of the temperature: its change needs no flow through the wall. */
static double heat(const Beam *beam) {
    const Modal *modal = beam->work;
    const double Q = beam->q + ambient(&beam->setup, &beam->drive.now);
    double sum = beam->drive.now.wall / 2 + modal->missed.moment * Q;
    for (size_t n = 0; n < modal->heat_modes; n++) {
        const double B = modal->now.heat[n] + (modal->pending ? modal->full.C_h[n] * modal->Q_end : 0);
        sum += modal->heat_list[n].moment * B;
    }
    return sum;
}

static void profile(const Beam *beam, size_t count, double *u, double *th) {
    const Modal *modal = beam->work;
    for (size_t i = 0; i < count; i++) {
        const double x = (double)i / (double)(count - 1);
        u[i] = 0;
        th[i] = beam->drive.now.wall;
        for (size_t n = 0; n < modal->modes; n++) {
            const double a = modal->now.a[n] + (modal->pending ? modal->full.C_a[n] * beam->sigma : 0);
            u[i] += a / 2 * elastic_shape(&modal->elastic[n], n + 1, x);
        }
        for (size_t n = 0; n < modal->heat_modes; n++) {
            const HeatMode *mode = &modal->heat_list[n];
            const double B = modal->now.heat[n] + (modal->pending ? modal->full.C_h[n] * modal->Q_end : 0);
            th[i] += B / mode->sine * sin(mode->kappa * x);
        }
    }
    u[count - 1] = beam->now.displacement;
    th[count - 1] = beam->now.temperature;
}

const BeamMethod modal_method = {.name = "modal",
                                 .open = open,
                                 .close = close_modal,
                                 .step = step,
                                 .peek = peek,
                                 .energy = energy,
                                 .heat = heat,
                                 .profile = profile};
