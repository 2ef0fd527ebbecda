#include "report/quantity.h"

#include "base/word.h"
#include "report/figures/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void quantity_set(Quantity *found, const ReaderStudy *study, const char *name, const char *unit) {
    found->study = study;
    snprintf(found->name, sizeof found->name, "%.159s", name);
    snprintf(found->unit, sizeof found->unit, "%.63s", unit);
}

/* The part of a name after "prefix."; "" if it is the prefix alone; NULL if it is another name. */
static const char *part_of(const char *name, const char *prefix) {
    const size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0) return NULL;
    if (name[length] == '\0') return "";
    return name[length] == '.' ? name + length + 1 : NULL;
}

/* A column of a table: the one named, or the second. */
static JudderErr take_table(const Reader *reader, const ReaderSet *set, const char *column, Quantity *found) {
    char title[64], unit[64];
    size_t position = 1;
    for (size_t c = 0; *column && c < set->count; c++) {
        figure_title(set->columns, c, title, unit);
        if (strcmp(title, column) == 0) {
            position = c;
            break;
        }
        if (c + 1 == set->count) return JUDDER_OK;
    }
    double *table;
    TRY(whole_read(reader, set, &table));
    if (!table) return JUDDER_OK;
    figure_title(set->columns, position, title, unit);
    snprintf(found->name, sizeof found->name, "%s", title[0] ? title : set->name);
    snprintf(found->unit, sizeof found->unit, "%s", unit);
    size_t place = 0;
    for (size_t c = 1; c < set->count; c++) {
        figure_title(set->columns, c, title, unit);
        if (strcmp(title, "x") == 0) place = c;
    }
    figure_title(set->columns, place, title, unit);
    if (position != place && title[0])
        snprintf(found->partner, sizeof found->partner, "%.90s.%s", set->name, title);
    for (size_t i = 0; i < set->rows; i++) table[i] = table[set->count * i + position];
    found->at = table, found->count = set->rows;
    return JUDDER_OK;
}

static JudderErr take_field(const Reader *reader, const ReaderStudy *study, const char *name,
                            Quantity *found) {
    static const char *const places[] = {"x", "frequency", NULL};
    for (size_t i = 0; i < study->fields.count && !found->at; i++) {
        const ReaderSet *set = &study->fields.at[i];
        const char *column = part_of(name, set->name);
        if (!column || (set->count < 2 && *column)) continue;
        quantity_set(found, study, set->name, set->unit);
        if (set->count > 1) {
            TRY(take_table(reader, set, column, found));
            continue;
        }
        TRY(whole_read(reader, set, &found->at));
        found->count = found->at ? set->rows : 0;
        for (const char *const *place = places; *place; place++) {
            const ReaderSet *other = reader_find(&study->fields, *place);
            if (other && other != set && other->rows == set->rows) strcpy(found->partner, *place);
        }
    }
    return JUDDER_OK;
}

/* A list of numbers among the values or probes, or one column of a list of objects: "peaks.frequency". */
static JudderErr take_value(const ReaderStudy *study, const char *name, Quantity *found) {
    static const char *const natural[] = {"parameter", "step", "t", NULL};
    const Value *groups[] = {study->values, study->probes};
    for (size_t g = 0; g < 2; g++)
        for (size_t i = 0; i < value_length(groups[g]); i++) {
            const char *key = value_key(groups[g], i), *column = part_of(name, key);
            const Value *list = value_at(groups[g], i);
            if (!column || value_kind(list) != VALUE_LIST || value_length(list) == 0) continue;
            quantity_set(found, study, name, "");
            if (*column) {
                TRY(figure_column(list, column, &found->at, &found->count));
                if (value_get(value_at(list, 0), "velocity"))
                    snprintf(found->partner, sizeof found->partner, "%.80s.velocity", key);
            } else {
                TRY(figure_list(groups[g], key, &found->at, &found->count));
            }
            for (const char *const *other = natural; *other && !found->partner[0]; other++)
                if (strcmp(*other, key) != 0 && value_length(value_get(groups[g], *other)) == found->count)
                    strcpy(found->partner, *other);
            return JUDDER_OK;
        }
    return JUDDER_OK;
}

static JudderErr quantity_take(const Reader *reader, const ReaderStudy *study, const char *name,
                               Quantity *found) {
    const ReaderSet *series = reader_find(&study->series, name);
    *found = (Quantity){0};
    if (series) {
        quantity_set(found, study, name, series->unit);
        found->series = series;
        found->count = study->rows;
        for (const char *const *over = figure_over; *over && !found->partner[0]; over++)
            if (reader_find(&study->series, *over)) strcpy(found->partner, *over);
        if (strcmp(study->study, "sample") == 0 || strcmp(study->study, "follow") == 0)
            snprintf(found->partner, sizeof found->partner, "%.150s", study->series.at[0].name);
        return JUDDER_OK;
    }
    TRY(take_field(reader, study, name, found));
    if (!found->at) TRY(take_value(study, name, found));
    return JUDDER_OK;
}

void quantity_list(QuantityList *list, const char *study, const char *name) {
    const size_t room = sizeof list->text - list->used;
    const int needed = snprintf(list->text + list->used, room, "%s%s%s%s", list->used ? ", " : "", study,
                                study[0] ? "/" : "", name);
    if (needed > 0 && (size_t)needed < room)
        list->used += (size_t)needed;
    else
        list->text[list->used] = '\0';
    list->count++;
}

JudderErr quantity_ambiguous(const QuantityRequest *wish, const QuantityList *list) {
    return error_input(wish->option, "%s: %zu studies have it: say which, %s", wish->name, list->count,
                       list->text);
}

/* --- names that are not there --- */

typedef struct Known {
    NearWord near;
    QuantityList list;
    const Reader *reader;
    const ReaderStudy *only;
} Known;

static void offer(Known *known, const ReaderStudy *study, const char *name) {
    near_offer(&known->near, name);
    quantity_list(&known->list, known->only || known->reader->count < 2 ? "" : study->name, name);
}

static void offer_study(Known *known, const ReaderStudy *study) {
    for (size_t i = 0; i < study->series.count; i++) offer(known, study, study->series.at[i].name);
    for (size_t i = 0; i < study->fields.count; i++) offer(known, study, study->fields.at[i].name);
    for (size_t i = 0; i < value_length(study->values); i++)
        if (value_kind(value_at(study->values, i)) == VALUE_LIST)
            offer(known, study, value_key(study->values, i));
}

static JudderErr unknown(const Reader *reader, const QuantityRequest *wish) {
    const char *bare;
    const ReaderStudy *named = reader_study(reader, wish->name, &bare);
    Known known = {.near = near_start(bare), .reader = reader, .only = wish->only ? wish->only : named};
    for (size_t s = 0; s < reader->count; s++)
        if (!known.only || known.only == &reader->studies[s]) offer_study(&known, &reader->studies[s]);
    if (known.near.best)
        return error_input(wish->option, "%s: nothing of that name: did you mean %s? There are %s",
                           wish->name, known.near.best, known.list.text);
    return error_input(wish->option, "%s: nothing of that name; there are %s", wish->name,
                       known.list.used ? known.list.text : "no series, fields or lists in it");
}

JudderErr quantity_unsaid(const Reader *reader, const char *option) {
    Known known = {.near = near_start(""), .reader = reader};
    for (size_t s = 0; s < reader->count; s++) offer_study(&known, &reader->studies[s]);
    return error_input(option, "say what to draw: %s NAME; there are %s", option,
                       known.list.used ? known.list.text : "no series, fields or lists in it");
}

/* --- names that are --- */

static bool is_found(const Quantity *quantity) {
    return quantity->series || quantity->at;
}

JudderErr quantity_find(const Reader *reader, const QuantityRequest *wish, Quantity *found) {
    const char *bare;
    const ReaderStudy *named = reader_study(reader, wish->name, &bare), *only = wish->only;
    QuantityList list = {.used = 0};
    *found = (Quantity){0};
    for (size_t i = 0; i < reader->count; i++) {
        const ReaderStudy *study = &reader->studies[i];
        Quantity other;
        if ((only && study != only) || (named && study != named)) continue;
        const JudderErr err = quantity_take(reader, study, bare, &other);
        const bool better = is_found(&other) && (!is_found(found) || (other.series && !found->series)),
                   equal = is_found(&other) && is_found(found) && !other.series == !found->series;
        if (err != JUDDER_OK) {
            free(found->at);
            free(other.at);
            *found = (Quantity){0};
            return err;
        }
        if (better) list = (QuantityList){.used = 0};
        if (better || equal) quantity_list(&list, study->name, bare);
        free(better ? found->at : other.at);
        if (better) *found = other;
    }
    REQUIRE(is_found(found), unknown(reader, wish));
    if (list.count < 2) return JUDDER_OK;
    free(found->at);
    *found = (Quantity){0};
    return quantity_ambiguous(wish, &list);
}
