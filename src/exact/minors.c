/* Principal minors of A - mu B (ST-11). */
#include "exact/core.h"

#include <math.h>

/* Of the set in which all slip. */
static void take_minor(const Family *family, unsigned set, fmpz_t minor) {
    int place[EXACT_DOFS], count = 0;
    for (int i = 0; i < family->m; i++)
        if (set >> i & 1u) place[count++] = i;
    LOCAL_MATRIX(fmpz_mat, A, count, count);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            flint.fmpz_set(fmpz_mat_entry(A, i, j), fmpz_mat_entry(family->N0, place[i], place[j]));
    flint.fmpz_mat_det(minor, A);
}

/* In the units of the user. */
static double true_minor(const Exact *exact, const ExactSets *sets, unsigned set, const fmpz_t minor) {
    const Base *base = sets->base;
    slong row = 0;
    double low;
    LOCAL(arb, value);
    LOCAL(arf, end);
    flint.arb_set_fmpz(value, minor);
    for (int i = 0; i < exact->motion->contacts; i++) {
        if (sets->future[i] != FUTURE_SLIP) continue;
        if (set >> row++ & 1u) {
            flint.arb_mul_fmpz(value, value, base->scale_den, 128);
            flint.arb_div_fmpz(value, value, base->scale_num, 128);
            flint.arb_mul_2exp_si(value, value, -exact->K_power - sets->mu_power);
        }
    }
    flint.arb_get_lbound_arf(end, value, 128);
    low = flint.arf_get_d(end, ARF_RND_NEAR);
    return low;
}

static void say_no(ExactMinor *answer, const Family *family, unsigned set, double minor) {
    if (!answer->holds) return;
    answer->holds = false;
    answer->minor = minor;
    for (int i = 0; i < family->m; i++) answer->set[i] = set >> i & 1u;
}

static void go_through(const Exact *exact, const ExactSets *sets, ExactMinor *P, ExactMinor *P0) {
    Family family;
    exact_sets_family(sets, &family);
    LOCAL(fmpz, minor);
    P->holds = P0->holds = P->answered = P0->answered = true;
    for (unsigned set = 1; set < 1u << family.m && (P->holds || P0->holds); set++) {
        take_minor(&family, set, minor);
        const int sign = flint.fmpz_sgn(minor);
        if (sign > 0) continue;
        const double value = true_minor(exact, sets, set, minor);
        say_no(P, &family, set, value);
        if (sign < 0) say_no(P0, &family, set, value);
    }
    family_close(&family);
}

JudderErr exact_minors(Exact *exact, const double *mu, ExactMinor *P, ExactMinor *P0) {
    const Base *base;
    SCOPED(exact_sets_close) ExactSets sets = {0};
    *P = *P0 = (ExactMinor){0};
    for (int i = 0; i < exact->motion->contacts; i++)
        if (exact->motion->contact[i].state == SMALL_CONTACT_GRAZING) return JUDDER_OK;
    TRY(exact_reduced(exact, &base));
    if (base->free > 0) return JUDDER_OK; /* A and B do not exist */
    TRY(exact_sets_open(exact, base, mu, FAMILY_FIXED, &sets));
    exact_sets_all_slip(&sets);
    go_through(exact, &sets, P, P0);
    return JUDDER_OK;
}
