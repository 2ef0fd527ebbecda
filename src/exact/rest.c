/* The state without friction (PR-4): the sign of the energy y'P y over what may move at mu = 0, where slip
 * has its direction and grazing contacts may only open. Free motions are eliminated; for the c coordinates
 * that have a side, the least of x'A x on the simplex lies inside a face of regular A_SS, where A_SS x = l e,
 * if it is negative, and where A_SS x = 0 with one x if it is zero. */
#include "exact/core.h"

#include <string.h>

enum { SIDES_MOST = 12 };

typedef struct Inertia {
    slong negative, zero;
} Inertia;

static slong sign_changes(const fmpz_poly_t f) {
    slong changes = 0;
    int last = 0;
    LOCAL(fmpz, a);
    for (slong i = 0; i < flint.fmpz_poly_length(f); i++) {
        flint.fmpz_poly_get_coeff_fmpz(a, f, i);
        const int sign = flint.fmpz_sgn(a);
        if (sign == 0) continue;
        if (last != 0 && sign != last) changes++;
        last = sign;
    }
    return changes;
}

/* All roots of the characteristic polynomial are real, so its signs count them exactly (Descartes). */
static Inertia inertia_by_signs(const fmpz_mat_t A) {
    Inertia inertia = {0, 0};
    LOCAL(fmpz_poly, f);
    LOCAL(fmpz, a);
    flint.fmpz_mat_charpoly(f, A);
    for (;; inertia.zero++) {
        flint.fmpz_poly_get_coeff_fmpz(a, f, inertia.zero);
        if (flint.fmpz_sgn(a) != 0) break;
    }
    inertia.negative = A->r - inertia.zero - sign_changes(f);
    return inertia;
}

static Inertia inertia_of(const fmpz_mat_t A) {
    enum { PRECISION = 192 };
    if (A->r == 0) return (Inertia){0, 0};
    LOCAL_MATRIX(arb_mat, balls, A->r, A->r);
    LOCAL_MATRIX(arb_mat, L, A->r, A->r);
    flint.arb_mat_set_fmpz_mat(balls, A);
    const bool definite = flint.arb_mat_cho(L, balls, PRECISION);
    return definite ? (Inertia){0, 0} : inertia_by_signs(A);
}

/* A + A' of the dofs that move freely at mu = 0. */
static void take_free(const Exact *exact, const fmpz_mat_t A, const bool *is_free, fmpz_mat_t block) {
    int dof[EXACT_DOFS], count = 0;
    for (int i = 0; i < exact->motion->n; i++)
        if (is_free[i]) dof[count++] = i;
    flint.fmpz_mat_init(block, count, count);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            flint.fmpz_add(fmpz_mat_entry(block, i, j), fmpz_mat_entry(A, dof[i], dof[j]),
                           fmpz_mat_entry(A, dof[j], dof[i]));
}

/* The rows of the coordinates that have a side, and the sign of that side. */
typedef struct Sides {
    int count;
    int row[SIDES_MOST], column[SIDES_MOST], sign[SIDES_MOST];
} Sides;

static bool name_sides(const Exact *exact, const Base *base, Sides *sides) {
    sides->count = 0;
    for (int i = 0; i < exact->motion->contacts; i++) {
        const SmallContact *c = &exact->motion->contact[i];
        if (c->state != SMALL_CONTACT_SLIP && c->state != SMALL_CONTACT_GRAZING) continue;
        if (sides->count == SIDES_MOST) return false;
        const bool slips = c->state == SMALL_CONTACT_SLIP;
        const int dof = slips ? c->tangent : c->normal, k = sides->count++;
        sides->row[k] = base->row_of[dof];
        sides->column[k] = base->column_of[dof];
        sides->sign[k] = slips ? c->direction : -1;
    }
    return true;
}

static void take_face(const Base *base, const Sides *sides, unsigned face, fmpz_mat_t A) {
    int place[SIDES_MOST], count = 0;
    for (int i = 0; i < sides->count; i++)
        if (face >> i & 1u) place[count++] = i;
    flint.fmpz_mat_init(A, count, count);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            flint.fmpz_mul_si(fmpz_mat_entry(A, i, j),
                              fmpz_mat_entry(base->K, sides->row[place[i]], sides->column[place[j]]),
                              sides->sign[place[i]] * sides->sign[place[j]]);
}

/* The common sign of the first column; 0: there is none. */
static int column_sign(const fmpz_mat_t x) {
    const int sign = flint.fmpz_sgn(fmpz_mat_entry(x, 0, 0));
    for (slong i = 1; i < x->r; i++)
        if (flint.fmpz_sgn(fmpz_mat_entry(x, i, 0)) != sign) return 0;
    return sign;
}

/* -1, 0 or 1: what this face says of the least energy on it. */
static int judge_face(const fmpz_mat_t A) {
    int verdict = 1;
    LOCAL(fmpz, den);
    LOCAL_MATRIX(fmpz_mat, x, A->r, A->r);
    LOCAL_MATRIX(fmpz_mat, e, A->r, 1);
    if (flint.fmpz_mat_rank(A) == A->r) {
        LOCAL_MATRIX(fmpz_mat, solution, A->r, 1);
        for (slong i = 0; i < A->r; i++) flint.fmpz_one(fmpz_mat_entry(e, i, 0));
        flint.fmpz_mat_solve(solution, den, A, e);
        if (column_sign(solution) * flint.fmpz_sgn(den) < 0) verdict = -1;
    } else if (flint.fmpz_mat_nullspace(x, A) == 1 && column_sign(x) != 0) {
        verdict = 0;
    }
    return verdict;
}

static ExactRest judge_faces(const Exact *exact, const Base *base, const Sides *sides) {
    ExactRest rest = EXACT_STABLE;
    for (unsigned face = 1; face < 1u << sides->count; face++) {
        fmpz_mat_t A;
        if (exact_is_out_of_time(exact)) return EXACT_REST_UNDECIDED;
        take_face(base, sides, face, A);
        const int verdict = judge_face(A);
        flint.fmpz_mat_clear(A);
        if (verdict < 0) return EXACT_UNSTABLE;
        if (verdict == 0) rest = EXACT_NEUTRAL;
    }
    return rest;
}

/* A motion of no energy that pushes a side gains energy from it. */
static bool is_coupled(const Base *base, const Sides *sides) {
    for (int i = 0; i < base->free; i++)
        for (int k = 0; k < sides->count; k++)
            if (flint.fmpz_sgn(fmpz_mat_entry(base->K, base->free_row[i], sides->column[k])) != 0)
                return true;
    return false;
}

static void judge_sides(const Exact *exact, const Base *base, ExactRestReport *report) {
    Sides sides;
    report->rest = EXACT_REST_UNDECIDED;
    if (!name_sides(exact, base, &sides)) return;
    if (is_coupled(base, &sides)) {
        report->rest = EXACT_UNSTABLE;
        return;
    }
    report->rest = judge_faces(exact, base, &sides);
    if (base->free > 0 && report->rest == EXACT_STABLE) report->rest = EXACT_NEUTRAL;
    if (report->rest != EXACT_STABLE) return;
    fmpz_mat_t A;
    take_face(base, &sides, (1u << sides.count) - 1, A);
    const Inertia inertia = inertia_of(A);
    report->definite = inertia.negative == 0 && inertia.zero == 0;
    flint.fmpz_mat_clear(A);
}

static Inertia free_inertia(const Exact *exact, const fmpz_mat_t A, const bool *is_free) {
    fmpz_mat_t block;
    take_free(exact, A, is_free, block);
    const Inertia inertia = inertia_of(block);
    flint.fmpz_mat_clear(block);
    return inertia;
}

/* All that is not held at mu = 0. */
static void name_moving(const SmallMotion *motion, bool *moves) {
    for (int i = 0; i < motion->n; i++) moves[i] = base_is_free(motion, i);
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        if (c->state == SMALL_CONTACT_GRAZING) moves[c->normal] = moves[c->tangent] = true;
        if (c->state == SMALL_CONTACT_SLIP) moves[c->tangent] = true;
    }
}

/* Whether damping takes energy from all that moves, and, *even, whether its matrix is symmetric there. */
static bool damping_takes(const Exact *exact, const bool *moves, bool *even) {
    const SmallMotion *motion = exact->motion;
    const int n = motion->n;
    *even = true;
    if (exact->damping != DAMPING_GENERAL) return true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (moves[i] && moves[j] && motion->C[i * n + j] != motion->C[j * n + i]) *even = false;
    return free_inertia(exact, exact->C, moves).negative == 0;
}

/* A mass that rounding left indefinite gives motion a negative energy. */
static bool has_energy(const Exact *exact, const bool *moves) {
    if (!exact->symmetric || !exact->mass_symmetric) return false;
    return !exact->motion->M || free_inertia(exact, exact->M, moves).negative == 0;
}

/* Where no energy decides, and where damping feeds it, or may hold what has lost it: what grows at mu = 0 is
 * unstable all the same. */
static JudderErr look_for_growth(Exact *exact, ExactRestReport *report) {
    const double mu[EXACT_DOFS] = {0};
    SCOPED(exact_modes_release) ExactModes modes = {0};
    if (!exact->motion->M) return JUDDER_OK;
    const JudderErr err = exact_growth(exact, mu, &modes);
    if (modes.count > 0 && modes.at[0].value > 0) report->rest = EXACT_UNSTABLE;
    return err;
}

static JudderErr judge_energy(const Exact *exact, const bool *is_free, ExactRestReport *report) {
    SCOPED(base_release) Base base = {0};
    if (free_inertia(exact, exact->K, is_free).negative > 0) {
        report->rest = EXACT_UNSTABLE;
        return JUDDER_OK;
    }
    TRY(base_reduce(exact, is_free, &base));
    judge_sides(exact, &base, report);
    return JUDDER_OK;
}

JudderErr exact_rest(Exact *exact, ExactRestReport *report) {
    const SmallMotion *motion = exact->motion;
    bool is_free[EXACT_DOFS], moves[EXACT_DOFS], even;
    *report = (ExactRestReport){.rest = EXACT_REST_UNDECIDED};
    exact_start(exact);
    for (int i = 0; i < motion->n; i++) is_free[i] = base_is_free(motion, i);
    const Inertia alone = free_inertia(exact, exact->K, is_free);
    report->free_definite = alone.negative == 0 && alone.zero == 0;
    name_moving(motion, moves);
    report->feeds = !damping_takes(exact, moves, &even);
    if (!has_energy(exact, moves) || report->feeds) return look_for_growth(exact, report);
    report->free_negative = alone.negative > 0;
    for (int i = 0; i < motion->contacts; i++)
        if (motion->contact[i].state == SMALL_CONTACT_GRAZING) is_free[motion->contact[i].tangent] = true;
    TRY(judge_energy(exact, is_free, report));
    if (even || report->rest != EXACT_UNSTABLE) return JUDDER_OK;
    report->rest = EXACT_REST_UNDECIDED;
    return look_for_growth(exact, report);
}
