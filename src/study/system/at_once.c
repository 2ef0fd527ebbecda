/* Motions that grow infinitely fast: where some motion has no inertia and is unstable, lam^2 has
 * no bound. With a little inertia added, M + eps I, such a motion has lam^2 like 1/eps, while
 * all others keep theirs. */
#include "study/system/system_model.h"

#include "base/dense.h"
#include "stability/futures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LITTLE = 1e-8, LESS = 1.0 / 16;

static JudderErr largest_growth(const SmallMotion *motion, const double *mu, double *z) {
    Futures found;
    TRY(futures_growth(motion, mu, &found));
    *z = found.count ? found.at[0].z : 0;
    futures_release(&found);
    return JUDDER_OK;
}

static JudderErr with_inertia(const SystemPrepared *s, const double *mu, double added, double *z) {
    const size_t n = (size_t)s->motion.n;
    double *M = malloc(n * n * sizeof *M);
    REQUIRE(M, error_memory());
    memcpy(M, s->M, n * n * sizeof *M);
    for (size_t i = 0; i < n; i++) M[i * n + i] += added;
    SmallMotion motion = s->motion;
    motion.M = M;
    const JudderErr err = largest_growth(&motion, mu, z);
    free(M);
    return err;
}

JudderErr system_grows_at_once(const SystemPrepared *s, const double *mu, bool *at_once) {
    const int n = s->motion.n;
    double largest = 0, more = 0, less = 0;
    bool definite = false;
    *at_once = false;
    for (int i = 0; i < n; i++) largest = fmax(largest, s->M[(size_t)i * (size_t)n + (size_t)i]);
    TRY(dense_is_positive_definite(n, s->M, 1e-14 * largest, &definite));
    if (definite) return JUDDER_OK;
    const double added = LITTLE * (largest > 0 ? largest : 1);
    TRY(with_inertia(s, mu, added, &more));
    TRY(with_inertia(s, mu, LESS * added, &less));
    *at_once = less > more / (2 * LESS) && less > 0;
    return JUDDER_OK;
}
