#include "base/text/printable.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_ESCAPE = 16 };

size_t utf8_length(const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    if (at[0] < 0x80) return 1;
    if (at[0] < 0xC2 || at[0] > 0xF4) return 0;
    const size_t length = at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    unsigned char low = 0x80, high = 0xBF; /* of the second byte */
    if (at[0] == 0xE0) low = 0xA0;
    if (at[0] == 0xED) high = 0x9F;
    if (at[0] == 0xF0) low = 0x90;
    if (at[0] == 0xF4) high = 0x8F;
    if (at[1] < low || at[1] > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
    }
    return length;
}

unsigned long utf8_code(const char *text, size_t length) {
    static const unsigned char first[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *at = (const unsigned char *)text;
    unsigned long code = at[0] & first[length];
    for (size_t i = 1; i < length; i++) code = code << 6 | (at[i] & 0x3F);
    return code;
}

bool printable_code(unsigned long code) {
    /* Controls; marks that turn the direction; separators of lines; what takes no room. */
    static const struct {
        unsigned long low, high;
    } hidden[] = {{0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},      {0x61C, 0x61C},
                  {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},  {0xFEFF, 0xFEFF},
                  {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE0FFF}};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (code >= hidden[i].low && code <= hidden[i].high) return false;
    return true;
}

/* The first character as it is shown; returns its bytes in the text. */
static size_t show(const char *text, char shown[LONGEST_ESCAPE]) {
    const size_t length = utf8_length(text);
    const unsigned long code = length ? utf8_code(text, length) : (unsigned char)text[0];
    if (length && printable_code(code)) {
        memcpy(shown, text, length);
        shown[length] = '\0';
    } else if (length == 1 && code && strchr("\n\r\t", (int)code)) {
        snprintf(shown, LONGEST_ESCAPE, "\\%c", code == '\n' ? 'n' : code == '\r' ? 'r' : 't');
    } else {
        snprintf(shown, LONGEST_ESCAPE, length > 1 ? "\\u{%lx}" : "\\x%02lx", code);
    }
    return length ? length : 1;
}

size_t printable_text(const char *text, char *to, size_t size) {
    char shown[LONGEST_ESCAPE];
    size_t whole = 0, used = 0;
    while (*text) {
        text += show(text, shown);
        const size_t length = strlen(shown);
        if (used == whole && used + length < size) {
            memcpy(to + used, shown, length);
            used += length;
        }
        whole += length;
    }
    if (size) to[used] = '\0';
    return whole;
}

void printable_put(const char *text, FILE *out) {
    char shown[LONGEST_ESCAPE];
    while (*text) {
        text += show(text, shown);
        fputs(shown, out);
    }
}

void printable_line_of(FILE *out, const char *format, va_list args) {
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0) return;
    printable_put(text, out);
    fputc('\n', out);
    free(text);
}

void printable_line(FILE *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    printable_line_of(out, format, args);
    va_end(args);
}
