/* The matrices that sets are made of. At lam = 0 the free dofs are eliminated first, as many as K of them
 * has rank; an equation and an unknown are left for each rank that it lacks, so nothing is lost where it is
 * singular. */
#include "exact/core.h"

#include "base/array/room.h"

#include <stdlib.h>
#include <string.h>

bool base_is_free(const SmallMotion *motion, int dof) {
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        if (c->normal == dof || c->tangent == dof) return c->state == SMALL_CONTACT_OPEN;
    }
    return true;
}

/* Dofs that touch and may still move (as columns) or carry a change of force (as rows). */
static bool is_asked(const SmallMotion *motion, int dof, bool as_column) {
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        if (c->normal != dof && c->tangent != dof) continue;
        if (c->state == SMALL_CONTACT_SLIP) return !as_column || c->tangent == dof;
        return c->state == SMALL_CONTACT_GRAZING;
    }
    return false;
}

typedef struct Picks {
    int count;
    int dof[EXACT_DOFS + 1];
} Picks;

static bool exact_base_has(const Picks *picks, int dof) {
    for (int i = 0; i < picks->count; i++)
        if (picks->dof[i] == dof) return true;
    return false;
}

/* Rows and columns of K; a column n is that of the load, with its sign changed. */
static void take_block(const Exact *exact, const Picks *rows, const Picks *columns, fmpz_mat_t block) {
    flint.fmpz_mat_init(block, rows->count, columns->count);
    for (int i = 0; i < rows->count; i++)
        for (int j = 0; j < columns->count; j++) {
            fmpz *to = fmpz_mat_entry(block, i, j);
            if (columns->dof[j] == exact->motion->n)
                flint.fmpz_neg(to, fmpz_mat_entry(exact->load, rows->dof[i], 0));
            else
                flint.fmpz_set(to, fmpz_mat_entry(exact->K, rows->dof[i], columns->dof[j]));
        }
}

static void exact_base_transpose(const fmpz_mat_t A, fmpz_mat_t B) {
    flint.fmpz_mat_init(B, A->c, A->r);
    for (slong i = 0; i < A->r; i++)
        for (slong j = 0; j < A->c; j++) flint.fmpz_set(fmpz_mat_entry(B, j, i), fmpz_mat_entry(A, i, j));
}

/* The columns of A that do not depend on those before them. */
static void find_independent(const fmpz_mat_t A, const Picks *columns, Picks *independent) {
    LOCAL_MATRIX(fmpz_mat, echelon, A->r, A->c);
    LOCAL(fmpz, den);
    independent->count = (int)flint.fmpz_mat_rref(echelon, den, A);
    slong j = 0;
    for (int i = 0; i < independent->count; i++, j++) {
        while (flint.fmpz_sgn(fmpz_mat_entry(echelon, i, j)) == 0) j++;
        independent->dof[i] = columns->dof[j];
    }
}

/* The rows and columns of K of the free dofs in which a regular block as large as possible lies. Of a
 * symmetric matrix both are the same. */
static void find_regular(const Exact *exact, const Picks *all, Picks *rows, Picks *columns) {
    fmpz_mat_t A, B;
    *rows = *columns = *all;
    take_block(exact, all, all, A);
    if (flint.fmpz_mat_rank(A) < all->count) {
        find_independent(A, all, columns);
        *rows = *columns;
        flint.fmpz_mat_clear(A);
        take_block(exact, all, columns, A);
        if (!exact->symmetric) {
            exact_base_transpose(A, B);
            find_independent(B, all, rows);
            flint.fmpz_mat_clear(B);
        }
    }
    flint.fmpz_mat_clear(A);
}

static JudderErr base_open(Base *base, int n) {
    const size_t m = (size_t)n + 1;
    *base = (Base){0};
    const bool memory = ROOM_TAKE(ROOM(base->row_of, m), ROOM(base->column_of, m), ROOM(base->free_row, m),
                                  ROOM(base->free_column, m), ROOM(base->eliminated_dof, m));
    flint.fmpz_init(base->den);
    flint.fmpz_init(base->scale_num);
    flint.fmpz_init(base->scale_den);
    flint.fmpz_one(base->den);
    flint.fmpz_one(base->scale_num);
    flint.fmpz_one(base->scale_den);
    REQUIRE(memory, error_memory());
    for (int i = 0; i <= n; i++) base->row_of[i] = base->column_of[i] = -1;
    return JUDDER_OK;
}

void base_release(Base *base) {
    flint.fmpz_mat_clear(base->K);
    flint.fmpz_mat_clear(base->M);
    flint.fmpz_mat_clear(base->X);
    flint.fmpz_clear(base->den);
    flint.fmpz_clear(base->scale_num);
    flint.fmpz_clear(base->scale_den);
    free(base->row_of);
    *base = (Base){0};
}

/* What is left: free dofs first, then those of contacts, then the load. */
static void name_rest(const Exact *exact, const bool *is_free, const Picks *regular, Picks *rest,
                      bool as_column) {
    const int n = exact->motion->n;
    rest->count = 0;
    for (int i = 0; i < n; i++)
        if (is_free[i] && !exact_base_has(regular, i)) rest->dof[rest->count++] = i;
    for (int i = 0; i < n; i++)
        if (!is_free[i] && is_asked(exact->motion, i, as_column)) rest->dof[rest->count++] = i;
    if (as_column) rest->dof[rest->count++] = n;
}

static void name_places(const Picks *rows, const Picks *columns, int left, Base *base) {
    base->rows = rows->count;
    base->columns = columns->count;
    base->free = left;
    for (int i = 0; i < rows->count; i++) base->row_of[rows->dof[i]] = i;
    for (int i = 0; i < columns->count; i++) base->column_of[columns->dof[i]] = i;
    for (int i = 0; i < left; i++) base->free_row[i] = base->free_column[i] = i;
}

/* S = |den| K_rest - K_rest,C X, without its content; X = den K_RC^-1 K_R,rest. */
static void exact_base_eliminate(const Exact *exact, const Picks at[4], Base *base) {
    fmpz_mat_t block, right, left;
    take_block(exact, &at[0], &at[1], block);
    take_block(exact, &at[0], &at[3], right);
    take_block(exact, &at[2], &at[1], left);
    take_block(exact, &at[2], &at[3], base->K);
    flint.fmpz_mat_init(base->M, 0, 0);
    flint.fmpz_mat_init(base->X, at[0].count, at[3].count);
    LOCAL_MATRIX(fmpz_mat, product, at[2].count, at[3].count);
    LOCAL(fmpz, content);
    if (at[0].count > 0) flint.fmpz_mat_solve(base->X, base->den, block, right);
    flint.fmpz_mat_mul(product, left, base->X);
    const bool negative = flint.fmpz_sgn(base->den) < 0;
    for (slong i = 0; i < base->K->r; i++)
        for (slong j = 0; j < base->K->c; j++) {
            fmpz *k = fmpz_mat_entry(base->K, i, j);
            flint.fmpz_mul(k, k, base->den);
            flint.fmpz_neg(fmpz_mat_entry(product, i, j), fmpz_mat_entry(product, i, j));
            flint.fmpz_add(k, k, fmpz_mat_entry(product, i, j));
            if (negative) flint.fmpz_neg(k, k);
        }
    flint.fmpz_mat_content(content, base->K);
    if (flint.fmpz_sgn(content) > 0) flint.fmpz_mat_scalar_divexact_fmpz(base->K, base->K, content);
    flint.fmpz_abs(base->scale_num, base->den);
    if (flint.fmpz_sgn(content) > 0) flint.fmpz_set(base->scale_den, content);
    flint.fmpz_mat_clear(block);
    flint.fmpz_mat_clear(right);
    flint.fmpz_mat_clear(left);
}

JudderErr base_reduce(const Exact *exact, const bool *is_free, Base *base) {
    Picks all = {0}, at[4]; /* regular rows and columns, rows and columns that are left */
    for (int i = 0; i < exact->motion->n; i++)
        if (is_free[i]) all.dof[all.count++] = i;
    TRY(base_open(base, exact->motion->n));
    find_regular(exact, &all, &at[0], &at[1]);
    name_rest(exact, is_free, &at[0], &at[2], false);
    name_rest(exact, is_free, &at[1], &at[3], true);
    name_places(&at[2], &at[3], all.count - at[0].count, base);
    base->eliminated = at[1].count;
    memcpy(base->eliminated_dof, at[1].dof, (size_t)at[1].count * sizeof(int));
    exact_base_eliminate(exact, at, base);
    return JUDDER_OK;
}

JudderErr base_whole(const Exact *exact, Base *base) {
    const int n = exact->motion->n;
    Picks all = {0}, columns;
    for (int i = 0; i < n; i++) all.dof[all.count++] = i;
    columns = all;
    columns.dof[columns.count++] = n;
    TRY(base_open(base, n));
    name_places(&all, &columns, 0, base);
    for (int i = 0; i < n; i++) {
        if (!base_is_free(exact->motion, i)) continue;
        base->free_row[base->free] = i;
        base->free_column[base->free++] = i;
    }
    take_block(exact, &all, &columns, base->K);
    flint.fmpz_mat_init(base->M, n, n + 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            flint.fmpz_set(fmpz_mat_entry(base->M, i, j), fmpz_mat_entry(exact->M, i, j));
    flint.fmpz_mat_init(base->X, 0, n + 1);
    return JUDDER_OK;
}

JudderErr exact_reduced(Exact *exact, const Base **base) {
    if (!exact->has_reduced) {
        bool is_free[EXACT_DOFS];
        for (int i = 0; i < exact->motion->n; i++) is_free[i] = base_is_free(exact->motion, i);
        TRY(base_reduce(exact, is_free, &exact->reduced));
        exact->has_reduced = true;
    }
    *base = &exact->reduced;
    return JUDDER_OK;
}
