/* Normal dofs under given forces are eliminated: b_T - S_TN S_NN^-1 (b_N + p), and back.  (BD-3) */
#include "stage/internal.h"

#include "base/dense.h"

#include <string.h>

void stage_reduce(Stage *s, const StageInput *input) {
    const int n = s->problem.n, tangents = s->problem.tangents;
    if (!s->problem.normal) {
        memcpy(s->bt, input->b, (size_t)s->t.size * sizeof *s->bt);
        return;
    }
    for (int i = 0; i < n; i++) {
        s->pushed[i] = input->b[i * s->width] + s->p[i];
        for (int a = 0; a < tangents; a++) s->bt[i * tangents + a] = input->b[i * s->width + 1 + a];
    }
    for (int i = 0; i < n; i++) {
        const double *row = s->t.E + (size_t)i * (size_t)s->t.size;
        for (int j = 0; j < s->t.size; j++) s->bt[j] -= s->pushed[i] * row[j];
    }
}

void stage_normal_velocity(Stage *s, const StageInput *input) {
    const int n = s->problem.n;
    for (int i = 0; i < n; i++) s->pushed[i] = input->b[i * s->width] + s->p[i];
    for (int i = 0; i < n; i++)
        s->vn[i] = dense_dot(n, s->t.B + (size_t)i * (size_t)n, s->pushed) -
                   dense_dot(s->t.size, s->t.E + (size_t)i * (size_t)s->t.size, s->vt);
}
