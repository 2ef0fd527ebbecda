/* The values of stability{}: their order, modes, notes. */
#include "study/stability/stability.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char stability_exact_name[] = "exact arithmetic";

enum { CRITICAL = 1, GROWTH = 2, RATE = 4, FLUTTER = 8 };

/* What every stability{} reports. People are shown what answers a question that was asked; with 0, only once
 * it was answered. What else there is comes with its question. */
static const struct {
    const char *key;
    unsigned questions;
    bool is_list;
} reported[] = {{"critical_mu", CRITICAL, false},
                {"stable_up_to", 0, false},
                {"certified", 0, false},
                {"certificate", 0, false},
                {"mu_proved", 0, false},
                {"without_friction", 0, false},
                {"mu_not_positive_definite", 0, false},
                {"mu_all_slip", 0, false},
                {"is_P", 0, false},
                {"is_P0", 0, false},
                {"is_R0", 0, false},
                {"witness_P", 0, false},
                {"witness_R0", 0, false},
                {"rate_count", RATE, false},
                {"rate_proof", 0, false},
                {"flutter_mu", FLUTTER, false},
                {"flutter_frequency", 0, false},
                {"comes_first", 0, false},
                {"modes", CRITICAL | GROWTH, true},
                {"growth", GROWTH, true},
                {"growth_open", 0, true},
                {"rate_solutions", RATE, true},
                {"flutter", FLUTTER, true},
                {"roots_counted", 0, false},
                {"merging", FLUTTER, true}};

static unsigned questions_of(const Block *study) {
    const Stability *p = study->params;
    return (p->critical_mu ? CRITICAL : 0u) | (block_gives(study, "growth") ? GROWTH : 0u) |
           (p->rate ? RATE : 0u) | (block_gives(study, "flutter") ? FLUTTER : 0u);
}

JudderErr stability_begin(StudyRun *run) {
    const unsigned asked = questions_of(run->study);
    bool good = true;
    for (size_t i = 0; i < sizeof reported / sizeof *reported; i++) {
        const char *key = reported[i].key;
        good = value_set(run->values, key, reported[i].is_list ? value_list() : value_null()) && good;
        if (!(reported[i].questions & asked)) value_mute(run->values, key);
    }
    run->note[0] = run->verdict[0] = '\0';
    return good ? JUDDER_OK : error_memory();
}

void stability_tell(StudyRun *run, const char *format, ...) {
    const size_t used = strlen(run->note);
    const char *between = used ? "; " : "";
    snprintf(run->note + used, sizeof run->note - used, "%s", between);
    va_list arguments;
    va_start(arguments, format);
    const size_t start = strlen(run->note);
    vsnprintf(run->note + start, sizeof run->note - start, format, arguments);
    va_end(arguments);
}

bool stability_append(StudyRun *run, const char *key, Value *item) {
    /* The lists were lent by stability_begin; they are the study's own. */
    Value *list = (Value *)(size_t)value_get(run->values, key);
    return value_append(list, item);
}

static bool slips(const StabilityMode *mode, int i) {
    return mode->slips ? mode->slips[i] : mode->vector[i] > 0;
}

static Value *positions(const StabilityMode *mode, int what) {
    Value *list = value_list();
    for (int i = 0; i < mode->count; i++) {
        const int state = mode->open && mode->open[i] ? 2 : slips(mode, i) ? 1 : 0;
        if (state == what && !value_append(list, value_count(mode->position[i]))) value_destroy(&list);
    }
    return list;
}

Value *stability_mode(const StabilityMode *mode) {
    Value *item = value_object();
    bool good = item != NULL;
    if (mode->key) good = value_set(item, mode->key, value_number(mode->value)) && good;
    good = value_set(item, "slip", positions(mode, 1)) && good;
    good = value_set(item, "stick", positions(mode, 0)) && good;
    if (mode->open) good = value_set(item, "open", positions(mode, 2)) && good;
    good = value_set(item, "vector", value_numbers(mode->vector, (size_t)mode->count)) && good;
    good = value_set(item, "residual", value_number(mode->residual)) && good;
    if (mode->motion)
        good = value_set(item, "motion", value_numbers(mode->motion, (size_t)mode->dofs)) && good;
    if (!good) value_destroy(&item);
    return item;
}
