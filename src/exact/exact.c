#include "exact/core.h"

#include "base/array/grow.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_switched_off(void) {
    const char *wish = getenv("JUDDER_PROOFS");
    return wish && strcmp(wish, "doubles") == 0;
}

bool exact_is_there(void) {
    const char *why;
    return !is_switched_off() && flint_load(&why);
}

/* Bits from the smallest to the largest entry that is not zero. */
static int span_of(int n, const double *A) {
    int low = INT_MAX, high = INT_MIN;
    for (int i = 0; A && i < n * n; i++) {
        int exponent;
        if (A[i] == 0 || !isfinite(A[i])) continue;
        frexp(A[i], &exponent);
        low = exponent < low ? exponent : low;
        high = exponent > high ? exponent : high;
    }
    return high > low ? high - low : 0;
}

/* A determinant has so many bits for each row; beyond EXACT_BITS isolating its roots may take minutes. */
static bool is_small(const SmallMotion *motion) {
    const int n = motion->n;
    if (n > EXACT_DOFS || futures_sets(motion) > EXACT_SETS) return false;
    return n * (span_of(n, motion->K) + span_of(n, motion->M) + span_of(n, motion->C)) <= EXACT_BITS;
}

bool exact_is_meant_for(const SmallMotion *motion) {
    return is_small(motion) && !is_switched_off();
}

bool exact_affordable(const SmallMotion *motion, const char **why) {
    static const char *const switched_off = "exact arithmetic is switched off by JUDDER_PROOFS=doubles";
    if (why) *why = "";
    if (!is_small(motion)) return false;
    if (!is_switched_off()) return flint_load(why);
    if (why) *why = switched_off;
    return false;
}

JudderErr exact_create(const SmallMotion *motion, double seconds, Exact **exact) {
    const char *why;
    *exact = NULL;
    REQUIRE(flint_load(&why), error_machine("exact arithmetic cannot be loaded: %s", why));
    Exact *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->motion = motion;
    made->damping = small_damping(motion);
    made->seconds = seconds;
    flint.fmpz_mat_init(made->K, motion->n, motion->n);
    flint.fmpz_mat_init(made->M, motion->n, motion->n);
    flint.fmpz_mat_init(made->C, motion->n, motion->n);
    flint.fmpz_mat_init(made->load, motion->n, 1);
    const JudderErr err = exact_take_matrices(made);
    if (err != JUDDER_OK) exact_destroy(&made);
    TRY(err);
    exact_start(made);
    *exact = made;
    return JUDDER_OK;
}

void exact_destroy(Exact **exact) {
    if (!exact || !*exact) return;
    Exact *made = *exact;
    flint.fmpz_mat_clear(made->K);
    flint.fmpz_mat_clear(made->M);
    flint.fmpz_mat_clear(made->C);
    flint.fmpz_mat_clear(made->load);
    if (made->has_reduced) base_release(&made->reduced);
    free(made);
    *exact = NULL;
}

JudderErr exact_modes_add(ExactModes *modes, const SmallMotion *motion, ExactMode **mode) {
    REQUIRE(grow(&modes->at, &modes->room, (size_t)modes->count + 1, sizeof *modes->at), error_memory());
    *mode = &modes->at[modes->count];
    **mode = (ExactMode){.future = calloc((size_t)motion->contacts + 1, sizeof(Future)),
                         .V = calloc((size_t)motion->n, sizeof(double))};
    modes->count++;
    REQUIRE((*mode)->future && (*mode)->V, error_memory());
    return JUDDER_OK;
}

void exact_modes_release(ExactModes *modes) {
    for (int i = 0; i < modes->count; i++) {
        free(modes->at[i].future);
        free(modes->at[i].V);
    }
    free(modes->at);
    *modes = (ExactModes){0};
}
