#include "report/series/marks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, MOST_ROWS = 5000000 };

/* A state that is on or off; before the first event it is what the first event ends. */
typedef struct State {
    bool known, on;
    double since;
} State;

/* Adds a part of 1 to the bins between two times. */
static void add_part(Spans *spans, const Marks *marks, double from, double to, double part) {
    from = fmax(from, marks->from), to = fmin(to, marks->to);
    if (!(to > from)) return;
    const double bin = (marks->to - marks->from) / MARKS_BINS;
    const size_t first = (size_t)fmin((from - marks->from) / bin, MARKS_BINS - 1),
                 last = (size_t)fmin((to - marks->from) / bin, MARKS_BINS - 1);
    for (size_t i = first; i <= last; i++) {
        const double begin = marks->from + bin * (double)i;
        spans->part[i] += part * fmax(0, fmin(to, begin + bin) - fmax(from, begin)) / bin;
    }
}

static void add_span(Spans *spans, const Marks *marks, double from, double to) {
    const double begin = fmax(from, marks->from), end = fmin(to, marks->to);
    if (!(end > begin)) return;
    if (spans->count < MARKS_SPANS) spans->from[spans->count] = begin, spans->to[spans->count] = end;
    spans->count++;
    add_part(spans, marks, from, to, 1);
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

static void marks_take_event(Marks *marks, const ReaderEvent *event, State *stick, State *open,
                             size_t *every) {
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

/* --- several places --- */

/* Counts of nodes by their state: the part of each step goes to its bins. */
static JudderErr take_counts(const Reader *reader, const ReaderStudy *study, const char *over, Marks *marks) {
    const ReaderSet *sets[] = {reader_find(&study->series, over), reader_find(&study->series, "stick_nodes"),
                               reader_find(&study->series, "slip_nodes"),
                               reader_find(&study->series, "open_nodes")};
    if (!sets[0] || study->rows > MOST_ROWS) return JUDDER_OK;
    double *rows = calloc(4 * BLOCK, sizeof *rows), last = (double)NAN, stick = 0, open = 0;
    REQUIRE(rows, error_memory());
    JudderErr err = JUDDER_OK;
    for (size_t first = 0; err == JUDDER_OK && first < study->rows; first += BLOCK) {
        const size_t count = study->rows - first < BLOCK ? study->rows - first : BLOCK;
        for (size_t k = 0; err == JUDDER_OK && k < 4; k++)
            if (sets[k]) err = reader_read(reader, sets[k], first, count, rows + k * BLOCK);
        for (size_t i = 0; err == JUDDER_OK && i < count; i++) {
            const double s = rows[BLOCK + i], o = rows[3 * BLOCK + i], all = s + o + rows[2 * BLOCK + i];
            const double now_stick = all > 0 ? s / all : 0, now_open = all > 0 ? o / all : 0;
            add_part(&marks->stick, marks, last, rows[i], (stick + now_stick) / 2);
            add_part(&marks->open, marks, last, rows[i], (open + now_open) / 2);
            last = rows[i], stick = now_stick, open = now_open;
        }
    }
    free(rows);
    return err;
}

enum { MOST_PLACES = 256 };

/* The state of each place; of one that no event has named yet, what its first event ends. */
typedef struct Places {
    size_t count;
    bool too_many;
    struct {
        char name[16];
        bool stick, open;
    } at[MOST_PLACES];
    double last;
} Places;

static size_t place_of(Places *places, const ReaderEvent *event, bool add) {
    for (size_t i = 0; i < places->count; i++)
        if (strcmp(places->at[i].name, event->place) == 0) return i;
    if (places->count == MOST_PLACES) places->too_many = true;
    if (!add || places->count == MOST_PLACES) return places->count;
    memcpy(places->at[places->count].name, event->place, sizeof event->place);
    places->at[places->count].stick = strcmp(event->kind, "slip") == 0;
    places->at[places->count].open = strcmp(event->kind, "close") == 0;
    return places->count++;
}

static bool changes_state(const ReaderEvent *event) {
    static const char *const kinds[] = {"stick", "slip", "open", "close"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(event->kind, kinds[i]) == 0) return true;
    return false;
}

static void flow(Places *places, Marks *marks, double time) {
    double stick = 0, open = 0;
    for (size_t i = 0; i < places->count; i++) {
        stick += places->at[i].stick / (double)places->count;
        open += places->at[i].open / (double)places->count;
    }
    add_part(&marks->stick, marks, places->last, time, stick);
    add_part(&marks->open, marks, places->last, time, open);
    places->last = time;
}

/* --- events --- */

typedef struct Taking {
    Marks *marks;
    State stick, open;
    size_t every;
    Places places;
} Taking;

static void name_place(Taking *taking, const ReaderEvent *event) {
    if (changes_state(event)) place_of(&taking->places, event, true);
}

static void take_one(Taking *taking, const ReaderEvent *event) {
    marks_take_event(taking->marks, event, &taking->stick, &taking->open, &taking->every);
}

static void take_part(Taking *taking, const ReaderEvent *event) {
    if (strcmp(event->kind, "jump") == 0 && strcmp(event->place, "start") != 0)
        add_jump(taking->marks, event->time, &taking->every);
    const size_t place = place_of(&taking->places, event, false);
    if (!taking->marks->parts || !changes_state(event) || place == taking->places.count) return;
    flow(&taking->places, taking->marks, event->time);
    taking->places.at[place].stick = strcmp(event->kind, "stick") == 0;
    taking->places.at[place].open = strcmp(event->kind, "open") == 0;
}

static JudderErr for_each(const Reader *reader, const ReaderStudy *study, Taking *taking,
                          void (*use)(Taking *, const ReaderEvent *)) {
    ReaderEvent *events = malloc(BLOCK * sizeof *events);
    REQUIRE(events, error_memory());
    JudderErr err = JUDDER_OK;
    for (size_t first = 0; err == JUDDER_OK && first < study->events; first += BLOCK) {
        const size_t count = study->events - first < BLOCK ? study->events - first : BLOCK;
        err = reader_events(reader, study, first, count, events);
        for (size_t i = 0; err == JUDDER_OK && i < count; i++) use(taking, &events[i]);
    }
    free(events);
    return err;
}

static JudderErr take_one_place(const Reader *reader, const ReaderStudy *study, Taking *taking) {
    Marks *marks = taking->marks;
    TRY(for_each(reader, study, taking, take_one));
    if (taking->stick.known && taking->stick.on)
        add_span(&marks->stick, marks, taking->stick.since, marks->to);
    if (taking->open.known && taking->open.on) add_span(&marks->open, marks, taking->open.since, marks->to);
    return JUDDER_OK;
}

static JudderErr take_events(const Reader *reader, const ReaderStudy *study, const char *over,
                             Taking *taking) {
    Marks *marks = taking->marks;
    const bool counted = reader_find(&study->series, "stick_nodes") &&
                         reader_find(&study->series, "slip_nodes");
    if (!counted) TRY(for_each(reader, study, taking, name_place));
    if (!counted && taking->places.count < 2) return take_one_place(reader, study, taking);
    taking->places.last = marks->from;
    marks->parts = !counted && !taking->places.too_many;
    TRY(for_each(reader, study, taking, take_part));
    if (marks->parts) flow(&taking->places, marks, marks->to);
    if (counted) TRY(take_counts(reader, study, over, marks));
    marks->parts = marks->parts || counted;
    return JUDDER_OK;
}

JudderErr marks_make(const Reader *reader, const ReaderStudy *study, const MarksRequest *wish, Marks *marks) {
    *marks = (Marks){.from = wish->from, .to = wish->to};
    if (!(wish->to > wish->from)) return JUDDER_OK;
    if (study->events == 0 && !reader_find(&study->series, "stick_nodes"))
        return take_rows(reader, study, marks);
    Taking *taking = calloc(1, sizeof *taking);
    REQUIRE(taking, error_memory());
    taking->marks = marks;
    taking->every = 1;
    const JudderErr err = take_events(reader, study, wish->over, taking);
    free(taking);
    return err;
}

static void draw_spans(const Spans *spans, const Marks *marks, PlotBand band, Plot *plot) {
    if (!marks->parts && spans->count <= MARKS_SPANS) {
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
