#include "stability/futures/values.h"

#include "base/number/rounding.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REFINEMENTS = 4 };

/* In which number the discs are: v, or w = 1/(v - shift). */
typedef struct Form {
    bool inverse;
    double shift;
    DiscPencil pencil;
    double *own; /* P - shift Q in three parts */
} Form;

typedef struct Search {
    Sets *sets;
    const ValueJudge *judge;
    Form form;
    int infinite; /* values that are infinite, exactly: empty rows or columns of Q */
    SetValues *values;
    int open, wide; /* entries of the list that could not be decided; those that could be narrower */
} Search;

void values_release(SetValues *values) {
    free(values->at);
    free(values->vectors);
    *values = (SetValues){0};
}

static int count_infinite(const Sets *sets) {
    const int m = sets->count;
    int rows = 0, columns = 0;
    for (int i = 0; i < m; i++) {
        bool row = true, column = true;
        for (int j = 0; j < m; j++) {
            const int at[2] = {i * m + j, j * m + i};
            row = row && sets->Q[at[0]] == 0 && sets->Q_low[at[0]] == 0 && sets->Q_D[at[0]] == 0;
            column = column && sets->Q[at[1]] == 0 && sets->Q_low[at[1]] == 0 && sets->Q_D[at[1]] == 0;
        }
        rows += row, columns += column;
    }
    return rows > columns ? rows : columns;
}

/* --- forms --- */

/* B = P - s Q in three parts; s is a power of two, so that only the sum rounds. */
static void shift_pencil(const Sets *sets, double s, double *const B[3]) {
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    for (size_t i = 0; i < square; i++) {
        const double q = -s * sets->Q[i], sum = sets->P[i] + q,
                     rest[3] = {sum_error(sets->P[i], q, sum), sets->P_low[i], -s * sets->Q_low[i]};
        B[0][i] = sum;
        B[1][i] = rest[0] + rest[1] + rest[2];
        B[2][i] = (sets->P_D[i] + fabs(s) * sets->Q_D[i] +
                   rounding_gamma(2) * (fabs(rest[0]) + fabs(rest[1]) + fabs(rest[2]))) *
                  ROUNDING_UP;
    }
}

/* Pairs of the form from those that were computed; false: some value has no place in it. */
static bool fill_pairs(const Search *s) {
    const Sets *sets = s->sets;
    Discs *d = sets->discs;
    const size_t m = (size_t)sets->count;
    memcpy(d->X, sets->vectors, m * m * sizeof *d->X);
    for (size_t j = 0; j < m; j++) {
        const double complex alpha = sets->re[j] + I * sets->im[j];
        const double beta = sets->beta[j];
        const double complex lam = s->form.inverse ? beta / (alpha - s->form.shift * beta) : alpha / beta;
        if (!(cabs(lam) < 1e100)) return false;
        d->re[j] = creal(lam);
        d->im[j] = sets->im[j] == 0 ? 0 : cimag(lam);
        if (sets->im[j] <= 0) continue;
        /* The second of two conjugates is the conjugate of the first, in whichever order they now stand. */
        const bool turned = d->im[j] < 0;
        d->im[j] = fabs(d->im[j]);
        if (d->im[j] == 0) return false;
        d->re[j + 1] = d->re[j], d->im[j + 1] = -d->im[j];
        for (size_t i = 0; i < m && turned; i++) d->X[i * m + j + 1] = -d->X[i * m + j + 1];
        j++;
    }
    return true;
}

/* --- from discs to intervals --- */

typedef struct Range {
    double low, high;
} Range;

/* Of real numbers of the disc, in the number of the form. */
static bool values_chord(const Discs *d, int j, Range *range) {
    if (fabs(d->im[j]) > d->radius[j]) return false;
    *range = (Range){d->re[j] - d->radius[j] * ROUNDING_UP, d->re[j] + d->radius[j] * ROUNDING_UP};
    range->low -= 4 * UNIT_ROUNDOFF * fabs(range->low), range->high += 4 * UNIT_ROUNDOFF * fabs(range->high);
    return true;
}

static double values_outward(double value, int sign) {
    return value + sign * (8 * UNIT_ROUNDOFF * fabs(value));
}

/* Ranges of v for one of the form: two where w passes 0. */
static int ranges_of(const Form *form, Range w, Range v[2]) {
    if (!form->inverse) {
        v[0] = w;
        return 1;
    }
    const double s = form->shift, extra = 8 * UNIT_ROUNDOFF * fabs(s);
    const double of_low = w.low == 0 ? -INFINITY : s + 1 / w.low,
                 of_high = w.high == 0 ? INFINITY : s + 1 / w.high;
    if (w.low > 0 || w.high < 0 || (w.low == 0 && w.high > 0) || (w.high == 0 && w.low < 0)) {
        const double low = w.high == 0 ? -INFINITY : of_high, high = w.low == 0 ? INFINITY : of_low;
        v[0] = (Range){values_outward(low, -1) - extra, values_outward(high, 1) + extra};
        return 1;
    }
    v[0] = (Range){values_outward(of_high, -1) - extra, INFINITY};
    v[1] = (Range){-INFINITY, values_outward(of_low, 1) + extra};
    return w.low == 0 && w.high == 0 ? 0 : 2;
}

static bool values_meets(const Search *s, const Range *range) {
    return range->high >= s->judge->from && range->low <= s->judge->to;
}

static JudderErr values_append(Search *s, SetValue **value) {
    SetValues *values = s->values;
    if (values->count == values->room) { /* each disc gives at most two entries */
        const size_t room = 2 * (size_t)s->sets->count + 2;
        values->at = calloc(room, sizeof *values->at);
        values->vectors = calloc(3 * room * (size_t)s->sets->count, sizeof *values->vectors);
        REQUIRE(values->at && values->vectors, error_memory());
        values->room = (int)room;
    }
    SetValue *made = &values->at[values->count];
    const size_t m = (size_t)s->sets->count;
    *made = (SetValue){.y = values->vectors + 3 * (size_t)values->count * m};
    made->y_low = made->y + m, made->y_D = made->y_low + m;
    values->count++;
    *value = made;
    return JUDDER_OK;
}

static double value_of(const Form *form, double lam) {
    return form->inverse ? form->shift + 1 / lam : lam;
}

/* The entry of one disc and one of its ranges; whole: it has no other. */
static JudderErr values_take(Search *s, int j, const Range *range, bool whole) {
    const Sets *sets = s->sets;
    const Discs *d = sets->discs;
    SetValue *value;
    TRY(values_append(s, &value));
    value->low = range->low, value->high = range->high;
    value->value = value_of(&s->form, d->re[j]);
    value->alone = discs_alone(d, j);
    value->inside = whole && isfinite(range->low) && isfinite(range->high);
    value->computed = d->im[j] == 0 && isfinite(value->value);
    if (d->im[j] == 0) discs_vector(d, j, value->y, value->y_low, value->y_D);
    sets_unscale(sets, value->y);
    sets_unscale(sets, value->y_low);
    sets_unscale(sets, value->y_D);
    const ValueState state = value->alone ? s->judge->ask(s->judge->context, value) : VALUE_OPEN;
    s->open += state == VALUE_OPEN;
    s->wide += state == VALUE_WIDE;
    return JUDDER_OK;
}

/* A group of as many discs as there are infinite values for certain, about w = 0, holds nothing else. */
static bool is_infinite(const Search *s, int j) {
    const Discs *d = s->sets->discs;
    if (!s->form.inverse || s->infinite == 0 || d->members[j] != s->infinite) return false;
    for (int i = 0; i < d->n; i++)
        if (d->group[i] == d->group[j] && hypot(d->re[i], d->im[i]) <= d->radius[i]) return true;
    return false;
}

static JudderErr values_list(Search *s) {
    const Discs *d = s->sets->discs;
    s->values->count = s->open = s->wide = 0;
    for (int j = 0; j < d->n; j++) {
        Range of_form, range[2];
        if (!values_chord(d, j, &of_form) || is_infinite(s, j)) continue;
        const int count = ranges_of(&s->form, of_form, range);
        for (int k = 0; k < count; k++)
            if (values_meets(s, &range[k])) TRY(values_take(s, j, &range[k], count == 1));
    }
    return JUDDER_OK;
}

/* Nothing is known: everything may lie anywhere; what was computed is reported. */
static JudderErr list_unknown(Search *s) {
    const Sets *sets = s->sets;
    const int m = sets->count;
    s->values->count = 0;
    for (int j = 0; j < m; j++) {
        SetValue *value;
        TRY(values_append(s, &value));
        value->low = s->judge->from, value->high = s->judge->to;
        value->value = sets->re[j] / sets->beta[j];
        value->computed = sets->beta[j] != 0 && fabs(sets->im[j]) <= 1e-8 * fabs(sets->re[j]) &&
                          isfinite(value->value);
        for (int i = 0; i < m; i++) value->y[i] = sets->vectors[i * m + j];
        sets_unscale(sets, value->y);
    }
    return JUDDER_OK;
}

/* How much a form left to be wished for, an open value more than any that are wide; below 0: everything. */
static int values_score(const Search *s) {
    return s->sets->discs->enclosed ? s->open * (2 * s->sets->count + 1) + s->wide : -1;
}

/* One form, refined until all is settled. */
static JudderErr try_form(Search *s, int *left) {
    Discs *d = s->sets->discs;
    *left = -1;
    if (!fill_pairs(s)) return JUDDER_OK;
    TRY(discs_enclose(&s->form.pencil, d));
    for (int step = 0; d->enclosed; step++) {
        TRY(values_list(s));
        if (values_score(s) == 0 || step == REFINEMENTS) break;
        TRY(discs_refine(&s->form.pencil, d));
    }
    *left = values_score(s);
    return JUDDER_OK;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A negative power of two, as large as the values in the middle of those that are neither 0 nor infinite;
 * `room` is for as many numbers as there are. */
static double typical_shift(const Sets *sets, double *room) {
    size_t count = 0;
    for (int j = 0; j < sets->count; j++) {
        const double size = hypot(sets->re[j], sets->im[j]) / fabs(sets->beta[j]);
        if (isfinite(size) && size > 0) room[count++] = size;
    }
    if (count == 0) return -1;
    qsort(room, count, sizeof *room, by_size);
    return -ldexp(1, (int)fmax(-300, fmin(300, ceil(log2(room[count / 2])))));
}

static void set_form(Search *s, int which) {
    const Sets *sets = s->sets;
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    Form *form = &s->form;
    double *const B[3] = {form->own, form->own + square, form->own + 2 * square};
    form->inverse = which > 0;
    form->shift = which == 2 ? typical_shift(sets, form->own) : 0;
    if (which == 0)
        form->pencil = (DiscPencil){sets->count, sets->P,     sets->P_low, sets->P_D,
                                    sets->Q,     sets->Q_low, sets->Q_D};
    else {
        shift_pencil(sets, form->shift, B);
        form->pencil = (DiscPencil){sets->count, sets->Q, sets->Q_low, sets->Q_D, B[0], B[1], B[2]};
    }
}

/* Whether N(0) = P is regular for every member: |I - R P| < 1 (PR-3). */
JudderErr values_is_regular(const Sets *sets, bool *regular) {
    const size_t m = (size_t)sets->count, square = m * m;
    double *room = malloc(2 * square * sizeof *room), *R = room, *RP = room + square;
    REQUIRE(room, error_memory());
    bool singular = false;
    const JudderErr err = dense_inverse(sets->count, sets->P, R, &singular);
    *regular = err == JUDDER_OK && !singular;
    if (*regular) dense_product(sets->count, R, sets->P, RP);
    for (size_t i = 0; i < m && *regular; i++) {
        double row = 0;
        for (size_t j = 0; j < m; j++) row += fabs((i == j) - RP[i * m + j]);
        for (size_t k = 0; k < m; k++) {
            double size = 0;
            for (size_t j = 0; j < m; j++)
                size += rounding_gamma(sets->count + 4) * fabs(sets->P[k * m + j]) +
                        fabs(sets->P_low[k * m + j]) + sets->P_D[k * m + j];
            row += fabs(R[i * m + k]) * size;
        }
        *regular = row * ROUNDING_UP < 1;
    }
    free(room);
    return err;
}

/* Forms one after the other; at the end again the one that left the least. */
static JudderErr try_forms(Search *s) {
    int best = -1, least = 0, left = -1;
    for (int which = 0; which < 3; which++) {
        set_form(s, which);
        TRY(try_form(s, &left));
        if (left == 0) return JUDDER_OK;
        if (left > 0 && (best < 0 || left < least)) best = which, least = left;
    }
    if (best < 0) return list_unknown(s);
    if (best == 2) return JUDDER_OK;
    set_form(s, best);
    return try_form(s, &left);
}

JudderErr values_find(Sets *sets, const ValueJudge *judge, SetValues *values) {
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    Search search = {.sets = sets, .judge = judge, .values = values, .infinite = count_infinite(sets)};
    *values = (SetValues){0};
    if (!sets->discs) TRY(discs_create(sets->motion->n, &sets->discs));
    search.form.own = malloc(3 * square * sizeof(double));
    const JudderErr err = search.form.own ? try_forms(&search) : error_memory();
    free(search.form.own);
    if (err != JUDDER_OK) values_release(values);
    return err;
}
