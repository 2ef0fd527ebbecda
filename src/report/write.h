/* Pages and figures put in place as a whole. */
#ifndef JUDDER_REPORT_WRITE_H
#define JUDDER_REPORT_WRITE_H

#include "base/error.h"

#include <stddef.h>

/* Writes beside the target and replaces it at the end; the target must not be the result itself. */
JudderErr write_file(const char *path, const char *result_file, const char *bytes, size_t count);
/* The SVG as a PNG, by the program rsvg-convert. */
JudderErr write_png(const char *path, const char *result_file, const char *svg, size_t count);

#endif
