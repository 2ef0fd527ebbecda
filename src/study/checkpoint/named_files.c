#include "study/checkpoint/named_files.h"

#include "base/bytes.h"
#include "base/system/path.h"

#include <stdlib.h>
#include <string.h>

typedef struct Walk {
    const char *from; /* the case file; NULL: nothing is read */
    NamedFiles *known, *files;
} Walk;

static NamedFile *find(const NamedFiles *files, const char *name) {
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->at[i].name, name) == 0) return &files->at[i];
    return NULL;
}

static JudderErr append(NamedFiles *files, const NamedFile *file) {
    NamedFile *more = realloc(files->at, (files->count + 1) * sizeof *more);
    REQUIRE(more, error_memory());
    files->at = more;
    more[files->count] = *file;
    more[files->count].name = strdup(file->name);
    REQUIRE(more[files->count].name, error_memory());
    files->count++;
    return JUDDER_OK;
}

JudderErr named_files_add(NamedFiles *files, const char *name, uint64_t sum, bool *same) {
    const NamedFile *found = find(files, name);
    *same = !found || found->sum == sum;
    return found ? JUDDER_OK : append(files, &(NamedFile){.name = (char *)(uintptr_t)name, .sum = sum});
}

JudderErr named_files_merge(NamedFiles *files, const NamedFiles *others, const char **differs) {
    *differs = NULL;
    for (size_t i = 0; i < others->count; i++) {
        bool same;
        TRY(named_files_add(files, others->at[i].name, others->at[i].sum, &same));
        if (!same && !*differs) *differs = find(files, others->at[i].name)->name;
    }
    return JUDDER_OK;
}

void named_files_release(NamedFiles *files) {
    for (size_t i = 0; i < files->count; i++) free(files->at[i].name);
    free(files->at);
    *files = (NamedFiles){0};
}

static bool is_untouched(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           memcmp(&a->st_mtim, &b->st_mtim, sizeof a->st_mtim) == 0 &&
           memcmp(&a->st_ctim, &b->st_ctim, sizeof a->st_ctim) == 0;
}

static uint64_t sum_file(FILE *file) {
    unsigned char block[16384];
    uint64_t sum = BYTES_SUM_START;
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;) sum = bytes_sum(sum, block, count);
    return ferror(file) ? 0 : sum;
}

/* Whoever needs the file says why it cannot be read. */
static NamedFile look(const char *from, const char *name, const NamedFile *known) {
    NamedFile made = {.name = (char *)(uintptr_t)name};
    FILE *file = NULL;
    if (path_open_below(from, "file", name, &file) != JUDDER_OK) return made;
    const bool good = fstat(fileno(file), &made.stamp) == 0;
    made.sum = good && known && is_untouched(&known->stamp, &made.stamp) ? known->sum : sum_file(file);
    fclose(file);
    return made;
}

static JudderErr take_file(const Walk *walk, const char *name) {
    if (find(walk->files, name)) return JUDDER_OK;
    if (!walk->from) return append(walk->files, &(NamedFile){.name = (char *)(uintptr_t)name});
    NamedFile *known = walk->known ? find(walk->known, name) : NULL;
    const NamedFile now = look(walk->from, name, known);
    if (known) known->sum = now.sum, known->stamp = now.stamp;
    if (!known && walk->known) TRY(append(walk->known, &now));
    return append(walk->files, &now);
}

static JudderErr take_word(const Walk *walk, const Word *word, const void *params);

static JudderErr take_list(const Walk *walk, const BlockList *list) {
    for (size_t i = 0; i < list->count; i++) TRY(take_word(walk, list->at[i].word, list->at[i].params));
    return JUDDER_OK;
}

static JudderErr take_word(const Walk *walk, const Word *word, const void *params) {
    if (!word) return JUDDER_OK;
    for (const Param *p = word->params; p && p->key; p++) {
        const void *field = (const char *)params + p->offset;
        const Block *block = p->type == PARAM_MATRIX ? &((const Matrix *)field)->from : field;
        const char *name = p->type == PARAM_FILE ? *(const char *const *)field : NULL;
        if (name) TRY(take_file(walk, name));
        if (p->type == PARAM_WORD || p->type == PARAM_MATRIX)
            TRY(take_word(walk, block->word, block->params));
        if (p->type == PARAM_TABLE) TRY(take_word(walk, p->table, field));
        if (p->type == PARAM_WORDS || p->type == PARAM_TABLES) TRY(take_list(walk, field));
    }
    return JUDDER_OK;
}

JudderErr named_files_collect(const Case *read, NamedFiles *known, NamedFiles *files) {
    const Block *model = case_model(read);
    const Walk walk = {case_file(read), known, files};
    return take_word(&walk, model->word, model->params);
}

JudderErr named_files_list(const Case *read, NamedFiles *files) {
    const Block *model = case_model(read);
    const Walk walk = {.files = files};
    return take_word(&walk, model->word, model->params);
}

const char *named_files_changed(const NamedFiles *files, const char *case_file) {
    for (size_t i = 0; i < files->count; i++)
        if (look(case_file, files->at[i].name, NULL).sum != files->at[i].sum) return files->at[i].name;
    return NULL;
}
