#include "contact_solver/node.h"

/* x <- A^-1 load by elimination: the block is positive definite. */
static void node_free(const LocalNode *node, double *x) {
    const int dim = node->slip.tangents + 1;
    double A[3][4];
    for (int a = 0; a < dim; a++) {
        A[a][dim] = -node->f[a];
        for (int b = 0; b < dim; b++) {
            A[a][b] = node->A[a][b];
            A[a][dim] += node->A[a][b] * node->x[b];
        }
    }
    for (int k = 0; k < dim; k++)
        for (int a = k + 1; a < dim; a++) {
            const double part = A[a][k] / A[k][k];
            for (int b = k; b <= dim; b++) A[a][b] -= part * A[k][b];
        }
    for (int a = dim - 1; a >= 0; a--) {
        x[a] = A[a][dim];
        for (int b = a + 1; b < dim; b++) x[a] -= A[a][b] * x[b];
        x[a] /= A[a][a];
    }
}

static void node_move_normal(LocalNode *node, double to) {
    const double step = to - node->x[0];
    for (int a = 0; a <= node->slip.tangents; a++) node->f[a] += node->A[a][0] * step;
    node->x[0] = to;
}

/* Friction at the force p, or with the one that follows the slip. */
static void node_slip(LocalNode *node, bool follows) {
    LocalContact *slip = &node->slip;
    slip->p = follows ? node->f[0] : node->p;
    for (int a = 0; a < slip->tangents; a++) {
        slip->a[a] = follows ? node->A[0][a + 1] : 0;
        slip->p -= slip->a[a] * node->x[a + 1];
        for (int b = 0; b < slip->tangents; b++) slip->A[a][b] = node->A[a + 1][b + 1];
    }
    local_push(slip, node->f + 1, node->x + 1);
    const LocalSlip found = local_slip(slip, (const double[2]){node->x[1], node->x[2]}, false);
    node->p = slip->p;
    for (int a = 0; a < slip->tangents; a++) {
        node->x[a + 1] = found.w[a];
        node->p += slip->a[a] * found.w[a];
    }
}

void local_node_solve(LocalNode *node) {
    NormalPush push = node->push;
    push.diagonal = node->A[0][0];
    if (!(node->together && node->contact->law->rigid)) {
        node_move_normal(node, contact_normal_root(node->contact, &push,
                                                   node->x[0] - node->f[0] / push.diagonal, &node->p));
        node_slip(node, false);
        return;
    }
    double apart[3] = {0};
    node_free(node, apart);
    if (push.g + push.h * apart[0] >= 0) {
        for (int a = 0; a <= node->slip.tangents; a++) node->x[a] = apart[a];
        node->p = 0;
        return;
    }
    node_move_normal(node, -push.g / push.h);
    node_slip(node, true);
}
