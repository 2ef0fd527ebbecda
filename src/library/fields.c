/* Setups of the installed headers, taken and checked by the tables of the case language, and shown. */
#include "library/owned.h"

#include <math.h>
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

static JudderErr setup_take_number(const SetupField *field, const void *from, void *to) {
    double number = field->kind == JUDDER_FIELD_NUMBER ? *(const double *)from
                    : field->kind == JUDDER_FIELD_SIZE ? (double)*(const size_t *)from
                                                       : (double)*(const long *)from;
    if (number == 0 && field->rule == SETUP_OR_PRESET)
        number = setup_param(field)->preset;
    else if (field->rule != SETUP_UNCHECKED && (number != 0 || field->rule != SETUP_OR_NONE))
        TRY(check_number(field->word, field->key, number));
    if (field->kind == JUDDER_FIELD_NUMBER)
        *(double *)to = number;
    else if (field->kind == JUDDER_FIELD_SIZE)
        *(size_t *)to = (size_t)number;
    else
        *(long *)to = (long)number;
    return JUDDER_OK;
}

JudderErr setup_take(Owned *owned, const SetupField *fields, const void *setup, void *made) {
    for (const SetupField *f = fields; f->name; f++) {
        const void *from = (const char *)setup + f->from;
        void *to = (char *)made + f->to;
        if (f->rule == SETUP_BY_CALLER) continue;
        if (f->kind != JUDDER_FIELD_SIGNAL) TRY(setup_take_number(f, from, to));
        for (size_t k = 0; f->kind == JUDDER_FIELD_SIGNAL && k < f->count; k++)
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

/* What the field is to whoever gives it by name; as the case has it, but for rules of the setup. */
static Param setup_describe(const SetupField *field) {
    const Param *known = field->word ? setup_param(field) : NULL;
    Param param = known ? *known : (Param){.key = "", .help = ""};
    if (field->choices) {
        param.choices = field->choices, param.type = PARAM_CHOICE;
        param.preset = 0, param.need = PARAM_OPTIONAL;
    }
    if (field->rule == SETUP_OR_NONE) param.preset = 0, param.need = PARAM_OPTIONAL;
    if (field->rule == SETUP_UNCHECKED) param.preset = (double)NAN, param.need = PARAM_OPTIONAL;
    if (field->rule == SETUP_NEEDED) param.need = PARAM_REQUIRED;
    if (field->rule == SETUP_ALWAYS && isnan(param.preset)) param.need = PARAM_REQUIRED;
    return param;
}

bool judder_setup_field_at(const char *model, size_t position, judder_setup_field *field) {
    if (!is_given(model, "model") || !is_given(field, "field")) return false;
    const SetupField *f = setup_fields(model);
    for (; f && f->name && position > 0; f++) position--;
    if (!f || !f->name) return false;
    const Param param = setup_describe(f);
    *field = (judder_setup_field){.name = f->name,
                                  .offset = f->from,
                                  .word = f->word ? f->word->name : "",
                                  .key = f->key,
                                  .preset = f->rule == SETUP_OR_PRESET ? param.preset : 0,
                                  .low = param.low,
                                  .high = param.high,
                                  .above_low = param.above_low,
                                  .below_high = param.below_high,
                                  .choices = param.choices,
                                  .help = param.help,
                                  .kind = f->kind,
                                  .components = f->count,
                                  .required = param.need == PARAM_REQUIRED,
                                  .usual = param.preset};
    if (f->word) param_describe(&param, field->allowed, sizeof field->allowed);
    return true;
}
