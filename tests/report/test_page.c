/* Pages of whole results: complete and safe whatever the file says, refused where it is damaged. */
#include "report/report.h"

#include "report/xml.h"

#include "random.h"
#include "results/scratch.h"

#include <sys/wait.h>

static const char hostile[] = "</pre><script>alert('x')</script>&\"<b>";
static const ReportOptions plain = {.bibliography = "@article{a,\n title={A <b> & c}\n}\n", .version = "1"};

static char *slurp(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    static char text[4 << 20];
    const size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* The page of a result; every figure in it is well formed. */
static char *page_of(const char *path, size_t *figures) {
    char page[600];
    ReportSummary summary;
    snprintf(page, sizeof page, "%s/page.html", scratch);
    const JudderErr err = report_write(path, page, &plain, &summary);
    if (err != JUDDER_OK) fail_msg("%s", error_message());
    char *text = slurp(page);
    assert_int_equal(strlen(text), summary.bytes);
    *figures = summary.figures;
    assert_int_equal(xml_figures(text), summary.figures);
    assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
    return text;
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) count++;
    return count;
}

static void begin(Results **results, const char *case_text) {
    const ResultsHead head = {.case_file = hostile,
                              .case_text = case_text,
                              .model = "inclusion",
                              .version = "<1>",
                              .references = "a b"};
    char path[600];
    snprintf(path, sizeof path, "%s/r.h5", scratch);
    assert_int_equal(results_create(path, &head, results), JUDDER_OK);
}

static void end(Results **results) {
    assert_int_equal(results_close(*results), JUDDER_OK);
    results_destroy(results);
}

static void hostile_names(void **state) {
    (void)state;
    Results *results = NULL;
    begin(&results, hostile);
    assert_int_equal(results_study_begin(results, "march", hostile), JUDDER_OK);
    const ResultsColumn columns[] = {
        {"t", hostile}, {hostile, hostile}, {"slip_1", "<m>"}, {"slip_2", "<m>"}};
    assert_int_equal(results_series_declare(results, columns, 4), JUDDER_OK);
    for (int i = 0; i < 300; i++) {
        const double row[] = {i, sin(i * 0.1), cos(i * 0.1), i};
        assert_int_equal(results_series_append(results, row), JUDDER_OK);
    }
    assert_int_equal(results_event(results, 5, "<\"&'>", hostile, 0, 1), JUDDER_OK);
    const double table[] = {0, 1, 1, 2, 2, 4};
    assert_int_equal(
        results_table(results, &(ResultsTable){"profile_01_t_<5>", "z [<&>], \"v\" [</svg>]", table, 3, 2}),
        JUDDER_OK);
    Value *values = value_object();
    assert_true(value_set(values, hostile, value_text(hostile)));
    Value *list = value_child_list(values, "list <b>"), *item = value_object();
    assert_true(value_set(item, hostile, value_text(hostile)) && value_append(list, item));
    Value *probes = value_object();
    assert_true(value_set(probes, hostile, value_numbers((const double[]){1, NAN}, 2)));
    assert_int_equal(results_probes(results, probes), JUDDER_OK);
    assert_int_equal(results_note(results, hostile), JUDDER_OK);
    assert_int_equal(results_study_end(results, values, "failed", hostile), JUDDER_OK);
    value_destroy(&values);
    value_destroy(&probes);
    end(&results);
    size_t figures;
    const char *page = page_of(scratch_path("r.h5"), &figures);
    assert_true(figures >= 3);
    /* The page's own script is the only one; nothing of the file became markup. */
    assert_int_equal(count_of(page, "<script"), 1);
    assert_int_equal(count_of(page, "</pre>"), 2);
    assert_null(strstr(page, "<b>"));
    assert_non_null(strstr(page, "&lt;script&gt;alert("));
    assert_non_null(strstr(page, "title={A &lt;b&gt; &amp; c}"));
    assert_null(strstr(page, "src=\"http"));
    assert_null(strstr(page, "href=\"http"));
}

/* No study, a study without rows, with one row, with constant rows, with rows that are no numbers. */
static void poor_results(void **state) {
    (void)state;
    static const ResultsColumn columns[] = {{"t", "s"}, {"v", "m/s"}, {"load", ""}};
    const double rows[][3] = {{0, 1, 2}, {1, 1, 2}, {NAN, NAN, NAN}, {3, INFINITY, -INFINITY}};
    size_t figures;
    for (size_t count = 0; count <= COUNT_OF(rows); count++) {
        Results *results = NULL;
        begin(&results, "");
        assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
        assert_int_equal(results_series_declare(results, columns, 3), JUDDER_OK);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(results_series_append(results, rows[i]), JUDDER_OK);
        assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
        end(&results);
        const char *page = page_of(scratch_path("r.h5"), &figures);
        assert_non_null(strstr(page, "</html>"));
        if (count == 2) assert_non_null(strstr(page, "Did not vary: v = 1 m/s, load = 2"));
    }
    /* A run that was killed before it had anything: only flushed. */
    Results *results = NULL;
    begin(&results, "");
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_flush(results), JUDDER_OK);
    results_destroy(&results);
    const char *page = page_of(scratch_path("r.h5"), &figures);
    assert_int_equal(figures, 0);
    assert_non_null(strstr(page, "the run broke off"));
}

static void write_waves(const char *path, size_t count) {
    Results *results = NULL;
    results_make(path, &results);
    static const ResultsColumn columns[] = {{"t", "s"}, {"end_velocity", ""}, {"end_displacement", ""}};
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_series_declare(results, columns, 3), JUDDER_OK);
    for (size_t i = 0; i < count; i++) {
        const double t = (double)i / 8000, row[] = {t, sin(2 * M_PI * 440 * t), cos(2 * M_PI * 440 * t)};
        assert_int_equal(results_series_append(results, row), JUDDER_OK);
    }
    assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_destroy(&results);
}

/* A tone is heard, its spectrum has its line, and a long run stays a small page. */
static void tone(void **state) {
    (void)state;
    size_t figures;
    write_waves(scratch_path("tone.h5"), 200000);
    const char *page = page_of(scratch_path("tone.h5"), &figures);
    assert_non_null(strstr(page, "src=\"data:audio/wav;base64,UklGR"));
    assert_non_null(strstr(page, "frequencies times 1, 5 s"));
    assert_non_null(strstr(page, "the strongest line is at 440"));
    assert_true(strlen(page) < 1000000);
    assert_int_equal(figures, 6);
}

/* A page and a figure of a damaged file, in a child that a fault of the library would kill: 0 or 2, the
 * status of the program. */
static int show_damaged(const char *bad) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char page[600];
        ReportSummary summary;
        snprintf(page, sizeof page, "%s/bad.html", scratch);
        alarm(20);
        const JudderErr err = report_write(bad, page, &plain, &summary);
        const bool good = err == JUDDER_OK || (err == JUDDER_INPUT && strstr(error_message(), "bad.h5"));
        const JudderErr plotted = report_plot(bad, scratch_path("bad.svg"),
                                              &(PlotRequest){.of = "end_velocity"});
        _exit(good && (plotted == JUDDER_OK || plotted == JUDDER_INPUT) ? (int)err : 9);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status)) fail_msg("ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

static void damaged_files(void **state) {
    (void)state;
    Random random = {21};
    write_waves(scratch_path("good.h5"), 3000);
    unseal(scratch_path("good.h5"));
    static char bytes[1 << 18], copy[sizeof bytes];
    FILE *file = fopen(scratch_path("good.h5"), "r");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 1000 && size < sizeof bytes);
    char bad[600];
    snprintf(bad, sizeof bad, "%s/bad.h5", scratch);
    size_t refused = 0;
    for (int i = 0; i < 150; i++) {
        memcpy(copy, bytes, size);
        /* Most of the structure lies outside the 24 kB of a series. */
        for (int k = random_below(&random, 8); k >= 0; k--)
            copy[random_below(&random, i % 2 ? (int)size : 12000)] = (char)random_bits(&random);
        const size_t length = i % 5 ? size : (size_t)random_below(&random, (int)size);
        file = fopen(bad, "w");
        assert_int_equal(fwrite(copy, 1, length, file), length);
        fclose(file);
        const int status = show_damaged(bad);
        if (status != 0 && status != 2) fail_msg("file %d: status %d", i, status);
        refused += status == 2;
    }
    assert_true(refused > 40);
}

static void plots(void **state) {
    (void)state;
    char figure[600], path[600];
    write_waves(scratch_path("p.h5"), 3000);
    snprintf(figure, sizeof figure, "%s/p.svg", scratch);
    snprintf(path, sizeof path, "%s/p.h5", scratch);
    assert_int_equal(
        report_plot(path, figure, &(PlotRequest){.of = "end_velocity", .against = "end_displacement"}),
        JUDDER_OK);
    assert_int_equal(xml_figures(slurp(figure)), 1);
    assert_non_null(strstr(slurp(figure), "end displacement"));
    assert_int_equal(report_plot(path, figure, &(PlotRequest){.of = "end_velosity"}), JUDDER_INPUT);
    assert_contains(error_message(), "did you mean end_velocity?");
    assert_contains(error_message(), "end_displacement");
    assert_int_equal(report_plot(path, figure, &(PlotRequest){.of = "end_velocity", .against = "x"}),
                     JUDDER_INPUT);
    assert_int_equal(report_plot(path, scratch_path("p.gif"), &(PlotRequest){.of = "end_velocity"}),
                     JUDDER_INPUT);
    assert_contains(error_message(), ".svg or .png");
    assert_int_equal(report_plot(path, path, &(PlotRequest){.of = "end_velocity"}), JUDDER_INPUT);
    assert_int_equal(report_plot(scratch_path("none.h5"), figure, &(PlotRequest){.of = "v"}), JUDDER_INPUT);
    /* The result must not be replaced by its own page. */
    ReportSummary summary;
    assert_int_equal(report_write(path, path, &plain, &summary), JUDDER_INPUT);
    assert_int_equal(report_plot(path, figure, &(PlotRequest){.of = "end_velocity"}), JUDDER_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hostile_names), cmocka_unit_test(poor_results),
                                       cmocka_unit_test(tone), cmocka_unit_test(damaged_files),
                                       cmocka_unit_test(plots)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
