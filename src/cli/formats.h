/* The formats of judder export. */
#ifndef JUDDER_CLI_FORMATS_H
#define JUDDER_CLI_FORMATS_H

#include "results/export/format.h"

#include <stddef.h>

enum { EXPORT_MOST_FORMATS = 8 };
extern const ExportFormat *const export_formats[]; /* ends with NULL */

#endif
