/* JSON as our programs print it, back to a Value; NULL if it is anything else. */
#ifndef JUDDER_TESTS_JSON_H
#define JUDDER_TESTS_JSON_H

#include "results/value.h"

#include <stdlib.h>
#include <string.h>

static inline Value *json_item(const char **at);

/* A text between quotes, escapes kept as they are; to be freed. */
static inline char *json_text(const char **at) {
    const char *begin = *at + 1, *end = begin;
    while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
    if (**at != '"' || !*end) return NULL;
    *at = end + 1;
    return strndup(begin, (size_t)(end - begin));
}

static inline bool json_pass(const char **at, const char *word) {
    const size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0) return false;
    *at += length;
    return true;
}

/* Items between brackets into a list, or with keys into an object. */
static inline bool json_items(const char **at, Value *into, bool keyed, const char *closing) {
    if (json_pass(at, closing)) return true;
    do {
        char *key = keyed ? json_text(at) : NULL;
        bool good = !keyed || (key && json_pass(at, ":"));
        Value *item = good ? json_item(at) : NULL;
        good = item && (keyed ? value_set(into, key, item) : value_append(into, item));
        free(key);
        if (!good) return false;
    } while (json_pass(at, ","));
    return json_pass(at, closing);
}

static inline Value *json_container(const char **at, bool keyed) {
    Value *made = keyed ? value_object() : value_list();
    (*at)++;
    if (made && !json_items(at, made, keyed, keyed ? "}" : "]")) value_destroy(&made);
    return made;
}

static inline Value *json_item(const char **at) {
    if (**at == '{' || **at == '[') return json_container(at, **at == '{');
    if (json_pass(at, "null")) return value_null();
    if (json_pass(at, "true")) return value_flag(true);
    if (json_pass(at, "false")) return value_flag(false);
    if (**at == '"') {
        char *text = json_text(at);
        Value *made = text ? value_text(text) : NULL;
        free(text);
        return made;
    }
    char *end;
    const double number = strtod(*at, &end);
    if (end == *at) return NULL;
    *at = end;
    return value_number(number);
}

/* One item and a line's end. */
static inline Value *json_read(const char *text) {
    Value *made = json_item(&text);
    if (made && strcmp(text, "\n") != 0) value_destroy(&made);
    return made;
}

#endif
