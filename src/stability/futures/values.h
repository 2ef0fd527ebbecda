/* The values at which the block of a set of futures is singular, P y = value Q y, and what is certain of
 * them: every one in [from, to] lies in an interval of the list, whatever was rounded (PR-13). By discs in
 * the value v itself, or, where Q has no inverse, in w = 1/(v - s). */
#ifndef JUDDER_STABILITY_VALUES_H
#define JUDDER_STABILITY_VALUES_H

#include "stability/futures/sets.h"

/* alone: the disc holds exactly one value, and its vector lies within y_D of y + y_low, in the unknowns of
 * the set; inside: the value lies in [low, high], which a disc in w about 0, whose values lie on both sides
 * of infinity, does not say. Not alone: [low, high] may hold any number of them, none included; y is what was
 * computed of one, if it was real (`computed`). The interval may reach beyond [from, to]. */
typedef struct SetValue {
    double value, low, high;
    bool alone, inside, computed;
    double *y, *y_low, *y_D;
} SetValue;

typedef struct SetValues {
    int count, room;
    SetValue *at;
    double *vectors; /* of all of them */
} SetValues;

/* How far the caller came with a value. */
typedef enum ValueState {
    VALUE_OPEN,
    VALUE_WIDE,
    VALUE_SETTLED
} ValueState; /* wide: to be refined if it can */

typedef struct ValueJudge {
    double from, to;
    ValueState (*ask)(const void *context, const SetValue *value);
    const void *context;
} ValueJudge;

/* Approximate pairs in sets->re, im, beta and vectors; P and Q with their radii are in the sets, scaled to
 * entries near 1, and so are the vectors; those of the list are not. */
JudderErr values_find(Sets *sets, const ValueJudge *judge, SetValues *values);
void values_release(SetValues *values);
/* Whether P is proved regular (PR-3). */
JudderErr values_is_regular(const Sets *sets, bool *regular);

/* Whether it is proved for all sets at once that nothing grows at the mu of each contact (PR-12). */
JudderErr values_are_excluded(const SmallMotion *motion, const double *mu, bool *excluded);

/* What the conditions of the present set say of a value that is alone: mu of each contact (NULL: the value is
 * mu itself, at z = 0). */
typedef enum SetVerdict { SET_UNDECIDED, SET_SOLVES, SET_NONE } SetVerdict;
typedef struct SetJudgement {
    SetVerdict verdict;
    bool backward; /* -y solves */
    bool verge;    /* some condition is exactly 0: it solves another set as well */
    bool own;      /* no other piece of the set can change that there is none */
} SetJudgement;
SetJudgement set_judge(const Sets *sets, const double *mu, const SetValue *value);

#endif
