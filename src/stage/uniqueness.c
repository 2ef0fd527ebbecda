/* lambda_max(D^1/2 W_TT D^1/2), D = diag(p_i max(-mu')): below 1 a stage has one solution.  (BD-6) */
#include "stage/internal.h"

#include "base/dense.h"

#include <math.h>

/* Products: those of an operator far below 1; before a vector with new parts, or a fresh one, can have
 * settled. */
enum { FEW = 4, FRESH = 6, RISE_PRODUCTS = 50 };

void stage_falls(Stage *s, const StageInput *input) {
    for (int i = 0; i < s->problem.n; i++) {
        const FrictionRoots *roots = stage_roots(s, i);
        const Friction *f = stage_friction(s, i);
        s->fall[i] = roots->has_state
                         ? f->law->advanced_fall(f->params, stage_law_state(input, i), s->problem.h)
                         : roots->steepest;
    }
}

/* Some vector without a pattern. */
static double any_number(int i) {
    const double x = sin(12.9898 * (i + 1)) * 43758.5453;
    return 2 * (x - floor(x)) - 1;
}

typedef struct Weighed {
    double largest;
    bool changed,
        appeared; /* since the last answer; so much at some node that its vector knows little there */
} Weighed;

static void take_weight(Stage *s, int i, double weight, double part, Weighed *w) {
    if (weight > 2 * s->weight[i] && weight > 1e-3 * w->largest) {
        s->eigen[i] += part * any_number(i);
        w->appeared = true;
    }
    s->weight[i] = weight;
}

/* The weights; the vector gets parts where they are new. */
static Weighed weigh(Stage *s) {
    Weighed w = {0};
    double change = 0, square = 0;
    for (int i = 0; i < s->t.size; i++) {
        const int node = i / s->problem.tangents;
        const double weight = sqrt(s->p[node] > 0 ? s->p[node] * s->fall[node] : 0);
        change = fmax(change, fabs(weight - s->weight[i]));
        w.largest = fmax(w.largest, weight);
        square += s->eigen[i] * s->eigen[i];
    }
    w.changed = change > 1e-3 * w.largest;
    for (int i = 0; i < s->t.size && w.changed; i++) {
        const int node = i / s->problem.tangents;
        const double weight = sqrt(s->p[node] > 0 ? s->p[node] * s->fall[node] : 0);
        take_weight(s, i, weight, sqrt(square / s->t.size), &w);
    }
    return w;
}

static JudderErr spread(Stage *s) {
    const StageOperator *op = s->problem.op;
    if (op) return op->spread(op->of, s->weighted, s->eigen_next);
    dense_multiply(s->t.size, s->t.W, s->weighted, s->eigen_next);
    return JUDDER_OK;
}

/* Where mu jumps as slip begins no step, however short, has one solution for all loads. */
static bool mu_jumps(const Stage *s) {
    bool jumps = false;
    for (int i = 0; i < s->problem.n; i++) jumps = jumps || (s->p[i] > 0 && isinf(s->fall[i]));
    return jumps;
}

JudderErr stage_power(Stage *s, int most) {
    const int size = s->t.size;
    if (mu_jumps(s)) {
        s->lambda = INFINITY;
        s->lambda_known = s->lambda_asked = false;
        return JUDDER_OK;
    }
    const Weighed w = weigh(s);
    if (w.largest == 0) {
        s->lambda = 0;
        return JUDDER_OK;
    }
    if (w.changed) s->lambda_known = s->lambda_asked = false;
    const int least = w.appeared ? FRESH : 1;
    for (int k = 0; k < most && !s->lambda_known && !s->lambda_asked; k++) {
        if (s->problem.op && k == (w.appeared ? FRESH : FEW) && s->lambda < STAGE_FAR_BELOW) return JUDDER_OK;
        double length = 0, along = 0;
        for (int i = 0; i < size; i++) length += s->eigen[i] * s->eigen[i];
        for (int i = 0; i < size; i++) s->weighted[i] = s->weight[i] * s->eigen[i] / sqrt(length);
        TRY(spread(s));
        for (int i = 0; i < size; i++) along += s->weighted[i] * s->eigen_next[i];
        /* A little of the old vector stays, so that no component is lost for good where a weight is 0
         * for a while. */
        for (int i = 0; i < size; i++)
            s->eigen[i] = s->weight[i] * s->eigen_next[i] + 1e-8 * along * (1 + (i % 7));
        s->lambda_known = k + 1 >= least && fabs(along - s->lambda) <= 1e-3 * along;
        s->lambda = along;
    }
    s->lambda_asked = true;
    return JUDDER_OK;
}

/* The root of p (-mu') at the iterate where mu falls there, and the direction of the slip. */
static double fall_along(const Stage *s, const StageInput *input, int node, double d[2]) {
    double w[2];
    const double r = stage_slip_velocity(s, input, node, s->x + node * s->core + s->off, w);
    if (s->node[node] != STAGE_SLIP || !(r > 0)) return 0;
    for (int a = 0; a < s->problem.tangents; a++) d[a] = w[a] / r;
    return sqrt(fmax(0, -s->p_lin[node] * stage_mu_slope(s, input, node, r)));
}

/* One product of the power iteration on s->mode with the falls at the iterate; *along is its quotient. */
static JudderErr rise_product(Stage *s, const StageInput *input, double *along) {
    const int tangents = s->problem.tangents;
    double length = 0, d[2];
    for (int i = 0; i < s->problem.n; i++) length += s->mode[i] * s->mode[i];
    for (int i = 0; i < s->problem.n; i++) {
        const double fall = fall_along(s, input, i, d);
        s->mode[i] /= sqrt(length);
        for (int a = 0; a < tangents; a++)
            s->weighted[i * tangents + a] = fall > 0 ? fall * d[a] * s->mode[i] : 0;
    }
    TRY(spread(s));
    *along = 0;
    for (int i = 0; i < s->problem.n; i++) {
        const double fall = fall_along(s, input, i, d);
        double next = 0;
        for (int a = 0; a < tangents && fall > 0; a++) next += fall * d[a] * s->eigen_next[i * tangents + a];
        *along += s->mode[i] * next;
        s->mode[i] = next;
    }
    return JUDDER_OK;
}

JudderErr stage_rises(Stage *s, const StageInput *input, bool *rises) {
    double before = 0, along = 0, d[2];
    for (int i = 0; i < s->problem.n; i++) s->mode[i] = fall_along(s, input, i, d) > 0 ? any_number(i) : 0;
    *rises = true;
    for (int i = 0; i < s->problem.n; i++) *rises = *rises && s->mode[i] == 0;
    for (int k = 0; k < RISE_PRODUCTS && !*rises; k++) {
        TRY(rise_product(s, input, &along));
        if (!(along < STAGE_SURELY)) return JUDDER_OK;
        *rises = k + 1 >= FRESH && fabs(along - before) <= 1e-3 * along;
        before = along;
    }
    return JUDDER_OK;
}

JudderErr stage_uniqueness(Stage *s, const StageInput *input, const StageState *state, int most,
                           double *lambda) {
    stage_falls(s, input);
    for (int i = 0; i < s->problem.n; i++) s->p[i] = stage_given(s, i) ? input->p[i] : state->r[i * s->width];
    s->lambda_known = s->lambda_asked = false;
    TRY(stage_power(s, most));
    *lambda = s->lambda;
    return JUDDER_OK;
}

/* lambda_max if h were that many times as long, at the node that matters most. */
static double stretched(const Stage *s, const StageInput *input, int node, double times) {
    const Friction *f = stage_friction(s, node);
    const double fall = f->law->advanced_fall(f->params, stage_law_state(input, node), times * s->problem.h);
    return times * fall / s->fall[node];
}

double stage_suggested_h(const Stage *s, const StageInput *input, double uniqueness) {
    if (!(uniqueness > 0)) return INFINITY;
    if (isinf(uniqueness)) return 0;
    int node = 0;
    for (int i = 1; i < s->problem.n; i++)
        if (s->p[i] * s->fall[i] > s->p[node] * s->fall[node]) node = i;
    const double wanted = 0.9 / uniqueness;
    if (!stage_roots(s, node)->has_state) return wanted * s->problem.h;
    double low = -60, high = 60; /* powers of 2 */
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *(stretched(s, input, node, exp2(middle)) > wanted ? &high : &low) = middle;
    }
    return exp2(low) * s->problem.h;
}
