/* The values of stability{}: their order, modes, notes. */
#include "study/stability/stability.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What every stability{} reports, asked for or not; what else there is comes with its question. */
static const char *const null_keys[] = {
    "critical_mu", "certified",  "certificate", "mu_not_positive_definite",
    "mu_all_slip", "is_P",       "is_P0",       "is_R0",
    "witness_P",   "witness_R0", "rate_count",  "flutter_mu"};
static const char *const list_keys[] = {"modes", "growth", "rate_solutions", "flutter", "merging"};

JudderErr stability_begin(StudyRun *run) {
    bool good = true;
    for (size_t i = 0; i < sizeof null_keys / sizeof *null_keys; i++)
        good = value_set(run->values, null_keys[i], value_null()) && good;
    for (size_t i = 0; i < sizeof list_keys / sizeof *list_keys; i++)
        good = value_child_list(run->values, list_keys[i]) && good;
    run->note[0] = '\0';
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
