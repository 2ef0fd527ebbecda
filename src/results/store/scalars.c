#include "results/store/scalars.h"

#include "results/store/dataset.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A list, or one key of all objects of a list; a cell may be NULL. */
typedef struct Cells {
    const char *name;
    size_t count;
    const Value **at;
} Cells;

static bool is_number(const Value *value) {
    const ValueKind kind = value_kind(value);
    return kind == VALUE_NUMBER || kind == VALUE_COUNT || kind == VALUE_NULL;
}
static bool is_flag(const Value *value) {
    return value_kind(value) == VALUE_FLAG;
}
static bool is_text(const Value *value) {
    return value_kind(value) == VALUE_TEXT;
}
static bool is_object(const Value *value) {
    return value_kind(value) == VALUE_OBJECT;
}

static bool all_cells(const Cells *cells, bool (*is)(const Value *)) {
    for (size_t i = 0; i < cells->count; i++) {
        if (!is(cells->at[i])) return false;
    }
    return true;
}

static bool write_array(hid_t group, const Cells *cells, hid_t type, hid_t memory, const void *at) {
    return dataset_write(group, &(Dataset){.name = cells->name,
                                           .type = type,
                                           .memory = memory,
                                           .rank = 1,
                                           .size = {cells->count},
                                           .at = at});
}

static bool write_numbers(hid_t group, const Cells *cells) {
    double *numbers = malloc((cells->count + 1) * sizeof *numbers);
    if (!numbers) return false;
    for (size_t i = 0; i < cells->count; i++) numbers[i] = value_as_number(cells->at[i]);
    const bool ok = write_array(group, cells, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, numbers);
    free(numbers);
    return ok;
}

static bool write_flags(hid_t group, const Cells *cells) {
    int8_t *flags = malloc(cells->count + 1);
    if (!flags) return false;
    for (size_t i = 0; i < cells->count; i++) flags[i] = value_as_flag(cells->at[i]);
    const hid_t type = flag_type();
    const bool ok = write_array(group, cells, type, type, flags);
    H5Tclose(type);
    free(flags);
    return ok;
}

static bool write_texts(hid_t group, const Cells *cells, const char *const *texts) {
    size_t size = 1;
    for (size_t i = 0; i < cells->count; i++) {
        if (!texts[i]) return false;
        const size_t needed = strlen(texts[i]) + 1;
        if (needed > size) size = needed;
    }
    char *padded = calloc(cells->count + 1, size);
    if (!padded) return false;
    for (size_t i = 0; i < cells->count; i++) memcpy(padded + i * size, texts[i], strlen(texts[i]));
    const hid_t type = text_type(size);
    const bool ok = write_array(group, cells, type, type, padded);
    H5Tclose(type);
    free(padded);
    return ok;
}

/* The texts themselves, or the JSON of each cell. */
static bool write_as_texts(hid_t group, const Cells *cells, bool as_json) {
    char **texts = calloc(cells->count + 1, sizeof *texts);
    if (!texts) return false;
    for (size_t i = 0; i < cells->count; i++) {
        texts[i] = as_json ? value_json(cells->at[i]) : strdup(value_as_text(cells->at[i]));
    }
    const bool ok = write_texts(group, cells, (const char *const *)texts);
    for (size_t i = 0; i < cells->count; i++) free(texts[i]);
    free(texts);
    return ok;
}

static bool write_cells(hid_t group, const Cells *cells) {
    if (all_cells(cells, is_number)) return write_numbers(group, cells);
    if (all_cells(cells, is_flag)) return write_flags(group, cells);
    return write_as_texts(group, cells, !all_cells(cells, is_text));
}

/* Whether an object before this one has the key, so that its column is written already. */
static bool key_seen(const Cells *objects, size_t before, const char *key) {
    for (size_t i = 0; i < before; i++) {
        if (value_get(objects->at[i], key)) return true;
    }
    return false;
}

static bool write_key(hid_t group, const Cells *objects, const char *key) {
    char name[LINK_NAME_SIZE];
    link_name(group, key, name);
    Cells column = {name, objects->count, calloc(objects->count, sizeof *column.at)};
    if (!column.at) return false;
    for (size_t i = 0; i < objects->count; i++) column.at[i] = value_get(objects->at[i], key);
    const bool ok = write_cells(group, &column);
    free(column.at);
    return ok;
}

static bool write_objects(hid_t parent, const Cells *objects) {
    const hid_t group = group_make(parent, objects->name);
    bool ok = group >= 0;
    for (size_t i = 0; ok && i < objects->count; i++) {
        for (size_t k = 0; ok && k < value_length(objects->at[i]); k++) {
            const char *key = value_key(objects->at[i], k);
            if (!key_seen(objects, i, key)) ok = write_key(group, objects, key);
        }
    }
    if (group >= 0 && H5Gclose(group) < 0) ok = false;
    return ok;
}

static bool write_json(hid_t group, const char *name, const Value *value) {
    char *text = value_json(value);
    const bool ok = text && dataset_write_text(group, name, text);
    free(text);
    return ok;
}

/* The items of a list as cells, to be freed; at is NULL if memory runs out. */
static Cells cells_of(const char *name, const Value *list) {
    Cells cells = {name, value_length(list), calloc(value_length(list) + 1, sizeof *cells.at)};
    for (size_t i = 0; cells.at && i < cells.count; i++) cells.at[i] = value_at(list, i);
    return cells;
}

static bool write_list(hid_t group, const char *name, const Value *list) {
    Cells cells = cells_of(name, list);
    if (!cells.at) return false;
    bool ok;
    if (all_cells(&cells, is_number) || all_cells(&cells, is_flag) || all_cells(&cells, is_text)) {
        ok = write_cells(group, &cells);
    } else {
        ok = all_cells(&cells, is_object) ? write_objects(group, &cells) : write_json(group, name, list);
    }
    free(cells.at);
    return ok;
}

static bool write_one(hid_t group, const char *name, hid_t type, hid_t memory, const void *at) {
    return dataset_write(group, &(Dataset){.name = name, .type = type, .memory = memory, .at = at});
}

static bool write_item(hid_t group, const char *name, const Value *item) {
    const double number = value_as_number(item);
    const long long count = value_as_count(item);
    const int8_t flag = value_as_flag(item);
    switch (value_kind(item)) {
    case VALUE_NULL:
    case VALUE_NUMBER: return write_one(group, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &number);
    case VALUE_COUNT: return write_one(group, name, H5T_STD_I64LE, H5T_NATIVE_LLONG, &count);
    case VALUE_TEXT: return dataset_write_text(group, name, value_as_text(item));
    case VALUE_LIST: return write_list(group, name, item);
    case VALUE_OBJECT: return write_json(group, name, item);
    case VALUE_FLAG: break;
    }
    const hid_t type = flag_type();
    const bool ok = write_one(group, name, type, type, &flag);
    H5Tclose(type);
    return ok;
}

bool scalars_write(hid_t group, const Value *object) {
    bool ok = true;
    for (size_t i = 0; ok && i < value_length(object); i++) {
        char name[LINK_NAME_SIZE];
        link_name(group, value_key(object, i), name);
        ok = write_item(group, name, value_at(object, i));
    }
    return ok;
}

bool columns_write(hid_t group, const Value *object) {
    bool ok = true;
    for (size_t i = 0; ok && i < value_length(object); i++) {
        char name[LINK_NAME_SIZE];
        link_name(group, value_key(object, i), name);
        Cells cells = cells_of(name, value_at(object, i));
        ok = cells.at && write_cells(group, &cells);
        free(cells.at);
    }
    return ok;
}
