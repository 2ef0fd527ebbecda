/* The judge of (ST-6): knows the problem and (mu, x), and not who found them. */
#include "complementarity/eicp.h"

#include <math.h>
#include <stddef.h>

double eicp_residual(const Eicp *eicp, double mu, const double *x) {
    const size_t n = (size_t)eicp->n;
    double sum = 0, worst = 0;
    for (size_t i = 0; i < n; i++) sum += x[i];
    if (!(sum > 0) || !isfinite(sum) || !isfinite(mu)) return INFINITY;
    for (size_t i = 0; i < n; i++) {
        double w = 0, size = 0;
        for (size_t j = 0; j < n; j++) {
            const double a = eicp->A[i * n + j] * x[j], b = mu * eicp->B[i * n + j] * x[j];
            w += a - b;
            size += fabs(a) + fabs(b);
        }
        const double relative = size > 0 ? w / size : 0, share = x[i] / sum;
        const double miss = fabs(fmin(share, relative));
        if (!(miss <= worst)) worst = miss;
        if (isnan(miss)) return INFINITY;
    }
    return worst;
}
