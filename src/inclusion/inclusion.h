/* The scalar inclusion  eps v' in alpha(t) - beta(v)  and its limit eps = 0.  (DI-2), (DI-3)
 *
 * A motion is a sequence of spans: on each, load and graph are one formula each and so is v(t). Spans end
 * where the load's formula changes or where the motion reaches the end of a piece of the graph; these
 * times are found from the formulas, so no event depends on the step of the caller. Methods differ only
 * in how they make a span.
 */
#ifndef JUDDER_INCLUSION_INCLUSION_H
#define JUDDER_INCLUSION_INCLUSION_H

#include "base/error.h"
#include "curve/signal.h"
#include "inclusion/graph.h"
#include "stepper/stepper.h"

typedef enum InclusionOutcome {
    INCLUSION_GOING,
    INCLUSION_NO_SOLUTION, /* no velocity balances the load any more */
    INCLUSION_UNRESOLVED,  /* the motion changes faster than doubles can separate times */
    INCLUSION_STOPPED      /* go_on returned false */
} InclusionOutcome;

struct Inclusion;

/* A way to make spans: one file, one constant. */
typedef struct InclusionMethod {
    const char *name;
    /* Puts the motion on the graph at t = 0 (v = start). */
    JudderErr (*begin)(struct Inclusion *motion);
    /* Makes the span that follows span_end; sets span_begin, span_end. */
    JudderErr (*next)(struct Inclusion *motion);
    /* v at a time of the present span. */
    double (*value)(struct Inclusion *motion, double t);
    /* dv/dt there; NULL: the method has no mass. */
    double (*rate)(struct Inclusion *motion, double t);
    bool stepped; /* the inclusion holds only at the ends of its spans */
} InclusionMethod;

extern const InclusionMethod perfect_delay_method; /* eps = 0, (DI-4) */
extern const InclusionMethod exact_mass_method;    /* eps > 0, no time step */
extern const InclusionMethod
    implicit_mass_method; /* eps > 0, implicit Euler with the caller's step, (DI-5) */

typedef struct InclusionSetup {
    const Graph *graph;
    const Signal *load;
    Numbers jumps;
    double start, epsilon;
    double final, step;
    const InclusionMethod *method;
} InclusionSetup;

/* A smooth span: v through the four points of a collocation step. */
typedef struct Collocation {
    double v[4]; /* at 0, c_1, c_2, 1 of the step */
} Collocation;

/* Loads between neighbouring levels of folds have the same number of roots. */
typedef struct GraphLevels {
    size_t count;
    double *at;    /* in order */
    bool *several; /* for loads below at[i]; one more for those above the last */
    size_t cursor;
} GraphLevels;

typedef struct Inclusion {
    Stepper stepper; /* its rows are t, load, v at equal steps; its listener is called between spans too */
    InclusionSetup setup;
    const Graph *graph;
    Track *load;
    size_t piece;      /* of the graph, at span_end */
    size_t span_piece; /* of the graph, during the span */
    double v;          /* at span_begin, moving to its value at span_end when the next span is made */
    double span_begin, span_end, span_length;
    double last_load, last_rate; /* where v was requested last, and dv/da there: a guess for the next */
    double load_tolerance;       /* what counts as touching a fold */
    InclusionOutcome outcome;
    double outcome_time;
    double residual; /* by how much the inclusion was missed at worst, in units of load */
    size_t spans;
    double looked_at;        /* where it was looked for headway last */
    int behind;              /* looks in a row that found none */
    size_t jumps, nonunique; /* so far; nonunique: implicit steps with several roots */
    int left_stable;         /* a motion with mass has left a stable branch: +1, -1 */
    double left_from;        /* at this velocity */
    long branch;             /* implicit steps: the stable branch last rested on; -1: none */
    ExpPolynomial motion;    /* of the span, over [0, 1] */
    bool smooth;             /* the span is a collocation step instead */
    Collocation step;
    double step_next;            /* proposed length of the next collocation step */
    Graph *tilted, *tilted_last; /* of implicit steps, and of the last one if it is shorter */
    bool monotone;               /* the tilted graph has one root for every load */
    size_t steps_done;
    double settled;     /* velocity after the boundary layer at t = 0 */
    double row[3];      /* at the end of the last step */
    size_t several;     /* ends of steps of perfect delay at which several velocities balance the load */
    GraphLevels levels; /* of perfect delay */
} Inclusion;

extern const StepperKind inclusion_stepper;
extern const StepperColumn inclusion_columns[]; /* ends with a NULL name */

JudderErr inclusion_create(const InclusionSetup *setup, Inclusion **motion);
void inclusion_destroy(Inclusion **motion);
/* Makes the next span. */
JudderErr inclusion_next_span(Inclusion *motion);
/* v at time t, which must not decrease from call to call; at a jump the value before it. */
JudderErr inclusion_advance(Inclusion *motion, double t, double *v);
/* The judge: by how much a velocity and its rate miss the inclusion, whatever method made them;
 * infinite if it is no number. */
double inclusion_miss(const Inclusion *motion, double t, double v, double rate);
/* alpha at a time of the present span. */
static inline double inclusion_load(const Inclusion *motion, double t) {
    return curve_piece_value(track_piece(motion->load), t);
}

/* Steps at whose end the method's problem had several solutions. */
size_t inclusion_nonunique_steps(const Inclusion *motion);

/* Room for the steps of a motion and its first row; before that nothing was stepped. */
JudderErr inclusion_steps_open(Inclusion *motion);
void inclusion_steps_close(Inclusion *motion);

/* For methods. from, to: velocity before and after. */
void inclusion_emit(Inclusion *motion, StepperEventKind kind, double t, double from, double to);
/* Counts and emits a jump. */
void inclusion_jump(Inclusion *motion, double t, double from, double to);
/* Ends the motion: the velocity stays where it is. */
void inclusion_give_up(Inclusion *motion, double t, InclusionOutcome why);

#endif
