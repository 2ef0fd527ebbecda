#include "results/read/read_values.h"

#include <stdlib.h>
#include <string.h>

/* The cells of one dataset. */
typedef struct Cells {
    StoredSet set;
    char *at;
    size_t count;
} Cells;

static void cells_release(Cells *cells) {
    stored_set_close(&cells->set);
    free(cells->at);
}

/* Of a set that is open, which is closed with the cells. */
static JudderErr cells_fill(const Stored *stored, Cells *cells) {
    const StoredSet *set = &cells->set;
    cells->count = (size_t)(set->rows < READ_VALUES_MOST ? set->rows : READ_VALUES_MOST);
    JudderErr err = set->rank > 1 ? stored_unsound(stored, "a value is a matrix") : JUDDER_OK;
    /* Texts of one width for all: as much as the file may hold, and no more than that. */
    if (err == JUDDER_OK && !(cells->at = calloc(cells->count + 1, set->cell + 1))) err = error_memory();
    if (err == JUDDER_OK && cells->count > 0) err = stored_set_read(stored, set, 0, cells->count, cells->at);
    if (err != JUDDER_OK) cells_release(cells);
    return err;
}

static Value *cell_value(const Cells *cells, size_t position) {
    const size_t size = cells->set.cell;
    const char *cell = cells->at + position * size;
    double number;
    long long count;
    char *text;
    Value *value = NULL;
    switch (cells->set.kind) {
    case STORED_NUMBER: memcpy(&number, cell, sizeof number); return value_number(number);
    case STORED_COUNT: memcpy(&count, cell, sizeof count); return value_count(count);
    case STORED_FLAG: return value_flag(*cell != 0);
    case STORED_TEXT: break;
    }
    text = strndup(cell, size);
    if (text) value = value_text(text);
    free(text);
    return value;
}

static Value *cells_value(const Cells *cells) {
    if (cells->set.rank == 0) return cell_value(cells, 0);
    Value *list = value_list();
    for (size_t i = 0; list && i < cells->count; i++)
        if (!value_append(list, cell_value(cells, i))) value_destroy(&list);
    return list;
}

/* Puts a column into the objects of the list, which grows to its length. */
static bool put_column(const Cells *cells, const char *name, Value *list) {
    bool good = true;
    for (size_t i = 0; good && i < cells->count; i++) {
        if (i >= value_length(list)) good = value_append(list, value_object());
        /* Lent by a list that is not const. */
        Value *item = good ? (Value *)(size_t)value_at(list, i) : NULL;
        good = good && value_set(item, name, cell_value(cells, i));
    }
    return good;
}

static JudderErr read_column(const Stored *stored, const StoredLink *link, Value *list) {
    Cells cells = {.at = NULL};
    hid_t group;
    TRY(stored_open_link(stored, link, &cells.set, &group));
    if (group >= 0) H5Gclose(group);
    REQUIRE(group < 0, stored_unsound(stored, "a list of lists"));
    TRY(cells_fill(stored, &cells));
    const bool good = put_column(&cells, link->name, list);
    cells_release(&cells);
    return good ? JUDDER_OK : error_memory();
}

static JudderErr read_columns(const Stored *stored, hid_t group, const char *name, Value *object) {
    StoredLinks links = {0};
    Value *list = value_child_list(object, name);
    REQUIRE(list, error_memory());
    JudderErr err = stored_names(stored, group, &links);
    for (size_t i = 0; err == JUDDER_OK && i < links.count; i++)
        err = read_column(stored, &links.at[i], list);
    stored_links_free(&links);
    return err;
}

static JudderErr read_link(const Stored *stored, const StoredLink *link, Value *object) {
    Cells cells = {.at = NULL};
    hid_t group;
    TRY(stored_open_link(stored, link, &cells.set, &group));
    if (group >= 0) {
        const JudderErr err = read_columns(stored, group, link->name, object);
        H5Gclose(group);
        return err;
    }
    TRY(cells_fill(stored, &cells));
    const bool good = value_set(object, link->name, cells_value(&cells));
    cells_release(&cells);
    return good ? JUDDER_OK : error_memory();
}

JudderErr read_values(const Stored *stored, hid_t parent, const char *name, Value **object) {
    hid_t group;
    StoredLinks links = {0};
    *object = value_object();
    REQUIRE(*object, error_memory());
    TRY(stored_group(stored, parent, name, &group));
    if (group < 0) return JUDDER_OK;
    JudderErr err = stored_names(stored, group, &links);
    for (size_t i = 0; err == JUDDER_OK && i < links.count; i++)
        err = read_link(stored, &links.at[i], *object);
    stored_links_free(&links);
    H5Gclose(group);
    return err;
}
