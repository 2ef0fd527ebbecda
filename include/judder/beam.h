/* The thermoelastic beam: a cantilever whose hot end rubs on a moving foundation. Everything
 * is dimensionless. */
#ifndef JUDDER_BEAM_H
#define JUDDER_BEAM_H

#include "judder/law.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct judder_beam judder_beam;

typedef enum judder_beam_start { JUDDER_BEAM_COMPATIBLE, JUDDER_BEAM_REST } judder_beam_start;

typedef struct judder_beam_setup {
    double c, k, h_b, alpha; /* stiffness, conduction, exchange, expansion; 0: 10, 1, 1, 0.01 */
    double damping, beta;
    judder_signal wall, foundation; /* temperatures over t */
    judder_signal velocity;         /* of the foundation over t */
    double force;
    judder_function_two force_function; /* f(x, t), instead */
    void *force_context;
    const judder_law *law; /* borrowed */
    judder_beam_start start;
    judder_function start_velocity, start_displacement,
        start_temperature; /* of x; NULL: by start, 0, the wall's */
    void *start_context;
    bool grid;                       /* Crank-Nicolson on cells instead of exact modes */
    bool hold_constant;              /* modes: force and heat over a step constant instead of straight */
    size_t modes, heat_modes, cells; /* 0: chosen */
    double final, step;
    judder_watch watch;
} judder_beam_setup;

/* What is seen at a time; shear: the force of the foundation on the end. */
typedef struct judder_beam_state {
    double t, end_displacement, end_velocity, end_temperature, mean_temperature, shear, slip;
} judder_beam_state;

/* Of everything since the start, but for heating_rate: mean rate of the temperature over the last fifth of
 * the whole time, 0 before. */
typedef struct judder_beam_report {
    size_t steps, nonunique_steps, stick_intervals;
    bool stopped, overflowed; /* overflowed: the state is no number any more */
    double first_slip_time;   /* NAN until then */
    double stick_fraction, energy_defect, heat_defect, heating_rate;
} judder_beam_report;

JUDDER_API judder_status judder_beam_create(const judder_beam_setup *setup, judder_beam **beam);
JUDDER_API void judder_beam_destroy(judder_beam **beam);

/* Goes on by some steps, or to the end if steps is 0 or more than are left. Rows are the numbers of a
 * judder_beam_state in their order; rows and report may be NULL. */
enum { JUDDER_BEAM_COLUMNS = 7 };
JUDDER_API judder_status judder_beam_march(judder_beam *beam, size_t steps, judder_rows *rows,
                                           judder_beam_report *report);
JUDDER_API void judder_beam_now(const judder_beam *beam, judder_beam_state *state);
/* u and temperature now at x = i/(count - 1), count >= 2. */
JUDDER_API void judder_beam_profile(const judder_beam *beam, size_t count, double *u, double *temperature);
JUDDER_API size_t judder_beam_steps(const judder_beam *beam); /* from start to end */

/* Steady sliding at a speed >= 0 with the first values of the beam's signals. */
typedef struct judder_beam_steady {
    bool exists;
    double end_temperature, mean_temperature, pressure, end_displacement, shear;
    double critical_velocity; /* where the state that begins at rest ends; infinite: nowhere; NAN: not known.
                                 With a mu that falls fast, faster speeds may have states again */
    double thermal_growth_rate; /* of the heat alone; negative: stable */
    double flutter_velocity;    /* least speed with a vibration that grows; NAN: none */
    double heat_growth_rate;    /* without a steady state, how fast heat grows at first; else NAN */
} judder_beam_steady;
JUDDER_API judder_status judder_beam_steady_at(const judder_beam *beam, double speed,
                                               judder_beam_steady *steady);

#ifdef __cplusplus
}
#endif

#endif
