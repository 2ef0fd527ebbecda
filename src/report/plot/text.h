/* A text that grows: what pages and figures are written into. Running out of memory is remembered, not
 * reported, so that one test at the end is enough. */
#ifndef JUDDER_REPORT_PLOT_TEXT_H
#define JUDDER_REPORT_PLOT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *at; /* NULL or ends with zero */
    size_t length, room;
    bool failed;
} Text;

void text_release(Text *text);
void text_bytes(Text *text, const char *bytes, size_t count);
void text_add(Text *text, const char *part);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As content of HTML and SVG, or of an attribute in double quotes: & < > " ' escaped, control characters and
 * invalid UTF-8 replaced. */
void text_escape(Text *text, const char *part);
void text_base64(Text *text, const unsigned char *bytes, size_t count);

#endif
