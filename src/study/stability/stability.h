/* stability{}: its word, and the answers of any model that can be asked. A model gives a Pencil (and, if
 * it can, more); what comes back is written here, so that every model reports the same values. */
#ifndef JUDDER_STUDY_STABILITY_STABILITY_H
#define JUDDER_STUDY_STABILITY_STABILITY_H

#include "stability/flutter/flutter.h"
#include "stability/pencil.h"
#include "stability/rate.h"
#include "study/model.h"

typedef struct StabilityGrowth {
    double mu; /* NAN: that of the contacts */
} StabilityGrowth;

typedef struct StabilityFlutter {
    double mu;       /* NAN: that of the contacts */
    double from, to; /* Hz */
    double up_to_mu;
    long count;
} StabilityFlutter;

enum { STABILITY_AT_END, STABILITY_AT_EVERY };

typedef struct Stability {
    bool critical_mu, rate, classes;
    StabilityGrowth growth;
    StabilityFlutter flutter;
    double up_to_mu, seconds;
    int at;
    const char *name;
} Stability;

extern const Word stability_word;

/* What is asked about: the contacts that may slip, one for each row of the pencil. */
typedef struct StabilityTarget {
    const Pencil *pencil;
    const int *position; /* of each row among the contacts, counted from 1 */
    const double *mu;    /* of each row */
} StabilityTarget;

/* Every value of the study, null or empty, in the order of the manual. */
JudderErr stability_begin(StudyRun *run);
/* Adds a sentence to the note. */
void stability_tell(StudyRun *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A mode or a solution: who slips, who sticks, the vector. */
typedef struct StabilityMode {
    const char *key; /* "mu", "lambda", or NULL */
    double value;
    int count;
    const int *position; /* of each entry */
    const double *vector;
    const bool *open;  /* NULL: none can be */
    const bool *slips; /* NULL: those with a positive entry */
    double residual;
    const double *motion; /* rates of all dofs, or NULL */
    int dofs;
} StabilityMode;

Value *stability_mode(const StabilityMode *mode);
/* Appends to the list of that key among the values. */
bool stability_append(StudyRun *run, const char *key, Value *item);

JudderErr stability_critical(StudyRun *run, const StabilityTarget *target);
JudderErr stability_growth_scan(StudyRun *run, const StabilityTarget *target);
JudderErr stability_classes(StudyRun *run, int n, const double *M, const int *position);
JudderErr stability_rates(StudyRun *run, const RateProblem *problem, const int *position);

/* Where the flutter of one mu is asked for, and in which band of Hz. */
bool stability_has_band(const StabilityFlutter *flutter);
JudderErr stability_flutter(StudyRun *run, const Sliding *sliding, double mu);

#endif
