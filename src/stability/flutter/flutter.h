/* Flutter (ST-12), (ST-14): vibrations about steady sliding that grow, for dense systems. */
#ifndef JUDDER_STABILITY_FLUTTER_H
#define JUDDER_STABILITY_FLUTTER_H

#include "stability/flutter/sliding.h"

#include "base/log.h"

#include <stddef.h>

/* What is proved of a root, all rounding counted (PR-13). Neutral: it neither grows nor decays. */
typedef enum FlutterFate { FATE_UNKNOWN, FATE_GROWS, FATE_DECAYS, FATE_NEUTRAL } FlutterFate;

/* lam = re + i im with im >= 0; residual of (lam^2 M' + lam C' + K') x, relative, by a function of its
 * own. */
typedef struct FlutterRoot {
    double re, im, residual;
    int vector; /* which of the vectors is its own */
    FlutterFate fate;
    double radius; /* it lies so near to re + i im, proved; 0 with an unknown fate: not known */
    bool stands;   /* it has im = 0, and its vector needs no force but for rounding: lam may be 0 as well */
} FlutterRoot;

typedef struct FlutterRoots {
    int count;
    FlutterRoot *at; /* the largest growth first; of those that do not grow the lowest frequency first */
    double *vectors; /* real parts, then imaginary parts of each; NULL: not requested */
    bool enclosed;   /* proved: these, and the conjugates of those with im > 0, are all roots there are */
} FlutterRoots;

/* Discs of a band of angular frequency. */
typedef struct FlutterCount {
    int inside;  /* roots of the list in the band, and those with im = 0 that grow */
    int edge;    /* discs that touch an end of the band: not counted */
    int growing; /* of those inside: proved to grow */
    int unknown; /* of those inside: neither proved to grow nor not to */
} FlutterCount;
FlutterCount flutter_count(const FlutterRoots *roots, double from, double to);

/* Enclosed if the system is not too large for it. */
JudderErr flutter_roots(const Sliding *sliding, double mu, FlutterRoots *roots);
/* The same with the vectors. */
JudderErr flutter_motions(const Sliding *sliding, double mu, FlutterRoots *roots);
/* The same without vectors and without judgement (residual NAN), for searches that ask often. */
JudderErr flutter_values(const Sliding *sliding, double mu, FlutterRoots *roots);
void flutter_roots_release(FlutterRoots *roots);
/* To first order how far rounding may have moved each of the roots at mu, by its residual and its condition;
 * *errors are to be freed. */
JudderErr flutter_errors(const Sliding *sliding, double mu, const FlutterRoots *roots, double **errors);

/* The left vectors: those of the transposed matrices, in an order of their own. */
JudderErr flutter_left_motions(const Sliding *sliding, double mu, FlutterRoots *left);
/* One of the roots at mu, and the left ones there; both with their vectors. */
typedef struct FlutterDriven {
    double mu;
    const FlutterRoots *roots, *left;
    int which;
} FlutterDriven;
/* How much friction along each dof alone drives it: d lam/d mu of its contact, re and im of each, zero where
 * none slides. The left vector is that with the nearest lam. */
void flutter_participation(const Sliding *sliding, const FlutterDriven *driven, double *parts);

/* Least mu in [0, up_to] from which some motion drifts away without vibration, a real root lam > 0; NAN:
 * none. K' is singular there, or a vibration that grows becomes two drifts. */
JudderErr sliding_divergence(const Sliding *sliding, double up_to, double *mu);

typedef struct FlutterSearch {
    double up_to;    /* mu is followed from 0 to here */
    double from, to; /* band of angular frequency; `to` may be infinite */
    int lowest;      /* modes, in order of frequency at mu = 0, whose merging is reported */
    const Log *log;  /* for progress; NULL: none */
} FlutterSearch;

/* Two modes of the undamped system whose frequencies meet and whose growth begins. */
typedef struct Merging {
    int pair[2]; /* modes, counted from 1 in order of frequency at mu = 0 */
    double mu, omega;
    double until;  /* where they part again; NAN: not up to the end */
    double begins; /* mu again; NAN: frequencies that meet and pass begin nothing */
    /* From where on they grow and vibrate in the band of the search, and the angular frequency there; NAN:
     * nowhere. */
    double enters, enters_omega;
} Merging;

typedef struct MergingList {
    int count;
    size_t room;
    Merging *at; /* in order of mu */
    bool whole;  /* false: interrupted */
    int looked;  /* values of mu at which all modes were computed */
} MergingList;

JudderErr flutter_merging(const Sliding *sliding, const FlutterSearch *search, MergingList *list);
void merging_release(MergingList *list);

/* Intervals of mu in which some vibration of the band grows. */
typedef struct MuInterval {
    double from, to; /* to NAN: not up to the end */
    double omega;    /* of what begins to grow */
} MuInterval;

typedef struct MuIntervals {
    int count;
    size_t room;
    MuInterval *at;
    bool whole;
    int looked; /* values of mu at which the roots were computed */
} MuIntervals;

/* By the roots with damping, looked for with care where modes merge without it; where there is none the
 * merging pairs tell the same. */
JudderErr flutter_intervals(const Sliding *sliding, const FlutterSearch *search, const MergingList *merging,
                            MuIntervals *intervals);
void intervals_release(MuIntervals *intervals);

#endif
