/* A figure with two axes, written as SVG: curves, dots, bands, marks, a map with contour lines, or polygons.
 *
 * Colours and widths come from classes (figure.css), so one figure serves light and dark pages. Numbers
 * that are not finite leave gaps; on a log axis so do numbers that are not positive.
 */
#ifndef JUDDER_REPORT_PLOT_PLOT_H
#define JUDDER_REPORT_PLOT_PLOT_H

#include "report/plot/text.h"
#include "report/plot/ticks.h"

enum { FIGURE_WIDE = 1000, FIGURE_HALF = 490, FIGURE_LOW = 230, FIGURE_HIGH = 340 };

typedef struct PlotAxis {
    char name[160], unit[64];
    bool log;
    double low, high;         /* both 0: from the data */
    const char *const *words; /* for the values 1, 2, ...: texts instead of numbers; NULL: numbers */
    size_t word_count;
} PlotAxis;

typedef enum PlotStyle {
    PLOT_LINE,
    PLOT_THICK,
    PLOT_FAINT,
    PLOT_DASHED,
    PLOT_DOTS,
    PLOT_MARKED, /* a line with a dot at each point */
    PLOT_RINGS   /* larger dots, for single places */
} PlotStyle;

typedef struct PlotCurve {
    const double *x, *y;
    size_t count;
    int colour; /* 1 to 7; 0: grey */
    PlotStyle style;
    const char *label; /* in the legend; NULL: not there */
    char *const *tips; /* of dots and rings: what is said of each point; NULL: its numbers */
} PlotCurve;

typedef enum PlotBand { PLOT_STICK, PLOT_OPEN } PlotBand;

/* Values on a grid: z of (x_i, y_j) at z[i * y_count + j]. */
typedef struct PlotMap {
    const double *x, *y, *z;
    size_t x_count, y_count;
    const char *name;
    bool contours;
} PlotMap;

/* Polygons with colours: the corners of all, one polygon after the other. */
typedef struct PlotShapes {
    const double *x, *y;
    const size_t *start; /* count + 1 numbers: where the corners of a polygon begin */
    size_t count;
    const double *value; /* of each; NULL: plain */
    double low, high;    /* of the colours */
    const char *name, *unit;
    bool edges;   /* drawn around each */
    bool ordered; /* later ones hide earlier ones */
} PlotShapes;

typedef struct Plot Plot;

/* NULL when memory runs out, which all that follow accept. */
Plot *plot_create(double width, double height);
void plot_destroy(Plot **plot);

PlotAxis *plot_x(Plot *plot);
PlotAxis *plot_y(Plot *plot);
/* The name of an axis from that of a series: "end_velocity" reads "end velocity". */
void plot_axis_name(PlotAxis *axis, const char *name, const char *unit);
/* Numbers are copied. */
void plot_curve(Plot *plot, const PlotCurve *curve);
/* Shades [from, to] of the x axis; opacity between 0 and 1. */
void plot_band(Plot *plot, PlotBand band, double from, double to, double opacity);
/* A short line at the upper edge, for an event of that kind. */
void plot_mark(Plot *plot, double x, const char *kind);
/* Words at a place; anchor "start", "middle" or "end". */
void plot_words(Plot *plot, double x, double y, const char *anchor, const char *words);
/* At most one. Numbers are copied. */
void plot_map(Plot *plot, const PlotMap *map);
/* At most once, instead of a map. Numbers are copied. */
void plot_shapes(Plot *plot, const PlotShapes *shapes);
/* Shows a stretch of the x axis only, of which an end that is no number comes from the curves. */
void plot_limit(Plot *plot, double from, double to);
/* Whether anything of curves and map lies inside a stretch of the x axis; extent: of all there is (the
 * first end above the second: nothing). */
bool plot_shows(const Plot *plot, const double stretch[2], double extent[2]);
/* One scale for both axes, as for pictures of bodies; bare: and the axes are not drawn. */
void plot_equal(Plot *plot, bool bare);

/* Appends <svg>...</svg>; alone: with its own style and background, as a file of its own. False: no
 * memory. */
bool plot_draw(const Plot *plot, bool alone, const char *description, Text *out);

#endif
