/* The rate problem (ST-10) set by set: a regular set has one candidate, a singular one a line of them, cut
 * by the inequalities; the same without load tells whether zero is the only solution (ST-11). */
#include "stability/futures.h"

#include "stability/futures/sets.h"

#include <math.h>
#include <string.h>

typedef struct Rating {
    const double *mu;
    bool loaded;
} Rating;

static double load_of(const Sets *sets, const Rating *rating, int row) {
    if (!rating->loaded || !sets->motion->load) return 0;
    const Unknown *unknown = &sets->unknown[row];
    const double own = unknown->sign * sets->motion->load[unknown->dof];
    if (unknown->slipping < 0) return own;
    return own - rating->mu[unknown->slipping] *
                     sets->motion->load[sets->motion->contact[unknown->slipping].normal];
}

/* The loads of the scaled rows into y; the largest. */
static double scaled_load(Sets *sets, const Rating *rating) {
    double size = 0;
    for (int i = 0; i < sets->count; i++) {
        sets->y[i] = ldexp(load_of(sets, rating, i), sets->row[i]);
        size = fmax(size, fabs(sets->y[i]));
    }
    return size;
}

static JudderErr rate_regular(Sets *sets, const Rating *rating) {
    if (!rating->loaded) return JUDDER_OK;
    scaled_load(sets, rating);
    if (sets->count > 0) {
        bool singular;
        TRY(dense_solve_once(sets->count, sets->P, sets->y, &singular));
        if (singular) return JUDDER_OK;
        sets_unscale(sets, sets->y);
    }
    sets_expand(sets, sets->y, sets->V);
    return sets_offer(sets, &(SmallRates){.mu = rating->mu, .loaded = true, .V = sets->V}, 0, false);
}

/* w of a dof for rates V, with or without the load. */
static double rate_reaction(const Sets *sets, const double *V, bool loaded, int dof) {
    const SmallMotion *motion = sets->motion;
    const double *row = sets->stiffness + (size_t)dof * (size_t)motion->n;
    double w = loaded && motion->load ? -motion->load[dof] : 0;
    for (int j = 0; j < motion->n; j++) w += row[j] * V[j];
    return w;
}

enum { MOST_CONDITIONS = 3 };

/* What must not be negative at a contact in its present future; linear in V. */
static int rate_conditions(const Sets *sets, const Rating *rating, int i, const double *V,
                           double g[MOST_CONDITIONS]) {
    const SmallContact *c = &sets->motion->contact[i];
    const double mu = rating->mu[i];
    const bool grazing = c->state == SMALL_CONTACT_GRAZING;
    if (!grazing && c->state != SMALL_CONTACT_SLIP) return 0;
    if (sets->future[i] == FUTURE_OPEN) {
        g[0] = -V[c->normal];
        return 1;
    }
    const double w_n = rate_reaction(sets, V, rating->loaded, c->normal),
                 w_t = rate_reaction(sets, V, rating->loaded, c->tangent);
    if (sets->future[i] == FUTURE_SLIP) {
        g[0] = sets->way[i] * V[c->tangent];
        g[1] = -w_n;
        return grazing ? 2 : 1;
    }
    g[0] = c->direction * w_t - mu * w_n;
    if (!grazing) return 1;
    g[0] = -w_n, g[1] = -mu * w_n - w_t, g[2] = -mu * w_n + w_t;
    return 3;
}

/* The part [*low, *high] of the line V + t V_0 on which no condition is negative. */
static void rate_cut(const Sets *sets, const Rating *rating, double *low, double *high) {
    *low = -INFINITY, *high = INFINITY;
    for (int i = 0; i < sets->motion->contacts; i++) {
        double at[MOST_CONDITIONS], along[MOST_CONDITIONS];
        const int count = rate_conditions(sets, rating, i, sets->V, at);
        rate_conditions(sets, &(Rating){rating->mu, false}, i, sets->V_0, along);
        for (int k = 0; k < count; k++) {
            const double size = fabs(at[k]) + fabs(along[k]);
            if (fabs(along[k]) <= 1e-10 * size) {
                if (at[k] < -1e-10 * size) *high = -INFINITY;
            } else if (along[k] > 0) {
                *low = fmax(*low, -at[k] / along[k]);
            } else {
                *high = fmin(*high, -at[k] / along[k]);
            }
        }
    }
}

static JudderErr offer_at(Sets *sets, const Rating *rating, double t) {
    for (int i = 0; i < sets->motion->n; i++) sets->V[i] += t * sets->V_0[i];
    const JudderErr err = sets_offer(
        sets, &(SmallRates){.mu = rating->mu, .loaded = rating->loaded, .V = sets->V}, 0, true);
    for (int i = 0; i < sets->motion->n; i++) sets->V[i] -= t * sets->V_0[i];
    return err;
}

/* A particular solution of N y = l into y, orthogonal to the null vector: N, scaled, bordered
 * by its null vectors. */
static JudderErr rate_particular(Sets *sets, const Rating *rating, const double *null, bool *exists) {
    const size_t m = (size_t)sets->count, k = m + 1;
    bool singular;
    for (size_t i = 0; i < m; i++) {
        memcpy(sets->Q + i * k, sets->P + i * m, m * sizeof *sets->Q);
        sets->Q[i * k + m] = sets->left[i];
        sets->Q[m * k + i] = null[i];
    }
    sets->Q[m * k + m] = 0;
    const double size = scaled_load(sets, rating);
    sets->y[m] = 0;
    TRY(dense_solve_once((int)k, sets->Q, sets->y, &singular));
    *exists = !singular && fabs(sets->y[m]) <= 1e-8 * size + 1e-300;
    sets_unscale(sets, sets->y);
    return JUDDER_OK;
}

/* The scaled null vector is given. *exists: the line solves the equations; else the block may
 * be regular after all. */
static JudderErr rate_line(Sets *sets, const Rating *rating, double *null, bool *exists) {
    double low, high;
    TRY(rate_particular(sets, rating, null, exists));
    if (!*exists) return JUDDER_OK;
    sets_unscale(sets, null);
    sets_expand(sets, sets->y, sets->V);
    sets_expand(sets, null, sets->V_0);
    rate_cut(sets, rating, &low, &high);
    if (!(high > low)) return JUDDER_OK;
    if (isfinite(low)) TRY(offer_at(sets, rating, low));
    if (isfinite(high)) TRY(offer_at(sets, rating, high));
    if (isfinite(low) && isfinite(high)) return JUDDER_OK;
    const double within = isfinite(low) ? low + 1 : isfinite(high) ? high - 1 : 1;
    return offer_at(sets, rating, within);
}

static JudderErr rate_set(Sets *sets, const Rating *rating) {
    if (sets->count == 0) return rate_regular(sets, rating);
    sets_blocks(sets, sets->stiffness);
    sets_combine(sets, rating->mu, sets->P);
    TRY(sets_equilibrate(sets, sets->P));
    sets_scale(sets, sets->P);
    const int lacks = sets_null(sets, sets->P, sets->beta, sets->left);
    bool exists = false;
    if (lacks > 1) sets->found->complete = false;
    if (lacks > 0) TRY(rate_line(sets, rating, sets->beta, &exists));
    return exists ? JUDDER_OK : rate_regular(sets, rating);
}

static JudderErr rate_all(const SmallMotion *motion, const Rating *rating, Futures *futures) {
    SCOPED(sets_close) Sets sets = {0};
    TRY(sets_open(motion, futures, &sets));
    JudderErr err = JUDDER_OK;
    sets_first(&sets);
    do err = rate_set(&sets, rating);
    while (err == JUDDER_OK && sets_next(&sets));
    if (err != JUDDER_OK) futures_release(futures);
    return err;
}

JudderErr futures_rates(const SmallMotion *motion, const double *mu, Futures *futures) {
    return rate_all(motion, &(Rating){mu, true}, futures);
}

JudderErr futures_neutral(const SmallMotion *motion, const double *mu, Futures *futures) {
    return rate_all(motion, &(Rating){mu, false}, futures);
}
