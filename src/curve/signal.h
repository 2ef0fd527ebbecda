/* A number that may vary: constant, a function, or a table; and the track by which a time loop follows it.
 *
 * A track holds a window of pieces that moves forward with the run: the function is called only when a new
 * window is made, never in a step.
 */
#ifndef JUDDER_CURVE_SIGNAL_H
#define JUDDER_CURVE_SIGNAL_H

#include "base/archive.h"
#include "base/word.h"
#include "curve/fit.h"

/* As a case gives it. Outside a table its end values hold; two equal times in a table are a jump. */
typedef struct Signal {
    double constant;
    Function function; /* used if function.call is set */
    Numbers t, value;  /* used if t.count > 0 */
} Signal;

/* A vector that may vary, as a case gives it. */
typedef struct SignalVector {
    size_t count; /* entries of the list, whatever their number; 0: a function gives all */
    Signal at[3];
} SignalVector;

static inline bool signal_varies(const Signal *signal) {
    return signal->function.call || signal->t.count > 0;
}
/* Its value at any time, for set-up: time loops follow a track. */
JudderErr signal_value(const Signal *signal, double t, double *value);

/* One of some words, or a function instead. */
typedef struct ChoiceOrFunction {
    int choice;
    Function function; /* used if function.call is set */
} ChoiceOrFunction;

typedef struct TrackSpan {
    const char *what;  /* the field, for messages */
    double begin, end; /* of the run */
    double step;       /* the finest time that matters to the caller */
    /* beyond this time the function is not evaluated, its value there holds; 0: it is evaluated up to the end
     */
    double last;
    Numbers jumps; /* times at which the function jumps, in order; jumps that are not listed are found */
} TrackSpan;

typedef struct Track {
    Signal source;
    TrackSpan span;
    Fit fit;
    Curve window;
    double cell, covered; /* width of the cells that are fitted; up to where the window reaches */
    size_t cursor;        /* the present piece */
    double error;         /* largest difference to the function seen so far */
} Track;

JudderErr track_create(const Signal *signal, const TrackSpan *span, Track **track);
void track_destroy(Track **track);
/* Moves to the piece that holds t; at the end of a piece, to the next one. May call the function for a new
 * window; only forward. */
JudderErr track_seek(Track *track, double t);
/* Starts again at the beginning of the span. */
JudderErr track_rewind(Track *track);

/* Where the track is, with its window, out and back in: for a track made from the same signal and span. */
void track_serialise(Track *track, Archive *archive);

static inline const CurvePiece *track_piece(const Track *track) {
    return &track->window.pieces[track->cursor];
}

#endif
