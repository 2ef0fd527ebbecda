/* The first event of a step: the first zero of polynomials, none of them missed.  (MO-7)
 *
 * Most functions keep their sign by Bernstein's coefficients, between whose least and largest a polynomial
 * lies; the others are searched by descending from their highest derivative (Rolle). */
#include "system_march/events/exact/exact.h"

#include <math.h>
#include <string.h>

/* Below this part of the largest coefficient one is rounding. */
#define EXACT_NOISE 1e-13

void exact_motion_bernstein_open(ExactMotion *x) {
    /* entry (j, i): binomial(j, i)/binomial(LINEAR_TERMS, i) */
    for (int j = 0; j < EXACT_SIZE; j++)
        for (int i = 0; i <= j; i++)
            x->bernstein[j * EXACT_SIZE + i] = i == 0 ? 1
                                                      : x->bernstein[j * EXACT_SIZE + i - 1] * (j - i + 1) /
                                                            (LINEAR_TERMS - i + 1);
}

static double exact_motion_least(const ExactMotion *x, const double *c) {
    double least = INFINITY;
    for (int j = 0; j < EXACT_SIZE; j++)
        least = fmin(least, dense_dot(j + 1, x->bernstein + j * EXACT_SIZE, c));
    return least;
}

static double largest(const double *c) {
    double most = 0;
    for (int k = 0; k < EXACT_SIZE; k++) most = fmax(most, fabs(c[k]));
    return most;
}

static ExpPolynomial polynomial(const double *c) {
    const double most = largest(c);
    ExpPolynomial g = {.degree = LINEAR_TERMS};
    memcpy(g.c, c, EXACT_SIZE * sizeof *c);
    while (g.degree > 0 && fabs(g.c[g.degree]) <= 1e-18 * most) g.degree--;
    return g;
}

/* An event function of the step. */
typedef struct Course {
    double c[EXACT_SIZE];
    double zero; /* what counts as nothing */
    int known;   /* order of its zero at the beginning */
} Course;

static void divide_once(Course *g) {
    memmove(g->c, g->c + 1, LINEAR_TERMS * sizeof *g->c);
    g->c[LINEAR_TERMS] = 0;
}

/* Divides the zero at the beginning out; a function that falls from zero is left as it is. */
static void divide(Course *g) {
    const double noise = EXACT_NOISE * largest(g->c);
    if (g->known == 0 && fabs(g->c[0]) <= g->zero && g->c[1] >= -noise) g->known = 1;
    for (int k = 0; k < g->known; k++) divide_once(g);
    for (int k = 0; k < LINEAR_TERMS && g->known > 0; k++) {
        const double most = largest(g->c);
        if (most == 0 || fabs(g->c[0]) > EXACT_NOISE * most) return;
        divide_once(g);
    }
}

/* Whether the polynomial only touched zero. */
static bool grazes(const ExpPolynomial *g, double zero) {
    double at[EXP_POLYNOMIAL_DEGREE + 2];
    const int count = exp_polynomial_critical(g, at);
    for (int k = 0; k < count; k++)
        if (fabs(exp_polynomial_value(g, at[k])) <= zero && exp_polynomial_derivative(g, 2, at[k]) > 0)
            return true;
    return false;
}

/* The first s at which the function goes below zero; 2: at none. */
static double exact_motion_zero(Events *e, Course *g) {
    const ExactMotion *x = e->own;
    double s;
    int side;
    divide(g);
    if (exact_motion_least(x, g->c) > g->zero) return 2;
    const ExpPolynomial p = polynomial(g->c);
    if (exp_polynomial_first_exit(&p, 0, INFINITY, g->zero, &s, &side)) return s;
    if (grazes(&p, g->zero)) e->m->report.grazing++;
    return 2;
}

/* Fills function k of contact i; false: there is none. */
static bool exact_motion_function(const Events *e, int i, int k, double *c) {
    const ExactMotion *x = e->own;
    const ExactContact *at = &x->contact[i];
    const SystemContactSetup *set = &e->m->setup.contact[i];
    const ContactMode *mode = &e->mode[i];
    const int n = e->m->setup.n;
    const double mu = friction_at_rest(&e->m->friction[i], 0), sign = k == EVENT_FIRST ? 1 : -1;
    if (k == EVENT_FOLD || (k != EVENT_FIRST && mode->node == STAGE_OPEN)) return false;
    if (k == EVENT_NORMAL && set->normal < 0) return false;
    if (k == EVENT_SECOND && mode->node == STAGE_SLIP && !isfinite(mode->high)) return false;
    for (int j = 0; j < EXACT_SIZE; j++) {
        if (mode->node == STAGE_OPEN)
            c[j] = -x->motion->u[j * n + set->normal];
        else if (k == EVENT_NORMAL)
            c[j] = at->p[j];
        else if (mode->node == STAGE_STICK)
            c[j] = mu * at->p[j] - sign * at->r[j];
        else
            c[j] = sign * mode->sign * at->w[j];
    }
    if (mode->node == STAGE_OPEN) c[0] += set->gap;
    if (mode->node == STAGE_SLIP && k != EVENT_NORMAL) c[0] -= k == EVENT_FIRST ? mode->low : -mode->high;
    return true;
}

JudderErr exact_motion_first(Events *e, double h, Moment *end, EventFound *found) {
    double first = 2;
    (void)end;
    *found = (EventFound){.contact = -1};
    for (int i = 0; i < e->m->setup.contact_count; i++)
        for (int k = 0; k < EVENT_FUNCTIONS; k++) {
            const int j = i * EVENT_FUNCTIONS + k;
            Course g = {.zero = EVENT_ZERO * e->scale[j], .known = e->known[j]};
            if (!exact_motion_function(e, i, k, g.c)) continue;
            const double s = exact_motion_zero(e, &g);
            if (!(s < first)) continue;
            first = s;
            *found = (EventFound){true, s * h, i, (EventFunction)k};
        }
    return JUDDER_OK;
}

void exact_motion_slip(const Events *e, int contact, double *moved, double *fastest) {
    const ExactMotion *x = e->own;
    const double *w = x->contact[contact].w;
    double rate[EXACT_SIZE] = {0}, fall[EXACT_SIZE], at[EXP_POLYNOMIAL_DEGREE + 2], sum = 0;
    for (int k = LINEAR_TERMS; k >= 0; k--) sum += w[k] / (k + 1);
    *moved += x->h * fabs(sum);
    for (int k = 0; k < LINEAR_TERMS; k++) rate[k] = (k + 1) * w[k + 1];
    for (int k = 0; k < EXACT_SIZE; k++) fall[k] = -rate[k];
    const ExpPolynomial g = polynomial(w);
    *fastest = fmax(*fastest, fmax(fabs(w[0]), fabs(exp_polynomial_value(&g, 1))));
    if (exact_motion_least(x, rate) >= 0 || exact_motion_least(x, fall) >= 0) return;
    const int count = exp_polynomial_critical(&g, at);
    for (int k = 0; k < count; k++) *fastest = fmax(*fastest, fabs(exp_polynomial_value(&g, at[k])));
}
