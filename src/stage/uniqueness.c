/* lambda_max(D^1/2 W_TT D^1/2), D = diag(p_i max(-mu')): below 1 a stage has one solution.  (BD-6) */
#include "stage/internal.h"

#include "base/dense.h"

#include <math.h>

void stage_falls(Stage *s, const StageInput *input) {
    for (int i = 0; i < s->problem.n; i++) {
        const FrictionRoots *roots = stage_roots(s, i);
        const Friction *f = stage_friction(s, i);
        s->fall[i] = roots->has_state
                         ? f->law->advanced_fall(f->params, stage_law_state(input, i), s->problem.h)
                         : roots->steepest;
    }
}

/* Whether the weights differ from those of the last answer; sets them. */
static bool weigh(Stage *s, double *largest) {
    double change = 0;
    *largest = 0;
    for (int i = 0; i < s->t.size; i++) {
        const int node = i / s->problem.tangents;
        const double weight = sqrt(s->p[node] > 0 ? s->p[node] * s->fall[node] : 0);
        change = fmax(change, fabs(weight - s->weight[i]));
        *largest = fmax(*largest, weight);
    }
    if (change <= 1e-3 * *largest) return false;
    for (int i = 0; i < s->t.size; i++) {
        const int node = i / s->problem.tangents;
        s->weight[i] = sqrt(s->p[node] > 0 ? s->p[node] * s->fall[node] : 0);
    }
    return true;
}

JudderErr stage_power(Stage *s, int most) {
    const StageOperator *op = s->problem.op;
    const int size = s->t.size;
    double largest;
    const bool changed = weigh(s, &largest);
    if (largest == 0) {
        s->lambda = 0;
        return JUDDER_OK;
    }
    if (changed) s->lambda_known = false;
    for (int k = 0; k < most && !s->lambda_known; k++) {
        double length = 0, along = 0;
        for (int i = 0; i < size; i++) length += s->eigen[i] * s->eigen[i];
        for (int i = 0; i < size; i++) s->weighted[i] = s->weight[i] * s->eigen[i] / sqrt(length);
        if (op)
            TRY(op->spread(op->of, s->weighted, s->eigen_next));
        else
            dense_multiply(size, s->t.W, s->weighted, s->eigen_next);
        for (int i = 0; i < size; i++) along += s->weighted[i] * s->eigen_next[i];
        /* A little of the old vector stays, so that no component is lost for good where a weight is 0
         * for a while. */
        for (int i = 0; i < size; i++)
            s->eigen[i] = s->weight[i] * s->eigen_next[i] + 1e-8 * along * (1 + (i % 7));
        s->lambda_known = fabs(along - s->lambda) <= 1e-3 * along;
        s->lambda = along;
    }
    return JUDDER_OK;
}

JudderErr stage_uniqueness(Stage *s, const StageInput *input, const StageState *state, int most,
                           double *lambda) {
    stage_falls(s, input);
    for (int i = 0; i < s->problem.n; i++) s->p[i] = stage_given(s, i) ? input->p[i] : state->r[i * s->width];
    s->lambda_known = false;
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
