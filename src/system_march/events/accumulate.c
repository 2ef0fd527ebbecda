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
    /* a flight lower than the rounding of displacements tells nothing any more */
    const double height = 0.25 * interval * fabs(e->now->v[e->m->setup.contact[contact].normal]);
    const bool flat = height < EVENT_EXACT * e->largest[EVENT_LARGEST * contact + 1];
    if (!(q < 1 && (*rest < soon || flat))) return false;
    memory->impact = memory->interval = NAN;
    return true;
}
