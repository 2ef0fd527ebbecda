/* A x = b + r on the contact dofs, node after node: each takes its own solution while the others are held,
 * and the forces of all follow. Block Gauss-Seidel [jean1999]; where the nodes minimise a potential it falls
 * with each of them [tseng2001]. */
#ifndef JUDDER_CONTACT_SOLVER_SWEEP_H
#define JUDDER_CONTACT_SOLVER_SWEEP_H

typedef struct Sweep {
    int n, width;    /* nodes, dofs of each: at most 3 */
    const double *A; /* (n width)^2, symmetric */
    double *x, *f;   /* f = A x - b */
    const void *of;
    /* x of a node becomes its own solution. */
    void (*node)(const void *of, int node, double *x);
} Sweep;

/* f at x. */
void sweep_begin(const Sweep *sweep, const double *b);
/* One node, or all in their order; gives back the largest change of a force: step times own stiffness. */
double sweep_node(const Sweep *sweep, int node);
double sweep_all(const Sweep *sweep);

#endif
