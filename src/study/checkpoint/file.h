/* The file of a checkpoint, and what a run is of. */
#ifndef JUDDER_STUDY_CHECKPOINT_FILE_H
#define JUDDER_STUDY_CHECKPOINT_FILE_H

#include "base/archive.h"
#include "case/case.h"
#include "results/place/file_kind.h"

#include <stdint.h>

/* What must be the same for a run to go on. */
typedef struct Fingerprint {
    char version[32];
    uint64_t text, params, files; /* sums */
} Fingerprint;

JudderErr fingerprint_make(const Case *read, Fingerprint *fingerprint);
/* Whether another process of the same run has the same: what differs is an input error that says what. */
JudderErr fingerprint_same(const Fingerprint *own, const Fingerprint *first);
/* Out, or back and compared: what differs is an input error that says what. */
JudderErr fingerprint_serialise(Archive *archive, const Fingerprint *own, const char *path);

/* The sum of the files that the case names, as a result keeps it. */
enum { FINGERPRINT_FILES = 20 };
void fingerprint_files(const Fingerprint *own, char text[FINGERPRINT_FILES]);
/* Whether a result is of that run, by its head. */
bool fingerprint_fits(const Fingerprint *own, const char *version, const char *text, const char *params);

extern const FileKind checkpoint_kind;
/* Puts the file in place: a head with size and check sum, then the archive. */
JudderErr checkpoint_file_write(const char *path, const Archive *archive);
/* The bytes of the archive, to be freed; NULL if there is no such file. One that is cut, damaged or something
 * else is an input error. */
JudderErr checkpoint_file_read(const char *path, void **bytes, size_t *size);

#endif
