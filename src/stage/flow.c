/* Where S is not at hand as a matrix: a step down the potential  v'Sv/2 - b.v + sum p_i int mu,  majorised
 * about the present velocities by blocks D >= S of the nodes, so that each node takes its own exact root,
 *   D w + p mu(|w|) Dir(w) contains D w_now - f,  f = S v - b,
 * and all lower it together. Short steps along its flow: the branch is kept until it ends.  (BD-6), (DI-4) */
#include "stage/internal.h"

#include <math.h>

static const double ROUGH = 1e-2; /* how well the inside follows in one sweep */

static void move_node(Stage *s, const StageInput *input, int node) {
    const StageOperator *op = s->problem.op;
    const int tangents = s->problem.tangents, first = node * tangents;
    const double *f = s->f + node * s->width;
    const double stiff = op->majorant * stage_diagonal(s, node * s->width);
    s->vn[node] = stage_normal_root(s, input, node, stiff, stiff * s->vn[node] - f[0]);
    LocalContact local;
    double w[2];
    local_of_node(s, input, node, &local);
    local_tangential(s, node, &local);
    local.p = s->p[node];
    stage_slip_velocity(s, input, node, s->vt + first, w);
    for (int a = 0; a < tangents; a++) {
        local.q[a] = -f[1 + a];
        for (int c = 0; c < tangents; c++) {
            local.A[a][c] *= op->majorant;
            local.q[a] += local.A[a][c] * w[c];
        }
    }
    const LocalSlip slip = local_slip(&local, w, false);
    for (int a = 0; a < tangents; a++) s->vt[first + a] = stage_foundation(s, input, node, a) + slip.w[a];
}

JudderErr stage_flow(Stage *s, const StageInput *input, int sweeps) {
    const StageOperator *op = s->problem.op;
    const int tangents = s->problem.tangents;
    for (int i = 0; i < s->size; i++) s->row[i] = (Row){.fixed = true};
    for (int sweep = 0; sweep < sweeps; sweep++) {
        double left;
        for (int k = 0; k < s->problem.n; k++) {
            s->rhs[k * s->width] = s->vn[k];
            for (int a = 0; a < tangents; a++) s->rhs[k * s->width + 1 + a] = s->vt[k * tangents + a];
        }
        const StageRows held = {s->row, s->rhs, ROUGH, 0};
        TRY(op->solve(op->of, &held, s->x, s->f, &left));
        for (int k = 0; k < s->problem.n; k++) move_node(s, input, k);
    }
    return JUDDER_OK;
}
