/* All lam > 0 at a given mu (ST-7): nothing is eliminated, so a singular K of the free dofs is no
 * hindrance. Proportional damping maps lam^2 (ST-19), any other doubles the dofs (ST-20). */
#include "exact/core.h"

#include "base/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Growth {
    Exact *exact;
    ExactSets sets;
    Roots kept; /* of each mode */
    arb_ptr y;
    ExactModes *modes;
} Growth;

static JudderErr exact_growth_keep(Growth *growth, Root *root) {
    const SmallMotion *motion = growth->exact->motion;
    for (int i = 0; i < growth->kept.count; i++)
        if (root_compare(&growth->kept.at[i], root) == 0) return JUDDER_OK;
    ExactMode *mode;
    TRY(exact_modes_add(growth->modes, motion, &mode));
    TRY(roots_append(&growth->kept, root));
    /* K 2^K_power + z' M 2^M_power: the true z is z' times 2^(M_power - K_power). */
    const long power = growth->exact->M_power - growth->exact->K_power;
    root_doubles(root, power, &mode->low, &mode->high);
    mode->value = root_nearest(root, power);
    memcpy(mode->future, growth->sets.future, (size_t)motion->contacts * sizeof *mode->future);
    return exact_sets_expand(&growth->sets, growth->y, mode->V);
}

/* A set whose pencil is singular for every z may have solutions between the places where they begin. */
static JudderErr look_between(Growth *growth, const Family *family, Roots *roots) {
    double before = 0;
    for (int i = 0; i <= roots->count; i++) {
        double low = INFINITY, high = INFINITY;
        Verdict verdict = VERDICT_NO;
        Root between;
        if (i < roots->count) root_doubles(&roots->at[i], 0, &low, &high);
        const double middle = isinf(low) ? 2 * before + 1 : before + (low - before) / 2;
        if (before < middle && middle < low) {
            root_init(&between);
            root_set_double(&between, middle);
            const JudderErr err = family_holds_at(family, &between, NULL, &verdict);
            root_clear(&between);
            TRY(err);
        } else {
            growth->modes->complete = false;
        }
        if (verdict == VERDICT_YES) growth->modes->continuum = true;
        before = high;
    }
    return JUDDER_OK;
}

static JudderErr in_set(Growth *growth) {
    Family family;
    Candidates candidates;
    exact_sets_family(&growth->sets, &family);
    if (family_is_definite(&family)) {
        family_close(&family);
        return JUDDER_OK;
    }
    JudderErr err = family_candidates(&family, &candidates);
    if (!candidates.complete) growth->modes->complete = false;
    if (err == JUDDER_OK && candidates.singular) err = look_between(growth, &family, &candidates.roots);
    for (int i = 0; i < candidates.roots.count && err == JUDDER_OK; i++) {
        Verdict verdict = VERDICT_NO;
        if (exact_is_out_of_time(growth->exact)) growth->modes->complete = false;
        if (!growth->modes->complete) break;
        err = family_holds_at(&family, &candidates.roots.at[i], growth->y, &verdict);
        if (verdict == VERDICT_UNDECIDED) growth->modes->complete = false;
        if (err == JUDDER_OK && verdict == VERDICT_YES)
            err = exact_growth_keep(growth, &candidates.roots.at[i]);
    }
    roots_release(&candidates.roots);
    family_close(&family);
    return err;
}

/* Whether the sets that are left can be decided in the time there is. */
static bool is_affordable(Growth *growth) {
    double sizes = 0;
    do {
        Family family;
        exact_sets_family(&growth->sets, &family);
        if (!family_is_definite(&family)) sizes += exact_determinant_size(family.m);
        family_close(&family);
    } while (exact_sets_next(&growth->sets));
    exact_sets_first(&growth->sets);
    return exact_has_time_for(growth->exact, sizes);
}

static JudderErr go_through(Growth *growth) {
    bool goes_on = is_affordable(growth);
    growth->modes->complete = growth->modes->complete && goes_on;
    while (goes_on) {
        if (exact_is_out_of_time(growth->exact)) growth->modes->complete = false;
        if (!growth->modes->complete) break;
        TRY(in_set(growth));
        goes_on = exact_sets_next(&growth->sets);
    }
    return JUDDER_OK;
}

static int exact_growth_descending(const void *a, const void *b) {
    const double x = ((const ExactMode *)a)->value, y = ((const ExactMode *)b)->value;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* p of K + p M. */
static JudderErr find_all(Exact *exact, const double *mu, ExactModes *modes) {
    SCOPED(base_release) Base whole = {0};
    exact_start(exact);
    TRY(exact_neutral(exact, mu, modes)); /* the value of its mode is 0 */
    exact_start(exact);
    TRY(base_whole(exact, &whole));
    Growth growth = {.exact = exact, .modes = modes, .y = flint._arb_vec_init(whole.columns)};
    JudderErr err = exact_sets_open(exact, &whole, mu, FAMILY_Z, &growth.sets);
    if (err == JUDDER_OK) err = go_through(&growth);
    if (growth.sets.motion) exact_sets_close(&growth.sets);
    if (modes->count > 1) qsort(modes->at, (size_t)modes->count, sizeof *modes->at, exact_growth_descending);
    roots_release(&growth.kept);
    flint._arb_vec_clear(growth.y, whole.columns);
    return err;
}

static JudderErr with_any_damping(Exact *exact, const double *mu, ExactModes *modes) {
    SCOPED(doubled_motion_release) DoubledMotion doubled = {0};
    SCOPED(exact_destroy) Exact *other = NULL;
    TRY(doubled_motion_create(exact->motion, &doubled));
    modes->complete = exact_affordable(&doubled.motion, NULL);
    JudderErr err = modes->complete ? exact_create(&doubled.motion, exact->seconds, &other) : JUDDER_OK;
    if (other && err == JUDDER_OK) err = find_all(other, mu, modes);
    if (small_parts_any(exact->motion->parts)) modes->complete = false; /* C was rounded when it was formed */
    for (int i = 0; i < modes->count; i++) {
        ExactMode *mode = &modes->at[i];
        doubled_motion_take(exact->motion->n, mode->V);
        mode->value *= mode->value;
        mode->low = square_below(mode->low);
        mode->high = square_above(mode->high);
    }
    return err;
}

JudderErr exact_growth(Exact *exact, const double *mu, ExactModes *modes) {
    *modes = (ExactModes){.complete = true};
    REQUIRE(exact->motion->M, error_input("mass", "growth needs the mass"));
    if (exact->damping == DAMPING_GENERAL) return with_any_damping(exact, mu, modes);
    TRY(find_all(exact, mu, modes));
    const SmallParts parts = exact->motion->parts;
    for (int i = 0; i < modes->count && exact->damping == DAMPING_PROPORTIONAL; i++) {
        ExactMode *mode = &modes->at[i];
        const double lambda = damped_lambda(parts, mode->value);
        mode->value = lambda * lambda;
        mode->low = damped_square_below(parts, mode->low);
        mode->high = damped_square_above(parts, mode->high);
    }
    return JUDDER_OK;
}
