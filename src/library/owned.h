/* What the files of this folder share: memory that an object keeps, signals and functions of the caller as
 * the models take them, and checks by the same parameter tables as those of a case. */
#ifndef JUDDER_LIBRARY_OWNED_H
#define JUDDER_LIBRARY_OWNED_H

#include "judder/base.h"

#include "base/word.h"
#include "curve/signal.h"

/* Blocks of memory that go together. */
typedef struct Owned {
    struct OwnedBlock *last;
} Owned;

void *owned_zero(Owned *owned, size_t size); /* NULL: out of memory */
/* A copy of count numbers; NULL of none is NULL and no failure. */
JudderErr owned_copy(Owned *owned, const double *numbers, size_t count, double **copy);
void owned_release(Owned *owned);

JudderErr take_function(Owned *owned, judder_function function, void *context, Function *taken);
JudderErr take_function_two(Owned *owned, judder_function_two function, void *context, Function *taken);
/* `what` is the field, for messages. */
JudderErr take_signal(Owned *owned, const char *what, const judder_signal *given, Signal *taken);

/* Whether the field of a word allows a number. */
JudderErr check_number(const Word *word, const char *key, double number);

/* A field of a setup of the installed headers, the field of the case that says what it may be, and where the
 * object that is made keeps it. */
typedef enum SetupType { SETUP_DOUBLE, SETUP_SIZE, SETUP_LONG, SETUP_SIGNAL, SETUP_CHOICE } SetupType;
typedef enum SetupRule {
    SETUP_ALWAYS,    /* must be allowed */
    SETUP_OR_PRESET, /* 0 stands for the default of the case */
    SETUP_OR_NONE,   /* 0: not given */
    SETUP_UNCHECKED  /* taken as it is; what it may be depends on other fields */
} SetupRule;

typedef struct SetupField {
    const char *name;
    const Word *word;
    const char *key; /* "foundation.velocity": of a table in the word */
    SetupType type;
    SetupRule rule;
    size_t from, to, count; /* offsets in the setup and in the object; signals side by side */
} SetupField;

#define SETUP_TYPE(value)                                                                                    \
    _Generic((value), double : SETUP_DOUBLE, size_t : SETUP_SIZE, long : SETUP_LONG, default : SETUP_CHOICE)
#define SETUP_NUMBER(Setup, member, Made, place, word_, key_, rule_)                                         \
    {                                                                                                        \
#member, word_, key_, SETUP_TYPE(((Setup *)0)->member), rule_, offsetof(Setup, member),              \
            offsetof(Made, place), 1                                                                         \
    }
#define SETUP_SIGNALS(Setup, member, Made, place, word_, key_)                                               \
    {                                                                                                        \
#member, word_, key_, SETUP_SIGNAL, SETUP_ALWAYS, offsetof(Setup, member), offsetof(Made, place),    \
            sizeof(((Setup *)0)->member) / sizeof(judder_signal)                                             \
    }
#define SETUP_WORD(Setup, member, word_, key_)                                                               \
    { #member, word_, key_, SETUP_CHOICE, SETUP_ALWAYS, offsetof(Setup, member), 0, 0 }

extern const SetupField inclusion_fields[], slab_fields[], beam_fields[]; /* end without a name */

/* Checks the fields of a setup and puts them into their places; choices are left to the caller. */
JudderErr setup_take(Owned *owned, const SetupField *fields, const void *setup, void *made);

/* A pointer that must be there. */
JudderErr check_given(const void *pointer, const char *what);
/* The same where no status is returned: the message waits as after a failure. */
static inline bool is_given(const void *pointer, const char *what) {
    return check_given(pointer, what) == JUDDER_OK;
}

/* Room for one more row of so many numbers, which is counted; an input error if there is none. */
JudderErr rows_next(judder_rows *rows, size_t columns, double **row);
/* Which steps are rows: every n-th; 1 without rows. */
long rows_every(const judder_rows *rows);

static inline judder_status status_of(JudderErr err) {
    return (judder_status)err;
}

#endif
