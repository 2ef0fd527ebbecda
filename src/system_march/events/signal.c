/* Signals inside a step: any time of it, again and again. Steps end where a signal has a kink or jumps, and
 * where the window of a track ends. */
#include "system_march/events/events.h"

#include <math.h>

/* Whether two pieces do not join smoothly; those fitted to a function miss each other by rounding. */
static bool breaks(const CurvePiece *before, const CurvePiece *after) {
    if (after->jump) return true;
    const double t = after->start, left = curve_piece_slope(before, t), right = curve_piece_slope(after, t);
    const double size = fmax(fabs(left), fabs(right));
    const double wide = fmax(fabs(before->c[0]), fabs(after->c[0])) *
                        fmin(fabs(before->per_half), fabs(after->per_half));
    return fabs(left - right) > 1e-5 * fmax(size, 1e-3 * wide);
}

static double next_break(const Track *track) {
    const Curve *window = &track->window;
    for (size_t k = track->cursor; k + 1 < window->count; k++)
        if (breaks(&window->pieces[k], &window->pieces[k + 1])) return window->pieces[k].end;
    return window->pieces[window->count - 1].end;
}

JudderErr events_follow(Events *e) {
    const SystemMarch *m = e->m;
    const double t = e->now->t;
    e->cut = m->setup.final;
    for (int i = 0; i < m->signal_count; i++) {
        Track *track = m->signal[i].track;
        if (!track) continue;
        if (!(t < e->silent[i])) {
            TRY(track_seek(track, t));
            e->silent[i] = next_break(track);
            if (!(e->silent[i] > t)) e->silent[i] = INFINITY; /* beyond the end its last piece holds */
        }
        TRY(track_seek(track, t));
        e->cut = fmin(e->cut, e->silent[i]);
    }
    return JUDDER_OK;
}

/* At the end of the step the piece before a jump still holds. */
static const CurvePiece *piece_at(const Events *e, const Track *track, double *t) {
    const Curve *window = &track->window;
    size_t k = track->cursor;
    if (*t > e->cut) *t = e->cut;
    while (k + 1 < window->count && window->pieces[k].end < *t) k++;
    while (k > 0 && window->pieces[k].start > *t) k--;
    return &window->pieces[k];
}

double events_signal(const Events *e, int place, double t) {
    if (place < 0) return 0;
    const Followed *f = &e->m->signal[place];
    if (!f->track) return f->at[0];
    const CurvePiece *piece = piece_at(e, f->track, &t);
    return curve_piece_value(piece, t);
}

double events_signal_slope(const Events *e, int place, double t) {
    if (place < 0 || !e->m->signal[place].track) return 0;
    const CurvePiece *piece = piece_at(e, e->m->signal[place].track, &t);
    return curve_piece_slope(piece, t);
}

double events_signal_piece(const Events *e) {
    double least = INFINITY;
    for (int i = 0; i < e->m->signal_count; i++) {
        const Track *track = e->m->signal[i].track;
        if (track && track_piece(track)->end > track_piece(track)->start)
            least = fmin(least, track_piece(track)->end - track_piece(track)->start);
    }
    return least;
}
