#include "base/word.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const Param *word_param(const Word *word, const char *key) {
    for (const Param *p = word->params; p && p->key; p++)
        if (strcmp(p->key, key) == 0) return p;
    return NULL;
}

bool block_gives(const Block *block, const char *key) {
    const Param *param = word_param(block->word, key);
    return param && block->lines && block->lines[param - block->word->params] > 0;
}

JudderErr block_locate(const Block *block, JudderErr err) {
    if (err != JUDDER_INPUT || error_located() || !block || !block->file) return err;
    int line = block->line;
    const Param *param = block->word ? word_param(block->word, error_field()) : NULL;
    if (param && block->lines && block->lines[param - block->word->params] > 0)
        line = block->lines[param - block->word->params];
    error_locate(block->file, line);
    return err;
}

static void preset_one(const Param *p, char *base) {
    void *field = base + p->offset;
    switch (p->type) {
    case PARAM_NUMBER: memcpy(field, &p->preset, sizeof p->preset); break;
    case PARAM_COUNT: *(long *)field = (long)p->preset; break;
    case PARAM_FLAG: *(bool *)field = p->preset != 0; break;
    case PARAM_CHOICE_OR_NUMBERS:
    case PARAM_CHOICE_OR_FUNCTION: /* the choice comes first in it */
    case PARAM_CHOICE: *(int *)field = (int)p->preset; break;
    case PARAM_FILE:
    case PARAM_TEXT: *(const char **)field = p->preset_text; break;
    case PARAM_TABLE: word_presets(p->table, field); break;
    default: break; /* lists, signals, functions and words are zero until read */
    }
}

void word_presets(const Word *word, void *params) {
    memset(params, 0, word->size);
    for (const Param *p = word->params; p && p->key; p++) preset_one(p, params);
}

static bool has_range(const Param *p) {
    return p->low != 0 || p->high != 0;
}

bool param_allows(const Param *p, double value) {
    if (!isfinite(value)) return false;
    if (!has_range(p)) return true;
    if (p->above_low ? value <= p->low : value < p->low) return false;
    return p->below_high ? value < p->high : value <= p->high;
}

static void describe_range(const Param *p, char *text, size_t size) {
    const char *what = p->type == PARAM_COUNT ? "an integer" : "a number";
    if (!has_range(p))
        snprintf(text, size, "%s", what);
    else if (isinf(p->high))
        snprintf(text, size, "%s %s %g", what, p->above_low ? ">" : ">=", p->low);
    else if (isinf(p->low))
        snprintf(text, size, "%s %s %g", what, p->below_high ? "<" : "<=", p->high);
    else
        snprintf(text, size, "%s in %c%g, %g%c", what, p->above_low ? '(' : '[', p->low, p->high,
                 p->below_high ? ')' : ']');
    if (p->unit && p->unit[0]) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, " %s", p->unit);
    }
}

static void describe_choices(const char *choices, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "one of");
    char name[64];
    for (int i = 0; choice_name(choices, i, name, sizeof name) && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s \"%s\"", i ? "," : "", name);
}

void param_describe(const Param *p, char *text, size_t size) {
    char part[160]; /* what a type made of others repeats */
    if (p->choices)
        describe_choices(p->choices, part, sizeof part);
    else
        describe_range(p, part, sizeof part);
    switch (p->type) {
    case PARAM_NUMBER:
    case PARAM_COUNT: describe_range(p, text, size); return;
    case PARAM_FLAG: snprintf(text, size, "true or false"); return;
    case PARAM_TEXT: snprintf(text, size, "a text"); return;
    case PARAM_FILE: snprintf(text, size, "a path"); return;
    case PARAM_CHOICE: describe_choices(p->choices, text, size); return;
    case PARAM_NUMBERS: snprintf(text, size, "a list, each %s", part); return;
    case PARAM_POINTS: snprintf(text, size, "a list of pairs { {x, y}, ... }"); return;
    case PARAM_SIGNAL: snprintf(text, size, "%s, a function, or table_of{ t, value }", part); return;
    case PARAM_SIGNALS:
        snprintf(text, size, "%s, a list of up to %d of them, or a function of %d values", part,
                 p->components, p->components);
        return;
    case PARAM_VECTOR:
        snprintf(text, size, "a list, each %s or a function of t, or one function of t that gives them all",
                 part);
        return;
    case PARAM_FUNCTION: snprintf(text, size, "a function"); return;
    case PARAM_CHOICE_OR_NUMBERS: snprintf(text, size, "%s, or a list of numbers", part); return;
    case PARAM_CHOICE_OR_FUNCTION: snprintf(text, size, "%s, or a function", part); return;
    case PARAM_WORD: snprintf(text, size, "a %s", p->of); return;
    case PARAM_WORDS: snprintf(text, size, "a %s or a list of them", p->of); return;
    case PARAM_TABLE:
        snprintf(text, size, "a table { %s = ... }%s", p->table->params[0].key,
                 p->or_true ? ", or true" : "");
        return;
    case PARAM_TABLES:
        snprintf(text, size, "a list of tables { { %s = ... }, ... }", p->table->params[0].key);
        return;
    case PARAM_GROUPS:
        snprintf(text, size, "a table { name = {...}, ... }, each %s, or several of them in a list", part);
        return;
    case PARAM_MATRIX:
        snprintf(text, size,
                 p->of ? "a matrix { {1, 0}, {0, 1} }, or a word of kind %s"
                       : "a list of points { {1, 0}, {0, 1} }",
                 p->of);
        return;
    }
}

void param_describe_preset(const Param *p, char *text, size_t size) {
    text[0] = '\0';
    if (p->need == PARAM_REQUIRED)
        snprintf(text, size, "required");
    else if ((p->type == PARAM_CHOICE || p->type == PARAM_CHOICE_OR_FUNCTION ||
              p->type == PARAM_CHOICE_OR_NUMBERS) &&
             p->preset >= 0) {
        char name[64] = "";
        choice_name(p->choices, (int)p->preset, name, sizeof name);
        snprintf(text, size, "\"%s\"", name);
    } else if (p->preset_text)
        snprintf(text, size, p->type == PARAM_TEXT ? "\"%s\"" : "%s", p->preset_text);
    else if (p->type == PARAM_FLAG)
        snprintf(text, size, "%s", p->preset != 0 ? "true" : "false");
    else if (p->type == PARAM_NUMBER || p->type == PARAM_COUNT || p->type == PARAM_SIGNAL ||
             p->type == PARAM_SIGNALS)
        snprintf(text, size, "%g", p->preset);
    else
        snprintf(text, size, "none");
}

bool choice_name(const char *choices, int position, char *text, size_t size) {
    const char *start = choices;
    if (position < 0) return false;
    for (int i = 0; i < position; i++) {
        start = strchr(start, '|');
        if (!start) return false;
        start++;
    }
    const size_t length = strcspn(start, "|");
    snprintf(text, size, "%.*s", (int)length, start);
    return true;
}

int choice_find(const char *choices, const char *name) {
    char choice[64];
    for (int i = 0; choice_name(choices, i, choice, sizeof choice); i++)
        if (strcmp(choice, name) == 0) return i;
    return -1;
}

size_t word_distance(const char *a, const char *b) {
    enum { LONGEST = 48 };
    const size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST) return m > n ? m : n;
    size_t row[LONGEST + 1];
    for (size_t j = 0; j <= n; j++) row[j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            const size_t replace = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            size_t least = replace;
            if (row[j] + 1 < least) least = row[j] + 1;
            if (row[j - 1] + 1 < least) least = row[j - 1] + 1;
            row[j] = least;
        }
    }
    return row[n];
}

NearWord near_start(const char *given) {
    return (NearWord){given, NULL, strlen(given) / 3 + 2};
}

void near_offer(NearWord *near, const char *known) {
    const size_t length = strlen(near->given);
    const bool abbreviated = length >= 2 && strncmp(near->given, known, length) == 0;
    const size_t distance = abbreviated ? 1 : word_distance(near->given, known);
    if (distance >= near->distance) return;
    near->distance = distance;
    near->best = known;
}
