/* Every value that a study, a model or the companion writes has a sentence in the schema: the sources are
 * read for the keys that they set, so that also what no case happens to write is found. */
#include "judder_test.h"
#include "schema/schema.h"

#include <ctype.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

/* Functions that set a value by its key, and what stands before one in a table of keys. */
static const char *const setters[] = {"value_set(",
                                      "value_child_list(",
                                      "value_child_object(",
                                      "stepper_number(",
                                      "stepper_count(",
                                      "FIELD(\"",
                                      "{\"",
                                      NULL};

/* What a report holds beside values, and the tables that --json and --set print. */
static const char *const beside[] = {"case", "model",  "version", "result",  "studies", "study",   "name",
                                     "note", "values", "probes",  "verdict", "reason",  "outcome", "columns",
                                     "rows", "follow", "text",    "params",  "word",    "fields",  NULL};

/* Files that write something else: the resolved case. */
static const char *const others[] = {"echo.c", NULL};

static size_t checked;

static bool is_one_of(const char *name, const char *const *list) {
    for (; *list; list++)
        if (strcmp(name, *list) == 0) return true;
    return false;
}

/* The whole name, or that inside a list or an object; probes have the names of series. */
static bool is_told(const char *name) {
    for (const SchemaTable *const *list = schema_tables; *list; list++)
        for (const SchemaTable *table = *list; table->entries; table++)
            for (const SchemaEntry *entry = table->entries; entry->name && table->part <= SCHEMA_SERIES;
                 entry++) {
                const char *dot = strrchr(entry->name, '.');
                if (strcmp(entry->name, name) == 0 || (dot && strcmp(dot + 1, name) == 0)) return true;
            }
    return false;
}

/* The first text in the arguments, if it is a key: "critical_mu". */
static bool take_key(const char *at, char key[64]) {
    const char *end = at + strcspn(at, ";{");
    const char *quote = memchr(at, '"', (size_t)(end - at));
    if (!quote) return false;
    const size_t length = strspn(quote + 1,
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (quote[1 + length] != '"' || length == 0 || length > 63) return false;
    snprintf(key, 64, "%.*s", (int)length, quote + 1);
    return true;
}

static void check_call(const char *path, const char *setter, const char *at) {
    char key[64];
    const bool table = strchr(setter, '"') != NULL;
    if (table && !strstr(path, "answer_write.c")) return; /* the tables of stability */
    if (!take_key(table ? at + strlen(setter) - 1 : at + strlen(setter), key) || is_one_of(key, beside))
        return;
    checked++;
    if (!is_told(key))
        fail_msg("%s writes the value %s, of which the schema (src/schema/) says nothing", path, key);
}

static int check_file(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    const size_t length = strlen(path);
    if (kind != FTW_F || length < 2 || strcmp(path + length - 2, ".c") != 0) return 0;
    if (is_one_of(path + where->base, others)) return 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = NULL;
    size_t size = 0;
    assert_true(getdelim(&text, &size, '\0', file) >= 0);
    fclose(file);
    for (const char *const *setter = setters; *setter; setter++)
        for (const char *at = strstr(text, *setter); at; at = strstr(at + 1, *setter))
            check_call(path, *setter, at);
    free(text);
    return 0;
}

static void every_value_that_is_written_is_told(void **state) {
    (void)state;
    static const char *const modules[] = {"study", "fe_studies",   "slab",    "beam", "inclusion",
                                          "fe",    "system_march", "stepper", NULL};
    for (const char *const *module = modules; *module; module++) {
        char path[500];
        snprintf(path, sizeof path, "%s/src/%s", JUDDER_SOURCE_DIR, *module);
        assert_int_equal(nftw(path, check_file, 20, FTW_PHYS), 0);
    }
    assert_true(checked > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_value_that_is_written_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
