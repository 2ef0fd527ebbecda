/* What a run is of: the program, the text of the case, its params, and the files that it names. */
#include "study/checkpoint/file.h"

#include "base/path.h"
#include "base/version.h"
#include "study/run.h"
#include "study/sweep/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JudderErr sum_file(const char *from, const char *name, uint64_t *sum) {
    FILE *file = NULL;
    unsigned char block[16384];
    size_t count;
    TRY(path_open_below(from, "file", name, &file));
    *sum = sum_bytes(*sum, name, strlen(name) + 1);
    while ((count = fread(block, 1, sizeof block, file)) > 0) *sum = sum_bytes(*sum, block, count);
    const bool good = !ferror(file);
    fclose(file);
    return good ? JUDDER_OK : error_input("file", "%s cannot be read", name);
}

static JudderErr sum_word(const Word *word, const void *params, const char *from, uint64_t *sum);

static JudderErr sum_list(const BlockList *list, const char *from, uint64_t *sum) {
    for (size_t i = 0; i < list->count; i++) TRY(sum_word(list->at[i].word, list->at[i].params, from, sum));
    return JUDDER_OK;
}

/* Files are named by texts of the key "file". */
static JudderErr sum_word(const Word *word, const void *params, const char *from, uint64_t *sum) {
    if (!word) return JUDDER_OK;
    for (const Param *p = word->params; p && p->key; p++) {
        const void *field = (const char *)params + p->offset;
        const Block *block = p->type == PARAM_MATRIX ? &((const Matrix *)field)->from : field;
        const char *name = p->type == PARAM_TEXT ? *(const char *const *)field : NULL;
        if (name && strcmp(p->key, "file") == 0) TRY(sum_file(from, name, sum));
        if (p->type == PARAM_WORD || p->type == PARAM_MATRIX)
            TRY(sum_word(block->word, block->params, from, sum));
        if (p->type == PARAM_TABLE) TRY(sum_word(p->table, field, from, sum));
        if (p->type == PARAM_WORDS || p->type == PARAM_TABLES) TRY(sum_list(field, from, sum));
    }
    return JUDDER_OK;
}

JudderErr fingerprint_make(const Case *read, Fingerprint *fingerprint) {
    size_t length;
    const char *text = case_text(read, &length);
    const Block *model = case_model(read);
    *fingerprint = (Fingerprint){.text = sum_bytes(SUM_START, text, length), .files = SUM_START};
    snprintf(fingerprint->version, sizeof fingerprint->version, "%s", JUDDER_VERSION);
    Value *echo = run_echo(read);
    char *params = echo ? value_json(echo) : NULL;
    value_destroy(&echo);
    REQUIRE(params, error_memory());
    fingerprint->params = sum_bytes(SUM_START, params, strlen(params));
    free(params);
    return sum_word(model->word, model->params, case_file(read), &fingerprint->files);
}

void fingerprint_files(const Fingerprint *own, char text[FINGERPRINT_FILES]) {
    snprintf(text, FINGERPRINT_FILES, "%016llx", (unsigned long long)own->files);
}

bool fingerprint_fits(const Fingerprint *own, const char *version, const char *text, const char *params) {
    return params && strcmp(version, own->version) == 0 &&
           sum_bytes(SUM_START, text, strlen(text)) == own->text &&
           sum_bytes(SUM_START, params, strlen(params)) == own->params;
}

static JudderErr differs(const char *path, const char *what) {
    return error_input("--resume", "%s: %s: undo the change, or start anew without --resume", path, what);
}

JudderErr fingerprint_exchange(Archive *archive, const Fingerprint *own, const char *path) {
    Fingerprint found = *own;
    archive_array(archive, "version", found.version, sizeof found.version);
    archive_array(archive, "text", &found.text, sizeof found.text);
    archive_array(archive, "params", &found.params, sizeof found.params);
    archive_array(archive, "files", &found.files, sizeof found.files);
    TRY(archive_state(archive));
    found.version[sizeof found.version - 1] = '\0';
    char what[160];
    snprintf(what, sizeof what, "left by judder %s, this is %s", found.version, own->version);
    REQUIRE(strcmp(found.version, own->version) == 0, differs(path, what));
    REQUIRE(found.text == own->text, differs(path, "the text of the case has changed since"));
    REQUIRE(found.params == own->params, differs(path, "the params (--set) have changed since"));
    REQUIRE(found.files == own->files,
            differs(path, "a file that the case names (mesh, matrix) has changed since"));
    return JUDDER_OK;
}
