/* A tree of values, archived, item by item: kind, mute, content; a list or an object with the
 * number of its items. */
#include "results/value_archive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

static void put_text(Archive *archive, const char *name, const char *text) {
    const size_t length = strlen(text);
    archive_count(archive, name, length, 1);
    archive_array(archive, name, (void *)(size_t)text, length);
}

static char *take_text(Archive *archive, const char *name) {
    const size_t length = archive_count(archive, name, 0, 1);
    char *text = calloc(1, length + 1);
    if (text) archive_array(archive, name, text, length);
    return text;
}

static void value_put(Archive *archive, const char *name, const Value *value) {
    const ValueKind kind = value_kind(value);
    unsigned char head[2] = {(unsigned char)kind, value_is_mute(value)};
    archive_array(archive, name, head, sizeof head);
    double number = kind == VALUE_NUMBER ? value_as_number(value) : 0;
    long long count = kind == VALUE_COUNT ? value_as_count(value) : 0;
    bool flag = kind == VALUE_FLAG && value_as_flag(value);
    if (kind == VALUE_NUMBER) archive_array(archive, name, &number, sizeof number);
    if (kind == VALUE_COUNT) archive_array(archive, name, &count, sizeof count);
    if (kind == VALUE_FLAG) archive_flag(archive, name, &flag);
    if (kind == VALUE_TEXT) put_text(archive, name, value_as_text(value));
    if (kind != VALUE_LIST && kind != VALUE_OBJECT) return;
    const size_t length = value_length(value);
    archive_count(archive, name, length, 1);
    for (size_t i = 0; i < length; i++) {
        if (kind == VALUE_OBJECT) put_text(archive, name, value_key(value, i));
        value_put(archive, name, value_at(value, i));
    }
}

static Value *take(Archive *archive, const char *name, int depth, bool *mute);

static Value *take_items(Archive *archive, const char *name, bool object, int depth) {
    Value *made = object ? value_object() : value_list();
    const size_t length = archive_count(archive, name, 0, 1);
    for (size_t i = 0; made && i < length && archive_state(archive) == JUDDER_OK; i++) {
        char *key = object ? take_text(archive, name) : NULL;
        bool mute = false;
        Value *item = take(archive, name, depth + 1, &mute);
        const bool good = object ? key && value_set(made, key, item) : value_append(made, item);
        if (good && object && mute) value_mute(made, key);
        free(key);
        if (!good) value_destroy(&made);
    }
    return made;
}

static Value *take(Archive *archive, const char *name, int depth, bool *mute) {
    unsigned char head[2] = {VALUE_NULL, 0};
    double number = 0;
    long long count = 0;
    bool flag = false;
    archive_array(archive, name, head, sizeof head);
    *mute = head[1] != 0;
    if (depth > DEEPEST || head[0] > VALUE_OBJECT) {
        archive_refuse(archive, name);
        return NULL;
    }
    Value *made = NULL;
    switch ((ValueKind)head[0]) {
    case VALUE_NULL: made = value_null(); break;
    case VALUE_NUMBER:
        archive_array(archive, name, &number, sizeof number);
        made = value_number(number);
        break;
    case VALUE_COUNT:
        archive_array(archive, name, &count, sizeof count);
        made = value_count(count);
        break;
    case VALUE_FLAG:
        archive_flag(archive, name, &flag);
        made = value_flag(flag);
        break;
    case VALUE_TEXT: {
        char *text = take_text(archive, name);
        made = text ? value_text(text) : NULL;
        free(text);
        break;
    }
    case VALUE_LIST:
    case VALUE_OBJECT: made = take_items(archive, name, head[0] == VALUE_OBJECT, depth); break;
    }
    return made;
}

void value_archive(Archive *archive, const char *name, Value **value) {
    if (!archive) return;
    if (!archive_restores(archive)) {
        value_put(archive, name, *value);
        return;
    }
    value_destroy(value);
    bool mute;
    *value = take(archive, name, 0, &mute);
    if (archive_state(archive) != JUDDER_OK) value_destroy(value);
}

void value_archive_numbers(Archive *archive, const char *name, Value *list) {
    const bool back = archive_restores(archive);
    const size_t count = archive_count(archive, name, value_length(list), sizeof(double));
    double *numbers = calloc(count + 1, sizeof *numbers);
    for (size_t i = 0; numbers && i < count && !back; i++) {
        const Value *item = value_at(list, i);
        numbers[i] = value_kind(item) == VALUE_NUMBER ? value_as_number(item) : NAN;
    }
    if (numbers) archive_array(archive, name, numbers, count * sizeof *numbers);
    if (back) value_cut(list, 0);
    bool good = numbers != NULL;
    for (size_t i = 0; good && i < count && back; i++) good = value_append(list, value_number(numbers[i]));
    if (!good) archive_refuse(archive, "no memory for a list");
    free(numbers);
}
