/* Real algebraic numbers: a squarefree polynomial of integers and a ball [johansson2017] that holds one of
 * its roots and no other. Signs of polynomials there are decided: by the ball, made smaller as long as
 * needed, or by the greatest common divisor where they are zero. */
#include "exact/algebraic/algebraic.h"

#include "base/array/grow.h"
#include "base/log.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_PRECISION = 128 };

void root_init(Root *root) {
    flint.fmpz_poly_init(root->f);
    flint.arb_init(root->ball);
    root->precision = FIRST_PRECISION;
}

void root_clear(Root *root) {
    flint.fmpz_poly_clear(root->f);
    flint.arb_clear(root->ball);
}

void root_set(Root *root, const Root *from) {
    flint.fmpz_poly_set(root->f, from->f);
    flint.arb_set(root->ball, from->ball);
    root->precision = from->precision;
}

bool root_is_rational(const Root *root) {
    return flint.fmpz_poly_length(root->f) == 2;
}

/* Of a polynomial of degree 1. */
static void set_rational(Root *root) {
    LOCAL_2(fmpz, a, b);
    flint.fmpz_poly_get_coeff_fmpz(a, root->f, 0);
    flint.fmpz_poly_get_coeff_fmpz(b, root->f, 1);
    flint.fmpz_neg(a, a);
    flint.arb_set_fmpz(root->ball, a);
    flint.arb_div_fmpz(root->ball, root->ball, b, root->precision);
}

void root_set_double(Root *root, double value) {
    long power = 0;
    LOCAL_2(fmpz, num, den);
    dyadic_take_number(value, num, &power);
    flint.fmpz_one(den);
    flint.fmpz_mul_2exp(den, den, (ulong)power);
    flint.fmpz_neg(num, num);
    flint.fmpz_poly_zero(root->f);
    flint.fmpz_poly_set_coeff_fmpz(root->f, 0, num);
    flint.fmpz_poly_set_coeff_fmpz(root->f, 1, den);
    root->precision = FIRST_PRECISION;
    set_rational(root);
}

/* The real balls of all roots at some precision. */
typedef struct Balls {
    slong degree, count;
    acb_ptr at;
} Balls;

static bool balls_are_fine(const Balls *balls, const acb_poly_t p, long precision, long working) {
    for (slong i = 0; i < balls->degree; i++)
        if (-flint.acb_rel_error_bits(balls->at + i) < precision) return false;
    return flint.acb_poly_validate_real_roots(balls->at, p, working);
}

/* As arb_fmpz_poly_complex_roots, but for the time; clusters of stiff systems take minutes. Its roots are
 * isolated, and those whose balls meet the real line are real. */
static bool roots_isolate(const fmpz_poly_t f, long precision, double until, Balls *balls) {
    enum { BEGIN = 32 };
    bool found = false;
    LOCAL(acb_poly, p);
    for (slong working = BEGIN; !found && (until == 0 || clock_seconds() < until); working *= 2) {
        const slong most = 4 * balls->degree + 64 < working ? 4 * balls->degree + 64 : working;
        flint.acb_poly_set_fmpz_poly(p, f, working);
        const acb_srcptr start = working == BEGIN ? NULL : balls->at;
        const slong isolated = flint.acb_poly_find_roots(balls->at, p, start, most, working);
        found = isolated == balls->degree && balls_are_fine(balls, p, precision, working);
    }
    return found;
}

/* None where time was out, and then *found is false. */
static Balls find_balls(const fmpz_poly_t f, long precision, double until, bool *found) {
    Balls balls = {flint.fmpz_poly_length(f) - 1, 0, NULL};
    balls.at = flint._acb_vec_init(balls.degree);
    *found = roots_isolate(f, precision, until, &balls);
    if (!*found) return balls;
    for (slong i = 0; i < balls.degree; i++)
        if (flint.arb_contains_zero(acb_imagref(balls.at + i))) flint.arb_zero(acb_imagref(balls.at + i));
    flint._acb_vec_sort_pretty(balls.at, balls.degree);
    while (balls.count < balls.degree && flint.arb_is_zero(acb_imagref(balls.at + balls.count)))
        balls.count++;
    return balls;
}

void root_refine(Root *root) {
    root->precision *= 2;
    if (root_is_rational(root)) {
        set_rational(root);
        return;
    }
    for (bool found;; root->precision *= 2) {
        Balls balls = find_balls(root->f, root->precision, 0, &found);
        int meeting = 0;
        slong which = 0;
        for (slong i = 0; i < balls.count; i++) {
            if (!flint.arb_overlaps(acb_realref(balls.at + i), root->ball)) continue;
            meeting++;
            which = i;
        }
        if (meeting == 1) flint.arb_set(root->ball, acb_realref(balls.at + which));
        flint._acb_vec_clear(balls.at, balls.degree);
        if (meeting == 1) return;
    }
}

/* The sign of h at the ball; 0: not known. */
static int sign_of_ball(const Root *root, const fmpz_poly_t h) {
    LOCAL(arb, value);
    flint.arb_fmpz_poly_evaluate_arb(value, h, root->ball, root->precision + 64);
    return flint.arb_contains_zero(value) ? 0 : flint.arb_is_positive(value) ? 1 : -1;
}

/* Whether the root is one of g, which divides f: of g and f/g exactly one vanishes there. */
static bool is_root_of(Root *root, const fmpz_poly_t g) {
    if (flint.fmpz_poly_length(g) < 2) return false;
    LOCAL(fmpz_poly, other);
    flint.fmpz_poly_div(other, root->f, g);
    int here = sign_of_ball(root, g), there = sign_of_ball(root, other);
    while (here == 0 && there == 0) {
        root_refine(root);
        here = sign_of_ball(root, g);
        there = sign_of_ball(root, other);
    }
    return here == 0;
}

int root_sign(Root *root, const fmpz_poly_t h) {
    if (flint.fmpz_poly_length(h) == 0) return 0;
    int sign = sign_of_ball(root, h);
    if (sign != 0) return sign;
    LOCAL(fmpz_poly, g);
    flint.fmpz_poly_gcd(g, root->f, h);
    const bool zero = is_root_of(root, g);
    while (!zero && sign == 0) {
        root_refine(root);
        sign = sign_of_ball(root, h);
    }
    return sign;
}

/* A root of two polynomials is one of their divisor, and its ball holds no other. */
static void roots_narrow(Root *root, const fmpz_poly_t g) {
    flint.fmpz_poly_set(root->f, g);
    if (root_is_rational(root)) set_rational(root);
}

int root_compare(Root *a, Root *b) {
    if (!flint.arb_overlaps(a->ball, b->ball)) return flint.arb_lt(a->ball, b->ball) ? -1 : 1;
    LOCAL(fmpz_poly, g);
    flint.fmpz_poly_gcd(g, a->f, b->f);
    const bool common = is_root_of(a, g) && is_root_of(b, g);
    if (common) {
        roots_narrow(a, g);
        roots_narrow(b, g);
        a->precision = b->precision = a->precision > b->precision ? a->precision : b->precision;
        root_refine(a);
        root_refine(b);
        while (a->precision != b->precision) root_refine(a->precision < b->precision ? a : b);
        /* Now both balls are of the same list, whose balls do not meet. */
    }
    while (!common && flint.arb_overlaps(a->ball, b->ball)) {
        root_refine(a);
        root_refine(b);
    }
    if (flint.arb_overlaps(a->ball, b->ball)) return 0;
    return flint.arb_lt(a->ball, b->ball) ? -1 : 1;
}

int root_compare_double(Root *root, double value) {
    SCOPED(root_clear) Root other = {0};
    root_init(&other);
    root_set_double(&other, value);
    const int order = root_compare(root, &other);
    return order;
}

/* --- as doubles --- */

static double bound_of(const arb_t x, bool above) {
    LOCAL(arf, end);
    if (above)
        flint.arb_get_ubound_arf(end, x, 2 * FIRST_PRECISION);
    else
        flint.arb_get_lbound_arf(end, x, 2 * FIRST_PRECISION);
    return flint.arf_get_d(end, above ? ARF_RND_CEIL : ARF_RND_FLOOR);
}

/* Whether 2^power times the root is this double. */
static bool is_double(const Root *root, long power, double value) {
    long e = 0;
    LOCAL_2(fmpz, num, den);
    LOCAL_2(fmpq, at, result);
    dyadic_take_number(value, num, &e);
    flint.fmpz_one(den);
    if (e + power >= 0)
        flint.fmpz_mul_2exp(den, den, (ulong)(e + power));
    else
        flint.fmpz_mul_2exp(num, num, (ulong)(-e - power));
    flint.fmpq_set_fmpz_frac(at, num, den);
    flint.fmpz_poly_evaluate_fmpq(result, root->f, at);
    return flint.fmpq_sgn(result) == 0;
}

void root_doubles(Root *root, long power, double *low, double *high) {
    LOCAL(arb, scaled);
    for (int tries = 0;; tries++) {
        flint.arb_mul_2exp_si(scaled, root->ball, power);
        *low = bound_of(scaled, false);
        *high = bound_of(scaled, true);
        if (*low == *high || tries == 4) break;
        /* A ball about a double may reach over to both of its neighbours. */
        if (nextafter(*low, INFINITY) == *high || tries == 3) {
            if (isfinite(*low) && is_double(root, power, *low))
                *high = *low;
            else if (isfinite(*high) && is_double(root, power, *high))
                *low = *high;
            break;
        }
        const double between = nextafter(*low, INFINITY);
        if (isfinite(between) && nextafter(between, INFINITY) == *high && is_double(root, power, between)) {
            *low = *high = between;
            break;
        }
        root_refine(root);
    }
}

double root_nearest(const Root *root, long power) {
    LOCAL(arb, scaled);
    LOCAL(arf, middle);
    flint.arb_mul_2exp_si(scaled, root->ball, power);
    flint.arb_get_lbound_arf(middle, scaled, 2 * FIRST_PRECISION);
    return flint.arf_get_d(middle, ARF_RND_NEAR);
}

/* --- lists --- */

static JudderErr append(Roots *roots, const fmpz_poly_t f, const arb_t ball) {
    REQUIRE(grow(&roots->at, &roots->room, (size_t)roots->count + 1, sizeof *roots->at), error_memory());
    Root *root = &roots->at[roots->count++];
    root_init(root);
    flint.fmpz_poly_set(root->f, f);
    flint.arb_set(root->ball, ball);
    if (root_is_rational(root)) set_rational(root);
    return JUDDER_OK;
}

JudderErr roots_append(Roots *roots, const Root *root) {
    TRY(append(roots, root->f, root->ball));
    roots->at[roots->count - 1].precision = root->precision;
    return JUDDER_OK;
}

/* g <- f without its repeated factors and without its roots at zero. */
static void roots_strip(const fmpz_poly_t f, fmpz_poly_t g) {
    slong zeros = 0;
    LOCAL_2(fmpz_poly, derivative, divisor);
    LOCAL(fmpz, last);
    flint.fmpz_poly_primitive_part(g, f);
    do flint.fmpz_poly_get_coeff_fmpz(last, g, zeros++);
    while (flint.fmpz_sgn(last) == 0);
    flint.fmpz_poly_shift_right(g, g, zeros - 1);
    flint.fmpz_poly_derivative(derivative, g);
    flint.fmpz_poly_gcd(divisor, g, derivative);
    if (flint.fmpz_poly_length(divisor) > 1) flint.fmpz_poly_div(g, g, divisor);
}

JudderErr roots_add_positive(Roots *roots, const fmpz_poly_t f) {
    JudderErr err = JUDDER_OK;
    LOCAL(fmpz_poly, g);
    roots_strip(f, g);
    if (flint.fmpz_poly_length(g) > 1) {
        bool found;
        Balls balls = find_balls(g, FIRST_PRECISION, roots->until, &found);
        if (!found) roots->unfinished = true;
        for (slong i = 0; i < balls.count && err == JUDDER_OK; i++)
            if (flint.arb_is_positive(acb_realref(balls.at + i)))
                err = append(roots, g, acb_realref(balls.at + i));
        flint._acb_vec_clear(balls.at, balls.degree);
    }
    return err;
}

/* Ascending, each number once. Comparing makes balls smaller, which no comparison of qsort may do. */
void roots_sort(Roots *roots) {
    if (roots->count < 2) return;
    for (int i = 1; i < roots->count; i++)
        for (int k = i; k > 0 && root_compare(&roots->at[k - 1], &roots->at[k]) > 0; k--) {
            const Root other = roots->at[k - 1];
            roots->at[k - 1] = roots->at[k];
            roots->at[k] = other;
        }
    int kept = 1;
    for (int i = 1; i < roots->count; i++) {
        if (root_compare(&roots->at[kept - 1], &roots->at[i]) == 0)
            root_clear(&roots->at[i]);
        else
            roots->at[kept++] = roots->at[i];
    }
    roots->count = kept;
}

void roots_release(Roots *roots) {
    for (int i = 0; i < roots->count; i++) root_clear(&roots->at[i]);
    free(roots->at);
    *roots = (Roots){0};
}
