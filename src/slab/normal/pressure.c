/* The pressure S(t) is given: no normal motion. */
#include "slab/normal/normal.h"

#include <string.h>

static JudderErr stretch_of_piece(Normal *normal, double start) {
    const Track *track = normal->own;
    const CurvePiece *piece = track_piece(track);
    NormalStretch *p = &normal->stretch;
    *p = (NormalStretch){.start = start,
                         .end = piece->end < track->span.end ? piece->end : INFINITY,
                         .mid = piece->mid,
                         .per_half = piece->per_half,
                         .degree = piece->degree};
    memcpy(p->pressure, piece->c, sizeof p->pressure);
    if (piece->jump) normal->irregular = true;
    const double last = fmin(piece->end, track->span.end);
    ExpPolynomial g;
    curve_piece_restrict(piece, start, last, &g);
    double s = 0, size = 0;
    int side;
    for (int k = 0; k <= g.degree; k++) size = fmax(size, fabs(g.c[k]));
    const bool negative = g.c[0] < -1e-9 * size ||
                          exp_polynomial_first_exit(&g, 0, INFINITY, 1e-9 * size, &s, &side);
    const double where = negative ? start + s * (last - start) : start;
    REQUIRE(!negative,
            error_input("contact", "the pressure S becomes negative at t = %.6g: S >= 0 is needed", where));
    return JUDDER_OK;
}

static JudderErr begin(Normal *normal, const SlabData *data) {
    Track *track = NULL;
    const TrackSpan span = {.what = "pressure",
                            .begin = 0,
                            .end = data->final + 2 * data->step,
                            .step = data->step,
                            .last = data->final};
    TRY(track_create(&data->pressure, &span, &track));
    normal->own = track;
    TRY(track_seek(track, 0));
    return stretch_of_piece(normal, 0);
}

static JudderErr next(Normal *normal) {
    const double start = normal->stretch.end;
    TRY(track_seek(normal->own, start));
    return stretch_of_piece(normal, start);
}

static double outgoing(const Normal *normal, double t) {
    (void)normal, (void)t;
    return 0;
}

static void pressure_serialise(Normal *normal, Archive *archive) {
    track_serialise(normal->own, archive);
}

static void end(Normal *normal) {
    Track *track = normal->own;
    track_destroy(&track);
}

const NormalKind normal_pressure = {.name = "pressure",
                                    .rigid = true,
                                    .begin = begin,
                                    .next = next,
                                    .outgoing = outgoing,
                                    .serialise = pressure_serialise,
                                    .end = end};
