#include "stability/discs/discs.h"

#include "base/array/room.h"
#include "base/number/rounding.h"
#include "stability/discs/room.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* |I - R B X| may be no larger: the bounds would be void. */
static const double LARGEST_DEFECT = 0.5;

JudderErr discs_create(int most, Discs **discs) {
    const size_t n = (size_t)most, square = n * n;
    Discs *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->most = most;
    made->room = calloc(1, sizeof *made->room);
    DiscRoom *room = made->room;
    const bool memory = room &&
                        ROOM_TAKE(ROOM(made->re, n), ROOM(made->im, n), ROOM(made->radius, n),
                                  ROOM(made->X, square), ROOM(made->X_low, square), ROOM(made->bound, square),
                                  ROOM(made->group, n), ROOM(made->members, n), ROOM(room->R, square),
                                  ROOM(room->S, square), ROOM(room->S_D, square), ROOM(room->AX, square),
                                  ROOM(room->AX_low, square), ROOM(room->BX, square),
                                  ROOM(room->BX_low, square), ROOM(room->work, square),
                                  ROOM(room->more, square), ROOM(room->absolute, square),
                                  ROOM(room->two, 2 * square), ROOM(room->line, 4 * n));
    if (!memory) {
        discs_destroy(&made);
        return error_memory();
    }
    *discs = made;
    return JUDDER_OK;
}

void discs_destroy(Discs **discs) {
    Discs *d = *discs;
    if (!d) return;
    free(d->re);
    free(d->room);
    free(d);
    *discs = NULL;
}

/* S = AX - BX L column by column, and |BX||L| added to S_D, from the bounds of AX and BX in it. */
void discs_residual_columns(const Discs *d, const double *AX, const double *BX, double *S) {
    const size_t n = (size_t)d->n;
    for (size_t i = 0; i < n; i++) {
        const double *a = AX + i * n, *b = BX + i * n;
        for (size_t j = 0; j < n; j++) {
            if (d->im[j] == 0)
                S[i * n + j] = a[j] - d->re[j] * b[j];
            else if (d->im[j] > 0)
                S[i * n + j] = a[j] - (d->re[j] * b[j] - d->im[j] * b[j + 1]);
            else
                S[i * n + j] = a[j] - (d->re[j] * b[j] - d->im[j] * b[j - 1]);
        }
    }
}

/* to <- of_A + of_B |L|, all absolute. */
static void add_absolute(const Discs *d, const double *of_A, const double *of_B, double *to) {
    const size_t n = (size_t)d->n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double *b = of_B + i * n + j,
                         other = d->im[j] == 0 ? 0 : fabs(d->im[j]) * (d->im[j] > 0 ? b[1] : b[-1]);
            to[i * n + j] = of_A[i * n + j] + fabs(d->re[j]) * *b + other;
        }
}

/* part |A| + also |A_low| + A_D. */
static void absolute_of(int n, double part, double also, const double *const A[3], double *to) {
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        to[i] = part * fabs(A[0][i]) + (A[1] ? also * fabs(A[1][i]) : 0) + (A[2] ? A[2][i] : 0);
}

/* The part of S_D that comes from the matrices: (part |A| + also |A_low| + A_D)|X| and that of B with |L|.
 * room->absolute and both others of the work are spoiled. */
void discs_residual_radii(const DiscPencil *p, const Discs *d, double part, double also) {
    DiscRoom *room = d->room;
    const size_t square = (size_t)d->n * (size_t)d->n;
    double *X = room->absolute;
    for (size_t i = 0; i < square; i++) X[i] = fabs(d->X[i]) + fabs(d->X_low[i]);
    absolute_of(d->n, part, also, (const double *const[]){p->A, p->A_low, p->A_D}, room->two);
    dense_product(d->n, room->two, X, room->work);
    absolute_of(d->n, part, also, (const double *const[]){p->B, p->B_low, p->B_D}, room->two);
    dense_product(d->n, room->two, X, room->more);
    add_absolute(d, room->work, room->more, room->S_D);
}

/* BX and its approximate inverse. */
JudderErr discs_invert(const DiscPencil *p, Discs *d, bool *singular) {
    dense_product(d->n, p->B, d->X, d->room->BX);
    return dense_inverse(d->n, d->room->BX, d->room->R, singular);
}

/* A bound of the norm of I - R (B X) for every member; room->BX is B X as multiplied plainly. */
static double discs_defect(const DiscPencil *p, const Discs *d) {
    const size_t n = (size_t)d->n;
    DiscRoom *room = d->room;
    const double rounding = rounding_gamma(3 * d->n + 12);
    double *sums = room->line, *low = sums + n, *forces = low + n, largest = 0;
    dense_product(d->n, room->R, room->BX, room->work);
    for (size_t i = 0; i < n; i++) {
        sums[i] = low[i] = 0;
        for (size_t j = 0; j < n; j++) {
            sums[i] += fabs(d->X[i * n + j]) + fabs(d->X_low[i * n + j]);
            low[i] += fabs(d->X_low[i * n + j]);
        }
    }
    for (size_t i = 0; i < n; i++) {
        forces[i] = 0;
        for (size_t k = 0; k < n; k++) {
            const size_t at = i * n + k;
            const double b = fabs(p->B[at]),
                         more = (p->B_low ? fabs(p->B_low[at]) : 0) + (p->B_D ? p->B_D[at] : 0);
            forces[i] += (rounding * b + more) * sums[k] + b * low[k];
        }
    }
    for (size_t i = 0; i < n; i++) {
        double row = 0;
        for (size_t j = 0; j < n; j++)
            row += fabs((i == j) - room->work[i * n + j]) + fabs(room->R[i * n + j]) * forces[j];
        if (!(row <= largest)) largest = row; /* NaN stays */
    }
    return largest * ROUNDING_UP;
}

static bool is_pair(const Discs *d, size_t j) {
    return d->im[j] != 0;
}
static size_t first_of(const Discs *d, size_t j) {
    return d->im[j] < 0 ? j - 1 : j;
}

/* |T| of an entry in the basis of the conjugates: a block of two is as large as its norm. */
static double block_norm(const Discs *d, const double *T, size_t i, size_t j) {
    const size_t n = (size_t)d->n, i_0 = first_of(d, i), j_0 = first_of(d, j), rows = is_pair(d, i) ? 2 : 1,
                 columns = is_pair(d, j) ? 2 : 1;
    double sum = 0;
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            const double t = T[(i_0 + r) * n + j_0 + c];
            sum += t * t;
        }
    return sqrt(sum) * ROUNDING_UP;
}

/* |T| <= |R S| + |R| (S_D + rounding) + defect/(1 - defect) times the largest of each column. */
static void bound_T(Discs *d, double theta) {
    const size_t n = (size_t)d->n, square = n * n;
    DiscRoom *room = d->room;
    const double rounding = rounding_gamma(d->n + 4), share = theta / (1 - theta) * ROUNDING_UP;
    dense_product(d->n, room->R, room->S, room->work);
    for (size_t i = 0; i < square; i++) {
        room->absolute[i] = fabs(room->R[i]);
        room->two[i] = (room->S_D[i] + rounding * fabs(room->S[i])) * ROUNDING_UP + 1e-290;
    }
    dense_product(d->n, room->absolute, room->two, room->more);
    for (size_t j = 0; j < n; j++) {
        double largest = 0;
        for (size_t i = 0; i < n; i++) {
            double *t = &room->work[i * n + j];
            *t = (fabs(*t) + room->more[i * n + j]) * ROUNDING_UP;
            largest = fmax(largest, *t);
        }
        for (size_t i = 0; i < n; i++) room->work[i * n + j] += share * largest;
    }
    for (size_t i = 0; i < n; i++) {
        d->radius[i] = 0;
        for (size_t j = 0; j < n; j++) {
            d->bound[i * n + j] = block_norm(d, room->work, i, j);
            d->radius[i] += d->bound[i * n + j];
        }
        d->radius[i] *= ROUNDING_UP;
        d->enclosed = d->enclosed && isfinite(d->radius[i]);
    }
}

static int root_of(const int *group, int i) {
    while (group[i] != i) i = group[i];
    return i;
}

static void group_discs(Discs *d) {
    for (int i = 0; i < d->n; i++) d->group[i] = i, d->members[i] = 0;
    for (int i = 0; i < d->n; i++)
        for (int j = 0; j < i; j++) {
            const double apart = hypot(d->re[i] - d->re[j], d->im[i] - d->im[j]);
            if (apart > (d->radius[i] + d->radius[j]) * ROUNDING_UP) continue;
            const int a = root_of(d->group, i), b = root_of(d->group, j);
            d->group[a > b ? a : b] = a > b ? b : a;
        }
    for (int i = 0; i < d->n; i++) d->members[d->group[i] = root_of(d->group, i)]++;
    for (int i = d->n - 1; i >= 0; i--) d->members[i] = d->members[d->group[i]];
}

JudderErr discs_conclude(const DiscPencil *pencil, Discs *d) {
    const double theta = discs_defect(pencil, d);
    d->enclosed = theta <= LARGEST_DEFECT;
    if (!d->enclosed) return JUDDER_OK;
    bound_T(d, theta);
    if (d->enclosed) group_discs(d);
    return JUDDER_OK;
}

JudderErr discs_enclose(const DiscPencil *pencil, Discs *d) {
    const size_t square = (size_t)pencil->n * (size_t)pencil->n;
    bool singular = false;
    d->n = pencil->n;
    d->enclosed = d->room->exact = false;
    memset(d->X_low, 0, square * sizeof *d->X_low);
    for (size_t i = 0; i < square; i++)
        if (!isfinite(d->X[i])) return JUDDER_OK;
    TRY(discs_invert(pencil, d, &singular));
    if (singular) return JUDDER_OK;
    dense_product(d->n, pencil->A, d->X, d->room->AX);
    discs_residual_columns(d, d->room->AX, d->room->BX, d->room->S);
    discs_residual_radii(pencil, d, rounding_gamma(d->n + 8), 1);
    return discs_conclude(pencil, d);
}

bool discs_alone(const Discs *discs, int j) {
    return discs->members[j] == 1;
}

/* Coordinates v of the true vector, v_j = 1 and all others at most 1, since z lies in no other disc: |lam_k -
 * z||v_k| <= sum |T_ki||v_i|, used three times. */
static void bound_coordinates(const Discs *d, size_t j, double *v, double *next) {
    const size_t n = (size_t)d->n;
    for (size_t k = 0; k < n; k++) v[k] = 1;
    for (int pass = 0; pass < 3; pass++) {
        for (size_t k = 0; k < n; k++) {
            const double apart = hypot(d->re[k] - d->re[j], d->im[k]) * (1 - 1e-15) - d->radius[j];
            double sum = 0;
            for (size_t i = 0; i < n; i++) sum += d->bound[k * n + i] * v[i];
            next[k] = k == j ? 1 : fmin(v[k], apart > 0 ? sum / apart * ROUNDING_UP : 1);
        }
        memcpy(v, next, n * sizeof *v);
    }
}

void discs_vector(const Discs *d, int j, double *x, double *x_low, double *x_D) {
    const size_t n = (size_t)d->n;
    double *v = d->room->line, *next = v + n;
    bound_coordinates(d, (size_t)j, v, next);
    v[j] = 0;
    for (size_t k = 0; k < n; k++)
        if (is_pair(d, k)) v[k] *= 1.4142135623730951;
    for (size_t i = 0; i < n; i++) {
        x[i] = d->X[i * n + (size_t)j];
        x_low[i] = d->X_low[i * n + (size_t)j];
        x_D[i] = 0;
        for (size_t k = 0; k < n; k++) x_D[i] += (fabs(d->X[i * n + k]) + fabs(d->X_low[i * n + k])) * v[k];
        x_D[i] *= ROUNDING_UP;
    }
}
