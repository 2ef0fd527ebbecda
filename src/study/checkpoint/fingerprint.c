/* What a run is of: the program, the text of the case, its params, and the files that it names. */
#include "study/checkpoint/file.h"

#include "base/bytes.h"
#include "base/version.h"
#include "study/checkpoint/named_files.h"
#include "study/echo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JudderErr sum_files(const Case *read, uint64_t *sum) {
    NamedFiles files = {0};
    const JudderErr err = named_files_collect(read, NULL, &files);
    *sum = BYTES_SUM_START;
    for (size_t i = 0; i < files.count; i++) {
        *sum = bytes_sum(*sum, files.at[i].name, strlen(files.at[i].name) + 1);
        *sum = bytes_sum(*sum, &files.at[i].sum, sizeof files.at[i].sum);
    }
    named_files_release(&files);
    return err;
}

JudderErr fingerprint_make(const Case *read, Fingerprint *fingerprint) {
    size_t length;
    const char *text = case_text(read, &length);
    *fingerprint = (Fingerprint){.text = bytes_sum(BYTES_SUM_START, text, length)};
    snprintf(fingerprint->version, sizeof fingerprint->version, "%s", JUDDER_VERSION);
    Value *echo = run_echo(read);
    char *params = echo ? value_json(echo) : NULL;
    value_destroy(&echo);
    REQUIRE(params, error_memory());
    fingerprint->params = bytes_sum(BYTES_SUM_START, params, strlen(params));
    free(params);
    return sum_files(read, &fingerprint->files);
}

JudderErr fingerprint_same(const Fingerprint *own, const Fingerprint *first) {
    const char *what = strcmp(own->version, first->version) != 0 ? "version of judder"
                       : own->text != first->text                ? "text of the case"
                       : own->params != first->params            ? "params"
                       : own->files != first->files
                           ? "bytes in a file that the case names (mesh, matrix, table)"
                           : NULL;
    if (!what) return JUDDER_OK;
    return error_input(NULL, "not the same %s for every process: a folder that all of them share is needed",
                       what);
}

void fingerprint_files(const Fingerprint *own, char text[FINGERPRINT_FILES]) {
    snprintf(text, FINGERPRINT_FILES, "%016llx", (unsigned long long)own->files);
}

bool fingerprint_fits(const Fingerprint *own, const char *version, const char *text, const char *params) {
    return params && strcmp(version, own->version) == 0 &&
           bytes_sum(BYTES_SUM_START, text, strlen(text)) == own->text &&
           bytes_sum(BYTES_SUM_START, params, strlen(params)) == own->params;
}

static JudderErr differs(const char *path, const char *what) {
    return error_input("--resume", "%s: %s: undo the change, or start again without --resume", path, what);
}

JudderErr fingerprint_serialise(Archive *archive, const Fingerprint *own, const char *path) {
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
            differs(path, "a file that the case names (mesh, matrix, table) has changed since"));
    return JUDDER_OK;
}
