/* A watcher that keeps what tests ask for, and constant signals. */
#ifndef JUDDER_TESTS_SYSTEM_MARCH_WATCH_H
#define JUDDER_TESTS_SYSTEM_MARCH_WATCH_H

#include "judder_test.h"
#include "random.h"
#include "stage/laws.h"

#include "system_march/system_march.h"

enum { MOST_EVENTS = 4000 };

typedef struct Seen {
    size_t count;
    SystemEvent event[MOST_EVENTS];
    double largest_energy, first_energy; /* kinetic + elastic */
    double frictional, viscous;          /* the last, to see that they never fall */
    bool fell;
    double u_end[16], v_end[16];
} Seen;

static inline void seen_event(void *context, const SystemEvent *event) {
    Seen *seen = context;
    if (seen->count < MOST_EVENTS) seen->event[seen->count++] = *event;
}

static inline JudderErr seen_step(void *context, const SystemView *view, size_t number) {
    Seen *seen = context;
    const double energy = view->energy->kinetic + view->energy->elastic;
    if (number == 0) seen->first_energy = energy;
    seen->largest_energy = fmax(seen->largest_energy, energy);
    seen->fell = seen->fell || view->energy->frictional < seen->frictional - 1e-14 * seen->largest_energy ||
                 view->energy->viscous < seen->viscous;
    seen->frictional = view->energy->frictional;
    seen->viscous = view->energy->viscous;
    return JUDDER_OK;
}

/* Runs a setup with up to 16 dofs; fills seen, gives the report and, unless NULL, the energy. */
static inline SystemMarchReport march_run(const SystemMarchSetup *setup, Seen *seen, SystemEnergy *energy) {
    SystemMarch *march = NULL;
    SystemMarchReport report;
    memset(seen, 0, sizeof *seen);
    assert_int_equal(system_march_create(setup, &march), JUDDER_OK);
    const SystemMarchWatch watch = {seen_step, seen_event, NULL, seen};
    assert_int_equal(system_march_run(march, &watch, &report), JUDDER_OK);
    assert_true(report.converged && !report.overflowed);
    const SystemView view = system_march_view(march);
    for (int i = 0; i < setup->n && i < 16; i++) seen->u_end[i] = view.u[i], seen->v_end[i] = view.v[i];
    if (energy) *energy = *view.energy;
    assert_at_most(view.energy->defect, 1e-12);
    assert_false(seen->fell);
    system_march_destroy(&march);
    return report;
}

#endif
