/* Values on a grid: one path a colour, contour lines by marching squares. */
#include "report/plot/internal.h"

#include <math.h>
#include <stdlib.h>

enum { CONTOURS = 7 };

void map_edges(const double *at, size_t count, bool log_axis, double *edges) {
    for (size_t i = 1; i < count; i++)
        edges[i] = log_axis ? sqrt(at[i - 1] * at[i]) : at[i - 1] / 2 + at[i] / 2;
    if (count < 2) {
        const double half = at[0] != 0 ? fabs(at[0]) / 2 : 0.5;
        edges[0] = log_axis ? at[0] / 2 : at[0] - half;
        edges[count] = log_axis ? at[0] * 2 : at[0] + half;
        return;
    }
    edges[0] = log_axis ? at[0] * at[0] / edges[1] : 2 * at[0] - edges[1];
    edges[count] = log_axis ? at[count - 1] * at[count - 1] / edges[count - 1]
                            : 2 * at[count - 1] - edges[count - 1];
}

void map_range(const Plot *plot, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (size_t i = 0; i < plot->map_nx * plot->map_ny; i++) {
        if (!isfinite(plot->map_z[i])) continue;
        *low = fmin(*low, plot->map_z[i]);
        *high = fmax(*high, plot->map_z[i]);
    }
    if (*low > *high) *low = 0, *high = 1;
    if (*low == *high) *low -= 0.5, *high += 0.5;
}

/* Cells of one colour; neighbours in a column of the picture go together. */
static void write_level(const Plot *plot, const double *left, const double *top, int level, Text *out) {
    double low, high;
    map_range(plot, &low, &high);
    for (size_t i = 0; i < plot->map_nx; i++)
        for (size_t j = 0; j < plot->map_ny;) {
            size_t end = j;
            while (end < plot->map_ny &&
                   colour_level(plot->map_z[i * plot->map_ny + end], low, high) == level)
                end++;
            if (end == j) {
                j++;
                continue;
            }
            text_format(out, "M%.1f %.1fH%.1fV%.1fH%.1fz", left[i], top[j], left[i + 1], top[end], left[i]);
            j = end;
        }
}

/* Places of the values in the picture, and the level that is followed. */
typedef struct Contour {
    const Plot *plot;
    const double *x, *y;
    double level;
    double middle[2]; /* the piece that is nearest to the middle of the picture, where the level is written */
    double distance;
} Contour;

/* The pieces of one contour line in one cell of four neighbours. */
static void write_square(Contour *c, size_t i, size_t j, Text *out) {
    const size_t n = c->plot->map_ny;
    const double *from = c->plot->map_z + i * n + j, z[4] = {from[0], from[n], from[n + 1], from[1]};
    const double x[4] = {c->x[i], c->x[i + 1], c->x[i + 1], c->x[i]},
                 y[4] = {c->y[j], c->y[j], c->y[j + 1], c->y[j + 1]};
    double found[4][2];
    int count = 0;
    for (int k = 0; k < 4; k++) {
        const int next = (k + 1) % 4;
        if (!isfinite(z[k])) return;
        if ((z[k] < c->level) == (z[next] < c->level) || !isfinite(z[next])) continue;
        const double part = (c->level - z[k]) / (z[next] - z[k]);
        found[count][0] = x[k] + part * (x[next] - x[k]);
        found[count++][1] = y[k] + part * (y[next] - y[k]);
    }
    for (int k = 0; k + 1 < count; k += 2) {
        text_format(out, "M%.1f %.1fL%.1f %.1f", found[k][0], found[k][1], found[k + 1][0], found[k + 1][1]);
        const double away = hypot(found[k][0] - (c->x[0] + c->x[c->plot->map_nx - 1]) / 2,
                                  found[k][1] - (c->y[0] + c->y[c->plot->map_ny - 1]) / 2);
        if (away >= c->distance) continue;
        c->distance = away;
        c->middle[0] = found[k][0], c->middle[1] = found[k][1];
    }
}

/* Labels that are there already. */
typedef struct Labels {
    double x[TICKS_MOST], y[TICKS_MOST], width[TICKS_MOST];
    size_t count;
} Labels;

/* A label that would cover another one is left out. */
static void write_label(Labels *labels, const double at[2], const char *words, Text *out) {
    const double width = text_width(words, PLOT_TICK_SIZE) + 4, height = PLOT_TICK_SIZE + 1;
    for (size_t i = 0; i < labels->count; i++)
        if (fabs(at[0] - labels->x[i]) < (width + labels->width[i]) / 2 &&
            fabs(at[1] - labels->y[i]) < height)
            return;
    labels->x[labels->count] = at[0], labels->y[labels->count] = at[1];
    labels->width[labels->count++] = width;
    text_format(out, "<text class=\"words level\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
                at[0], at[1] + 4, words);
}

static void write_contours(const Plot *plot, const double *px, const double *py, Text *out) {
    double low, high;
    Ticks ticks;
    Labels labels = {.count = 0};
    map_range(plot, &low, &high);
    ticks_make(&(TickWish){low, high, false, CONTOURS, ""}, &ticks);
    for (size_t k = 0; k < ticks.count; k++) {
        /* A plateau at a round value is flat only to rounding: its edge is drawn, not its noise. */
        Contour contour = {.plot = plot,
                           .x = px,
                           .y = py,
                           .level = ticks.at[k].value + 1e-4 * (high - low),
                           .distance = INFINITY};
        text_add(out, "<path class=\"contour\" d=\"");
        for (size_t i = 0; i + 1 < plot->map_nx; i++)
            for (size_t j = 0; j + 1 < plot->map_ny; j++) write_square(&contour, i, j, out);
        text_add(out, "\"/>\n");
        if (isfinite(contour.distance)) write_label(&labels, contour.middle, ticks.at[k].text, out);
    }
}

static double *places(const Scale *scale, const double *at, size_t count, bool edges) {
    double *numbers = malloc((count + 1) * sizeof *numbers);
    if (!numbers) return NULL;
    if (edges) map_edges(at, count, scale->log, numbers);
    for (size_t i = 0; i < count + edges; i++) numbers[i] = scale_place(scale, edges ? numbers[i] : at[i]);
    return numbers;
}

/* The numbers themselves, for whoever points at a cell. */
static void write_numbers(const Plot *plot, const double *left, const double *top, Text *out) {
    text_add(out, "<g class=\"map\" data-name=\"");
    text_escape(out, plot->map_name);
    text_add(out, "\" data-left=\"");
    for (size_t i = 0; i <= plot->map_nx; i++) text_format(out, "%.1f ", left[i]);
    text_add(out, "\" data-top=\"");
    for (size_t i = 0; i <= plot->map_ny; i++) text_format(out, "%.1f ", top[i]);
    text_add(out, "\" data-z=\"");
    for (size_t i = 0; i < plot->map_nx * plot->map_ny; i++)
        text_format(out, isfinite(plot->map_z[i]) ? "%.4g " : "- ", plot->map_z[i]);
    text_add(out, "\">");
}

void map_write(const Plot *plot, const Frame *frame, Text *out) {
    double *left = places(&frame->x, plot->map_x, plot->map_nx, true),
           *top = places(&frame->y, plot->map_y, plot->map_ny, true),
           *px = places(&frame->x, plot->map_x, plot->map_nx, false),
           *py = places(&frame->y, plot->map_y, plot->map_ny, false);
    if (left && top && px && py) {
        write_numbers(plot, left, top, out);
        for (int level = -1; level < COLOURS; level++) {
            char colour[8];
            colour_of(level, colour);
            const size_t before = out->length;
            text_format(out, "<path shape-rendering=\"crispEdges\" %s%s\" d=\"",
                        level < 0 ? "class=\"hole" : "fill=\"", level < 0 ? "" : colour);
            const size_t empty = out->length;
            write_level(plot, left, top, level, out);
            if (out->length == empty)
                out->length = before;
            else
                text_add(out, "\"/>\n");
        }
        text_add(out, "</g>");
        if (plot->map_contours) write_contours(plot, px, py, out);
    }
    out->failed = out->failed || !left || !top || !px || !py;
    free(left);
    free(top);
    free(px);
    free(py);
}
