/* Ladders of motions against one that they tend to: limit{} of any model, masses or viscosities that vanish
 * against the motion without them, and refine{} of the slab, steps against a finer one.
 *
 * A model says how the limit and a rung of it are computed and compared (LimitModel); the ladder has the
 * lists, the orders, progress, interrupts, checkpoints, the outcome, the note and the values. */
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
    const char *parameter, *jumps;   /* names of the list of values, and of the count of jumps; NULL: none */
    bool other_last;                 /* that list stands behind the orders */
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
    /* Those below may be NULL. The motion under way, out and back in; NULL: a rung begins again. */
    JudderErr (*serialise)(Ladder *ladder, Archive *archive);
    void (*note)(const Ladder *ladder);   /* instead of the one on jumps and order */
    bool (*report)(const Ladder *ladder); /* more values; false: no memory */
} LimitModel;

/* Climbs; final and step are those of the limit. */
typedef struct LadderPlan {
    const LimitModel *model;
    const Limit *word;
    double final, step;
} LadderPlan;
JudderErr ladder_run(StudyRun *run, const LadderPlan *plan);

/* Between steps: progress and checkpoints; *rests is true, with the outcome, where the user interrupts.
 * Collective. */
JudderErr ladder_look(Ladder *ladder, double t, bool *rests);
/* A function of the case that fails once a motion is under way is the outcome "failed"; what else went wrong
 * is given back. */
JudderErr ladder_fail(Ladder *ladder, JudderErr err);
/* Every step of a motion to its end, to be recorded; or the outcome says why there is none. */
JudderErr ladder_march(Ladder *ladder, Stepper *stepper,
                       JudderErr (*record)(void *context, const double *row), void *context);
/* The slope of log(error) against log(value) between the last rung and this one; NaN: an error is 0. */
double ladder_slope(const Ladder *ladder, double before, double now);

#endif
