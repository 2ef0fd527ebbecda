/* The least mu at lam = 0 (ST-6), set by set. Where solutions exist for some mu their least is one: as
 * directions they are bounded, and every condition is closed. So it is where the
 * search begins, or a value at which a set begins to have one. */
#include "exact/core.h"

#include <math.h>
#include <string.h>

/* The best so far. */
typedef struct Least {
    Exact *exact;
    double from;
    ExactSets sets;
    Root root;
    bool found, singular; /* singular: some set is so for every mu */
    arb_ptr y;
    ExactModes *modes;
} Least;

static JudderErr exact_least_keep(Least *least, Root *root) {
    ExactModes *modes = least->modes;
    ExactMode *mode;
    const SmallMotion *motion = least->exact->motion;
    if (modes->count == 0) TRY(exact_modes_add(modes, motion, &mode));
    mode = &modes->at[0];
    root_set(&least->root, root);
    least->found = true;
    memcpy(mode->future, least->sets.future, (size_t)motion->contacts * sizeof *mode->future);
    return exact_sets_expand(&least->sets, least->y, mode->V);
}

/* Where the search begins. */
static JudderErr at_start(Least *least) {
    SCOPED(family_close) Family family = {0};
    SCOPED(root_clear) Root start = {0};
    Verdict verdict = VERDICT_NO;
    exact_sets_family(&least->sets, &family);
    root_init(&start);
    root_set_double(&start, least->from);
    TRY(least->from == 0 && family_is_regular_at_zero(&family)
            ? JUDDER_OK
            : family_holds_at(&family, &start, least->y, &verdict));
    if (verdict == VERDICT_YES) TRY(exact_least_keep(least, &start));
    return JUDDER_OK;
}

/* Whether a set goes on having solutions beyond the least mu: asked between it and the next candidate. */
static JudderErr look_beyond(Least *least, const Family *family, Roots *roots) {
    double low, high, next = INFINITY, unused;
    SCOPED(root_clear) Root between = {0};
    Verdict verdict = VERDICT_NO;
    int above = 0;
    root_doubles(&least->root, 0, &low, &high);
    while (above < roots->count && root_compare(&roots->at[above], &least->root) <= 0) above++;
    if (above < roots->count) root_doubles(&roots->at[above], 0, &next, &unused);
    const double middle = isinf(next) ? 2 * high + 1 : high + (next - high) / 2;
    if (!(high < middle && middle < next)) return JUDDER_OK;
    root_init(&between);
    root_set_double(&between, middle);
    const JudderErr err = family_holds_at(family, &between, NULL, &verdict);
    if (verdict == VERDICT_YES) least->modes->continuum = true;
    return err;
}

/* Only sets whose det N is zero for every mu have solutions that are not isolated. */
static JudderErr look_for_continuum(Least *least) {
    JudderErr err = JUDDER_OK;
    exact_sets_first(&least->sets);
    do {
        Family family;
        Candidates candidates;
        exact_sets_family(&least->sets, &family);
        err = family_candidates(&family, &candidates);
        if (err == JUDDER_OK && candidates.singular && candidates.complete)
            err = look_beyond(least, &family, &candidates.roots);
        roots_release(&candidates.roots);
        family_close(&family);
    } while (err == JUDDER_OK && !least->modes->continuum && !exact_is_out_of_time(least->exact) &&
             exact_sets_next(&least->sets));
    return err;
}

static JudderErr in_set(Least *least, double up_to) {
    SCOPED(family_close) Family family = {0};
    Candidates candidates;
    bool done = false;
    exact_sets_family(&least->sets, &family);
    JudderErr err = family_candidates(&family, &candidates);
    if (!candidates.complete) least->modes->complete = false;
    least->singular = least->singular || candidates.singular;
    for (int i = 0; i < candidates.roots.count && err == JUDDER_OK && !done; i++) {
        Root *root = &candidates.roots.at[i];
        Verdict verdict = VERDICT_NO;
        if (isfinite(up_to) && root_compare_double(root, up_to) > 0) break;
        if (least->from > 0 && root_compare_double(root, least->from) < 0) continue;
        if (least->found && root_compare(root, &least->root) >= 0) break;
        err = family_holds_at(&family, root, least->y, &verdict);
        if (err != JUDDER_OK) break;
        if (verdict == VERDICT_UNDECIDED) least->modes->complete = false;
        if (verdict != VERDICT_YES) continue;
        done = true;
        err = exact_least_keep(least, root);
    }
    roots_release(&candidates.roots);
    return err;
}

static JudderErr exact_least_search(Least *least, double up_to) {
    JudderErr err = JUDDER_OK;
    do err = at_start(least);
    while (err == JUDDER_OK && !least->found && exact_sets_next(&least->sets));
    least->singular = least->found; /* not examined yet */
    if (err != JUDDER_OK || least->found) return err;
    exact_sets_first(&least->sets);
    do {
        if (exact_is_out_of_time(least->exact)) {
            least->modes->complete = false;
            break;
        }
        err = in_set(least, up_to);
    } while (err == JUDDER_OK && exact_sets_next(&least->sets));
    return err;
}

JudderErr exact_least_mu(Exact *exact, double from, double up_to, ExactModes *modes) {
    const Base *base;
    *modes = (ExactModes){.complete = true};
    exact_start(exact);
    TRY(exact_reduced(exact, &base));
    Least least = {.exact = exact, .from = from, .modes = modes, .y = flint._arb_vec_init(base->columns)};
    REQUIRE(least.y, error_memory());
    root_init(&least.root);
    JudderErr err = exact_sets_open(exact, base, NULL, FAMILY_MU, &least.sets);
    if (err == JUDDER_OK) err = exact_least_search(&least, up_to);
    if (err == JUDDER_OK && least.found && least.singular) err = look_for_continuum(&least);
    if (err == JUDDER_OK && least.found) {
        ExactMode *mode = &modes->at[0];
        root_doubles(&least.root, 0, &mode->low, &mode->high);
        mode->value = root_nearest(&least.root, 0);
    }
    if (least.sets.motion) exact_sets_close(&least.sets);
    root_clear(&least.root);
    flint._arb_vec_clear(least.y, base->columns);
    return err;
}
