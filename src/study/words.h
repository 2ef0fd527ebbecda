/* Words that several models share: selections and studies. */
#ifndef JUDDER_STUDY_WORDS_H
#define JUDDER_STUDY_WORDS_H

#include "base/word.h"

typedef struct Mass {
    double epsilon;
} Mass;

typedef struct March {
    double final, step;
    long every;
    Numbers probe;
    const char *name;
} March;

typedef struct Limit {
    int of; /* LIMIT_EPSILON */
    double from, factor;
    long count;
    double final, step;
    const char *name;
} Limit;

enum { LIMIT_EPSILON };

typedef struct Branches {
    Numbers load;
    const char *name;
} Branches;

extern const Word perfect_delay_word, mass_word, march_word, limit_word, branches_word;

#endif
