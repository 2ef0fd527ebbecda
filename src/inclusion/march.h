/* Samples a motion at equal steps and at given times. */
#ifndef JUDDER_INCLUSION_MARCH_H
#define JUDDER_INCLUSION_MARCH_H

#include "inclusion/inclusion.h"

typedef struct InclusionMarch {
    double final, step;
    long every;                /* record every n-th step, and the last */
    const double *probe_times; /* in order */
    double *probe_values;      /* filled */
    size_t probe_count;
    JudderErr (*record)(void *context, double t, double load, double v); /* may be NULL */
    bool (*go_on)(void *context, double t); /* asked every some thousand steps; may be NULL */
    void *context;
    bool goes_on; /* from where the report says, instead of from the beginning */
} InclusionMarch;

typedef struct InclusionReport {
    size_t steps;
    size_t nonunique_steps; /* at whose end the method's problem had several solutions */
    double t, v;            /* where it ended */
    bool stopped;           /* because go_on said no */
    size_t probes;          /* that were reached */
} InclusionReport;

JudderErr inclusion_march(Inclusion *motion, const InclusionMarch *march, InclusionReport *report);

#endif
