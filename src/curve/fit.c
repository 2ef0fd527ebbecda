#include "curve/fit.h"

#include "base/log.h"
#include "base/roots.h"

#include <math.h>
#include <string.h>

enum {
    NODES = CURVE_DEGREE + 1,
    CHECKS = 9,
    DEEPEST = 110,
    TRIES_A_PIECE = 6 /* bisection of a smooth function takes 4 */
};

/* Extrema of the Chebyshev polynomial T_7, from -1 to 1; they hold both ends, so pieces meet. */
static const double node_at[NODES] = {-1.0,
                                      -0.90096886790241912624,
                                      -0.62348980185873353053,
                                      -0.22252093395631440429,
                                      0.22252093395631440429,
                                      0.62348980185873353053,
                                      0.90096886790241912624,
                                      1.0};
/* Between the nodes, where the error of the interpolation is largest, and two places without symmetry. */
static const double check_at[CHECKS] = {-0.97492791218182360702,
                                        -0.78183148246802980871,
                                        -0.43388373911755812048,
                                        0.0,
                                        0.43388373911755812048,
                                        0.78183148246802980871,
                                        0.97492791218182360702,
                                        -0.54321987,
                                        0.10987654};

JudderErr fit_call(Fit *fit, double x, double *y) {
    const Function *f = &fit->function;
    REQUIRE(!stop_overdue(), error_stopped("interrupted while %s was evaluated near %s = %.6g",
                                           fit->options.what, fit->options.variable, x));
    JudderErr err = f->call(f->context, fit->last > 0 ? fmin(x, fit->last) : x, y);
    if (err == JUDDER_OK && !isfinite(*y))
        err = error_input(NULL, "%s is %s at %s = %.17g: a finite number is needed", fit->options.what,
                          isnan(*y) ? "nan" : "infinite", fit->options.variable, x);
    if (err == JUDDER_INPUT && f->file) error_locate(f->file, f->line);
    if (err == JUDDER_OK) fit->scale = fmax(fit->scale, fabs(*y));
    return err;
}

static JudderErr never_settles(const Fit *fit, double x) {
    const FitOptions *o = &fit->options;
    const JudderErr err = error_input(
        NULL, "%s never settles near %s = %.6g: it does not fall into %zu smooth pieces", o->what,
        o->variable, x, o->most_pieces);
    if (fit->function.file) error_locate(fit->function.file, fit->function.line);
    return err;
}

/* T_k at node j: the node's angle runs from pi to 0, so it is the value of some node. */
static double chebyshev_at(int k, int j) {
    const int n = CURVE_DEGREE, turn = k * (n - j) % (2 * n);
    return node_at[turn <= n ? n - turn : turn - n];
}

/* Coefficients in powers of s of the polynomial through the values at the nodes. */
static void interpolate(const double *f, double largest, CurvePiece *piece) {
    double chebyshev[NODES];
    const int n = CURVE_DEGREE;
    for (int k = 0; k <= n; k++) {
        double sum = 0;
        for (int j = 0; j <= n; j++) {
            const double weight = (j == 0 || j == n) ? 0.5 : 1.0;
            sum += weight * f[j] * chebyshev_at(k, j);
        }
        chebyshev[k] = sum * 2 / n * ((k == 0 || k == n) ? 0.5 : 1.0);
    }
    /* What is only rounding is dropped, so that a straight line stays one. */
    int degree = n;
    while (degree > 0 && fabs(chebyshev[degree]) <= 4e-16 * largest) degree--;
    double older[NODES] = {1}, newer[NODES] = {0, 1};
    memset(piece->c, 0, sizeof piece->c);
    piece->degree = degree;
    piece->c[0] = chebyshev[0];
    for (int k = 1; k <= degree; k++) {
        for (int i = 0; i <= k; i++) piece->c[i] += chebyshev[k] * newer[i];
        double next[NODES] = {0};
        for (int i = 0; i < NODES; i++) next[i] = (i ? 2 * newer[i - 1] : 0) - older[i];
        memcpy(older, newer, sizeof older);
        memcpy(newer, next, sizeof newer);
    }
}

/* The next double, but at 0 not so close that 1/x overflows. */
static double just_inside(double x, double inwards) {
    const double next = nextafter(x, inwards), least = 1e-150 * (inwards - x);
    return fabs(next - x) >= fabs(least) ? next : x + least;
}

/* Where the function is evaluated for the end of a piece: just inside if it jumps there. */
static double end_sample(double x, double inwards, bool jump) {
    return jump ? just_inside(x, inwards) : x;
}

/* What rounding of x does to values of the piece, nodes and checks together. */
static double rounding_of(const CurvePiece *piece) {
    double slope = 0;
    for (int k = 1; k <= piece->degree; k++) slope += k * fabs(piece->c[k]);
    return 1e-15 * fmax(fabs(piece->start), fabs(piece->end)) * slope * piece->per_half;
}

typedef struct Ends {
    double a, b;
    bool jump_a, jump_b;
} Ends;

/* Tries one polynomial on [a, b]; *good says whether it holds at the check points. */
static JudderErr try_piece(Fit *fit, const Ends *e, CurvePiece *piece, bool *good) {
    const double mid = e->a + (e->b - e->a) / 2, half = (e->b - e->a) / 2;
    *piece = (CurvePiece){.start = e->a, .end = e->b, .mid = mid, .per_half = 1 / half, .jump = e->jump_a};
    REQUIRE(++fit->tries <= TRIES_A_PIECE * fit->options.most_pieces, never_settles(fit, e->a));
    double f[NODES], largest = 0;
    for (int j = 0; j < NODES; j++) {
        double x = mid + half * node_at[j];
        if (j == 0) x = end_sample(e->a, e->b, e->jump_a);
        if (j == NODES - 1) x = end_sample(e->b, e->a, e->jump_b);
        TRY(fit_call(fit, x, &f[j]));
        largest = fmax(largest, fabs(f[j]));
    }
    interpolate(f, largest, piece);
    const double rounding = rounding_of(piece);
    double worst = 0;
    *good = false;
    for (int j = 0; j < CHECKS; j++) {
        /* Far off already: the other checks, which may raise the scale, would not save it. */
        if (worst > 1000 * (fit->options.tolerance * fit->scale + rounding)) return JUDDER_OK;
        const double x = mid + half * check_at[j];
        double y;
        TRY(fit_call(fit, x, &y));
        worst = fmax(worst, fabs(y - curve_piece_value(piece, x)));
    }
    *good = worst <= fit->options.tolerance * fit->scale + rounding;
    if (*good) fit->curve->error = fmax(fit->curve->error, worst);
    return JUDDER_OK;
}

/* The longest stretch that ends at x (towards `far`) on which one polynomial holds; *good is false if none
 * of some length does. */
static JudderErr side_piece(Fit *fit, double x, double far, CurvePiece *piece, bool *good) {
    double reach = far - x;
    *good = false;
    for (int i = 0; i < 12 && !*good; i++, reach /= 2) {
        const Ends e = {reach < 0 ? x + reach : x, reach < 0 ? x : x + reach, i == 0 && reach < 0,
                        i == 0 && reach > 0};
        if (!(e.a < e.b)) return JUDDER_OK;
        TRY(try_piece(fit, &e, piece, good));
    }
    return JUDDER_OK;
}

typedef struct Sides {
    const CurvePiece *left, *right;
} Sides;

static double side_difference(const void *context, double x) {
    const Sides *sides = context;
    return curve_piece_value(sides->left, x) - curve_piece_value(sides->right, x);
}

/* Whether the sides at x are apart by more than errors explain. */
static bool is_step(const Fit *fit, const Sides *sides, double x) {
    return fabs(side_difference(sides, x)) >
           100 * (fit->options.tolerance * fit->scale + rounding_of(sides->left) + rounding_of(sides->right));
}

/* Narrows [lo, hi] by asking on which of the two smooth sides the function lies; a kink is where the sides
 * meet, a jump where they do not. */
static JudderErr refine_break(Fit *fit, const Sides *sides, const double between[2], double *x, bool *jump) {
    double lo = between[0], hi = between[1];
    const double reach = 1e-3 * (hi - lo);
    for (;;) {
        const double middle = lo + (hi - lo) / 2;
        if (!(middle > lo && middle < hi)) break;
        double y;
        TRY(fit_call(fit, middle, &y));
        if (fabs(y - curve_piece_value(sides->left, middle)) <=
            fabs(y - curve_piece_value(sides->right, middle)))
            lo = middle;
        else
            hi = middle;
    }
    *x = hi;
    *jump = is_step(fit, sides, hi);
    /* Close to a kink rounding decides the side, so it is where the sides cross; if they do not, they part
     * so slowly that the place does not matter. */
    const double low = lo - reach, high = hi + reach;
    if (!*jump && side_difference(sides, low) * side_difference(sides, high) <= 0)
        *x = root_bracketed(side_difference, sides, low, high);
    return JUDDER_OK;
}

/* Where to split a cell on which one polynomial does not hold. */
static JudderErr find_break(Fit *fit, const Ends *e, double *x, bool *jump) {
    double lo = e->a, hi = e->b;
    *jump = false;
    *x = e->a + (e->b - e->a) / 2;
    CurvePiece left, right;
    for (int i = 0; i < 10; i++) {
        const double middle = lo + (hi - lo) / 2;
        if (!(middle > lo && middle < hi)) return JUDDER_OK;
        const Ends first = {lo, middle, e->jump_a && lo == e->a, false},
                   last = {middle, hi, false, e->jump_b && hi == e->b};
        bool left_good, right_good;
        TRY(try_piece(fit, &first, &left, &left_good));
        TRY(try_piece(fit, &last, &right, &right_good));
        if (left_good == right_good) {
            /* Both: the cell was only too wide. Neither: several features; halve. A break at the middle
             * itself shows as "both". */
            if (left_good) *x = middle;
            *jump = left_good && is_step(fit, &(Sides){&left, &right}, middle);
            return JUDDER_OK;
        }
        if (left_good)
            lo = middle;
        else
            hi = middle;
    }
    bool left_good, right_good;
    TRY(side_piece(fit, lo, e->a, &left, &left_good));
    TRY(side_piece(fit, hi, e->b, &right, &right_good));
    if (!left_good || !right_good) {
        *x = lo + (hi - lo) / 2; /* the break hides at an end: cut close to it */
        return JUDDER_OK;
    }
    return refine_break(fit, &(Sides){&left, &right}, (double[]){lo, hi}, x, jump);
}

/* Whether the value at x itself is not the limit from inside: it is further off than the next values
 * are from each other. */
static JudderErr jumps_at(Fit *fit, double x, double inwards, bool *jump) {
    double at, beside, beyond;
    const double next = just_inside(x, inwards);
    TRY(fit_call(fit, x, &at));
    TRY(fit_call(fit, next, &beside));
    TRY(fit_call(fit, just_inside(next, inwards), &beyond));
    *jump = fabs(at - beside) > 100 * fit->options.tolerance * fit->scale + 10 * fabs(beside - beyond);
    return JUDDER_OK;
}

static JudderErr fit_ends(Fit *fit, const Ends *e, int depth) {
    CurvePiece piece;
    bool good;
    TRY(try_piece(fit, e, &piece, &good));
    if (good) {
        REQUIRE(++fit->used <= fit->options.most_pieces, never_settles(fit, e->a));
        return curve_append(fit->curve, &piece);
    }
    const double middle = e->a + (e->b - e->a) / 2;
    REQUIRE(depth < DEEPEST && middle > e->a && middle < e->b, never_settles(fit, e->a));
    double x;
    bool jump;
    TRY(find_break(fit, e, &x, &jump));
    if (!(x > e->a && x < e->b)) x = middle, jump = false;
    const Ends first = {e->a, x, e->jump_a, jump}, last = {x, e->b, jump, e->jump_b};
    TRY(fit_ends(fit, &first, depth + 1));
    return fit_ends(fit, &last, depth + 1);
}

JudderErr fit_cell(Fit *fit, double a, double b, bool jump_a, bool jump_b) {
    Ends e = {a, b, jump_a || fit->jumped, jump_b};
    if (!e.jump_a) TRY(jumps_at(fit, a, b, &e.jump_a));
    if (!e.jump_b) TRY(jumps_at(fit, b, a, &e.jump_b));
    fit->used = fit->tries = 0;
    fit->jumped = e.jump_b;
    return fit_ends(fit, &e, 0);
}
