/* A track follows numbers, tables and functions through a run, window after window. */
#include "curve/signal.h"
#include "judder_test.h"
#include "random.h"

typedef double (*Plain)(double t);

static JudderErr call_plain(void *context, double t, double *y) {
    *y = (*(const Plain *)context)(t);
    return JUDDER_OK;
}

static Signal signal_of(Plain *f) {
    return (Signal){.function = {.call = call_plain, .context = f, .file = "s.lua", .line = 3}};
}

static double value_at(Track *track, double t) {
    assert_int_equal(track_seek(track, t), JUDDER_OK);
    return curve_piece_value(track_piece(track), t);
}

static void constants(void **state) {
    (void)state;
    Track *track = NULL;
    const TrackSpan span = {.what = "load", .begin = -5, .end = 1e9, .step = 1e-3};
    assert_int_equal(track_create(&(Signal){.constant = 2.5}, &span, &track), JUDDER_OK);
    assert_exact(value_at(track, -5), 2.5);
    assert_exact(value_at(track, 1e9), 2.5);
    assert_exact(curve_piece_slope(track_piece(track), 3), 0);
    assert_true(track_piece(track)->end > 1e9);
    assert_int_equal(track_rewind(track), JUDDER_OK);
    assert_exact(value_at(track, 0), 2.5);
    track_destroy(&track);
    assert_null(track);
    track_destroy(&track);
}

static void tables(void **state) {
    (void)state;
    double t[] = {0, 1, 1, 3, 4, 4}, value[] = {0, 2, 5, 5, -1, 7};
    const Signal signal = {.t = {6, t}, .value = {6, value}};
    Track *track = NULL;
    const TrackSpan span = {.what = "load", .begin = -1, .end = 10};
    assert_int_equal(track_create(&signal, &span, &track), JUDDER_OK);
    for (int round = 0; round < 2; round++) {
        assert_exact(value_at(track, -1), 0);
        assert_near(value_at(track, 0.25), 0.5, 1e-15);
        assert_near(curve_piece_value(track_piece(track), 1), 2, 1e-15);
        assert_exact(value_at(track, 1), 5);
        assert_true(track_piece(track)->jump);
        assert_exact(value_at(track, 2), 5);
        assert_near(value_at(track, 3.5), 2, 1e-14);
        assert_false(track_piece(track)->jump);
        assert_near(curve_piece_slope(track_piece(track), 3.5), -6, 1e-14);
        assert_exact(value_at(track, 4), 7);
        assert_true(track_piece(track)->jump);
        assert_exact(value_at(track, 10), 7);
        assert_exact(track->error, 0);
        assert_int_equal(track_rewind(track), JUDDER_OK);
    }
    track_destroy(&track);
}

static void table_of_one_point(void **state) {
    (void)state;
    double t[] = {2}, value[] = {3};
    Track *track = NULL;
    const TrackSpan span = {.what = "load", .begin = 0, .end = 10};
    assert_int_equal(track_create(&(Signal){.t = {1, t}, .value = {1, value}}, &span, &track), JUDDER_OK);
    assert_exact(value_at(track, 0), 3);
    assert_exact(value_at(track, 2), 3);
    assert_exact(value_at(track, 9), 3);
    track_destroy(&track);
}

static double song(double t) {
    return sin(300 * t) + 0.3 * fabs(sin(7 * t)) + (fmod(t, 10) < 4 ? 0 : 1);
}

/* From piece to piece: no gaps, no steps but the declared ones. */
static void walk_pieces(Track *track) {
    size_t pieces = 1, jumps = 0;
    while (track_piece(track)->end < track->span.end) {
        const CurvePiece before = *track_piece(track);
        const double after = value_at(track, before.end);
        assert_exact(track_piece(track)->start, before.end);
        pieces++, jumps += track_piece(track)->jump;
        if (!track_piece(track)->jump) assert_near(after, curve_piece_value(&before, before.end), 1e-10);
    }
    assert_int_equal(jumps, 12);
    assert_in_range(pieces, 6000, 60000);
}

/* The run is so long that many windows are needed. */
static void function_through_windows(void **state) {
    (void)state;
    Plain f = song;
    const Signal signal = signal_of(&f);
    const TrackSpan span = {.what = "load", .begin = 0.5, .end = 60.5, .step = 1e-3};
    Track *track = NULL;
    assert_int_equal(track_create(&signal, &span, &track), JUDDER_OK);
    Random random = {1};
    const double first_covered = track->covered;
    assert_true(first_covered < 20);
    for (double t = span.begin; t <= span.end; t += random_size(&random, 1e-6, 3e-3)) {
        assert_near(value_at(track, t), song(t), 1e-10);
        const CurvePiece *piece = track_piece(track);
        assert_true(piece->start <= t && (t < piece->end || t >= span.end));
    }
    assert_true(track->covered >= span.end);
    assert_int_equal(track_rewind(track), JUDDER_OK);
    assert_exact(track->covered, first_covered);
    walk_pieces(track);
    assert_at_most(track->error, 1e-10);
    assert_true(track->error > 0);
    track_destroy(&track);
}

static double hum(double t) {
    return sin(314.159 * t);
}

/* Late in a long run rounding of t alone moves a fast load by more than the tolerance: it is still good. */
static void late_in_a_long_run(void **state) {
    (void)state;
    Plain f = hum;
    const Signal signal = signal_of(&f);
    const TrackSpan span = {.what = "load", .begin = 1e4, .end = 1e4 + 1, .step = 1e-4};
    Track *track = NULL;
    assert_int_equal(track_create(&signal, &span, &track), JUDDER_OK);
    for (double t = span.begin; t < span.end; t += 1e-4) {
        assert_near(value_at(track, t), hum(t), 5e-9);
        assert_false(track_piece(track)->jump);
        assert_true(track_piece(track)->end - track_piece(track)->start > 1e-5);
    }
    track_destroy(&track);
}

static void the_end_of_the_run_is_covered(void **state) {
    (void)state;
    Plain f = song;
    const Signal signal = signal_of(&f);
    const double ends[] = {0.1, 1, 3.7, 1e-6};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        const TrackSpan span = {.what = "load", .begin = 0, .end = ends[i], .step = ends[i] / 37};
        Track *track = NULL;
        assert_int_equal(track_create(&signal, &span, &track), JUDDER_OK);
        assert_near(value_at(track, ends[i]), song(ends[i]), 1e-10);
        assert_exact(track_piece(track)->end, ends[i]);
        track_destroy(&track);
    }
}

/* What the user calls a jump is one, whatever value the function has there. */
static double declared(double t) {
    if (t == 0.3) return 55;
    if (t == 0.7) return -55;
    return t < 0.3 ? 1 : t < 0.7 ? 2 + t : 3;
}

static void declared_jumps(void **state) {
    (void)state;
    Plain f = declared;
    const Signal signal = signal_of(&f);
    double jumps[] = {0.3, 0.7};
    const TrackSpan span = {.what = "load", .begin = 0, .end = 1, .jumps = {2, jumps}};
    Track *track = NULL;
    assert_int_equal(track_create(&signal, &span, &track), JUDDER_OK);
    assert_near(value_at(track, 0.2999), 1, 1e-11);
    assert_near(value_at(track, 0.3), 2.3, 1e-11);
    assert_true(track_piece(track)->jump);
    assert_exact(track_piece(track)->start, 0.3);
    assert_near(value_at(track, 0.5), 2.5, 1e-11);
    assert_near(value_at(track, 0.7), 3, 1e-11);
    assert_true(track_piece(track)->jump);
    track_destroy(&track);
}

static double counter;
static double counting(double t) {
    (void)t;
    return counter++;
}
static double not_finite(double t) {
    return t > 0.9 ? INFINITY : 0;
}

static void refusals(void **state) {
    (void)state;
    Plain f = counting;
    Signal signal = signal_of(&f);
    Track *track = NULL;
    TrackSpan span = {.what = "load", .begin = 0, .end = 1};
    assert_int_equal(track_create(&signal, &span, &track), JUDDER_INPUT);
    assert_null(track);
    assert_contains(error_message(), "s.lua:3: load gives 0 and then 1 at t = 0: it must depend on t alone");
    f = not_finite;
    assert_int_equal(track_create(&signal, &span, &track), JUDDER_INPUT);
    assert_contains(error_message(), "s.lua:3: load is infinite at t = ");
    span.end = 0;
    assert_int_equal(track_create(&signal, &span, &track), JUDDER_INPUT);
    assert_contains(error_message(), "the end must come after the start");
    assert_null(track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),          cmocka_unit_test(tables),
        cmocka_unit_test(table_of_one_point), cmocka_unit_test(function_through_windows),
        cmocka_unit_test(late_in_a_long_run), cmocka_unit_test(the_end_of_the_run_is_covered),
        cmocka_unit_test(declared_jumps),     cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
