/* The case as it was understood: every field with its value or default, by the parameter tables; and the
 * papers behind its words. */
#include "study/echo.h"
#include "base/word.h"
#include "curve/fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Both give a container up that lost an item: containers fail on a missing item, so run_echo
 * ends with NULL. */
static void put(Value **object, const char *key, Value *item) {
    if (!value_set(*object, key, item)) value_destroy(object);
}

static void add(Value **list, Value *item) {
    if (!value_append(*list, item)) value_destroy(list);
}

static Value *echo_fields(const Word *word, const void *params);

static Value *echo_block(const Block *block) {
    if (!block->word) return value_null();
    Value *object = value_object();
    put(&object, "word", value_text(block->word->name));
    put(&object, "fields", echo_fields(block->word, block->params));
    return object;
}

static Value *echo_function(const Function *function) {
    if (!function->call) return value_null();
    char text[64];
    snprintf(text, sizeof text, "function at line %d", function->line);
    return value_text(text);
}

static Value *echo_signal(const Signal *signal) {
    if (signal->function.call) return echo_function(&signal->function);
    if (signal->t.count == 0) return value_number(signal->constant);
    Value *object = value_object();
    put(&object, "t", value_numbers(signal->t.at, signal->t.count));
    put(&object, "value", value_numbers(signal->value.at, signal->value.count));
    return object;
}

static Value *echo_signals(const Signal *signals, int count) {
    Value *list = value_list();
    for (int i = 0; i < count; i++) add(&list, echo_signal(&signals[i]));
    return list;
}

static Value *echo_vector(const SignalVector *vector) {
    return echo_signals(vector->at, vector->count > 0 && vector->count < 3 ? (int)vector->count : 3);
}

static Value *echo_list(const BlockList *blocks) {
    Value *list = value_list();
    for (size_t i = 0; i < blocks->count; i++) add(&list, echo_block(&blocks->at[i]));
    return list;
}

static Value *echo_tables(const BlockList *blocks) {
    Value *list = value_list();
    for (size_t i = 0; i < blocks->count; i++)
        add(&list, echo_fields(blocks->at[i].word, blocks->at[i].params));
    return list;
}

static Value *echo_matrix(const Matrix *matrix) {
    if (!matrix->at) return echo_block(&matrix->from);
    Value *list = value_list();
    for (size_t i = 0; i < matrix->rows; i++)
        add(&list, value_numbers(matrix->at + i * matrix->columns, matrix->columns));
    return list;
}

static Value *echo_groups(const Param *p, const Groups *groups) {
    Value *object = value_object();
    for (size_t i = 0; i < groups->count; i++) {
        Value *list = value_list();
        char choice[64];
        for (int k = 0; choice_name(p->choices, k, choice, sizeof choice); k++)
            if (groups->at[i].chosen >> k & 1) add(&list, value_text(choice));
        put(&object, groups->at[i].name, list);
    }
    return object;
}

static Value *echo_field(const Param *p, const void *field) {
    char choice[64] = "";
    const Numbers *numbers = field;
    switch (p->type) {
    case PARAM_NUMBER: return value_number(*(const double *)field);
    case PARAM_COUNT: return value_count(*(const long *)field);
    case PARAM_FLAG: return value_flag(*(const bool *)field);
    case PARAM_TEXT:
    case PARAM_FILE:
        return *(const char *const *)field ? value_text(*(const char *const *)field) : value_null();
    case PARAM_CHOICE:
        return choice_name(p->choices, *(const int *)field, choice, sizeof choice) ? value_text(choice)
                                                                                   : value_null();
    case PARAM_NUMBERS:
    case PARAM_POINTS: return value_numbers(numbers->at, numbers->count);
    case PARAM_SIGNAL: return echo_signal(field);
    case PARAM_SIGNALS: return echo_signals(field, p->components);
    case PARAM_VECTOR: return echo_vector(field);
    case PARAM_FUNCTION: return echo_function(field);
    case PARAM_CHOICE_OR_NUMBERS: {
        const ChoiceOrNumbers *either = field;
        choice_name(p->choices, either->choice, choice, sizeof choice);
        return either->numbers.count > 0 ? value_numbers(either->numbers.at, either->numbers.count)
                                         : value_text(choice);
    }
    case PARAM_CHOICE_OR_FUNCTION:
        choice_name(p->choices, ((const ChoiceOrFunction *)field)->choice, choice, sizeof choice);
        return ((const ChoiceOrFunction *)field)->function.call
                   ? echo_function(&((const ChoiceOrFunction *)field)->function)
                   : value_text(choice);
    case PARAM_WORD: return echo_block(field);
    case PARAM_WORDS: return echo_list(field);
    case PARAM_TABLE: return echo_fields(p->table, field);
    case PARAM_TABLES: return echo_tables(field);
    case PARAM_MATRIX: return echo_matrix(field);
    case PARAM_GROUPS: return echo_groups(p, field);
    }
    return value_null();
}

static Value *echo_fields(const Word *word, const void *params) {
    Value *object = value_object();
    for (const Param *p = word->params; p && p->key; p++)
        put(&object, p->key, echo_field(p, (const char *)params + p->offset));
    return object;
}

Value *run_echo(const Case *read) {
    const CaseParam *params;
    const size_t count = case_params(read, &params);
    Value *object = value_object(), *given = value_object();
    for (size_t i = 0; i < count; i++) put(&given, params[i].key, value_text(params[i].value));
    put(&object, "params", given);
    put(&object, "model", echo_block(case_model(read)));
    return object;
}

/* --- papers --- */

static bool has_key(const char *keys, const char *key, size_t length) {
    for (; *keys; keys += strspn(keys, " ")) {
        const size_t size = strcspn(keys, " ");
        if (size == length && strncmp(keys, key, length) == 0) return true;
        keys += size;
    }
    return false;
}

/* Appends the keys that are not there yet; *keys becomes NULL when memory runs out. */
static void add_keys(const char *more, char **keys) {
    while (*keys && *more) {
        const size_t length = strcspn(more, " ");
        if (!has_key(*keys, more, length)) {
            char *longer = NULL;
            if (asprintf(&longer, "%s%s%.*s", *keys, **keys ? " " : "", (int)length, more) < 0) longer = NULL;
            free(*keys);
            *keys = longer;
        }
        more += length;
        more += strspn(more, " ");
    }
}

static void add_word(const Word *word, const void *params, char **keys) {
    if (!word) return;
    if (word->papers) add_keys(word->papers, keys);
    for (const Param *p = word->params; p && p->key; p++) {
        const void *field = (const char *)params + p->offset;
        const Block *block = field;
        const BlockList *list = field;
        if (p->type == PARAM_WORD) add_word(block->word, block->params, keys);
        if (p->type == PARAM_TABLE) add_word(p->table, field, keys);
        for (size_t i = 0; p->type == PARAM_WORDS && i < list->count; i++)
            add_word(list->at[i].word, list->at[i].params, keys);
    }
}

char *run_papers(const Case *read) {
    char *keys = calloc(1, 1);
    add_word(case_model(read)->word, case_model(read)->params, &keys);
    return keys;
}
