/* mu(r) given by a function: a piecewise polynomial with a checked error on [0, formula_reach], straight
 * beyond. A law must be continuous and not negative, and must not oscillate without end: what is not so is
 * refused with the function's line. */
#include "friction/formula.h"

#include "base/field.h"
#include "friction/friction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double formula_reach = 1e9;

enum { MOST_PIECES = 4096, ZEROS = EXP_POLYNOMIAL_DEGREE + 2 };
static const double first_cell = 0x1p-20, fit_tolerance = 1e-12;

static JudderErr refuse(const Formula *p, JudderErr err) {
    if (p->mu.file) error_locate(p->mu.file, p->mu.line);
    return err;
}

static JudderErr refuse_jumps(const Formula *p) {
    for (size_t i = 0; i < p->curve.count; i++) {
        const CurvePiece *piece = &p->curve.pieces[i];
        double before;
        if (!piece->jump) continue;
        if (i == 0)
            TRY(p->mu.call(p->mu.context, 0, &before)); /* no piece holds the value at rest */
        else
            before = curve_piece_value(piece - 1, piece->start);
        return refuse(p,
                      error_input("mu", "mu jumps%s at v = %.9g, from %.6g to %.6g: a law must be continuous",
                                  i ? "" : " (as v leaves 0)", piece->start, before,
                                  curve_piece_value(piece, piece->start)));
    }
    return JUDDER_OK;
}

/* A bound of what the powers from `first` on add to the piece (order 0) or to its second
 * derivative in s (order 2). */
static double tail_bound(const CurvePiece *piece, int first, int order) {
    double sum = 0;
    for (int k = first; k <= piece->degree; k++) sum += fabs(piece->c[k]) * (order == 2 ? k * (k - 1) : 1);
    return sum;
}

/* The least value of every piece, at its ends or where its slope vanishes. */
static JudderErr refuse_negative(const Formula *p) {
    double scale = 0;
    for (size_t i = 0; i < p->curve.count; i++) {
        const CurvePiece *piece = &p->curve.pieces[i];
        scale = fmax(scale, fabs(piece->c[0]));
        if (piece->c[0] >= tail_bound(piece, 1, 0)) continue;
        ExpPolynomial g;
        curve_piece_restrict(piece, piece->start, piece->end, &g);
        double zeros[ZEROS + 2];
        const int count = exp_polynomial_critical(&g, zeros);
        zeros[count] = 0;
        zeros[count + 1] = 1;
        for (int j = 0; j < count + 2; j++) {
            const double mu = exp_polynomial_value(&g, zeros[j]);
            const double v = piece->start + zeros[j] * (piece->end - piece->start);
            REQUIRE(mu >= -1e-11 * scale,
                    refuse(p, error_input("mu", "mu is %.6g at v = %.6g: it must not be negative", mu, v)));
        }
    }
    return JUDDER_OK;
}

static JudderErr add_bend(Formula *p, double v) {
    double *bends = realloc(p->bends, (p->bend_count + 1) * sizeof *bends);
    REQUIRE(bends, error_memory());
    p->bends = bends;
    p->bends[p->bend_count++] = v;
    return JUDDER_OK;
}

/* mu' is monotone between the ends of pieces and the zeros of mu''. */
static JudderErr find_bends(Formula *p) {
    for (size_t i = 0; i < p->curve.count; i++) {
        const CurvePiece *piece = &p->curve.pieces[i];
        if (2 * fabs(piece->c[2]) < tail_bound(piece, 3, 2)) {
            ExpPolynomial g, derivative = {0};
            curve_piece_restrict(piece, piece->start, piece->end, &g);
            derivative.degree = g.degree > 0 ? g.degree - 1 : 0;
            for (int k = 1; k <= g.degree; k++) derivative.c[k - 1] = k * g.c[k];
            double zeros[ZEROS];
            const int count = exp_polynomial_critical(&derivative, zeros);
            for (int j = 0; j < count; j++)
                TRY(add_bend(p, piece->start + zeros[j] * (piece->end - piece->start)));
        }
        TRY(add_bend(p, piece->end));
    }
    return JUDDER_OK;
}

static JudderErr fit_everywhere(Formula *p) {
    Fit fit = {.function = p->mu, .options = {"mu", "v", fit_tolerance, MOST_PIECES}, .curve = &p->curve};
    double once, again;
    for (double v = first_cell; v <= formula_reach; v *= 2) {
        TRY(fit_call(&fit, v, &once));
        TRY(fit_call(&fit, v, &again));
        REQUIRE(once == again,
                refuse(p, error_input("mu",
                                      "mu gives %.17g and then %.17g at v = %.6g: it must depend on v alone",
                                      once, again, v)));
    }
    /* The tolerance follows the largest value so far: a viscous part must not blur the slow end. */
    fit.scale = 0;
    double a = 0;
    for (double b = first_cell; a < formula_reach; b *= 2) {
        const double end = fmin(b, formula_reach);
        TRY(fit_cell(&fit, a, end, false, false));
        a = end;
    }
    return JUDDER_OK;
}

static void release(void *params) {
    Formula *p = params;
    curve_release(&p->curve);
    free(p->bends);
    p->bends = NULL;
    p->bend_count = 0;
    surface_destroy(&p->surface);
}

static JudderErr prepare(void *params) {
    Formula *p = params;
    release(p);
    if (p->mu.arguments > 1 && p->mu.call_two) return surface_create(&p->mu, &p->surface);
    TRY(fit_everywhere(p));
    TRY(refuse_jumps(p));
    TRY(refuse_negative(p));
    return find_bends(p);
}

static const CurvePiece *piece_at(const Formula *p, double r) {
    return &p->curve.pieces[curve_find(&p->curve, r)];
}

static double final_slope(const void *params) {
    const Formula *p = params;
    if (p->surface) return 0;
    const double slope = curve_piece_slope(&p->curve.pieces[p->curve.count - 1], formula_reach);
    return fabs(slope) * formula_reach < 1e-9 ? 0 : fmax(slope, 0); /* it must not become negative far away */
}

static double sliding(const void *params, double r, double state) {
    const Formula *p = params;
    if (p->surface) return surface_value(p->surface, r, state);
    const double known = fmin(r, formula_reach);
    const double mu = fmax(0, curve_piece_value(piece_at(p, known), known));
    return r > known ? mu + final_slope(params) * (r - known) : mu;
}

static double at_rest(const void *params, double state) {
    return sliding(params, 0, state);
}

static double slope(const void *params, double r, double state) {
    const Formula *p = params;
    if (p->surface) return surface_slopes(p->surface, r, state).slope_r;
    if (r >= formula_reach) return final_slope(params);
    return curve_piece_slope(piece_at(params, r), r);
}

static double state_slope(const void *params, double r, double state) {
    const Formula *p = params;
    return p->surface ? surface_slopes(p->surface, r, state).slope_theta : 0;
}

static int variables(const void *params) {
    return ((const Formula *)params)->mu.arguments;
}

static Surface *thermal(const void *params) {
    return ((const Formula *)params)->surface;
}

static size_t bends(const void *params, double *at, size_t room) {
    const Formula *p = params;
    for (size_t i = 0; i < p->bend_count && i < room; i++) at[i] = p->bends[i];
    return p->bend_count;
}

static const Param formula_params[] = {
    FIELD(Formula, mu, FUNCTION,
          "the coefficient as a function of the slip speed, or in a beam of slip speed and temperature: "
          "continuous, not negative",
          REQUIRED),
    {0},
};

const FrictionLaw formula_law = {
    .word = {.name = "formula",
             .kind = "friction",
             .summary = "Any mu(v), or mu(v, theta) in a beam, written as a function.",
             .reference = "FR-5",
             .papers = "renard1998",
             .example = "formula(function(v) return 0.5 + 0.3*math.exp(-v/0.1) end)",
             .params = formula_params,
             .size = sizeof(Formula),
             .bare = "mu"},
    .prepare = prepare,
    .release = release,
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .final_slope = final_slope,
    .bends = bends,
    .state_slope = state_slope,
    .variables = variables,
    .thermal = thermal,
};
