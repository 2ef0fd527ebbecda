/* Proofs about small motions by exact arithmetic: the doubles of a SmallMotion are taken as the rational
 * numbers that they are, nothing is rounded on the way, and every sign is decided (PR-9). What comes back is
 * true for the numbers that were given; only intervals of irrational numbers have two ends, neighbouring
 * doubles. For systems of at most EXACT_DOFS dofs, EXACT_SETS sets of futures and EXACT_BITS bits of span. */
#ifndef JUDDER_EXACT_EXACT_H
#define JUDDER_EXACT_EXACT_H

#include "base/error.h"
#include "small_motion/small_motion.h"
#include "stability/at_once.h"
#include "stability/futures.h"

enum { EXACT_DOFS = 64, EXACT_SETS = 256, EXACT_BITS = 10000 };

typedef struct Exact Exact;

/* Whether the system is small enough and nobody switched exact arithmetic off: what can be said without
 * loading it. */
bool exact_is_meant_for(const SmallMotion *motion);
/* Whether there is exact arithmetic on this machine, nobody switched it off (JUDDER_PROOFS=doubles in the
 * environment), and the system is small enough. *why (may be NULL): why not; "" where it is too large. */
bool exact_affordable(const SmallMotion *motion, const char **why);
/* The motion in the units of the user, borrowed. seconds: of each question; 0: some seconds. */
JudderErr exact_create(const SmallMotion *motion, double seconds, Exact **exact);
void exact_destroy(Exact **exact);

/* The state without friction (PR-4): of the energy of all motions that mu = 0 allows, or, where K is not
 * symmetric, M not positive semidefinite on what moves, damping feeds some motion, or gyroscopic terms may
 * hold what has lost its energy, and there is a mass, unstable if something grows there. */
typedef enum ExactRest {
    EXACT_STABLE, /* positive for all of them */
    EXACT_NEUTRAL,
    EXACT_UNSTABLE,
    EXACT_REST_UNDECIDED /* energy does not decide and nothing is known to grow, or time was out */
} ExactRest;
typedef struct ExactRestReport {
    ExactRest rest;
    bool definite;      /* stable since K of all that may move is positive definite, whatever the sides */
    bool free_definite; /* K of the free dofs alone is */
    bool free_negative; /* K of the free dofs alone has a motion of negative energy */
    bool feeds;         /* the damping is not positive semidefinite on what moves */
} ExactRestReport;
JudderErr exact_rest(Exact *exact, ExactRestReport *report);

/* A motion, and the number that it belongs to: mu or lam^2. */
typedef struct ExactMode {
    double low, high; /* the number lies between them; equal where it is a double */
    double value;     /* the nearest double */
    bool family;      /* a member of a continuum */
    Future *future;   /* of each contact */
    double *V;        /* of each dof; the largest is 1 where only a direction is meant */
} ExactMode;
typedef struct ExactModes {
    int count;
    size_t room;
    ExactMode *at;
    bool complete; /* false: time was out before all was decided */
    bool continuum;
} ExactModes;
void exact_modes_release(ExactModes *modes);

/* The least mu of [from, up_to] at lam = 0 (ST-6), one for all contacts: one mode or, proved, none, with
 * complete true. continuum: all mu from there to somewhat above are solutions too. */
JudderErr exact_least_mu(Exact *exact, double from, double up_to, ExactModes *modes);

/* All lam^2 > 0 at the mu of each contact (ST-7), damping counted (ST-18), each once, the largest first, and
 * 0 where it is neutral.
 * continuum: a set has solutions for every lam^2 of an interval, which are not listed. */
JudderErr exact_growth(Exact *exact, const double *mu, ExactModes *modes);

/* Whether a motion without inertia grows infinitely fast, which no lam^2 tells: by forms in doubles where
 * they decide (stability/at_once.h, counted too), else by exact arithmetic if it can be had. */
JudderErr exact_at_once(const SmallMotion *motion, const double *mu, bool counted, AtOnce *answer);

/* All responses to the rate of load (ST-10), the ends of families too. */
JudderErr exact_rates(Exact *exact, const double *mu, ExactModes *modes);
/* A solution without load at lam = 0 other than zero, if there is one: none means R0 (ST-11). */
JudderErr exact_neutral(Exact *exact, const double *mu, ExactModes *modes);

/* Principal minors of A - mu B, where K of the free dofs is regular and no contact grazes (ST-11). */
typedef struct ExactMinor {
    bool answered, holds;
    double minor;         /* that says no */
    bool set[EXACT_DOFS]; /* its rows, of the contacts in impending slip in their order */
} ExactMinor;
JudderErr exact_minors(Exact *exact, const double *mu, ExactMinor *P, ExactMinor *P0);

/* Where growth begins, for one contact in impending slip, K and M symmetric, M and the state without
 * friction positive definite and no damping that feeds a motion: nothing grows below low, something does
 * just above high (PR-12). Infinite: nothing ever does. NAN: not answered. */
JudderErr exact_growth_begins(Exact *exact, double *low, double *high);

#endif
