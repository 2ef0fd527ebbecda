#include "report/numbers.h"

#include "report/plot/ticks.h"
#include "schema/schema.h"

#include <stdio.h>
#include <string.h>

enum { LISTED = 8, ROWS = 24 };

static void write_value(const Value *value, Text *out);

static void write_list(const Value *list, Text *out) {
    const size_t count = value_length(list);
    if (count == 0) text_add(out, "none");
    for (size_t i = 0; i < count && i < LISTED; i++) {
        if (i) text_add(out, ", ");
        write_value(value_at(list, i), out);
    }
    if (count > LISTED) text_format(out, ", \xE2\x80\xA6 (%zu in all)", count);
}

static void write_value(const Value *value, Text *out) {
    char number[40];
    switch (value_kind(value)) {
    case VALUE_NULL: text_add(out, "none"); return;
    case VALUE_NUMBER: number_show(value_as_number(value), number), text_add(out, number); return;
    case VALUE_COUNT: text_format(out, "%lld", value_as_count(value)); return;
    case VALUE_FLAG: text_add(out, value_as_flag(value) ? "yes" : "no"); return;
    case VALUE_TEXT: text_escape(out, value_as_text(value)); return;
    case VALUE_LIST: write_list(value, out); return;
    case VALUE_OBJECT: return;
    }
}

static bool is_table(const Value *value) {
    return value_kind(value) == VALUE_LIST && value_kind(value_at(value, 0)) == VALUE_OBJECT;
}

/* A name as a cell: what it means is seen under the pointer. */
static void write_name(const char *tag, const SchemaEntry *entry, const char *name, Text *out) {
    text_format(out, "<%s", tag);
    if (entry) {
        text_add(out, " title=\"");
        text_escape(out, entry->meaning);
        text_add(out, "\"");
    }
    text_add(out, ">");
    text_escape(out, name);
    if (entry && entry->unit[0] && strcmp(tag, "th") == 0) text_format(out, " [%s]", entry->unit);
    text_format(out, "</%s>", tag);
}

/* A list of objects, or an object of lists (name ""), with a column for each of the keys. */
static void write_table(const SchemaScope *scope, const char *name, const Value *of, Text *out) {
    const bool list = value_kind(of) == VALUE_LIST;
    const Value *keys = list ? value_at(of, 0) : of;
    const size_t columns = value_length(keys), rows = value_length(list ? of : value_at(of, 0));
    text_add(out, "\n<div class=\"scroll\"><table><tr>");
    for (size_t k = 0; k < columns; k++) {
        char inside[200];
        snprintf(inside, sizeof inside, "%.90s%s%.90s", name, *name ? "." : "", value_key(keys, k));
        write_name("th", schema_find(scope, inside, NULL), value_key(keys, k), out);
    }
    text_add(out, "</tr>\n");
    for (size_t i = 0; i < rows && i < ROWS; i++) {
        text_add(out, "<tr>");
        for (size_t k = 0; k < columns; k++) {
            text_add(out, "<td class=\"n\">");
            write_value(list ? value_get(value_at(of, i), value_key(keys, k)) : value_at(value_at(of, k), i),
                        out);
            text_add(out, "</td>");
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</table></div>\n");
    if (rows > ROWS) text_format(out, "<p class=\"lead\">%zu more in the file</p>\n", rows - ROWS);
}

static void write_row(const SchemaEntry *entry, const char *name, const Value *value, Text *out) {
    text_add(out, "<tr>");
    write_name("td", entry, name, out);
    text_add(out, "<td>");
    write_value(value, out);
    if (entry && entry->unit[0]) text_format(out, " %s", entry->unit);
    text_add(out, "</td></tr>\n");
}

/* What was not requested, or does not exist. */
static bool is_none(const Value *value) {
    return value_kind(value) == VALUE_NULL || (value_kind(value) == VALUE_LIST && value_length(value) == 0);
}

/* In one line, so that it does not hide the others. */
static void write_missing(const Value *values, Text *out) {
    bool begun = false;
    for (size_t i = 0; i < value_length(values); i++) {
        if (!is_none(value_at(values, i))) continue;
        text_add(out, begun ? ", " : "<p class=\"lead\">None, or not requested: ");
        text_escape(out, value_key(values, i));
        begun = true;
    }
    if (begun) text_add(out, "</p>\n");
}

void numbers_write(const char *model, const ReaderStudy *study, Text *out) {
    const SchemaScope scope = {model, study->study, SCHEMA_VALUES};
    const Value *values = study->values;
    const size_t count = value_length(values);
    if (count == 0) return;
    text_add(out, "<h3>Values</h3>\n<table>\n");
    for (size_t i = 0; i < count; i++)
        if (!is_table(value_at(values, i)) && !is_none(value_at(values, i)))
            write_row(schema_find(&scope, value_key(values, i), NULL), value_key(values, i),
                      value_at(values, i), out);
    text_add(out, "</table>\n");
    write_missing(values, out);
    for (size_t i = 0; i < count; i++)
        if (is_table(value_at(values, i))) {
            write_name("h3", schema_find(&scope, value_key(values, i), NULL), value_key(values, i), out);
            write_table(&scope, value_key(values, i), value_at(values, i), out);
        }
}

void numbers_write_energy(const char *model, const ReaderStudy *study, Text *out) {
    static const char *const balances[] = {"energy_defect",          "heat_defect",
                                           "friction_loss",          "viscous_loss",
                                           "complementarity_defect", "residual"};
    const SchemaScope scope = {model, study->study, SCHEMA_VALUES};
    bool begun = false;
    for (size_t i = 0; i < sizeof balances / sizeof *balances; i++) {
        const Value *value = value_get(study->values, balances[i]);
        const SchemaEntry *entry = schema_find(&scope, balances[i], NULL);
        if (value_kind(value) != VALUE_NUMBER) continue;
        if (!begun) text_add(out, "<h3>Account</h3>\n<table>\n");
        begun = true;
        write_row(entry, entry ? entry->meaning : balances[i], value, out);
    }
    if (begun) text_add(out, "</table>\n");
}

void numbers_write_probes(const char *model, const ReaderStudy *study, Text *out) {
    const SchemaScope scope = {model, study->study, SCHEMA_SERIES};
    if (value_length(value_at(study->probes, 0)) == 0) return;
    text_add(out, "<h3>Probes</h3>");
    write_table(&scope, "", study->probes, out);
}

void numbers_write_constant(const Thin *thin, Text *out) {
    bool begun = false;
    for (size_t c = 0; c < thin->columns; c++) {
        char number[40];
        if (thin->low[c] < thin->high[c]) continue;
        text_add(out, begun ? ", " : "<p class=\"lead\">Did not vary: ");
        begun = true;
        text_escape(out, thin->sets[c]->name);
        number_show(thin->low[c], number);
        if (thin->low[c] == thin->high[c])
            text_format(out, " = %s%s", number, thin->sets[c]->unit[0] ? " " : "");
        else
            text_add(out, " (no numbers)");
        if (thin->low[c] == thin->high[c]) text_escape(out, thin->sets[c]->unit);
    }
    if (begun) text_add(out, "</p>\n");
}
