/* The numbers of a study as tables of a page. */
#ifndef JUDDER_REPORT_NUMBERS_H
#define JUDDER_REPORT_NUMBERS_H

#include "report/plot/text.h"
#include "report/series/thin.h"
#include "results/read/reader.h"

/* The model is that of the result, for units and meanings. All values: single ones, lists cut to their first
 * items, lists of objects as tables. */
void numbers_write(const char *model, const ReaderStudy *study, Text *out);
/* What says whether the run can be trusted: balances and residuals. */
void numbers_write_energy(const char *model, const ReaderStudy *study, Text *out);
void numbers_write_probes(const char *model, const ReaderStudy *study, Text *out);
/* The series that have no figure because they do not vary. */
void numbers_write_constant(const Thin *thin, Text *out);

#endif
