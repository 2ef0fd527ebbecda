#include "contact_solver/sweep.h"

#include "base/dense.h"

#include <math.h>
#include <stddef.h>

void sweep_begin(const Sweep *s, const double *b) {
    const int size = s->n * s->width;
    dense_multiply(size, s->A, s->x, s->f);
    for (int j = 0; j < size; j++) s->f[j] -= b[j];
}

double sweep_node(const Sweep *s, int node) {
    const size_t size = (size_t)(s->n * s->width), first = (size_t)(node * s->width);
    double to[3] = {0}, most = 0;
    for (int a = 0; a < s->width; a++) to[a] = s->x[first + (size_t)a];
    s->node(s->of, node, to);
    for (int a = 0; a < s->width; a++) {
        const size_t i = first + (size_t)a;
        const double step = to[a] - s->x[i], *row = s->A + i * size; /* A is symmetric */
        s->x[i] = to[a];
        if (step == 0) continue;
        for (size_t j = 0; j < size; j++) s->f[j] += step * row[j];
        most = fmax(most, fabs(step) * row[i]);
    }
    return most;
}

double sweep_all(const Sweep *s) {
    double most = 0;
    for (int i = 0; i < s->n; i++) most = fmax(most, sweep_node(s, i));
    return most;
}
