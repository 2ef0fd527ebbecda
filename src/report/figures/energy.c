/* The work of friction so far, by the trapezoidal rule over the recorded rows. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 15, POINTS = 800, MOST_ROWS = 50000000 };

/* Traction and slip that make power together. */
static const struct {
    const char *traction, *slip, *unit;
} pairs[] = {{"traction_1", "slip_1", "J/m2"}, {"traction_2", "slip_2", "J/m2"},    {"shear", "slip", ""},
             {"friction_force", "slip", "J"},  {"friction_force_1", "slip_1", "J"}, {NULL, NULL, NULL}};

typedef struct Work {
    const FigureSource *source;
    const ReaderSet *sets[5]; /* time, then traction and slip of each pair */
    size_t count;
    const char *unit;
    double *block;
    double sum, last_t, last_power;
    double t[POINTS + 2], work[POINTS + 2];
    size_t points;
} Work;

static void find_pairs(Work *work) {
    const ReaderSets *series = &work->source->study->series;
    work->sets[work->count++] = reader_find(series, "t");
    for (size_t i = 0; pairs[i].slip; i++) {
        const ReaderSet *traction = reader_find(series, pairs[i].traction),
                        *slip = reader_find(series, pairs[i].slip);
        if (!traction || !slip || work->count > 3) continue;
        work->sets[work->count++] = traction;
        work->sets[work->count++] = slip;
        work->unit = pairs[i].unit;
    }
}

static void add_row(Work *work, size_t row, size_t i) {
    double power = 0;
    for (size_t k = 1; k + 1 < work->count; k += 2)
        power += work->block[k * BLOCK + i] * work->block[(k + 1) * BLOCK + i];
    const double t = work->block[i], rows = (double)work->source->study->rows;
    if (row > 0) work->sum += 0.5 * (power + work->last_power) * (t - work->last_t);
    work->last_t = t, work->last_power = power;
    const bool due = (double)row * POINTS >= (double)work->points * rows ||
                     row + 1 == work->source->study->rows;
    if (!due || work->points > POINTS + 1) return;
    work->t[work->points] = t;
    work->work[work->points++] = work->sum;
}

static JudderErr sum_up(Work *work) {
    const size_t rows = work->source->study->rows;
    for (size_t first = 0; first < rows; first += BLOCK) {
        const size_t size = rows - first < BLOCK ? rows - first : BLOCK;
        for (size_t k = 0; k < work->count; k++)
            TRY(reader_read(work->source->reader, work->sets[k], first, size, work->block + k * BLOCK));
        for (size_t i = 0; i < size; i++) add_row(work, first + i, i);
    }
    return JUDDER_OK;
}

static JudderErr draw_work(Work *work, FigureSheet *sheet) {
    /* Friction takes energy: what it takes is shown as positive, whatever the sign of the traction. */
    const double sign = work->sum < 0 ? -1 : 1;
    for (size_t i = 0; i < work->points; i++) work->work[i] *= sign;
    if (!(fabs(work->sum) > 0)) return JUDDER_OK;
    Plot *plot = plot_create(FIGURE_WIDE, FIGURE_LOW);
    plot_axis_name(plot_x(plot), "time t", work->sets[0]->unit);
    plot_axis_name(plot_y(plot), "work of friction", work->unit);
    plot_curve(plot, &(PlotCurve){.x = work->t, .y = work->work, .count = work->points, .colour = 2});
    return figure_add(sheet, &plot, false, "what friction has taken, from the recorded rows");
}

static JudderErr energy_draw(const FigureSource *source, FigureSheet *sheet) {
    if (source->time < 0 || source->study->rows < 3 || source->study->rows > MOST_ROWS) return JUDDER_OK;
    Work *work = calloc(1, sizeof *work);
    REQUIRE(work, error_memory());
    work->source = source;
    find_pairs(work);
    JudderErr err = JUDDER_OK;
    if (work->count > 1) {
        work->block = malloc(work->count * BLOCK * sizeof *work->block);
        err = work->block ? sum_up(work) : error_memory();
        if (err == JUDDER_OK) err = draw_work(work, sheet);
    }
    free(work->block);
    free(work);
    return err;
}

const Figure energy_figure = {.name = "energy", .draw = energy_draw};
