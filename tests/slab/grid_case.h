/* What the tests of the grid schemes share: laws made through their parameter tables, and one state after
 * another kept. */
#ifndef JUDDER_TESTS_SLAB_GRID_CASE_H
#define JUDDER_TESTS_SLAB_GRID_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slab/slab.h"
#include "slab/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GRID_SLOW 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define GRID_SLOW 1
#endif
#ifndef GRID_SLOW
#define GRID_SLOW 0
#endif

/* A law with its numbers: pairs of key and number, then NULL. The caller frees params. */
static inline Friction law_make(const char *name, ...) {
    const FrictionLaw *law = friction_law_find(name);
    assert_non_null(law);
    void *params = calloc(1, law->word.size);
    assert_non_null(params);
    word_presets(&law->word, params);
    va_list list;
    va_start(list, name);
    for (const char *key = va_arg(list, const char *); key; key = va_arg(list, const char *)) {
        const Param *param = word_param(&law->word, key);
        assert_non_null(param);
        if (param->type == PARAM_NUMBERS)
            *(Numbers *)((char *)params + param->offset) = *va_arg(list, const Numbers *);
        else if (param->type == PARAM_FUNCTION)
            *(Function *)((char *)params + param->offset) = *va_arg(list, const Function *);
        else
            *(double *)((char *)params + param->offset) = va_arg(list, double);
    }
    va_end(list);
    if (law->prepare) assert_int_equal(law->prepare(params), JUDDER_OK);
    return (Friction){law, params};
}

static inline void law_free(Friction *friction) {
    void *params = (void *)(uintptr_t)friction->params;
    if (friction->law->release) friction->law->release(params);
    free(params);
    friction->params = NULL;
}

static inline Friction law_linear(double mu_s, double mu_d, double v_c) {
    return law_make("linear", "mu_s", mu_s, "mu_d", mu_d, "v_c", v_c, NULL);
}

/* A signal that is a plain C function of one variable. */
typedef struct PlainFunction {
    double (*of)(double x);
} PlainFunction;

static inline JudderErr plain_call(void *context, double x, double *y) {
    *y = ((const PlainFunction *)context)->of(x);
    return JUDDER_OK;
}

static inline Signal signal_plain(PlainFunction *f) {
    return (Signal){.function = {.call = plain_call, .context = f, .arguments = 1}};
}

/* Every recorded state, in order. */
typedef struct Trace {
    size_t count, room;
    SlabState *at;
} Trace;

static inline JudderErr trace_record(void *context, const SlabState *state) {
    Trace *trace = context;
    if (trace->count == trace->room) {
        trace->room = trace->room ? 2 * trace->room : 1024;
        trace->at = realloc(trace->at, trace->room * sizeof *trace->at);
        assert_non_null(trace->at);
    }
    trace->at[trace->count++] = *state;
    return JUDDER_OK;
}

#endif
