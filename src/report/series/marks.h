/* What a study says about a stretch of time: when it stuck, when it was open, when it jumped. */
#ifndef JUDDER_REPORT_SERIES_MARKS_H
#define JUDDER_REPORT_SERIES_MARKS_H

#include "base/error.h"
#include "report/plot/plot.h"
#include "results/read/reader.h"

enum { MARKS_SPANS = 300, MARKS_BINS = 600, MARKS_JUMPS = 400 };

/* Spans of one state: as they are if they are few, else as parts of equal bins of the time. */
typedef struct Spans {
    size_t count; /* more than MARKS_SPANS: only the bins hold all */
    double from[MARKS_SPANS], to[MARKS_SPANS];
    double part[MARKS_BINS];
} Spans;

typedef struct Marks {
    double from, to;
    bool parts; /* some of several places stick, some do not: the bins hold which part */
    Spans stick, open;
    size_t jumps, jumps_kept; /* in the stretch; those that are drawn */
    double jump_at[MARKS_JUMPS];
} Marks;

/* The stretch of the series that the rest is drawn over, "t" or "s". */
typedef struct MarksRequest {
    const char *over;
    double from, to;
} MarksRequest;
/* Of one place its spans, from the events, or without any from the rows in which every slip is 0. Of several
 * places the part that sticks and the part that is open: from the series stick_nodes, slip_nodes, open_nodes
 * if there are such, else from the events. */
JudderErr marks_make(const Reader *reader, const ReaderStudy *study, const MarksRequest *wish, Marks *marks);
void marks_draw(const Marks *marks, Plot *plot);

#endif
