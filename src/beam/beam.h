/* The thermoelastic beam: a cantilever whose hot end rubs on a moving foundation. (BM-1)-(BM-7)
 *
 * Everything is dimensionless. sigma is the force of the foundation on the beam's end, w = u_t(1) - V the
 * slip velocity, r = |w|, Th the mean temperature. A beam is made from plain numbers and signals, advanced
 * step by step by one of two methods, and watched through `now`.
 */
#ifndef JUDDER_BEAM_BEAM_H
#define JUDDER_BEAM_BEAM_H

#include "base/error.h"
#include "beam/contact.h"
#include "beam/drive.h"
#include "stepper/stepper.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum BeamStart { BEAM_COMPATIBLE, BEAM_REST, BEAM_GIVEN } BeamStart;
typedef enum BeamHold { BEAM_LINEAR, BEAM_CONSTANT } BeamHold;

struct BeamMethod;

typedef struct BeamSetup {
    double c, damping, k, h_b, alpha, beta;
    const Signal *wall, *foundation, *velocity; /* th_l, th_b, V */
    BeamForce force;
    Friction friction; /* its state is the temperature th(1) if the law has a state_slope */
    BeamStart start;
    Function start_velocity, start_displacement, start_temperature; /* of x; a NULL call: none given */
    double final, step;
    size_t modes, heat_modes; /* modal: 0 = chosen from the step */
    BeamHold hold;            /* modal: sigma and q over a step */
    size_t cells;             /* grid */
    const struct BeamMethod *method;
} BeamSetup;

/* What is seen at a time: a row. */
typedef struct BeamSample {
    double t, displacement, velocity, temperature, mean, shear, slip;
} BeamSample;

typedef enum BeamState { BEAM_STICK = 0, BEAM_SLIP_UP = 1, BEAM_SLIP_DOWN = -1 } BeamState; /* sign of w */

/* Sums over the run, from which the defects come. */
typedef struct BeamBalance {
    double friction_work; /* -integral of sigma w, with the displacement itself */
    double heat_in;       /* integral of q as the method integrates it */
    double energy_flow;   /* grid: what should have changed the energy */
    double energy_scale;  /* sum of the sizes of all works */
    double heat_flow;     /* what should have changed the heat's first moment (modal), or the heat (grid) */
    double heat_scale;
} BeamBalance;

typedef struct Beam {
    Stepper stepper; /* its events are stick and slip of the end, with the states before and after */
    BeamSetup setup;
    BeamLaw law;
    BeamDrive drive;
    BeamSample now;
    BeamState state;
    double sigma, q;    /* at the end of the last step; grid: in its middle */
    size_t nonunique;   /* steps whose scalar problem had several roots */
    double stick_time;  /* so far */
    double first_slip;  /* NAN until then */
    size_t stick_count; /* intervals of stick that began */
    size_t event_count;
    BeamBalance balance;
    /* With which the law was last decided: at the end of the last step; grid: in its middle. */
    double decided_slip, decided_mean, decided_temperature;
    double energy_start, heat_start;
    bool energy_exact;          /* the method has a discrete energy balance */
    double shear_max, slip_max; /* at the ends of steps */
    BeamSample mark;            /* the last one before the last fifth of the steps */
    void *work;
} Beam;

typedef struct BeamMethod {
    const char *name;
    JudderErr (*open)(Beam *beam);
    void (*close)(Beam *beam);
    JudderErr (*step)(Beam *beam, double t); /* to the time t, one step further */
    JudderErr (*peek)(Beam *beam, double t,
                      BeamSample *sample); /* inside the next step, without doing it; NULL: cannot */
    double (*energy)(const Beam *beam);    /* kinetic and elastic */
    double (*heat)(const Beam *beam);      /* what heat_flow changes */
    /* u and th at x = i/(count - 1) */
    void (*profile)(const Beam *beam, size_t count, double *u, double *th);
    void (*serialise)(Beam *beam, Archive *archive); /* its fields, out and back in */
} BeamMethod;

extern const BeamMethod modal_method, grid_method;

extern const StepperKind beam_stepper;
enum { BEAM_COLUMNS = 7 };
extern const StepperColumn beam_columns[]; /* ends with a NULL name */

JudderErr beam_create(const BeamSetup *setup, Beam **beam);
void beam_destroy(Beam **beam);

/* Records that the state changes; does nothing if it stays. */
void beam_change_state(Beam *beam, double t, BeamState to);
/* mu h at the place in time where friction was last decided. */
double beam_limit(const Beam *beam);
/* Relative defects of the two balances so far. */
double beam_energy_defect(const Beam *beam);
double beam_heat_defect(const Beam *beam);
/* Part of the time so far. */
double beam_stick_fraction(const Beam *beam);
/* Mean rate of Th over the last fifth of the steps, as far as they are made. */
double beam_heating_rate(const Beam *beam);
/* The rate at which Th grows in the end above the critical velocity: the end then slips at the critical
 * velocity and the beam follows the foundation with the rest, 3 c^2 (V - V_c)/(mu alpha). (BM-12) */
double beam_linear_heating(const BeamSetup *setup, double V, double mu, double critical);

#endif
