/* Impacts that come ever faster: what is left of them is shorter than anyone sees, and the contact rests.
 * (MO-10) */
#include "system_march/events/events.h"

#include <math.h>

double events_short(const Events *e) {
    return (e->propagator->order > 0 ? 1e-3 : 1e-6) * e->step;
}

bool events_accumulates(Events *e, int contact, double *rest) {
    EventMemory *memory = &e->memory[contact];
    const double interval = e->now->t - memory->impact, q = interval / memory->interval;
    const double soon = e->m->setup.step_min > 0 ? fmin(e->m->setup.step_min, events_short(e))
                                                 : events_short(e);
    memory->interval = interval;
    memory->impact = e->now->t;
    *rest = interval * q / (1 - q);
    if (!(q < 1 && *rest < soon)) return false;
    memory->impact = memory->interval = NAN;
    return true;
}
