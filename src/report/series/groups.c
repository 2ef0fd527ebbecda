#include "report/series/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 8, MOST_COUNTED = 6 };

typedef struct Words {
    char text[64];
    const char *at[MOST_WORDS];
    size_t count;
} Words;

static void split(const char *name, Words *words) {
    char *rest = NULL;
    *words = (Words){.count = 0};
    snprintf(words->text, sizeof words->text, "%.63s", name);
    for (char *word = strtok_r(words->text, "_", &rest); word && words->count < MOST_WORDS;
         word = strtok_r(NULL, "_", &rest))
        words->at[words->count++] = word;
}

static bool is_number(const char *word) {
    return *word && word[strspn(word, "0123456789")] == '\0';
}

static bool has_number(const Words *words) {
    for (size_t i = 0; i < words->count; i++)
        if (is_number(words->at[i])) return true;
    return false;
}

/* The one word in which two names differ; -1: they are not of one kind. Numbers without a unit are of one
 * kind only if they are counted or count the same thing. */
static int difference(const ReaderSet *a, const ReaderSet *b, bool *counted) {
    Words x, y;
    int differs = -1;
    *counted = false;
    if (strcmp(a->unit, b->unit) != 0) return -1;
    split(a->name, &x);
    split(b->name, &y);
    if (x.count != y.count || x.count < 2) return -1;
    for (size_t i = 0; i < x.count; i++) {
        if (strcmp(x.at[i], y.at[i]) == 0) continue;
        if (differs >= 0) return -1;
        differs = (int)i;
    }
    if (differs < 0) return -1;
    const bool counts = strcmp(x.at[x.count - 1], "nodes") == 0 && (size_t)differs + 1 < x.count;
    *counted = is_number(x.at[differs]) && is_number(y.at[differs]);
    if (!*counted && has_number(&x)) return -1;
    return a->unit[0] || *counted || counts ? differs : -1;
}

/* Whether a column is worth a figure: it varies, and by more than the rounding that checks are made of. */
static bool varies(const Thin *thin, size_t column) {
    const char *name = thin->sets[column]->name;
    const bool check = strstr(name, "residual") || strstr(name, "defect") || strstr(name, "_error");
    return thin->low[column] < thin->high[column] && !(check && thin->high[column] < 1e-9);
}

void groups_make(const Thin *thin, int over, Groups *groups) {
    *groups = (Groups){0};
    for (size_t c = 0; c < thin->columns; c++) groups->of[c] = -1;
    for (size_t first = 0; first < thin->columns; first++) {
        if ((int)first == over || !varies(thin, first) || groups->of[first] >= 0) continue;
        const int group = (int)groups->count++;
        int word = -1;
        groups->first[group] = first;
        groups->of[first] = group;
        groups->members[group] = 1;
        for (size_t c = first + 1; c < thin->columns; c++) {
            if ((int)c == over || !varies(thin, c) || groups->of[c] >= 0) continue;
            bool counted;
            const int differs = difference(thin->sets[first], thin->sets[c], &counted);
            if (differs < 0 || (word >= 0 && differs != word)) continue;
            word = differs;
            groups->of[c] = group;
            groups->members[group]++;
        }
        groups->word[group] = word;
    }
}

void group_name(const Groups *groups, const Thin *thin, int group, char name[64]) {
    Words words;
    size_t used = 0;
    if (groups->word[group] < 0) {
        snprintf(name, 64, "%.63s", thin->sets[groups->first[group]]->name);
        return;
    }
    split(thin->sets[groups->first[group]]->name, &words);
    name[0] = '\0';
    for (size_t i = 0; i < words.count; i++)
        if ((int)i != groups->word[group])
            used += (size_t)snprintf(name + used, 64 - used, "%s%s", used ? "_" : "", words.at[i]);
}

/* How many series are counted with this one, itself included, and how many of them come before it. */
static size_t counted_with(const ReaderSets *series, const ReaderSet *set, size_t *before) {
    size_t count = 1;
    *before = 0;
    for (size_t i = 0; i < series->count; i++) {
        bool counted = false;
        if (&series->at[i] == set || difference(&series->at[i], set, &counted) < 0 || !counted) continue;
        count++;
        *before += &series->at[i] < set;
    }
    return count;
}

size_t groups_choose(const ReaderSets *series, const ReaderSet *chosen[THIN_COLUMNS]) {
    size_t made = 0;
    for (size_t i = 0; i < series->count && made < THIN_COLUMNS; i++) {
        size_t before;
        const size_t count = counted_with(series, &series->at[i], &before);
        bool keep = count <= MOST_COUNTED;
        for (size_t k = 0; k < MOST_COUNTED && !keep; k++)
            keep = before == k * (count - 1) / (MOST_COUNTED - 1);
        if (keep) chosen[made++] = &series->at[i];
    }
    return made;
}

size_t groups_left_out(const ReaderSets *series, const Thin *thin, const ReaderSet *first, const char **one) {
    size_t left = 0;
    for (size_t i = 0; i < series->count; i++) {
        bool counted = false;
        if (difference(&series->at[i], first, &counted) < 0 || !counted ||
            thin_column(thin, series->at[i].name) >= 0)
            continue;
        if (left++ == 0) *one = series->at[i].name;
    }
    return left;
}
