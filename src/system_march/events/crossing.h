/* Sections of the event-driven march: exact where an event ends the step, else by the dense output. */
#ifndef JUDDER_SYSTEM_MARCH_EVENTS_CROSSING_H
#define JUDDER_SYSTEM_MARCH_EVENTS_CROSSING_H

#include "system_march/events/events.h"
#include "system_march/state/sections.h"

/* The first contact begins to slip: e->now stands there. */
void events_cross_onset(Events *e);
/* Crossings inside the step that was made, from e->begin to e->end. */
void events_cross_step(Events *e);

#endif
