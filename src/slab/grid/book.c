#include "slab/grid/book.h"

#include <math.h>

static double speed(const SlabState *state) {
    return sqrt(state->slip[0] * state->slip[0] + state->slip[1] * state->slip[1]);
}

static bool is_stuck(const SlabState *state) {
    return !(state->gap > 0) && state->slip[0] == 0 && state->slip[1] == 0;
}

static void emit(const GridBook *book, StepperEventKind kind, double from, double to) {
    slab_tell(book->stepper, kind, book->last.t, from, to);
}

/* States inside a step, straight between its ends. Times are sums of steps: a probe at the very end must not
 * be missed by a rounding. */
static void fill_probes(GridBook *book, const SlabState *now, bool final) {
    const double *a = &book->last.t, *b = &now->t;
    const double slack = final ? fmax(1e-9 * (b[0] - a[0]), 1e-12 * b[0]) : 0;
    while (stepper_next_probe(book->stepper) <= b[0] + slack) {
        const double t = stepper_next_probe(book->stepper);
        const double s = b[0] > a[0] ? fmin(fmax((t - a[0]) / (b[0] - a[0]), 0), 1) : 1;
        double *row = stepper_take_probe(book->stepper);
        row[0] = t;
        for (int k = 1; k < SLAB_COLUMNS; k++) row[k] = a[k] + s * (b[k] - a[k]);
    }
}

static void note_jump(GridBook *book, const SlabState *now, double state) {
    const PassageGraph graph = {book->Z, now->pressure, state};
    const double r = speed(now);
    double from;
    if (!passage_ends(&book->passage, book->roots, &graph, r, &from)) return;
    book->jumps++;
    emit(book, STEPPER_JUMP, from, r);
}

static void note_changes(GridBook *book, const SlabState *before, bool stuck, bool open) {
    const double from = speed(before), to = speed(&book->last);
    if (open && !book->open) emit(book, STEPPER_OPEN, before->velocity[2], book->last.velocity[2]);
    if (!open && book->open) emit(book, STEPPER_CLOSE, before->velocity[2], book->last.velocity[2]);
    if (stuck && !book->stuck) emit(book, STEPPER_STICK, from, to);
    if (!stuck && !open && book->stuck) emit(book, STEPPER_SLIP, from, to);
    book->stuck = stuck;
    book->open = open;
}

JudderErr grid_book_begin(GridBook *book, const SlabState *first) {
    book->last = *first;
    book->pressure_min = book->pressure_max = first->pressure;
    book->stuck = is_stuck(first);
    book->open = first->gap > 0;
    book->begun = first->t;
    fill_probes(book, first, false);
    return passage_begin(&book->passage, book->data, book->roots, first->pressure);
}

void grid_book_step(GridBook *book, const SlabState *now, double state) {
    const SlabState before = book->last;
    const bool stuck = is_stuck(now), open = now->gap > 0;
    fill_probes(book, now, book->stepper->done == book->stepper->steps);
    book->last = *now;
    note_jump(book, now, state);
    note_changes(book, &before, stuck, open);
    book->pressure_min = fmin(book->pressure_min, now->pressure);
    book->pressure_max = fmax(book->pressure_max, now->pressure);
    book->stick_time += stuck ? now->t - before.t : 0;
    book->open_time += open ? now->t - before.t : 0;
}

SlabReport grid_book_report(const GridBook *book) {
    const double length = book->last.t - book->begun;
    return (SlabReport){.nonunique_steps = book->nonunique,
                        .jumps = book->jumps,
                        .stick_fraction = length > 0 ? book->stick_time / length : 0,
                        .open_fraction = length > 0 ? book->open_time / length : 0,
                        .pressure_min = book->pressure_min,
                        .pressure_max = book->pressure_max,
                        .energy_defect = book->energy_defect};
}

void grid_book_serialise(GridBook *book, Archive *archive) {
    GridBook copy = *book;
    copy.stepper = NULL, copy.roots = NULL, copy.data = NULL;
    archive_array(archive, "book", &copy, sizeof copy);
    copy.stepper = book->stepper, copy.roots = book->roots, copy.data = book->data;
    *book = copy;
}
