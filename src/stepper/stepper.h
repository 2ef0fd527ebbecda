/* A motion of any model, as whoever follows it sees it.
 *
 * A model makes its motion from plain numbers and has a Stepper as the first member of it; the constant
 * StepperKind is what the model can do with it. Whoever follows the motion (a study, the library, a test)
 * sets the listener and the probes, and marches: the loop over records, questions and the end is here, the
 * loop over steps inside the model. A row is what is seen at a time, a number for each column, t first.
 */
#ifndef JUDDER_STEPPER_STEPPER_H
#define JUDDER_STEPPER_STEPPER_H

#include "base/archive.h"
#include "base/error.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* In the order of judder_event_kind; an episode is listed in the values, and no event of the file. */
typedef enum StepperEventKind {
    STEPPER_STICK,
    STEPPER_SLIP,
    STEPPER_JUMP,
    STEPPER_OPEN,
    STEPPER_CLOSE,
    STEPPER_START,   /* the first velocity does not balance the load: a jump */
    STEPPER_REVERSE, /* slip that turns round without sticking */
    STEPPER_IMPACT,
    STEPPER_EPISODE
} StepperEventKind;
extern const char *const stepper_event_names[]; /* "stick", "slip", "jump", ... */

typedef struct StepperEvent {
    StepperEventKind kind;
    double t, from, to;
    const char *place; /* lives during the call */
} StepperEvent;

/* Which columns a series records, and which probes show. */
enum { STEPPER_SERIES = 1, STEPPER_PROBE = 2, STEPPER_BOTH = 3 };

typedef struct StepperColumn {
    const char *name, *unit;
    unsigned use;
} StepperColumn;

/* Rows at requested times. */
typedef struct StepperProbes {
    size_t count, reached;
    const double *t; /* in order */
    double *row;     /* filled, whole rows */
} StepperProbes;

/* Who follows the motion; each function may be NULL. */
typedef struct StepperListener {
    JudderErr (*record)(void *context, const double *row);
    void (*event)(void *context, const StepperEvent *event);
    bool (*go_on)(void *context, double t); /* called now and then; false: the march pauses */
    void *context;
} StepperListener;

typedef enum StepperState {
    STEPPER_GOING,
    STEPPER_STOPPED, /* go_on returned false */
    STEPPER_LOST,    /* a number of the row is NaN or infinite */
    STEPPER_ENDED    /* there is no next step, and the model knows why */
} StepperState;

typedef struct Stepper {
    const struct StepperKind *kind;
    const StepperColumn *column; /* the first one is t */
    size_t columns;
    size_t steps, done; /* of the whole motion (SIZE_MAX/2: not known before its end), and so far */
    size_t look;        /* steps between two questions whether to go on */
    bool begun;         /* the row at t = 0 was recorded */
    StepperState state;
    StepperProbes probes;
    StepperListener listener;
} Stepper;

/* Named values that a motion has to tell. */
typedef struct StepperValue {
    const char *name;
    double number; /* NaN or infinite: there is none */
    bool is_count;
} StepperValue;

enum { STEPPER_VALUES = 40 };

typedef struct StepperReport {
    size_t count;
    StepperValue at[STEPPER_VALUES];
} StepperReport;

void stepper_number(StepperReport *report, const char *name, double number);
void stepper_count(StepperReport *report, const char *name, size_t count);

/* Values that stand first: their names, and the lists that events fill. */
typedef enum StepperPart { STEPPER_NO_LIST, STEPPER_TIME, STEPPER_FROM, STEPPER_TO } StepperPart;

typedef struct StepperList {
    const char *name;
    StepperPart part;
    StepperEventKind kind;
    const char *place; /* NULL: any */
} StepperList;

typedef struct StepperKind {
    const StepperList *lists; /* ends with a NULL name */
    /* Before the first step: the probes at t <= 0; NULL: stepper_advance finds them itself. */
    JudderErr (*begin)(Stepper *stepper);
    /* At most so many steps, each counted in `done`, with the probes and events that lie in them; fewer if
     * `state` says why. */
    JudderErr (*advance)(Stepper *stepper, size_t count);
    /* What is seen now, lent until the next step. */
    const double *(*row)(Stepper *stepper);
    bool (*is_finite)(Stepper *stepper); /* NULL: all numbers of the row must be */
    void (*report)(Stepper *stepper, StepperReport *report);
    /* Everything that the next step reads, out and back in. */
    JudderErr (*serialise)(Stepper *stepper, Archive *archive);
    void (*destroy)(Stepper *stepper);
} StepperKind;

/* Accepts NULL. */
void stepper_destroy(Stepper **stepper);

/* To the step `until` since the start (0: to the end), a row every so many steps, at the start and at the
 * end; then `state` is GOING or says why it went no further. One that was stopped goes on where it was. */
JudderErr stepper_march(Stepper *stepper, size_t every, size_t until);
/* The state of a march, out and back in: into a stepper made from the same data, with the same probes. */
JudderErr stepper_serialise(Stepper *stepper, Archive *archive);

/* How many steps of a length cover a time: rounding does not add one. */
size_t stepper_count_steps(double final, double step);

/* --- for models --- */

static inline double stepper_next_probe(const Stepper *stepper) {
    const StepperProbes *p = &stepper->probes;
    return p->reached < p->count ? p->t[p->reached] : INFINITY;
}
/* Room for the row at the next probe, which is then reached. */
double *stepper_take_probe(Stepper *stepper);
/* The probes up to the time of `now` plus `slack`, straight between two rows; those nearer than `slack` to
 * now are that row. */
void stepper_probe_between(Stepper *stepper, const double *before, const double *now, double slack);

void stepper_tell(const Stepper *stepper, const StepperEvent *event);
bool stepper_goes_on(const Stepper *stepper, double t);

#endif
