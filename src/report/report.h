/* From a result file to what people look at: one page with figures, numbers and sound; or one figure.
 * Knows only the format of the file. */
#ifndef JUDDER_REPORT_REPORT_H
#define JUDDER_REPORT_REPORT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct ReportOptions {
    const char *bibliography; /* text of the entries that the keys of a result name */
    const char *version;      /* of the program that writes the page */
} ReportOptions;

typedef struct ReportSummary {
    size_t figures, bytes;
} ReportSummary;

/* Writes the page; it needs no other file and no network. */
JudderErr report_write(const char *result_file, const char *html_file, const ReportOptions *options,
                       ReportSummary *summary);

/* The figures of every study as a piece of HTML, to be freed: each SVG stands alone, so the piece can go into
 * any page. */
JudderErr report_figures(const char *result_file, char **html);

typedef struct PlotRequest {
    const char *of,
        *against; /* names of series, fields or lists of values; against NULL: time, or the position */
    bool log_x, log_y;
    double from, to;               /* the stretch of the x axis */
    bool ends[2];                  /* whether from and to are given; else what the data have */
    double width, height;          /* 0: 720 x 400; the height of a body follows from its shape */
    const char *x_title, *y_title; /* "V [m/s]"; NULL: the names */
} PlotRequest;

/* One figure as .svg, or as .png by the program rsvg-convert. A name that is not in the file is an input
 * error that lists what is. */
JudderErr report_plot(const char *result_file, const char *figure_file, const PlotRequest *wish);

#endif
