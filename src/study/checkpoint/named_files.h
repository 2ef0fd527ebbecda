/* The files that a case names (mesh, matrices, tables), and their sums: what must be as it was for a run or
 * a sweep to go on. Which params name files is in their tables: PARAM_FILE. */
#ifndef JUDDER_STUDY_CHECKPOINT_NAMED_FILES_H
#define JUDDER_STUDY_CHECKPOINT_NAMED_FILES_H

#include "base/error.h"
#include "case/case.h"

#include <stdint.h>
#include <sys/stat.h>

typedef struct NamedFile {
    char *name;        /* as in the case */
    uint64_t sum;      /* 0: it cannot be read */
    struct stat stamp; /* when the sum was made */
} NamedFile;

typedef struct NamedFiles {
    NamedFile *at;
    size_t count;
} NamedFiles;

/* Adds what the case names, each once. A file in `known` that nobody has touched since is not read again;
 * known may be NULL and gets what is read. */
JudderErr named_files_collect(const Case *read, NamedFiles *known, NamedFiles *files);
/* The same by their names alone. */
JudderErr named_files_list(const Case *read, NamedFiles *files);
/* Adds those of others by their sums. *differs: the first one that was there with another sum, lent from
 * `files`; NULL: none. */
JudderErr named_files_merge(NamedFiles *files, const NamedFiles *others, const char **differs);
/* Adds one by its sum. *same: it was not there, or with that sum. */
JudderErr named_files_add(NamedFiles *files, const char *name, uint64_t sum, bool *same);
/* The first whose sum is not that of the file as it is now, seen from that case file; NULL: all are as they
 * were. */
const char *named_files_changed(const NamedFiles *files, const char *case_file);
void named_files_release(NamedFiles *files);

#endif
