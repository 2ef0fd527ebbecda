/* Figures as text: well formed whatever they are given, gaps where numbers are missing, extremes in place. */
#include "report/plot/plot.h"

#include "report/xml.h"

#include "random.h"

#include <stdlib.h>

static const char hostile[] = "a<b>&\"c\"'d'</svg><script>alert(1)</script>\x01\xff\xc3";

static char *draw(Plot **plot, bool alone) {
    Text out = {0};
    assert_true(plot_draw(*plot, alone, "a figure", &out));
    plot_destroy(plot);
    const char *end = xml_element(out.at, out.at + out.length);
    assert_string_equal(end, "\n");
    return out.at;
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) count++;
    return count;
}

/* The d of the first path with a class. */
static char *path_of(const char *svg, const char *class) {
    const char *at = strstr(svg, class);
    if (!at) fail_msg("no path of class %s", class);
    at = strstr(at, " d=\"") + 4;
    return strndup(at, strcspn(at, "\""));
}

static void hostile_texts(void **state) {
    (void)state;
    for (int alone = 0; alone < 2; alone++) {
        const double x[] = {1, 2, 3}, y[] = {4, 5, 4};
        const char *const words[] = {hostile, "b"};
        Plot *plot = plot_create(500, 300);
        snprintf(plot_x(plot)->name, sizeof plot_x(plot)->name, "%s", hostile);
        snprintf(plot_x(plot)->unit, sizeof plot_x(plot)->unit, "%s", "<&\">");
        snprintf(plot_y(plot)->name, sizeof plot_y(plot)->name, "%s", hostile);
        plot_y(plot)->words = words, plot_y(plot)->word_count = 2;
        plot_curve(plot, &(PlotCurve){.x = x, .y = y, .count = 3, .colour = 1, .label = hostile});
        plot_curve(
            plot,
            &(PlotCurve){.x = x, .y = y, .count = 3, .colour = 2, .style = PLOT_MARKED, .label = hostile});
        plot_words(plot, 2, 4, "middle", hostile);
        plot_mark(plot, 2, "<\"&>");
        plot_band(plot, PLOT_STICK, 1, 2, 0.5);
        plot_band(plot, PLOT_OPEN, 2, 3, 1);
        char *svg = draw(&plot, alone);
        assert_null(strstr(svg, "<script"));
        free(svg);
    }
}

static void gaps(void **state) {
    (void)state;
    const double x[] = {0, 1, 2, 3, 4, 5, 6, 7}, y[] = {0, 1, NAN, 3, INFINITY, 5, 6, 7};
    Plot *plot = plot_create(500, 300);
    plot_curve(plot, &(PlotCurve){.x = x, .y = y, .count = 8, .colour = 1});
    char *svg = draw(&plot, true), *path = path_of(svg, "\"c1 line\"");
    /* Three runs: two points, one alone (a dot), three. */
    assert_int_equal(count_of(path, "M"), 3);
    assert_int_equal(count_of(path, "h0"), 1);
    free(path);
    free(svg);
    /* Nothing positive has no place on a log axis. */
    plot = plot_create(500, 300);
    plot_y(plot)->log = true;
    plot_curve(
        plot,
        &(PlotCurve){.x = x, .y = (const double[]){1, 0, 10, -5, 100, 1000, 0, 1}, .count = 8, .colour = 1});
    svg = draw(&plot, true), path = path_of(svg, "\"c1 line\"");
    assert_int_equal(count_of(path, "M"), 4);
    free(path);
    free(svg);
}

/* No data, one point, a constant, NaN: all make a figure. */
static void poor_data(void **state) {
    (void)state;
    const double none[] = {NAN, NAN, NAN}, same[] = {5, 5, 5}, huge[] = {-1.7e308, 0, 1.7e308},
                 tiny[] = {0, 4e-324, 1e-323};
    const double *const lists[] = {none, same, huge, tiny};
    for (size_t count = 0; count <= 3; count++)
        for (size_t i = 0; i < COUNT_OF(lists); i++)
            for (size_t k = 0; k < COUNT_OF(lists); k++)
                for (int log = 0; log < 4; log++)
                    for (int style = PLOT_LINE; style <= PLOT_RINGS; style++) {
                        Plot *plot = plot_create(400, 200);
                        plot_x(plot)->log = log & 1, plot_y(plot)->log = log & 2;
                        plot_curve(plot, &(PlotCurve){.x = lists[i],
                                                      .y = lists[k],
                                                      .count = count,
                                                      .style = (PlotStyle)style});
                        char *svg = draw(&plot, false);
                        if (strstr(svg, "nan"))
                            fail_msg("%zu points, x %zu, y %zu, log %d: %.300s", count, i, k, log,
                                     strstr(svg, "nan") - 150);
                        if (strstr(svg, "inf"))
                            fail_msg("%zu points, x %zu, y %zu, log %d: %.300s", count, i, k, log,
                                     strstr(svg, "inf") - 150);
                        free(svg);
                    }
    Plot *empty = plot_create(400, 200);
    free(draw(&empty, true));
}

/* Walking along the path gives back the points that were put in. */
static void path_gives_points(void **state) {
    (void)state;
    Random random = {3};
    double x[200], y[200];
    for (int i = 0; i < 200; i++) x[i] = i, y[i] = random_in(&random, -3, 8);
    y[17] = -4, y[99] = 9;
    Plot *plot = plot_create(600, 300);
    plot_curve(plot, &(PlotCurve){.x = x, .y = y, .count = 200, .colour = 1});
    char *svg = draw(&plot, true), *path = path_of(svg, "\"c1 line\"");
    double low = 0, high = 0, factor = 0, px = 0, py = 0, width = 0, height = 0;
    int log = 0, used = 0;
    assert_int_equal(sscanf(strstr(svg, "data-y=\""), "data-y=\"%lf %lf %d %lf", &low, &high, &log, &factor),
                     4);
    assert_int_equal(sscanf(strstr(svg, "class=\"area\""),
                            "class=\"area\" x=\"%*f\" y=\"%*f\" width=\"%lf\" height=\"%lf\"", &width,
                            &height),
                     2);
    const char *at = path;
    assert_int_equal(sscanf(at, "M%lf%lf%n", &px, &py, &used), 2);
    for (int i = 0; i < 200; i++) {
        if (i > 0) {
            double dx, dy;
            if (*at == 'l') at++;
            assert_int_equal(sscanf(at, "%lf%lf%n", &dx, &dy, &used), 2);
            px += dx, py += dy;
        }
        at += used;
        assert_near(px, width * i / 199, 0.011);
        assert_near(low + (high - low) * (1 - py / height), y[i], 0.011 * (high - low) / height * 2);
    }
    assert_string_equal(at, "");
    free(path);
    free(svg);
}

static void maps(void **state) {
    (void)state;
    Random random = {4};
    double x[20], y[15], z[300];
    for (int i = 0; i < 20; i++) x[i] = pow(2, i);
    for (int i = 0; i < 15; i++) y[i] = i - 7;
    for (int i = 0; i < 300; i++) z[i] = random_below(&random, 9) ? random_in(&random, 0, 1) : (double)NAN;
    for (int nx = 1; nx <= 20; nx += 19) {
        Plot *plot = plot_create(500, 360);
        plot_x(plot)->log = true;
        plot_map(plot, &(PlotMap){x, y, z, (size_t)nx, 15, hostile, true});
        char *svg = draw(&plot, true);
        assert_non_null(strstr(svg, "data-z="));
        if (nx > 1) assert_non_null(strstr(svg, "class=\"hole\""));
        free(svg);
    }
    /* One value everywhere, and none at all. */
    for (int i = 0; i < 300; i++) z[i] = 2;
    for (int k = 0; k < 2; k++) {
        Plot *plot = plot_create(500, 360);
        plot_map(plot, &(PlotMap){x, y, z, 20, 15, "z", true});
        free(draw(&plot, false));
        for (int i = 0; i < 300; i++) z[i] = (double)NAN;
    }
}

/* The contour of a plane is a straight line at its level. */
static void contour_of_plane(void **state) {
    (void)state;
    double x[11], y[11], z[121];
    for (int i = 0; i < 11; i++) x[i] = y[i] = i;
    for (int i = 0; i < 121; i++) z[i] = x[i / 11] * 10;
    Plot *plot = plot_create(500, 360);
    plot_map(plot, &(PlotMap){x, y, z, 11, 11, "z", true});
    char *svg = draw(&plot, false);
    const char *at = strstr(svg, "class=\"contour\" d=\"M");
    size_t found = 0;
    double width = 0;
    assert_int_equal(
        sscanf(strstr(svg, "class=\"area\""), "class=\"area\" x=\"%*f\" y=\"%*f\" width=\"%lf\"", &width), 1);
    for (; at; at = strstr(at + 1, "class=\"contour\" d=\"M")) {
        double x0, y0, x1, y1;
        assert_int_equal(sscanf(at, "class=\"contour\" d=\"M%lf %lfL%lf %lf", &x0, &y0, &x1, &y1), 4);
        assert_near(x0, x1, 0.11);
        /* The levels are multiples of 20; cells stand half a step around their centres. */
        const double value = (x0 / width * 11 - 0.5) * 10, rest = fabs(value - 20 * nearbyint(value / 20));
        assert_at_most(rest, 0.05);
        found++;
    }
    assert_true(found >= 3);
    free(svg);
}

static void texts(void **state) {
    (void)state;
    Text out = {0};
    text_escape(&out, hostile);
    assert_string_equal(
        out.at, "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
                "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    text_release(&out);
    static const char *const plain[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar"};
    static const char *const coded[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    for (size_t i = 1; i < COUNT_OF(plain); i++) {
        text_base64(&out, (const unsigned char *)plain[i], strlen(plain[i]));
        assert_string_equal(out.at, coded[i]);
        text_release(&out);
    }
    for (int i = 0; i < 3000; i++) text_format(&out, "%d,", i);
    assert_int_equal(out.length, 10 * 2 + 90 * 3 + 900 * 4 + 2000 * 5);
    text_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hostile_texts), cmocka_unit_test(gaps),
                                       cmocka_unit_test(poor_data),     cmocka_unit_test(path_gives_points),
                                       cmocka_unit_test(maps),          cmocka_unit_test(contour_of_plane),
                                       cmocka_unit_test(texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
