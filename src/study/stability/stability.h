/* stability{}: its word, and the answers of any model that can be asked. A model gives a Pencil (and, if
 * it can, more); what comes back is written here, so that every model reports the same values. */
#ifndef JUDDER_STUDY_STABILITY_STABILITY_H
#define JUDDER_STUDY_STABILITY_STABILITY_H

#include "complementarity/classes.h"
#include "stability/flutter/flutter.h"
#include "stability/pencil.h"
#include "stability/rate.h"
#include "stability/tracks/motions.h"
#include "study/model.h"

typedef struct StabilityGrowth {
    double mu; /* NAN: that of the contacts */
} StabilityGrowth;

typedef struct StabilityFlutter {
    double mu;       /* NAN: that of the contacts */
    double from, to; /* Hz */
    double up_to_mu;
    long count;
    /* Of bodies. */
    double speed;    /* of the slip; NAN: friction does not depend on it */
    double pressure; /* of an imposed state */
    bool march_mass, participation;
} StabilityFlutter;

enum { STABILITY_AT_END, STABILITY_AT_EVERY };
enum { STABILITY_ACROSS_HELD, STABILITY_ACROSS_FREE };

typedef struct Stability {
    bool critical_mu, rate, classes;
    StabilityGrowth growth;
    StabilityFlutter flutter;
    double up_to_mu, seconds;
    ChoiceOrNumbers at;
    int across;
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
/* What the note says where no mu up to that one is critical. */
void stability_tell_none(StudyRun *run, double up_to);
/* Where the mu of the contacts themselves lies against the critical one, after it was found. */
void stability_tell_own_mu(StudyRun *run, int n, const double *mu);
/* "at mu = 0.4: ", or that of the contacts if they have several. */
typedef struct StabilityMu {
    char text[60];
} StabilityMu;
StabilityMu stability_at_mu(int n, const double *mu);
JudderErr stability_growth_scan(StudyRun *run, const StabilityTarget *target);
/* The classes of A - mu B of a rate problem (ST-11). */
JudderErr stability_classes(StudyRun *run, const RateProblem *problem, const int *position);
/* What the note says of R0. */
const char *stability_R0_meaning(Answer answer);
JudderErr stability_rates(StudyRun *run, const RateProblem *problem, const int *position);

/* Where the flutter of one mu is asked for, and in which band of Hz. */
bool stability_has_band(const StabilityFlutter *flutter);
FlutterSearch stability_flutter_search(const StudyRun *run);
JudderErr stability_flutter(StudyRun *run, const Sliding *sliding, double mu);

/* What was found about steady sliding, by whatever solver. */
typedef struct FlutterAnswer {
    FlutterSearch search;
    double mu;
    const FlutterRoots *roots; /* at that mu, the largest growth first */
    bool followed;             /* in mu: what is below was looked for */
    const MergingList *merging;
    const MuIntervals *intervals; /* NULL: no damping */
    double divergence;            /* of sliding; NAN: none */
} FlutterAnswer;

/* Writes its values and its notes. The list "flutter" gets one entry for each root of the
 * band, in their order. */
JudderErr stability_flutter_tell(StudyRun *run, const FlutterAnswer *answer);
/* Whether a root belongs to what is listed: it lies in the band, or diverges without vibration. */
bool stability_flutter_lists(const FlutterSearch *search, const FlutterRoot *root);

/* To the root at a place of that list: d lam/d mu of one contact (counted from 1) alone, re and im. */
bool stability_append_participation(StudyRun *run, int place, int contact, const double part[2]);
/* Of all contacts to all that are listed; the roots must have their vectors. */
JudderErr stability_participation(StudyRun *run, const Sliding *sliding, const FlutterAnswer *answer);

/* Whether the motions of this study are to be kept: a sweep follows the first flutter of its case. */
bool stability_keeps_motions(const StudyRun *run);

/* Divergence of rest and flutter of sliding side by side: which has the lower mu. After both. */
JudderErr stability_compare(StudyRun *run);

#endif
