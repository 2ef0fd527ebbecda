/* The loop that follows any motion, with the simplest of all: x = t^2 in steps of 1/8. */
#include "judder_test.h"
#include "stepper/stepper.h"

#include <stdlib.h>

enum { STEPS = 100, COLUMNS = 2 };

typedef struct Falling {
    Stepper stepper;
    double row[COLUMNS];
    size_t asked_for; /* the most steps of one call */
    size_t lost_at, ends_at;
} Falling;

static JudderErr advance(Stepper *stepper, size_t count) {
    Falling *f = (Falling *)stepper;
    if (count > f->asked_for) f->asked_for = count;
    for (const size_t end = stepper->done + count; stepper->done < end;) {
        const double before[COLUMNS] = {f->row[0], f->row[1]};
        if (f->ends_at && stepper->done == f->ends_at) {
            stepper->state = STEPPER_ENDED;
            return JUDDER_OK;
        }
        f->row[0] = (double)++stepper->done / 8;
        f->row[1] = stepper->done == f->lost_at ? NAN : f->row[0] * f->row[0];
        stepper_probe_between(stepper, before, f->row, 0);
        if (stepper->done == 50)
            stepper_tell(stepper, &(StepperEvent){STEPPER_SLIP, f->row[0], 0, 1, "here"});
    }
    return JUDDER_OK;
}

static const double *row(Stepper *stepper) {
    return ((Falling *)stepper)->row;
}

static JudderErr serialise(Stepper *stepper, Archive *archive) {
    archive_array(archive, "row", ((Falling *)stepper)->row, sizeof(double[COLUMNS]));
    return archive_state(archive);
}

static const StepperKind kind = {.advance = advance, .row = row, .serialise = serialise};

static Falling falling(void) {
    return (Falling){.stepper = {.kind = &kind, .columns = COLUMNS, .steps = STEPS, .look = 16}};
}

typedef struct Seen {
    size_t rows, events, questions, patience;
    double last[COLUMNS];
} Seen;

static JudderErr on_record(void *context, const double *recorded) {
    Seen *seen = context;
    seen->rows++;
    memcpy(seen->last, recorded, sizeof seen->last);
    return JUDDER_OK;
}

static void on_event(void *context, const StepperEvent *event) {
    Seen *seen = context;
    assert_string_equal(stepper_event_names[event->kind], "slip");
    assert_near(event->t, 50. / 8, 0);
    seen->events++;
}

static bool on_go(void *context, double t) {
    Seen *seen = context;
    assert_true(t > 0);
    return ++seen->questions != seen->patience;
}

static void listen(Falling *f, Seen *seen) {
    f->stepper.listener = (StepperListener){on_record, on_event, on_go, seen};
}

static void rows_come_every_so_often_and_at_both_ends(void **state) {
    (void)state;
    static const size_t every[] = {1, 7, 50, 1000}, rows[] = {101, 1 + 14 + 1, 3, 2};
    for (size_t i = 0; i < COUNT_OF(every); i++) {
        Seen seen = {0};
        Falling f = falling();
        listen(&f, &seen);
        assert_int_equal(stepper_march(&f.stepper, every[i], 0), JUDDER_OK);
        assert_int_equal(seen.rows, rows[i]);
        assert_int_equal(seen.events, 1);
        assert_int_equal(seen.questions, STEPS / 16);
        assert_near(seen.last[0], STEPS / 8., 0);
        assert_true(f.asked_for <= every[i] && f.asked_for <= 16);
        assert_int_equal(f.stepper.state, STEPPER_GOING);
    }
}

static void a_march_rests_stops_and_goes_on(void **state) {
    (void)state;
    Seen seen = {.patience = 2};
    Falling f = falling();
    listen(&f, &seen);
    assert_int_equal(stepper_march(&f.stepper, 10, 5), JUDDER_OK);
    assert_int_equal(f.stepper.done, 5);
    assert_int_equal(seen.rows, 1);
    assert_int_equal(stepper_march(&f.stepper, 10, 0), JUDDER_OK);
    assert_int_equal(f.stepper.state, STEPPER_STOPPED);
    assert_int_equal(f.stepper.done, 5 + 2 * 16);
    assert_int_equal(stepper_march(&f.stepper, 10, 0), JUDDER_OK);
    assert_int_equal(f.stepper.state, STEPPER_GOING);
    assert_int_equal(f.stepper.done, STEPS);
    assert_int_equal(seen.rows, 11); /* none twice */
}

/* Straight between rows; those that come after the end are not reached. */
static void probes_lie_between_rows(void **state) {
    (void)state;
    static const double t[] = {0, .3125, 1, 1, 12.5, 13};
    double found[COUNT_OF(t)][COLUMNS] = {{0}};
    Falling f = falling();
    f.stepper.probes = (StepperProbes){.count = COUNT_OF(t), .t = t, .row = found[0]};
    assert_int_equal(stepper_march(&f.stepper, 1, 0), JUDDER_OK);
    assert_int_equal(f.stepper.probes.reached, 5);
    for (int i = 0; i < 5; i++) assert_near(found[i][0], t[i], 0);
    assert_near(found[1][1], (.25 * .25 + .375 * .375) / 2, 1e-15);
    assert_near(found[3][1], 1, 0);
    assert_near(found[4][1], 12.5 * 12.5, 0);
}

static void what_ends_a_march_is_its_state(void **state) {
    (void)state;
    Seen seen = {0};
    Falling nan = falling(), ended = falling();
    nan.lost_at = 30, ended.ends_at = 33;
    listen(&nan, &seen);
    assert_int_equal(stepper_march(&nan.stepper, 10, 0), JUDDER_OK);
    assert_int_equal(nan.stepper.state, STEPPER_LOST);
    assert_int_equal(seen.rows, 3); /* NaN is none */
    assert_int_equal(stepper_march(&ended.stepper, 10, 0), JUDDER_OK);
    assert_int_equal(ended.stepper.state, STEPPER_ENDED);
    assert_int_equal(ended.stepper.done, 33);
}

static void a_march_goes_on_from_an_archive(void **state) {
    (void)state;
    static const double t[] = {2.2, 9.9};
    double whole[2][COLUMNS], parts[2][COLUMNS] = {{0}};
    Falling a = falling(), b = falling(), c = falling();
    a.stepper.probes = (StepperProbes){.count = 2, .t = t, .row = whole[0]};
    b.stepper.probes = c.stepper.probes = (StepperProbes){.count = 2, .t = t, .row = parts[0]};
    Seen seen = {0};
    listen(&c, &seen);
    Archive *out = NULL, *in = NULL;
    size_t size;
    assert_int_equal(stepper_march(&a.stepper, 1, 0), JUDDER_OK);
    assert_int_equal(stepper_march(&b.stepper, 1, 40), JUDDER_OK);
    assert_int_equal(archive_create(&out), JUDDER_OK);
    assert_int_equal(stepper_serialise(&b.stepper, out), JUDDER_OK);
    const void *bytes = archive_bytes(out, &size);
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    memset(parts, 0, sizeof parts);
    assert_int_equal(archive_open(copy, size, &in), JUDDER_OK);
    assert_int_equal(stepper_serialise(&c.stepper, in), JUDDER_OK);
    assert_int_equal(stepper_march(&c.stepper, 20, 0), JUDDER_OK);
    assert_int_equal(seen.rows, 3); /* the first row was recorded before */
    assert_memory_equal(whole, parts, sizeof whole);
    assert_memory_equal(a.row, c.row, sizeof a.row);
    archive_destroy(&out);
    archive_destroy(&in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_every_so_often_and_at_both_ends),
        cmocka_unit_test(a_march_rests_stops_and_goes_on),
        cmocka_unit_test(probes_lie_between_rows),
        cmocka_unit_test(what_ends_a_march_is_its_state),
        cmocka_unit_test(a_march_goes_on_from_an_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
