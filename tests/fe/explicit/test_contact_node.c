/* One contact node against its laws, for random numbers. */
#include "fe/explicit/contact_node.h"
#include "judder_test.h"
#include "random.h"

typedef struct Linear {
    double mu_s, mu_d, v_c;
} Linear;
static const Linear falling = {.8, .3, .1};

typedef struct Try {
    Contact law;
    ContactStep step;
    ContactNode node;
    double q[3], gap;
    ContactResult to;
} Try;

static void make(Try *t, const Contact *law, const FrictionRoots *roots, Random *seed) {
    *t = (Try){.law = *law,
               .node = {.law = &t->law, .roots = roots},
               .step = {.dim = 2 + (int)(random_in(seed, 0, 1) * 2)}};
    t->step.dt = random_size(seed, .001, .3);
    t->law.pressure = random_in(seed, 0, 1);
    t->node.area = .1 + random_in(seed, 0, 1);
    t->node.mass = random_size(seed, .001, 1);
    t->node.tangential_mass = t->node.mass * (1 + random_in(seed, 0, 1));
    t->gap = random_in(seed, 0, 1) < .5 ? 0 : .05 * random_in(seed, 0, 1);
    for (int i = 0; i < t->step.dim; i++) t->q[i] = 2 * random_in(seed, 0, 1) - 1;
    for (int i = 0; i < t->step.dim - 1; i++) {
        t->step.V[i] = random_in(seed, 0, 1) - .5;
        t->node.slip[i] = random_in(seed, 0, 1) < .5 ? 0 : random_in(seed, 0, 1) - .5;
    }
}

static void check_normal(const Try *t) {
    const double g = t->gap + t->step.dt * t->to.v[0], p = t->to.r[0];
    assert_near(t->to.v[0], t->q[0] + t->step.dt * p / t->node.mass, 1e-12);
    assert_true(p >= 0);
    if (t->law.law == &pressure_contact) {
        assert_near(p, t->node.area * t->law.pressure, 1e-14);
    } else if (t->law.law == &compliance_contact) {
        const double s = g < 0 ? -g : 0;
        assert_near(p, t->node.area * t->law.stiffness * pow(s, t->law.power), 1e-9 * (1 + p));
        assert_true(g >= 0 || p > 0);
    } else {
        assert_true(g >= -1e-15 && p * g <= 1e-13);
    }
}

/* The force lies on the graph at the slip found, against it; stick is exact. */
static void check_friction(const Try *t) {
    const int dim = t->step.dim;
    const Friction *friction = &t->node.roots->friction;
    double slip = 0, force = 0, work = 0;
    for (int i = 1; i < dim; i++) {
        const double w = t->to.v[i] - t->step.V[i - 1];
        assert_near(t->to.v[i], t->q[i] + t->step.dt * t->to.r[i] / t->node.tangential_mass, 1e-12);
        slip = hypot(slip, w), force = hypot(force, t->to.r[i]), work += w * t->to.r[i];
    }
    assert_true(work <= 0);
    const double p = t->to.r[0];
    if (slip == 0) {
        assert_true(force <= p * friction_at_rest(friction, t->node.theta) * (1 + 1e-12));
        return;
    }
    if (slip < 1e-12) return;
    assert_near(force, p * friction_sliding(friction, slip, t->node.theta), 1e-10);
    assert_near(work, -force * slip, 1e-12);
}

static const double exponential[] = {.9, .4, .2}, stribeck[] = {.9, .4, .2, .1}, constant[] = {.5, .5},
                    weakening[] = {.7, .5, .01};

static void nodes_obey_their_laws(void **state) {
    (void)state;
    const Contact laws[] = {{.law = &unilateral_contact},
                            {.law = &compliance_contact, .stiffness = 30, .power = 1},
                            {.law = &compliance_contact, .stiffness = 3000, .power = 2.5},
                            {.law = &pressure_contact}};
    const Friction frictions[] = {{&constant_law, constant},
                                  {&linear_law, &falling},
                                  {&exponential_law, exponential},
                                  {&stribeck_law, stribeck},
                                  {&slip_weakening_law, weakening}};
    Random seed = {11};
    int open = 0, stick = 0, slip = 0, several = 0;
    for (size_t f = 0; f < COUNT_OF(frictions); f++) {
        FrictionRoots *roots = NULL;
        assert_int_equal(friction_roots_create(frictions[f], &roots), JUDDER_OK);
        for (int i = 0; i < 4000; i++) {
            Try t;
            make(&t, &laws[i % 4], roots, &seed);
            contact_node_step(&t.step, &t.node, t.q, t.gap, &t.to);
            check_normal(&t);
            check_friction(&t);
            assert_at_most(contact_node_violation(&t.step, &t.node, t.gap, &t.to), 1e-9 * (1 + t.to.r[0]));
            open += t.node.state == STAGE_OPEN, stick += t.node.state == STAGE_STICK;
            slip += t.node.state == STAGE_SLIP, several += t.to.several;
        }
        friction_roots_destroy(&roots);
    }
    assert_true(open > 1000 && stick > 1000 && slip > 1000 && several > 50);
}

/* m/dt = 1, p = 1, mu = .8 - 5 r down to .3 at .1: the force .7 has the roots 0, .025 (unstable) and .4. */
static void the_slip_before_chooses(void **state) {
    (void)state;
    const Contact law = {.law = &pressure_contact, .pressure = 1};
    FrictionRoots *roots = NULL;
    ContactResult to;
    assert_int_equal(friction_roots_create((Friction){&linear_law, &falling}, &roots), JUDDER_OK);
    const ContactStep step = {.dim = 3, .dt = .1, .V = {1, -1}};
    const double direction[2] = {.6, -.8}, q[3] = {0, 1 + .7 * .6, -1 - .7 * .8};
    const double before[] = {0, .024, .026, .3}, after[] = {0, 0, .4, .4};
    for (int i = 0; i < 4; i++) {
        ContactNode node = {.law = &law, .roots = roots, .area = 1, .mass = .1, .tangential_mass = .1};
        for (int k = 0; k < 2; k++) node.slip[k] = before[i] * direction[k];
        contact_node_step(&step, &node, q, 0, &to);
        assert_true(to.several);
        assert_near(to.v[1] - 1, after[i] * .6, 1e-15);
        assert_near(to.v[2] + 1, -after[i] * .8, 1e-15);
        assert_int_equal(node.state, after[i] > 0 ? STAGE_SLIP : STAGE_STICK);
        assert_near(to.uniqueness, 5, 1e-12);
    }
    friction_roots_destroy(&roots);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(nodes_obey_their_laws),
    cmocka_unit_test(the_slip_before_chooses),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
