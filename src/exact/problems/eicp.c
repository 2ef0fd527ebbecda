/* All solutions of an eigenvalue complementarity problem: each set as a family of p = mu (from 0 up) and of
 * p = -mu, with the solutions at mu = 0 by themselves (PR-9). */
#include "exact/core.h"
#include "exact/problems/problems.h"

#include "base/log.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SECONDS = 10;
/* x of solutions at the same mu that are the same, with sum 1. */
static const double SAME = 4 * DBL_EPSILON;

typedef struct EicpSets {
    int n, room;
    fmpz_mat_t A, B; /* times the same positive number */
    double from, to, until;
    arb_ptr y;
    Roots kept; /* |mu| of each solution */
    int *side;  /* sign of mu of each solution */
    EicpSolutions *found;
} EicpSets;

static bool is_out_of_time(const EicpSets *sets) {
    return clock_seconds() > sets->until || stop_requested();
}

/* N = A -+ p B on the set; x >= 0 on it, w >= 0 outside of it. */
static void open_family(const EicpSets *sets, unsigned set, int side, Family *family) {
    const int n = sets->n;
    int member[EXACT_EICP_MOST], m = 0;
    for (int i = 0; i < n; i++)
        if (set >> i & 1u) member[m++] = i;
    *family = (Family){.m = m, .unknowns = m, .conditions = n, .graded = m, .until = sets->until};
    flint.fmpz_mat_init(family->N0, m, m);
    flint.fmpz_mat_init(family->N1, m, m);
    flint.fmpz_mat_init(family->C0, n, m);
    flint.fmpz_mat_init(family->C1, n, m);
    for (int k = 0; k < m; k++) flint.fmpz_set_si(fmpz_mat_entry(family->C0, k, k), 1);
    for (int i = 0, inside = 0, outside = m; i < n; i++) {
        const bool is_member = set >> i & 1u;
        const int row = is_member ? inside++ : outside++;
        for (int k = 0; k < m; k++) {
            flint.fmpz_set(fmpz_mat_entry(is_member ? family->N0 : family->C0, row, k),
                           fmpz_mat_entry(sets->A, i, member[k]));
            flint.fmpz_mul_si(fmpz_mat_entry(is_member ? family->N1 : family->C1, row, k),
                              fmpz_mat_entry(sets->B, i, member[k]), -side);
        }
    }
}

/* --- what was found --- */

static JudderErr need_room(EicpSets *sets) {
    EicpSolutions *found = sets->found;
    if (found->count < sets->room) return JUDDER_OK;
    const size_t room = 2 * (size_t)sets->room + 8;
    double *mu = realloc(found->mu, room * sizeof *mu);
    if (mu) found->mu = mu;
    double *x = realloc(found->x, room * (size_t)sets->n * sizeof *x);
    if (x) found->x = x;
    int *side = realloc(sets->side, room * sizeof *side);
    if (side) sets->side = side;
    REQUIRE(mu && x && side, error_memory());
    sets->room = (int)room;
    return JUDDER_OK;
}

/* x of sum 1 from the vector of the set. */
static void take_vector(const EicpSets *sets, unsigned set, double *x) {
    int m = 0;
    LOCAL_2(arb, sum, part);
    LOCAL(arf, low);
    for (int i = 0; i < sets->n; i++)
        if (set >> i & 1u) flint.arb_add(sum, sum, sets->y + m++, 256);
    m = 0;
    for (int i = 0; i < sets->n; i++) {
        x[i] = 0;
        if (!(set >> i & 1u)) continue;
        flint.arb_div(part, sets->y + m++, sum, 256);
        if (flint.arb_contains_zero(part)) continue;
        flint.arb_get_lbound_arf(low, part, 256);
        x[i] = flint.arf_get_d(low, ARF_RND_NEAR);
    }
}

static bool is_known(EicpSets *sets, Root *root, int side, const double *x) {
    const int n = sets->n;
    for (int k = 0; k < sets->found->count; k++) {
        const double *other = sets->found->x + (size_t)k * (size_t)n;
        double apart = 0;
        for (int i = 0; i < n; i++) apart = fmax(apart, fabs(x[i] - other[i]));
        if (apart <= SAME && sets->side[k] == side && root_compare(&sets->kept.at[k], root) == 0) return true;
    }
    return false;
}

static bool is_beyond_doubles(Root *root, double nearest) {
    return !isfinite(nearest) || (nearest == 0 && root_compare_double(root, 0) != 0);
}

static JudderErr eicp_keep(EicpSets *sets, unsigned set, Root *root, int side) {
    EicpSolutions *found = sets->found;
    TRY(need_room(sets));
    const double mu = side * root_nearest(root, 0);
    if (is_beyond_doubles(root, mu)) {
        found->undecided++;
        return JUDDER_OK;
    }
    double *x = found->x + (size_t)found->count * (size_t)sets->n;
    take_vector(sets, set, x);
    if (is_known(sets, root, side, x)) return JUDDER_OK;
    TRY(roots_append(&sets->kept, root));
    sets->side[found->count] = side;
    found->mu[found->count++] = mu;
    return JUDDER_OK;
}

/* Whether +-root lies in the interval. */
static bool is_inside(const EicpSets *sets, Root *root, int side) {
    const double low = side > 0 ? sets->from : -sets->to, high = side > 0 ? sets->to : -sets->from;
    return (isinf(low) || root_compare_double(root, low) >= 0) &&
           (isinf(high) || root_compare_double(root, high) <= 0);
}

/* --- sets --- */

/* Whether the root is a simple one of det N: then there is one vector. */
static bool is_simple(Root *root, const fmpz_poly_t f) {
    LOCAL(fmpz_poly, slope);
    flint.fmpz_poly_derivative(slope, f);
    return root_sign(root, slope) != 0;
}

static JudderErr at_root(EicpSets *sets, const Family *family, unsigned set, Root *root, int side) {
    Verdict verdict = VERDICT_NO;
    if (!is_inside(sets, root, side)) return JUDDER_OK;
    JudderErr err = family_holds_at(family, root, sets->y, &verdict);
    if (err != JUDDER_OK || verdict == VERDICT_NO) return err;
    LOCAL(fmpz_poly, f);
    if (verdict == VERDICT_UNDECIDED || !family_determinant(family, f) || !is_simple(root, f))
        sets->found->undecided++;
    return verdict == VERDICT_YES ? eicp_keep(sets, set, root, side) : JUDDER_OK;
}

static JudderErr one_side(EicpSets *sets, unsigned set, int side) {
    SCOPED(family_close) Family family = {0};
    Candidates candidates;
    open_family(sets, set, side, &family);
    JudderErr err = family_candidates(&family, &candidates);
    if (candidates.singular) sets->found->singular = true;
    if (!candidates.complete) sets->found->undecided++;
    for (int i = 0; i < candidates.roots.count && err == JUDDER_OK; i++)
        err = at_root(sets, &family, set, &candidates.roots.at[i], side);
    roots_release(&candidates.roots);
    return err;
}

static JudderErr at_zero(EicpSets *sets, unsigned set) {
    SCOPED(family_close) Family family = {0};
    SCOPED(root_clear) Root zero = {0};
    open_family(sets, set, 1, &family);
    root_init(&zero);
    root_set_double(&zero, 0);
    return family_is_regular_at_zero(&family) ? JUDDER_OK : at_root(sets, &family, set, &zero, 1);
}

static JudderErr go_through(EicpSets *sets, bool *decided) {
    *decided = true;
    for (unsigned set = 1; set < 1u << sets->n && *decided; set++) {
        *decided = !is_out_of_time(sets);
        if (sets->to > 0) TRY(one_side(sets, set, 1));
        if (sets->from <= 0 && sets->to >= 0) TRY(at_zero(sets, set));
        if (sets->from < 0) TRY(one_side(sets, set, -1));
    }
    return JUDDER_OK;
}

/* The least mu first; what the sorting needs beside the list is done with. */
static void eicp_sort(EicpSolutions *found, int n) {
    for (int k = 1; k < found->count; k++)
        for (int at = k; at > 0 && found->mu[at - 1] > found->mu[at]; at--) {
            const double mu = found->mu[at];
            found->mu[at] = found->mu[at - 1];
            found->mu[at - 1] = mu;
            for (int i = 0; i < n; i++) {
                double *a = found->x + (size_t)at * (size_t)n + i, *b = a - n;
                const double x = *a;
                *a = *b;
                *b = x;
            }
        }
}

static JudderErr eicp_list(const Eicp *eicp, EicpSets *sets, bool *decided) {
    const size_t count = (size_t)eicp->n * (size_t)eicp->n;
    SCOPED_FREE double *both = malloc(2 * count * sizeof *both);
    REQUIRE(both, error_memory());
    fmpz *whole = flint._fmpz_vec_init((slong)(2 * count));
    memcpy(both, eicp->A, count * sizeof *both);
    memcpy(both + count, eicp->B, count * sizeof *both);
    dyadic_take_numbers((int)(2 * count), both, whole);
    for (int i = 0; i < eicp->n; i++)
        for (int j = 0; j < eicp->n; j++) {
            const size_t at = (size_t)i * (size_t)eicp->n + (size_t)j;
            flint.fmpz_set(fmpz_mat_entry(sets->A, i, j), whole + at);
            flint.fmpz_set(fmpz_mat_entry(sets->B, i, j), whole + count + at);
        }
    flint._fmpz_vec_clear(whole, (slong)(2 * count));
    return go_through(sets, decided);
}

/* What is wrong with a problem is said by those who take it then. */
static bool is_fine(const Eicp *eicp, double from, double to) {
    for (int i = 0; i < eicp->n * eicp->n; i++)
        if (!isfinite(eicp->A[i]) || !isfinite(eicp->B[i])) return false;
    return isfinite(from) && to >= from;
}

JudderErr exact_eicp_enumerate(const Eicp *eicp, double from, double to, EicpSolutions *solutions,
                               bool *decided) {
    *solutions = (EicpSolutions){.whole = true};
    *decided = false;
    if (eicp->n > EXACT_EICP_MOST || !is_fine(eicp, from, to) || !exact_is_there()) return JUDDER_OK;
    EicpSets sets = {.n = eicp->n,
                     .from = from,
                     .to = to,
                     .until = clock_seconds() + SECONDS,
                     .y = flint._arb_vec_init(eicp->n),
                     .found = solutions};
    flint.fmpz_mat_init(sets.A, eicp->n, eicp->n);
    flint.fmpz_mat_init(sets.B, eicp->n, eicp->n);
    const JudderErr err = eicp_list(eicp, &sets, decided);
    eicp_sort(solutions, eicp->n);
    solutions->complete = *decided && !solutions->singular && solutions->undecided == 0;
    if (err != JUDDER_OK || !*decided) eicp_solutions_release(solutions);
    flint.fmpz_mat_clear(sets.A);
    flint.fmpz_mat_clear(sets.B);
    flint._arb_vec_clear(sets.y, eicp->n);
    roots_release(&sets.kept);
    free(sets.side);
    return err;
}
