/* How the system moves while no contact changes: the variant of the event-driven march.
 *
 * The loop (loop.c) knows modes, events and records; a propagator knows one step of any length in one mode.
 * Steps that pass an event are thrown away: `step` is asked again with other lengths from the same
 * e->now until one ends on the event, so it must not change anything but `end` and its own memory.
 *
 * A new propagator is one file with one constant, and one line in propagators[] (create.c):
 *   1. `suits` says whether it can follow this system, and why not;
 *   2. `create` makes its room: nothing is allocated later;
 *   3. `step` moves from e->now over h into end->u, v and state. Signals: events_signal, events_signal_slope
 *      (they are smooth inside a step). Contacts: e->mode, forces by events_mu. end->t is set already;
 *      a, r, p and the event functions of `end` are filled by the loop (events_evaluate) afterwards;
 *   4. `account` gives the works of the step that was made last by `step`, once it is accepted;
 *   5. one that knows the first event of the step made last fills `first`, and is then asked for the step
 *      that ends there; else NULL, and locate.c looks for it by values and slopes at both ends and by whole
 *      steps (MO-4);
 *   6. `between` gives u and v inside the last step; NULL: cubics (dense_output.c).
 */
#ifndef JUDDER_SYSTEM_MARCH_EVENTS_PROPAGATOR_H
#define JUDDER_SYSTEM_MARCH_EVENTS_PROPAGATOR_H

#include "base/archive.h"
#include "base/error.h"
#include "system_march/events/moment.h"

#include <stdbool.h>

struct Events;

/* Works over a step  (MO-5). */
typedef struct StepWorks {
    double external;   /* of forces, moved dofs and the moving foundation */
    double frictional; /* lost */
    double viscous;    /* lost, with what is radiated */
    double radiated;   /* (MO-15) */
    double stored;     /* in compliant contacts */
    double numerical;  /* of the method */
} StepWorks;

/* Where a step must end. */
typedef struct EventFound {
    bool any;
    double h;    /* length of the step that ends on it */
    int contact; /* whose function vanishes, and which; others may vanish too */
    EventFunction function;
} EventFound;

typedef struct Propagator {
    const char *name;
    int order; /* 0: exact */
    bool (*suits)(const struct Events *e, const char **why_not);
    /* The longest step from e->now in this mode; NULL: e->step, and what leaves the motion unique. */
    JudderErr (*longest)(struct Events *e, double *h);
    JudderErr (*create)(struct Events *e, void **own);
    void (*destroy)(void **own);
    /* *solved false: not at this length; the loop tries a shorter one. */
    JudderErr (*step)(struct Events *e, double h, Moment *end, bool *solved);
    JudderErr (*first)(struct Events *e, double h, Moment *end, EventFound *found);
    void (*account)(struct Events *e, const Moment *end, StepWorks *works);
    /* Adds the slip of a contact over the last step, and raises the fastest; NULL: by cubics. */
    void (*slip)(const struct Events *e, int contact, double *moved, double *fastest);
    void (*between)(const struct Events *e, double t, double *u, double *v);
    /* Of the step made last, relative to the tolerance; NULL: steps have the length asked for. */
    JudderErr (*error)(struct Events *e, double h, const Moment *end, double *error);
    JudderErr (*serialise)(struct Events *e, Archive *archive); /* NULL: nothing passes from step to step */
} Propagator;

extern const Propagator sdirk_propagator, gauss_propagator, exact_propagator;
/* Velocities that the mode gives, as they are at the end of a step. */
void events_put_given(const struct Events *e, Moment *end);

extern const Propagator *const propagators[]; /* ends with NULL */

#endif
