/* Which series a page shows, under which names, and what it says of the others. */
#include "report/report.h"

#include "judder_test.h"
#include "report/xml.h"
#include "results/scratch.h"

enum { PLACES = 20 };
static const ReportOptions plain = {.bibliography = "", .version = "1"};

static char *slurp(const char *path) {
    static char text[4 << 20];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static char *page_of(const char *path) {
    char page[600];
    ReportSummary summary;
    snprintf(page, sizeof page, "%s/page.html", scratch);
    if (report_write(path, page, &plain, &summary) != JUDDER_OK) fail_msg("%s", error_message());
    char *text = slurp(page);
    assert_int_equal(xml_figures(text), summary.figures);
    return text;
}

/* slip_k, pressure_k and shear_k of many places, and where the second is. */
static void write_places(const char *path, size_t places, size_t rows) {
    static const char *const kinds[] = {"slip", "pressure", "shear"}, *const units[] = {"m/s", "Pa", "Pa"};
    ResultsColumn columns[1 + 3 * PLACES] = {{"t", "s"}};
    static char names[1 + 3 * PLACES][32];
    double row[1 + 3 * PLACES];
    const size_t width = 1 + 3 * places;
    for (size_t i = 1; i < width; i++) {
        snprintf(names[i], sizeof *names, "%s_%zu", kinds[(i - 1) % 3], (i - 1) / 3 + 1);
        columns[i] = (ResultsColumn){names[i], units[(i - 1) % 3]};
    }
    Results *results = NULL;
    results_make(path, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_series_declare(results, columns, width), JUDDER_OK);
    for (size_t k = 0; k < rows; k++) {
        for (size_t i = 0; i < width; i++)
            row[i] = i == 0 ? 1e-3 * (double)k : sin((double)i + 1e-3 * (double)k);
        assert_int_equal(results_series_append(results, row), JUDDER_OK);
    }
    Value *values = value_object(), *watched = value_child_list(values, "watched");
    for (int k = 1; k <= 2; k++) {
        Value *place = value_object();
        value_set(place, "x", value_number(0.02 * k));
        value_set(place, "y", value_number(0));
        value_set(place, "series", value_text(k == 1 ? "slip_1 pressure_1" : "slip_2 pressure_2 shear_2"));
        value_append(watched, place);
    }
    assert_int_equal(results_study_end(results, values, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    value_destroy(&values);
    results_destroy(&results);
}

static void captions_name_quantity_and_place(void **state) {
    (void)state;
    write_places(scratch_path("few.h5"), 2, 200);
    const char *page = page_of(scratch_path("few.h5"));
    assert_contains(page, "<figcaption>slip over time</figcaption>");
    assert_contains(page, "<figcaption>pressure over time</figcaption>");
    assert_contains(page, "<figcaption>shear over time</figcaption>");
    assert_null(strstr(page, "<figcaption>1 over time"));
    assert_contains(page, "slip 1 at (0.02, 0) m");
    assert_contains(page, "pressure 2 at (0.04, 0) m");
    assert_null(strstr(page, "shear 1 at"));
    assert_null(strstr(page, "more in the file"));
}

static void of_many_some_are_shown_and_the_others_named(void **state) {
    (void)state;
    write_places(scratch_path("many.h5"), PLACES, 200);
    const char *page = page_of(scratch_path("many.h5"));
    assert_contains(page, "slip over time; 14 more in the file, as judder plot --of slip_2 shows");
    assert_contains(page, "shear over time; 14 more in the file, as judder plot --of shear_2 shows");
    assert_contains(page, ">slip 1 at (0.02, 0) m<");
    assert_contains(page, ">slip 20<");
    assert_null(strstr(page, ">slip 2<"));
    /* Those can be plotted, too. */
    char figure[600], path[600];
    snprintf(figure, sizeof figure, "%s/p.svg", scratch);
    snprintf(path, sizeof path, "%s/many.h5", scratch);
    assert_int_equal(report_plot(path, figure, &(PlotRequest){.of = "shear_19"}), JUDDER_OK);
    assert_int_equal(xml_figures(slurp(figure)), 1);
}

/* The end of a long run is announced once; its captions say from when to when. */
static void the_end_of_a_run_is_told_once(void **state) {
    (void)state;
    write_places(scratch_path("long.h5"), 1, 60000);
    const char *page = page_of(scratch_path("long.h5"));
    const char *first = strstr(page, "The end of the run, closer");
    assert_non_null(first);
    assert_null(strstr(first + strlen("The end"), "end of the run"));
    assert_contains(page, "slip 1 at (0.02, 0) m over time, t = 55 to 59.999 s");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(captions_name_quantity_and_place),
                                       cmocka_unit_test(of_many_some_are_shown_and_the_others_named),
                                       cmocka_unit_test(the_end_of_a_run_is_told_once)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
