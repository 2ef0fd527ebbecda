/* stability{}: its word, and the answers of any model that can be asked. A model gives a Pencil (and, if
 * it can, more); what comes back is kept in one answer, so that every model reports the same values. */
#ifndef JUDDER_STUDY_STABILITY_STABILITY_H
#define JUDDER_STUDY_STABILITY_STABILITY_H

#include "small_motion/damping.h"
#include "stability/futures.h"
#include "stability/rate.h"
#include "stability/tracks/motions.h"
#include "study/stability/answer.h"
#include "study/stability/flutter.h"

typedef struct StabilityGrowth {
    double mu; /* NAN: that of the contacts */
} StabilityGrowth;

enum { STABILITY_AT_END, STABILITY_AT_EVERY };
enum { STABILITY_ACROSS_HELD, STABILITY_ACROSS_FREE };

typedef struct Stability {
    bool critical_mu, stable_up_to, rate, classes;
    StabilityGrowth growth;
    StabilityFlutter flutter;
    double up_to_mu, seconds;
    ChoiceOrNumbers at;
    int across;
    const char *name;
} Stability;

extern const Word stability_word;
extern const char stability_exact_name[]; /* the proof that holds for the numbers as given */

/* Damping beside a pencil, which knows of none (ST-18). */
typedef struct StabilityDamping {
    SmallParts parts; /* proportional: lam^2 is mapped (ST-19) */
    bool uncounted;   /* any other: nothing can be said of growth */
    bool changing;    /* friction that changes with the speed of slip, which acts as damping: uncounted too */
    bool unknown; /* whether it takes energy from every motion, so that the state without friction is open */
} StabilityDamping;
StabilityDamping stability_damping(const SmallMotion *motion);

/* What is asked about: the contacts that may slip, one for each row of the pencil. */
typedef struct StabilityTarget {
    const Pencil *pencil;
    const int *position; /* of each row among the contacts, counted from 1 */
    const double *mu;    /* of each row */
    StabilityDamping damping;
} StabilityTarget;

/* An answer that says nothing yet, as run->answer. */
JudderErr stability_begin(StudyRun *run);
/* Without an error: the verdict, and all values. The answer is gone. Gives back the error. */
JudderErr stability_end(StudyRun *run, JudderErr err);
/* Every value of the study in the order of the manual; null or empty is what the answer does not say. */
JudderErr stability_write(const StudyRun *run);
/* Adds a sentence to the note. */
void stability_tell(StudyRun *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What the state cannot answer, of rest or of sliding: its values are null, and the verdict says what is
 * missing and what to do. Gives JUDDER_OK, as it is no error. */
enum { STABILITY_REST = 1, STABILITY_SLIDING = 2, STABILITY_GROWTH = 4 };
JudderErr stability_unanswered(StudyRun *run, unsigned what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

JudderErr stability_critical(StudyRun *run, const StabilityTarget *target);
/* Up to which mu nothing grows with the mass, if there is one and it is not known yet; a neutral state is
 * proved at some mu up to that (NAN: none is). */
JudderErr stability_stable(StudyRun *run, const StabilityTarget *target, double neutral, double seconds);
/* What the note says where no mu up to that one is critical. */
void stability_tell_none(StudyRun *run, double up_to);
/* Where the mu of the contacts themselves lies against the critical one, after it was found. */
void stability_tell_own_mu(StudyRun *run, int n, const double *mu);
/* "at mu = 0.4: ", or that of the contacts if they have several. */
typedef struct StabilityMu {
    char text[60];
} StabilityMu;
StabilityMu stability_at_mu(int n, const double *mu);
/* Slip rates in the units of the case; a direction with the sum 1. */
void stability_restore_units(const StudyRun *run, int n, bool direction_only, double *x);
JudderErr stability_growth_scan(StudyRun *run, const StabilityTarget *target);
/* What the note says of a list that is complete and empty: it does not hold vibrations of stuck contacts. */
void stability_tell_no_growth(StudyRun *run, const char *at);
/* The question of growth where the damping is not counted. */
JudderErr stability_leave_growth(StudyRun *run, const StabilityDamping *damping);
/* The intervals that a list of growth leaves open, as growth_open and in the note. */
JudderErr stability_growth_open(StudyRun *run, const Futures *found, const char *at);
/* The classes of A - mu B of a rate problem (ST-11). */
JudderErr stability_classes(StudyRun *run, const RateProblem *problem, const int *position);
/* One of them, judged by whatever method; `at` begins the sentence of the first, and is empty then. */
void stability_class(StudyRun *run, ClassKind kind, const AnswerClass *found, StabilityMu *at);
/* What the note says of it. */
const char *stability_class_meaning(ClassKind kind, Answer answer);
JudderErr stability_rates(StudyRun *run, const RateProblem *problem, const int *position);

/* Whether the motions of this study are to be kept: a sweep follows the first flutter of its case. */
bool stability_keeps_motions(const StudyRun *run);

/* Divergence of rest and flutter of sliding side by side: which has the lower mu. After both. */
void stability_compare(StudyRun *run);

#endif
