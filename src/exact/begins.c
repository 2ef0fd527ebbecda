/* Where growth begins with one contact in impending slip: the determinant of the set in which it slips is
 * a(z) - mu b(z), z = lam^2 or, with damping that is not proportional, lam (ST-20), so a motion grows like
 * sqrt(z) exactly at mu = a(z)/b(z), and growth begins at the least of that over z > 0, b(z) > 0: where a'b -
 * a b' = 0, or towards z = 0 or infinity (PR-12). */
#include "exact/core.h"

#include <math.h>

typedef struct Curve {
    fmpz_poly_t a, b;
} Curve;

static void curve_clear(Curve *curve) {
    flint.fmpz_poly_clear(curve->a);
    flint.fmpz_poly_clear(curve->b);
}

/* a = det N at mu = 0, b = a - det N at mu = 1. */
static JudderErr take_curve(Exact *exact, Curve *curve) {
    SCOPED(base_release) Base whole = {0};
    JudderErr err = JUDDER_OK;
    double mu[EXACT_DOFS] = {0};
    flint.fmpz_poly_init(curve->a);
    flint.fmpz_poly_init(curve->b);
    TRY(base_whole(exact, &whole));
    for (int round = 0; round < 2 && err == JUDDER_OK; round++) {
        ExactSets sets;
        Family family;
        for (int i = 0; i < exact->motion->contacts; i++) mu[i] = round;
        err = exact_sets_open(exact, &whole, mu, FAMILY_Z, &sets);
        if (err != JUDDER_OK) break;
        exact_sets_all_slip(&sets);
        exact_sets_family(&sets, &family);
        family_determinant(&family, round ? curve->b : curve->a);
        family_close(&family);
        exact_sets_close(&sets);
    }
    flint.fmpz_poly_sub(curve->b, curve->a, curve->b);
    return err;
}

/* A least so far, as an interval. */
typedef struct Least {
    double low, high;
} Least;

/* a/b at a root, enclosed; only where b > 0. */
static void try_at(const Curve *curve, Root *z, Least *least) {
    if (root_sign(z, curve->b) <= 0) return;
    LOCAL_2(arb, a, b);
    LOCAL(arf, end);
    flint.arb_fmpz_poly_evaluate_arb(a, curve->a, z->ball, z->precision + 64);
    flint.arb_fmpz_poly_evaluate_arb(b, curve->b, z->ball, z->precision + 64);
    flint.arb_div(a, a, b, z->precision + 64);
    flint.arb_get_lbound_arf(end, a, 192);
    least->low = fmin(least->low, flint.arf_get_d(end, ARF_RND_FLOOR));
    flint.arb_get_ubound_arf(end, a, 192);
    least->high = fmin(least->high, flint.arf_get_d(end, ARF_RND_CEIL));
}

/* Towards z = infinity: the ratio of the leading coefficients, of one degree. */
static void try_infinity(const Curve *curve, Least *least) {
    const slong length = flint.fmpz_poly_length(curve->a);
    if (length != flint.fmpz_poly_length(curve->b)) return;
    Curve leading;
    SCOPED(root_clear) Root zero = {0};
    LOCAL(fmpz, coefficient);
    flint.fmpz_poly_init(leading.a);
    flint.fmpz_poly_init(leading.b);
    flint.fmpz_poly_get_coeff_fmpz(coefficient, curve->a, length - 1);
    flint.fmpz_poly_set_coeff_fmpz(leading.a, 0, coefficient);
    flint.fmpz_poly_get_coeff_fmpz(coefficient, curve->b, length - 1);
    flint.fmpz_poly_set_coeff_fmpz(leading.b, 0, coefficient);
    root_init(&zero);
    root_set_double(&zero, 0);
    try_at(&leading, &zero, least);
    curve_clear(&leading);
}

/* *decided false: time was out. */
static JudderErr try_inside(const Exact *exact, const Curve *curve, Least *least, bool *decided) {
    SCOPED(roots_release) Roots roots = {.until = exact->until};
    JudderErr err = JUDDER_OK;
    LOCAL_2(fmpz_poly, slope, other);
    flint.fmpz_poly_derivative(slope, curve->a);
    flint.fmpz_poly_mul(slope, slope, curve->b);
    flint.fmpz_poly_derivative(other, curve->b);
    flint.fmpz_poly_mul(other, other, curve->a);
    flint.fmpz_poly_sub(slope, slope, other);
    if (flint.fmpz_poly_length(slope) > 1) err = roots_add_positive(&roots, slope);
    *decided = !roots.unfinished;
    for (int i = 0; i < roots.count && err == JUDDER_OK && *decided; i++) {
        *decided = !exact_is_out_of_time(exact);
        if (*decided) try_at(curve, &roots.at[i], least);
    }
    return err;
}

/* One contact slips and none grazes; M is definite, so with the state without friction a(z) > 0 for z >= 0.
 */
static JudderErr is_asked(Exact *exact, bool *yes) {
    ExactRestReport report;
    int slipping = 0;
    *yes = false;
    if (!exact->motion->M || !exact->symmetric || !exact->mass_symmetric) return JUDDER_OK;
    for (int i = 0; i < exact->motion->contacts; i++) {
        if (exact->motion->contact[i].state == SMALL_CONTACT_GRAZING) return JUDDER_OK;
        slipping += exact->motion->contact[i].state == SMALL_CONTACT_SLIP;
    }
    if (slipping != 1) return JUDDER_OK;
    LOCAL_MATRIX(arb_mat, balls, exact->motion->n, exact->motion->n);
    flint.arb_mat_set_fmpz_mat(balls, exact->M);
    const bool definite = flint.arb_mat_cho(balls, balls, 192);
    TRY(exact_rest(exact, &report));
    *yes = definite && report.rest == EXACT_STABLE && report.definite;
    return JUDDER_OK;
}

static JudderErr find_begin(Exact *exact, double *low, double *high) {
    SCOPED(curve_clear) Curve curve = {0};
    SCOPED(root_clear) Root zero = {0};
    Least least = {INFINITY, INFINITY};
    bool decided = false;
    exact_start(exact);
    if (!exact_has_time_for(exact, exact_determinant_size(exact->motion->n))) return JUDDER_OK;
    JudderErr err = take_curve(exact, &curve);
    root_init(&zero);
    root_set_double(&zero, 0);
    if (exact_is_out_of_time(exact)) return err; /* the curve may be none */
    if (err == JUDDER_OK) try_at(&curve, &zero, &least);
    if (err == JUDDER_OK) try_infinity(&curve, &least);
    if (err == JUDDER_OK) err = try_inside(exact, &curve, &least, &decided);
    if (err == JUDDER_OK && decided) *low = least.low;
    if (err == JUDDER_OK && decided) *high = least.high;
    return err;
}

JudderErr exact_growth_begins(Exact *exact, double *low, double *high) {
    bool asked;
    *low = *high = NAN;
    TRY(is_asked(exact, &asked));
    if (!asked) return JUDDER_OK;
    if (exact->damping != DAMPING_GENERAL) return find_begin(exact, low, high);
    if (small_parts_any(exact->motion->parts)) return JUDDER_OK; /* C was rounded when it was formed */
    SCOPED(doubled_motion_release) DoubledMotion doubled = {0};
    SCOPED(exact_destroy) Exact *other = NULL;
    TRY(doubled_motion_create(exact->motion, &doubled));
    JudderErr err = exact_affordable(&doubled.motion, NULL)
                        ? exact_create(&doubled.motion, exact->seconds, &other)
                        : JUDDER_OK;
    if (other && err == JUDDER_OK) err = find_begin(other, low, high);
    return err;
}
