#include "complementarity/lcp/scaled.h"

#include "base/array/room.h"
#include "base/dense.h"
#include "base/number/rounding.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REFINEMENTS = 5 };        /* of a solution on a set, at most */
enum { ROUNDS = 12 };            /* of equilibration: each takes the square root of the spread that is left */
enum { NO_EXPONENT = -1000000 }; /* of zero */
static const double default_tolerance = 1e-12;
/* Rows of a linear system hold within this part of what is summed in them: one more refinement is enough. */
static const double held_within = 1e-13;
/* A refinement that still changes a sum by this part of it does not settle: the block is as good as singular,
 * and its solution a direction that M x leaves zero, in which q is lost. */
static const double unsettled = 1e-3;
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
    SCOPED_FREE int *exponent = malloc((order * order + 2 * order) * sizeof *exponent);
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
    return JUDDER_OK;
}

static bool is_empty_row(const Lcp *lcp, long i) {
    const long n = lcp->n;
    for (long j = 0; j < n; j++)
        if (lcp->M[i * n + j] != 0) return false;
    return true;
}

static void scale_numbers(const Lcp *lcp, ScaledLcp *made) {
    const long n = lcp->n;
    int most = NO_EXPONENT;
    for (long i = 0; i < n; i++) {
        const int q = exponent_of(lcp->q[i]);
        if (q != NO_EXPONENT && q + made->row[i] > most && !is_empty_row(lcp, i)) most = q + made->row[i];
    }
    made->size = most == NO_EXPONENT ? 0 : most;
    for (long i = 0; i < n; i++) {
        /* Of q_i in an empty row only the sign matters. */
        if (lcp->q[i] != 0 && is_empty_row(lcp, i)) made->row[i] = made->size - exponent_of(lcp->q[i]);
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
    const bool room = ROOM_TAKE(ROOM(made->M, n * n), ROOM(made->q, n), ROOM(made->row, n),
                                ROOM(made->column, n));
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

JudderErr scaled_radii(const Lcp *lcp, ScaledLcp *scaled) {
    const size_t n = (size_t)lcp->n;
    scaled->M_D = malloc((n * n + n) * sizeof *scaled->M_D);
    REQUIRE(scaled->M_D, error_memory());
    double *q_D = scaled->M_D + n * n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            const size_t at = i * n + j;
            scaled->M_D[at] = rounding_scaled_radius(lcp->M[at], scaled->M[at], lcp->M_D ? lcp->M_D[at] : 0,
                                                     scaled->row[i] + scaled->column[j]);
        }
        q_D[i] = rounding_scaled_radius(lcp->q[i], scaled->q[i], lcp->q_D ? lcp->q_D[i] : 0,
                                        scaled->row[i] - scaled->size);
    }
    scaled->lcp.M_D = scaled->M_D;
    scaled->lcp.q_D = q_D;
    return JUDDER_OK;
}

void scaled_destroy(ScaledLcp **scaled) {
    if (!*scaled) return;
    free((*scaled)->M);
    free((*scaled)->M_D);
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
    double *A, *x, *step, *rest;
} SetBlock;

static void block_release(SetBlock *block) {
    free(block->rows);
}

static JudderErr block_fill(const Lcp *lcp, const bool *set, SetBlock *block) {
    const long n = lcp->n;
    size_t count = 0;
    for (int i = 0; i < lcp->n; i++) count += set[i];
    REQUIRE(ROOM_TAKE(ROOM(block->rows, count), ROOM(block->A, count * count), ROOM(block->x, count),
                      ROOM(block->step, count), ROOM(block->rest, count)),
            error_memory());
    for (int i = 0; i < lcp->n; i++)
        if (set[i]) block->rows[block->count++] = i;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++)
            block->A[i * count + j] = lcp->M[block->rows[i] * n + block->rows[j]];
        block->x[i] = -lcp->q[block->rows[i]];
    }
    return JUDDER_OK;
}

/* What is summed in row i. */
static double block_size(const SetBlock *block, long i) {
    double size = fabs(block->x[i]);
    for (long j = 0; j < block->count; j++) size += fabs(block->A[i * block->count + j] * block->step[j]);
    return size;
}

/* rest <- x - A step, summed in long double; whether all rows hold. */
static bool block_rest(const SetBlock *block) {
    const long count = block->count;
    bool held = true;
    for (long i = 0; i < count; i++) {
        long double sum = block->x[i];
        for (long j = 0; j < count; j++) sum -= (long double)block->A[i * count + j] * block->step[j];
        block->rest[i] = (double)sum;
        const double rest = fabs(block->rest[i]);
        held = held &&
               (rest <= held_within * fabs(block->x[i]) || rest <= held_within * block_size(block, i));
    }
    return held;
}

/* Whether the last refinement, still in rest, was small beside the largest sum: one row may hold next to
 * nothing. */
static bool block_settled(const SetBlock *block) {
    const long count = block->count;
    double most = 0;
    for (long i = 0; i < count; i++) most = fmax(most, unsettled * block_size(block, i));
    for (long i = 0; i < count * count; i++)
        if (!(fabs(block->A[i] * block->rest[i % count]) <= most)) return false;
    return true;
}

/* x <- A^-1 x, refined once, and again where rows did not yet hold. */
static JudderErr block_solve(SetBlock *block, bool *singular) {
    const long count = block->count;
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    TRY(dense_factor_create(block->count, block->A, &factor, singular));
    memcpy(block->step, block->x, (size_t)count * sizeof *block->x);
    JudderErr err = *singular ? JUDDER_OK : dense_factor_solve(factor, block->step);
    bool held = false;
    for (int k = 0; k < REFINEMENTS && !held && err == JUDDER_OK && !*singular; k++) {
        *singular = !all_finite(count, block->step);
        if (*singular) break;
        held = block_rest(block);
        err = dense_factor_solve(factor, block->rest);
        for (long i = 0; i < count && err == JUDDER_OK; i++) block->step[i] += block->rest[i];
    }
    if (err == JUDDER_OK && !*singular) {
        *singular = !all_finite(count, block->step) || !block_settled(block);
        memcpy(block->x, block->step, (size_t)count * sizeof *block->x);
    }
    return err;
}

JudderErr lcp_solve_on_set(const Lcp *lcp, const bool *set, double *x, bool *singular) {
    SCOPED(block_release) SetBlock block = {0};
    JudderErr err = block_fill(lcp, set, &block);
    *singular = false;
    if (err == JUDDER_OK && block.count > 0) err = block_solve(&block, singular);
    if (err == JUDDER_OK && !*singular) {
        memset(x, 0, (size_t)lcp->n * sizeof *x);
        for (int i = 0; i < block.count; i++) x[block.rows[i]] = block.x[i];
    }
    return err;
}

/* Room for an x that is tried, with what the judge sees of it. */
typedef struct Tried {
    double *x, *share, *weight, residual;
} Tried;

static void judge_tried(const Lcp *lcp, Tried *tried) {
    tried->residual = 0;
    if (!lcp_weigh(lcp, tried->x, tried->share, tried->weight)) tried->residual = INFINITY;
    for (int i = 0; i < lcp->n && tried->residual < INFINITY; i++) {
        const double least = tried->weight[i] < tried->share[i] ? tried->weight[i] : tried->share[i];
        if (!(fabs(least) <= tried->residual)) tried->residual = fabs(least);
    }
}

/* Puts numbers to zero that are rounding in every sum they enter (weights) or beside the largest; whether
 * that changed any. */
static bool round_to_zero(int n, double *x, const double *weight) {
    double most = 0;
    bool changed = false;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    for (int i = 0; i < n; i++)
        if (x[i] != 0 && (weight ? fabs(weight[i]) <= rounding : fabs(x[i]) <= rounding * most)) {
            x[i] = 0;
            changed = true;
        }
    return changed;
}

/* Takes the x tried if the judge likes it as well as the one there is, whose residual is `least`. */
static void take_if_better(const Lcp *lcp, Tried *tried, double *x, double *least) {
    judge_tried(lcp, tried);
    if (!(tried->residual <= *least)) return;
    memcpy(x, tried->x, (size_t)lcp->n * sizeof *x);
    *least = tried->residual;
}

/* The judge is asked about the x given only if the one tried is not beyond doubt. */
static void scaled_choose(const Lcp *lcp, Tried *tried, double *x, double *least) {
    judge_tried(lcp, tried);
    *least = tried->residual <= rounding ? tried->residual : lcp_residual(lcp, x);
    if (tried->residual <= *least) {
        memcpy(x, tried->x, (size_t)lcp->n * sizeof *x);
        *least = tried->residual;
    }
    if (tried->residual == INFINITY) return;
    if (round_to_zero(lcp->n, tried->x, tried->weight)) take_if_better(lcp, tried, x, least);
    /* What is small beside the largest may be rounding, but must not be: only where that is better. */
    double below = *least * (1 - DBL_EPSILON);
    if (*least > 0 && round_to_zero(lcp->n, tried->x, NULL)) {
        take_if_better(lcp, tried, x, &below);
        *least = fmin(*least, tried->residual);
    }
}

JudderErr lcp_polish_on_set(const Lcp *lcp, const bool *set, double *x, double *residual) {
    SCOPED_FREE double *room = malloc(3 * (size_t)lcp->n * sizeof *room);
    REQUIRE(room, error_memory());
    Tried tried = {.x = room, .share = room + lcp->n, .weight = room + 2 * lcp->n};
    bool singular;
    const JudderErr err = lcp_solve_on_set(lcp, set, tried.x, &singular);
    if (err == JUDDER_OK && singular) *residual = lcp_residual(lcp, x);
    if (err == JUDDER_OK && !singular) scaled_choose(lcp, &tried, x, residual);
    return err;
}

double lcp_tolerance(const LcpLimits *limits) {
    return limits && limits->tolerance > 0 ? limits->tolerance : default_tolerance;
}

static bool lift_negative(int n, double *x) {
    bool some = false;
    for (int i = 0; i < n; i++) {
        some = some || x[i] < 0;
        x[i] = x[i] < 0 ? 0 : x[i];
    }
    return some;
}

void lcp_report_end(const Lcp *lcp, const LcpLimits *limits, double *x, LcpOutcome otherwise,
                    LcpReport *report) {
    report->residual = lcp_residual(lcp, x);
    if (report->residual <= lcp_tolerance(limits) && lift_negative(lcp->n, x))
        report->residual = lcp_residual(lcp, x);
    report->outcome = report->residual <= lcp_tolerance(limits) ? LCP_SOLVED : otherwise;
}
