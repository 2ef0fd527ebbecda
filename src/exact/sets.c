/* Sets of futures one by one, each as N(p) y = 0 with the conditions C(p) y >= 0 (ST-3). With a load y has
 * one more entry, the time that the load has acted. */
#include "exact/core.h"

#include "base/array/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONDITIONS_MOST = 3, PRECISION = 256 };

JudderErr exact_sets_open(const Exact *exact, const Base *base, const double *mu, FamilyOf of,
                          ExactSets *sets) {
    const SmallMotion *motion = exact->motion;
    const size_t contacts = (size_t)motion->contacts + 1, n = (size_t)motion->n + 1;
    *sets = (ExactSets){.motion = motion,
                        .base = base,
                        .of = of,
                        .until = exact->until,
                        .mu_num = flint._fmpz_vec_init((slong)contacts)};
    const bool memory = ROOM_TAKE(ROOM(sets->choice, contacts), ROOM(sets->way, contacts),
                                  ROOM(sets->future, contacts), ROOM(sets->column, n), ROOM(sets->sign, n));
    if (!sets->mu_num || !memory) {
        exact_sets_close(sets);
        return error_memory();
    }
    /* All with one power of two, so that all rows of a set are scaled alike. */
    if (mu) sets->mu_power = dyadic_take_numbers(motion->contacts, mu, sets->mu_num);
    exact_sets_first(sets);
    return JUDDER_OK;
}

void exact_sets_close(ExactSets *sets) {
    if (sets->mu_num) flint._fmpz_vec_clear(sets->mu_num, (slong)sets->motion->contacts + 1);
    free(sets->choice);
    *sets = (ExactSets){0};
}

static void add_unknown(ExactSets *sets, int column, int sign) {
    sets->column[sets->count] = column;
    sets->sign[sets->count++] = sign;
}

/* Unknowns in the order of the equations: free dofs, then what each contact lets move. */
static void list_unknowns(ExactSets *sets) {
    const Base *base = sets->base;
    sets->count = 0;
    for (int i = 0; i < base->free; i++) add_unknown(sets, base->free_column[i], 1);
    for (int i = 0; i < sets->motion->contacts; i++) {
        const SmallContact *c = &sets->motion->contact[i];
        sets->future[i] = future_choose(c, sets->choice[i], &sets->way[i]);
        if (c->state == SMALL_CONTACT_OPEN) continue; /* among the free dofs */
        if (sets->future[i] == FUTURE_OPEN) add_unknown(sets, base->column_of[c->normal], 1);
        if (sets->future[i] == FUTURE_OPEN) add_unknown(sets, base->column_of[c->tangent], 1);
        if (sets->future[i] == FUTURE_SLIP) add_unknown(sets, base->column_of[c->tangent], sets->way[i]);
    }
}

void exact_sets_first(ExactSets *sets) {
    memset(sets->choice, 0, (size_t)sets->motion->contacts * sizeof *sets->choice);
    list_unknowns(sets);
}

void exact_sets_all_slip(ExactSets *sets) {
    for (int i = 0; i < sets->motion->contacts; i++)
        sets->choice[i] = sets->motion->contact[i].state == SMALL_CONTACT_SLIP ? 1 : 0;
    list_unknowns(sets);
}

bool exact_sets_next(ExactSets *sets) {
    if (!futures_next(sets->motion, sets->choice)) return false;
    list_unknowns(sets);
    return true;
}

/* A force: sign w_row + mu_sign mu w_normal. */
typedef struct Form {
    int row, sign, normal, mu_sign, contact;
} Form;

static void exact_sets_combine(const ExactSets *sets, const fmpz_mat_t A, const Form *form, int column,
                               fmpz_t sum) {
    flint.fmpz_mul_si(sum, fmpz_mat_entry(A, form->row, column), form->sign);
    flint.fmpz_mul_2exp(sum, sum, (ulong)sets->mu_power);
    if (form->mu_sign == 0) return;
    LOCAL(fmpz, part);
    flint.fmpz_mul_si(part, fmpz_mat_entry(A, form->normal, column), form->mu_sign);
    flint.fmpz_addmul(sum, part, sets->mu_num + form->contact);
}

/* The coefficients of a force in one row of A0 + p A1. */
static void put_form(const ExactSets *sets, const Form *form, slong row, fmpz_mat_t A0, fmpz_mat_t A1) {
    const Base *base = sets->base;
    for (slong j = 0; j < A0->c; j++) {
        const bool loads = j == sets->count;
        const int column = loads ? base->columns - 1 : sets->column[j], sign = loads ? 1 : sets->sign[j];
        fmpz *a0 = fmpz_mat_entry(A0, row, j), *a1 = fmpz_mat_entry(A1, row, j);
        if (sets->of == FAMILY_MU) {
            flint.fmpz_mul_si(a0, fmpz_mat_entry(base->K, form->row, column), form->sign);
            if (form->mu_sign)
                flint.fmpz_mul_si(a1, fmpz_mat_entry(base->K, form->normal, column), form->mu_sign);
        } else {
            exact_sets_combine(sets, base->K, form, column, a0);
        }
        if (sets->of == FAMILY_Z) exact_sets_combine(sets, base->M, form, column, a1);
        flint.fmpz_mul_si(a0, a0, sign);
        flint.fmpz_mul_si(a1, a1, sign);
    }
}

static void put_equations(const ExactSets *sets, Family *family) {
    const Base *base = sets->base;
    slong row = 0;
    for (int i = 0; i < base->free; i++)
        put_form(sets, &(Form){.row = base->free_row[i], .sign = 1}, row++, family->N0, family->N1);
    for (int i = 0; i < sets->motion->contacts; i++) {
        const SmallContact *c = &sets->motion->contact[i];
        const int normal = base->row_of[c->normal], tangent = base->row_of[c->tangent];
        if (c->state == SMALL_CONTACT_OPEN || sets->future[i] == FUTURE_STICK) continue;
        if (sets->future[i] == FUTURE_OPEN) {
            put_form(sets, &(Form){.row = normal, .sign = 1}, row++, family->N0, family->N1);
            put_form(sets, &(Form){.row = tangent, .sign = 1}, row++, family->N0, family->N1);
        } else {
            const Form slip = {tangent, sets->way[i], normal, -1, i}; /* (ST-4) */
            put_form(sets, &slip, row++, family->N0, family->N1);
        }
    }
}

/* Where conditions are written. */
typedef struct Conditions {
    const ExactSets *sets;
    Family *family;
    slong row;
    int unknown; /* the first of the present contact */
} Conditions;

static void need_force(Conditions *to, Form form) {
    put_form(to->sets, &form, to->row++, to->family->C0, to->family->C1);
}

static void need_rate(Conditions *to, int unknown, int sign) {
    flint.fmpz_set_si(fmpz_mat_entry(to->family->C0, to->row++, unknown), sign);
}

static void need_of_slip(Conditions *to, int i) {
    const SmallContact *c = &to->sets->motion->contact[i];
    const int normal = to->sets->base->row_of[c->normal], tangent = to->sets->base->row_of[c->tangent];
    if (to->sets->future[i] == FUTURE_SLIP)
        need_rate(to, to->unknown, 1);
    else
        need_force(to, (Form){tangent, c->direction, normal, -1, i});
}

static void need_of_grazing(Conditions *to, int i) {
    const SmallContact *c = &to->sets->motion->contact[i];
    const int normal = to->sets->base->row_of[c->normal], tangent = to->sets->base->row_of[c->tangent];
    if (to->sets->future[i] == FUTURE_OPEN) {
        need_rate(to, to->unknown, -1); /* away from the obstacle */
        return;
    }
    need_force(to, (Form){.row = normal, .sign = -1});
    if (to->sets->future[i] == FUTURE_SLIP) {
        need_rate(to, to->unknown, 1);
        return;
    }
    need_force(to, (Form){tangent, 1, normal, -1, i});
    need_force(to, (Form){tangent, -1, normal, -1, i});
}

static void put_conditions(const ExactSets *sets, Family *family) {
    Conditions to = {sets, family, 0, sets->base->free};
    for (int i = 0; i < sets->motion->contacts; i++) {
        const SmallContactState state = sets->motion->contact[i].state;
        if (state == SMALL_CONTACT_SLIP) need_of_slip(&to, i);
        if (state == SMALL_CONTACT_GRAZING) need_of_grazing(&to, i);
        if (state == SMALL_CONTACT_OPEN) continue;
        to.unknown += sets->future[i] == FUTURE_OPEN ? 2 : sets->future[i] == FUTURE_SLIP ? 1 : 0;
    }
    if (sets->of == FAMILY_LOADED) need_rate(&to, sets->count, 1);
    family->conditions = (int)to.row;
}

static int count_graded(const fmpz_mat_t A) {
    int graded = 0;
    for (slong i = 0; i < A->r; i++) {
        bool zero = true;
        for (slong j = 0; j < A->c; j++) zero = zero && flint.fmpz_sgn(fmpz_mat_entry(A, i, j)) == 0;
        graded += zero ? 0 : 1;
    }
    return graded;
}

void exact_sets_family(const ExactSets *sets, Family *family) {
    const int most = CONDITIONS_MOST * sets->motion->contacts + 1;
    *family = (Family){.m = sets->count,
                       .unknowns = sets->count + (sets->of == FAMILY_LOADED ? 1 : 0),
                       .until = sets->until};
    flint.fmpz_mat_init(family->N0, family->m, family->unknowns);
    flint.fmpz_mat_init(family->N1, family->m, family->unknowns);
    flint.fmpz_mat_init(family->C0, most, family->unknowns);
    flint.fmpz_mat_init(family->C1, most, family->unknowns);
    put_equations(sets, family);
    put_conditions(sets, family);
    family->graded = count_graded(family->N1);
}

/* --- rates of all dofs --- */

/* What cannot be told from zero in a direction of size 1 is zero: its rows would be judged by rounding. */
static double to_double(const arb_t x) {
    if (flint.arb_contains_zero(x)) return 0;
    LOCAL_2(arf, low, high);
    flint.arb_get_lbound_arf(low, x, 128);
    flint.arb_get_ubound_arf(high, x, 128);
    const double a = flint.arf_get_d(low, ARF_RND_NEAR), b = flint.arf_get_d(high, ARF_RND_NEAR);
    return a == b ? a : a + (b - a) / 2;
}

/* Rates of eliminated dofs: -(X y)/den. */
static void expand_eliminated(const ExactSets *sets, int which, arb_srcptr y, arb_t rate) {
    const Base *base = sets->base;
    const int unknowns = sets->count + (sets->of == FAMILY_LOADED ? 1 : 0);
    LOCAL(arb, part);
    flint.arb_zero(rate);
    for (int j = 0; j < unknowns; j++) {
        const bool loads = j == sets->count;
        const int column = loads ? base->columns - 1 : sets->column[j];
        flint.arb_mul_fmpz(part, y + j, fmpz_mat_entry(base->X, which, column), PRECISION);
        if (!loads && sets->sign[j] < 0) flint.arb_neg(part, part);
        flint.arb_sub(rate, rate, part, PRECISION);
    }
    flint.arb_div_fmpz(rate, rate, base->den, PRECISION);
}

/* A direction gets the largest rate 1. */
static void exact_sets_normalise(arb_ptr V, int n) {
    LOCAL_2(arb, largest, size);
    for (int i = 0; i < n; i++) {
        flint.arb_abs(size, V + i);
        if (flint.arb_lt(largest, size)) flint.arb_set(largest, size);
    }
    for (int i = 0; i < n && flint.arb_is_positive(largest); i++)
        flint.arb_div(V + i, V + i, largest, PRECISION);
}

JudderErr exact_sets_expand(const ExactSets *sets, arb_srcptr y, double *V) {
    const Base *base = sets->base;
    const int n = sets->motion->n;
    arb_ptr rate = flint._arb_vec_init(n);
    REQUIRE(rate, error_memory());
    for (int dof = 0; dof < n; dof++)
        for (int j = 0; j < sets->count; j++) {
            if (base->column_of[dof] < 0 || base->column_of[dof] != sets->column[j]) continue;
            flint.arb_set(rate + dof, y + j);
            if (sets->sign[j] < 0) flint.arb_neg(rate + dof, rate + dof);
        }
    for (int i = 0; i < base->eliminated; i++) expand_eliminated(sets, i, y, rate + base->eliminated_dof[i]);
    if (sets->of != FAMILY_LOADED) exact_sets_normalise(rate, n);
    for (int dof = 0; dof < n; dof++) V[dof] = to_double(rate + dof) + 0.0;
    flint._arb_vec_clear(rate, n);
    return JUDDER_OK;
}
