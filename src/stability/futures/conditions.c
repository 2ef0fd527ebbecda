/* Whether a motion of a set does what the set says of its contacts, counting what is not certain of it: rates
 * of slip and of opening not below 0, rates of reaction inside the cone (ST-3). */
#include "stability/futures/values.h"

#include "stability/discs/sums.h"

#include <math.h>
#include <stdlib.h>

/* A number within its radius. */
typedef struct Ball {
    double middle, radius;
} Ball;

typedef struct Judging {
    const Sets *sets;
    const double *mu;
    const SetValue *value;
    double z, z_D;                    /* lam^2 and its radius */
    bool above, below, unsure, verge; /* some condition is > 0, < 0, undecided, exactly 0 */
    bool own_above, own_below;        /* of those that only this piece of the set enters */
} Judging;

static void conditions_note(Judging *j, Ball condition, bool own) {
    const bool above = condition.middle > condition.radius, below = condition.middle < -condition.radius;
    j->above = j->above || above, j->below = j->below || below;
    j->own_above = j->own_above || (above && own), j->own_below = j->own_below || (below && own);
    if (condition.middle == 0 && condition.radius == 0)
        j->verge = true; /* holds whichever way the motion goes */
    else
        j->unsure = j->unsure || (!above && !below);
}

/* Whether no other piece of the set moves what acts along a dof. */
static bool is_own(const Judging *j, int dof) {
    const Sets *sets = j->sets;
    const size_t at = (size_t)dof * (size_t)sets->motion->n;
    for (int k = 0, i = 0; k < sets->whole_count; k++) {
        const int other = sets->whole[k].dof;
        if (i < sets->count && sets->unknown[i].dof == other) {
            i++;
            continue;
        }
        if (sets->stiffness[at + (size_t)other] != 0 || sets->stiffness_D[at + (size_t)other] != 0)
            return false;
        if (j->mu && sets->motion->M[at + (size_t)other] != 0) return false;
    }
    return true;
}

/* Rate of a dof in the direction of `sign`. */
static Ball rate_of(const Judging *j, int dof, int sign) {
    const Sets *sets = j->sets;
    for (int k = 0; k < sets->count; k++) {
        if (sets->unknown[k].dof != dof) continue;
        const double y = j->value->y[k] + j->value->y_low[k];
        return (Ball){sign * sets->unknown[k].sign * y,
                      j->value->y_D[k] + 2 * UNIT_ROUNDOFF * fabs(j->value->y[k])};
    }
    return (Ball){0, 0};
}

/* Sum of a row of a matrix times V, and of its absolute values. */
typedef struct RowSum {
    double sum, low, size, radius;
} RowSum;

static RowSum row_sum(const Judging *j, const double *row, const double *row_D) {
    const Sets *sets = j->sets;
    RowSum r = {0};
    for (int k = 0; k < sets->count; k++) {
        const Unknown *unknown = &sets->unknown[k];
        const double a = unknown->sign * row[unknown->dof], y = j->value->y[k];
        add_product(a, y, &r.sum, &r.low);
        r.low += a * j->value->y_low[k];
        r.size += fabs(a * y);
        r.radius += fabs(a) * j->value->y_D[k];
        if (row_D) r.radius += row_D[unknown->dof] * (fabs(y) + j->value->y_D[k]);
    }
    r.radius = (r.radius + product_in_two_rounding(sets->count) * r.size) * ROUNDING_UP;
    return r;
}

/* Rate of reaction (K + z M) V along a dof. */
static Ball force_of(const Judging *j, int dof) {
    const Sets *sets = j->sets;
    const size_t at = (size_t)dof * (size_t)sets->motion->n;
    const RowSum k = row_sum(j, sets->stiffness + at, sets->stiffness_D + at);
    Ball force = {k.sum + k.low, k.radius + rounding_gamma(3) * fabs(k.sum)};
    if (j->z == 0 && j->z_D == 0) return force;
    const RowSum m = row_sum(j, sets->motion->M + at, NULL);
    const double inertia = m.sum + m.low;
    force.middle += j->z * inertia;
    force.radius += (fabs(j->z) + j->z_D) * m.radius + j->z_D * fabs(inertia) +
                    rounding_gamma(6) * (fabs(k.sum) + (fabs(j->z) + j->z_D) * fabs(inertia));
    force.radius *= ROUNDING_UP;
    return force;
}

/* a + factor b, the factor within its radius. */
static Ball conditions_combine(Ball a, double factor, double factor_D, Ball b) {
    const double product = fabs(factor * b.middle);
    return (Ball){a.middle + factor * b.middle,
                  (a.radius + (fabs(factor) + factor_D) * b.radius + factor_D * fabs(b.middle) +
                   rounding_gamma(4) * (fabs(a.middle) + product)) *
                      ROUNDING_UP};
}

static Ball conditions_turned(Ball a, int sign) {
    a.middle *= sign;
    return a;
}

static Ball mu_of(const Judging *j, int contact) {
    if (j->mu) return (Ball){j->mu[contact], 0};
    return (Ball){j->value->value,
                  fmax(j->value->high - j->value->value, j->value->value - j->value->low) * ROUNDING_UP};
}

static void judge_slip(Judging *j, int i) {
    const SmallContact *c = &j->sets->motion->contact[i];
    if (j->sets->future[i] == FUTURE_SLIP) {
        conditions_note(j, rate_of(j, c->tangent, c->direction), true);
        return;
    }
    const Ball mu = mu_of(j, i), t = force_of(j, c->tangent), n = force_of(j, c->normal);
    conditions_note(j, conditions_combine(conditions_turned(t, c->direction), -mu.middle, mu.radius, n),
                    is_own(j, c->tangent) && is_own(j, c->normal));
}

static void judge_grazing(Judging *j, int i) {
    const SmallContact *c = &j->sets->motion->contact[i];
    if (j->sets->future[i] == FUTURE_OPEN) {
        conditions_note(j, rate_of(j, c->normal, -1), true);
        return;
    }
    const bool own_n = is_own(j, c->normal), own = own_n && is_own(j, c->tangent);
    const Ball n = force_of(j, c->normal);
    conditions_note(j, conditions_turned(n, -1), own_n);
    if (j->sets->future[i] == FUTURE_SLIP) {
        conditions_note(j, rate_of(j, c->tangent, j->sets->way[i]), true);
        return;
    }
    const Ball mu = mu_of(j, i), t = force_of(j, c->tangent);
    conditions_note(j, conditions_combine(t, -mu.middle, mu.radius, n), own);
    conditions_note(j, conditions_combine(conditions_turned(t, -1), -mu.middle, mu.radius, n), own);
}

SetJudgement set_judge(const Sets *sets, const double *mu, const SetValue *value) {
    Judging j = {.sets = sets, .mu = mu, .value = value};
    if (mu) {
        j.z = value->value;
        j.z_D = fmax(value->high - value->value, value->value - value->low) * ROUNDING_UP;
    }
    for (int i = 0; i < sets->motion->contacts; i++) {
        const SmallContactState state = sets->motion->contact[i].state;
        if (state == SMALL_CONTACT_SLIP) judge_slip(&j, i);
        if (state == SMALL_CONTACT_GRAZING) judge_grazing(&j, i);
    }
    const SetVerdict verdict = j.above && j.below ? SET_NONE : j.unsure ? SET_UNDECIDED : SET_SOLVES;
    return (SetJudgement){verdict, j.below, j.verge, j.own_above && j.own_below};
}
