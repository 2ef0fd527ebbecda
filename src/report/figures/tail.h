/* The last rows of a series, if their steps are equal: what a spectrum and a sound are made of. */
#ifndef JUDDER_REPORT_FIGURES_TAIL_H
#define JUDDER_REPORT_FIGURES_TAIL_H

#include "base/error.h"
#include "report/figures/figure.h"

typedef struct Tail {
    double *at;   /* to be freed */
    size_t count; /* 0: too few, or the steps are not equal */
    double dt;
} Tail;

/* The series of a study that is heard and whose spectrum is drawn; NULL: there is none, or it does not vary.
 */
const ReaderSet *tail_preferred(const FigureSource *source);
JudderErr tail_read(const FigureSource *source, const ReaderSet *set, size_t most, Tail *tail);

#endif
