/* What the fields of the setups are: the tables by which cases and setups are read and checked, shown. */
#ifndef JUDDER_FIELDS_H
#define JUDDER_FIELDS_H

#include "judder/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct judder_setup_field {
    const char *name;           /* of the member of the setup */
    size_t offset;              /* of the member */
    const char *word, *key;     /* the same in a case: what `judder explain word` says */
    double preset;              /* what a 0 stands for */
    double low, high;           /* range of numbers; both 0: any */
    bool above_low, below_high; /* the end itself is excluded */
    const char *choices;        /* "modal|grid"; NULL: none */
    const char *help;
    char allowed[200]; /* "a number > 0 Pa" */
} judder_setup_field;

/* The fields of the setup of "inclusion", "slab" or "beam", position from 0; false: there is no such. */
JUDDER_API bool judder_setup_field_at(const char *model, size_t position, judder_setup_field *field);

#ifdef __cplusplus
}
#endif

#endif
