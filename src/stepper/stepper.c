#include "stepper/stepper.h"

#include <string.h>

const char *const stepper_event_names[] = {"stick", "slip",    "jump",   "open",   "close",
                                           "jump",  "reverse", "impact", "episode"};

void stepper_destroy(Stepper **stepper) {
    if (*stepper) (*stepper)->kind->destroy(*stepper);
    *stepper = NULL;
}

size_t stepper_count_steps(double final, double step) {
    static const double most = 0x1p62; /* steps that nobody will see the end of */
    const double exact = final / step, whole = nearbyint(exact);
    return (size_t)fmin(fabs(exact - whole) <= 1e-9 * fmax(1, exact) ? fmax(whole, 1) : ceil(exact), most);
}

void stepper_tell(const Stepper *s, const StepperEvent *event) {
    if (s->listener.event) s->listener.event(s->listener.context, event);
}

bool stepper_goes_on(const Stepper *s, double t) {
    return !s->listener.go_on || s->listener.go_on(s->listener.context, t);
}

static void add_value(StepperReport *report, StepperValue value) {
    if (report->count < STEPPER_VALUES) report->at[report->count++] = value;
}

void stepper_number(StepperReport *report, const char *name, double number) {
    add_value(report, (StepperValue){.name = name, .number = number});
}

void stepper_count(StepperReport *report, const char *name, size_t count) {
    add_value(report, (StepperValue){.name = name, .number = (double)count, .is_count = true});
}

double *stepper_take_probe(Stepper *s) {
    return s->probes.row + s->probes.reached++ * s->columns;
}

void stepper_probe_between(Stepper *s, const double *before, const double *now, double slack) {
    while (stepper_next_probe(s) <= now[0] + slack) {
        const double t = stepper_next_probe(s), width = now[0] - before[0];
        const double part = width > 0 ? fmin(1, fmax(0, (t - before[0]) / width)) : 1;
        double *row = stepper_take_probe(s);
        for (size_t c = 0; c < s->columns; c++)
            row[c] = t >= now[0] - slack ? now[c] : before[c] + part * (now[c] - before[c]);
    }
}

static bool is_finite(Stepper *s) {
    if (s->kind->is_finite) return s->kind->is_finite(s);
    const double *row = s->kind->row(s);
    double sum = 0;
    for (size_t c = 0; c < s->columns; c++) sum += row[c];
    return isfinite(sum);
}

static JudderErr record(Stepper *s) {
    if (!is_finite(s)) s->state = STEPPER_LOST;
    return s->listener.record && s->state == STEPPER_GOING
               ? s->listener.record(s->listener.context, s->kind->row(s))
               : JUDDER_OK;
}

static JudderErr stepper_begin_march(Stepper *s) {
    s->state = STEPPER_GOING;
    if (s->begun) return JUDDER_OK;
    s->begun = true;
    if (s->kind->begin) TRY(s->kind->begin(s));
    return record(s);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

JudderErr stepper_march(Stepper *s, size_t every, size_t until) {
    const size_t end = until > 0 ? least(until, s->steps) : s->steps;
    if (!s->listener.record) every = s->steps; /* nobody looks in between */
    size_t to_look = s->look;
    TRY(stepper_begin_march(s));
    /* a motion whose steps have no fixed length says at its end how many there are */
    while (s->done < least(end, s->steps) && s->state == STEPPER_GOING) {
        const size_t before = s->done, to_record = every - before % every;
        TRY(s->kind->advance(s, least(least(to_record, to_look), end - before)));
        if (s->state != STEPPER_GOING) break;
        if (s->done % every == 0 || s->done == s->steps) TRY(record(s));
        to_look -= s->done - before;
        if (to_look > 0) continue;
        to_look = s->look;
        if (!stepper_goes_on(s, s->kind->row(s)[0]) && s->done < s->steps && s->state == STEPPER_GOING)
            s->state = STEPPER_STOPPED;
    }
    return JUDDER_OK;
}

JudderErr stepper_serialise(Stepper *s, Archive *archive) {
    StepperProbes *p = &s->probes;
    archive_array(archive, "steps", &s->done, sizeof s->done);
    archive_array(archive, "reached", &p->reached, sizeof p->reached);
    archive_flag(archive, "begun", &s->begun);
    archive_array(archive, "probes", p->row, p->count * s->columns * sizeof *p->row);
    if (s->done > s->steps) archive_refuse(archive, "the number of steps");
    if (p->reached > p->count) archive_refuse(archive, "the number of probes");
    return s->kind->serialise(s, archive);
}
