/* All principal minors by a recursion over Schur complements [tsatsomeros2000]: the minors without row
 * k are those of M with row and column k left out, the minors with row k are M_kk times those of the
 * Schur complement M / M_kk.
 *
 * Next to each entry runs a bound of its error, so that a pivot s with bound e is positive for s > e,
 * negative for s < -e, else uncertain, unless integers decide (whole.c). No pivot can be made on what
 * may be zero: row k is then kept aside, and the small determinant of the rows kept aside gives the sign for
 * the sets that contain it.
 */
#include "complementarity/classes/minors.h"

#include "base/array/room.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries of Schur complements that may be computed: a few seconds; enough for all minors up to n = 26. */
static const double work_limit = 5e8;
enum { PASS_WORK = 100000 }; /* of a question about a set whose minor is not regular */
/* Bounds are sums and products that are rounded themselves. */
static const double rounded_up = 1 + 16 * DBL_EPSILON;

typedef enum Place { OPEN, OUT, PIVOTED, ASIDE } Place;

typedef struct Recursion {
    MinorSearch *search;
    long n;
    double **S, **E; /* for each number of pivots made: the Schur complement and its bounds */
    double *complements;
    Place *place;
    long *left;
    double *small, *small_E; /* of the rows kept aside */
    double work;
    bool stop, *members;
    JudderErr err;
} Recursion;

static Sign sign_of(double s, double e) {
    if (s > e) return SIGN_POSITIVE;
    if (s < -e) return SIGN_NEGATIVE;
    return s == 0 && e == 0 ? SIGN_ZERO : SIGN_UNCERTAIN;
}

/* A matrix of n columns with bounds of the errors of its entries. */
typedef struct Bounded {
    long n;
    double *S, *E;
} Bounded;

/* Entry (i, j) of M / M_kk, s_ij - s_ik s_kj/s_kk, and the bound of its error, put at the same
 * place of `to`. */
static void complement_entry(const Bounded *from, long k, long i, long j, const Bounded *to) {
    const long n = from->n, ik = i * n + k, kj = k * n + j, kk = k * n + k, ij = i * n + j;
    const double *S = from->S, *E = from->E;
    const double term = S[ik] * S[kj] / S[kk], room = fabs(S[kk]) - E[kk];
    const double spread = E[ik] * fabs(S[kj]) + fabs(S[ik]) * E[kj] + E[ik] * E[kj] + fabs(term) * E[kk];
    const double s = S[ij] - term;
    /* A product that is too small for a double loses more than its last digit. */
    const double lost = S[ik] != 0 && S[kj] != 0 ? 4 * DBL_MIN / fmin(1, room) : 0;
    const double rounding = 2 * DBL_EPSILON * fabs(term) + (term != 0 ? DBL_EPSILON * fabs(s) : 0);
    to->E[ij] = (E[ij] + spread / room + rounding + lost) * rounded_up;
    to->S[ij] = s;
}

static void minor_swap(double *S, double *E, long a, long b) {
    const double s = S[a], e = E[a];
    S[a] = S[b], E[a] = E[b];
    S[b] = s, E[b] = e;
}

/* Elimination with the largest pivot on a dense m by m matrix with bounds, both overwritten. */
static Sign minors_eliminate(long m, double *S, double *E, double *value) {
    const Bounded own = {.n = m, .S = S, .E = E};
    Sign sign = SIGN_POSITIVE;
    *value = 1;
    for (long k = 0; k < m; k++) {
        long row = k, column = k;
        for (long i = k; i < m; i++)
            for (long j = k; j < m; j++)
                if (fabs(S[i * m + j]) > fabs(S[row * m + column])) {
                    row = i;
                    column = j;
                }
        for (long j = 0; j < m && row != k; j++) minor_swap(S, E, k * m + j, row * m + j);
        for (long i = 0; i < m && column != k; i++) minor_swap(S, E, i * m + k, i * m + column);
        const double pivot = (row != k) != (column != k) ? -S[k * m + k] : S[k * m + k];
        *value *= pivot;
        const Sign pivot_sign = sign_of(pivot, E[k * m + k]);
        if (pivot_sign == SIGN_ZERO || pivot_sign == SIGN_UNCERTAIN) return pivot_sign;
        sign = sign == pivot_sign ? SIGN_POSITIVE : SIGN_NEGATIVE;
        for (long i = k + 1; i < m; i++)
            for (long j = k + 1; j < m; j++) complement_entry(&own, k, i, j, &own);
    }
    return sign;
}

JudderErr minor_value(const Lcp *lcp, const bool *set, double *value, Sign *sign) {
    const long n = lcp->n;
    long m = 0;
    for (long i = 0; i < n; i++) m += set[i];
    SCOPED_FREE double *S = calloc(2 * (size_t)(m * m) + 1, sizeof *S);
    REQUIRE(S, error_memory());
    long at = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (set[i] && set[j]) {
                if (lcp->M_D) S[m * m + at] = lcp->M_D[i * n + j];
                S[at++] = lcp->M[i * n + j];
            }
    *sign = minors_eliminate(m, S, S + m * m, value);
    if (*sign == SIGN_UNCERTAIN && !lcp->M_D) {
        *sign = minor_whole_sign(lcp->n, lcp->M, set);
        if (*sign == SIGN_ZERO) *value = 0;
    }
    return JUDDER_OK;
}

/* The set looked at: pivots made, rows kept aside (if `aside`), and row k; returns its size. */
static long minors_gather(Recursion *r, bool aside, long k) {
    long m = 0;
    for (long i = 0; i < r->n; i++) {
        r->members[i] = r->place[i] == PIVOTED || (aside && r->place[i] == ASIDE) || i == k;
        m += r->members[i];
    }
    return m;
}

static void keep_witness(Recursion *r, Sign sign) {
    r->search->found = sign;
    memcpy(r->search->set, r->members, (size_t)r->n * sizeof *r->members);
}

/* What a set whose sign was computed means for the search. */
static void minors_note(Recursion *r, Sign sign, bool aside, long k) {
    MinorSearch *search = r->search;
    if (sign == SIGN_POSITIVE || (sign == SIGN_NEGATIVE && search->pass)) return;
    const long m = minors_gather(r, aside, k);
    if (sign == SIGN_UNCERTAIN && !search->M_D) {
        sign = minor_whole_sign((int)r->n, search->M, r->members);
        r->work += (double)(m * m * m);
    }
    const bool regular = sign == SIGN_POSITIVE || (sign == SIGN_NEGATIVE && search->pass);
    if (regular || (sign == SIGN_ZERO && !search->strict && !search->pass)) return;
    if (search->pass) {
        bool passed = false;
        r->err = search->pass(search->context, r->members, &passed);
        r->work += PASS_WORK;
        if (passed && r->err == JUDDER_OK) return;
        sign = SIGN_UNCERTAIN;
    }
    /* Where a sign stays hidden another minor may still decide. */
    if (sign != SIGN_UNCERTAIN || search->found == SIGN_POSITIVE) keep_witness(r, sign);
    r->stop = sign != SIGN_UNCERTAIN || search->pass;
}

/* The sign for the pivots made and all rows kept aside: that of their block in the present complement. */
static void look_aside(Recursion *r, int depth) {
    const long n = r->n;
    long m = 0, at = 0;
    double value;
    for (long i = 0; i < n; i++) m += r->place[i] == ASIDE;
    if (m == 0) return;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (r->place[i] == ASIDE && r->place[j] == ASIDE) {
                r->small[at] = r->S[depth][i * n + j];
                r->small_E[at++] = r->E[depth][i * n + j];
            }
    r->work += (double)(m * m * m);
    minors_note(r, minors_eliminate(m, r->small, r->small_E, &value), true, -1);
}

/* The complement of row k: rows kept aside, and those after k. */
static void pivot(Recursion *r, int depth, long k) {
    const long n = r->n;
    long count = 0;
    for (long i = 0; i < n; i++)
        if (i > k || r->place[i] == ASIDE) r->left[count++] = i;
    const Bounded from = {.n = n, .S = r->S[depth], .E = r->E[depth]};
    const Bounded to = {.n = n, .S = r->S[depth + 1], .E = r->E[depth + 1]};
    for (long i = 0; i < count; i++)
        for (long j = 0; j < count; j++) complement_entry(&from, k, r->left[i], r->left[j], &to);
    r->work += (double)(count * count + 1);
}

/* Row k and all after it; `size` rows are in the set, `depth` of them by a pivot. */
static void minors_descend(Recursion *r, long k, int size, int depth) {
    if (r->work > work_limit) r->search->complete = false;
    if (k == r->n || r->stop || !r->search->complete || size == r->search->largest) return;
    r->place[k] = OUT;
    minors_descend(r, k + 1, size, depth);
    const double s = r->S[depth][k * r->n + k], e = r->E[depth][k * r->n + k];
    const Sign sign = sign_of(s, e);
    r->place[k] = OPEN;
    if (!r->stop && size == depth)
        minors_note(r, sign, false, k); /* with rows aside it was seen without them */
    if (r->stop || !r->search->complete) return;
    if (sign == SIGN_POSITIVE || (sign == SIGN_NEGATIVE && r->search->pass)) {
        if (size + 1 < r->search->largest || size > depth) pivot(r, depth, k);
        r->place[k] = PIVOTED;
        depth++;
    } else {
        r->place[k] = ASIDE;
    }
    if (size + 1 > depth) look_aside(r, depth);
    minors_descend(r, k + 1, size + 1, depth);
    r->place[k] = OPEN;
}

static JudderErr recursion_create(MinorSearch *search, Recursion *r) {
    const size_t n = (size_t)search->n, levels = (size_t)search->largest + 2;
    *r = (Recursion){.search = search, .n = search->n};
    REQUIRE(ROOM_TAKE(ROOM(r->S, levels), ROOM(r->E, levels), ROOM(r->complements, 2 * levels * n * n),
                      ROOM(r->place, n), ROOM(r->members, n), ROOM(r->left, n), ROOM(r->small, n * n),
                      ROOM(r->small_E, n * n)),
            error_memory());
    for (size_t level = 0; level < levels; level++) {
        r->S[level] = r->complements + 2 * level * n * n;
        r->E[level] = r->S[level] + n * n;
    }
    memcpy(r->S[0], search->M, n * n * sizeof(double));
    if (search->M_D) memcpy(r->E[0], search->M_D, n * n * sizeof(double));
    return JUDDER_OK;
}

static void recursion_release(Recursion *r) {
    free(r->S);
}

JudderErr minors_search(MinorSearch *search) {
    Recursion r;
    search->found = SIGN_POSITIVE;
    search->complete = true;
    if (search->largest > search->n) search->largest = search->n;
    const JudderErr err = recursion_create(search, &r);
    if (err == JUDDER_OK) minors_descend(&r, 0, 0, 0);
    recursion_release(&r);
    return err == JUDDER_OK ? r.err : err;
}
