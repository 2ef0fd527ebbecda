#include "report/plot/text.h"

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
    if (text->length + more < text->room) return true;
    size_t room = text->room ? text->room : 1024;
    while (room <= text->length + more) room *= 2;
    char *at = realloc(text->at, room);
    if (!at) {
        text->failed = true;
        return false;
    }
    text->at = at;
    text->room = room;
    return true;
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

/* Length of the UTF-8 sequence at c, 0 if it is none (RFC 3629). */
static size_t sequence(const unsigned char *c) {
    if (c[0] < 0x80) return 1;
    if (c[0] < 0xC2 || c[0] > 0xF4) return 0;
    const size_t length = c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
    const unsigned char low = c[0] == 0xE0 ? 0xA0 : c[0] == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = c[0] == 0xED ? 0x9F : c[0] == 0xF4 ? 0x8F : 0xBF;
    if (c[1] < low || c[1] > high) return 0;
    for (size_t i = 2; i < length; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    return length;
}

void text_escape(Text *text, const char *part) {
    for (const unsigned char *c = (const unsigned char *)part; *c;) {
        const size_t length = sequence(c);
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
        else if (length == 0 || (*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7F)
            text_add(text, "\xEF\xBF\xBD");
        else
            text_bytes(text, (const char *)c, length);
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
