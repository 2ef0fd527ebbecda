/* Thinning keeps every extreme, the ends and the order, whatever the rows; reading goes by blocks. */
#include "report/series/marks.h"
#include "report/series/thin.h"

#include "judder_test.h"
#include "random.h"
#include "results/scratch.h"

enum { COLUMNS = 3 };
static const ResultsColumn columns[COLUMNS] = {{"t", "s"}, {"a", "m"}, {"b", ""}};

/* A result with rows of random numbers, some of them missing; the numbers themselves in `rows`. */
static void make(const char *path, size_t count, double missing, Random *random, double *rows) {
    Results *results = NULL;
    results_make(path, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_series_declare(results, columns, COLUMNS), JUDDER_OK);
    for (size_t i = 0; i < count; i++) {
        double *row = rows + COLUMNS * i;
        row[0] = (double)i;
        row[1] = random_in(random, 0, 1) < missing
                     ? (double)NAN
                     : random_in(random, -1, 1) * random_size(random, 1e-3, 1e3);
        row[2] = floor(random_in(random, 0, 4));
        assert_int_equal(results_series_append(results, row), JUDDER_OK);
        if (i % 70001 == 70000) assert_int_equal(results_flush(results), JUDDER_OK);
    }
    assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_destroy(&results);
}

/* Of every bucket the smallest and the largest of each column must be among the rows that stayed for it. */
static void check_bucket(const Thin *thin, const double *rows, size_t first, size_t from, size_t to,
                         size_t *at) {
    double low[COLUMNS], high[COLUMNS], kept_low[COLUMNS], kept_high[COLUMNS];
    for (size_t c = 0; c < COLUMNS; c++) {
        low[c] = kept_low[c] = INFINITY, high[c] = kept_high[c] = -INFINITY;
        for (size_t i = from; i < to; i++) {
            low[c] = fmin(low[c], rows[COLUMNS * (first + i) + c]);
            high[c] = fmax(high[c], rows[COLUMNS * (first + i) + c]);
        }
    }
    size_t count = 0;
    for (; *at < thin->count && thin->kept[*at].row < first + to; ++*at, count++) {
        const ThinRow *kept = &thin->kept[*at];
        assert_true(kept->row >= first + from);
        assert_memory_equal(thin->at + COLUMNS * *at, rows + COLUMNS * kept->row, COLUMNS * sizeof(double));
        for (size_t c = 0; c < COLUMNS; c++) {
            if (!(kept->marks >> c & 1)) continue;
            kept_low[c] = fmin(kept_low[c], thin->at[COLUMNS * *at + c]);
            kept_high[c] = fmax(kept_high[c], thin->at[COLUMNS * *at + c]);
        }
    }
    for (size_t c = 0; c < COLUMNS; c++) {
        assert_exact(kept_low[c], low[c]);
        assert_exact(kept_high[c], high[c]);
    }
    assert_true(count >= 1 && count <= 2 * COLUMNS + 2);
}

static void check(const Reader *reader, const double *rows, size_t first, size_t count, size_t buckets) {
    Thin thin;
    assert_int_equal(thin_make(reader, &reader->studies[0],
                               (ThinRequest){.first = first, .count = count, .buckets = buckets}, &thin),
                     JUDDER_OK);
    size_t at = 0;
    if (thin.whole) {
        assert_int_equal(thin.count, count);
        buckets = count;
    }
    for (size_t b = 0; b < buckets; b++)
        check_bucket(&thin, rows, first, count / buckets * b + count % buckets * b / buckets,
                     count / buckets * (b + 1) + count % buckets * (b + 1) / buckets, &at);
    assert_int_equal(at, thin.count);
    assert_int_equal(thin.kept[0].row, first);
    assert_int_equal(thin.kept[thin.count - 1].row, first + count - 1);
    thin_release(&thin);
}

static void keeps_extremes(void **state) {
    (void)state;
    Random random = {11};
    static double rows[COLUMNS * 200000];
    for (int run = 0; run < 12; run++) {
        const size_t count = run == 0   ? 200000
                             : run == 1 ? 65536
                                        : 1 + (size_t)random_below(&random, run < 6 ? 100 : 9000);
        make(scratch_path("thin.h5"), count, run % 3 ? 0.1 : 0, &random, rows);
        Reader *reader = NULL;
        assert_int_equal(reader_open(scratch_path("thin.h5"), &reader), JUDDER_OK);
        check(reader, rows, 0, count, 1);
        check(reader, rows, 0, count, 1000);
        check(reader, rows, 0, count, 1 + (size_t)random_below(&random, 300));
        const size_t first = (size_t)random_below(&random, (int)count);
        check(reader, rows, first, count - first, 50);
        reader_close(&reader);
        assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
    }
}

static void curves(void **state) {
    (void)state;
    Random random = {12};
    static double rows[COLUMNS * 30000];
    double xs[30000], ys[30000];
    make(scratch_path("curve.h5"), 30000, 0, &random, rows);
    Reader *reader = NULL;
    Thin thin;
    assert_int_equal(reader_open(scratch_path("curve.h5"), &reader), JUDDER_OK);
    assert_int_equal(
        thin_make(reader, &reader->studies[0], (ThinRequest){.count = 30000, .buckets = 100}, &thin),
        JUDDER_OK);
    assert_int_equal(thin_column(&thin, "b"), 2);
    assert_int_equal(thin_column(&thin, "c"), -1);
    const size_t count = thin_curve(&thin, 0, 1, xs, ys);
    /* Two ends and two extremes a bucket at most: what was kept for b alone is not there. */
    assert_true(count <= 400 && count >= 200);
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        assert_exact(ys[i], rows[COLUMNS * (size_t)xs[i] + 1]);
        if (i > 0) assert_true(xs[i] > xs[i - 1]);
        low = fmin(low, ys[i]), high = fmax(high, ys[i]);
    }
    assert_exact(low, thin.low[1]);
    assert_exact(high, thin.high[1]);
    thin_release(&thin);
    reader_close(&reader);
}

/* A study that sticks, slips, jumps and opens; with few events the spans are exact, with many the bins add
 * up. */
static void spans(void **state) {
    (void)state;
    for (int many = 0; many < 2; many++) {
        Results *results = NULL;
        const int cycles = many ? 5000 : 3;
        results_make(scratch_path("events.h5"), &results);
        assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
        for (int i = 0; i < cycles; i++) {
            /* Stuck in [i, i + 0.25), slips, open in [i + 0.5, i + 0.75). */
            if (i > 0) assert_int_equal(results_event(results, i, "jump", "contact", 1, 0), JUDDER_OK);
            assert_int_equal(results_event(results, i + 0.25, "slip", "contact", 0, 1), JUDDER_OK);
            assert_int_equal(results_event(results, i + 0.5, "open", "contact", 0, 1), JUDDER_OK);
            assert_int_equal(results_event(results, i + 0.75, "close", "contact", 0, 1), JUDDER_OK);
        }
        assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
        assert_int_equal(results_close(results), JUDDER_OK);
        results_destroy(&results);
        Reader *reader = NULL;
        static Marks marks;
        assert_int_equal(reader_open(scratch_path("events.h5"), &reader), JUDDER_OK);
        assert_int_equal(marks_make(reader, &reader->studies[0], &(MarksRequest){"t", 0, cycles}, &marks),
                         JUDDER_OK);
        assert_int_equal(marks.jumps, cycles - 1);
        assert_true(marks.jumps_kept <= MARKS_JUMPS);
        assert_int_equal(marks.stick.count, cycles);
        assert_int_equal(marks.open.count, cycles);
        double stick = 0, open = 0;
        for (int i = 0; i < MARKS_BINS; i++) stick += marks.stick.part[i], open += marks.open.part[i];
        assert_near(stick / MARKS_BINS, 0.25, 1e-9);
        assert_near(open / MARKS_BINS, 0.25, 1e-9);
        for (int i = 0; !many && i < cycles; i++) {
            assert_exact(marks.stick.from[i], i);
            assert_exact(marks.stick.to[i], i + 0.25);
            assert_exact(marks.open.from[i], i + 0.5);
        }
        /* A stretch inside. */
        assert_int_equal(marks_make(reader, &reader->studies[0], &(MarksRequest){"t", 1.1, 1.6}, &marks),
                         JUDDER_OK);
        assert_int_equal(marks.stick.count, 1);
        assert_exact(marks.stick.from[0], 1.1);
        assert_exact(marks.stick.to[0], 1.25);
        assert_int_equal(marks.jumps, 0);
        reader_close(&reader);
    }
}

/* Without events, rows whose slip is 0 are stick. */
static void spans_of_rows(void **state) {
    (void)state;
    static const ResultsColumn slips[] = {{"t", "s"}, {"slip_1", "m/s"}, {"slip_2", "m/s"}};
    Results *results = NULL;
    Reader *reader = NULL;
    static Marks marks;
    results_make(scratch_path("rows.h5"), &results);
    assert_int_equal(results_study_begin(results, "period", NULL), JUDDER_OK);
    assert_int_equal(results_series_declare(results, slips, 3), JUDDER_OK);
    for (int i = 0; i <= 9000; i++) {
        /* Stuck from 2000 to 6000 only: later one of the two moves. */
        const double row[] = {i, i < 2000, i >= 6000 ? (double)NAN : 0};
        assert_int_equal(results_series_append(results, row), JUDDER_OK);
    }
    assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_destroy(&results);
    assert_int_equal(reader_open(scratch_path("rows.h5"), &reader), JUDDER_OK);
    assert_int_equal(marks_make(reader, &reader->studies[0], &(MarksRequest){"t", 0, 9000}, &marks),
                     JUDDER_OK);
    assert_int_equal(marks.stick.count, 1);
    assert_exact(marks.stick.from[0], 2000);
    assert_exact(marks.stick.to[0], 6000);
    assert_int_equal(marks.open.count + marks.jumps, 0);
    reader_close(&reader);
}

/* Two places: the part of them that sticks, from the events; and from counted nodes if there are such. */
static void spans_of_places(void **state) {
    (void)state;
    static const ResultsColumn counts[] = {
        {"s", ""}, {"stick_nodes", ""}, {"slip_nodes", ""}, {"open_nodes", ""}};
    for (int counted = 0; counted < 2; counted++) {
        Results *results = NULL;
        Reader *reader = NULL;
        static Marks marks;
        results_make(scratch_path("places.h5"), &results);
        assert_int_equal(results_study_begin(results, "path", NULL), JUDDER_OK);
        if (counted) assert_int_equal(results_series_declare(results, counts, 4), JUDDER_OK);
        for (int i = 0; counted && i <= 10; i++) {
            /* Three of four stick until 4, then one does and one is open. */
            const double row[] = {i, i < 5 ? 3 : 1, i < 5 ? 1 : 2, i >= 5};
            assert_int_equal(results_series_append(results, row), JUDDER_OK);
        }
        /* Node 1 slips from 2 on, node 2 from 4 to 6; then it is open. */
        assert_int_equal(results_event(results, 2, "slip", "node 1", 1, 2), JUDDER_OK);
        assert_int_equal(results_event(results, 4, "slip", "node 2", 1, 2), JUDDER_OK);
        assert_int_equal(results_event(results, 5, "jump", "contact", 0, 1), JUDDER_OK);
        assert_int_equal(results_event(results, 6, "open", "node 2", 2, 0), JUDDER_OK);
        assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
        assert_int_equal(results_close(results), JUDDER_OK);
        results_destroy(&results);
        assert_int_equal(reader_open(scratch_path("places.h5"), &reader), JUDDER_OK);
        assert_int_equal(marks_make(reader, &reader->studies[0], &(MarksRequest){"s", 0, 10}, &marks),
                         JUDDER_OK);
        assert_true(marks.parts);
        assert_int_equal(marks.jumps, 1);
        double stick = 0, open = 0;
        for (int i = 0; i < MARKS_BINS; i++) stick += marks.stick.part[i], open += marks.open.part[i];
        /* The mean of the row before and after a step counts for it. */
        assert_near(stick / MARKS_BINS, counted ? (4 * 0.75 + 0.5 + 5 * 0.25) / 10 : (2 + 2 * 0.5) / 10,
                    1e-9);
        assert_near(open / MARKS_BINS, counted ? (0.125 + 5 * 0.25) / 10 : 4 * 0.5 / 10, 1e-9);
        reader_close(&reader);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_extremes), cmocka_unit_test(curves),
                                       cmocka_unit_test(spans), cmocka_unit_test(spans_of_rows),
                                       cmocka_unit_test(spans_of_places)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
