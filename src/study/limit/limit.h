/* limit{} of any model: a ladder of vanishing masses or viscosities against the motion without them.
 *
 * A model says how the limit and a rung of it are computed and compared (LimitModel); the ladder has the
 * lists, the orders, checkpoints, the note and the values. */
#ifndef JUDDER_STUDY_LIMIT_H
#define JUDDER_STUDY_LIMIT_H

#include "study/checkpoint/checkpoint.h"
#include "study/studies.h"
#include "study/words.h"

enum { LADDER_LIMIT = -1 };

typedef struct Ladder {
    StudyRun *run;
    const Limit *word;
    const struct LimitModel *model;
    void *own; /* what the model keeps */
    double final, step;
    long rung;           /* LADDER_LIMIT: the motion without perturbation; then from 0 */
    double value;        /* of the perturbation */
    double error, other; /* of the rung: the distance to the limit, and what else the model compares */
    double other_order;  /* the model's; NaN: none */
    size_t jumps;        /* of the limit */
    Progress progress;
    /* The ladder's own. */
    double last_value, last_error, order;
    Value *parameter, *errors, *others, *orders;
    double begun, spent; /* seconds: now, in the runs that this one continues */
} Ladder;

typedef struct LimitModel {
    const char *rungs;               /* what they are called; NULL: values of the perturbation */
    const char *alike;               /* which motions do not differ from the limit if there is no order */
    const char *other, *other_order; /* names of what else is compared; NULL: nothing */
    bool by_factor; /* orders are by the factor alone, not by the values, which are rounded */
    size_t size;    /* of what the model keeps, zero at first */
    /* Refuses what cannot be run. */
    JudderErr (*check)(StudyRun *run, double final, double step);
    /* The motion without perturbation, also where a run goes on; then one rung, with its error. A reason in
     * the run ends the ladder. */
    JudderErr (*limit)(Ladder *ladder);
    JudderErr (*climb)(Ladder *ladder);
    void (*release)(Ladder *ladder);
    /* Those below may be NULL. The motion under way, out and back in; NULL: a rung begins anew. */
    JudderErr (*serialise)(Ladder *ladder, Archive *archive);
    void (*note)(const Ladder *ladder);   /* instead of the one on jumps and order */
    bool (*report)(const Ladder *ladder); /* more values; false: no memory */
} LimitModel;

/* Saves the state if that is due. Collective. */
JudderErr ladder_save_due(Ladder *ladder);
/* The slope of log(error) against log(value) between the last rung and this one; NaN: an error is 0. */
double ladder_slope(const Ladder *ladder, double before, double now);

#endif
