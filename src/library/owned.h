/* What the files of this folder share: memory that an object keeps, signals and functions of the caller as
 * the models take them, and checks by the same parameter tables as those of a case. */
#ifndef JUDDER_LIBRARY_OWNED_H
#define JUDDER_LIBRARY_OWNED_H

#include "judder/base.h"
#include "judder/fields.h"

#include "base/array/arena.h"
#include "base/word.h"
#include "curve/signal.h"

/* Memory that goes with an object. */
typedef Arena Owned;

/* A copy of count numbers; NULL of none is NULL and no failure. */
JudderErr owned_copy(Owned *owned, const double *numbers, size_t count, double **copy);

JudderErr take_function(Owned *owned, judder_function function, void *context, Function *taken);
JudderErr take_function_two(Owned *owned, judder_function_two function, void *context, Function *taken);
/* `what` is the field, for messages. */
JudderErr take_signal(Owned *owned, const char *what, const judder_signal *given, Signal *taken);

/* Whether the field of a word allows a number. */
JudderErr check_number(const Word *word, const char *key, double number);

/* A field of a setup of the installed headers, the field of the case that says what it may be, and where the
 * object that is made keeps it. */
typedef enum SetupRule {
    SETUP_ALWAYS,    /* must be allowed */
    SETUP_NEEDED,    /* the same, and must be given although a case may leave it out */
    SETUP_OR_PRESET, /* 0 stands for the default of the case */
    SETUP_OR_NONE,   /* 0: not given */
    SETUP_UNCHECKED, /* taken as it is; what it may be depends on other fields */
    SETUP_BY_CALLER  /* left to whoever makes the object */
} SetupRule;

typedef struct SetupField {
    const char *name;
    const Word *word;
    const char *key; /* "foundation.velocity": of a table in the word */
    judder_field_kind kind;
    SetupRule rule;
    size_t from, to, count; /* offsets in the setup and in the object; signals side by side */
    const char *choices;    /* of the setup, where they are not those of the case; NULL: they are */
} SetupField;

/* The kind of a member, and its place; a type that is not listed does not compile, nor an object that keeps a
 * number in another type. An enum without negative values is an unsigned to the compiler. */
#define SETUP_NUMBER_KIND(value)                                                                             \
    _Generic((value), double : JUDDER_FIELD_NUMBER, size_t : JUDDER_FIELD_SIZE, long : JUDDER_FIELD_LONG)
#define SETUP_CHOICE_KIND(value) _Generic((value), bool : JUDDER_FIELD_FLAG, unsigned : JUDDER_FIELD_CHOICE)
#define SETUP_OTHER_KIND(value)                                                                              \
    _Generic((value), double : JUDDER_FIELD_NUMBER, size_t : JUDDER_FIELD_SIZE,                              \
             judder_function : JUDDER_FIELD_FUNCTION, judder_function_two : JUDDER_FIELD_FUNCTION_TWO,       \
             judder_watch : JUDDER_FIELD_WATCH, const struct judder_law * : JUDDER_FIELD_POINTER,            \
             const struct judder_graph * : JUDDER_FIELD_POINTER, const double * : JUDDER_FIELD_POINTER)
#define SETUP_MEMBER(Setup, member) (((Setup *)0)->member)
#define SETUP_PLACE(Setup, member, Made, place)                                                              \
    _Generic(&((Made *)0)->place, __typeof__(SETUP_MEMBER(Setup, member)) * : offsetof(Made, place))

#define SETUP_NUMBER(Setup, member, Made, place_, word_, key_, rule_)                                        \
    {                                                                                                        \
        .name = #member, .word = word_, .key = key_, .rule = rule_, .from = offsetof(Setup, member),         \
        .kind = SETUP_NUMBER_KIND(SETUP_MEMBER(Setup, member)), .count = 1,                                  \
        .to = SETUP_PLACE(Setup, member, Made, place_)                                                       \
    }
#define SETUP_SIGNALS(Setup, member, Made, place, word_, key_, rule_)                                        \
    {                                                                                                        \
        .name = #member, .word = word_, .key = key_, .rule = rule_, .from = offsetof(Setup, member),         \
        .kind = JUDDER_FIELD_SIGNAL, .to = offsetof(Made, place),                                            \
        .count = sizeof SETUP_MEMBER(Setup, member) / sizeof(judder_signal)                                  \
    }
#define SETUP_CHOICE(Setup, member, word_, key_, choices_)                                                   \
    {                                                                                                        \
        .name = #member, .word = word_, .key = key_, .rule = SETUP_BY_CALLER,                                \
        .from = offsetof(Setup, member), .kind = SETUP_CHOICE_KIND(SETUP_MEMBER(Setup, member)), .count = 1, \
        .choices = choices_                                                                                  \
    }
/* What no table of a case describes alone: laws, functions, lists. */
#define SETUP_OTHER(Setup, member, word_, key_)                                                              \
    {                                                                                                        \
        .name = #member, .word = word_, .key = key_, .rule = SETUP_BY_CALLER,                                \
        .from = offsetof(Setup, member), .kind = SETUP_OTHER_KIND(SETUP_MEMBER(Setup, member)), .count = 1   \
    }

extern const SetupField inclusion_fields[], slab_fields[], beam_fields[]; /* end without a name */

/* Checks the numbers and signals of a setup and puts them into their places; the rest is left to the caller.
 */
JudderErr setup_take(Owned *owned, const SetupField *fields, const void *setup, void *made);

/* The rows of a problem. */
JudderErr check_rows(int n);
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
