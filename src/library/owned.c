#include "library/owned.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

JudderErr owned_copy(Owned *owned, const double *numbers, size_t count, double **copy) {
    *copy = NULL;
    if (!numbers || count == 0) return JUDDER_OK;
    *copy = arena_zero(owned, count * sizeof **copy);
    REQUIRE(*copy, error_memory());
    memcpy(*copy, numbers, count * sizeof **copy);
    return JUDDER_OK;
}

/* A function of the caller with its context. */
typedef struct Called {
    judder_function one;
    judder_function_two two;
    void *context;
} Called;

/* Where a function failed that left no words of its own (judder_error_set). */
static JudderErr call_ended(judder_status status, double x, const double *y) {
    if (status == JUDDER_STATUS_OK || error_message()[0]) return (JudderErr)status;
    if (y) return error_input(NULL, "a function given to the library failed at %.9g, %.9g", x, *y);
    return error_input(NULL, "a function given to the library failed at %.9g", x);
}

static JudderErr call_one(void *context, double x, double *y) {
    const Called *called = context;
    error_input(NULL, "%s", "");
    return call_ended(called->one(called->context, x, y), x, NULL);
}

static JudderErr call_two(void *context, double x, double y, double *z) {
    const Called *called = context;
    error_input(NULL, "%s", "");
    return call_ended(called->two(called->context, x, y, z), x, &y);
}

static JudderErr call_first_of_two(void *context, double x, double *y) {
    return call_two(context, x, 0, y);
}

static JudderErr take_called(Owned *owned, Called given, Function how, Function *taken) {
    *taken = (Function){0};
    if (!given.one && !given.two) return JUDDER_OK;
    Called *called = arena_zero(owned, sizeof *called);
    REQUIRE(called, error_memory());
    *called = given;
    *taken = how;
    taken->context = called;
    return JUDDER_OK;
}

JudderErr take_function(Owned *owned, judder_function function, void *context, Function *taken) {
    return take_called(owned, (Called){.one = function, .context = context},
                       (Function){.call = call_one, .arguments = 1}, taken);
}

JudderErr take_function_two(Owned *owned, judder_function_two function, void *context, Function *taken) {
    return take_called(owned, (Called){.two = function, .context = context},
                       (Function){.call = call_first_of_two, .arguments = 2, .call_two = call_two}, taken);
}

static JudderErr check_table(const char *what, const judder_signal *given) {
    REQUIRE(given->t && given->value, error_input(what, "%s has a count but no t or no value", what));
    for (size_t i = 0; i < given->count; i++) {
        REQUIRE(isfinite(given->t[i]) && isfinite(given->value[i]),
                error_input(what, "%s has no number at its point %zu", what, i + 1));
        REQUIRE(i == 0 || given->t[i] >= given->t[i - 1],
                error_input(what, "%s goes from %g to %g at its point %zu: t must not decrease", what,
                            given->t[i - 1], given->t[i], i + 1));
    }
    return JUDDER_OK;
}

JudderErr take_signal(Owned *owned, const char *what, const judder_signal *given, Signal *taken) {
    *taken = (Signal){.constant = given->constant};
    REQUIRE(isfinite(given->constant), error_input(what, "%s is no number", what));
    if (given->function) return take_function(owned, given->function, given->context, &taken->function);
    if (given->count == 0) return JUDDER_OK;
    TRY(check_table(what, given));
    TRY(owned_copy(owned, given->t, given->count, &taken->t.at));
    TRY(owned_copy(owned, given->value, given->count, &taken->value.at));
    taken->t.count = taken->value.count = given->count;
    return JUDDER_OK;
}

JudderErr check_number(const Word *word, const char *key, double number) {
    const Param *param = word_param(word, key);
    if (param && isfinite(number) && param_allows(param, number)) return JUDDER_OK;
    char allowed[320] = "";
    if (param) param_describe(param, allowed, sizeof allowed);
    return error_input(key, "%s of %s is %g: allowed is %s", key, word->name, number, allowed);
}

JudderErr check_rows(int n) {
    REQUIRE(n >= 1, error_input("n", "n is %d: allowed is an integer >= 1", n));
    return JUDDER_OK;
}

JudderErr check_given(const void *pointer, const char *what) {
    REQUIRE(pointer, error_input(what, "%s is NULL: it is needed", what));
    return JUDDER_OK;
}

JudderErr rows_next(judder_rows *rows, size_t columns, double **row) {
    TRY(check_given(rows->at, "rows"));
    REQUIRE(rows->count < rows->room,
            error_input("rows", "the room of %zu rows is full: give more, or record fewer steps with every",
                        rows->room));
    *row = rows->at + rows->count++ * columns;
    return JUDDER_OK;
}

long rows_every(const judder_rows *rows) {
    if (!rows || rows->every == 0) return 1;
    return rows->every > LONG_MAX ? LONG_MAX : (long)rows->every;
}
