/* One set of futures: N(p) y = 0 with C(p) y >= 0, p = mu or lam^2. Whether a solution exists at a given root
 * of det N: where N lacks one rank, the signs of C y come from balls about y, or, where they may be zero,
 * from bordered determinants, polynomials in p (PR-9); where it lacks more, or p is rational, from
 * elimination in the field of the root. */
#include "exact/core.h"

#include "base/log.h"

#include <stdlib.h>

enum { TRIES = 3, FIELD_MOST = 240 };

void family_close(Family *family) {
    flint.fmpz_mat_clear(family->N0);
    flint.fmpz_mat_clear(family->N1);
    flint.fmpz_mat_clear(family->C0);
    flint.fmpz_mat_clear(family->C1);
}

/* A = A0 + p A1 in a block of `to`. */
static void put_block(const fmpz_mat_t A0, const fmpz_mat_t A1, slong p, fmpz_mat_t to) {
    for (slong i = 0; i < A0->r; i++)
        for (slong j = 0; j < A0->c; j++) {
            fmpz *entry = fmpz_mat_entry(to, i, j);
            flint.fmpz_mul_si(entry, fmpz_mat_entry(A1, i, j), p);
            flint.fmpz_add(entry, entry, fmpz_mat_entry(A0, i, j));
        }
}

bool family_is_regular_at_zero(const Family *family) {
    if (family->m == 0) return true;
    return flint.fmpz_mat_rank(family->N0) == family->m;
}

bool exact_is_definite(const fmpz_mat_t A) {
    enum { PRECISION = 128 };
    LOCAL_MATRIX(arb_mat, balls, A->r, A->r);
    for (slong i = 0; i < A->r; i++)
        for (slong j = 0; j < A->r; j++) {
            flint.arb_set_fmpz(arb_mat_entry(balls, i, j), fmpz_mat_entry(A, i, j));
            flint.arb_add_fmpz(arb_mat_entry(balls, i, j), arb_mat_entry(balls, i, j),
                               fmpz_mat_entry(A, j, i), PRECISION);
        }
    return flint.arb_mat_cho(balls, balls, PRECISION);
}

bool family_is_definite(const Family *family) {
    return family->m == 0 || (exact_is_definite(family->N0) && exact_is_definite(family->N1));
}

/* --- polynomials from their values --- */

typedef struct Samples {
    slong count;
    fmpz *at, *value;
} Samples;

static Samples samples_open(slong count) {
    Samples samples = {count, flint._fmpz_vec_init(count), flint._fmpz_vec_init(count)};
    for (slong i = 0; i < count; i++) flint.fmpz_set_si(samples.at + i, i);
    return samples;
}

static void samples_finish(Samples *samples, fmpz_poly_t f) {
    flint.fmpz_poly_interpolate_fmpz_vec(f, samples->at, samples->value, samples->count);
    flint._fmpz_vec_clear(samples->at, samples->count);
    flint._fmpz_vec_clear(samples->value, samples->count);
}

static bool is_out_of_time(double until) {
    return until > 0 && clock_seconds() > until;
}

bool family_determinant(const Family *family, fmpz_poly_t f) {
    Samples samples = samples_open(family->graded + 1);
    LOCAL_MATRIX(fmpz_mat, N, family->m, family->m);
    bool done = true;
    for (slong p = 0; p < samples.count && done; p++) {
        put_block(family->N0, family->N1, p, N);
        flint.fmpz_mat_det(samples.value + p, N);
        done = p + 1 == samples.count || !is_out_of_time(family->until);
    }
    samples_finish(&samples, f);
    return done;
}

/* Small numbers that follow no pattern, the same in every run. */
static long any_number(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (long)(*seed >> 16) % 19 - 9;
}

/* [[N, b], [c', 0]] with k columns b and k rows c': conditions, and one row of numbers that follow no
 * pattern where `condition` is -1. */
typedef struct Border {
    const int *held; /* k - 1 conditions */
    int k;
    unsigned seed;
} Border;

static void put_border(const Family *family, const Border *border, int condition, slong p, fmpz_mat_t B) {
    const slong m = family->m;
    unsigned seed = border->seed;
    put_block(family->N0, family->N1, p, B);
    for (slong i = 0; i < m; i++)
        for (int k = 0; k < border->k; k++) flint.fmpz_set_si(fmpz_mat_entry(B, i, m + k), any_number(&seed));
    for (int k = 0; k < border->k; k++) {
        const int row = k < border->k - 1 ? border->held[k] : condition;
        for (slong j = 0; j < m; j++) {
            fmpz *entry = fmpz_mat_entry(B, m + k, j);
            flint.fmpz_set_si(entry, any_number(&seed));
            if (row < 0) continue;
            flint.fmpz_mul_si(entry, fmpz_mat_entry(family->C1, row, j), p);
            flint.fmpz_add(entry, entry, fmpz_mat_entry(family->C0, row, j));
        }
    }
}

static void bordered_determinant(const Family *family, const Border *border, int condition, fmpz_poly_t h) {
    Samples samples = samples_open(family->graded + border->k + 1);
    const slong size = family->m + border->k;
    LOCAL_MATRIX(fmpz_mat, B, size, size);
    for (slong p = 0; p < samples.count; p++) {
        put_border(family, border, condition, p, B);
        flint.fmpz_mat_det(samples.value + p, B);
    }
    samples_finish(&samples, h);
}

/* --- where N lacks one rank --- */

static int bordered_sign(const Family *family, const Border *border, int condition, Root *root) {
    LOCAL(fmpz_poly, h);
    bordered_determinant(family, border, condition, h);
    return root_sign(root, h);
}

/* y with c'y = sign: the right side of the bordered equations is its last unit vector. */
static bool solve_bordered(const Family *family, const Border *border, Root *root, int sign, arb_ptr y) {
    const slong m = family->m, precision = root->precision + 192;
    LOCAL_MATRIX(fmpz_mat, B0, m + 1, m + 1);
    LOCAL_MATRIX(fmpz_mat, B1, m + 1, m + 1);
    LOCAL_MATRIX(arb_mat, B, m + 1, m + 1);
    LOCAL_MATRIX(arb_mat, right, m + 1, 1);
    LOCAL(arb, part);
    put_border(family, border, -1, 0, B0);
    for (slong i = 0; i <= m; i++)
        for (slong j = 0; j <= m; j++) {
            flint.arb_set_fmpz(arb_mat_entry(B, i, j), fmpz_mat_entry(B0, i, j));
            if (i == m || j == m) continue;
            flint.arb_mul_fmpz(part, root->ball, fmpz_mat_entry(family->N1, i, j), precision);
            flint.arb_add(arb_mat_entry(B, i, j), arb_mat_entry(B, i, j), part, precision);
        }
    flint.arb_set_d(arb_mat_entry(right, m, 0), sign);
    const bool solved = flint.arb_mat_solve(right, B, right, precision);
    for (slong i = 0; i < m && solved; i++) flint.arb_set(y + i, arb_mat_entry(right, i, 0));
    return solved;
}

/* C_i y at the root, as a ball. */
static void evaluate_condition(const Family *family, const Root *root, int i, arb_srcptr y, arb_t value) {
    const slong precision = root->precision + 192;
    LOCAL_2(arb, coefficient, part);
    flint.arb_zero(value);
    for (slong j = 0; j < family->m; j++) {
        flint.arb_mul_fmpz(coefficient, root->ball, fmpz_mat_entry(family->C1, i, j), precision);
        flint.arb_add_fmpz(coefficient, coefficient, fmpz_mat_entry(family->C0, i, j), precision);
        flint.arb_mul(part, coefficient, y + j, precision);
        flint.arb_add(value, value, part, precision);
    }
}

/* The signs of all conditions by balls: false if one of them may be zero and no two contradict. */
static bool signs_by_balls(const Family *family, const Root *root, arb_ptr y, Verdict *verdict) {
    int sign = 0;
    bool unknown = false;
    LOCAL(arb, value);
    *verdict = VERDICT_YES;
    for (int i = 0; i < family->conditions && *verdict == VERDICT_YES; i++) {
        evaluate_condition(family, root, i, y, value);
        const int here = flint.arb_contains_zero(value) ? 0 : flint.arb_is_positive(value) ? 1 : -1;
        unknown = unknown || here == 0;
        if (here * sign < 0) *verdict = VERDICT_NO;
        if (here != 0) sign = here;
    }
    for (slong j = 0; j < family->m && sign < 0; j++) flint.arb_neg(y + j, y + j);
    return *verdict == VERDICT_NO || !unknown;
}

/* The bordered matrix is regular for every number of the ball, so N lacks one rank at the root, and y is its
 * null vector. Most roots are decided so. */
static bool by_balls(const Family *family, Root *root, arb_ptr y, Verdict *verdict) {
    const Border border = {NULL, 1, 20};
    for (int tries = 0; tries < 2; tries++) {
        if (solve_bordered(family, &border, root, 1, y) && signs_by_balls(family, root, y, verdict))
            return true;
        root_refine(root);
    }
    return false;
}

static bool find_vector(const Family *family, const Border *border, Root *root, int sign, arb_ptr y) {
    for (int tries = 0; tries < 2 * TRIES; tries++) {
        if (solve_bordered(family, border, root, sign, y)) return true;
        root_refine(root);
    }
    return false;
}

/* Where some condition may hold with equality: by polynomials. *whole: N lacks one rank only. */
static Verdict by_cofactors(const Family *family, Root *root, arb_ptr y, bool *whole) {
    Border border = {NULL, 1, 7};
    int reference = 0, sign = 0;
    for (int tries = 0; tries < TRIES && reference == 0; tries++) {
        border.seed += 13;
        reference = bordered_sign(family, &border, -1, root);
    }
    *whole = reference != 0;
    for (int i = 0; i < family->conditions && *whole; i++) {
        const int here = reference * bordered_sign(family, &border, i, root);
        if (here != 0 && sign != 0 && here != sign) return VERDICT_NO;
        if (here != 0) sign = here;
    }
    /* Without its vector a solution is not listed. */
    return *whole && find_vector(family, &border, root, sign < 0 ? -1 : 1, y) ? VERDICT_YES
                                                                              : VERDICT_UNDECIDED;
}

/* --- in the field of the root --- */

static JudderErr field_block(Field *field, const fmpz_mat_t A0, const fmpz_mat_t A1, int rows,
                             FieldMatrix *A) {
    fmpz_poly_t affine;
    TRY(field_matrix_open(A, rows, (int)A0->c));
    flint.fmpz_poly_init(affine);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < A->columns; j++) {
            flint.fmpz_poly_zero(affine);
            flint.fmpz_poly_set_coeff_fmpz(affine, 0, fmpz_mat_entry(A0, i, j));
            flint.fmpz_poly_set_coeff_fmpz(affine, 1, fmpz_mat_entry(A1, i, j));
            flint.fmpq_poly_set_fmpz_poly(field_at(A, i, j), affine);
            flint.fmpq_poly_rem(field_at(A, i, j), field_at(A, i, j), field->modulus);
        }
    flint.fmpz_poly_clear(affine);
    return JUDDER_OK;
}

JudderErr family_cone(const Family *family, Field *field, FieldMatrix *Z, Cone *cone) {
    SCOPED(field_matrix_close) FieldMatrix N = {0}, C = {0}, D = {0};
    *Z = (FieldMatrix){0};
    *cone = (Cone){0};
    TRY(field_block(field, family->N0, family->N1, family->m, &N));
    TRY(field_null(field, &N, Z));
    TRY(field_block(field, family->C0, family->C1, family->conditions, &C));
    TRY(field_multiply(field, &C, Z, &D));
    if (Z->columns > 0) TRY(cone_find(field, &D, cone));
    return JUDDER_OK;
}

static JudderErr by_elimination(const Family *family, Root *root, arb_ptr y, Verdict *verdict) {
    SCOPED(field_close) Field field = {0};
    SCOPED(field_matrix_close) FieldMatrix Z = {0}, full = {0};
    SCOPED(cone_close) Cone cone = {0};
    field_open(&field, root);
    JudderErr err = family_cone(family, &field, &Z, &cone);
    const bool lines = cone.lines.columns > 0, rays = cone.count > 0;
    if (err == JUDDER_OK) *verdict = lines || rays ? VERDICT_YES : VERDICT_NO;
    if (err == JUDDER_OK && y && (lines || rays)) {
        err = field_multiply(&field, &Z, lines ? &cone.lines : &cone.rays, &full);
        for (int i = 0; err == JUDDER_OK && i < full.rows; i++)
            field_value(&field, field_at(&full, i, 0), y + i);
    }
    return err;
}

static JudderErr at_irrational(const Family *family, Root *root, arb_ptr y, Verdict *verdict) {
    bool whole = false;
    if (by_balls(family, root, y, verdict)) return JUDDER_OK;
    *verdict = by_cofactors(family, root, y, &whole);
    if (whole || (flint.fmpz_poly_length(root->f) - 1) * family->m > FIELD_MOST) return JUDDER_OK;
    return by_elimination(family, root, y, verdict);
}

JudderErr family_holds_at(const Family *family, Root *root, arb_ptr y, Verdict *verdict) {
    *verdict = VERDICT_NO;
    if (family->unknowns == 0) return JUDDER_OK;
    if (root_is_rational(root)) return by_elimination(family, root, y, verdict);
    if (y) return at_irrational(family, root, y, verdict);
    arb_ptr room = flint._arb_vec_init(family->unknowns);
    const JudderErr err = at_irrational(family, root, room, verdict);
    flint._arb_vec_clear(room, family->unknowns);
    return err;
}

/* --- where solutions can begin or end --- */

static int rank_with(const Family *family, const int *held, int count, slong p) {
    LOCAL_MATRIX(fmpz_mat, A, family->m + count, family->m);
    put_block(family->N0, family->N1, p, A);
    for (int k = 0; k < count; k++)
        for (slong j = 0; j < family->m; j++) {
            fmpz *entry = fmpz_mat_entry(A, family->m + k, j);
            flint.fmpz_mul_si(entry, fmpz_mat_entry(family->C1, held[k], j), p);
            flint.fmpz_add(entry, entry, fmpz_mat_entry(family->C0, held[k], j));
        }
    return (int)flint.fmpz_mat_rank(A);
}

/* Of almost all p: a minor that is not zero for all has no more roots than its degree. */
static int common_rank(const Family *family, const int *held, int count) {
    int rank = 0;
    for (slong p = 0; p <= family->graded + count; p++) {
        const int here = rank_with(family, held, count, p);
        if (here > rank) rank = here;
    }
    return rank;
}

static JudderErr add_polynomials(const Family *family, Border *border, Candidates *candidates) {
    JudderErr err = JUDDER_OK;
    LOCAL(fmpz_poly, h);
    for (int tries = 0; tries < 16 * TRIES && flint.fmpz_poly_length(h) == 0; tries++) {
        border->seed += 29;
        bordered_determinant(family, border, -1, h);
    }
    if (flint.fmpz_poly_length(h) == 0) candidates->complete = false;
    for (int i = -1; i < family->conditions && err == JUDDER_OK && candidates->complete; i++) {
        if (i >= 0) bordered_determinant(family, border, i, h);
        if (flint.fmpz_poly_length(h) > 0) err = roots_add_positive(&candidates->roots, h);
        if (candidates->roots.unfinished || is_out_of_time(family->until)) candidates->complete = false;
    }
    return err;
}

/* det N = 0 for every p: signs on the rays of the cone change only where some bordered determinant with k - 1
 * conditions held vanishes. */
static JudderErr add_singular(const Family *family, Candidates *candidates) {
    const int k = family->m - common_rank(family, NULL, 0), size = k - 1;
    int held[EXACT_DOFS];
    if (size > family->conditions) return JUDDER_OK; /* then it has a solution for every p */
    for (int i = 0; i < size; i++) held[i] = i;
    JudderErr err = JUDDER_OK;
    for (bool more = true; more && err == JUDDER_OK && candidates->complete;) {
        Border border = {held, k, 5};
        if (common_rank(family, held, size) == family->m - 1)
            err = add_polynomials(family, &border, candidates);
        more = cone_next_choice(held, size, family->conditions);
    }
    return err;
}

JudderErr family_candidates(const Family *family, Candidates *candidates) {
    *candidates = (Candidates){.complete = true, .roots = {.until = family->until}};
    if (family->m == 0) return JUDDER_OK;
    LOCAL(fmpz_poly, f);
    candidates->complete = family_determinant(family, f);
    if (!candidates->complete) return JUDDER_OK;
    candidates->singular = flint.fmpz_poly_length(f) == 0;
    const JudderErr err = candidates->singular ? add_singular(family, candidates)
                                               : roots_add_positive(&candidates->roots, f);
    candidates->complete = candidates->complete && !candidates->roots.unfinished;
    if (err == JUDDER_OK) roots_sort(&candidates->roots);
    return err;
}
