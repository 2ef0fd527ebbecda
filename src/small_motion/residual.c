/* The judge of rates (ST-1), (ST-3): every condition as the distance to where it would hold. */
#include "small_motion/small_motion.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct Judge {
    const SmallMotion *motion;
    const double *stiffness;
    size_t stride; /* of its rows */
    const SmallRates *rates;
    double largest; /* of |V| */
} Judge;

/* w = (K + lam C + lam^2 M) V - load of one dof, and the size of what was summed. */
typedef struct Force {
    double w, size;
} Force;

static Force force_at(const Judge *judge, int dof) {
    const SmallMotion *motion = judge->motion;
    const size_t row = (size_t)dof * (size_t)motion->n;
    const double lambda = motion->C && judge->rates->z > 0 ? sqrt(judge->rates->z) : 0;
    Force force = {0, 0};
    for (int j = 0; j < motion->n; j++) {
        const double k = judge->stiffness[(size_t)dof * judge->stride + (size_t)j] * judge->rates->V[j],
                     m = motion->M && judge->rates->z != 0
                             ? judge->rates->z * motion->M[row + (size_t)j] * judge->rates->V[j]
                             : 0,
                     c = lambda > 0 ? lambda * motion->C[row + (size_t)j] * judge->rates->V[j] : 0;
        force.w += k + m + c;
        force.size += fabs(k) + fabs(m) + fabs(c);
    }
    if (judge->rates->loaded && motion->load) {
        force.w -= motion->load[dof];
        force.size += fabs(motion->load[dof]);
    }
    return force;
}

static double residual_relative(double value, double size) {
    return value == 0 ? 0 : fabs(value) / size;
}

static double judge_free(const Judge *judge, int dof) {
    const Force force = force_at(judge, dof);
    return residual_relative(force.w, force.size);
}

/* 0 <= x _|_ psi >= 0, both relative. */
static double residual_complementary(double x, double psi) {
    return fabs(fmin(x, psi));
}

static double judge_slip(const Judge *judge, const SmallContact *c, double mu) {
    const Force normal = force_at(judge, c->normal), tangent = force_at(judge, c->tangent);
    const double size = normal.size * mu + tangent.size, psi = c->direction * tangent.w - mu * normal.w;
    const double stays = residual_relative(judge->rates->V[c->normal], judge->largest);
    return fmax(stays, residual_complementary(c->direction * judge->rates->V[c->tangent] / judge->largest,
                                              psi == 0 ? 0 : psi / size));
}

static double judge_grazing(const Judge *judge, const SmallContact *c, double mu) {
    const Force normal = force_at(judge, c->normal), tangent = force_at(judge, c->tangent);
    const double size = fmax(normal.size, tangent.size) > 0 ? fmax(normal.size, tangent.size) : 1;
    const double x_n = -judge->rates->V[c->normal] / judge->largest, psi_n = -normal.w / size,
                 x_t = judge->rates->V[c->tangent] / judge->largest, w_t = tangent.w / size,
                 bound = fmax(mu * psi_n, 0);
    /* w_t in -mu psi_n Sgn(x_t): w_t is what is left of w_t - x_t inside the bound. */
    const double held = fmax(-bound, fmin(bound, w_t - x_t));
    return fmax(residual_complementary(x_n, psi_n), fabs(w_t - held));
}

static double judge_contact(const Judge *judge, int which) {
    const SmallContact *c = &judge->motion->contact[which];
    const double *V = judge->rates->V;
    switch (c->state) {
    case SMALL_CONTACT_OPEN: return fmax(judge_free(judge, c->normal), judge_free(judge, c->tangent));
    case SMALL_CONTACT_GRAZING: return judge_grazing(judge, c, judge->rates->mu[which]);
    case SMALL_CONTACT_SLIP: return judge_slip(judge, c, judge->rates->mu[which]);
    case SMALL_CONTACT_STUCK: break;
    }
    return fmax(residual_relative(V[c->normal], judge->largest),
                residual_relative(V[c->tangent], judge->largest));
}

static bool is_of_a_contact(const SmallMotion *motion, int dof) {
    for (int i = 0; i < motion->contacts; i++)
        if (motion->contact[i].normal == dof || motion->contact[i].tangent == dof) return true;
    return false;
}

double small_motion_residual(const SmallMotion *motion, const double *stiffness, const SmallRates *rates) {
    Judge judge = {motion, stiffness, (size_t)motion->n, rates, 0};
    const SmallRates squared = {rates->mu, rates->z * rates->z, rates->loaded, rates->V};
    if (motion->doubles) judge.motion = motion = motion->doubles, judge.rates = rates = &squared;
    for (int i = 0; i < motion->n; i++) {
        if (!isfinite(rates->V[i])) return INFINITY;
        judge.largest = fmax(judge.largest, fabs(rates->V[i]));
    }
    if (judge.largest == 0) judge.largest = 1;
    double worst = 0;
    for (int i = 0; i < motion->n; i++)
        if (!is_of_a_contact(motion, i)) worst = fmax(worst, judge_free(&judge, i));
    for (int i = 0; i < motion->contacts; i++) worst = fmax(worst, judge_contact(&judge, i));
    return worst;
}

JudderErr small_motion_judge(const SmallMotion *motion, const SmallRates *rates, double *residual) {
    const size_t n = (size_t)motion->n;
    SCOPED_FREE double *stiffness = malloc(n * n * sizeof *stiffness);
    REQUIRE(stiffness, error_memory());
    small_motion_stiffness(motion, stiffness);
    *residual = small_motion_residual(motion, stiffness, rates);
    return JUDDER_OK;
}
