/* Onset and growth: every set of futures is an eigenproblem, in mu (ST-6) or in z = lam^2 (ST-7). */
#include "stability/futures.h"

#include "stability/futures/pieces.h"
#include "stability/futures/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which eigenvalues of a set are wanted, and what they mean. */
typedef struct Wanted {
    const double *mu; /* of each contact; NULL: the eigenvalue is mu */
    double *uniform;  /* room for one mu of all contacts */
    double from, to;
} Wanted;

/* Both signs of a vector, since the eigenproblem does not know which way is out. */
static JudderErr offer_both(Sets *sets, const Wanted *wanted, double value) {
    const int n = sets->motion->n;
    SmallRates rates = {
        .mu = wanted->mu ? wanted->mu : wanted->uniform, .z = wanted->mu ? value : 0, .V = sets->V};
    for (int i = 0; i < sets->motion->contacts && !wanted->mu; i++) wanted->uniform[i] = value;
    sets_expand(sets, sets->y, sets->V);
    TRY(sets_offer(sets, &rates, wanted->mu ? 0 : value, false));
    for (int i = 0; i < n; i++) sets->V[i] = -sets->V[i];
    return sets_offer(sets, &rates, wanted->mu ? 0 : value, false);
}

/* A pencil that is singular for every value has its least one where the interval starts. */
static JudderErr ask_start(Sets *sets, const Wanted *wanted) {
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    for (size_t i = 0; i < square; i++) sets->P[i] -= wanted->from * sets->Q[i];
    const int lacks = sets_null(sets, sets->P, sets->y, sets->left);
    if (lacks == 0) return JUDDER_OK;
    sets_unscale(sets, sets->y);
    return offer_both(sets, wanted, wanted->from);
}

/* Scales the rows and columns of both matrices of the pencil in the same way, and all that belongs to them;
 * N1 is work. */
static JudderErr scale_pencil(Sets *sets) {
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    const double P = dense_largest(square, sets->P), Q = dense_largest(square, sets->Q);
    for (size_t i = 0; i < square; i++)
        sets->N1[i] = (P > 0 ? fabs(sets->P[i]) / P : 0) + (Q > 0 ? fabs(sets->Q[i]) / Q : 0);
    TRY(sets_equilibrate(sets, sets->N1));
    double *const all[] = {sets->P, sets->P_low, sets->P_D, sets->Q, sets->Q_low, sets->Q_D};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sets_scale(sets, all[i]);
    return JUDDER_OK;
}

/* The largest finite value that was computed. */
static double largest_value(const Sets *sets) {
    double size = 0;
    for (int j = 0; j < sets->count; j++)
        if (sets->beta[j] != 0) size = fmax(size, fabs(sets->re[j] / sets->beta[j]));
    return size;
}

/* What is asked of the values of the present set. */
typedef struct Asking {
    Sets *sets;
    const Wanted *wanted;
} Asking;

static SetJudgement judgement_of(const Asking *asking, const SetValue *value) {
    const Wanted *wanted = asking->wanted;
    if (!value->alone) return (SetJudgement){.verdict = SET_UNDECIDED};
    SetJudgement judgement = set_judge(asking->sets, wanted->mu, value);
    const bool inside = value->inside && value->low >= wanted->from && value->high <= wanted->to;
    if (judgement.verdict == SET_SOLVES && !inside) judgement.verdict = SET_UNDECIDED;
    return judgement;
}

/* Of a solution that is proved: how wide its interval and how large its residual may be, if that can be had.
 */
static const double NARROW = 1e-11, POLISHED = 1e-10;

/* The rates of a value, and the judge's word on them. */
static SmallRates rates_of(Sets *sets, const Wanted *wanted, const SetValue *value, bool backward) {
    sets_expand(sets, value->y, sets->V);
    for (int i = 0; i < sets->motion->n && backward; i++) sets->V[i] = -sets->V[i];
    for (int i = 0; i < sets->motion->contacts && !wanted->mu; i++) wanted->uniform[i] = value->value;
    return (SmallRates){
        .mu = wanted->mu ? wanted->mu : wanted->uniform, .z = wanted->mu ? value->value : 0, .V = sets->V};
}

static ValueState state_of(const void *context, const SetValue *value) {
    const Asking *asking = context;
    const SetJudgement judgement = judgement_of(asking, value);
    if (judgement.verdict == SET_UNDECIDED) return VALUE_OPEN;
    if (judgement.verdict == SET_NONE) return VALUE_SETTLED;
    if (value->high - value->low > NARROW * fmax(fabs(value->low), fabs(value->high))) return VALUE_WIDE;
    const SmallRates rates = rates_of(asking->sets, asking->wanted, value, judgement.backward);
    const double residual = small_motion_residual(asking->sets->motion, asking->sets->stiffness, &rates);
    return residual <= POLISHED ? VALUE_SETTLED : VALUE_WIDE;
}

static JudderErr keep_proved(Sets *sets, const Wanted *wanted, const SetValue *value,
                             const SetJudgement *judgement) {
    const SmallRates rates = rates_of(sets, wanted, value, judgement->backward);
    const double largest = dense_largest((size_t)sets->motion->n, sets->V);
    const FutureMode mode = {.mu = wanted->mu ? 0 : value->value,
                             .z = rates.z,
                             .residual = small_motion_residual(sets->motion, sets->stiffness, &rates),
                             .verge = judgement->verge,
                             .proved = true,
                             .low = value->low,
                             .high = value->high};
    return sets_keep(sets, &mode, sets->V, 1 / largest);
}

/* Neither a solution nor none: its interval is reported, and what was computed if the judge of the whole
 * motion agrees; one just below the interval that is asked about counts as its lower end. */
static JudderErr tell_open(Sets *sets, const Wanted *wanted, const SetValue *value, double size) {
    TRY(sets_leave_open(sets, fmax(value->low, wanted->from), fmin(value->high, wanted->to)));
    double v = value->value + 0.0; /* no negative zero */
    if (!value->computed) return JUDDER_OK;
    if (v < wanted->from && v >= wanted->from - 1e-13 * size) v = wanted->from;
    if (!isfinite(v) || v < wanted->from || v > wanted->to) return JUDDER_OK;
    memcpy(sets->y, value->y, (size_t)sets->count * sizeof *sets->y);
    return offer_both(sets, wanted, v);
}

static JudderErr ask_values(Sets *sets, const Wanted *wanted, Pieces *pieces, int which) {
    const Asking asking = {sets, wanted};
    const double size = largest_value(sets);
    SCOPED(values_release) SetValues values = {0};
    TRY(values_find(sets, &(ValueJudge){wanted->from, wanted->to, state_of, &asking}, &values));
    JudderErr err = JUDDER_OK;
    for (int i = 0; i < values.count && err == JUDDER_OK; i++) {
        const SetJudgement judgement = judgement_of(&asking, &values.at[i]);
        const SetVerdict verdict = judgement.verdict;
        if (verdict == SET_SOLVES) err = keep_proved(sets, wanted, &values.at[i], &judgement);
        if (verdict == SET_UNDECIDED) err = tell_open(sets, wanted, &values.at[i], size);
        if (err == JUDDER_OK)
            err = pieces_note(pieces, which, &values.at[i], verdict != SET_NONE || judgement.own);
    }
    return err;
}

/* Eigenvalues of P y = value Q y of one piece in the interval. */
static JudderErr ask_piece(Sets *sets, const Wanted *wanted, Pieces *pieces, int which) {
    const int m = sets->count;
    const size_t square = (size_t)m * (size_t)m;
    const DensePencil pencil = {sets->re, sets->im, sets->beta, sets->vectors};
    TRY(scale_pencil(sets));
    TRY(dense_eigen_pencil(m, sets->P, sets->Q, &pencil));
    const double zero_P = 1e-13 * m * dense_largest(square, sets->P),
                 zero_Q = 1e-13 * m * dense_largest(square, sets->Q);
    bool singular = false;
    for (int j = 0; j < m; j++)
        singular = singular || (hypot(sets->re[j], sets->im[j]) <= zero_P && fabs(sets->beta[j]) <= zero_Q);
    TRY(ask_values(sets, wanted, pieces, which));
    if (!singular) return JUDDER_OK;
    TRY(sets_leave_open(sets, wanted->from, wanted->to));
    return ask_start(sets, wanted);
}

static JudderErr ask_set(Sets *sets, const Wanted *wanted) {
    SCOPED(pieces_close) Pieces pieces = {0};
    TRY(pieces_open(sets, &pieces));
    JudderErr err = JUDDER_OK;
    for (int which = 0; which < pieces.pieces && err == JUDDER_OK; which++) {
        pieces_take(&pieces, which, sets);
        err = ask_piece(sets, wanted, &pieces, which);
    }
    if (err == JUDDER_OK) err = pieces_compare(&pieces, sets, wanted->from, wanted->to);
    return err;
}

static bool any_slips(const Sets *sets) {
    for (int i = 0; i < sets->count; i++)
        if (sets->unknown[i].slipping >= 0) return true;
    return false;
}

static JudderErr onset_of_set(Sets *sets, const Wanted *wanted) {
    if (sets->count == 0) return JUDDER_OK;
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    sets_blocks(sets, sets->stiffness);
    memcpy(sets->P, sets->N0, square * sizeof *sets->P);
    memcpy(sets->Q, sets->N1, square * sizeof *sets->Q);
    memset(sets->P_low, 0, square * sizeof *sets->P_low);
    memset(sets->Q_low, 0, square * sizeof *sets->Q_low);
    sets_radii(sets, sets->P_D, sets->Q_D);
    if (any_slips(sets)) return ask_set(sets, wanted);
    TRY(scale_pencil(sets)); /* mu does not enter */
    bool regular = false;
    TRY(values_is_regular(sets, &regular));
    if (!regular) TRY(sets_leave_open(sets, wanted->from, wanted->to));
    return regular ? JUDDER_OK : ask_start(sets, wanted);
}

static JudderErr growth_of_set(Sets *sets, const Wanted *wanted) {
    if (sets->count == 0) return JUDDER_OK;
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    sets_blocks(sets, sets->stiffness);
    sets_combine_exactly(sets, wanted->mu, sets->stiffness_D,
                         (double *const[]){sets->P, sets->P_low, sets->P_D});
    sets_blocks(sets, sets->motion->M);
    sets_combine_exactly(sets, wanted->mu, NULL, (double *const[]){sets->Q, sets->Q_low, sets->Q_D});
    for (size_t i = 0; i < square; i++) sets->Q[i] = -sets->Q[i], sets->Q_low[i] = -sets->Q_low[i];
    return ask_set(sets, wanted);
}

static int by_start(const void *a, const void *b) {
    const double x = ((const FutureOpen *)a)->low, y = ((const FutureOpen *)b)->low;
    return (x > y) - (x < y);
}

static void join_open(Futures *futures) {
    int count = 0;
    if (futures->open_count > 1)
        qsort(futures->open, (size_t)futures->open_count, sizeof *futures->open, by_start);
    for (int i = 0; i < futures->open_count; i++) {
        const FutureOpen *next = &futures->open[i];
        if (count > 0 && next->low <= futures->open[count - 1].high)
            futures->open[count - 1].high = fmax(futures->open[count - 1].high, next->high);
        else
            futures->open[count++] = *next;
    }
    futures->open_count = count;
}

static JudderErr ask_all(const SmallMotion *motion, const Wanted *wanted,
                         JudderErr (*ask)(Sets *, const Wanted *), Futures *futures) {
    Sets sets;
    TRY(sets_open(motion, futures, &sets));
    JudderErr err = JUDDER_OK;
    sets_first(&sets);
    do err = ask(&sets, wanted);
    while (err == JUDDER_OK && sets_next(&sets));
    sets_close(&sets);
    join_open(futures);
    if (err != JUDDER_OK) futures_release(futures);
    return err;
}

static int by_mu(const void *a, const void *b) {
    const double x = ((const FutureMode *)a)->mu, y = ((const FutureMode *)b)->mu;
    return (x > y) - (x < y);
}

static int by_growth(const void *a, const void *b) {
    const double x = ((const FutureMode *)a)->z, y = ((const FutureMode *)b)->z;
    return (x < y) - (x > y);
}

JudderErr futures_onset(const SmallMotion *motion, double from, double to, Futures *futures) {
    SCOPED_FREE double *uniform = calloc((size_t)motion->contacts + 1, sizeof *uniform);
    REQUIRE(uniform, error_memory());
    const Wanted wanted = {.uniform = uniform, .from = from, .to = to};
    const JudderErr err = ask_all(motion, &wanted, onset_of_set, futures);
    TRY(err);
    if (futures->count > 1) qsort(futures->at, (size_t)futures->count, sizeof *futures->at, by_mu);
    return JUDDER_OK;
}

JudderErr sets_growth(const SmallMotion *motion, const double *mu, Futures *futures) {
    const Wanted wanted = {.mu = mu, .from = 0, .to = INFINITY};
    TRY(ask_all(motion, &wanted, growth_of_set, futures));
    if (futures->count > 1) qsort(futures->at, (size_t)futures->count, sizeof *futures->at, by_growth);
    return JUDDER_OK;
}
