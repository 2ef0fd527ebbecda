/* The judge of an increment (BD-2): equilibrium, normal law, cone, flow rule; knows the
 * problem and no solver. */
#include "condensed/point.h"

#include <math.h>

void contact_balance(DenseBalance *it) {
    it->off = it->sum = it->part = 0;
    for (int j = 0; j < it->size; j++) {
        const double *row = it->S + (size_t)j * (size_t)it->size, b = it->b[j], r = it->r[j];
        double sum[4] = {0}, sizes[4] = {0}, most[4] = {fabs(b), fabs(r)};
        int l = 0;
        for (; l + 4 <= it->size; l += 4)
            for (int k = 0; k < 4; k++) {
                const double term = row[l + k] * it->x[l + k], size = fabs(term);
                sum[k] += term;
                sizes[k] += size;
                most[k] = most[k] < size ? size : most[k];
            }
        for (; l < it->size; l++) {
            const double term = row[l] * it->x[l];
            sum[0] += term;
            sizes[0] += fabs(term);
            most[0] = fmax(most[0], fabs(term));
        }
        const double Sx = (sum[0] + sum[1]) + (sum[2] + sum[3]);
        defect_keep_worst(&it->off, fabs(Sx - b - r));
        it->sum = fmax(it->sum, sizes[0] + sizes[1] + sizes[2] + sizes[3] + fabs(b) + fabs(r));
        it->part = fmax(it->part, fmax(fmax(most[0], most[1]), fmax(most[2], most[3])));
    }
}

/* What the judge is shown. */
typedef struct Shown {
    const CondensedProblem *problem;
    ContactFields fields;
} Shown;

static void shown_point(const void *of, int i, ContactPoint *at) {
    const Shown *shown = of;
    const CondensedProblem *problem = shown->problem;
    const size_t size = (size_t)(problem->n * problem->dim);
    const double *row = problem->S + (size_t)(i * problem->dim) * (size + 1);
    contact_point_of(problem, i, (const double[2]){row[0], row[size + 1]}, &shown->fields, at);
}

void condensed_defect(const CondensedProblem *problem, const CondensedIncrement *it, ContactDefect *defect) {
    DenseBalance balance = {problem->n * problem->dim, problem->S, it->u, it->f, it->r, .off = 0};
    const Shown shown = {problem, {it->w, it->r, it->before}};
    contact_balance(&balance);
    const JudgedContact judged = {
        problem->n, &shown, shown_point, {balance.off, fmax(it->floor, balance.sum)}};
    contact_judge(&judged, defect);
    /* no law asks for the normal displacement before */
    for (int j = 0; j < balance.size; j++)
        if (!isfinite(it->before[j])) defect->largest = INFINITY;
}

void condensed_margins(const CondensedProblem *problem, const CondensedState *state, double *margin) {
    for (int i = 0; i < problem->n; i++) {
        const int first = i * problem->dim;
        const double bound = problem->mu[i] * state->r[first];
        margin[i] = 0;
        if (state->node[i] == CONDENSED_OPEN)
            margin[i] = problem->gap[i] + state->w[first];
        else if (state->node[i] == CONDENSED_STICK && bound > 0)
            margin[i] = 1 - contact_length(state->r + first + 1, problem->dim - 1) / bound;
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
                                         1 - contact_length(state->r + first + 1, problem->dim - 1) / bound);
    }
}
