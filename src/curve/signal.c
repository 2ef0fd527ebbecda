#include "curve/signal.h"

#include <math.h>
#include <stdlib.h>

enum { CELLS = 256, STEPS_A_CELL = 4096, WINDOW = 2048, MOST_PIECES = 65536, PREVIEW = 65 };
static const double fit_tolerance = 1e-12;

/* The whole table becomes the window: straight pieces, constant before and after. */
static JudderErr window_of_table(Track *track) {
    const Numbers t = track->source.t, value = track->source.value;
    const size_t last = t.count - 1;
    CurvePiece piece = curve_piece_line(-INFINITY, t.at[0], value.at[0], value.at[0]);
    TRY(curve_append(&track->window, &piece));
    bool jump = false;
    for (size_t i = 0; i < last; i++) {
        if (t.at[i + 1] == t.at[i]) {
            jump = true;
            continue;
        }
        piece = curve_piece_line(t.at[i], t.at[i + 1], value.at[i], value.at[i + 1]);
        piece.jump = jump;
        jump = false;
        TRY(curve_append(&track->window, &piece));
    }
    piece = curve_piece_line(t.at[last], INFINITY, value.at[last], value.at[last]);
    piece.jump = jump;
    TRY(curve_append(&track->window, &piece));
    track->covered = INFINITY;
    return JUDDER_OK;
}

static bool is_jump(const Track *track, double t) {
    for (size_t i = 0; i < track->span.jumps.count; i++)
        if (track->span.jumps.at[i] == t) return true;
    return false;
}

/* The end of the cell that starts at a: a cell's width further, or the next listed jump. */
static double cell_end(const Track *track, double a) {
    double b = a + track->cell;
    if (b > track->span.end - 1e-3 * track->cell) b = track->span.end;
    for (size_t i = 0; i < track->span.jumps.count; i++) {
        const double jump = track->span.jumps.at[i];
        if (jump > a && jump < b) b = jump;
    }
    return b;
}

/* The next window of a function: cells until there are enough pieces or the run is covered. */
static JudderErr window_of_function(Track *track) {
    curve_clear(&track->window);
    track->cursor = 0;
    while (track->window.count < WINDOW && track->covered < track->span.end) {
        const double a = track->covered, b = cell_end(track, a);
        TRY(fit_cell(&track->fit, a, b, is_jump(track, a), is_jump(track, b)));
        track->covered = b;
    }
    track->error = fmax(track->error, track->window.error);
    return JUDDER_OK;
}

/* Looks at the function over the whole run, twice at each point: its size, and that it gives the
 * same value each time. */
static JudderErr preview(Track *track) {
    for (int i = 0; i < PREVIEW; i++) {
        const double t = track->span.begin + (track->span.end - track->span.begin) * i / (PREVIEW - 1);
        double once, again;
        TRY(fit_call(&track->fit, t, &once));
        TRY(fit_call(&track->fit, t, &again));
        if (once == again) continue;
        const JudderErr err = error_input(
            NULL, "%s gives %.17g and then %.17g at t = %.17g: it must depend on t alone", track->span.what,
            once, again, t);
        if (track->source.function.file)
            error_locate(track->source.function.file, track->source.function.line);
        return err;
    }
    return JUDDER_OK;
}

JudderErr track_rewind(Track *track) {
    track->cursor = 0;
    if (!track->source.function.call) return JUDDER_OK;
    track->covered = track->span.begin;
    track->fit.jumped = false;
    return window_of_function(track);
}

static JudderErr track_open(Track *track) {
    const TrackSpan *span = &track->span;
    if (track->source.function.call) {
        track->cell = (span->end - span->begin) / CELLS;
        if (span->step > 0) track->cell = fmin(track->cell, STEPS_A_CELL * span->step);
        track->fit = (Fit){.function = track->source.function,
                           .options = {span->what, "t", fit_tolerance, MOST_PIECES},
                           .curve = &track->window,
                           .last = span->last};
        TRY(preview(track));
        return track_rewind(track);
    }
    if (track->source.t.count > 0) return window_of_table(track);
    const CurvePiece piece = curve_piece_line(-INFINITY, INFINITY, track->source.constant,
                                              track->source.constant);
    track->covered = INFINITY;
    return curve_append(&track->window, &piece);
}

JudderErr track_create(const Signal *signal, const TrackSpan *span, Track **track) {
    REQUIRE(
        span->end > span->begin,
        error_input(NULL, "a run from %g to %g: the end must come after the start", span->begin, span->end));
    Track *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->source = *signal;
    made->span = *span;
    const JudderErr err = track_open(made);
    if (err != JUDDER_OK) {
        track_destroy(&made);
        return err;
    }
    *track = made;
    return JUDDER_OK;
}

void track_destroy(Track **track) {
    if (!*track) return;
    curve_release(&(*track)->window);
    free(*track);
    *track = NULL;
}

JudderErr track_seek(Track *track, double t) {
    for (;;) {
        while (track->cursor + 1 < track->window.count && track_piece(track)->end <= t) track->cursor++;
        if (track_piece(track)->end > t || !(track->covered < track->span.end) ||
            !track->source.function.call)
            return JUDDER_OK;
        TRY(window_of_function(track));
    }
}

static void check_window(const Track *track, Archive *archive) {
    if (track->window.count == 0) archive_refuse(archive, "a window without pieces");
    for (size_t i = 0; i < track->window.count; i++)
        if (track->window.pieces[i].degree < 0 || track->window.pieces[i].degree > CURVE_DEGREE)
            archive_refuse(archive, "the degree of a piece");
}

static void serialise_window(Track *track, Archive *archive) {
    archive_array(archive, "covered", &track->covered, sizeof track->covered);
    archive_array(archive, "scale", &track->fit.scale, sizeof track->fit.scale);
    archive_flag(archive, "jumped", &track->fit.jumped);
    archive_array(archive, "window error", &track->window.error, sizeof track->window.error);
    const size_t count = archive_count(archive, "pieces", track->window.count, sizeof(CurvePiece));
    if (!curve_reserve(&track->window, count)) {
        archive_refuse(archive, "no memory for a window");
        return;
    }
    archive_array(archive, "window", track->window.pieces, count * sizeof(CurvePiece));
    track->window.count = count;
    if (archive_restores(archive)) check_window(track, archive);
}

void track_serialise(Track *track, Archive *archive) {
    if (track->source.function.call) serialise_window(track, archive);
    archive_array(archive, "cursor", &track->cursor, sizeof track->cursor);
    archive_array(archive, "error", &track->error, sizeof track->error);
    if (track->cursor < track->window.count) return;
    archive_refuse(archive, "the cursor of a window");
    track->cursor = 0;
}

/* Outside the table its end values hold; at a jump the later value. */
static double table_value(const Signal *signal, double t) {
    const Numbers at = signal->t, value = signal->value;
    size_t i = 0;
    while (i < at.count && at.at[i] <= t) i++;
    if (i == 0) return value.at[0];
    if (i == at.count) return value.at[at.count - 1];
    return value.at[i - 1] + (value.at[i] - value.at[i - 1]) * (t - at.at[i - 1]) / (at.at[i] - at.at[i - 1]);
}

JudderErr signal_value(const Signal *signal, double t, double *value) {
    if (signal->function.call) return signal->function.call(signal->function.context, t, value);
    *value = signal->t.count > 0 ? table_value(signal, t) : signal->constant;
    return JUDDER_OK;
}
