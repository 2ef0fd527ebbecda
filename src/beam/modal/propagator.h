/* Exact propagators over a time: of an oscillator and of a relaxation, driven by a constant or a ramp.
 * (BM-10) */
#ifndef JUDDER_BEAM_MODAL_PROPAGATOR_H
#define JUDDER_BEAM_MODAL_PROPAGATOR_H

/* a'' + 2 g a' + w^2 a = F:  (a, v) -> P (a, v) + constant F_0 for F = F_0,  ramp F_1 for F = F_1 t/tau. */
typedef struct Oscillation {
    double aa, av, va, vv;
    double constant_a, constant_v, ramp_a, ramp_v;
} Oscillation;

Oscillation oscillation_over(double omega, double g, double tau);

/* B' + rate B = F. */
typedef struct Relaxation {
    double keep, constant, ramp;
} Relaxation;

Relaxation relaxation_over(double rate, double tau);

#endif
