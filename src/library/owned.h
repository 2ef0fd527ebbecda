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
