#include "results/value.h"

#include "base/array/grow.h"
#include "base/bytes.h"
#include "base/text/printable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct Value {
    ValueKind kind;
    bool mute;
    union {
        double number;
        long long count;
        bool flag;
        char *text;
    };
    size_t length, room, key_room; /* of the items */
    Value **items;
    char **keys;     /* of an object */
    uint32_t *index; /* of an object with many keys: their positions + 1, found by their sums; 0: free */
    size_t index_room;
};

enum { FEW_KEYS = 16 }; /* are compared one by one */

static Value *value_make(ValueKind kind) {
    Value *value = calloc(1, sizeof *value);
    if (value) value->kind = kind;
    return value;
}

Value *value_null(void) {
    return value_make(VALUE_NULL);
}
Value *value_list(void) {
    return value_make(VALUE_LIST);
}
Value *value_object(void) {
    return value_make(VALUE_OBJECT);
}

Value *value_number(double number) {
    Value *value = value_make(isfinite(number) ? VALUE_NUMBER : VALUE_NULL);
    if (value && value->kind == VALUE_NUMBER) value->number = number;
    return value;
}

Value *value_count(long long count) {
    Value *value = value_make(VALUE_COUNT);
    if (value) value->count = count;
    return value;
}

Value *value_flag(bool flag) {
    Value *value = value_make(VALUE_FLAG);
    if (value) value->flag = flag;
    return value;
}

Value *value_text(const char *text) {
    if (!text) return value_null();
    Value *value = value_make(VALUE_TEXT);
    if (value && !(value->text = strdup(text))) value_destroy(&value);
    return value;
}

Value *value_numbers(const double *at, size_t count) {
    Value *list = value_list();
    for (size_t i = 0; list && i < count; i++) {
        if (!value_append(list, value_number(at[i]))) value_destroy(&list);
    }
    return list;
}

Value *value_verdict(const char *text, const char *certainty) {
    if (!text[0]) return value_null();
    Value *verdict = value_object();
    const bool good = value_set(verdict, "text", value_text(text)) &&
                      value_set(verdict, "certainty", value_text(certainty));
    if (!good) value_destroy(&verdict);
    return verdict;
}

/* Makes room for one more item; keys only matter for an object but always fit. */
static bool value_grow(Value *value) {
    const size_t needed = value->length + 1;
    return grow(&value->items, &value->room, needed, sizeof *value->items) &&
           (value->kind != VALUE_OBJECT || grow(&value->keys, &value->key_room, needed, sizeof *value->keys));
}

bool value_append(Value *list, Value *item) {
    if (!list || list->kind != VALUE_LIST || !item || !value_grow(list)) {
        value_destroy(&item);
        return false;
    }
    list->items[list->length++] = item;
    return true;
}

/* Where the index has the key, or has room for it. */
static size_t index_place(const Value *object, const char *key) {
    const size_t mask = object->index_room - 1;
    size_t place = (size_t)bytes_sum(BYTES_SUM_START, key, strlen(key)) & mask;
    while (object->index[place] && strcmp(object->keys[object->index[place] - 1], key) != 0)
        place = (place + 1) & mask;
    return place;
}

/* Makes room for one key more; without memory there is no index, and keys are compared one by one. */
static void index_grow(Value *object) {
    if (object->length < FEW_KEYS || 2 * (object->length + 1) <= object->index_room) return;
    free(object->index);
    object->index_room = 0;
    size_t room = 4 * FEW_KEYS;
    while (room < 4 * object->length) room *= 2;
    object->index = object->length < UINT32_MAX / 8 ? calloc(room, sizeof *object->index) : NULL;
    if (!object->index) return;
    object->index_room = room;
    for (size_t i = 0; i < object->length; i++)
        object->index[index_place(object, object->keys[i])] = (uint32_t)(i + 1);
}

static size_t value_find(const Value *object, const char *key) {
    if (object->index_room > 0) {
        const uint32_t found = object->index[index_place(object, key)];
        return found ? found - 1 : object->length;
    }
    size_t i = 0;
    while (i < object->length && strcmp(object->keys[i], key) != 0) i++;
    return i;
}

bool value_set(Value *object, const char *key, Value *item) {
    if (!object || object->kind != VALUE_OBJECT || !key || !item) {
        value_destroy(&item);
        return false;
    }
    const size_t position = value_find(object, key);
    if (position < object->length) {
        value_destroy(&object->items[position]);
        object->items[position] = item;
        return true;
    }
    char *copy = strdup(key);
    if (!copy || !value_grow(object)) {
        free(copy);
        value_destroy(&item);
        return false;
    }
    index_grow(object);
    if (object->index_room > 0) object->index[index_place(object, copy)] = (uint32_t)(object->length + 1);
    object->keys[object->length] = copy;
    object->items[object->length++] = item;
    return true;
}

void value_destroy(Value **value) {
    Value *gone = value ? *value : NULL;
    if (!gone) return;
    *value = NULL;
    for (size_t i = 0; i < gone->length; i++) {
        value_destroy(&gone->items[i]);
        if (gone->keys) free(gone->keys[i]);
    }
    if (gone->kind == VALUE_TEXT) free(gone->text);
    free(gone->items);
    free(gone->keys);
    free(gone->index);
    free(gone);
}

ValueKind value_kind(const Value *value) {
    return value ? value->kind : VALUE_NULL;
}

size_t value_length(const Value *value) {
    return value ? value->length : 0;
}

Value *value_take(Value *list, size_t position) {
    Value *null = position < list->length ? value_null() : NULL;
    if (!null) return NULL;
    Value *taken = list->items[position];
    list->items[position] = null;
    return taken;
}

void value_cut(Value *list, size_t length) {
    while (list->length > length) {
        value_destroy(&list->items[--list->length]);
        if (list->kind == VALUE_OBJECT) free(list->keys[list->length]);
    }
}

void value_mute(Value *object, const char *key) {
    const size_t position = value_kind(object) == VALUE_OBJECT ? value_find(object, key) : 0;
    if (position < value_length(object)) object->items[position]->mute = true;
}

bool value_is_mute(const Value *value) {
    return value && value->mute;
}

const Value *value_at(const Value *list, size_t position) {
    return position < value_length(list) ? list->items[position] : NULL;
}

const char *value_key(const Value *object, size_t position) {
    return value_kind(object) == VALUE_OBJECT && position < object->length ? object->keys[position] : NULL;
}

const Value *value_get(const Value *object, const char *key) {
    if (value_kind(object) != VALUE_OBJECT) return NULL;
    return value_at(object, value_find(object, key));
}

double value_as_number(const Value *value) {
    if (value_kind(value) == VALUE_NUMBER) return value->number;
    return value_kind(value) == VALUE_COUNT ? (double)value->count : (double)NAN;
}

long long value_as_count(const Value *value) {
    return value_kind(value) == VALUE_COUNT ? value->count : 0;
}

bool value_as_flag(const Value *value) {
    return value_kind(value) == VALUE_FLAG && value->flag;
}

const char *value_as_text(const Value *value) {
    return value_kind(value) == VALUE_TEXT ? value->text : "";
}

/* JSON as in RFC 8259. */

/* What a terminal would obey is written by its number, so that JSON can be looked at there. */
static void write_character(const char *text, size_t length, FILE *out) {
    static const char escaped[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    const char *found = memchr(escaped, *text, sizeof escaped - 1);
    const unsigned long code = utf8_code(text, length);
    if (found)
        fprintf(out, "\\%c", letter[found - escaped]);
    else if (printable_code(code))
        fwrite(text, 1, length, out);
    else if (code < 0x10000)
        fprintf(out, "\\u%04lx", code);
    else
        fprintf(out, "\\u%04lx\\u%04lx", 0xD800 + ((code - 0x10000) >> 10), 0xDC00 + (code & 0x3FF));
}

static void write_text(const char *text, FILE *out) {
    fputc('"', out);
    while (*text) {
        const size_t length = utf8_length(text);
        if (length)
            write_character(text, length, out);
        else
            fputs("\xEF\xBF\xBD", out);
        text += length ? length : 1;
    }
    fputc('"', out);
}

void value_format_number(double number, char text[VALUE_NUMBER_SIZE]) {
    snprintf(text, VALUE_NUMBER_SIZE, "%.17g", number);
    /* Readers take "-0" for the integer 0 and would lose the sign. */
    if (strcmp(text, "-0") == 0) strcpy(text, "-0.0");
    /* A host program may have set a locale with a decimal comma. */
    char *comma = strchr(text, ',');
    if (comma) *comma = '.';
}

static void write_number(double number, FILE *out) {
    char text[VALUE_NUMBER_SIZE];
    value_format_number(number, text);
    fputs(text, out);
}

static void write_items(const Value *value, FILE *out) {
    const bool keyed = value_kind(value) == VALUE_OBJECT;
    fputc(keyed ? '{' : '[', out);
    for (size_t i = 0; i < value_length(value); i++) {
        if (i > 0) fputc(',', out);
        if (keyed) {
            write_text(value_key(value, i), out);
            fputc(':', out);
        }
        value_write_json(value_at(value, i), out);
    }
    fputc(keyed ? '}' : ']', out);
}

void value_write_json(const Value *value, FILE *out) {
    switch (value_kind(value)) {
    case VALUE_NULL: fputs("null", out); return;
    case VALUE_NUMBER: write_number(value_as_number(value), out); return;
    case VALUE_COUNT: fprintf(out, "%lld", value_as_count(value)); return;
    case VALUE_FLAG: fputs(value_as_flag(value) ? "true" : "false", out); return;
    case VALUE_TEXT: write_text(value_as_text(value), out); return;
    case VALUE_LIST:
    case VALUE_OBJECT: write_items(value, out); return;
    }
}

char *value_json(const Value *value) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    value_write_json(value, out);
    const bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad) {
        free(text);
        return NULL;
    }
    return text;
}

static Value *child(Value *object, const char *key, Value *made) {
    return value_set(object, key, made) ? made : NULL;
}

Value *value_child_list(Value *object, const char *key) {
    return child(object, key, value_list());
}

Value *value_child_object(Value *object, const char *key) {
    return child(object, key, value_object());
}
