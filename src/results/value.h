/* What a study reports: numbers, flags, texts, lists and objects, as in JSON. No finite number: null. */
#ifndef JUDDER_RESULTS_VALUE_H
#define JUDDER_RESULTS_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct Value Value;

typedef enum ValueKind {
    VALUE_NULL,
    VALUE_NUMBER,
    VALUE_COUNT,
    VALUE_FLAG,
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_OBJECT
} ValueKind;

/* Makers return NULL when memory runs out; the containers take ownership of what they are given, also when
 * they fail, and accept NULL (then they fail), so that one test at the end is enough. */
Value *value_null(void);
Value *value_number(double number);
Value *value_count(long long count);
Value *value_flag(bool flag);
Value *value_text(const char *text);
Value *value_list(void);
Value *value_object(void);
/* An answer and how sure it is: { text, certainty }; null of an empty text. */
Value *value_verdict(const char *text, const char *certainty);
Value *value_numbers(const double *at, size_t count); /* a list of numbers */
bool value_append(Value *list, Value *item);
/* Replaces an earlier item of that key; keeps the order. */
bool value_set(Value *object, const char *key, Value *item);
/* Set an empty list or object under a key and lend it, to be filled; NULL: out of memory. */
Value *value_child_list(Value *object, const char *key);
Value *value_child_object(Value *object, const char *key);
/* Takes an item out, leaving null in its place. */
Value *value_take(Value *list, size_t position);
/* Drops the items from that position on. */
void value_cut(Value *list, size_t length);
void value_destroy(Value **value);
/* The item of that key answers nothing that was asked: it is written, but not shown to people. */
void value_mute(Value *object, const char *key);
bool value_is_mute(const Value *value);

ValueKind value_kind(const Value *value);
size_t value_length(const Value *value); /* of a list or an object */
const Value *value_at(const Value *list, size_t position);
const char *value_key(const Value *object, size_t position);
const Value *value_get(const Value *object, const char *key); /* NULL if there is none */
double value_as_number(const Value *value);                   /* of a number or a count */
long long value_as_count(const Value *value);
bool value_as_flag(const Value *value);
const char *value_as_text(const Value *value); /* "" of anything else */
/* The text of that key; "" if there is none. */
static inline const char *value_get_text(const Value *object, const char *key) {
    return value_as_text(value_get(object, key));
}

/* Writes JSON on one line: numbers with 17 significant digits, texts escaped (invalid UTF-8 replaced). */
void value_write_json(const Value *value, FILE *out);
/* The same as a text to be freed; NULL when memory runs out. */
char *value_json(const Value *value);

/* A finite number with 17 significant digits: reading it back gives the same bits. */
enum { VALUE_NUMBER_SIZE = 32 };
void value_format_number(double number, char text[VALUE_NUMBER_SIZE]);

#endif
