/* The parts of a sweep: grids, samples, points as bytes, the journal. */
#include "study/sweep/follow/follow.h"
#include "study/sweep/journal.h"
#include "study/sweep/points/point.h"

#include "study/run/list.h"

#include "judder_test.h"
#include "random.h"
#include "results/scratch.h"

#include <fcntl.h>

static const char text[] =
    "local p = param{ mu_s = 0.8, width = 1, kind = \"a\" }\n"
    "return inclusion { friction = linear{ mu_s = p.mu_s, mu_d = 0.5, v_c = 0.1 },\n"
    "  load = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },\n"
    "  study = { march{ final = 1, step = 1e-2, probe = {0.5} }, branches{ load = {0.7} } } }\n";

static Case *read_case(void) {
    Case *read = NULL;
    const CaseOptions how = {.words = vocabulary()};
    assert_int_equal(case_read_text("case.lua", text, strlen(text), &how, &read), JUDDER_OK);
    return read;
}

static void good_axes(void **state) {
    (void)state;
    Case *read = read_case();
    SweepGrid grid;
    const char *const over[] = {"mu_s=0:1:5", "width=1*mm,2*mm,1", "kind=upwind,delay"};
    assert_int_equal(grid_create(over, 3, read, &grid), JUDDER_OK);
    assert_int_equal(grid.points, 30);
    for (int i = 0; i < 5; i++) assert_near(grid.axis[0].values[i], 0.25 * i, 1e-15);
    assert_near(grid.axis[1].values[1], 0.002, 1e-18);
    assert_string_equal(grid.axis[1].texts[1], "2*mm");
    assert_true(grid.axis[2].words && grid.axis[2].values[1] == 2);
    /* The last axis runs fastest, and every combination comes once. */
    bool seen[5][3][2] = {{{false}}};
    for (size_t p = 0; p < grid.points; p++) {
        bool *place = &seen[grid_position(&grid, p, 0)][grid_position(&grid, p, 1)]
                           [grid_position(&grid, p, 2)];
        assert_false(*place);
        *place = true;
        assert_int_equal(grid_position(&grid, p, 2), p % 2);
    }
    grid_release(&grid);
    const char *const factors[] = {"mu_s=1e-3:10:5:log"};
    assert_int_equal(grid_create(factors, 1, read, &grid), JUDDER_OK);
    for (int i = 0; i < 5; i++) assert_near(grid.axis[0].values[i], pow(10, i - 3), 1e-14 * pow(10, i - 3));
    assert_exact(grid.axis[0].values[4], 10);
    grid_release(&grid);
    case_destroy(&read);
}

static void bad_axes(void **state) {
    (void)state;
    Case *read = read_case();
    static const char *const bad[] = {"mu_s",
                                      "mu_s=",
                                      "=1:2:3",
                                      "mu_s=1:2",
                                      "mu_s=1:2:3:lin",
                                      "mu_s=1:2:0",
                                      "mu_s=1:2:2.5",
                                      "mu_s=1:2:1e9",
                                      "mu_s=-1:2:3:log",
                                      "mu_s=a:b:3",
                                      "mu_s=1,,2",
                                      "mu_s=,",
                                      "mu_s=1:2:3:log:5",
                                      "mu_z=1:2:3",
                                      "mu_s=nan:1:3",
                                      "mu_s=1:inf:3",
                                      "mu_s=1*parsec:2:3"};
    SweepGrid grid;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        if (grid_create(&bad[i], 1, read, &grid) != JUDDER_INPUT) fail_msg("%s was taken", bad[i]);
        assert_contains(error_message(), bad[i]);
    }
    const char *const twice[] = {"mu_s=1:2:3", "mu_s=1,2"}, *const huge[] = {"mu_s=1:2:10000",
                                                                             "width=1:2:10000"};
    assert_int_equal(grid_create(twice, 2, read, &grid), JUDDER_INPUT);
    assert_int_equal(grid_create(huge, 2, read, &grid), JUDDER_INPUT);
    assert_int_equal(grid_create(huge, 0, read, &grid), JUDDER_INPUT);
    case_destroy(&read);
}

enum { ROWS = 10001 };
static double t[ROWS], x[ROWS], y[ROWS];

/* A sum of two waves over 0 to 10: the extremes of cos(2 pi t) + 0.3 cos(4 pi t) are known. */
static void waves(void) {
    for (int i = 0; i < ROWS; i++) {
        t[i] = 10.0 * i / (ROWS - 1);
        x[i] = cos(2 * M_PI * t[i]) + 0.3 * cos(4 * M_PI * t[i]);
        y[i] = sin(2 * M_PI * t[i]);
    }
}

static void samples(void **state) {
    (void)state;
    waves();
    SampleWish wish;
    Samples found;
    const SampleRows rows = {t, x, y, ROWS};
    assert_int_equal(sample_read("x:maxima", "50%", &wish), JUDDER_OK);
    assert_int_equal(sample_take(&wish, &rows, &found), JUDDER_OK);
    /* In (5, 10]: the higher ones at 6, 7, 8, 9, the lower ones halfway between; at 5 and 10 nothing
     * turns. */
    assert_int_equal(found.count, 9);
    for (size_t i = 0; i < 9; i++) {
        assert_near(found.at[i], i % 2 ? 1.3 : -0.7, 1e-12);
        assert_near(found.t[i], 5.5 + 0.5 * (double)i, 1e-9);
    }
    free(found.at);
    assert_int_equal(sample_read("x:minima", "2.2", &wish), JUDDER_OK);
    assert_int_equal(sample_take(&wish, &rows, &found), JUDDER_OK);
    /* Where cos(2 pi t) = -1/1.2: two a period. */
    assert_int_equal(found.count, 16);
    const double lowest = -1 / 1.2 + 0.3 * (2 / 1.44 - 1);
    for (size_t i = 0; i < found.count; i++) assert_near(found.at[i], lowest, 1e-5);
    free(found.at);
    assert_int_equal(sample_read("x:at:y=0", "50%", &wish), JUDDER_OK);
    assert_int_equal(sample_take(&wish, &rows, &found), JUDDER_OK);
    assert_true(found.count >= 4 && found.count <= 6);
    for (size_t i = 0; i < found.count; i++) assert_near(found.at[i], 1.3, 1e-5);
    free(found.at);
    assert_int_equal(sample_read("x:every=0.25", "0", &wish), JUDDER_OK);
    assert_int_equal(sample_take(&wish, &rows, &found), JUDDER_OK);
    assert_int_equal(found.count, 41);
    for (size_t i = 0; i < found.count; i++)
        assert_near(found.at[i], cos(M_PI / 2 * (double)i) + 0.3 * cos(M_PI * (double)i), 1e-9);
    free(found.at);
}

/* What stands still gives one sample; what swings often gives the last ones; nothing gives none. */
static void odd_samples(void **state) {
    (void)state;
    SampleWish wish;
    Samples found;
    for (int i = 0; i < ROWS; i++) t[i] = i, x[i] = 3, y[i] = i % 2;
    assert_int_equal(sample_read("x:maxima", NULL, &wish), JUDDER_OK);
    assert_int_equal(sample_take(&wish, &(SampleRows){t, x, x, ROWS}, &found), JUDDER_OK);
    assert_int_equal(found.count, 1);
    assert_exact(found.at[0], 3);
    free(found.at);
    assert_int_equal(sample_take(&wish, &(SampleRows){t, y, y, ROWS}, &found), JUDDER_OK);
    assert_int_equal(found.count, SAMPLES_MOST);
    for (size_t i = 1; i < found.count; i++) assert_exact(found.t[i], found.t[i - 1] + 2);
    assert_exact(found.t[found.count - 1], ROWS - 2);
    free(found.at);
    assert_int_equal(sample_take(&wish, &(SampleRows){t, y, y, 0}, &found), JUDDER_OK);
    assert_int_equal(found.count, 0);
    free(found.at);
    x[ROWS - 10] = (double)NAN;
    assert_int_equal(sample_take(&wish, &(SampleRows){t, x, x, ROWS}, &found), JUDDER_OK);
    free(found.at);
    static const char *const bad[] = {"x",      "x:",      ":maxima",   "x:tops",
                                      "x:at:y", "x:at:=1", "x:every=0", "x:every=a"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(sample_read(bad[i], NULL, &wish), JUDDER_INPUT);
    assert_int_equal(sample_read("x:maxima", "100%", &wish), JUDDER_INPUT);
    assert_int_equal(sample_read("x:maxima", "later", &wish), JUDDER_INPUT);
    assert_int_equal(sample_read(NULL, "50%", &wish), JUDDER_INPUT);
}

static SweepPlan plan_of(const Case *read, const char *const *over, size_t count) {
    SweepPlan plan = {.case_file = "case.lua", .text = text, .length = strlen(text), .team = &team_alone};
    assert_int_equal(grid_create(over, count, read, &plan.grid), JUDDER_OK);
    return plan;
}

static double value_named(const Point *point, const char *name) {
    for (size_t i = 0; i < point->count; i++)
        if (strcmp(point->names[i], name) == 0) return point->values[i];
    fail_msg("no value %s", name);
    return 0;
}

/* A point is what a run says: two jumps at mu_s = 0.8, none beyond 1, refused below 0. */
static void points(void **state) {
    (void)state;
    Case *read = read_case();
    const char *const over[] = {"mu_s=0.8,1.5,-1"};
    SweepPlan plan = plan_of(read, over, 1);
    assert_int_equal(sample_read("v:maxima", "0", &plan.sample), JUDDER_OK);
    Point point;
    assert_int_equal(point_run(&plan, 0, &point), JUDDER_OK);
    assert_int_equal(point.outcome, POINT_DONE);
    assert_exact(value_named(&point, "march.jumps"), 2);
    assert_near(value_named(&point, "march.probe_1.v"), 0.5, 1e-12);
    assert_exact(value_named(&point, "branches.roots_1.load"), 0.7);
    for (size_t i = 0; i < point.count; i++) assert_null(strstr(point.names[i], "seconds"));
    assert_int_equal(point.samples.count, 1);
    assert_near(point.samples.at[0], 0.5, 1e-12);
    /* As bytes and back; any shorter or damaged bytes are refused or are some other point, never a crash. */
    unsigned char *bytes;
    size_t size;
    Point again;
    assert_int_equal(point_pack(&point, &bytes, &size), JUDDER_OK);
    assert_true(point_unpack(bytes, size, &again));
    assert_int_equal(again.count, point.count);
    assert_memory_equal(again.values, point.values, point.count * sizeof(double));
    assert_string_equal(again.names[3], point.names[3]);
    assert_exact(again.samples.at[0], point.samples.at[0]);
    point_release(&again);
    for (size_t cut = 0; cut < size; cut++) assert_false(point_unpack(bytes, cut, &again));
    Random random = {5};
    for (int i = 0; i < 2000; i++) {
        unsigned char *copy = malloc(size);
        memcpy(copy, bytes, size);
        copy[random_below(&random, (int)size)] = (unsigned char)random_bits(&random);
        if (point_unpack(copy, size, &again)) point_release(&again);
        free(copy);
    }
    free(bytes);
    point_release(&point);
    assert_int_equal(point_run(&plan, 1, &point), JUDDER_OK);
    assert_exact(value_named(&point, "march.jumps"), 0);
    point_release(&point);
    assert_int_equal(point_run(&plan, 2, &point), JUDDER_OK);
    assert_int_equal(point.outcome, POINT_REFUSED);
    assert_contains(point.reason, "case.lua:2: mu_s of linear is -1");
    point_release(&point);
    grid_release(&plan.grid);
    case_destroy(&read);
}

typedef struct Taken {
    size_t count;
    uint64_t last;
} Taken;

static void take(void *context, uint64_t index, const unsigned char *bytes, size_t count) {
    Taken *taken = context;
    assert_int_equal(count, 10 + index % 7);
    for (size_t i = 0; i < count; i++) assert_int_equal(bytes[i], (unsigned char)(index + i));
    assert_int_equal(index, taken->count);
    taken->count++;
    taken->last = index;
}

static void append(Journal *journal, uint64_t index) {
    unsigned char bytes[17];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(index + i);
    assert_int_equal(journal_append(journal, index, bytes, 10 + index % 7), JUDDER_OK);
}

/* Cut anywhere or damaged anywhere, a journal gives back its sound beginning and goes on behind it. */
static void journals(void **state) {
    (void)state;
    Random random = {6};
    char result[200], path[250];
    snprintf(result, sizeof result, "%s/j.h5", scratch);
    snprintf(path, sizeof path, "%s.journal", result);
    for (int run = 0; run < 60; run++) {
        Taken taken = {0};
        JournalStart start = {.result = result, .fingerprint = 77, .take = take, .context = &taken};
        Journal journal;
        size_t found;
        assert_int_equal(journal_open(&start, &journal, &found), JUDDER_OK);
        for (uint64_t i = 0; i < 50; i++) append(&journal, i);
        /* A second sweep must not write into the same journal. */
        Journal second;
        start.resume = true;
        assert_int_equal(journal_open(&start, &second, &found), JUDDER_INPUT);
        assert_int_equal(journal_close(&journal, false), JUDDER_OK);
        struct stat place;
        assert_int_equal(stat(path, &place), 0);
        const off_t at = 16 + (off_t)(random_bits(&random) % (uint64_t)(place.st_size - 16));
        if (run % 2) {
            assert_int_equal(truncate(path, at), 0);
        } else {
            const int fd = open(path, O_RDWR);
            unsigned char byte;
            assert_int_equal(pread(fd, &byte, 1, at), 1);
            byte ^= (unsigned char)(1 + random_below(&random, 255));
            assert_int_equal(pwrite(fd, &byte, 1, at), 1);
            close(fd);
        }
        taken = (Taken){0};
        start.fingerprint = 78;
        assert_int_equal(journal_open(&start, &journal, &found), JUDDER_INPUT);
        start.fingerprint = 77;
        assert_int_equal(journal_open(&start, &journal, &found), JUDDER_OK);
        assert_true(found == taken.count && found < 51);
        for (uint64_t i = found; i < 60; i++) append(&journal, i);
        assert_int_equal(journal_close(&journal, false), JUDDER_OK);
        taken = (Taken){0};
        assert_int_equal(journal_open(&start, &journal, &found), JUDDER_OK);
        assert_int_equal(found, 60);
        assert_int_equal(journal_close(&journal, true), JUDDER_OK);
        assert_int_not_equal(access(path, F_OK), 0);
    }
}

static const char springs[] =
    "local p = param{ k = 1 }\n"
    "return system { mass = {{1,0,0}, {0,1,0}, {0,0,1}}, stiffness = {{2,1,0}, {1,p.k,4/3}, {0,4/3,10}},\n"
    "  contact_table = 'contacts.csv', study = stability{ flutter = { mu = 0.9, up_to_mu = 0 } } }\n";

static JudderErr keep_nothing(void *context, double at, const unsigned char *point, size_t count) {
    (void)at, (void)point, (void)count;
    ++*(int *)context;
    return JUDDER_OK;
}

static JudderErr no_rest(void *context) {
    (void)context;
    return JUDDER_OK;
}

static void write_contacts(const char *more) {
    char path[100];
    snprintf(path, sizeof path, "%s/contacts.csv", scratch);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "normal,tangent,state,direction,mu,reaction_normal,reaction_tangent\n3,1,slip,1,0.9,-1,-0.9\n%s",
            more);
    assert_int_equal(fclose(file), 0);
}

/* Places between those of the grid are computed from the same files, or not at all. */
static void a_file_that_changes_ends_the_following(void **state) {
    (void)state;
    Case *read = NULL;
    const CaseOptions how = {.words = vocabulary()};
    const char *const over[] = {"k=0.5:6:4"};
    char case_file[100];
    snprintf(case_file, sizeof case_file, "%s/case.lua", scratch);
    for (int changes = 0; changes < 2; changes++) {
        NamedFiles files = {0};
        Point points[4];
        FollowTable table;
        const FollowedPlaces none = {0};
        int kept = 0;
        write_contacts("");
        if (case_read_text(case_file, springs, strlen(springs), &how, &read) != JUDDER_OK)
            fail_msg("%s", error_message());
        SweepPlan plan = {.case_file = case_file,
                          .text = springs,
                          .length = strlen(springs),
                          .follow = true,
                          .team = &team_alone,
                          .files = &files};
        assert_int_equal(grid_create(over, 1, read, &plan.grid), JUDDER_OK);
        for (size_t i = 0; i < 4; i++) {
            const char *differs;
            assert_int_equal(point_run(&plan, i, &points[i]), JUDDER_OK);
            if (points[i].outcome != POINT_DONE) fail_msg("%s", points[i].reason);
            assert_int_equal(points[i].files.count, 1);
            assert_int_equal(named_files_merge(&files, &points[i].files, &differs), JUDDER_OK);
        }
        if (changes) write_contacts("\n");
        const FollowWork work = {.plan = &plan,
                                 .points = points,
                                 .before = &none,
                                 .jobs = 1,
                                 .keep = keep_nothing,
                                 .rest = no_rest,
                                 .context = &kept};
        const JudderErr err = follow_points(&work, &table);
        assert_int_equal(err, changes ? JUDDER_INPUT : JUDDER_OK);
        assert_true((kept > 0) == !changes);
        if (changes) assert_contains(error_message(), "contacts.csv, which the case names, has changed");
        follow_release(&table);
        for (size_t i = 0; i < 4; i++) point_release(&points[i]);
        named_files_release(&files);
        grid_release(&plan.grid);
        case_destroy(&read);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(good_axes),
                                       cmocka_unit_test(bad_axes),
                                       cmocka_unit_test(samples),
                                       cmocka_unit_test(odd_samples),
                                       cmocka_unit_test(points),
                                       cmocka_unit_test(journals),
                                       cmocka_unit_test(a_file_that_changes_ends_the_following)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
