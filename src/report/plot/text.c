#include "report/plot/text.h"

#include "base/array/grow.h"
#include "base/text/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_release(Text *text) {
    free(text->at);
    *text = (Text){0};
}

static bool text_grow(Text *text, size_t more) {
    if (text->failed) return false;
    text->failed = !grow(&text->at, &text->room, text->length + more + 1, 1);
    return !text->failed;
}

void text_bytes(Text *text, const char *bytes, size_t count) {
    if (!text_grow(text, count)) return;
    memcpy(text->at + text->length, bytes, count);
    text->length += count;
    text->at[text->length] = '\0';
}

void text_add(Text *text, const char *part) {
    text_bytes(text, part, strlen(part));
}

void text_format(Text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int needed = vsnprintf(NULL, 0, format, args);
    if (needed >= 0 && text_grow(text, (size_t)needed)) {
        vsnprintf(text->at + text->length, (size_t)needed + 1, format, again);
        text->length += (size_t)needed;
    }
    va_end(again);
    va_end(args);
}

void text_escape(Text *text, const char *part) {
    for (const char *c = part; *c;) {
        const size_t length = utf8_length(c);
        if (*c == '&')
            text_add(text, "&amp;");
        else if (*c == '<')
            text_add(text, "&lt;");
        else if (*c == '>')
            text_add(text, "&gt;");
        else if (*c == '"')
            text_add(text, "&quot;");
        else if (*c == '\'')
            text_add(text, "&#39;");
        else if (length == 0 || (!printable_code(utf8_code(c, length)) && *c != '\n' && *c != '\t'))
            text_add(text, "\xEF\xBF\xBD");
        else
            text_bytes(text, c, length);
        c += length ? length : 1;
    }
}

void text_base64(Text *text, const unsigned char *bytes, size_t count) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const unsigned triple = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                                (left > 2 ? bytes[i + 2] : 0);
        const char four[4] = {digits[triple >> 18], digits[triple >> 12 & 63],
                              left > 1 ? digits[triple >> 6 & 63] : '=',
                              left > 2 ? digits[triple & 63] : '='};
        text_bytes(text, four, 4);
    }
}
