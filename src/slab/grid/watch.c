#include "slab/grid/watch.h"

#include <math.h>

static double speed(const SlabState *state) {
    return sqrt(state->slip[0] * state->slip[0] + state->slip[1] * state->slip[1]);
}

static bool is_stuck(const SlabState *state) {
    return !(state->gap > 0) && state->slip[0] == 0 && state->slip[1] == 0;
}

static void emit(const GridWatch *book, SlabEventKind kind, double from, double to) {
    const SlabEvent event = {kind, book->last.t, from, to};
    if (book->watch && book->watch->event) book->watch->event(book->watch->context, &event);
}

static double between(double a, double b, double s) {
    return a + s * (b - a);
}

/* A state inside a step, straight between its ends. */
static SlabState state_between(const SlabState *a, const SlabState *b, double t) {
    const double s = b->t > a->t ? fmin(fmax((t - a->t) / (b->t - a->t), 0), 1) : 1;
    SlabState state = {
        .t = t, .pressure = between(a->pressure, b->pressure, s), .gap = between(a->gap, b->gap, s)};
    for (int k = 0; k < 2; k++) {
        state.slip[k] = between(a->slip[k], b->slip[k], s);
        state.traction[k] = between(a->traction[k], b->traction[k], s);
    }
    for (int k = 0; k < 3; k++) {
        state.velocity[k] = between(a->velocity[k], b->velocity[k], s);
        state.displacement[k] = between(a->displacement[k], b->displacement[k], s);
    }
    return state;
}

/* Times are sums of steps: a probe at the very end must not be missed by a rounding. */
static void fill_probes(GridWatch *book, const SlabState *now, bool final) {
    const SlabWatch *watch = book->watch;
    if (!watch) return;
    const double slack = 1e-9 * (now->t - book->last.t);
    for (size_t *next = &book->report->probes; *next < watch->probe_count; ++*next) {
        const double t = watch->probe_times[*next];
        if (t > now->t + (final ? fmax(slack, 1e-12 * now->t) : 0)) break;
        watch->probes[*next] = state_between(&book->last, now, t);
    }
}

static void note_jump(GridWatch *book, const SlabState *now, double state) {
    const PassageGraph graph = {book->Z, now->pressure, state};
    const double r = speed(now);
    double from;
    if (!passage_ends(&book->passage, book->roots, &graph, r, &from)) return;
    book->report->jumps++;
    emit(book, SLAB_JUMP, from, r);
}

static void note_changes(GridWatch *book, const SlabState *before, bool stuck, bool open) {
    const double from = speed(before), to = speed(&book->last);
    if (open && !book->open) emit(book, SLAB_OPEN, before->velocity[2], book->last.velocity[2]);
    if (!open && book->open) emit(book, SLAB_CLOSE, before->velocity[2], book->last.velocity[2]);
    if (stuck && !book->stuck) emit(book, SLAB_STICK, from, to);
    if (!stuck && !open && book->stuck) emit(book, SLAB_SLIP, from, to);
    book->stuck = stuck;
    book->open = open;
}

static JudderErr record(const GridWatch *book) {
    if (!book->watch || !book->watch->record) return JUDDER_OK;
    return book->watch->record(book->watch->context, &book->last);
}

/* Clears the report and notes the state at which everything begins. */
static JudderErr begin(GridWatch *book, const SlabState *first) {
    *book->report = (SlabReport){
        .t = first->t, .pressure_min = first->pressure, .pressure_max = first->pressure};
    book->last = *first;
    book->stuck = is_stuck(first);
    book->open = first->gap > 0;
    book->passage.stable_speed = speed(first);
    book->begun = first->t;
    book->stick_time = book->open_time = 0;
    fill_probes(book, first, false);
    return record(book);
}

JudderErr grid_watch_step(GridWatch *book, const SlabState *now, double state, bool final) {
    SlabReport *report = book->report;
    const SlabState before = book->last;
    const bool stuck = is_stuck(now), open = now->gap > 0;
    fill_probes(book, now, final);
    book->last = *now;
    note_jump(book, now, state);
    note_changes(book, &before, stuck, open);
    report->steps++;
    report->t = now->t;
    report->pressure_min = fmin(report->pressure_min, now->pressure);
    report->pressure_max = fmax(report->pressure_max, now->pressure);
    book->stick_time += stuck ? now->t - before.t : 0;
    book->open_time += open ? now->t - before.t : 0;
    const size_t every = book->watch && book->watch->every > 0 ? (size_t)book->watch->every : 1;
    return final || report->steps % every == 0 ? record(book) : JUDDER_OK;
}

bool grid_watch_stops(const GridWatch *book) {
    return book->watch && book->watch->go_on && !book->watch->go_on(book->watch->context, book->last.t);
}

size_t grid_watch_until(const GridWatch *book, size_t steps) {
    const size_t until = book->watch ? book->watch->until : 0;
    return until > 0 && until < steps ? until : steps;
}

JudderErr grid_watch_open(GridWatch *book, size_t done, const SlabState *now, double state) {
    const bool came_back = book->goes_on;
    if (done == 0 && !came_back) return begin(book, now);
    book->goes_on = false;
    *book->report = book->found;
    book->report->stopped = false;
    /* A book that came back was saved before the step at which it was saved was noted. */
    return came_back ? grid_watch_step(book, now, state, false) : JUDDER_OK;
}

void grid_watch_end(GridWatch *book) {
    const double length = book->last.t - book->begun;
    book->report->stick_fraction = length > 0 ? book->stick_time / length : 0;
    book->report->open_fraction = length > 0 ? book->open_time / length : 0;
    book->found = *book->report;
    book->report = NULL;
    book->watch = NULL;
}

void grid_watch_exchange(GridWatch *book, Archive *archive) {
    GridWatch copy = *book;
    copy.watch = NULL, copy.report = NULL, copy.roots = NULL;
    if (!archive_restores(archive) && book->report) copy.found = *book->report;
    archive_array(archive, "book", &copy, sizeof copy);
    copy.watch = book->watch, copy.report = book->report, copy.roots = book->roots;
    *book = copy;
    book->goes_on = archive_restores(archive);
}
