/* Setups of the installed headers, taken and checked by the tables of the case language, and shown. */
#include "judder/fields.h"

#include "library/owned.h"

#include <stdio.h>
#include <string.h>

/* The param of "foundation.velocity": a field of a table inside a word. */
static const Param *setup_param(const SetupField *field) {
    const char *dot = strchr(field->key, '.');
    if (!dot) return word_param(field->word, field->key);
    char outer[40];
    snprintf(outer, sizeof outer, "%.*s", (int)(dot - field->key), field->key);
    const Param *table = word_param(field->word, outer);
    return table ? word_param(table->table, dot + 1) : NULL;
}

static double setup_number(const SetupField *field, const void *from) {
    switch (field->type) {
    case SETUP_DOUBLE: return *(const double *)from;
    case SETUP_SIZE: return (double)*(const size_t *)from;
    default: return (double)*(const long *)from;
    }
}

static JudderErr setup_take_number(const SetupField *field, const void *from, void *to) {
    double number = setup_number(field, from);
    if (number == 0 && field->rule == SETUP_OR_PRESET)
        number = setup_param(field)->preset;
    else if (field->rule != SETUP_UNCHECKED && (number != 0 || field->rule != SETUP_OR_NONE))
        TRY(check_number(field->word, field->key, number));
    switch (field->type) {
    case SETUP_DOUBLE: *(double *)to = number; break;
    case SETUP_SIZE: *(size_t *)to = (size_t)number; break;
    default: *(long *)to = (long)number; break;
    }
    return JUDDER_OK;
}

JudderErr setup_take(Owned *owned, const SetupField *fields, const void *setup, void *made) {
    for (const SetupField *f = fields; f->name; f++) {
        const void *from = (const char *)setup + f->from;
        void *to = (char *)made + f->to;
        if (f->type == SETUP_CHOICE) continue;
        if (f->type != SETUP_SIGNAL) TRY(setup_take_number(f, from, to));
        for (size_t k = 0; f->type == SETUP_SIGNAL && k < f->count; k++)
            TRY(take_signal(owned, f->name, (const judder_signal *)from + k, (Signal *)to + k));
    }
    return JUDDER_OK;
}

static const SetupField *setup_fields(const char *model) {
    static const struct {
        const char *model;
        const SetupField *fields;
    } setups[] = {{"inclusion", inclusion_fields}, {"slab", slab_fields}, {"beam", beam_fields}};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
        if (strcmp(setups[i].model, model) == 0) return setups[i].fields;
    return NULL;
}

bool judder_setup_field_at(const char *model, size_t position, judder_setup_field *field) {
    if (!is_given(model, "model") || !is_given(field, "field")) return false;
    const SetupField *f = setup_fields(model);
    for (; f && f->name && position > 0; f++) position--;
    if (!f || !f->name) return false;
    const Param *param = setup_param(f);
    *field = (judder_setup_field){.name = f->name,
                                  .offset = f->from,
                                  .word = f->word->name,
                                  .key = f->key,
                                  .preset = f->rule == SETUP_OR_PRESET ? param->preset : 0,
                                  .low = param->low,
                                  .high = param->high,
                                  .above_low = param->above_low,
                                  .below_high = param->below_high,
                                  .choices = param->choices,
                                  .help = param->help};
    param_describe(param, field->allowed, sizeof field->allowed);
    return true;
}
