/* Primal coordinate descent. Tangential: node by node the exact local root nearest to the iterate along the
 * flow, on rows of W_TT^-1 at given normal forces; each update lowers  v'A v/2 - b.v + sum p_i int mu.
 * Normal: the obstacle problem S_NN v_n = b_N - S_NT v_T + p, coordinate by coordinate.  (BD-5), (BD-6) */
#include "stage/local.h"

#include "base/dense.h"
#include "condensed/point.h"

#include <math.h>

enum { SWEEPS = 40, NORMAL_SWEEPS = 20000 };
static const double SETTLED = 1e-14;

/* Moves the tangential velocities of a node by `step` and the forces of all with it. */
static void move(Stage *s, int node, const double step[2]) {
    const int first = node * s->problem.tangents;
    const size_t size = (size_t)s->t.size;
    for (int a = 0; a < s->problem.tangents; a++) {
        if (step[a] == 0) continue;
        const double *row = s->t.A + (size_t)(first + a) * size; /* A is symmetric */
        for (size_t j = 0; j < size; j++) s->ft[j] += step[a] * row[j];
    }
}

double stage_relax(Stage *s, const StageInput *input, int node) {
    const int first = node * s->problem.tangents, tangents = s->problem.tangents;
    LocalContact local;
    local_of_node(s, input, node, &local);
    local_tangential(s, node, &local);
    local.p = s->p[node];
    double w[2], step[2] = {0}, most = 0;
    stage_slip_velocity(s, input, node, s->vt + first, w);
    for (int a = 0; a < tangents; a++) {
        local.q[a] = -s->ft[first + a];
        for (int c = 0; c < tangents; c++) local.q[a] += local.A[a][c] * w[c];
    }
    const LocalSlip slip = local_slip(&local, w, false);
    for (int a = 0; a < tangents; a++) {
        const double to = stage_foundation(s, input, node, a) + slip.w[a];
        step[a] = to - s->vt[first + a];
        s->vt[first + a] = to;
        most = fmax(most, fabs(step[a]) * local.A[a][a]);
    }
    move(s, node, step);
    return most;
}

void stage_descent_start(Stage *s) {
    dense_multiply(s->t.size, s->t.A, s->vt, s->ft);
    for (int i = 0; i < s->t.size; i++) s->ft[i] -= s->bt[i];
}

void stage_descent(Stage *s, const StageInput *input, StageProgress *progress) {
    *progress = (StageProgress){.residual = INFINITY};
    stage_descent_start(s);
    while (progress->iterations < SWEEPS && !progress->solved) {
        double most = 0;
        for (int i = 0; i < s->problem.n; i++) most = fmax(most, stage_relax(s, input, i));
        progress->iterations++;
        progress->residual = most / s->force;
        progress->solved = most <= SETTLED * s->force;
    }
}

double stage_normal_root(Stage *s, const StageInput *input, int node, double diagonal, double q) {
    if (stage_given(s, node)) {
        s->p[node] = input->p[node];
        return (q + s->p[node]) / diagonal;
    }
    const NormalPush push = {
        .g = input->gap[node], .h = s->problem.h, .diagonal = diagonal, .area = stage_area(s, node)};
    return contact_normal_root(stage_contact(s, node), &push, q / diagonal, &s->p[node]);
}

void stage_normal(Stage *s, const StageInput *input, StageProgress *progress) {
    const int n = s->problem.n, tangents = s->problem.tangents, width = s->width;
    const size_t size = (size_t)s->size;
    *progress = (StageProgress){.residual = INFINITY};
    for (int i = 0; i < n; i++) {
        const double *row = s->problem.S + (size_t)(i * width) * size;
        double sum = -input->b[i * width];
        for (int j = 0; j < n; j++) {
            sum += row[j * width] * s->vn[j];
            for (int a = 0; a < tangents; a++) sum += row[j * width + 1 + a] * s->vt[j * tangents + a];
        }
        s->fn[i] = sum;
    }
    while (progress->iterations < NORMAL_SWEEPS && !progress->solved) {
        double most = 0;
        for (int i = 0; i < n; i++) {
            const double *row = s->problem.S + (size_t)(i * width) * size;
            const double diagonal = row[i * width];
            const double v = stage_normal_root(s, input, i, diagonal, diagonal * s->vn[i] - s->fn[i]);
            const double step = v - s->vn[i];
            s->vn[i] = v;
            if (step == 0) continue;
            for (int j = 0; j < n; j++) s->fn[j] += step * row[j * width];
            most = fmax(most, fabs(step) * diagonal);
        }
        progress->iterations++;
        progress->solved = most <= SETTLED * s->force;
    }
}
