/* Runs a beam over a time: steps, probes, records, and how the heat grows. */
#ifndef JUDDER_BEAM_MARCH_H
#define JUDDER_BEAM_MARCH_H

#include "beam/beam.h"

typedef struct BeamMarch {
    double final, step;
    long every;                /* record every n-th step, and the last */
    const double *probe_times; /* in order */
    BeamSample *probes;        /* filled */
    size_t probe_count;
    size_t until; /* the march rests after so many steps since the start; 0: it goes to the end */
    JudderErr (*record)(void *context, const BeamSample *sample); /* may be NULL */
    bool (*go_on)(void *context, double t); /* asked every some thousand steps; may be NULL */
    void *context;
    bool goes_on; /* from where the beam and the report are, instead of from the beginning */
} BeamMarch;

typedef struct BeamReport {
    size_t probes;       /* reached */
    bool stopped;        /* because go_on said no */
    bool overflowed;     /* the state is no longer a number: the data are beyond what doubles hold */
    double heating_rate; /* mean rate of Th over the last fifth of the time that was run */
    double shear_max;    /* largest |sigma| at the ends of steps */
    double slip_max;
    BeamSample mark; /* the last one before the last fifth */
} BeamReport;

/* Goes on where the beam is; the report is that of this march. */
JudderErr beam_march(Beam *beam, const BeamMarch *march, BeamReport *report);

/* How many steps of a length cover a time: rounding does not add one. */
size_t beam_step_count(double final, double step);

/* The rate at which Th grows in the end above the critical velocity: the end then slips at the critical
 * velocity and the beam follows the foundation with the rest, 3 c^2 (V - V_c)/(mu alpha). (BM-12) */
double beam_linear_heating(const BeamSetup *setup, double V, double mu, double critical);

#endif
