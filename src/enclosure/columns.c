/* S_ij = J_ij - J_if X_j - e_ij with e_ij = (J_kf J_ff^-1 r)_ij, r = J_fj - J_ff X_j (PR-1). X is a sum of
 * corrections, each subtracted from the columns with twice the digits: what is left in the free rows is r, in
 * the kept rows S. */
#include "enclosure/columns.h"
#include "base/number/rounding.h"
#include "enclosure/residual.h"

#include "base/log.h"

#include <stdlib.h>
#include <string.h>

typedef struct Columns {
    const EnclosureQuestion *question;
    const EnclosureScaled *scaled;
    const EnclosureInverse *inverse;
    EnclosureAnswer *answer;
    int panels;
    Residual *residual;  /* of each panel */
    double *X, *sizes;   /* of each panel, n by RESIDUAL_COLUMNS: a correction, and the sum of |X| */
    double *total;       /* the same: the sum of X; NULL: not wanted */
    double *r, *x;       /* frees by columns, one column after the other */
    double *bad, *bound; /* n; rows of S */
} Columns;

static size_t panel_size(const Columns *c) {
    return (size_t)c->scaled->J->n * RESIDUAL_COLUMNS;
}

static void columns_release(Columns *c) {
    free(c->residual);
    free(c->X);
    free(c->r);
    free(c->bad);
}

static JudderErr columns_allocate(Columns *c) {
    const size_t n = (size_t)c->scaled->J->n, frees = (size_t)c->scaled->frees;
    c->panels = (c->inverse->most + RESIDUAL_COLUMNS - 1) / RESIDUAL_COLUMNS;
    const size_t panels = (size_t)c->panels, panel = panel_size(c);
    c->residual = calloc(panels, sizeof *c->residual);
    c->X = calloc((c->inverse->anew ? 7 : 5) * panels * panel + 1, sizeof *c->X);
    c->r = calloc(2 * panels * RESIDUAL_COLUMNS * frees + 1, sizeof *c->r);
    c->bad = calloc(n + (size_t)c->question->kept + 1, sizeof *c->bad);
    REQUIRE(c->residual && c->X && c->r && c->bad, error_memory());
    c->sizes = c->X + panels * panel;
    for (size_t p = 0; p < panels; p++) {
        double *at = c->X + (2 * panels + 3 * p) * panel;
        c->residual[p] = (Residual){.hi = at, .lo = at + panel, .size = at + 2 * panel};
        if (c->inverse->anew) c->residual[p].rest = c->X + (6 * panels + p) * panel;
    }
    if (c->inverse->anew) c->total = c->X + 5 * panels * panel;
    c->x = c->r + panels * RESIDUAL_COLUMNS * frees;
    c->bound = c->bad + n;
    return JUDDER_OK;
}

/* The columns of J from `first` on into the residual; their radii are added later. */
static void columns_start(Columns *c, int first, int count) {
    const EnclosureMatrix *J = c->scaled->J;
    memset(c->sizes, 0, (size_t)c->panels * panel_size(c) * sizeof(double));
    for (int p = 0; p < c->panels; p++) {
        memset(c->residual[p].hi, 0, 3 * panel_size(c) * sizeof(double));
        if (c->residual[p].rest) memset(c->residual[p].rest, 0, panel_size(c) * sizeof(double));
    }
    for (int i = 0; i < J->n; i++)
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            const int row = -1 - c->scaled->place[J->column[k]];
            if (row < 0) continue;
            for (int b = 0; b < count; b++)
                if (c->question->wanted[first + b] == row)
                    c->residual[b / RESIDUAL_COLUMNS]
                        .hi[(size_t)i * RESIDUAL_COLUMNS + (size_t)(b % RESIDUAL_COLUMNS)] = J->value[k];
        }
}

/* The largest residual of some columns; r gets them. */
static double take_residuals(Columns *c, int count) {
    const size_t frees = (size_t)c->scaled->frees;
    double largest = 0;
    for (int b = 0; b < count; b++) {
        const Residual *residual = &c->residual[b / RESIDUAL_COLUMNS];
        for (size_t f = 0; f < frees; f++) {
            const size_t at = (size_t)c->scaled->free[f] * RESIDUAL_COLUMNS + (size_t)(b % RESIDUAL_COLUMNS);
            double low;
            const double high = sum_with_error(residual->hi[at], residual->lo[at], &low);
            const double r = high + (low + (residual->rest ? residual->rest[at] : 0));
            c->r[(size_t)b * frees + f] = r;
            largest = fmax(largest, fabs(r));
        }
    }
    return largest;
}

/* What is smaller has no place in X: products with it would not be exact. */
static const double LEAST = 0x1p-700;

/* Corrections as panels; those too small for exact products are left out, which X may be. */
static void take_corrections(Columns *c, int count) {
    const size_t frees = (size_t)c->scaled->frees, panel = panel_size(c);
    memset(c->X, 0, (size_t)c->panels * panel * sizeof(double));
    for (int b = 0; b < count; b++)
        for (size_t f = 0; f < frees; f++) {
            const double x = c->x[(size_t)b * frees + f];
            if (fabs(x) < LEAST) continue;
            const size_t at = (size_t)(b / RESIDUAL_COLUMNS) * panel +
                              (size_t)c->scaled->free[f] * RESIDUAL_COLUMNS + (size_t)(b % RESIDUAL_COLUMNS);
            c->X[at] = x;
            c->sizes[at] += fabs(x);
        }
}

/* X <- the rounded sum of the first solution and its correction, to be subtracted from J_fk itself. */
static void begin_anew(Columns *c, int first, int count) {
    const size_t all = (size_t)c->panels * panel_size(c);
    columns_start(c, first, count);
    for (size_t i = 0; i < all; i++) {
        const double x = c->X[i] + c->total[i];
        c->X[i] = fabs(x) < LEAST ? 0 : x;
        c->sizes[i] = fabs(c->X[i]);
    }
}

static JudderErr columns_improve(Columns *c, int first, int count) {
    const int panels = (count + RESIDUAL_COLUMNS - 1) / RESIDUAL_COLUMNS;
    double before = INFINITY;
    for (int pass = 0; pass < c->inverse->passes && c->scaled->frees > 0; pass++) {
        const double largest = take_residuals(c, count);
        if (largest == 0 || (pass > 3 && largest > 0.7 * before)) return JUDDER_OK; /* no better any more */
        before = largest;
        TRY(c->inverse->solve(c->inverse->context, count, c->r, c->x));
        take_corrections(c, count);
        if (c->total && pass == 0) memcpy(c->total, c->X, (size_t)c->panels * panel_size(c) * sizeof(double));
        if (c->total && pass == 1) begin_anew(c, first, count);
        for (int p = 0; p < panels; p++)
            residual_subtract(c->scaled->J, c->X + (size_t)p * panel_size(c), &c->residual[p]);
    }
    return JUDDER_OK;
}

/* What the radii of J add in row i of column b: J_D |(e_j, X)|. */
static double columns_spread(const Columns *c, int i, int wanted, int b) {
    const EnclosureMatrix *J = c->scaled->J;
    const double *sizes = c->sizes + (size_t)(b / RESIDUAL_COLUMNS) * panel_size(c);
    double sum = 0;
    bool any = false;
    for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
        const size_t j = (size_t)J->column[k];
        const double size = c->scaled->place[j] == -1 - wanted
                                ? 1
                                : sizes[j * RESIDUAL_COLUMNS + (size_t)(b % RESIDUAL_COLUMNS)];
        if (J->radius[k] == 0 || size == 0) continue;
        sum += J->radius[k] * size;
        any = true;
    }
    return any ? sum * ROUNDING_UP + DBL_MIN : 0;
}

/* One column of S and its radii; false if they cannot be had. */
static bool columns_finish(Columns *c, int column, int b) {
    const EnclosureScaled *scaled = c->scaled;
    const EnclosureMatrix *J = scaled->J;
    const int wanted = c->question->wanted[column], columns = c->question->columns;
    const int own = scaled->exponent[c->question->row[wanted]];
    const double terms = (double)scaled->longest * (c->inverse->passes + 1) + 2;
    const Residual *residual = &c->residual[b / RESIDUAL_COLUMNS];
    for (int f = 0; f < scaled->frees; f++) {
        const int i = scaled->free[f];
        double error;
        const double r = residual_value(
            residual, (size_t)i * RESIDUAL_COLUMNS + (size_t)(b % RESIDUAL_COLUMNS), terms, &error);
        c->bad[f] = (fabs(r) + error) * ROUNDING_UP + (J->radius ? columns_spread(c, i, wanted, b) : 0);
        if (!isfinite(c->bad[f])) return false;
    }
    if (scaled->frees > 0)
        c->inverse->bound(c->inverse->context, c->bad, c->bound);
    else
        memset(c->bound, 0, (size_t)c->question->kept * sizeof *c->bound);
    for (int k = 0; k < c->question->kept; k++) {
        const int i = c->question->row[k], e = -scaled->exponent[i] - own;
        double error;
        const double S = residual_value(
            residual, (size_t)i * RESIDUAL_COLUMNS + (size_t)(b % RESIDUAL_COLUMNS), terms, &error);
        const double radius = (error + c->bound[k] + (J->radius ? columns_spread(c, i, wanted, b) : 0)) *
                              ROUNDING_UP;
        const size_t at = (size_t)k * (size_t)columns + (size_t)column;
        c->answer->S[at] = ldexp(S, e);
        c->answer->S_D[at] = radius > 0 ? ldexp(radius, e) + DBL_MIN : 0;
        if (ldexp(c->answer->S[at], -e) != S) c->answer->S_D[at] += DBL_MIN; /* below the normal numbers */
        if (!isfinite(c->answer->S[at]) || !isfinite(c->answer->S_D[at])) return false;
    }
    return true;
}

static JudderErr columns_run(Columns *c) {
    c->answer->enclosed = true;
    for (int first = 0; first < c->question->columns && c->answer->enclosed;) {
        const int left = c->question->columns - first, most = c->panels * RESIDUAL_COLUMNS;
        const int count = left < most ? left : most;
        if (stop_requested()) {
            c->answer->enclosed = false;
            c->answer->reason = "interrupted";
            break;
        }
        columns_start(c, first, count);
        TRY(columns_improve(c, first, count));
        for (int b = 0; b < count && c->answer->enclosed; b++)
            c->answer->enclosed = columns_finish(c, first + b, b);
        if (!c->answer->enclosed) c->answer->reason = "the condensed matrix has no finite enclosure";
        first += count;
    }
    return JUDDER_OK;
}

JudderErr enclosure_columns(const EnclosureQuestion *question, const EnclosureScaled *scaled,
                            const EnclosureInverse *inverse, EnclosureAnswer *answer) {
    Columns columns = {.question = question, .scaled = scaled, .inverse = inverse, .answer = answer};
    JudderErr err = columns_allocate(&columns);
    if (err == JUDDER_OK) err = columns_run(&columns);
    columns_release(&columns);
    return err;
}
