/* What must hold at every step, whatever the law, the contact, the mass and the motion of the foundation:
 * random slabs, seeded. */
#include "slab/cases.h"

#include "slab/delay/delay_internal.h"

enum { LONG_SLABS = 300, LONG = 4000, SHORT_SLABS = 1000, SHORT = 300, STEPS = LONG };

static uint64_t seed = 20260101;

static double uniform(double low, double high) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

static int pick(int count) {
    return (int)uniform(0, count) % count;
}

/* Initial data and drives: a few waves with random numbers. */
static double amplitude[6][3], drive[3];

static double waves(int i, double z) {
    const double *a = amplitude[i];
    return a[0] * sin(M_PI * z) + a[1] * cos(3 * M_PI * z) + a[2] * (z > 0.37 ? 1 : 0.5);
}
static double velocity_1(double z) {
    return waves(0, z);
}
static double velocity_2(double z) {
    return waves(1, z);
}
static double velocity_3(double z) {
    return waves(2, z);
}
static double strain_1(double z) {
    return waves(3, z);
}
static double strain_2(double z) {
    return waves(4, z);
}
static double drive_1(double t) {
    return drive[0] + drive[1] * sin(drive[2] * t);
}

static Formula1 formulas[6] = {{velocity_1}, {velocity_2}, {velocity_3}, {strain_1}, {strain_2}, {drive_1}};

static Friction random_law(LawParams *params) {
    static double speeds[4], mus[4];
    static const FrictionLaw *const laws[] = {&constant_law,      &linear_law,    &exponential_law,
                                              &stribeck_law,      &tabulated_law, &rate_state_law,
                                              &slip_weakening_law};
    const FrictionLaw *law = laws[pick(7)];
    memset(params, 0, sizeof *params);
    const double mu_d = uniform(0, 0.6), v_c = uniform(0.02, 1);
    static const char *const keys[] = {"mu", "mu_s", "mu_d", "v_c", "viscous", "mu_0",
                                       "a",  "b",    "D_c",  "V_0", "law",     "form"};
    const double values[] = {uniform(0, 1),
                             mu_d + uniform(-0.1, 0.5) * (mu_d > 0.1),
                             mu_d,
                             v_c,
                             uniform(0, 0.1),
                             uniform(0.2, 0.8),
                             0.01,
                             uniform(0.005, 0.03),
                             uniform(0.01, 1),
                             uniform(1e-3, 1),
                             pick(2),
                             pick(2)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (word_param(&law->word, keys[i])) law_set(law, params, keys[i], values[i]);
    if (law == &tabulated_law) {
        for (int i = 0; i < 4; i++) speeds[i] = i * v_c, mus[i] = uniform(0, 1);
        const Numbers v = {4, speeds}, mu = {4, mus};
        memcpy(params->bytes + word_param(&law->word, "v")->offset, &v, sizeof v);
        memcpy(params->bytes + word_param(&law->word, "mu")->offset, &mu, sizeof mu);
    }
    return (Friction){law, params};
}

static SlabData random_slab(LawParams *params) {
    SlabData data = {.height = 1, .lambda = uniform(0, 2), .G = uniform(0.3, 2), .rho = uniform(0.5, 2)};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 3; k++) amplitude[i][k] = uniform(-0.5, 0.5);
    drive[0] = uniform(-1, 1), drive[1] = uniform(0, 0.5), drive[2] = uniform(0, 9);
    for (int k = 0; k < 3; k++) data.velocity[k] = signal_of(&formulas[k]);
    for (int k = 0; k < 2; k++) data.strain[k] = signal_of(&formulas[3 + k]);
    data.contact = contact_laws[pick(3)];
    data.squeeze = uniform(0, 0.5);
    data.strain[2].constant = -data.squeeze * (pick(2) ? 1 : uniform(1, 2));
    data.compliance = pow(10, uniform(-3, 0));
    data.pressure.constant = uniform(0, 1);
    data.friction = random_law(params);
    data.epsilon = pick(3) ? pow(10, uniform(-4, 0)) : 0;
    for (int k = 0; k < 2; k++) data.foundation[k].constant = pick(2) ? uniform(-1, 1) : 0;
    if (pick(4) == 0) data.foundation[0] = signal_of(&formulas[5]);
    if (pick(4) == 0) data.top[1] = (Signal){.constant = 0.3};
    data.step = 2 * data.height / sqrt(data.G / data.rho) / uniform(30, 300);
    data.damping = pick(6) ? 0 : 0.02 * data.step;
    data.final = STEPS * data.step;
    return data;
}

/* The numbers before a step that a law of the step needs. */
typedef struct Before {
    double U[2], V[2], incoming[2], energy;
} Before;

static void check_contact(const SlabDelay *slab, const SlabState *state) {
    const Normal *normal = slab->normal;
    assert_true(state->pressure >= 0 && state->gap >= 0);
    if (!slab->data.contact->rigid) return;
    assert_true(state->pressure * state->gap == 0);
    const double incoming = state->velocity[2] - state->pressure / normal->Z_2;
    const double outgoing = normal->kind->outgoing(normal, slab->t);
    if (slab->t < normal->stretch.end && slab->t > normal->stretch.start)
        assert_true(fabs(fabs(incoming) - fabs(outgoing)) < 1e-12);
}

static void check_friction(const SlabDelay *slab, const SlabState *state) {
    const Friction *law = &slab->roots->friction;
    const double S = slab->normal->irregular ? normal_mean(slab->normal) : state->pressure;
    const double f = hypot(state->traction[0], state->traction[1]), r = hypot(state->slip[0], state->slip[1]);
    const double size = 1e-11 * (1 + S + slab->A * (1 + r));
    /* Creep that the rounding of the velocities hides has no direction. */
    if (friction_creeps(law) && r < 1e-4 * hypot(state->velocity[0], state->velocity[1])) return;
    if (r == 0) {
        assert_true(f <= S * friction_at_rest(law, slab->state) + size);
        return;
    }
    assert_true(fabs(f - S * friction_sliding(law, r, slab->state)) < size);
    const double across = state->traction[0] * state->slip[1] - state->traction[1] * state->slip[0];
    const double along = state->traction[0] * state->slip[0] + state->traction[1] * state->slip[1];
    assert_true(fabs(across) <= size * r && along <= size * r);
}

/* Of implicit Euler: the balance of forces, the bound of the speed, the energy. */
static void check_step(const SlabDelay *slab, const SlabState *state, const Before *before) {
    const double eps = slab->data.epsilon, dt = slab->dt;
    double w[2], old[2], work = 0, change = 0;
    for (int k = 0; k < 2; k++) {
        const double dU = state->velocity[k] - before->U[k];
        const double rest = slab->Z * (before->incoming[k] - state->velocity[k]) + state->traction[k] -
                            eps / dt * dU;
        assert_true(fabs(rest) <
                    1e-11 * (slab->A + slab->Z) * (1 + fabs(state->velocity[k]) + fabs(before->incoming[k])));
        w[k] = before->incoming[k] - slab->V[k];
        old[k] = before->U[k] - before->V[k];
        work += dt * state->traction[k] * state->velocity[k];
        change += eps / 2 * dU * dU;
    }
    const double r = hypot(state->slip[0], state->slip[1]);
    const bool steady = before->V[0] == slab->V[0] && before->V[1] == slab->V[1];
    if (steady) assert_true(r <= fmax(hypot(w[0], w[1]), hypot(old[0], old[1])) * (1 + 1e-12) + 1e-14);
    if (slab->top_moves || slab->damping) return;
    const double energy = slab_delay_energy(slab);
    assert_true(fabs(energy - before->energy - work + change) <= 1e-12 * (energy + before->energy));
}

static void check_displacement(const SlabDelay *slab) {
    double u[2];
    slab_delay_ring_displacement(slab, u);
    for (int k = 0; k < 2; k++) assert_true(fabs(u[k] - slab->u[k]) < 1e-11 * (1 + fabs(u[k])));
}

/* Every step of one slab. */
static void check_slab(const SlabData *data, SlabOrder order, int steps) {
    SlabDelay *slab = NULL;
    const SlabDelayOptions options = {order};
    if (slab_delay_create(data, &options, &slab) != JUDDER_OK) fail_msg("%s", error_message());
    for (int n = 0; n < steps; n++) {
        Before before = {.U = {slab->U[0], slab->U[1]}, .V = {slab->V[0], slab->V[1]}};
        const bool balances = order == SLAB_EULER && !slab->top_moves && !slab->damping;
        if (balances) before.energy = slab_delay_energy(slab);
        const size_t slot = slab->slot;
        double last[2];
        const double *ring = &slab->ring[2 * (slot * (size_t)slab->stages + (size_t)slab->stages - 1)];
        for (int k = 0; k < 2; k++) last[k] = -ring[k];
        if (delay_step(slab) != JUDDER_OK) fail_msg("%s", error_message());
        SlabState state;
        slab_delay_state(slab, &state);
        for (int k = 0; k < 2; k++) before.incoming[k] = slab->top_moves ? 2 * slab->U[k] - ring[k] : last[k];
        check_contact(slab, &state);
        check_friction(slab, &state);
        if (order == SLAB_EULER) check_step(slab, &state, &before);
        if (n % 250 == 249 && !slab->damping) check_displacement(slab);
    }
    assert_true(slab->energy_defect < 1e-12);
    slab_delay_destroy(&slab);
}

static void check_slabs(int slabs, int steps) {
    for (int i = 0; i < slabs; i++) {
        LawParams params;
        const SlabData data = random_slab(&params);
        check_slab(&data, i % 3 ? SLAB_EULER : SLAB_SDIRK2, steps);
    }
}

static void test_every_step_of_long_runs(void **unused) {
    (void)unused;
    check_slabs(LONG_SLABS, LONG);
}

static void test_every_step_of_many_slabs(void **unused) {
    (void)unused;
    check_slabs(SHORT_SLABS, SHORT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_step_of_long_runs),
        cmocka_unit_test(test_every_step_of_many_slabs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
