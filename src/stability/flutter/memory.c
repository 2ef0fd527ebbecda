/* Friction with a memory about steady sliding (ST-21): the slip x of a contact gets a state q that follows it
 * late, with mass so that all matrices stay regular:
 *
 *     (lam + 2 w)(lam q + w q - w x) = 0 times a mass,   -d lam q in the row of x
 *
 * The factor lam + 2 w adds the root -2 w a state, which is none and is dropped from every list. */
#include "stability/flutter/sliding.h"

#include <stdlib.h>
#include <string.h>

/* A matrix in the upper left corner of a larger one. */
static JudderErr memory_widen(double **X, size_t n, size_t wide) {
    double *wider = calloc(wide * wide, sizeof *wider);
    REQUIRE(wider, error_memory());
    for (size_t i = 0; i < n; i++) memcpy(wider + i * wide, *X + i * n, n * sizeof *wider);
    free(*X);
    *X = wider;
    return JUDDER_OK;
}

static JudderErr widen_list(int **list, int n, int wide) {
    int *wider = realloc(*list, (size_t)wide * sizeof *wider);
    REQUIRE(wider, error_memory());
    *list = wider;
    for (int i = n; i < wide; i++) wider[i] = -1;
    return JUDDER_OK;
}

static void put_state(Sliding *s, size_t x, size_t q, const SlidingMemory *of) {
    const size_t n = (size_t)s->n;
    const double w = of->rate, mass = s->M_0[x * n + x] > 0 ? s->M_0[x * n + x] : 1;
    s->M_0[q * n + q] = mass;
    s->C_0[q * n + q] = 3 * w * mass;
    s->C_0[q * n + x] = -w * mass;
    s->K_0[q * n + q] = 2 * w * w * mass;
    s->K_0[q * n + x] = -2 * w * w * mass;
    s->C_0[x * n + q] = -of->damping;
}

JudderErr sliding_remember(Sliding *s, const SlidingMemory *memory) {
    const int n = s->n;
    int wide = n;
    for (int i = 0; i < n; i++) wide += s->slide[i] >= 0 && memory[s->slide[i]].damping > 0;
    if (wide == n) return JUDDER_OK;
    double **const parts[] = {&s->M_0, &s->M_1, &s->C_0, &s->C_1, &s->K_0, &s->K_1};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        TRY(memory_widen(parts[i], (size_t)n, (size_t)wide));
    TRY(widen_list(&s->dof, n, wide));
    TRY(widen_list(&s->slide, n, wide));
    s->false_root = calloc((size_t)(wide - n), sizeof *s->false_root);
    REQUIRE(s->false_root, error_memory());
    /* The rounding of what states are made of is not followed: nothing is proved with them. */
    SlidingRest *const rests[] = {&s->C_rest, &s->K_rest};
    for (int i = 0; i < 2; i++) free(rests[i]->low_0), *rests[i] = (SlidingRest){0};
    s->evaluated = true;
    s->n = wide;
    for (int i = 0; i < n; i++) {
        if (s->slide[i] < 0 || !(memory[s->slide[i]].damping > 0)) continue;
        const SlidingMemory *of = &memory[s->slide[i]];
        put_state(s, (size_t)i, (size_t)(n + s->states), of);
        s->false_root[s->states++] = -2 * of->rate;
    }
    s->damped = true;
    s->proportional = false;
    return JUDDER_OK;
}
