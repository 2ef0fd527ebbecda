/* What a verb says of itself: its usage and its help with the options of the formats, and the options that
 * stand in them. */
#ifndef JUDDER_CLI_VERB_OPTIONS_H
#define JUDDER_CLI_VERB_OPTIONS_H

#include "cli/verbs.h"

#include <stddef.h>

/* The whole texts; those of a verb with formats hold until the next call. */
const char *verb_usage(const Verb *verb);
const char *verb_help(const Verb *verb);

/* An option as the help of a verb names it. */
typedef struct VerbOption {
    char name[24];  /* "--set", "-o" */
    char value[48]; /* "key=value"; "" if it takes none */
    char help[200]; /* the rest of its line */
} VerbOption;
enum { VERB_MOST_OPTIONS = 24 };
/* The options in the help of a verb, each once; returns how many. */
size_t verb_options(const Verb *verb, VerbOption options[VERB_MOST_OPTIONS]);
/* What a verb takes besides options. */
typedef enum VerbTakes { VERB_TAKES_CASE, VERB_TAKES_RESULT, VERB_TAKES_MODEL, VERB_TAKES_WORD } VerbTakes;
VerbTakes verb_takes(const Verb *verb);

#endif
