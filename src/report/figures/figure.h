/* The figures of a study. A new figure is one new file with one constant, and one new line in figures.c:
 * it looks at what the study holds and draws what it knows, or nothing. */
#ifndef JUDDER_REPORT_FIGURES_FIGURE_H
#define JUDDER_REPORT_FIGURES_FIGURE_H

#include "base/error.h"
#include "report/plot/plot.h"
#include "report/series/marks.h"
#include "report/series/thin.h"
#include "report/series/whole.h"
#include "results/read/reader.h"

/* A study with its series made ready. */
typedef struct FigureSource {
    const Reader *reader;
    const ReaderStudy *study;
    Thin whole; /* all rows, thinned */
    Thin end;   /* the last rows; none where the whole is already complete */
    int time;   /* the column "t"; -1: there is none */
    int over;   /* what the others are drawn over: time, or the load of a path; -1: neither */
} FigureSource;

/* Names of what series are drawn over, the first that there is; ends with NULL. */
extern const char *const figure_over[];
/* "time t" of "t"; another name as it is. */
const char *figure_over_name(const char *series);

/* Where figures go. */
typedef struct FigureSheet {
    Text *out;
    size_t count;
    bool alone; /* each figure brings its own style, so that it can go into any page */
} FigureSheet;

typedef struct Figure {
    const char *name;
    JudderErr (*draw)(const FigureSource *source, FigureSheet *sheet);
} Figure;

extern const Figure series_figure, phase_figure, graph_figure, law_figure, spectrum_figure, ladder_figure,
    profile_figure, steady_figure, energy_figure, sweep_figure, sample_figure, follow_figure, body_figure,
    cycle_figure;
extern const Figure *const figures[]; /* ends with NULL */

JudderErr figure_source_open(const Reader *reader, const ReaderStudy *study, FigureSource *source);
void figure_source_close(FigureSource *source);

/* Draws, puts into the sheet with a caption, and destroys the plot; half: two of them side by side. */
JudderErr figure_add(FigureSheet *sheet, Plot **plot, bool half, const char *caption);
/* " at (0.02, 0) m": where the node of a series is, if the study says so (a list "watched" of places, each
 * with the names of its series); else "". */
enum { FIGURE_PLACE = 80 };
void figure_place(const ReaderStudy *study, const char *series, char place[FIGURE_PLACE]);
/* "t = 5.9 s to 6.3 s": what a column goes through. */
enum { FIGURE_STRETCH = 140 };
void figure_stretch(const Thin *thin, int column, char text[FIGURE_STRETCH]);
/* The curve of two columns of a table. */
JudderErr figure_curve(Plot *plot, const Thin *thin, int x, int y, PlotCurve look);
/* Name and unit at a position of "z [m], v_1 [m/s]"; "" beyond the last. */
void figure_title(const char *titles, size_t position, char name[64], char unit[64]);
/* A list of numbers among the values, to be freed; NULL in *at if there is none. */
JudderErr figure_list(const Value *values, const char *key, double **at, size_t *count);
/* Of a list of objects, one key of each. */
JudderErr figure_column(const Value *list, const char *key, double **at, size_t *count);

/* A half figure of one curve over two columns, which it frees; nothing if one of them is NULL. */
typedef struct FigurePair {
    const char *x_name, *x_unit, *y_name, *y_unit;
    double *x, *y;
    size_t count;
    PlotStyle style;
    const char *caption;
    bool named; /* the caption begins with the name of the y axis */
} FigurePair;
JudderErr figure_pair(FigureSheet *sheet, const FigurePair *pair);

/* A value of a sweep over its one or two axes; *drawn is false if there is nothing to show. */
JudderErr figure_sweep(const FigureSource *source, const char *name, Plot *plot, bool *drawn);
/* Frequency or growth of motions that were followed, a curve each. */
JudderErr figure_follow(const FigureSource *source, const char *name, Plot *plot, bool *drawn);

#endif
