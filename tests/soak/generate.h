/* Cases made at random from the parameter tables: every word, every field, values at the ends of their
 * ranges, beyond them, and of every size. */
#ifndef JUDDER_TESTS_SOAK_GENERATE_H
#define JUDDER_TESTS_SOAK_GENERATE_H

#include "random.h"

#include "study/run/list.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_ROOM = 1 << 16 };

typedef struct Generator {
    Random random;
    double hostile; /* share of the values that are meant to harm */
    const Model *model;
    int depth;
    char text[TEXT_ROOM];
    size_t used;
} Generator;

__attribute__((format(printf, 2, 3))) static inline void put(Generator *g, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (g->used < TEXT_ROOM)
        g->used += (size_t)vsnprintf(g->text + g->used, TEXT_ROOM - g->used, format, args);
    va_end(args);
}

static inline bool chance(Generator *g, double share) {
    return random_in(&g->random, 0, 1) < share;
}

static inline void put_double(Generator *g, double x) {
    if (isnan(x))
        put(g, "0/0");
    else if (isinf(x))
        put(g, x > 0 ? "1/0" : "-1/0");
    else
        put(g, "%.17g", x);
}

/* Any number: of any size, of any sign, or none. */
static inline double any_number(Generator *g, double low, double high) {
    static const double special[] = {NAN,    INFINITY,  -INFINITY, 0,         -0.0,   1e300,
                                     1e-300, -1e300,    5e-324,    1e308,     1,      -1,
                                     1e-15,  0.5,       1e9,       1e-9,      0x1p53, 1e16,
                                     100,    0.4999999, 1 - 1e-16, 1 + 1e-15, 1e150,  1e-150};
    Random *random = &g->random;
    switch (random_below(random, 8)) {
    case 0:
    case 1: return special[random_below(random, (int)(sizeof special / sizeof *special))];
    case 2: return low;
    case 3: return high;
    case 4: return nextafter(low, 1e300);
    case 5: return nextafter(high, -1e300);
    case 6: return (chance(g, 0.2) ? -1 : 1) * random_size(random, 1e-300, 1e300);
    default: return (chance(g, 0.2) ? -1 : 1) * random_size(random, 1e-12, 1e12);
    }
}

/* Mostly one that the table allows, so that it gets further than the reader. */
static inline void put_hostile(Generator *g, const Param *p) {
    double x = any_number(g, p->low, p->high);
    for (int i = 0; i < 20 && !param_allows(p, x) && !chance(g, 0.03); i++)
        x = any_number(g, p->low, p->high);
    put_double(g, x);
}

static inline void put_number(Generator *g, const Param *p) {
    if (chance(g, g->hostile)) {
        put_hostile(g, p);
        return;
    }
    const bool ranged = p->low != 0 || p->high != 0;
    double sane = random_size(&g->random, 0.1, 10);
    if (strcmp(p->key, "step") == 0) sane = random_size(&g->random, 1e-3, 3e-2);
    if (strcmp(p->key, "final") == 0) sane = random_size(&g->random, 0.5, 3);
    if (strcmp(p->key, "factor") == 0) sane = random_in(&g->random, 0.2, 0.8);
    if (ranged && isfinite(p->low) && sane < p->low)
        sane = p->low + 0.3 * (isfinite(p->high) ? p->high - p->low : 1);
    if (ranged && isfinite(p->high) && p->high > p->low && sane > p->high)
        sane = p->low + 0.6 * (p->high - p->low);
    put(g, "%.17g", sane);
}

static inline void put_count(Generator *g, const Param *p) {
    if (chance(g, g->hostile)) {
        static const char *const special[] = {"0",    "1",    "2",     "-1",  "1e9",
                                              "2^31", "2^62", "1e300", "0.5", "0/0"};
        put(g, "%s", special[random_below(&g->random, (int)(sizeof special / sizeof *special))]);
        return;
    }
    if (strcmp(p->key, "direction") == 0) {
        put(g, chance(g, 0.5) ? "1" : "-1");
        return;
    }
    const double low = p->low > 0 ? p->low : 1;
    const bool dof = strcmp(p->key, "normal") == 0 || strcmp(p->key, "tangent") == 0;
    put(g, "%d", dof ? 1 + random_below(&g->random, 3) : (int)low + random_below(&g->random, 8));
}

static inline void put_list(Generator *g, const Param *p, int count) {
    double last = p->above_low ? 0.02 : 0;
    put(g, "{");
    for (int i = 0; i < count; i++) {
        if (chance(g, g->hostile))
            put_hostile(g, p);
        else
            put(g, "%.17g", last), last += random_in(&g->random, 0.01, 0.12);
        put(g, ", ");
    }
    put(g, "}");
}

static inline void put_function(Generator *g, const Param *p, int results) {
    put(g, chance(g, 0.8) ? "function(x) return " : "function(x, y) return ");
    for (int i = 0; i < results; i++) {
        put(g, "%s", i ? ", " : "");
        switch (random_below(&g->random, 5)) {
        case 0: put_number(g, p); break;
        case 1: put(g, "math.sin("), put_number(g, p), put(g, "*x)"); break;
        case 2: put_number(g, p), put(g, "*math.exp(-x)"); break;
        case 3: put(g, "x < 0.3 and "), put_number(g, p), put(g, " or "), put_number(g, p); break;
        default: put(g, "math.abs(x - 0.4)*"), put_number(g, p); break;
        }
    }
    put(g, " end");
}

static inline void put_signal(Generator *g, const Param *p) {
    const int way = random_below(&g->random, 4);
    if (way < 2) {
        put_number(g, p);
    } else if (way == 2) {
        put_function(g, p, 1);
    } else {
        const int count = 2 + random_below(&g->random, 4);
        put(g, "table_of{ t = "), put_list(g, p, count), put(g, ", value = "), put_list(g, p, count),
            put(g, " }");
    }
}

static inline void put_matrix(Generator *g, const Param *p) {
    const int n = 3;
    put(g, "{");
    for (int i = 0; i < n; i++) {
        put(g, "{");
        for (int j = 0; j < n; j++) {
            if (chance(g, g->hostile))
                put_hostile(g, p);
            else
                put(g, "%.17g", i == j ? random_in(&g->random, 1, 3) : random_in(&g->random, -0.5, 0.5));
            put(g, ", ");
        }
        put(g, "}, ");
    }
    put(g, "}");
}

static inline void put_fields(Generator *g, const Word *word);

/* Any word of a kind; studies mostly those of the model. */
static inline void put_word(Generator *g, const char *kind) {
    const Word *found = NULL;
    int count = 0;
    if (strcmp(kind, "study") == 0 && chance(g, 0.95)) {
        for (const ModelStudy *study = g->model->studies; study->word; study++)
            if (random_below(&g->random, ++count) == 0) found = study->word;
    } else {
        for (const Word *const *word = vocabulary(); *word; word++)
            if (strcmp((*word)->kind, kind) == 0 &&
                (strcmp((*word)->name, "viscous") != 0 || chance(g, 0.05)) &&
                random_below(&g->random, ++count) == 0)
                found = *word;
    }
    if (!found || g->depth > 6) {
        put(g, "nil");
        return;
    }
    put(g, "%s", found->name);
    put_fields(g, found);
}

static inline void put_choice(Generator *g, const Param *p) {
    char name[64] = "nothing";
    int count = 0;
    while (choice_name(p->choices, count, name, sizeof name)) count++;
    if (!chance(g, g->hostile)) choice_name(p->choices, random_below(&g->random, count), name, sizeof name);
    put(g, "\"%s\"", name);
}

/* Most studies need a march before them. */
static inline void put_words(Generator *g, const Param *p) {
    int count = 1;
    put(g, "{ ");
    if (g->model->series && strcmp(p->of, "study") == 0 && chance(g, 0.8)) {
        put(g, "march");
        put_fields(g, model_study_find(g->model, "march")->word);
        put(g, ", ");
        count = random_below(&g->random, 3);
    }
    for (int i = 0; i < count; i++) put_word(g, p->of), put(g, ", ");
    put(g, "}");
}

static inline void put_value(Generator *g, const Param *p) {
    static const char *const texts[] = {"v", "slip_1", "end_velocity", "", "x", "../x", "t"};
    switch (p->type) {
    case PARAM_NUMBER: put_number(g, p); break;
    case PARAM_COUNT: put_count(g, p); break;
    case PARAM_FLAG: put(g, chance(g, 0.5) ? "true" : "false"); break;
    case PARAM_FILE:
    case PARAM_TEXT: put(g, "\"%s\"", texts[random_below(&g->random, 7)]); break;
    case PARAM_CHOICE: put_choice(g, p); break;
    case PARAM_NUMBERS: put_list(g, p, random_below(&g->random, 6)); break;
    case PARAM_POINTS:
        put(g, "{");
        for (int i = 0; i < 4; i++) put_list(g, p, 2), put(g, ", ");
        put(g, "}");
        break;
    case PARAM_SIGNAL: put_signal(g, p); break;
    case PARAM_SIGNALS:
        if (chance(g, 0.5))
            put_list(g, p, p->components);
        else
            put_function(g, p, p->components);
        break;
    case PARAM_VECTOR: chance(g, 0.5) ? put_list(g, p, 2) : put_function(g, p, 2); break;
    case PARAM_FUNCTION: put_function(g, p, 1); break;
    case PARAM_CHOICE_OR_NUMBERS: chance(g, 0.5) ? put_choice(g, p) : put_list(g, p, 3); break;
    case PARAM_CHOICE_OR_FUNCTION: chance(g, 0.5) ? put_choice(g, p) : put_function(g, p, 1); break;
    case PARAM_WORD: put_word(g, p->of); break;
    case PARAM_WORDS: put_words(g, p); break;
    case PARAM_TABLE: put_fields(g, p->table); break;
    case PARAM_TABLES:
        put(g, "{ ");
        for (int i = 0; i < 1 + random_below(&g->random, 2); i++) put_fields(g, p->table), put(g, ", ");
        put(g, "}");
        break;
    case PARAM_MATRIX: put_matrix(g, p); break;
    case PARAM_GROUPS: put(g, "{}"); break;
    }
}

/* Fields that belong together, or exclude each other: without this nearly every case would be refused. */
typedef struct Together {
    const char *word;
    const char *fields[2]; /* one of them is given, "a b": both of these */
} Together;

static inline bool names(const char *list, const char *key) {
    const char *at = strstr(list, key);
    const size_t length = strlen(key);
    return at && (at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]);
}

/* 1: it must be given, -1: it must not, 0: free. */
static inline int duty(const Word *word, const char *key, int way) {
    static const Together together[] = {{"elastic", {"lambda G", "E nu"}},
                                        {"viscous", {"lambda G eta", "E nu eta"}},
                                        {"inclusion", {"friction", "graph"}},
                                        {"compliance", {"eta", "stiffness"}},
                                        {"limit", {"final step", ""}}};
    for (size_t i = 0; i < sizeof together / sizeof *together; i++) {
        if (strcmp(together[i].word, word->name) != 0) continue;
        if (names(together[i].fields[way], key)) return 1;
        if (names(together[i].fields[1 - way], key)) return -1;
    }
    if (strcmp(word->name, "viscous") == 0 && strncmp(key, "viscous_", 8) == 0) return -1;
    /* Of bodies. */
    if (strcmp(word->name, "march") == 0 && names("cfl fields watch", key)) return -1;
    return strcmp(key, "friction") == 0 || strcmp(key, "rho") == 0;
}

static inline void put_points(Generator *g) {
    const int count = 2 + random_below(&g->random, 4);
    const Param plain = {.key = "v"};
    put(g, "v = "), put_list(g, &plain, count), put(g, ", mu = "), put_list(g, &plain, count), put(g, ", ");
}

static inline void put_fields(Generator *g, const Word *word) {
    const int way = chance(g, strcmp(word->name, "inclusion") == 0 ? 0.1 : 0.4);
    const bool points = strcmp(word->name, "tabulated") == 0;
    g->depth++;
    put(g, "{ ");
    if (points) put_points(g);
    for (const Param *p = word->params; p && p->key && !points; p++) {
        const int must = chance(g, 0.01) ? 0 : duty(word, p->key, way);
        const bool free = p->need == PARAM_OPTIONAL && must == 0;
        if (must < 0 || (free && !chance(g, 0.2))) continue;
        put(g, "%s = ", p->key);
        put_value(g, p);
        put(g, ", ");
    }
    put(g, "}");
    g->depth--;
}

/* The case of a number; the same for ever. */
static inline void generate(Generator *g, const Model *const *list, int count, uint64_t number) {
    g->random = (Random){number * 7919 + 17};
    g->model = list[random_below(&g->random, count)];
    g->hostile = random_below(&g->random, 12) == 0 ? 0.4 : random_size(&g->random, 0.005, 0.15);
    g->depth = 0;
    g->used = 0;
    put(g, "return %s", g->model->word.name);
    put_fields(g, &g->model->word);
    put(g, "\n");
}

#endif
