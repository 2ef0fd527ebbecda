/* Primal coordinate descent (contact_solver/sweep.h). Tangential: node by node the exact local root nearest
 * to the iterate along the flow, on rows of W_TT^-1 at given normal forces; each update lowers v'A v/2 - b.v
 * + sum p_i int mu. Normal: the obstacle problem S_NN v_n = b_N - S_NT v_T + p, coordinate by coordinate.
 * (BD-5), (BD-6) */
#include "stage/internal.h"

enum { SWEEPS = 40, NORMAL_SWEEPS = 20000 };
static const double SETTLED = 1e-14;

static void relax_tangential(const void *of, int node, double *x) {
    const StageVisit *visit = of;
    const Stage *s = visit->stage;
    LocalContact local;
    double w[2];
    stage_local(s, visit->input, node, &local);
    stage_local_tangential(s, node, &local);
    local.p = s->p[node];
    stage_slip_velocity(s, visit->input, node, x, w);
    local_push(&local, s->ft + node * local.tangents, w);
    const LocalSlip slip = local_slip(&local, w, false);
    for (int a = 0; a < local.tangents; a++) x[a] = stage_foundation(s, visit->input, node, a) + slip.w[a];
}

Sweep stage_descent_sweep(const StageVisit *visit) {
    const Stage *s = visit->stage;
    return (Sweep){s->problem.n, s->problem.tangents, s->t.A, s->vt, s->ft, visit, relax_tangential};
}

int stage_descent(Stage *s, const StageInput *input) {
    const StageVisit visit = {s, input};
    const Sweep sweep = stage_descent_sweep(&visit);
    int sweeps = 0;
    bool settled = false;
    sweep_begin(&sweep, s->bt);
    for (; sweeps < SWEEPS && !settled; sweeps++) settled = sweep_all(&sweep) <= SETTLED * s->force;
    return sweeps;
}

static void relax_normal(const void *of, int node, double *x) {
    const StageVisit *visit = of;
    Stage *s = visit->stage;
    const int i = node * s->width;
    NormalPush push;
    const Contact *contact = stage_push(s, visit->input, node, &push);
    push.diagonal = stage_diagonal(s, i);
    x[0] = contact_normal_root(contact, &push, x[0] - s->f[i] / push.diagonal, &s->p[node]);
}

void stage_normal(Stage *s, const StageInput *input) {
    const StageVisit visit = {s, input};
    const Sweep sweep = {s->problem.n, s->width, s->problem.S, s->x, s->f, &visit, relax_normal};
    const int tangents = s->problem.tangents;
    bool settled = false;
    for (int i = 0; i < s->problem.n; i++) {
        s->x[i * s->width] = s->vn[i];
        for (int a = 0; a < tangents; a++) s->x[i * s->width + 1 + a] = s->vt[i * tangents + a];
    }
    sweep_begin(&sweep, input->b);
    for (int k = 0; k < NORMAL_SWEEPS && !settled; k++) settled = sweep_all(&sweep) <= SETTLED * s->force;
    for (int i = 0; i < s->problem.n; i++) s->vn[i] = s->x[i * s->width];
}
