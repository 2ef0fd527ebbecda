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
    char **tips; /* one a point; NULL: none */
} OwnCurve;

typedef struct OwnShapes {
    double *x, *y, *value; /* value NULL: plain */
    size_t *start;         /* count + 1 numbers: where the corners of a polygon begin */
    size_t count;
    double low, high;
    bool edges, ordered;
    char name[160], unit[64];
} OwnShapes;

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
    OwnShapes shapes;
    bool equal, bare; /* one scale for both axes; no axes drawn */
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
/* The same as dots: lines of no length, which round caps make visible. The tips of those that are drawn, a
 * line each, go to `tips` if it is not NULL. */
void dots_write(Text *out, Text *tips, const Frame *frame, const OwnCurve *curve);

/* "-.5" instead of "-0.50"; a space in front unless it is the first or has a sign. */
void path_number(Text *out, long hundredths, bool first);

/* Colours are counted from 0; -1 is that of no number. */
enum { COLOURS = 48 };
void colour_of(int level, char text[8]);
int colour_level(double value, double low, double high);
typedef struct ColourBar {
    double low, high;
    const char *name, *unit;
} ColourBar;
void colour_bar_write(const ColourBar *bar, const Frame *frame, Text *out);
/* Whether the figure has a bar, and which. */
bool plot_bar(const Plot *plot, ColourBar *bar);

void shapes_write(const OwnShapes *shapes, const Frame *frame, Text *out);

/* The map with its contour lines. */
void map_write(const Plot *plot, const Frame *frame, Text *out);
void map_range(const Plot *plot, double *low, double *high);
void map_edges(const double *at, size_t count, bool log, double *edges); /* count + 1 */

#endif
