/* Whether a motion without inertia grows infinitely fast (PR-11). Of a set with all its slips the matrix of
 * z has full rank, and then no root lies at infinity; or some slips have no mass at all. With the others and
 * the free dofs eliminated these have a matrix S(z) whose principal minors are quotients of determinants of
 * sets: if for large z none is negative, S + D is regular for every inertia D > 0 of the slips, and nothing
 * grows at once. One slip alone with S < 0, which pushes no other contact into slip, does. */
#include "exact/core.h"

#include <stdlib.h>

enum { SETS = EXACT_SETS };

typedef struct Search {
    Exact *exact;
    ExactSets sets;
    bool grazing;
    int slips;
    int contact[EXACT_DOFS]; /* of each slip */
    bool bare[EXACT_DOFS];   /* of each slip: without any mass */
    int bare_free;           /* free dofs without any mass */
    int sign[SETS];          /* of det N at large z */
    bool regular[SETS];      /* nothing of the set is at infinity but free dofs without mass */
} Search;

static bool has_mass(const Exact *exact, int dof) {
    for (slong j = 0; j < exact->M->c; j++)
        if (flint.fmpz_sgn(fmpz_mat_entry(exact->M, dof, j)) != 0 ||
            flint.fmpz_sgn(fmpz_mat_entry(exact->M, j, dof)) != 0)
            return true;
    return false;
}

/* Free dofs without mass must follow the others: their stiffness is definite. */
static bool free_follows(Search *s) {
    const SmallMotion *motion = s->exact->motion;
    int dof[EXACT_DOFS];
    for (int i = 0; i < motion->n; i++)
        if (base_is_free(motion, i) && !has_mass(s->exact, i)) dof[s->bare_free++] = i;
    LOCAL_MATRIX(fmpz_mat, K, s->bare_free, s->bare_free);
    for (int i = 0; i < s->bare_free; i++)
        for (int j = 0; j < s->bare_free; j++)
            flint.fmpz_set(fmpz_mat_entry(K, i, j), fmpz_mat_entry(s->exact->K, dof[i], dof[j]));
    return s->bare_free == 0 || exact_is_definite(K);
}

/* 0 also where time was out, which is to be asked. */
static int leading_sign(const Family *family) {
    LOCAL(fmpz_poly, f);
    LOCAL(fmpz, a);
    const bool known = family_determinant(family, f);
    const slong length = family->m == 0 || !known ? 0 : flint.fmpz_poly_length(f);
    if (length > 0) flint.fmpz_poly_get_coeff_fmpz(a, f, length - 1);
    return family->m == 0 ? 1 : length > 0 ? flint.fmpz_sgn(a) : 0;
}

static unsigned slips_of(const Search *s) {
    unsigned mask = 0;
    for (int k = 0; k < s->slips; k++)
        if (s->sets.future[s->contact[k]] == FUTURE_SLIP) mask |= 1u << k;
    return mask;
}

/* Every set once; false: out of time. */
static bool look_at_sets(Search *s) {
    exact_sets_first(&s->sets);
    do {
        Family family;
        if (exact_is_out_of_time(s->exact)) return false;
        exact_sets_family(&s->sets, &family);
        const unsigned mask = slips_of(s);
        s->sign[mask] = leading_sign(&family);
        s->regular[mask] = family.m == 0 || flint.fmpz_mat_rank(family.N1) == family.m - s->bare_free;
        family_close(&family);
    } while (exact_sets_next(&s->sets));
    return !exact_is_out_of_time(s->exact);
}

static unsigned bare_mask(const Search *s) {
    unsigned mask = 0;
    for (int k = 0; k < s->slips; k++)
        if (s->bare[k]) mask |= 1u << k;
    return mask;
}

/* Whether the contact that slips alone pushes no other one into slip: the conditions of the others, with the
 * free dofs eliminated, at large z. */
static bool pushes_none(Search *s, const Family *alone) {
    const slong last = alone->m - 1;
    Family pushed = *alone;
    bool none = true;
    flint.fmpz_mat_init(pushed.N0, alone->m, alone->m);
    flint.fmpz_mat_init(pushed.N1, alone->m, alone->m);
    flint.fmpz_mat_set(pushed.N0, alone->N0);
    flint.fmpz_mat_set(pushed.N1, alone->N1);
    pushed.graded = alone->m;
    for (int i = 0; i < alone->conditions && none; i++) {
        for (slong j = 0; j <= last; j++) {
            flint.fmpz_set(fmpz_mat_entry(pushed.N0, last, j), fmpz_mat_entry(alone->C0, i, j));
            flint.fmpz_set(fmpz_mat_entry(pushed.N1, last, j), fmpz_mat_entry(alone->C1, i, j));
        }
        none = leading_sign(&pushed) * s->sign[0] >= 0;
    }
    flint.fmpz_mat_clear(pushed.N0);
    flint.fmpz_mat_clear(pushed.N1);
    return none && !exact_is_out_of_time(s->exact);
}

static bool one_runs_away(Search *s) {
    bool yes = false;
    exact_sets_first(&s->sets);
    do {
        Family family;
        const unsigned mask = slips_of(s);
        if (mask == 0 || (mask & (mask - 1)) != 0 || (mask & bare_mask(s)) == 0) continue;
        if (s->sign[mask] * s->sign[0] >= 0) continue;
        exact_sets_family(&s->sets, &family);
        yes = pushes_none(s, &family);
        family_close(&family);
    } while (!yes && exact_sets_next(&s->sets));
    return yes;
}

/* Where contacts graze, or damping takes part: whether every set has inertia in all its motions. */
static AtOnce judge_ranks(Search *s) {
    bool regular = true;
    do {
        Family family;
        if (exact_is_out_of_time(s->exact)) return AT_ONCE_UNDECIDED;
        exact_sets_family(&s->sets, &family);
        regular = family.m == 0 || flint.fmpz_mat_rank(family.N1) == family.m;
        family_close(&family);
    } while (regular && exact_sets_next(&s->sets));
    return regular ? AT_ONCE_NO : AT_ONCE_UNDECIDED;
}

static AtOnce exact_at_once_judge(Search *s) {
    const unsigned bare = bare_mask(s);
    bool no = true;
    if (s->grazing || s->exact->damping == DAMPING_GENERAL) return judge_ranks(s);
    if (!free_follows(s) || !look_at_sets(s)) return AT_ONCE_UNDECIDED;
    for (unsigned mask = 0; mask < 1u << s->slips && no; mask++) {
        const unsigned rest = mask & ~bare; /* its slips that have a mass */
        no = s->regular[rest] && s->sign[rest] != 0 && s->sign[mask] * s->sign[rest] >= 0;
    }
    if (no) return AT_ONCE_NO;
    return s->regular[0] && s->sign[0] != 0 && one_runs_away(s) ? AT_ONCE_YES : AT_ONCE_UNDECIDED;
}

static JudderErr exact_at_once_decide(Exact *exact, const double *mu, AtOnce *answer) {
    const SmallMotion *motion = exact->motion;
    Search search = {.exact = exact};
    SCOPED(base_release) Base whole = {0};
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        search.grazing = search.grazing || c->state == SMALL_CONTACT_GRAZING;
        if (c->state != SMALL_CONTACT_SLIP) continue;
        search.contact[search.slips] = i;
        search.bare[search.slips++] = !has_mass(exact, c->tangent);
    }
    TRY(base_whole(exact, &whole));
    const JudderErr err = exact_sets_open(exact, &whole, mu, FAMILY_Z, &search.sets);
    if (err == JUDDER_OK) *answer = exact_at_once_judge(&search);
    if (search.sets.motion) exact_sets_close(&search.sets);
    return err;
}

JudderErr exact_at_once(const SmallMotion *motion, const double *mu, bool counted, AtOnce *answer) {
    Exact *exact;
    bool excluded = false;
    TRY(at_once_excluded(motion, mu, counted, &excluded));
    *answer = excluded ? AT_ONCE_NO : AT_ONCE_UNDECIDED;
    if (excluded || !exact_affordable(motion, NULL)) return JUDDER_OK;
    TRY(exact_create(motion, 0, &exact));
    const JudderErr err = exact_at_once_decide(exact, mu, answer);
    exact_destroy(&exact);
    return err;
}
