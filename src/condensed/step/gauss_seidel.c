/* Node after node is solved exactly while the others are held (contact_solver/sweep.h): slow, but it needs no
 * good start and leaves sets from which Newton ends (BD-2). A rigid contact is solved with its friction
 * together, others normal first. */
#include "condensed/solver.h"
#include "contact_solver/node.h"
#include "contact_solver/sweep.h"

#include <math.h>

enum { LOOK = 10 }; /* sweeps between two looks at what is left */

static void relax_node(const void *of, int i, double *x) {
    const Condensed *c = of;
    const CondensedProblem *p = &c->problem;
    const int dim = p->dim, first = i * dim;
    LocalNode node = {.contact = condensed_contact(p, i),
                      .push = {.g = p->gap[i], .h = 1, .area = p->area[i]},
                      .together = true,
                      .slip = {.tangents = dim - 1, .mu = p->mu[i]}};
    for (int a = 0; a < dim; a++) {
        node.f[a] = c->r[first + a];
        node.x[a] = x[a] - (a ? c->before[first + a] : 0);
        for (int b = 0; b < dim; b++)
            node.A[a][b] = p->S[(size_t)(first + a) * (size_t)c->size + (size_t)(first + b)];
    }
    local_node_solve(&node);
    for (int a = 0; a < dim; a++) x[a] = node.x[a] + (a ? c->before[first + a] : 0);
}

double condensed_gauss_seidel(Condensed *c, int sweeps) {
    const Sweep sweep = {c->problem.n, c->problem.dim, c->problem.S, c->w, c->r, c, relax_node};
    double residual = INFINITY;
    sweep_begin(&sweep, c->F);
    for (int k = 1; k <= sweeps; k++) {
        sweep_all(&sweep);
        if (k % LOOK && k != sweeps) continue;
        residual = condensed_natural(c);
        if (!isfinite(residual) || residual <= 1e-12) break;
    }
    return residual;
}
