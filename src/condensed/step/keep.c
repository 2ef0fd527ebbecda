#include "condensed/solver.h"

#include <math.h>

/* Below it is rounding: relative to the forces that are summed at the dof, and to the largest of all. */
static const double KEEP = 3e-11, NOISE = 1e-14;

/* What is summed in the balance of a dof. */
static double size_of(const Condensed *c, int j) {
    const double *row = c->problem.S + (size_t)j * (size_t)c->size;
    double size = fabs(c->F[j]);
    for (int l = 0; l < c->size; l++) size += fabs(row[l] * c->w[l]);
    return size;
}

void condensed_keep_states(Condensed *c, const CondensedNode *had) {
    const int dim = c->problem.dim;
    const double noise = NOISE * condensed_point_scale(c, c->w);
    for (int i = 0; i < c->problem.n; i++) {
        if (c->node[i] == had[i]) continue;
        ContactPoint at;
        condensed_point(c, i, &at);
        double size = at.mu * fmax(at.normal.p, 0);
        for (int a = 1; a < dim; a++) size = fmax(size, size_of(c, i * dim + a));
        const double rounding[2] = {KEEP * size_of(c, i * dim) + noise, KEEP * size + noise};
        c->node[i] = contact_point_kept(&at, rounding, had[i], c->node[i]);
    }
}
