/* Questions at lam = 0 and one mu for each contact: all responses to a rate of load (ST-10), and motions
 * without load (ST-11). Everything is rational. */
#include "exact/core.h"

#include <string.h>

typedef struct Rates {
    Exact *exact;
    ExactSets sets;
    Field rational;
    arb_ptr y;
    ExactModes *modes;
} Rates;

static JudderErr exact_rates_keep(Rates *rates, bool family) {
    const SmallMotion *motion = rates->exact->motion;
    ExactModes *modes = rates->modes;
    ExactMode *mode;
    TRY(exact_modes_add(modes, motion, &mode));
    TRY(exact_sets_expand(&rates->sets, rates->y, mode->V));
    memcpy(mode->future, rates->sets.future, (size_t)motion->contacts * sizeof *mode->future);
    mode->family = family;
    return JUDDER_OK;
}

/* --- without load --- */

static JudderErr neutral_in_set(Rates *rates) {
    SCOPED(family_close) Family family = {0};
    Verdict verdict = VERDICT_NO;
    exact_sets_family(&rates->sets, &family);
    TRY(family_is_regular_at_zero(&family)
            ? JUDDER_OK
            : family_holds_at(&family, &rates->rational.root, rates->y, &verdict));
    if (verdict == VERDICT_YES) TRY(exact_rates_keep(rates, false));
    return JUDDER_OK;
}

/* --- with load --- */

/* Responses of all sets so far, as exact vectors of the columns of the base. */
typedef struct Known {
    FieldMatrix at; /* a row for each */
} Known;

static JudderErr known_add(Known *known, const FieldMatrix *row) {
    FieldMatrix grown;
    TRY(field_matrix_open(&grown, known->at.rows + 1, row->columns));
    for (int j = 0; j < row->columns; j++) {
        for (int i = 0; i < known->at.rows; i++)
            flint.fmpq_poly_set(field_at(&grown, i, j), field_at(&known->at, i, j));
        flint.fmpq_poly_set(field_at(&grown, known->at.rows, j), field_at(row, 0, j));
    }
    field_matrix_close(&known->at);
    known->at = grown;
    return JUDDER_OK;
}

static int known_find(const Known *known, const FieldMatrix *row) {
    for (int i = 0; i < known->at.rows; i++) {
        bool same = true;
        for (int j = 0; j < row->columns && same; j++)
            same = flint.fmpq_poly_equal(field_at(&known->at, i, j), field_at(row, 0, j));
        if (same) return i;
    }
    return -1;
}

/* A vertex of the solutions of a set: (y, t) with t > 0, divided by t. */
static JudderErr take_vertex(Rates *rates, const FieldMatrix *full, int ray, bool family, Known *known) {
    const ExactSets *sets = &rates->sets;
    SCOPED(field_matrix_close) FieldMatrix row = {0};
    TRY(field_matrix_open(&row, 1, sets->base->columns));
    LOCAL(fmpq_poly, inverse);
    flint.fmpq_poly_inv(inverse, field_at(full, sets->count, ray));
    for (int j = 0; j <= sets->count; j++) {
        fmpq_poly_struct *entry = field_at(&row, 0, j < sets->count ? sets->column[j] : row.columns - 1);
        flint.fmpq_poly_mul(entry, field_at(full, j, ray), inverse);
        field_value(&rates->rational, entry, rates->y + j);
        if (j < sets->count && sets->sign[j] < 0) flint.fmpq_poly_neg(entry, entry);
    }
    const int place = known_find(known, &row);
    JudderErr err = JUDDER_OK;
    if (place >= 0) {
        rates->modes->at[place].family |= family;
    } else {
        err = known_add(known, &row);
        if (err == JUDDER_OK) err = exact_rates_keep(rates, family);
    }
    return err;
}

static bool same_vertex(const FieldMatrix *full, int last, int a, int b) {
    bool same = true;
    LOCAL_2(fmpq_poly, left, right);
    for (int i = 0; i < last && same; i++) {
        flint.fmpq_poly_mul(left, field_at(full, i, a), field_at(full, last, b));
        flint.fmpq_poly_mul(right, field_at(full, i, b), field_at(full, last, a));
        same = flint.fmpq_poly_equal(left, right);
    }
    return same;
}

/* Solutions of a set are a continuum if there is one, and beside it a line, a ray, or another vertex. */
static JudderErr take_solutions(Rates *rates, const FieldMatrix *full, bool lines, Known *known) {
    const int last = rates->sets.count;
    int first = -1;
    bool more = lines;
    for (int ray = 0; ray < full->columns; ray++) {
        const bool vertex = !flint.fmpq_poly_is_zero(field_at(full, last, ray));
        if (vertex && first < 0)
            first = ray;
        else if (!vertex || !same_vertex(full, last, first, ray))
            more = true;
    }
    if (first < 0) return JUDDER_OK;
    if (more) rates->modes->continuum = true;
    for (int ray = 0; ray < full->columns; ray++)
        if (!flint.fmpq_poly_is_zero(field_at(full, last, ray)))
            TRY(take_vertex(rates, full, ray, more, known));
    return JUDDER_OK;
}

static JudderErr loaded_in_set(Rates *rates, Known *known) {
    SCOPED(family_close) Family family = {0};
    SCOPED(field_matrix_close) FieldMatrix Z = {0}, full = {0};
    SCOPED(cone_close) Cone cone = {0};
    exact_sets_family(&rates->sets, &family);
    JudderErr err = family_cone(&family, &rates->rational, &Z, &cone);
    if (err == JUDDER_OK && cone.count > 0) {
        err = field_multiply(&rates->rational, &Z, &cone.rays, &full);
        if (err == JUDDER_OK) err = take_solutions(rates, &full, cone.lines.columns > 0, known);
    }
    return err;
}

/* --- both --- */

static JudderErr go_through(Rates *rates, bool loaded) {
    Known known = {0};
    JudderErr err = JUDDER_OK;
    do {
        if (exact_is_out_of_time(rates->exact)) {
            rates->modes->complete = false;
            break;
        }
        err = loaded ? loaded_in_set(rates, &known) : neutral_in_set(rates);
        if (!loaded && rates->modes->count > 0) break;
    } while (err == JUDDER_OK && exact_sets_next(&rates->sets));
    field_matrix_close(&known.at);
    return err;
}

static JudderErr exact_rates_ask(Exact *exact, const double *mu, bool loaded, ExactModes *modes) {
    const Base *base;
    SCOPED(root_clear) Root zero = {0};
    *modes = (ExactModes){.complete = true};
    exact_start(exact);
    TRY(exact_reduced(exact, &base));
    Rates rates = {.exact = exact, .modes = modes, .y = flint._arb_vec_init(base->columns + 1)};
    root_init(&zero);
    root_set_double(&zero, 0);
    field_open(&rates.rational, &zero);
    JudderErr err = exact_sets_open(exact, base, mu, loaded ? FAMILY_LOADED : FAMILY_FIXED, &rates.sets);
    if (err == JUDDER_OK) err = go_through(&rates, loaded);
    if (rates.sets.motion) exact_sets_close(&rates.sets);
    field_close(&rates.rational);
    flint._arb_vec_clear(rates.y, base->columns + 1);
    return err;
}

JudderErr exact_rates(Exact *exact, const double *mu, ExactModes *modes) {
    return exact_rates_ask(exact, mu, true, modes);
}

JudderErr exact_neutral(Exact *exact, const double *mu, ExactModes *modes) {
    return exact_rates_ask(exact, mu, false, modes);
}
