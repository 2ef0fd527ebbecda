/* Where S is not at hand as a matrix: a step down the potential  v'Sv/2 - b.v + sum p_i int mu,  majorised
 * about the present velocities by blocks D >= S of the nodes, so that each node takes its own exact root, the
 * normal one first,
 *   D w + p mu(|w|) Dir(w) contains D w_now - f,  f = S v - b,
 * and all lower it together [hunter2004]. Short steps along its flow: the branch is kept until it ends.
 * (BD-6), (DI-4) */
#include "contact_solver/node.h"
#include "stage/internal.h"

#include <math.h>

/* How well the inside follows in one sweep; in the first one it may come from elsewhere. */
static const double ROUGH = 1e-2, CLOSE = 1e-6;

/* Returns by how much a force of the node changed. */
static double move_node(Stage *s, const StageInput *input, int node) {
    const StageOperator *op = s->problem.op;
    const int tangents = s->problem.tangents, first = node * tangents;
    const double *block = op->block + node * s->width * s->width;
    LocalNode local = {.x = {s->vn[node]}};
    local.contact = stage_push(s, input, node, &local.push);
    stage_local(s, input, node, &local.slip);
    stage_slip_velocity(s, input, node, s->vt + first, local.x + 1);
    const double was[3] = {local.x[0], local.x[1], local.x[2]};
    for (int a = 0; a < s->width; a++) {
        local.f[a] = s->f[node * s->width + a];
        for (int c = 0; c < s->width; c++) local.A[a][c] = op->majorant * block[a * s->width + c];
    }
    local_node_solve(&local);
    double most = 0;
    s->vn[node] = local.x[0];
    s->p[node] = local.p;
    for (int a = 0; a < tangents; a++)
        s->vt[first + a] = stage_foundation(s, input, node, a) + local.x[a + 1];
    for (int a = 0; a < s->width; a++) most = fmax(most, local.A[a][a] * fabs(local.x[a] - was[a]));
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
