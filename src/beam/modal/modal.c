/* The modal method: exact propagators between the ends of steps, friction decided at each end, events
 * located inside. (BM-9), (BM-10) */
#include "beam/modal/modal.h"

#include <math.h>

enum { MOST_EVENTS_A_STEP = 24, LOCATE = 60 };

static BeamState state_of(const Trial *trial, ContactRoot root) {
    if (root.r == 0) return BEAM_STICK;
    return trial->contact.W < 0 ? BEAM_SLIP_DOWN : BEAM_SLIP_UP;
}

/* How far the end is from sticking at the end of a step of length tau: positive while it slides in its
 * direction, or if stick has broken. */
static JudderErr excess_after(Beam *beam, double tau, double *excess) {
    Modal *modal = beam->work;
    Trial trial;
    coefficients_fill(modal, &beam->setup, beam->setup.hold, tau, &modal->part);
    TRY(modal_try(beam, &modal->part, beam->now.t + tau, &trial));
    const double against = contact_excess(&beam->law, &trial.contact);
    const bool turned = beam->state != BEAM_STICK && modal_direction(trial.contact.W) != beam->state;
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
        /* The Illinois rule [dowell1971]: an end that stays gets half its weight. */
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
    TRY(modal_try(beam, &modal->part, end, &trial));
    ContactRoot root = contact_select(&beam->law, &trial.contact, fabs(beam->now.slip), &trial.roots);
    const BeamState to = state_of(&trial, root);
    if (to == beam->state || modal->fresh || !locating) {
        if (trial.roots > 1) beam->nonunique++;
        TRY(modal_take(beam, &trial, root));
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
    TRY(modal_try(beam, &modal->part, beam->now.t + found, &trial));
    root = (ContactRoot){fabs(trial.contact.W) / trial.contact.R, 0, true};
    TRY(modal_take(beam, &trial, root));
    beam_change_state(beam, beam->now.t, sticking ? modal_direction(trial.contact.W) : BEAM_STICK);
    return JUDDER_OK;
}

static JudderErr careful_step(Beam *beam, double t) {
    const double shortest = 1e-9 * beam->setup.step;
    int idle = 0;
    modal_settle(beam);
    for (int i = 0; beam->now.t < t; i++) {
        const double end = drive_next_jump(&beam->drive, beam->now.t, t);
        bool moved = true;
        if (end - beam->now.t < shortest) { /* what is left is rounding */
            DriveValues before;
            TRY(drive_before(&beam->drive, end, &before));
            beam->now.t = end;
            TRY(modal_move_drive(beam, &before));
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
    TRY(modal_try(beam, &modal->full, t, &trial));
    const ContactRoot root = contact_select(&beam->law, &trial.contact, fabs(beam->now.slip), &trial.roots);
    if (state_of(&trial, root) != beam->state) return careful_step(beam, t);
    if (trial.roots > 1) beam->nonunique++;
    return modal_take(beam, &trial, root);
}

static JudderErr peek(Beam *beam, double t, BeamSample *sample) {
    Modal *modal = beam->work;
    modal_settle(beam);
    Trial trial;
    coefficients_fill(modal, &beam->setup, modal->fresh ? BEAM_CONSTANT : beam->setup.hold, t - beam->now.t,
                      &modal->part);
    TRY(modal_try(beam, &modal->part, t, &trial));
    const ContactRoot root = contact_select(&beam->law, &trial.contact, fabs(beam->now.slip), &trial.roots);
    *sample = modal_sample(&trial, root);
    return JUDDER_OK;
}

/* sigma and q at the start: by the law if the end slides, by (BM-8) if it sticks as the compatible start
 * does; else not known. */
static void first_force(Beam *beam, Modal *modal) {
    const BeamSetup *setup = &beam->setup;
    const double w = beam->now.slip;
    beam->state = w == 0 ? BEAM_STICK : modal_direction(w);
    if (w != 0) {
        const double g = beam_mu(&beam->law, fabs(w), beam->now.temperature) *
                         beam_bound(&beam->law, beam->now.mean);
        modal_set_force(beam, w < 0 ? g : -g);
        beam->q = g * fabs(w);
    } else if (setup->start == BEAM_COMPATIBLE && !setup->start_displacement.call) {
        const double sigma = 3 * setup->c * setup->c * beam->drive.now.velocity * setup->damping;
        const double bound = beam_mu(&beam->law, 0, beam->now.temperature) *
                             beam_bound(&beam->law, beam->now.mean);
        /* The force of stick would grow from sigma on: where it has reached the bound already, the end slides
         * from the start. */
        const bool breaks = beam->drive.now.velocity != 0 && fabs(sigma) >= bound;
        if (breaks) beam->state = modal_direction(-beam->drive.now.velocity);
        modal_set_force(beam, breaks ? copysign(bound, beam->drive.now.velocity) : sigma);
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
    const double Q = beam->q + modal_ambient(&beam->setup, &beam->drive.now);
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

static void modal_serialise(Beam *beam, Archive *archive) {
    Modal *modal = beam->work;
    archive_array(archive, "a", modal->now.a, modal->padded * sizeof(double));
    archive_array(archive, "v", modal->now.v, modal->padded * sizeof(double));
    archive_array(archive, "heat", modal->now.heat, modal->heat_padded * sizeof(double));
    archive_flag(archive, "pending", &modal->pending);
    archive_array(archive, "Q_end", &modal->Q_end, sizeof modal->Q_end);
    archive_flag(archive, "fresh", &modal->fresh);
    archive_array(archive, "drift", &modal->drift, sizeof modal->drift);
    archive_array(archive, "force before", modal->force_before, modal->padded * sizeof(double));
    archive_array(archive, "force after", modal->force_after, modal->padded * sizeof(double));
}

const BeamMethod modal_method = {.name = "modal",
                                 .open = open,
                                 .close = close_modal,
                                 .step = step,
                                 .peek = peek,
                                 .energy = energy,
                                 .heat = heat,
                                 .profile = profile,
                                 .serialise = modal_serialise};
