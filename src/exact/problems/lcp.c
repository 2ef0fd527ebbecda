/* One set of a linear complementarity problem: x on the set from M_ss x = -q_s by integers; where the
 * block is singular the cone of (x, t) with M_ss x + q_s t = 0, x, t and w >= 0, whose rays with t > 0 are
 * the vertices of the solutions. */
#include "exact/core.h"
#include "exact/problems/problems.h"

#include "base/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = LCP_ENUMERATE_MOST, PRECISION = 192 };
static const double SECONDS = 10;

typedef struct LcpSets {
    int n;
    fmpz_mat_t rows; /* M and q, each row times a positive number */
    Field rational;
    double until;
    int room;
    double *x;
} LcpSets;

static JudderErr need_room(LcpSets *sets, int count) {
    if (count <= sets->room) return JUDDER_OK;
    double *x = realloc(sets->x, (size_t)count * (size_t)sets->n * sizeof *x);
    REQUIRE(x, error_memory());
    sets->x = x;
    sets->room = count;
    return JUDDER_OK;
}

static double middle_of(const arb_t value) {
    LOCAL(arf, middle);
    flint.arb_get_lbound_arf(middle, value, PRECISION);
    return flint.arf_get_d(middle, ARF_RND_NEAR);
}

static double lcp_quotient(const fmpz_t num, const fmpz_t den) {
    LOCAL(arb, value);
    flint.arb_set_fmpz(value, num);
    flint.arb_div_fmpz(value, value, den, PRECISION);
    return middle_of(value);
}

/* --- regular blocks --- */

/* The sign of w_row for x = X/den; that of den is given. */
static int sign_of_row(const LcpSets *sets, int row, const int *member, const fmpz_mat_t X,
                       const fmpz_t den) {
    fmpz_t sum;
    flint.fmpz_init(sum);
    flint.fmpz_mul(sum, den, fmpz_mat_entry(sets->rows, row, sets->n));
    for (slong k = 0; k < X->r; k++)
        flint.fmpz_addmul(sum, fmpz_mat_entry(X, k, 0), fmpz_mat_entry(sets->rows, row, member[k]));
    const int sign = flint.fmpz_sgn(sum) * flint.fmpz_sgn(den);
    flint.fmpz_clear(sum);
    return sign;
}

/* A zero x belongs to a smaller set. */
static bool lcp_holds(const LcpSets *sets, const bool *set, const int *member, const fmpz_mat_t X,
                      const fmpz_t den) {
    for (slong k = 0; k < X->r; k++)
        if (flint.fmpz_sgn(fmpz_mat_entry(X, k, 0)) * flint.fmpz_sgn(den) <= 0) return false;
    for (int i = 0; i < sets->n; i++)
        if (!set[i] && sign_of_row(sets, i, member, X, den) < 0) return false;
    return true;
}

/* False: the block is singular. */
static bool by_solution(LcpSets *sets, const bool *set, const int *member, int m, LcpSetSolutions *found) {
    LOCAL_MATRIX(fmpz_mat, A, m, m);
    LOCAL_MATRIX(fmpz_mat, b, m, 1);
    LOCAL_MATRIX(fmpz_mat, X, m, 1);
    LOCAL(fmpz, den);
    flint.fmpz_one(den);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++)
            flint.fmpz_set(fmpz_mat_entry(A, i, j), fmpz_mat_entry(sets->rows, member[i], member[j]));
        flint.fmpz_neg(fmpz_mat_entry(b, i, 0), fmpz_mat_entry(sets->rows, member[i], sets->n));
    }
    const bool regular = m == 0 || flint.fmpz_mat_solve(X, den, A, b);
    if (regular && lcp_holds(sets, set, member, X, den)) {
        memset(sets->x, 0, (size_t)sets->n * sizeof *sets->x);
        for (int k = 0; k < m; k++) {
            const double x = sets->x[member[k]] = lcp_quotient(fmpz_mat_entry(X, k, 0), den);
            found->outside |= !(x > 0 && isfinite(x));
        }
        found->count = !found->outside;
    }
    return regular;
}

/* --- singular blocks --- */

/* Unknowns x on the set and t; conditions on each of them and on w outside of the set. */
static void open_family(const LcpSets *sets, const bool *set, const int *member, int m, Family *family) {
    const int n = sets->n;
    int row = m + 1;
    *family = (Family){.m = m, .unknowns = m + 1, .conditions = n + 1};
    flint.fmpz_mat_init(family->N0, m, m + 1);
    flint.fmpz_mat_init(family->N1, m, m + 1);
    flint.fmpz_mat_init(family->C0, n + 1, m + 1);
    flint.fmpz_mat_init(family->C1, n + 1, m + 1);
    for (int i = 0; i <= m; i++) flint.fmpz_set_si(fmpz_mat_entry(family->C0, i, i), 1);
    for (int j = 0; j <= m; j++) {
        const int column = j < m ? member[j] : n;
        for (int i = 0; i < m; i++)
            flint.fmpz_set(fmpz_mat_entry(family->N0, i, j), fmpz_mat_entry(sets->rows, member[i], column));
        row = m + 1;
        for (int i = 0; i < n; i++)
            if (!set[i])
                flint.fmpz_set(fmpz_mat_entry(family->C0, row++, j), fmpz_mat_entry(sets->rows, i, column));
    }
}

/* The rays with t > 0, divided by it; others beside one make a family. Vertices may come twice. */
static JudderErr take_rays(LcpSets *sets, const int *member, const FieldMatrix *full,
                           LcpSetSolutions *found) {
    const int m = full->rows - 1;
    arb_t value, t;
    TRY(need_room(sets, full->columns + 1));
    flint.arb_init(value);
    flint.arb_init(t);
    for (int ray = 0; ray < full->columns; ray++) {
        if (flint.fmpq_poly_is_zero(field_at(full, m, ray))) continue;
        bool outside = false;
        double *x = sets->x + (size_t)found->count * (size_t)sets->n;
        memset(x, 0, (size_t)sets->n * sizeof *x);
        field_value(&sets->rational, field_at(full, m, ray), t);
        for (int k = 0; k < m; k++) {
            field_value(&sets->rational, field_at(full, k, ray), value);
            flint.arb_div(value, value, t, PRECISION);
            x[member[k]] = middle_of(value);
            outside |= !isfinite(x[member[k]]) ||
                       (x[member[k]] == 0 && !flint.fmpq_poly_is_zero(field_at(full, k, ray)));
        }
        found->outside |= outside;
        found->count += !outside;
    }
    for (int k = 1; k < found->count; k++)
        found->family |= memcmp(sets->x, sets->x + (size_t)k * (size_t)sets->n,
                                (size_t)sets->n * sizeof(double)) != 0;
    found->family |= found->count > 0 && (found->outside || found->count < full->columns);
    flint.arb_clear(value);
    flint.arb_clear(t);
    return JUDDER_OK;
}

static JudderErr by_cone(LcpSets *sets, const bool *set, const int *member, int m, LcpSetSolutions *found) {
    SCOPED(family_close) Family family = {0};
    SCOPED(field_matrix_close) FieldMatrix Z = {0}, full = {0};
    SCOPED(cone_close) Cone cone = {0};
    open_family(sets, set, member, m, &family);
    JudderErr err = family_cone(&family, &sets->rational, &Z, &cone);
    if (err == JUDDER_OK && cone.count > 0) {
        err = field_multiply(&sets->rational, &Z, &cone.rays, &full);
        if (err == JUDDER_OK) err = take_rays(sets, member, &full, found);
    }
    return err;
}

static JudderErr lcp_decide(void *context, const bool *set, LcpSetSolutions *found) {
    LcpSets *sets = context;
    int member[MOST], m = 0;
    *found = (LcpSetSolutions){0};
    if (clock_seconds() > sets->until || stop_requested()) return JUDDER_OK;
    for (int i = 0; i < sets->n; i++)
        if (set[i]) member[m++] = i;
    if (!by_solution(sets, set, member, m, found)) TRY(by_cone(sets, set, member, m, found));
    found->decided = true;
    found->x = sets->x;
    return JUDDER_OK;
}

/* --- all of them --- */

static JudderErr open_sets(const Lcp *lcp, double seconds, LcpSets *sets) {
    const int n = lcp->n;
    SCOPED(root_clear) Root zero = {0};
    double row[MOST + 1];
    *sets = (LcpSets){.n = n, .until = clock_seconds() + (seconds > 0 ? seconds : SECONDS)};
    flint.fmpz_mat_init(sets->rows, n, n + 1);
    for (int i = 0; i < n; i++) {
        memcpy(row, lcp->M + (size_t)i * (size_t)n, (size_t)n * sizeof *row);
        row[n] = lcp->q[i];
        dyadic_take_numbers(n + 1, row, fmpz_mat_entry(sets->rows, i, 0));
    }
    root_init(&zero);
    root_set_double(&zero, 0);
    field_open(&sets->rational, &zero);
    return need_room(sets, 1);
}

JudderErr exact_lcp_enumerate(const Lcp *lcp, double seconds, LcpSolutions *solutions) {
    if (!exact_is_there() || lcp->n < 1 || lcp->n > MOST || lcp->M_D || lcp->q_D)
        return lcp_enumerate(lcp, solutions);
    LcpSets sets;
    *solutions = (LcpSolutions){0};
    JudderErr err = open_sets(lcp, seconds, &sets);
    if (err == JUDDER_OK) err = lcp_enumerate_with(lcp, &(LcpDecider){&sets, lcp_decide}, solutions);
    flint.fmpz_mat_clear(sets.rows);
    field_close(&sets.rational);
    free(sets.x);
    return err;
}
