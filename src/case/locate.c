/* Finds the line of a field in the text of a case. Lua knows only the line on which a word was called, so the
 * text is read again, token by token: comments and texts are skipped, brackets are counted. Where the text is
 * not written the usual way the line of the word has to do. */
#include "case/internal.h"
#include "case/scan.h"

#include <string.h>

/* Whether the token is the key, written as a name or as a quoted text. */
static bool token_is_key(const Scanner *s, const char *key) {
    const size_t size = strlen(key);
    const char first = s->text[s->at];
    if (first == '"' || first == '\'')
        return s->end - s->at == size + 2 && memcmp(s->text + s->at + 1, key, size) == 0;
    return token_is(s, key);
}

/* The bracket of the arguments that follow the present token; length if it is no call. */
static size_t call_bracket(const Scanner *s) {
    Scanner ahead = *s;
    if (!scan(&ahead)) return s->length;
    const size_t first = ahead.at;
    if (s->text[first] == '{') return first;
    if (s->text[first] != '(' || !scan(&ahead)) return s->length;
    return s->text[ahead.at] == '{' ? ahead.at : first;
}

size_t locate_word(const char *text, size_t length, CallPlace called, const char *word) {
    enum { MOST = 64 };
    size_t found[MOST], count = 0;
    Scanner s = {.text = text, .length = length, .line = 1};
    while (count < MOST && scan(&s)) {
        if (s.line > called.line && count > 0) break;
        if (s.line < called.line || !token_is(&s, word)) continue;
        const size_t bracket = call_bracket(&s);
        if (bracket == length) continue;
        found[count++] = bracket;
        if (s.line > called.line) break;
    }
    /* The calls of a line come in the order of the text, again and again in a loop. */
    return count > 0 ? found[(size_t)called.turn % count] : length;
}

/* How much deeper the text is after the token: in brackets, or in a function, where `key =` sets a name. */
static int nesting(const Scanner *s) {
    static const char *const opens[] = {"{", "(", "function", "do", "if", "repeat"};
    static const char *const closes[] = {"}", ")", "end", "until"};
    for (size_t i = 0; i < sizeof opens / sizeof *opens; i++)
        if (token_is(s, opens[i])) return 1;
    for (size_t i = 0; i < sizeof closes / sizeof *closes; i++)
        if (token_is(s, closes[i])) return -1;
    return 0;
}

int locate_key(const char *text, size_t length, size_t bracket, const char *key, size_t *value) {
    Scanner s = {.text = text, .length = length, .line = 1};
    s.at = s.end = scan_lines(&s, bracket);
    int depth = 0;
    while (scan(&s)) {
        depth += nesting(&s);
        if (depth <= 0) return 0;
        if (depth != 1 || !token_is_key(&s, key)) continue;
        const int line = s.line;
        Scanner ahead = s;
        if (scan(&ahead) && text[ahead.at] == ']' && !scan(&ahead)) return 0;
        if (!token_is(&ahead, "=")) continue;
        *value = scan(&ahead) ? ahead.at : length;
        return line;
    }
    return 0;
}

int locate_item(const char *text, size_t length, size_t bracket, size_t position, size_t *value) {
    *value = length;
    if (bracket >= length || text[bracket] != '{') return 0;
    Scanner s = {.text = text, .length = length, .line = 1};
    s.at = s.end = scan_lines(&s, bracket);
    int depth = 0;
    size_t item = 0;
    bool fresh = false; /* the next token starts an item */
    while (scan(&s)) {
        if (fresh && item == position && text[s.at] != '}') {
            *value = s.at;
            return s.line;
        }
        fresh = false;
        depth += nesting(&s);
        if (depth <= 0) return 0;
        if (depth != 1) continue;
        if (s.at == bracket) fresh = true;
        if (text[s.at] == ',' || text[s.at] == ';') fresh = true, item++;
    }
    return 0;
}
