#include "report/numbers.h"

#include "report/plot/ticks.h"

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

static void write_table(const char *name, const Value *list, Text *out) {
    const Value *first = value_at(list, 0);
    const size_t count = value_length(list);
    text_add(out, "<h3>");
    text_escape(out, name);
    text_add(out, "</h3>\n<div class=\"scroll\"><table><tr>");
    for (size_t k = 0; k < value_length(first); k++) {
        text_add(out, "<th>");
        text_escape(out, value_key(first, k));
        text_add(out, "</th>");
    }
    text_add(out, "</tr>\n");
    for (size_t i = 0; i < count && i < ROWS; i++) {
        text_add(out, "<tr>");
        for (size_t k = 0; k < value_length(first); k++) {
            text_add(out, "<td class=\"n\">");
            write_value(value_get(value_at(list, i), value_key(first, k)), out);
            text_add(out, "</td>");
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</table></div>\n");
    if (count > ROWS) text_format(out, "<p class=\"lead\">%zu more in the file</p>\n", count - ROWS);
}

static void write_row(const char *name, const Value *value, Text *out) {
    text_add(out, "<tr><td>");
    text_escape(out, name);
    text_add(out, "</td><td>");
    write_value(value, out);
    text_add(out, "</td></tr>\n");
}

/* What was not asked for, or does not exist. */
static bool is_none(const Value *value) {
    return value_kind(value) == VALUE_NULL || (value_kind(value) == VALUE_LIST && value_length(value) == 0);
}

/* In one line, so that it does not hide the others. */
static void write_missing(const Value *values, Text *out) {
    bool begun = false;
    for (size_t i = 0; i < value_length(values); i++) {
        if (!is_none(value_at(values, i))) continue;
        text_add(out, begun ? ", " : "<p class=\"lead\">None, or not asked for: ");
        text_escape(out, value_key(values, i));
        begun = true;
    }
    if (begun) text_add(out, "</p>\n");
}

void numbers_write(const ReaderStudy *study, Text *out) {
    const Value *values = study->values;
    const size_t count = value_length(values);
    if (count == 0) return;
    text_add(out, "<h3>Values</h3>\n<table>\n");
    for (size_t i = 0; i < count; i++)
        if (!is_table(value_at(values, i)) && !is_none(value_at(values, i)))
            write_row(value_key(values, i), value_at(values, i), out);
    text_add(out, "</table>\n");
    write_missing(values, out);
    for (size_t i = 0; i < count; i++)
        if (is_table(value_at(values, i))) write_table(value_key(values, i), value_at(values, i), out);
}

void numbers_write_energy(const ReaderStudy *study, Text *out) {
    static const struct {
        const char *key, *meaning;
    } balances[] = {{"energy_defect", "violation of the energy balance, relative"},
                    {"heat_defect", "violation of the heat balance, relative"},
                    {"friction_loss", "energy taken by friction"},
                    {"viscous_loss", "energy taken by viscosity"},
                    {"complementarity_defect", "violation of the contact conditions"},
                    {"residual", "violation of the inclusion"}};
    bool begun = false;
    for (size_t i = 0; i < sizeof balances / sizeof *balances; i++) {
        const Value *value = value_get(study->values, balances[i].key);
        if (value_kind(value) != VALUE_NUMBER) continue;
        if (!begun) text_add(out, "<h3>Account</h3>\n<table>\n");
        begun = true;
        write_row(balances[i].meaning, value, out);
    }
    if (begun) text_add(out, "</table>\n");
}

void numbers_write_probes(const ReaderStudy *study, Text *out) {
    const Value *probes = study->probes, *first = value_at(probes, 0);
    const size_t columns = value_length(probes), rows = value_length(first);
    if (columns == 0 || rows == 0) return;
    text_add(out, "<h3>Probes</h3>\n<div class=\"scroll\"><table><tr>");
    for (size_t k = 0; k < columns; k++) {
        text_add(out, "<th>");
        text_escape(out, value_key(probes, k));
        text_add(out, "</th>");
    }
    text_add(out, "</tr>\n");
    for (size_t i = 0; i < rows && i < ROWS; i++) {
        text_add(out, "<tr>");
        for (size_t k = 0; k < columns; k++) {
            text_add(out, "<td class=\"n\">");
            write_value(value_at(value_at(probes, k), i), out);
            text_add(out, "</td>");
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</table></div>\n");
    if (rows > ROWS) text_format(out, "<p class=\"lead\">%zu more in the file</p>\n", rows - ROWS);
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
