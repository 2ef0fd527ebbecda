/* Where S is not at hand as a matrix: a step down the potential  v'Sv/2 - b.v + sum p_i int mu,  majorised
 * about the present velocities by blocks D >= S of the nodes, so that each node takes its own exact root, the
 * normal one first,
 *   D w + p mu(|w|) Dir(w) contains D w_now - f,  f = S v - b,
 * and all lower it together. Short steps along its flow: the branch is kept until it ends.  (BD-6), (DI-4) */
#include "stage/local.h"

#include <math.h>

/* How well the inside follows in one sweep; in the first one it may come from elsewhere. */
static const double ROUGH = 1e-2, CLOSE = 1e-6;

/* Returns by how much a force of the node changed. */
static double move_node(Stage *s, const StageInput *input, int node) {
    const StageOperator *op = s->problem.op;
    const int tangents = s->problem.tangents, first = node * tangents;
    const double *f = s->f + node * s->width, *block = op->block + node * s->width * s->width;
    const double stiff = op->majorant * block[0], was = s->vn[node];
    s->vn[node] = stage_normal_root(s, input, node, stiff, stiff * was - f[0]);
    const double step = s->vn[node] - was;
    double w[2], most = stiff * fabs(step);
    LocalContact local;
    local_of_node(s, input, node, &local);
    local_tangential(s, node, &local);
    local.p = s->p[node];
    stage_slip_velocity(s, input, node, s->vt + first, w);
    for (int a = 0; a < tangents; a++) {
        local.q[a] = -f[1 + a] - op->majorant * block[(1 + a) * s->width] * step;
        for (int c = 0; c < tangents; c++) {
            local.A[a][c] *= op->majorant;
            local.q[a] += local.A[a][c] * w[c];
        }
    }
    const LocalSlip slip = local_slip(&local, w, false);
    for (int a = 0; a < tangents; a++) {
        s->vt[first + a] = stage_foundation(s, input, node, a) + slip.w[a];
        most = fmax(most, local.A[a][a] * fabs(slip.w[a] - w[a]));
    }
    return most;
}

/* Of those at the contact. */
static double largest_force(const Stage *s) {
    double most = 0;
    for (int i = 0; i < s->size; i++) most = fmax(most, fabs(s->f[i]));
    return most;
}

JudderErr stage_flow(Stage *s, const StageInput *input, int sweeps, double *moved) {
    const StageOperator *op = s->problem.op;
    const int tangents = s->problem.tangents;
    for (int i = 0; i < s->size; i++) s->row[i] = (Row){.fixed = true};
    for (int sweep = 0; sweep < sweeps; sweep++) {
        ContactLeft left;
        double most = 0;
        for (int k = 0; k < s->problem.n; k++) {
            s->rhs[k * s->width] = s->vn[k];
            for (int a = 0; a < tangents; a++) s->rhs[k * s->width + 1 + a] = s->vt[k * tangents + a];
        }
        const StageRows held = {s->row, s->rhs, sweep == 0 ? CLOSE : ROUGH, 0};
        TRY(op->solve(op->of, &held, s->x, s->f, &left));
        for (int k = 0; k < s->problem.n; k++) most = fmax(most, move_node(s, input, k));
        const double size = largest_force(s);
        *moved = size > 0 ? most / size : 0;
    }
    return JUDDER_OK;
}
