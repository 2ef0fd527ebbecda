/* The case as it was understood: every field with its value or default, by the parameter tables; and the papers behind its words. */
#include "study/run.h"

#include <stdio.h>
#include <string.h>

static Value *echo_fields(const Word *word, const void *params);

static Value *echo_block(const Block *block) {
    if (!block->word) return value_null();
    Value *object = value_object();
    value_set(object, "word", value_text(block->word->name));
    value_set(object, "fields", echo_fields(block->word, block->params));
    return object;
}

static Value *echo_signal(const Signal *signal) {
    if (signal->function.call) {
        char text[64];
        snprintf(text, sizeof text, "function at line %d", signal->function.line);
        return value_text(text);
    }
    if (signal->t.count == 0) return value_number(signal->constant);
    Value *object = value_object();
    value_set(object, "t", value_numbers(signal->t.at, signal->t.count));
    value_set(object, "value", value_numbers(signal->value.at, signal->value.count));
    return object;
}

static Value *echo_signals(const Signal *signals, int count) {
    Value *list = value_list();
    for (int i = 0; i < count; i++) value_append(list, echo_signal(&signals[i]));
    return list;
}

static Value *echo_list(const BlockList *blocks) {
    Value *list = value_list();
    for (size_t i = 0; i < blocks->count; i++) value_append(list, echo_block(&blocks->at[i]));
    return list;
}

static Value *echo_field(const Param *p, const void *field) {
    char choice[64] = "";
    const Numbers *numbers = field;
    switch (p->type) {
    case PARAM_NUMBER: return value_number(*(const double *)field);
    case PARAM_COUNT: return value_count(*(const long *)field);
    case PARAM_FLAG: return value_flag(*(const bool *)field);
    case PARAM_TEXT:
        return *(const char *const *)field ? value_text(*(const char *const *)field) : value_null();
    case PARAM_CHOICE:
        choice_name(p->choices, *(const int *)field, choice, sizeof choice);
        return value_text(choice);
    case PARAM_NUMBERS:
    case PARAM_POINTS: return value_numbers(numbers->at, numbers->count);
    case PARAM_SIGNAL: return echo_signal(field);
    case PARAM_SIGNALS: return echo_signals(field, p->components);
    case PARAM_FUNCTION: return echo_signal(&(const Signal){.function = *(const Function *)field});
    case PARAM_WORD: return echo_block(field);
    case PARAM_WORDS: return echo_list(field);
    case PARAM_TABLE: return echo_fields(p->table, field);
    }
    return value_null();
}

static Value *echo_fields(const Word *word, const void *params) {
    Value *object = value_object();
    for (const Param *p = word->params; p && p->key; p++)
        value_set(object, p->key, echo_field(p, (const char *)params + p->offset));
    return object;
}

Value *run_echo(const Case *read) {
    const CaseParam *params;
    const size_t count = case_params(read, &params);
    Value *object = value_object(), *given = value_child_object(object, "params");
    for (size_t i = 0; i < count; i++) value_set(given, params[i].key, value_text(params[i].value));
    value_set(object, "model", echo_block(case_model(read)));
    return object;
}

/* --- papers --- */

static void add_keys(const char *more, char *keys, size_t size) {
    while (*more) {
        const size_t length = strcspn(more, " ");
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)length, more);
        const char *found = strstr(keys, key);
        const size_t used = strlen(keys);
        if (!found) snprintf(keys + used, size - used, "%s%s", used ? " " : "", key);
        more += length;
        more += strspn(more, " ");
    }
}

static void add_block(const Block *block, char *keys, size_t size) {
    if (!block->word) return;
    add_keys(block->word->papers, keys, size);
    for (const Param *p = block->word->params; p && p->key; p++) {
        const void *field = (const char *)block->params + p->offset;
        if (p->type == PARAM_WORD) add_block(field, keys, size);
        const BlockList *list = field;
        for (size_t i = 0; p->type == PARAM_WORDS && i < list->count; i++)
            add_block(&list->at[i], keys, size);
    }
}

void run_papers(const Case *read, char *keys, size_t size) {
    keys[0] = '\0';
    add_block(case_model(read), keys, size);
}
