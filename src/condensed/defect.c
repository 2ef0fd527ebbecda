/* The judge of an increment (BD-2): equilibrium, normal law, cone, flow rule; knows the
 * problem and no solver. */
#include "condensed/point.h"

#include <math.h>

static double length_of(const double *x, int count) {
    double square = 0;
    for (int a = 0; a < count; a++) square += x[a] * x[a];
    return sqrt(square);
}

/* S u = f + r: the largest difference, and the largest sum of sizes in a row, which is the scale of all. */
static double equilibrium_of(const CondensedProblem *problem, const CondensedIncrement *it, double *scale) {
    const int size = problem->n * problem->dim;
    double off = 0;
    *scale = it->floor;
    for (int j = 0; j < size; j++) {
        const double *row = problem->S + (size_t)j * (size_t)size;
        double sum[4] = {0}, sizes[4] = {0};
        int l = 0;
        for (; l + 4 <= size; l += 4)
            for (int k = 0; k < 4; k++) {
                const double term = row[l + k] * it->u[l + k];
                sum[k] += term;
                sizes[k] += fabs(term);
            }
        for (; l < size; l++) {
            sum[0] += row[l] * it->u[l];
            sizes[0] += fabs(row[l] * it->u[l]);
        }
        const double Su = (sum[0] + sum[1]) + (sum[2] + sum[3]);
        off = fmax(off, fabs(Su - it->f[j] - it->r[j]));
        *scale = fmax(*scale, sizes[0] + sizes[1] + sizes[2] + sizes[3] + fabs(it->f[j]) + fabs(it->r[j]));
    }
    if (*scale == 0) *scale = 1;
    return off / *scale;
}

/* The largest of numbers would not see what is none. */
static bool is_finite(const CondensedIncrement *it, int size) {
    bool finite = true;
    for (int j = 0; j < size; j++)
        finite = finite && isfinite(it->f[j]) && isfinite(it->u[j]) && isfinite(it->w[j]) &&
                 isfinite(it->r[j]) && isfinite(it->before[j]);
    return finite;
}

void condensed_defect(const CondensedProblem *problem, const CondensedIncrement *it, ContactDefect *defect) {
    const int dim = problem->dim, size = problem->n * dim;
    double scale;
    *defect = (ContactDefect){0};
    defect->equilibrium = equilibrium_of(problem, it, &scale);
    const ContactFields fields = {it->w, it->r, it->before};
    for (int i = 0; i < problem->n; i++) {
        const double *row = problem->S + (size_t)(i * dim) * (size_t)(size + 1);
        ContactPoint at;
        contact_point_of(problem, i, (const double[2]){row[0], row[size + 1]}, &fields, &at);
        contact_point_judge(&at, 0, scale, defect);
    }
    defect->largest = defect_largest(defect);
    if (!is_finite(it, size) || !isfinite(scale)) defect->largest = INFINITY;
}

void condensed_margins(const CondensedProblem *problem, const CondensedState *state, double *margin) {
    for (int i = 0; i < problem->n; i++) {
        const int first = i * problem->dim;
        const double bound = problem->mu[i] * state->r[first];
        margin[i] = 0;
        if (state->node[i] == CONDENSED_OPEN)
            margin[i] = problem->gap[i] + state->w[first];
        else if (state->node[i] == CONDENSED_STICK && bound > 0)
            margin[i] = 1 - length_of(state->r + first + 1, problem->dim - 1) / bound;
    }
}

void condensed_summarise(const CondensedProblem *problem, const CondensedState *state,
                         CondensedSummary *summary) {
    *summary = (CondensedSummary){.least_margin = 1};
    for (int i = 0; i < problem->n; i++) {
        const CondensedNode node = state->node[i];
        const int first = i * problem->dim;
        summary->open += node == CONDENSED_OPEN;
        summary->stick += node == CONDENSED_STICK;
        summary->slip += node >= CONDENSED_SLIP_MINUS;
        summary->slip_minus += node == CONDENSED_SLIP_MINUS;
        summary->slip_plus += node == CONDENSED_SLIP_PLUS;
        for (int a = 0; a < problem->dim; a++) summary->force[a] += state->r[first + a];
        const double bound = problem->mu[i] * state->r[first];
        if (node == CONDENSED_STICK && bound > 0)
            summary->least_margin = fmin(summary->least_margin,
                                         1 - length_of(state->r + first + 1, problem->dim - 1) / bound);
    }
}
