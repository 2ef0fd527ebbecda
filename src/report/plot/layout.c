/* Where things are in a figure: ranges, ticks, margins. */
#include "report/plot/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double text_width(const char *text, double size) {
    double letters = 0;
    for (const char *c = text; *c; c++) letters += ((unsigned char)*c & 0xC0) != 0x80;
    return 0.58 * size * letters;
}

double scale_place(const Scale *scale, double value) {
    if (!isfinite(value) || (scale->log && value <= 0)) return (double)NAN;
    const double part = scale->log ? log(value / scale->low) / log(scale->high / scale->low)
                                   : (value / 2 - scale->low / 2) / (scale->high / 2 - scale->low / 2);
    /* Far outside is as good as anywhere outside, and keeps numbers short. */
    return scale->from + fmin(fmax(part, -20), 20) * scale->size;
}

static void widen(double value, bool log, double *low, double *high) {
    if (!isfinite(value) || (log && value <= 0)) return;
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

static void find_range(const Plot *plot, bool vertical, double *low, double *high) {
    const PlotAxis *axis = vertical ? &plot->y : &plot->x;
    *low = INFINITY, *high = -INFINITY;
    if (axis->low != 0 || axis->high != 0) {
        *low = axis->low, *high = axis->high;
        return;
    }
    for (size_t i = 0; i < plot->curve_count; i++)
        for (size_t k = 0; k < plot->curves[i].count; k++) {
            const OwnCurve *curve = &plot->curves[i];
            if (vertical && plot->x.low < plot->x.high &&
                (curve->x[k] < plot->x.low || curve->x[k] > plot->x.high))
                continue;
            widen((vertical ? curve->y : curve->x)[k], axis->log, low, high);
        }
    if (plot->map_z) {
        const double *at = vertical ? plot->map_y : plot->map_x;
        const size_t count = vertical ? plot->map_ny : plot->map_nx;
        double *edges = malloc((count + 1) * sizeof *edges);
        if (edges) map_edges(at, count, axis->log, edges);
        for (size_t i = 0; edges && i <= count; i++) widen(edges[i], axis->log, low, high);
        free(edges);
        return;
    }
    const OwnShapes *shapes = &plot->shapes;
    for (size_t i = 0; shapes->count && i < shapes->start[shapes->count]; i++)
        widen((vertical ? shapes->y : shapes->x)[i], axis->log, low, high);
    range_pad(low, high, axis->log);
}

/* The same number of data units to a unit of the picture on both axes: the roomier one shows more. */
static void make_equal(Frame *frame) {
    const double x = (frame->x.high - frame->x.low) / frame->width,
                 y = (frame->y.high - frame->y.low) / frame->height, more = fmax(x, y);
    Scale *const scales[] = {&frame->x, &frame->y};
    const double sizes[] = {frame->width, frame->height};
    if (!isfinite(2 * more * fmax(frame->width, frame->height))) return;
    for (int k = 0; k < 2; k++) {
        const double middle = scales[k]->low / 2 + scales[k]->high / 2;
        scales[k]->low = middle - more * sizes[k] / 2;
        scales[k]->high = middle + more * sizes[k] / 2;
    }
}

/* Time and the like end where the data end. */
static void tighten(const Plot *plot, Scale *x) {
    double low = INFINITY, high = -INFINITY;
    if (plot->map_z || plot->equal || plot->x.low != 0 || plot->x.high != 0) return;
    for (size_t i = 0; i < plot->curve_count; i++) {
        const PlotStyle style = plot->curves[i].style;
        if (style == PLOT_DOTS || style == PLOT_MARKED || style == PLOT_RINGS) return;
        for (size_t k = 0; k < plot->curves[i].count; k++) widen(plot->curves[i].x[k], x->log, &low, &high);
    }
    /* A range that had to be widened stays so. */
    low = fmax(low, x->low), high = fmin(high, x->high);
    const double part = x->log ? log(high / low) / log(x->high / x->low)
                               : (high / 2 - low / 2) / (x->high / 2 - x->low / 2);
    if (low < high && part > 0.5) x->low = low, x->high = high;
}

static void word_ticks(const PlotAxis *axis, Ticks *ticks) {
    *ticks = (Ticks){.factor = 1};
    for (size_t i = 0; i < axis->word_count && i < TICKS_MOST; i++) {
        Tick *tick = &ticks->at[ticks->count++];
        tick->value = (double)(i + 1);
        snprintf(tick->text, sizeof tick->text, "%s", axis->words[i]);
    }
}

static size_t legend_rows(const Plot *plot, double width) {
    double used = 0;
    size_t rows = 0, labels = 0;
    for (size_t i = 0; i < plot->curve_count; i++) {
        if (!plot->curves[i].label) continue;
        labels++;
        const double needed = 34 + text_width(plot->curves[i].label, PLOT_TICK_SIZE);
        if (rows == 0 || used + needed > width) rows++, used = 0;
        used += needed;
    }
    return labels + plot->band_count > 0 && rows == 0 ? 1 : rows;
}

static void axis_ticks(const PlotAxis *axis, Scale *scale, double pixels) {
    if (axis->words)
        word_ticks(axis, &scale->ticks);
    else
        ticks_make(&(TickWish){scale->low, scale->high, scale->log, (size_t)fmax(2, pixels), axis->unit},
                   &scale->ticks);
}

/* How far the text of the last tick would stand over the edge of the picture. */
static double overhang(const Frame *frame) {
    const Ticks *ticks = &frame->x.ticks;
    if (ticks->count == 0) return 0;
    const Tick *last = &ticks->at[ticks->count - 1];
    Scale scale = frame->x;
    scale.from = 0, scale.size = frame->width;
    return fmax(0, text_width(last->text, PLOT_TICK_SIZE) / 2 - 14 -
                       (frame->width - scale_place(&scale, last->value)));
}

Frame plot_layout(const Plot *plot) {
    Frame frame = {.x = {.log = plot->x.log}, .y = {.log = plot->y.log}};
    find_range(plot, false, &frame.x.low, &frame.x.high);
    find_range(plot, true, &frame.y.low, &frame.y.high);
    tighten(plot, &frame.x);
    ColourBar has;
    const bool barred = plot_bar(plot, &has);
    const double bar = barred ? 78 : 0;
    frame.top = (barred ? 28 : 10) + PLOT_LEGEND_HEIGHT * (double)legend_rows(plot, plot->width - 90);
    frame.height = plot->height - frame.top - (plot->bare ? 8 : 44);
    axis_ticks(&plot->y, &frame.y, frame.height / 28);
    double widest = 0;
    for (size_t i = 0; i < frame.y.ticks.count; i++)
        widest = fmax(widest, text_width(frame.y.ticks.at[i].text, PLOT_TICK_SIZE));
    /* Wide figures stand above each other: their axes begin at one place. */
    frame.left = fmax(plot->width > 900 ? 64 : 46, 32 + widest);
    frame.width = plot->width - frame.left - 18 - bar;
    axis_ticks(&plot->x, &frame.x, frame.width / 76);
    if (!barred) frame.width -= overhang(&frame);
    if (plot->bare) frame.left = 8, frame.width = plot->width - 16 - bar;
    /* Rounded as they are written, so that a script that reads them finds the same places. */
    frame.left = round(10 * frame.left) / 10, frame.width = floor(10 * frame.width) / 10;
    frame.top = round(10 * frame.top) / 10, frame.height = floor(10 * frame.height) / 10;
    if (plot->equal) {
        make_equal(&frame);
        axis_ticks(&plot->x, &frame.x, frame.width / 76);
        axis_ticks(&plot->y, &frame.y, frame.height / 28);
    }
    if (plot->bare) frame.x.ticks.count = frame.y.ticks.count = 0;
    frame.x.from = 0, frame.x.size = frame.width;
    frame.y.from = frame.height, frame.y.size = -frame.height;
    return frame;
}
