/* A case: a Lua file that returns one model, read into plain structs by the parameter tables of its words.
 *
 * The file runs in a sandbox: arithmetic, `math`, the words of the vocabulary and the units; no files, no
 * code loading, limits on instructions, time and memory. This module knows words and tables, no model.
 */
#ifndef JUDDER_CASE_CASE_H
#define JUDDER_CASE_CASE_H

#include "base/archive.h"
#include "base/word.h"
#include "curve/signal.h"

#include <stddef.h>

typedef struct Case Case;

/* What --set gives: the value of a param, as text. */
typedef struct CaseSetting {
    const char *key, *value;
} CaseSetting;

/* How long the file, and each call of a function, may compute; 0: the usual limits. */
typedef struct CaseLimits {
    long instructions;
    double seconds;
} CaseLimits;

typedef struct CaseOptions {
    const Word *const *words; /* the vocabulary, ends with NULL */
    const CaseSetting *settings;
    size_t setting_count;
    CaseLimits limits;
} CaseOptions;

/* A param of the case with the value that it has in this run, written as in Lua. */
typedef struct CaseParam {
    const char *key, *value;
} CaseParam;

JudderErr case_read(const char *path, const CaseOptions *options, Case **read);
/* The same for a text in memory; name stands for the file in messages. */
JudderErr case_read_text(const char *name, const char *text, size_t length, const CaseOptions *options,
                         Case **read);
void case_destroy(Case **read);

const Block *case_model(const Case *read);
const char *case_file(const Case *read);
const char *case_text(const Case *read, size_t *length);
size_t case_params(const Case *read, const CaseParam **params);

/* Some of what the functions of the case have answered so far, out; or back in: each is evaluated again, and
 * an answer that is not the same to the last bit is an input error of the field "--resume". */
JudderErr case_serialise_answers(const Case *read, Archive *archive);

typedef struct CaseUnit {
    const char *name;
    double value;
    const char *help;
} CaseUnit;
extern const CaseUnit case_units[]; /* ends with a NULL name */

/* The word table_of, which every vocabulary needs for signals: fills TableOf. */
typedef struct TableOf {
    Numbers t, value;
} TableOf;
extern const Word table_of_word;

#endif
