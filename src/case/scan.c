#include "case/scan.h"

#include <string.h>

static char peek(const Scanner *s, size_t at) {
    return at < s->length ? s->text[at] : '\0';
}

/* Lines end as Lua counts them: with \n, \r\n or \r. */
static bool ends_line(const Scanner *s, size_t at) {
    return s->text[at] == '\n' || (s->text[at] == '\r' && peek(s, at + 1) != '\n');
}

size_t scan_lines(Scanner *s, size_t at) {
    for (size_t i = s->at; i < at && i < s->length; i++) s->line += ends_line(s, i);
    return at < s->length ? at : s->length;
}

/* The end of [[...]], [=[...]=] that starts at an offset; 0 if there is none. */
static size_t long_bracket_end(const Scanner *s, size_t at) {
    if (peek(s, at) != '[') return 0;
    size_t level = 0;
    while (peek(s, at + 1 + level) == '=') level++;
    if (peek(s, at + 1 + level) != '[') return 0;
    for (size_t i = at + level + 2; i < s->length; i++) {
        if (s->text[i] != ']') continue;
        size_t equals = 0;
        while (peek(s, i + 1 + equals) == '=') equals++;
        if (equals == level && peek(s, i + 1 + equals) == ']') return i + equals + 2;
    }
    return s->length;
}

static size_t comment_end(const Scanner *s, size_t at) {
    const size_t block = long_bracket_end(s, at + 2);
    if (block) return block;
    while (at < s->length && !ends_line(s, at)) at++;
    return at;
}

/* As Lua counts them, whatever the host program has set. */
static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The last byte of the escape whose backslash is at an offset. */
static size_t escape_end(const Scanner *s, size_t at) {
    const char c = peek(s, at + 1), next = peek(s, at + 2);
    if ((c == '\r' && next == '\n') || (c == '\n' && next == '\r')) return at + 2;
    if (c != 'z') return at + 1;
    for (at++; is_space(peek(s, at + 1)); at++) {}
    return at;
}

static size_t quoted_end(const Scanner *s, size_t at) {
    const char quote = s->text[at];
    for (size_t i = at + 1; i < s->length; i++) {
        if (s->text[i] == '\\')
            i = escape_end(s, i);
        else if (s->text[i] == quote || ends_line(s, i))
            return i + 1;
    }
    return s->length;
}

bool scan(Scanner *s) {
    s->at = scan_lines(s, s->end);
    for (;;) {
        while (is_space(peek(s, s->at)) && s->at < s->length) s->at = scan_lines(s, s->at + 1);
        if (!(peek(s, s->at) == '-' && peek(s, s->at + 1) == '-')) break;
        s->at = scan_lines(s, comment_end(s, s->at));
    }
    if (s->at >= s->length) return false;
    const char c = s->text[s->at];
    const size_t block = c == '[' ? long_bracket_end(s, s->at) : 0;
    s->end = s->at + 1;
    if (block)
        s->end = block;
    else if (c == '"' || c == '\'')
        s->end = quoted_end(s, s->at);
    else if (is_name(c))
        while (is_name(peek(s, s->end))) s->end++;
    else if (c == '=' && peek(s, s->end) == '=')
        s->end++;
    return true;
}

bool token_is(const Scanner *s, const char *word) {
    const size_t size = strlen(word);
    return s->end - s->at == size && memcmp(s->text + s->at, word, size) == 0;
}

bool token_is_text(const Scanner *s) {
    const char c = s->text[s->at];
    return c == '"' || c == '\'' || (c == '[' && s->end - s->at > 1);
}

bool token_is_name(const Scanner *s) {
    return is_name(s->text[s->at]);
}
