/* Texts that others wrote (cases, meshes, tables, names of files), made harmless for a terminal and a log.
 *
 * What moves a cursor, ends a line, turns the direction of writing or is not seen is shown as an escape: \n,
 * \x1b, \u{202e}. Bytes that are no UTF-8 are shown as \xff. Letters of every script stay. A text that was
 * made harmless stays as it is when it comes again. */
#ifndef JUDDER_BASE_TEXT_PRINTABLE_H
#define JUDDER_BASE_TEXT_PRINTABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bytes of the first character of a text that is not empty; 0: its bytes are no UTF-8. */
size_t utf8_length(const char *text);
/* The code of the first character, which is that many bytes long. */
unsigned long utf8_code(const char *text, size_t length);
/* Whether a character of that code can be shown as it is. */
bool printable_code(unsigned long code);

/* Copies a text, made harmless, as far as it fits; never a part of a character or of an escape. Returns the
 * bytes of the whole, as snprintf does. */
size_t printable_text(const char *text, char *to, size_t size);
/* The same to a stream. */
void printable_put(const char *text, FILE *out);
/* Prints one line by a format, made harmless, and ends it. */
void printable_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void printable_line_of(FILE *out, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

#endif
