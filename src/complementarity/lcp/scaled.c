#include "complementarity/lcp/scaled.h"

#include "base/dense.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12 };            /* of equilibration: each takes the square root of the spread that is left */
enum { NO_EXPONENT = -1000000 }; /* of zero */
static const double default_tolerance = 1e-12;
/* |x_i| up to rounding max|x| may be zero. */
static const double rounding = 1e-13;
/* A number of the start beyond this, in a problem of numbers near 1, says nothing. */
static const double wildest = 1e12;

static bool all_finite(long count, const double *values) {
    for (long i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

/* Biased exponent of a double: its bits after the sign. */
enum { BIAS = 1023, MANTISSA = 52 };

static int exponent_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int biased = (int)(bits >> MANTISSA & (2 * BIAS + 1));
    if (biased > 0) return biased - BIAS; /* a normal number, as nearly all are */
    return value == 0 ? NO_EXPONENT : ilogb(value);
}

/* value 2^exponent, rounded once. */
static double scaled_by(double value, int exponent) {
    if (exponent <= -BIAS || exponent > BIAS) return ldexp(value, exponent);
    const uint64_t bits = (uint64_t)(exponent + BIAS) << MANTISSA;
    double power;
    memcpy(&power, &bits, sizeof power);
    return value * power;
}

/* The exponent of the largest entry of each row and each column of R M C, `exponent` those of M; far below
 * zero where there is none. */
static void largest_exponents(long n, const int *exponent, const int *row, const int *column, int *most) {
    int *restrict of_column = most + n;
    for (long i = 0; i < n; i++) of_column[i] = NO_EXPONENT;
    for (long i = 0; i < n; i++) {
        const int *restrict own = exponent + i * n;
        int of_row = NO_EXPONENT;
        for (long j = 0; j < n; j++) {
            const int across = own[j] + column[j], down = own[j] + row[i];
            of_row = across > of_row ? across : of_row;
            of_column[j] = down > of_column[j] ? down : of_column[j];
        }
        most[i] = of_row;
    }
}

/* The step that takes half of an exponent away; the last odd one is left. */
static int half_step(int most, int own) {
    return most < NO_EXPONENT / 2 ? 0 : -(most + own) / 2;
}

JudderErr lcp_equilibrate(int n, const double *M, int *row, int *column) {
    const size_t order = (size_t)n;
    int *exponent = malloc((order * order + 2 * order) * sizeof *exponent);
    REQUIRE(exponent, error_memory());
    int *most = exponent + order * order;
    for (size_t k = 0; k < order * order; k++) exponent[k] = exponent_of(M[k]);
    memset(row, 0, order * sizeof *row);
    memset(column, 0, order * sizeof *column);
    for (int round = 0; round < ROUNDS; round++) {
        bool moved = false;
        largest_exponents(n, exponent, row, column, most);
        for (int i = 0; i < n; i++) {
            const int step = half_step(most[i], row[i]), across = half_step(most[n + i], column[i]);
            row[i] += step;
            column[i] += across;
            moved = moved || step || across;
        }
        if (!moved) break;
    }
    free(exponent);
    return JUDDER_OK;
}

static void scale_numbers(const Lcp *lcp, ScaledLcp *made) {
    const long n = lcp->n;
    int most = NO_EXPONENT;
    for (long i = 0; i < n; i++) {
        const int q = exponent_of(lcp->q[i]);
        bool empty = true;
        for (long j = 0; j < n; j++) empty = empty && lcp->M[i * n + j] == 0;
        if (!empty && q != NO_EXPONENT && q + made->row[i] > most) most = q + made->row[i];
    }
    made->size = most == NO_EXPONENT ? 0 : most;
    for (long i = 0; i < n; i++) {
        bool empty = true;
        for (long j = 0; j < n; j++) empty = empty && lcp->M[i * n + j] == 0;
        /* Of q_i in an empty row only the sign matters. */
        if (empty && lcp->q[i] != 0) made->row[i] = made->size - exponent_of(lcp->q[i]);
        for (long j = 0; j < n; j++)
            made->M[i * n + j] = scaled_by(lcp->M[i * n + j], made->row[i] + made->column[j]);
        made->q[i] = ldexp(lcp->q[i], made->row[i] - made->size);
    }
}

JudderErr scaled_create(const Lcp *lcp, ScaledLcp **scaled) {
    REQUIRE(lcp->n > 0,
            error_input(NULL, "a complementarity problem of %d unknowns: at least 1 is needed", lcp->n));
    const size_t n = (size_t)lcp->n;
    REQUIRE(all_finite((long)(n * n), lcp->M) && all_finite((long)n, lcp->q),
            error_input(NULL, "a complementarity problem has an invalid number"));
    ScaledLcp *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->M = malloc(n * n * sizeof *made->M);
    made->q = malloc(n * sizeof *made->q);
    made->row = malloc(n * sizeof *made->row);
    made->column = malloc(n * sizeof *made->column);
    const bool room = made->M && made->q && made->row && made->column;
    const JudderErr err = room ? lcp_equilibrate(lcp->n, lcp->M, made->row, made->column) : error_memory();
    if (err != JUDDER_OK) {
        scaled_destroy(&made);
        return err;
    }
    scale_numbers(lcp, made);
    made->lcp = (Lcp){.n = lcp->n, .M = made->M, .q = made->q};
    *scaled = made;
    return JUDDER_OK;
}

void scaled_destroy(ScaledLcp **scaled) {
    if (!*scaled) return;
    free((*scaled)->M);
    free((*scaled)->q);
    free((*scaled)->row);
    free((*scaled)->column);
    free(*scaled);
    *scaled = NULL;
}

void scaled_from(const ScaledLcp *scaled, const double *x, double *inner) {
    for (int i = 0; i < scaled->lcp.n; i++) {
        inner[i] = ldexp(x[i], -scaled->column[i] - scaled->size);
        if (!(fabs(inner[i]) < wildest)) inner[i] = 0;
    }
}

void scaled_back(const ScaledLcp *scaled, const double *inner, double *x) {
    for (int i = 0; i < scaled->lcp.n; i++) x[i] = ldexp(inner[i], scaled->column[i] + scaled->size);
}

typedef struct SetBlock {
    int count;
    int *rows;
    double *A, *x, *step;
} SetBlock;

static void block_release(SetBlock *block) {
    free(block->rows);
    free(block->A);
    free(block->x);
    free(block->step);
}

static JudderErr block_fill(const Lcp *lcp, const bool *set, SetBlock *block) {
    const long n = lcp->n;
    *block = (SetBlock){.rows = malloc((size_t)n * sizeof *block->rows)};
    REQUIRE(block->rows, error_memory());
    for (int i = 0; i < lcp->n; i++)
        if (set[i]) block->rows[block->count++] = i;
    const size_t count = (size_t)block->count;
    block->A = malloc((count * count + 1) * sizeof *block->A);
    block->x = malloc((count + 1) * sizeof *block->x);
    block->step = malloc((count + 1) * sizeof *block->step);
    REQUIRE(block->A && block->x && block->step, error_memory());
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++)
            block->A[i * count + j] = lcp->M[block->rows[i] * n + block->rows[j]];
        block->x[i] = -lcp->q[block->rows[i]];
    }
    return JUDDER_OK;
}

/* x <- A^-1 x, then one step of refinement with the remainder summed in long double. */
static JudderErr block_solve(SetBlock *block, bool *singular) {
    const long count = block->count;
    DenseFactor *factor = NULL;
    TRY(dense_factor_create(block->count, block->A, &factor, singular));
    if (*singular) {
        dense_factor_destroy(&factor);
        return JUDDER_OK;
    }
    memcpy(block->step, block->x, (size_t)count * sizeof *block->x);
    JudderErr err = dense_factor_solve(factor, block->step);
    *singular = err == JUDDER_OK && !all_finite(count, block->step);
    if (err == JUDDER_OK && !*singular) {
        for (long i = 0; i < count; i++) {
            long double sum = block->x[i];
            for (long j = 0; j < count; j++) sum -= (long double)block->A[i * count + j] * block->step[j];
            block->A[i * count] = (double)sum; /* row i is no longer needed */
        }
        for (long i = 0; i < count; i++) block->x[i] = block->A[i * count];
        err = dense_factor_solve(factor, block->x);
        for (long i = 0; i < count; i++) block->x[i] += block->step[i];
        *singular = err == JUDDER_OK && !all_finite(count, block->x);
    }
    dense_factor_destroy(&factor);
    return err;
}

JudderErr lcp_solve_on_set(const Lcp *lcp, const bool *set, double *x, bool *singular) {
    SetBlock block;
    JudderErr err = block_fill(lcp, set, &block);
    *singular = false;
    if (err == JUDDER_OK && block.count > 0) err = block_solve(&block, singular);
    if (err == JUDDER_OK && !*singular) {
        memset(x, 0, (size_t)lcp->n * sizeof *x);
        for (int i = 0; i < block.count; i++) x[block.rows[i]] = block.x[i];
    }
    block_release(&block);
    return err;
}

/* Puts numbers in [-rounding, up_to] relative to the largest to zero; whether that changed any. */
static bool round_to_zero(int n, double up_to, double *x) {
    double most = 0;
    bool changed = false;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    for (int i = 0; i < n; i++)
        if (x[i] != 0 && x[i] <= up_to * most && x[i] >= -rounding * most) {
            x[i] = 0;
            changed = true;
        }
    return changed;
}

/* Takes the x tried if the judge likes it as well as the one there is, whose residual is `least`. */
static void take_if_better(const Lcp *lcp, const double *tried, double *x, double *least) {
    const double residual = lcp_residual(lcp, tried);
    if (!(residual <= *least)) return;
    memcpy(x, tried, (size_t)lcp->n * sizeof *x);
    *least = residual;
}

JudderErr lcp_polish_on_set(const Lcp *lcp, const bool *set, double *x) {
    double *tried = malloc((size_t)lcp->n * sizeof *tried);
    REQUIRE(tried, error_memory());
    bool singular;
    const JudderErr err = lcp_solve_on_set(lcp, set, tried, &singular);
    if (err == JUDDER_OK && !singular) {
        double least = lcp_residual(lcp, x);
        round_to_zero(lcp->n, 0, tried);
        take_if_better(lcp, tried, x, &least);
        if (round_to_zero(lcp->n, rounding, tried)) take_if_better(lcp, tried, x, &least);
    }
    free(tried);
    return err;
}

double lcp_tolerance(const LcpLimits *limits) {
    return limits && limits->tolerance > 0 ? limits->tolerance : default_tolerance;
}

void lcp_report_end(const Lcp *lcp, const LcpLimits *limits, const double *x, LcpOutcome otherwise,
                    LcpReport *report) {
    report->residual = lcp_residual(lcp, x);
    report->outcome = report->residual <= lcp_tolerance(limits) ? LCP_SOLVED : otherwise;
}
