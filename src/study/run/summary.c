/* The report of a run, for people: one line a value, long lists cut. */
#include "study/run/run.h"

#include "base/text/printable.h"

#include <string.h>

enum { SHOWN = 6, MOST_PROBES = 20 };

static void show(const Value *value, FILE *out);

static void show_list(const Value *list, FILE *out) {
    const size_t count = value_length(list);
    if (count == 0) fputs("none", out);
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        if (i) fputs(", ", out);
        show(value_at(list, i), out);
    }
    if (count > SHOWN) fprintf(out, ", ... (%zu in all)", count);
}

static void show_object(const Value *object, FILE *out) {
    fputc('{', out);
    for (size_t i = 0; i < value_length(object); i++) {
        if (i) fputs(", ", out);
        printable_put(value_key(object, i), out);
        fputc(' ', out);
        show(value_get(object, value_key(object, i)), out);
    }
    fputc('}', out);
}

static void show(const Value *value, FILE *out) {
    switch (value_kind(value)) {
    case VALUE_NULL: fputs("none", out); break;
    case VALUE_NUMBER: fprintf(out, "%.9g", value_as_number(value)); break;
    case VALUE_COUNT: fprintf(out, "%.0f", value_as_number(value)); break;
    case VALUE_FLAG: fputs(value_as_flag(value) ? "yes" : "no", out); break;
    case VALUE_TEXT: printable_put(value_as_text(value), out); break;
    case VALUE_LIST: show_list(value, out); break;
    case VALUE_OBJECT: show_object(value, out); break;
    }
}

static void show_probes(const Value *probes, FILE *out) {
    const Value *times = value_get(probes, "t");
    const size_t count = times ? value_length(times) : 0;
    for (size_t i = 0; i < count && i < MOST_PROBES; i++) {
        fputs(i ? "                      " : "  probes              ", out);
        for (size_t j = 0; j < value_length(probes); j++) {
            const char *key = value_key(probes, j);
            if (j) fputs("  ", out);
            printable_put(key, out);
            fputs(" = ", out);
            show(value_at(value_get(probes, key), i), out);
        }
        fputc('\n', out);
    }
    if (count > MOST_PROBES) fprintf(out, "                      ... (%zu in all)\n", count);
}

static void show_study(const Value *study, FILE *out) {
    const Value *reason = value_get(study, "reason"), *note = value_get(study, "note"),
                *verdict = value_get(study, "verdict"), *values = value_get(study, "values");
    const bool reasoned = value_kind(reason) == VALUE_TEXT;
    fputc('\n', out);
    printable_line(out, reasoned ? "%s: %s (%s)" : "%s: %s", value_as_text(value_get(study, "name")),
                   value_as_text(value_get(study, "outcome")), value_as_text(reason));
    if (verdict && value_kind(verdict) == VALUE_OBJECT)
        printable_line(out, "  %s (%s)", value_as_text(value_get(verdict, "text")),
                       value_as_text(value_get(verdict, "certainty")));
    if (value_kind(note) == VALUE_TEXT) printable_line(out, "  %s", value_as_text(note));
    for (size_t i = 0; i < value_length(values); i++) {
        const Value *value = value_get(values, value_key(values, i));
        if (value_is_mute(value)) continue;
        char name[200];
        printable_text(value_key(values, i), name, sizeof name);
        fprintf(out, "  %-19s ", name);
        show(value, out);
        fputc('\n', out);
    }
    show_probes(value_get(study, "probes"), out);
}

void run_summarise(const Value *report, FILE *out) {
    printable_line(out, "%s: %s", value_as_text(value_get(report, "case")),
                   value_as_text(value_get(report, "model")));
    const Value *studies = value_get(report, "studies");
    for (size_t i = 0; i < value_length(studies); i++) show_study(value_at(studies, i), out);
    fputc('\n', out);
    printable_line(out, "result: %s", value_as_text(value_get(report, "result")));
}
