/* An increment shown to the judge (BD-2), which knows the problem and no solver; sums over the nodes. */
#include "condensed/point.h"

#include <math.h>

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
