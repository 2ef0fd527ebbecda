/* A watcher that keeps what tests ask for, and constant signals. */
#ifndef JUDDER_TESTS_SYSTEM_MARCH_WATCH_H
#define JUDDER_TESTS_SYSTEM_MARCH_WATCH_H

#include "judder_test.h"
#include "random.h"
#include "stage/laws.h"
#include <stdio.h>

#include "system_march/system_march.h"

enum { MOST_EVENTS = 4000 };

typedef struct SeenEvent {
    double t;
    int contact;
    StageNode from, to;
} SeenEvent;

typedef struct Seen {
    const SystemMarch *march;
    size_t count;
    SeenEvent event[MOST_EVENTS];
    double largest_energy, first_energy; /* kinetic + elastic */
    double frictional, viscous;          /* the last, to see that they never fall */
    bool fell;
    double u_end[16], v_end[16];
    size_t impacts;
    double impact_t, impact_speed; /* the last one */
} Seen;

/* That a contact closes is said again by what it then does. */
static inline void seen_event(void *context, const StepperEvent *event) {
    Seen *seen = context;
    int contact = 0;
    if (event->kind == STEPPER_IMPACT) {
        seen->impacts++;
        seen->impact_t = event->t, seen->impact_speed = event->from;
        return;
    }
    if (event->kind == STEPPER_CLOSE || event->kind == STEPPER_EPISODE || event->kind == STEPPER_JUMP ||
        seen->count == MOST_EVENTS)
        return;
    assert_int_equal(sscanf(event->place, "contact %d", &contact), 1);
    seen->event[seen->count++] = (SeenEvent){event->t, contact - 1, (StageNode)event->from,
                                             (StageNode)event->to};
}

static inline JudderErr seen_step(void *context, const double *row) {
    Seen *seen = context;
    const SystemEnergy *e = system_march_view(seen->march).energy;
    const double energy = e->kinetic + e->elastic;
    if (row[0] == 0) seen->first_energy = energy;
    seen->largest_energy = fmax(seen->largest_energy, energy);
    seen->fell = seen->fell || e->frictional < seen->frictional - 1e-14 * seen->largest_energy ||
                 e->viscous < seen->viscous;
    seen->frictional = e->frictional;
    seen->viscous = e->viscous;
    return JUDDER_OK;
}

/* Runs a setup with up to 16 dofs; fills seen, gives the report and, unless NULL, the energy. */
static inline SystemMarchReport march_run(const SystemMarchSetup *setup, Seen *seen, SystemEnergy *energy) {
    SystemMarch *march = NULL;
    memset(seen, 0, sizeof *seen);
    assert_int_equal(system_march_create(setup, &march), JUDDER_OK);
    Stepper *stepper = (Stepper *)march;
    seen->march = march;
    stepper->listener = (StepperListener){.record = seen_step, .event = seen_event, .context = seen};
    assert_int_equal(stepper_march(stepper, 1, 0), JUDDER_OK);
    const SystemMarchReport report = *system_march_report(march);
    assert_true(report.converged);
    assert_int_equal(stepper->state, STEPPER_GOING);
    assert_int_equal(stepper->done, stepper->steps);
    const SystemView view = system_march_view(march);
    for (int i = 0; i < setup->n && i < 16; i++) seen->u_end[i] = view.u[i], seen->v_end[i] = view.v[i];
    if (energy) *energy = *view.energy;
    assert_at_most(view.energy->defect, 1e-12);
    assert_false(seen->fell);
    system_march_destroy(&march);
    return report;
}

#endif
