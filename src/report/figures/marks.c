#include "report/figures/marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, MOST_ROWS = 5000000 };

/* A state that is on or off; before the first event it is what the first event ends. */
typedef struct State {
    bool known, on;
    double since;
} State;

static void add_span(Spans *spans, const Marks *marks, double from, double to) {
    from = fmax(from, marks->from), to = fmin(to, marks->to);
    if (!(to > from)) return;
    if (spans->count < MARKS_SPANS) spans->from[spans->count] = from, spans->to[spans->count] = to;
    spans->count++;
    const double bin = (marks->to - marks->from) / MARKS_BINS;
    const size_t first = (size_t)fmin((from - marks->from) / bin, MARKS_BINS - 1),
                 last = (size_t)fmin((to - marks->from) / bin, MARKS_BINS - 1);
    for (size_t i = first; i <= last; i++) {
        const double begin = marks->from + bin * (double)i;
        spans->part[i] += fmax(0, fmin(to, begin + bin) - fmax(from, begin)) / bin;
    }
}

static void turn(State *state, bool on, double time, Marks *marks, Spans *spans) {
    if (!state->known) *state = (State){true, !on, marks->from};
    if (state->on == on) return;
    if (state->on) add_span(spans, marks, state->since, time);
    state->on = on;
    state->since = time;
}

/* Only every n-th jump is kept once there are too many to draw. */
static void add_jump(Marks *marks, double time, size_t *every) {
    if (time < marks->from || time > marks->to) return;
    if (marks->jumps++ % *every != 0) return;
    if (marks->jumps_kept == MARKS_JUMPS) {
        for (size_t i = 0; i < MARKS_JUMPS / 2; i++) marks->jump_at[i] = marks->jump_at[2 * i];
        marks->jumps_kept = MARKS_JUMPS / 2;
        *every *= 2;
    }
    marks->jump_at[marks->jumps_kept++] = time;
}

/* Where several contacts change their states, no shade can say which. */
static bool one_place(const ReaderEvent *event, char *place, size_t size) {
    static const char *const states[] = {"stick", "slip", "open", "close", NULL};
    for (const char *const *state = states; *state; state++) {
        if (strcmp(event->kind, *state) != 0) continue;
        if (!place[0]) snprintf(place, size, "%s", event->place);
        return strncmp(place, event->place, size - 1) == 0;
    }
    return true;
}

static void take(Marks *marks, const ReaderEvent *event, State *stick, State *open, size_t *every) {
    if (strcmp(event->kind, "stick") == 0) turn(stick, true, event->time, marks, &marks->stick);
    if (strcmp(event->kind, "slip") == 0) turn(stick, false, event->time, marks, &marks->stick);
    if (strcmp(event->kind, "open") == 0) {
        turn(open, true, event->time, marks, &marks->open);
        if (stick->known) turn(stick, false, event->time, marks, &marks->stick);
    }
    if (strcmp(event->kind, "close") == 0) turn(open, false, event->time, marks, &marks->open);
    if (strcmp(event->kind, "jump") != 0 || strcmp(event->place, "start") == 0) return;
    add_jump(marks, event->time, every);
    if (event->from == 0 || event->to == 0) turn(stick, event->to == 0, event->time, marks, &marks->stick);
}

/* Without events the rows tell: it sticks where every slip velocity is 0. */
static JudderErr take_rows(const Reader *reader, const ReaderStudy *study, Marks *marks) {
    const ReaderSet *sets[] = {reader_find(&study->series, "t"), reader_find(&study->series, "slip_1"),
                               reader_find(&study->series, "slip_2")};
    if (!sets[0] || !sets[1] || study->rows > MOST_ROWS) return JUDDER_OK;
    double *rows = calloc(3 * BLOCK, sizeof *rows);
    REQUIRE(rows, error_memory());
    State stick = {0};
    JudderErr err = JUDDER_OK;
    for (size_t first = 0; err == JUDDER_OK && first < study->rows; first += BLOCK) {
        const size_t count = study->rows - first < BLOCK ? study->rows - first : BLOCK;
        for (size_t k = 0; err == JUDDER_OK && k < 3; k++)
            if (sets[k]) err = reader_read(reader, sets[k], first, count, rows + k * BLOCK);
        for (size_t i = 0; err == JUDDER_OK && i < count; i++) {
            const bool stuck = rows[BLOCK + i] == 0 && rows[2 * BLOCK + i] == 0;
            if (!stick.known) stick = (State){true, stuck, rows[i]};
            turn(&stick, stuck, rows[i], marks, &marks->stick);
        }
    }
    if (stick.on) add_span(&marks->stick, marks, stick.since, marks->to);
    free(rows);
    return err;
}

JudderErr marks_make(const Reader *reader, const ReaderStudy *study, double from, double to, Marks *marks) {
    *marks = (Marks){.from = from, .to = to};
    if (!(to > from)) return JUDDER_OK;
    if (study->events == 0) return take_rows(reader, study, marks);
    ReaderEvent *events = malloc(BLOCK * sizeof *events);
    REQUIRE(events, error_memory());
    State stick = {0}, open = {0};
    size_t every = 1;
    JudderErr err = JUDDER_OK;
    char place[64] = "";
    bool alone = true;
    for (size_t first = 0; err == JUDDER_OK && first < study->events; first += BLOCK) {
        const size_t count = study->events - first < BLOCK ? study->events - first : BLOCK;
        err = reader_events(reader, study, first, count, events);
        for (size_t i = 0; err == JUDDER_OK && i < count; i++) {
            alone = alone && one_place(&events[i], place, sizeof place);
            take(marks, &events[i], &stick, &open, &every);
        }
    }
    if (stick.known && stick.on) add_span(&marks->stick, marks, stick.since, to);
    if (open.known && open.on) add_span(&marks->open, marks, open.since, to);
    if (!alone) marks->stick = marks->open = (Spans){0};
    free(events);
    return err;
}

static void draw_spans(const Spans *spans, const Marks *marks, PlotBand band, Plot *plot) {
    if (spans->count <= MARKS_SPANS) {
        for (size_t i = 0; i < spans->count; i++) plot_band(plot, band, spans->from[i], spans->to[i], 1);
        return;
    }
    const double bin = (marks->to - marks->from) / MARKS_BINS;
    for (size_t i = 0, end; i < MARKS_BINS; i = end) {
        const double level = nearbyint(8 * spans->part[i]) / 8;
        for (end = i + 1; end < MARKS_BINS && nearbyint(8 * spans->part[end]) / 8 == level;) end++;
        if (level > 0)
            plot_band(plot, band, marks->from + bin * (double)i, marks->from + bin * (double)end, level);
    }
}

void marks_draw(const Marks *marks, Plot *plot) {
    draw_spans(&marks->stick, marks, PLOT_STICK, plot);
    draw_spans(&marks->open, marks, PLOT_OPEN, plot);
    for (size_t i = 0; i < marks->jumps_kept; i++) plot_mark(plot, marks->jump_at[i], "jump");
}
