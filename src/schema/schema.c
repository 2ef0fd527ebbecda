#include "schema/schema.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const schema_part_names[] = {"value", "series", "field", "column of the events"};
const SchemaTable *const schema_tables[] = {schema_common,    schema_inclusion, schema_slab,
                                            schema_beam,      schema_system,    schema_body,
                                            schema_stability, schema_sweep,     NULL};

const char *const schema_state_names[] = {"open", "stick", "slip-", "slip+", "slip", NULL};

static bool has_word(const char *words, const char *word) {
    if (!words || !word || !*word) return true;
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' ')) return true;
    return false;
}

/* The length of a number between underscores, or 0. */
static size_t number_length(const char *at) {
    char *end;
    if (!isdigit((unsigned char)at[0]) && !(at[0] == '-' && isdigit((unsigned char)at[1]))) return 0;
    strtod(at, &end);
    return *end == '\0' || *end == '_' ? (size_t)(end - at) : 0;
}

bool schema_has_form(const char *name, const char *form) {
    for (; *form && *name; form++) {
        if (*form == '*') return true;
        const size_t length = *form == '#' ? number_length(name) : (size_t)(*name == *form);
        if (length == 0) return false;
        name += length;
    }
    return *form == '\0' && *name == '\0';
}

const SchemaEntry *schema_find(const SchemaScope *scope, const char *name, const SchemaTable **found) {
    for (const SchemaTable *const *list = schema_tables; *list; list++)
        for (const SchemaTable *table = *list; table->entries; table++) {
            if (table->part != scope->part || !has_word(table->models, scope->model) ||
                !has_word(table->studies, scope->study))
                continue;
            for (const SchemaEntry *entry = table->entries; entry->name; entry++)
                if (schema_has_form(name, entry->name)) {
                    if (found) *found = table;
                    return entry;
                }
        }
    return NULL;
}

static bool is_key(const char *at, size_t length) {
    static const char *const keys[] = {"s", "t", "gmsh", NULL};
    for (const char *const *key = keys; *key; key++)
        if (strlen(*key) == length && strncmp(at, *key, length) == 0)
            return number_length(at + length + 1) > 0;
    return false;
}

void schema_numbers(const char *name, SchemaNumbers *numbers) {
    size_t used = 0;
    *numbers = (SchemaNumbers){.number = 0};
    for (const char *at = name; *at;) {
        const size_t length = strcspn(at, "_");
        const char *next = at + length + (at[length] == '_');
        if (numbers->number == 0 && number_length(at) == length && length > 0 && strtod(at, NULL) >= 1 &&
            strtod(at, NULL) < 1e9) {
            numbers->number = (int)strtod(at, NULL);
        } else if (numbers->number > 0 && !numbers->key[0] && *next && is_key(at, length)) {
            memcpy(numbers->key, at, length);
            numbers->at = strtod(next, NULL);
            next += number_length(next);
            next += *next == '_';
        } else {
            used += (size_t)snprintf(numbers->kind + used, sizeof numbers->kind - used, "%s%.*s",
                                     used ? "_" : "", (int)length, at);
            if (used >= sizeof numbers->kind) used = sizeof numbers->kind - 1;
        }
        at = next;
    }
}
