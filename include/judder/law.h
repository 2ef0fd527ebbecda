/* Friction laws: mu as a function of the slip speed r >= 0 and, for some, of one state variable. */
#ifndef JUDDER_LAW_H
#define JUDDER_LAW_H

#include "judder/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct judder_law judder_law;

/* A field of a law, by its key as in a case: a number, or a keyword where the field takes one. */
typedef struct judder_param {
    const char *key;
    double number;
    const char *text; /* NULL: the number counts */
} judder_param;

/* "constant", "linear", "exponential", "stribeck", "rate_state", "slip_weakening": what `judder explain`
 * lists, with the same fields and ranges. A key that is not known is answered with the nearest one.
 * "constant" with mu_s above mu drops as slip begins: at_rest is mu_s, its steepest fall is infinite. */
JUDDER_API judder_status judder_law_create(const char *name, const judder_param *params, size_t count,
                                           judder_law **law);
/* Straight lines through points, constant after the last; v[0] = 0. */
JUDDER_API judder_status judder_law_create_tabulated(const double *v, const double *mu, size_t count,
                                                     judder_law **law);
/* Any mu(r): evaluated now, and turned into polynomials with a checked error. */
JUDDER_API judder_status judder_law_create_formula(judder_function mu, void *context, judder_law **law);
/* Any mu(r, temperature), for beams; evaluated wherever a run comes to, so it must stay callable. */
JUDDER_API judder_status judder_law_create_thermal(judder_function_two mu, void *context, judder_law **law);
JUDDER_API void judder_law_destroy(judder_law **law);

/* The names of all laws; NULL beyond the last. */
JUDDER_API const char *judder_law_name(size_t position);

JUDDER_API double judder_law_at_rest(const judder_law *law, double state);         /* the bound in stick */
JUDDER_API double judder_law_value(const judder_law *law, double r, double state); /* in slip, r > 0 */
JUDDER_API double judder_law_slope(const judder_law *law, double r, double state); /* mu', from the right */
/* Speeds between which mu' is monotone: returns how many, writes at most room. */
JUDDER_API size_t judder_law_bends(const judder_law *law, double *at, size_t room);
/* max(-mu') over all speeds, of laws without state. */
JUDDER_API judder_status judder_law_steepest_fall(const judder_law *law, double *fall);

/* Memory: whether the law has a state; the one it starts with; after sliding at speed r for a time. */
JUDDER_API bool judder_law_has_state(const judder_law *law);
JUDDER_API double judder_law_state_start(const judder_law *law);
JUDDER_API double judder_law_state_advance(const judder_law *law, double state, double r, double time);

#ifdef __cplusplus
}
#endif

#endif
