#include "contact_solver/judge.h"

#include <stddef.h>

double contact_length(const double *x, int tangents) {
    return tangents == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

void contact_balance(DenseBalance *it) {
    it->off = it->sum = it->part = 0;
    for (int j = 0; j < it->size; j++) {
        const double *row = it->S + (size_t)j * (size_t)it->size, b = it->b[j], r = it->r[j];
        double sum[4] = {0}, sizes[4] = {0}, most[4] = {fabs(b), fabs(r)};
        int l = 0;
        for (; l + 4 <= it->size; l += 4)
            for (int k = 0; k < 4; k++) {
                const double term = row[l + k] * it->x[l + k], size = fabs(term);
                sum[k] += term;
                sizes[k] += size;
                most[k] = most[k] < size ? size : most[k];
            }
        for (; l < it->size; l++) {
            const double term = row[l] * it->x[l];
            sum[0] += term;
            sizes[0] += fabs(term);
            most[0] = fmax(most[0], fabs(term));
        }
        const double Sx = (sum[0] + sum[1]) + (sum[2] + sum[3]);
        defect_keep_worst(&it->off, fabs(Sx - b - r));
        it->sum = fmax(it->sum, sizes[0] + sizes[1] + sizes[2] + sizes[3] + fabs(b) + fabs(r));
        it->part = fmax(it->part, fmax(fmax(most[0], most[1]), fmax(most[2], most[3])));
    }
}

/* How far the force is from mu p against the slip. */
static double flow_of(const ContactPoint *at, double bound) {
    const double length = contact_length(at->slip, at->tangents);
    double off[2] = {0};
    if (length == 0 || bound == 0) return 0;
    for (int a = 0; a < at->tangents; a++) off[a] = at->r[a] + bound * at->slip[a] / length;
    const double flow = contact_length(off, at->tangents) - at->blur - at->hidden;
    return isinf(at->k) ? flow : flow * at->k * length / (bound + at->k * length);
}

/* The largest of numbers would not see NaN. */
static bool is_finite(const ContactPoint *at) {
    bool finite = isfinite(at->normal.p) && isfinite(at->normal.g);
    for (int a = 0; a < at->tangents; a++) finite = finite && isfinite(at->r[a]) && isfinite(at->slip[a]);
    return finite;
}

void contact_judge(const JudgedContact *judged, ContactDefect *defect) {
    const double scale = judged->left.scale > 0 ? judged->left.scale : 1;
    bool finite = isfinite(judged->left.scale);
    *defect = (ContactDefect){0};
    defect_keep_worst(&defect->equilibrium, judged->left.force / scale);
    for (int i = 0; i < judged->n; i++) {
        ContactPoint at;
        judged->point(judged->of, i, &at);
        const double bound = at.mu * fmax(at.normal.p, 0);
        defect_keep_worst(&defect->cone, (contact_length(at.r, at.tangents) - bound - at.hidden) / scale);
        defect_keep_worst(&defect->flow, flow_of(&at, bound) / scale);
        defect_keep_worst(&defect->normal, contact_violation(at.contact, &at.normal) / scale);
        finite = finite && is_finite(&at);
    }
    defect->largest = finite ? defect_largest(defect) : INFINITY;
}
