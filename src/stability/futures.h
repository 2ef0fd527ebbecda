/* All that may follow an equilibrium, for small systems: every contact in impending slip may stick or
 * slip, every grazing one may open, stick, slip forward or back, which makes 2^n_s 4^n_z linear problems,
 * each with an equality for every unknown (ST-3), (ST-13). A solution counts if the judge of the whole
 * motion agrees. */
#ifndef JUDDER_STABILITY_FUTURES_H
#define JUDDER_STABILITY_FUTURES_H

#include "base/error.h"
#include "small_motion/small_motion.h"

#include <stddef.h>

typedef enum Future { FUTURE_STICK, FUTURE_SLIP, FUTURE_OPEN } Future;

typedef struct FutureMode {
    double mu;       /* of futures_onset */
    double z;        /* lam^2 of futures_growth */
    double residual; /* by small_motion_residual */
    bool family;     /* one end, or a member, of a continuum */
    bool proved;     /* of futures_onset and futures_growth: it exists, its mu or z in [low, high] (PR-13) */
    double low, high;
    bool verge;     /* proved of more than one set: some contact is exactly on the verge of another future */
    Future *future; /* of each contact */
    double *V;      /* of each dof; the largest is 1 where only a direction is meant */
} FutureMode;

/* Values of mu or z among which some solution is neither proved nor excluded. */
typedef struct FutureOpen {
    double low, high;
} FutureOpen;

typedef struct Futures {
    int count;
    size_t room;
    FutureMode *at;
    int open_count;
    size_t open_room;
    FutureOpen *open; /* in order, apart; what was found within them is computed, not proved */
    bool continuum;   /* some solutions are not isolated */
    bool complete; /* of onset and growth: every solution is in the list, proved; otherwise something is open.
                    * Of the rest: no set has a block that lacks more than one rank */
} Futures;

void futures_release(Futures *futures);

/* What may follow of one contact: how many choices, and what each means; *way gets the sign of its slip. */
int future_choices(const SmallContact *contact);
Future future_choose(const SmallContact *contact, int choice, int *way);
/* The next set of choices, one a contact; false after the last, all 0 again. */
bool futures_next(const SmallMotion *motion, int *choice);
/* How many sets there are, and whether to go through them takes less than some seconds. */
double futures_sets(const SmallMotion *motion);
bool futures_affordable(const SmallMotion *motion);
bool futures_affordable_sets(double sets, int dofs);

/* Solutions at lam = 0 for one mu of all contacts in [from, to], the least mu first (ST-6). */
JudderErr futures_onset(const SmallMotion *motion, double from, double to, Futures *futures);
/* Growing motions at the mu of each contact, the largest lam^2 >= 0 first (ST-7). Needs the mass. */
JudderErr futures_growth(const SmallMotion *motion, const double *mu, Futures *futures);
/* All solutions of the rate problem (ST-10). */
JudderErr futures_rates(const SmallMotion *motion, const double *mu, Futures *futures);
/* Solutions at lam = 0 without load other than zero: none if the equilibrium has the property R0 (ST-11). */
JudderErr futures_neutral(const SmallMotion *motion, const double *mu, Futures *futures);

#endif
