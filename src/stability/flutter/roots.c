/* Roots lam of (lam^2 M' + lam C' + K') x = 0. Without damping, or with a proportional one, from K' x = z M'
 * x; else by the companion form of twice the size, lam scaled by sqrt(|K'|/|M'|) [tisseur2001]. (ST-14) */
#include "stability/flutter/flutter.h"

#include "base/dense.h"
#include "base/number/rounding.h"
#include "stability/flutter/enclosed.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

typedef struct Roots {
    const Sliding *sliding;
    double *M, *C, *K, *P, *Q, *vectors; /* P, Q and vectors of twice the order */
    double *re, *im, *beta;
    double complex *x;
    bool judged; /* whether residuals are wanted, which takes vectors */
    double mu;
    Discs *discs; /* of z or of lam; NULL: none */
    FlutterRoots *found;
} Roots;

/* The judge: asks only the three matrices, lam and x. */
static double roots_residual(const Roots *r, double complex lam) {
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

/* Whether K' x = 0 in every row but for rounding. */
static bool needs_no_force(const Roots *r) {
    const int n = r->sliding->n;
    for (int i = 0; i < n; i++) {
        double complex sum = 0;
        double size = 0;
        for (int j = 0; j < n; j++) {
            sum += r->K[i * n + j] * r->x[j];
            size += fabs(r->K[i * n + j]) * cabs(r->x[j]);
        }
        if (cabs(sum) > 4e-15 * n * size) return false;
    }
    return true;
}

static void roots_add(Roots *r, double complex lam) {
    const int n = r->sliding->n, place = r->found->count;
    r->found->at[r->found->count++] = (FlutterRoot){.re = creal(lam) + 0.0, /* no -0 */
                                                    .im = fabs(cimag(lam)),
                                                    .residual = r->judged ? roots_residual(r, lam) : NAN,
                                                    .vector = place,
                                                    .stands = r->judged && cimag(lam) == 0 &&
                                                              needs_no_force(r)};
    if (!r->found->vectors) return;
    double *to = r->found->vectors + 2 * (size_t)place * (size_t)n;
    for (int i = 0; i < n; i++) to[i] = creal(r->x[i]), to[n + i] = cimag(r->x[i]);
}

/* How far from its centre all discs reach that one is connected with. */
static double roots_reach(const Discs *d, int j) {
    double far = d->radius[j];
    for (int i = 0; i < d->n && d->members[j] > 1; i++)
        if (d->group[i] == d->group[j])
            far = fmax(far, hypot(d->re[i] - d->re[j], d->im[i] - d->im[j]) + d->radius[i]);
    return far * ROUNDING_UP;
}

/* What the discs say of the roots from one place of the list on: `radius` is how far lam may be off. */
static void settle_from(Roots *r, int first, double radius, bool axis) {
    for (int i = first; i < r->found->count; i++) {
        FlutterRoot *root = &r->found->at[i];
        root->radius = radius;
        root->fate = axis && root->re == 0       ? FATE_NEUTRAL
                     : axis || root->re > radius ? (root->re > 0 ? FATE_GROWS : FATE_DECAYS)
                     : root->re < -radius        ? FATE_DECAYS
                                                 : FATE_UNKNOWN;
    }
}

/* Vector j of m as LAPACK packs it, its first n entries. */
static void roots_unpack(Roots *r, int m, int j) {
    if (!r->judged) return;
    for (int i = 0; i < r->sliding->n; i++) {
        const double *row = r->vectors + (size_t)i * (size_t)m;
        r->x[i] = r->im[j] == 0 ? row[j] : r->im[j] > 0 ? row[j] + I * row[j + 1] : row[j - 1] - I * row[j];
    }
}

/* lam of z: lam^2 + (al + be z) lam + z = 0. */
static void roots_of(const Sliding *s, double complex z, double complex lam[2]) {
    const double complex c = s->mass_part + s->stiffness_part * z, root = csqrt(c * c - 4 * z),
                         /* the larger one first: the other one loses no digits then */
        sum = creal(conj(c) * root) >= 0 ? -(c + root) / 2 : -(c - root) / 2;
    lam[0] = sum, lam[1] = sum == 0 ? 0 : z / sum;
}

/* The conjugates of z stand for those of lam. */
static void add_roots_of(Roots *r, double complex z) {
    double complex lam[2];
    roots_of(r->sliding, z, lam);
    for (int k = 0; k < 2; k++)
        if (cimag(lam[k]) > 0 || (cimag(lam[k]) == 0 && (k == 0 || lam[0] != lam[1]))) roots_add(r, lam[k]);
}

/* Of a pair of conjugate z, both roots of the first, or their conjugates; of a real z one of two conjugates.
 */
static void add_damped(Roots *r, double complex z, bool pair) {
    double complex lam[2];
    const int n = r->sliding->n;
    roots_of(r->sliding, z, lam);
    const int count = !pair && cimag(lam[0]) != 0 ? 1 : 2;
    for (int k = 0; k < count; k++) {
        const bool turned = cimag(lam[k]) < 0;
        for (int i = 0; i < n && turned && r->judged; i++) r->x[i] = conj(r->x[i]);
        roots_add(r, turned ? conj(lam[k]) : lam[k]);
        for (int i = 0; i < n && turned && r->judged; i++) r->x[i] = conj(r->x[i]);
    }
}

/* z without damping: one that is proved real and positive is a vibration that does not grow, any other one
 * grows one way; where that stays open, an imaginary part below 1e-7 is taken for rounding. */
static void add_undamped(Roots *r, int j) {
    const Discs *d = r->discs;
    const double complex z = (r->re[j] + I * r->im[j]) / r->beta[j];
    const bool enclosed = d && d->enclosed;
    const double radius = enclosed ? roots_reach(d, j) : 0;
    const int first = r->found->count;
    if (!enclosed || !enclosed_is_settled(d, j) || !(radius < hypot(d->re[j], d->im[j]) / 2)) {
        add_roots_of(r, fabs(cimag(z)) > 1e-7 * cabs(z) ? z : creal(z));
        /* |sqrt(a) - sqrt(b)| <= sqrt|a - b|. */
        if (enclosed) settle_from(r, first, sqrt(radius + fabs(d->im[j]) + cabs(z - d->re[j])) * 2, false);
        return;
    }
    const double complex centre = d->re[j] + I * d->im[j];
    add_roots_of(r, centre);
    settle_from(r, first, radius / sqrt(cabs(centre)) * ROUNDING_UP, true);
}

/* A column of the companion form for l = lam/scale, and its conjugate if it has one; how many were filled. */
static size_t put_column(Roots *r, size_t j, double complex l) {
    Discs *d = r->discs;
    const size_t n = (size_t)r->sliding->n, m = 2 * n;
    const bool turned = cimag(l) < 0, pair = cimag(l) != 0;
    if (turned) l = conj(l);
    d->re[j] = creal(l), d->im[j] = cimag(l);
    if (pair) d->re[j + 1] = creal(l), d->im[j + 1] = -cimag(l);
    for (size_t i = 0; i < n; i++) {
        const double complex x = turned ? conj(r->x[i]) : r->x[i], y = l * x;
        d->X[i * m + j] = creal(x), d->X[(n + i) * m + j] = creal(y);
        if (pair) d->X[i * m + j + 1] = cimag(x), d->X[(n + i) * m + j + 1] = cimag(y);
    }
    return pair ? 2 : 1;
}

/* The largest power of two below the frequency at which inertia is as large as stiffness. */
static double natural_scale(const Roots *r) {
    const double mass = dense_largest((size_t)(r->sliding->n * r->sliding->n), r->M),
                 stiff = dense_largest((size_t)(r->sliding->n * r->sliding->n), r->K);
    return mass > 0 && stiff > 0 ? ldexp(1, (int)floor(log2(stiff / mass) / 2)) : 1;
}

/* The roots of the list in the order in which columns were filled, from their discs. */
static void take_discs(Roots *r, double scale) {
    const Discs *d = r->discs;
    int place = 0;
    for (int j = 0; j < d->n; j++) {
        if (d->im[j] < 0) continue;
        FlutterRoot *root = &r->found->at[place++];
        root->re = scale * d->re[j] + 0.0, root->im = scale * d->im[j] + 0.0; /* no -0 */
        root->radius = scale * roots_reach(d, j);
        root->fate = root->re > root->radius    ? FATE_GROWS
                     : root->re < -root->radius ? FATE_DECAYS
                                                : FATE_UNKNOWN;
    }
}

/* Proportional damping: two roots of each z, then all of them in discs of the companion form. */
static JudderErr enclose_proportional(Roots *r) {
    const int n = r->sliding->n;
    const double scale = natural_scale(r);
    TRY(discs_create(2 * n, &r->discs));
    r->discs->n = 2 * n;
    size_t column = 0;
    int place = 0;
    bool whole = true;
    for (int j = 0; j < n && whole; j++) {
        if (r->beta[j] == 0 || r->im[j] < 0) {
            whole = whole && r->beta[j] != 0;
            continue;
        }
        double complex lam[2];
        roots_of(r->sliding, (r->re[j] + I * r->im[j]) / r->beta[j], lam);
        roots_unpack(r, n, j);
        /* Of a conjugate pair from a real z the second is there with the first. */
        const int count = r->im[j] == 0 && cimag(lam[0]) != 0 ? 1 : 2;
        for (int k = 0; k < count; k++) {
            column += put_column(r, column, lam[k] / scale);
            place++;
        }
    }
    if (!whole || column != 2 * (size_t)n || place != r->found->count) return JUDDER_OK;
    TRY(enclosed_lam(r->sliding, r->mu, scale, r->discs));
    if (r->discs->enclosed) take_discs(r, scale);
    r->found->enclosed = r->discs->enclosed;
    return JUDDER_OK;
}

static JudderErr roots_proportional(Roots *r) {
    const Sliding *s = r->sliding;
    const int n = s->n;
    const DensePencil pencil = {r->re, r->im, r->beta, r->judged ? r->vectors : NULL};
    TRY(sliding_eigen(s, r->K, r->M, &pencil));
    const bool enclose = r->judged && !s->evaluated && (s->damped ? 2 * n : n) <= ENCLOSED_MOST;
    if (enclose && !s->damped) TRY(enclosed_z(s, r->mu, &pencil, &r->discs));
    for (int j = 0; j < n; j++) {
        if (r->beta[j] == 0 || (s->damped && r->im[j] < 0)) continue;
        roots_unpack(r, n, j);
        if (s->damped)
            add_damped(r, (r->re[j] + I * r->im[j]) / r->beta[j], r->im[j] != 0);
        else
            add_undamped(r, j);
    }
    if (r->discs) r->found->enclosed = r->discs->enclosed;
    return enclose && s->damped ? enclose_proportional(r) : JUDDER_OK;
}

/* The pairs of the companion form, in units of the scale, which is a power of two. */
static JudderErr take_roots(Roots *r, double scale) {
    const int m = 2 * r->sliding->n;
    bool finite = true;
    for (int j = 0; j < m; j++) {
        finite = finite && r->beta[j] != 0;
        if (r->beta[j] == 0 || r->im[j] < 0) continue;
        roots_unpack(r, m, j);
        const double complex lam = scale * (r->re[j] + I * r->im[j]) / r->beta[j];
        if (isfinite(creal(lam)) && isfinite(cimag(lam)))
            roots_add(r, lam);
        else
            finite = false;
    }
    if (!finite || !r->judged || r->sliding->evaluated || m > ENCLOSED_MOST) return JUDDER_OK;
    TRY(discs_create(m, &r->discs));
    r->discs->n = m;
    size_t column = 0;
    for (int j = 0; j < m; j++) {
        if (r->im[j] < 0) continue;
        roots_unpack(r, m, j);
        column += put_column(r, column, (r->re[j] + I * r->im[j]) / r->beta[j]);
    }
    if (column != (size_t)m) return JUDDER_OK;
    TRY(enclosed_lam(r->sliding, r->mu, scale, r->discs));
    if (r->discs->enclosed) take_discs(r, scale);
    r->found->enclosed = r->discs->enclosed;
    return JUDDER_OK;
}

/* P = [[0, 1], [-M^-1 K, -M^-1 C]] in units of the scale, where the masses allow it. */
static JudderErr roots_companion(Roots *r, double scale, bool *possible) {
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

static JudderErr roots_damped(Roots *r) {
    const size_t n = (size_t)r->sliding->n, m = 2 * n;
    const double stiff = dense_largest((size_t)(n * n), r->K), scale = natural_scale(r),
                 unit = stiff > 0 ? stiff : 1;
    bool possible = false;
    if (!r->sliding->massless) TRY(roots_companion(r, scale, &possible));
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

/* The factor that gives a state its mass adds a root that is none. (ST-21) */
static void drop_false(const Sliding *s, FlutterRoots *roots) {
    for (int k = 0; k < s->states && roots->count > 0; k++) {
        int nearest = 0;
        for (int i = 1; i < roots->count; i++)
            if (hypot(roots->at[i].re - s->false_root[k], roots->at[i].im) <
                hypot(roots->at[nearest].re - s->false_root[k], roots->at[nearest].im))
                nearest = i;
        roots->count--;
        for (int i = nearest; i < roots->count; i++) roots->at[i] = roots->at[i + 1];
    }
}

static JudderErr roots_solve(Roots *r, double mu) {
    const Sliding *s = r->sliding;
    sliding_combine(s, s->M_0, s->M_1, mu, r->M);
    sliding_combine(s, s->C_0, s->C_1, mu, r->C);
    sliding_combine(s, s->K_0, s->K_1, mu, r->K);
    TRY(s->proportional ? roots_proportional(r) : roots_damped(r));
    drop_false(s, r->found);
    qsort(r->found->at, (size_t)r->found->count, sizeof *r->found->at, by_growth);
    return JUDDER_OK;
}

typedef enum Wanted { VALUES, JUDGED, VECTORS } Wanted;

static JudderErr find_roots(const Sliding *sliding, double mu, Wanted wanted, FlutterRoots *roots) {
    const size_t n = (size_t)sliding->n, m = (sliding->proportional ? 1 : 2) * n;
    SCOPED_FREE double *room = malloc((3 * n * n + 3 * m * m + 3 * m) * sizeof *room);
    *roots = (FlutterRoots){.at = malloc(2 * m * sizeof *roots->at)};
    if (wanted == VECTORS) roots->vectors = malloc(4 * m * n * sizeof *roots->vectors);
    Roots r = {.sliding = sliding,
               .mu = mu,
               .found = roots,
               .judged = wanted != VALUES,
               .x = malloc(n * sizeof *r.x)};
    const bool memory = room && roots->at && r.x && (roots->vectors || wanted != VECTORS);
    JudderErr err = memory ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        r.M = room, r.C = r.M + n * n, r.K = r.C + n * n;
        r.P = r.K + n * n, r.Q = r.P + m * m, r.vectors = r.Q + m * m;
        r.re = r.vectors + m * m, r.im = r.re + m, r.beta = r.im + m;
        err = roots_solve(&r, mu);
    }
    free(r.x);
    discs_destroy(&r.discs);
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
