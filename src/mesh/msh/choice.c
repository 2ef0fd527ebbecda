#include "mesh/msh/choice.h"

#include "base/array/grow.h"
#include "base/word.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static JudderErr choose(Choice *choice, int64_t tag, int64_t place, const char *name) {
    REQUIRE(grow(&choice->at, &choice->room, (size_t)choice->count + 1, sizeof *choice->at), error_memory());
    char *own = strdup(name);
    REQUIRE(own, error_memory());
    choice->at[choice->count] = (Chosen){tag, place, own, choice->count};
    choice->count++;
    return JUDDER_OK;
}

void choice_close(Choice *choice) {
    for (int i = 0; i < choice->count; i++) free(choice->at[i].name);
    free(choice->at);
    *choice = (Choice){0};
}

static int compare_tags(const void *a, const void *b) {
    const Chosen *x = a, *y = b;
    return x->tag < y->tag ? -1 : x->tag > y->tag;
}
static int compare_names(const void *a, const void *b) {
    return strcmp(((const Chosen *)a)->name, ((const Chosen *)b)->name);
}
static int compare_ints(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static void sort(Choice *choice, int (*compare)(const void *, const void *)) {
    if (choice->count) qsort(choice->at, (size_t)choice->count, sizeof *choice->at, compare);
}

const Chosen *choice_side(const Choice *choice, int64_t tag) {
    const Chosen wanted = {.tag = tag};
    return choice->count ? bsearch(&wanted, choice->at, (size_t)choice->count, sizeof wanted, compare_tags)
                         : NULL;
}

/* Copies the groups of all facets to numbers (if not NULL) and returns how many they are, each run's
 * counted. */
static size_t collect_numbers(const Reader *reader, int dim, int *numbers) {
    size_t total = 0;
    const int *group;
    for (int s = 0; s < ELEMENT_KINDS; s++) {
        const Places *places = &reader->elements[s].places;
        for (int r = 0; element_kinds[s]->dim == dim && r < places->runs; r++) {
            const int groups = reader_run_groups(reader, dim, &places->run[r], &group);
            if (numbers && groups) memcpy(numbers + total, group, (size_t)groups * sizeof *numbers);
            total += (size_t)groups;
        }
    }
    return total;
}

/* All groups that facets have, sorted, each once; to be freed. */
static JudderErr group_numbers(const Reader *reader, int dim, int **numbers, int *count) {
    const size_t total = collect_numbers(reader, dim, NULL);
    *count = 0;
    *numbers = calloc(total + 1, sizeof **numbers);
    REQUIRE(*numbers, error_memory());
    collect_numbers(reader, dim, *numbers);
    qsort(*numbers, total, sizeof **numbers, compare_ints);
    for (size_t i = 0; i < total; i++) {
        if (i == 0 || (*numbers)[i] != (*numbers)[i - 1]) (*numbers)[(*count)++] = (*numbers)[i];
    }
    return JUDDER_OK;
}

/* Groups without a name go by their number. */
static JudderErr choose_all(const Reader *reader, int dim, Choice *choice) {
    const MshGroups *groups = &reader->groups;
    int *numbers = NULL, count = 0;
    for (int i = 0; i < groups->names; i++) {
        const MshName *name = &groups->name[i];
        if (name->dim == dim) TRY(choose(choice, name->tag, name->place, name->name));
    }
    JudderErr err = group_numbers(reader, dim, &numbers, &count);
    const Choice named = {.count = choice->count};
    sort(choice, compare_tags);
    for (int i = 0; i < count && err == JUDDER_OK; i++) {
        const Choice sorted = {.count = named.count, .at = choice->at};
        char text[24];
        if (choice_side(&sorted, numbers[i])) continue;
        snprintf(text, sizeof text, "%d", numbers[i]);
        err = choose(choice, numbers[i], -1, text);
    }
    free(numbers);
    return err;
}

static JudderErr missing(const Reader *reader, int dim, const char *wanted) {
    const MshGroups *groups = &reader->groups;
    const char *kind = dim == 1 ? "lines" : "surfaces";
    NearWord near = near_start(wanted);
    char known[512] = "";
    for (int i = 0; i < groups->names; i++) {
        const MshName *name = &groups->name[i];
        const size_t used = strlen(known);
        if (name->dim != dim && strcmp(name->name, wanted) == 0)
            return source_error_at(
                &reader->source, name->place,
                "the physical group \"%s\" has dimension %d: a side is made of %s, dimension %d", wanted,
                name->dim, kind, dim);
        if (name->dim != dim) continue;
        near_offer(&near, name->name);
        if (used + strlen(name->name) + 3 < sizeof known)
            snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", name->name);
    }
    if (near.best)
        return error_input("mesh", "%s: no physical group of %s is named \"%s\": did you mean \"%s\"?",
                           reader->source.name, kind, wanted, near.best);
    return error_input("mesh", "%s: no physical group of %s is named \"%s\": there are %s",
                       reader->source.name, kind, wanted, *known ? known : "none with a name");
}

static bool is_number_of(const char *wanted, const int *numbers, int count, int *tag) {
    char *end;
    const long number = strtol(wanted, &end, 10);
    if (end == wanted || *end || number < 1 || number > INT_MAX) return false;
    *tag = (int)number;
    return bsearch(tag, numbers, (size_t)count, sizeof *tag, compare_ints) != NULL;
}

static JudderErr choose_number(const Reader *reader, int dim, const char *wanted, Choice *choice) {
    int *numbers = NULL, count = 0, tag = 0;
    const JudderErr err = group_numbers(reader, dim, &numbers, &count);
    const bool found = err == JUDDER_OK && is_number_of(wanted, numbers, count, &tag);
    free(numbers);
    TRY(err);
    REQUIRE(found, missing(reader, dim, wanted));
    return choose(choice, tag, -1, wanted);
}

/* A side may be wanted for several reasons, and so stand in the list more than once. */
static JudderErr choose_wanted(const Reader *reader, int dim, const char *wanted, Choice *choice) {
    const MshGroups *groups = &reader->groups;
    const int before = choice->count;
    for (int i = 0; i < before; i++) {
        if (strcmp(choice->at[i].name, wanted) == 0) return JUDDER_OK;
    }
    for (int i = 0; i < groups->names; i++) {
        const MshName *name = &groups->name[i];
        if (name->dim != dim || strcmp(name->name, wanted) != 0) continue;
        TRY(choose(choice, name->tag, name->place, name->name));
    }
    return choice->count > before ? JUDDER_OK : choose_number(reader, dim, wanted, choice);
}

/* Each name and each number may stand for one side only. */
static JudderErr choice_check(const Reader *reader, Choice *choice) {
    sort(choice, compare_names);
    for (int i = 1; i < choice->count; i++) {
        const Chosen *one = &choice->at[i];
        const int64_t place = one->place < 0 ? one[-1].place : one->place;
        REQUIRE(
            strcmp(one->name, one[-1].name) != 0,
            source_error_at(&reader->source, place, "two physical groups have the name \"%s\"", one->name));
    }
    sort(choice, compare_tags);
    for (int i = 1; i < choice->count; i++) {
        const Chosen *one = &choice->at[i];
        const int64_t place = one->place < 0 ? one[-1].place : one->place;
        REQUIRE(
            one->tag != one[-1].tag,
            source_error_at(&reader->source, place, "physical group %" PRId64 " has two names", one->tag));
    }
    return JUDDER_OK;
}

JudderErr choice_open(const Reader *reader, int dim, const char *const *wanted, Choice *choice) {
    JudderErr err = JUDDER_OK;
    if (!wanted) err = choose_all(reader, dim, choice);
    for (; wanted && *wanted && err == JUDDER_OK; wanted++) err = choose_wanted(reader, dim, *wanted, choice);
    return err == JUDDER_OK ? choice_check(reader, choice) : err;
}
