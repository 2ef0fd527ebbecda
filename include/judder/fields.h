/* What the fields of the setups are: the tables by which cases and setups are read and checked, shown. */
#ifndef JUDDER_FIELDS_H
#define JUDDER_FIELDS_H

#include "judder/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the member of the setup is. */
typedef enum judder_field_kind {
    JUDDER_FIELD_NUMBER, /* double */
    JUDDER_FIELD_SIZE,   /* size_t */
    JUDDER_FIELD_LONG,
    JUDDER_FIELD_CHOICE, /* an enum: the position among the choices */
    JUDDER_FIELD_FLAG,   /* bool: the position among two */
    JUDDER_FIELD_SIGNAL, /* judder_signal, `components` of them side by side */
    JUDDER_FIELD_FUNCTION,
    JUDDER_FIELD_FUNCTION_TWO,
    JUDDER_FIELD_POINTER, /* a law, a graph, a list of numbers */
    JUDDER_FIELD_WATCH
} judder_field_kind;

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
    judder_field_kind kind;
    size_t components;
    bool required; /* it must be given */
    double usual;  /* the default of a number, signal or choice; NAN: none, it may be left out */
} judder_setup_field;

/* The fields of the setup of "inclusion", "slab" or "beam", position from 0, the last one is "watch"; false:
 * there is no such. Contexts of functions are not told. */
JUDDER_API bool judder_setup_field_at(const char *model, size_t position, judder_setup_field *field);

#ifdef __cplusplus
}
#endif

#endif
