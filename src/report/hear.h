/* The sound of a study inside a page. */
#ifndef JUDDER_REPORT_HEAR_H
#define JUDDER_REPORT_HEAR_H

#include "base/error.h"
#include "report/figures/figure.h"

/* An audio element with the end of the best series; nothing if there is none with equal steps that varies. */
JudderErr hear_write(const FigureSource *source, Text *out);

#endif
