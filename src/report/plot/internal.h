/* What the files that draw a figure share. */
#ifndef JUDDER_REPORT_PLOT_INTERNAL_H
#define JUDDER_REPORT_PLOT_INTERNAL_H

#include "report/plot/plot.h"

typedef struct OwnCurve {
    double *x, *y;
    size_t count;
    int colour;
    PlotStyle style;
    char *label;
} OwnCurve;

typedef struct Band {
    PlotBand kind;
    double from, to, opacity;
} Band;

typedef struct Mark {
    double x;
    char kind[16];
} Mark;

typedef struct Words {
    double x, y;
    char anchor[8];
    char *text;
} Words;

struct Plot {
    double width, height;
    PlotAxis x, y;
    OwnCurve *curves;
    size_t curve_count;
    Band *bands;
    size_t band_count;
    Mark *marks;
    size_t mark_count;
    Words *words;
    size_t words_count;
    double *map_x, *map_y, *map_z;
    size_t map_nx, map_ny;
    char map_name[160];
    bool map_contours;
    bool failed;
};

/* Where the numbers of an axis lie, in the units of the picture. */
typedef struct Scale {
    double low, high, from, size; /* size < 0: upwards */
    bool log;
    Ticks ticks;
} Scale;

typedef struct Frame {
    double left, top, width, height; /* of the area of the curves */
    Scale x, y;                      /* relative to the area */
} Frame;

#define PLOT_TICK_SIZE     11.5 /* of letters */
#define PLOT_LEGEND_HEIGHT 20.0 /* of a line of it */

Frame plot_layout(const Plot *plot);
double scale_place(const Scale *scale, double value); /* NaN where it has none */
/* Width of a text in the usual font, about. */
double text_width(const char *text, double size);
/* One path through the points, broken at gaps: "M1.5 2l.5-1". */
void path_write(Text *out, const Frame *frame, const OwnCurve *curve);
/* The same as dots: lines of no length, which round caps make visible. */
void dots_write(Text *out, const Frame *frame, const OwnCurve *curve);

/* The map with its contour lines, and the bar of its colours. */
void map_write(const Plot *plot, const Frame *frame, Text *out);
void map_bar_write(const Plot *plot, const Frame *frame, Text *out);
void map_edges(const double *at, size_t count, bool log, double *edges); /* count + 1 */

#endif
