#include "library/motion.h"

#include "library/owned.h"

#include <string.h>

_Static_assert((int)STEPPER_STICK == (int)JUDDER_EVENT_STICK && (int)STEPPER_SLIP == (int)JUDDER_EVENT_SLIP &&
                   (int)STEPPER_JUMP == (int)JUDDER_EVENT_JUMP &&
                   (int)STEPPER_OPEN == (int)JUDDER_EVENT_OPEN &&
                   (int)STEPPER_CLOSE == (int)JUDDER_EVENT_CLOSE &&
                   (int)STEPPER_START == (int)JUDDER_EVENT_START,
               "events have the numbers of the installed header");

static void on_event(void *context, const StepperEvent *event) {
    const Watched *w = context;
    const judder_event told = {(judder_event_kind)event->kind, event->t, event->from, event->to};
    if (w->watch.event) w->watch.event(w->watch.context, &told);
}

static bool on_go(void *context, double t) {
    const Watched *w = context;
    return !w->watch.go_on || w->watch.go_on(w->watch.context, t);
}

static JudderErr on_record(void *context, const double *row) {
    Watched *w = context;
    double *kept;
    TRY(rows_next(w->rows, w->stepper->columns, &kept));
    memcpy(kept, row, w->stepper->columns * sizeof *row);
    return JUDDER_OK;
}

void watched_open(Watched *w, Stepper *stepper, const judder_watch *watch) {
    *w = (Watched){.stepper = stepper, .watch = *watch};
    stepper->listener = (StepperListener){.event = on_event, .go_on = on_go, .context = w};
}

JudderErr watched_march(Watched *w, size_t steps, judder_rows *rows) {
    Stepper *s = w->stepper;
    w->rows = rows;
    s->listener.record = rows ? on_record : NULL;
    const JudderErr err = stepper_march(s, (size_t)rows_every(rows), steps > 0 ? s->done + steps : 0);
    w->rows = NULL;
    return err;
}
