/* Roots lam of (lam^2 M' + lam C' + K') x = 0. Without damping, or with a proportional one, from K' x = z M'
 * x; else by the companion form of twice the size, lam scaled by sqrt(|K'|/|M'|). (ST-14) */
#include "stability/flutter/flutter.h"

#include "base/dense.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

typedef struct Roots {
    const Sliding *sliding;
    double *M, *C, *K, *P, *Q, *vectors; /* P, Q and vectors of twice the order */
    double *re, *im, *beta;
    double complex *x;
    bool judged; /* whether residuals are wanted, which takes vectors */
    FlutterRoots *found;
} Roots;

static double largest_of(int n, const double *A) {
    double largest = 0;
    for (int i = 0; i < n * n; i++) largest = fmax(largest, fabs(A[i]));
    return largest;
}

/* The judge: asks only the three matrices, lam and x. */
static double residual(const Roots *r, double complex lam) {
    const int n = r->sliding->n;
    double worst = 0, size = 0, scale = 0;
    for (int i = 0; i < n; i++) {
        double complex sum = 0;
        double row = 0;
        for (int j = 0; j < n; j++) {
            const double m = r->M[i * n + j], c = r->C[i * n + j], k = r->K[i * n + j];
            sum += (lam * lam * m + lam * c + k) * r->x[j];
            row += (cabs(lam) * cabs(lam) * fabs(m) + cabs(lam) * fabs(c) + fabs(k));
        }
        worst = fmax(worst, cabs(sum));
        scale = fmax(scale, row);
        size = fmax(size, cabs(r->x[i]));
    }
    return worst == 0 ? 0 : worst / (scale * size);
}

static void add(Roots *r, double complex lam) {
    const int n = r->sliding->n, place = r->found->count;
    r->found->at[r->found->count++] = (FlutterRoot){creal(lam) + 0.0, fabs(cimag(lam)), /* no -0 */
                                                    r->judged ? residual(r, lam) : NAN, place};
    if (!r->found->vectors) return;
    double *to = r->found->vectors + 2 * (size_t)place * (size_t)n;
    for (int i = 0; i < n; i++) to[i] = creal(r->x[i]), to[n + i] = cimag(r->x[i]);
}

/* Vector j of m as LAPACK packs it, its first n entries. */
static void unpack(Roots *r, int m, int j) {
    if (!r->judged) return;
    for (int i = 0; i < r->sliding->n; i++) {
        const double *row = r->vectors + (size_t)i * (size_t)m;
        r->x[i] = r->im[j] == 0 ? row[j] : r->im[j] > 0 ? row[j] + I * row[j + 1] : row[j - 1] - I * row[j];
    }
}

/* lam of z: lam^2 + (al + be z) lam + z = 0; the conjugates of z stand for those of lam. */
static void add_roots_of(Roots *r, double complex z) {
    const Sliding *s = r->sliding;
    const double complex c = s->mass_part + s->stiffness_part * z, root = csqrt(c * c - 4 * z),
                         /* the larger one first: the other one loses no digits then */
        sum = creal(conj(c) * root) >= 0 ? -(c + root) / 2 : -(c - root) / 2,
                         lam[2] = {sum, sum == 0 ? 0 : z / sum};
    for (int k = 0; k < 2; k++)
        if (cimag(lam[k]) > 0 || (cimag(lam[k]) == 0 && (k == 0 || lam[0] != lam[1]))) add(r, lam[k]);
}

static JudderErr proportional(Roots *r) {
    const int n = r->sliding->n;
    const DensePencil pencil = {r->re, r->im, r->beta, r->judged ? r->vectors : NULL};
    TRY(sliding_eigen(r->sliding, r->K, r->M, &pencil));
    for (int j = 0; j < n; j++) {
        if (r->beta[j] == 0) continue;
        const double complex z = (r->re[j] + I * r->im[j]) / r->beta[j];
        unpack(r, n, j);
        add_roots_of(r, fabs(cimag(z)) > 1e-7 * cabs(z) ? z : creal(z));
    }
    return JUDDER_OK;
}

static JudderErr take_roots(Roots *r, double scale) {
    const int m = 2 * r->sliding->n;
    for (int j = 0; j < m; j++) {
        if (r->beta[j] == 0 || r->im[j] < 0) continue;
        unpack(r, m, j);
        const double complex lam = scale * (r->re[j] + I * r->im[j]) / r->beta[j];
        if (isfinite(creal(lam)) && isfinite(cimag(lam))) add(r, lam);
    }
    return JUDDER_OK;
}

/* P = [[0, 1], [-M^-1 K, -M^-1 C]] in units of the scale, where the masses allow it. */
static JudderErr companion(Roots *r, double scale, bool *possible) {
    const size_t n = (size_t)r->sliding->n, m = 2 * n;
    double *K = r->Q, *C = r->Q + n * n; /* Q has room for four such blocks */
    TRY(sliding_mass_solve((int)n, r->M, r->K, K, possible));
    if (*possible) TRY(sliding_mass_solve((int)n, r->M, r->C, C, possible));
    if (!*possible) return JUDDER_OK;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            r->P[i * m + j] = 0;
            r->P[i * m + n + j] = i == j;
            r->P[(n + i) * m + j] = -K[i * n + j] / (scale * scale);
            r->P[(n + i) * m + n + j] = -C[i * n + j] / scale;
        }
    return JUDDER_OK;
}

static JudderErr damped(Roots *r) {
    const size_t n = (size_t)r->sliding->n, m = 2 * n;
    const double mass = largest_of((int)n, r->M), stiff = largest_of((int)n, r->K),
                 scale = mass > 0 && stiff > 0 ? sqrt(stiff / mass) : 1, unit = stiff > 0 ? stiff : 1;
    bool possible = false;
    TRY(companion(r, scale, &possible));
    const DensePencil pencil = {r->re, r->im, r->beta, r->judged ? r->vectors : NULL};
    if (possible) {
        TRY(dense_eigen((int)m, r->P, r->re, r->im, pencil.vectors));
        for (size_t i = 0; i < m; i++) r->beta[i] = 1;
        return take_roots(r, scale);
    }
    /* lam = scale l:  l (x, y) (1, M) = (y, -K x - C y), rows in units of the stiffness. */
    for (size_t i = 0; i < m * m; i++) r->P[i] = r->Q[i] = 0;
    for (size_t i = 0; i < n; i++) {
        r->P[i * m + n + i] = r->Q[i * m + i] = 1;
        for (size_t j = 0; j < n; j++) {
            r->P[(n + i) * m + j] = -r->K[i * n + j] / unit;
            r->P[(n + i) * m + n + j] = -r->C[i * n + j] * scale / unit;
            r->Q[(n + i) * m + n + j] = r->M[i * n + j] * scale * scale / unit;
        }
    }
    TRY(dense_eigen_pencil((int)m, r->P, r->Q, &pencil));
    return take_roots(r, scale);
}

static int by_growth(const void *a, const void *b) {
    const FlutterRoot *x = a, *y = b;
    const double grows_x = fmax(x->re, 0), grows_y = fmax(y->re, 0);
    if (grows_x != grows_y) return grows_x < grows_y ? 1 : -1;
    return (x->im > y->im) - (x->im < y->im);
}

static JudderErr solve(Roots *r, double mu) {
    const Sliding *s = r->sliding;
    sliding_combine(s, s->M_0, s->M_1, mu, r->M);
    sliding_combine(s, s->C_0, s->C_1, mu, r->C);
    sliding_combine(s, s->K_0, s->K_1, mu, r->K);
    TRY(s->proportional ? proportional(r) : damped(r));
    qsort(r->found->at, (size_t)r->found->count, sizeof *r->found->at, by_growth);
    return JUDDER_OK;
}

typedef enum Wanted { VALUES, JUDGED, VECTORS } Wanted;

static JudderErr find_roots(const Sliding *sliding, double mu, Wanted wanted, FlutterRoots *roots) {
    const size_t n = (size_t)sliding->n, m = (sliding->proportional ? 1 : 2) * n;
    double *room = malloc((3 * n * n + 3 * m * m + 3 * m) * sizeof *room);
    *roots = (FlutterRoots){.at = malloc(2 * m * sizeof *roots->at)};
    if (wanted == VECTORS) roots->vectors = malloc(4 * m * n * sizeof *roots->vectors);
    Roots r = {.sliding = sliding, .found = roots, .judged = wanted != VALUES, .x = malloc(n * sizeof *r.x)};
    const bool memory = room && roots->at && r.x && (roots->vectors || wanted != VECTORS);
    JudderErr err = memory ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        r.M = room, r.C = r.M + n * n, r.K = r.C + n * n;
        r.P = r.K + n * n, r.Q = r.P + m * m, r.vectors = r.Q + m * m;
        r.re = r.vectors + m * m, r.im = r.re + m, r.beta = r.im + m;
        err = solve(&r, mu);
    }
    free(room);
    free(r.x);
    if (err != JUDDER_OK) flutter_roots_release(roots);
    return err;
}

JudderErr flutter_roots(const Sliding *sliding, double mu, FlutterRoots *roots) {
    return find_roots(sliding, mu, JUDGED, roots);
}

JudderErr flutter_motions(const Sliding *sliding, double mu, FlutterRoots *roots) {
    return find_roots(sliding, mu, VECTORS, roots);
}

JudderErr flutter_values(const Sliding *sliding, double mu, FlutterRoots *roots) {
    return find_roots(sliding, mu, VALUES, roots);
}

void flutter_roots_release(FlutterRoots *roots) {
    free(roots->at);
    free(roots->vectors);
    *roots = (FlutterRoots){0};
}
