/* A jump with mass is one passage between stable branches, counted once by every method. (DI-1) */
#include "slab/method/method.h"

#include "judder_test.h"
#include "slab/watch.h"

static JudderErr bump(void *context, double z, double *y) {
    (void)context;
    *y = 0.4 + 0.6 * pow(sin(M_PI * z), 2);
    return JUDDER_OK;
}

static void every_method_counts_the_same_two_jumps(void **state) {
    (void)state;
    static const double linear[3] = {0.8, 0.5, 0.1};
    SlabData data = {.height = 1,
                     .lambda = 1,
                     .G = 1,
                     .rho = 1,
                     .contact = &pressure_contact,
                     .pressure = {.constant = 1},
                     .final = 0.99,
                     .step = 2e-4};
    data.friction = (Friction){&linear_law, linear};
    data.strain[0].function.call = bump;
    const struct {
        const SlabMethod *method;
        double epsilon, eta;
    } ways[] = {{&slab_delay_method, 0, 0},
                {&slab_delay_method, 1e-3, 0},
                {&slab_upwind_method, 1e-3, 0},
                {&slab_viscous_method, 0, 1e-3}};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        data.epsilon = ways[i].epsilon;
        data.eta = ways[i].eta;
        Stepper *engine = NULL;
        Marched report;
        assert_int_equal(ways[i].method->create(&data, &(SlabChoices){0}, &engine), JUDDER_OK);
        assert_int_equal(slab_march(engine, NULL, &report), JUDDER_OK);
        stepper_destroy(&engine);
        assert_int_equal(report.jumps, 2);
    }
}

typedef struct Jumps {
    size_t count;
    double t[8], from[8], to[8];
    double first_slip;
} Jumps;

static void note(void *context, const StepperEvent *event) {
    Jumps *jumps = context;
    if (event->kind == STEPPER_SLIP && isnan(jumps->first_slip)) jumps->first_slip = event->t;
    if (event->kind != STEPPER_JUMP || jumps->count == COUNT_OF(jumps->t)) return;
    jumps->t[jumps->count] = event->t;
    jumps->from[jumps->count] = event->from;
    jumps->to[jumps->count++] = event->to;
}

/* Strain 0.4 up to the height z_0, `above` beyond: the arriving wave jumps at t = z_0 and, from the top, at
 * 2 - z_0. */
typedef struct Layers {
    double z_0, below, above;
} Layers;

static JudderErr layered(void *context, double z, double *y) {
    const Layers *layers = context;
    *y = z < layers->z_0 ? layers->below : layers->above;
    return JUDDER_OK;
}

static SlabData layered_slab(Layers *layers, double step) {
    static const double linear[3] = {0.8, 0.5, 0.1};
    SlabData data = {.height = 1,
                     .lambda = 1,
                     .G = 1,
                     .rho = 1,
                     .contact = &pressure_contact,
                     .pressure = {.constant = 1},
                     .final = 2.5,
                     .step = step};
    data.friction = (Friction){&linear_law, linear};
    data.strain[0].function = (Function){.call = layered, .context = layers, .arguments = 1};
    return data;
}

static Marched march(const SlabData *data, const SlabMethod *method, Jumps *jumps) {
    Stepper *engine = NULL;
    Marched report;
    *jumps = (Jumps){.first_slip = NAN};
    const SlabWatch watch = {.event = note, .context = jumps};
    assert_int_equal(method->create(data, &(SlabChoices){0}, &engine), JUDDER_OK);
    assert_int_equal(slab_march(engine, &watch, &report), JUDDER_OK);
    stepper_destroy(&engine);
    return report;
}

/* v + mu = w: 0 -> 0.7 when 1.2 arrives, back to rest when 0.4 does; wherever the steps lie. */
static void a_jump_of_the_arriving_wave_is_a_jump_at_its_time(void **state) {
    (void)state;
    static const double steps[] = {0.011, 0.0083, 0.01, 0.037, 0.002};
    for (size_t i = 0; i < COUNT_OF(steps); i++)
        for (int k = 0; k < 4; k++) {
            Layers layers = {0.3 + 0.1731 * k, 0.4, 1.2};
            const SlabData data = layered_slab(&layers, steps[i]);
            Jumps jumps;
            march(&data, &slab_delay_method, &jumps);
            assert_int_equal(jumps.count, 2);
            assert_near(jumps.t[0], layers.z_0, 1e-12);
            assert_near(jumps.from[0], 0, 0);
            assert_near(jumps.to[0], 0.7, 1e-12);
            assert_near(jumps.first_slip, layers.z_0, 1e-12);
            assert_near(jumps.t[1], 2 - layers.z_0, 1e-12);
            assert_near(jumps.from[1], 0.7, 1e-12);
            assert_near(jumps.to[1], 0, 0);
        }
}

static JudderErr kick(void *context, double t, double *y) {
    (void)context;
    *y = t < 0.2 ? 0 : 0.3;
    return JUDDER_OK;
}

/* The top starts at 0.2 with 0.3, which arrives at 1.2 as 0.6 more. */
static void a_jump_of_the_top_is_one_when_it_arrives(void **state) {
    (void)state;
    static const double steps[] = {0.011, 0.01, 0.04};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        Layers layers = {2, 0.4, 0.4};
        SlabData data = layered_slab(&layers, steps[i]);
        data.final = 1.5;
        data.top[0].function = (Function){.call = kick, .arguments = 1};
        Jumps jumps;
        march(&data, &slab_delay_method, &jumps);
        assert_int_equal(jumps.count, 1);
        assert_near(jumps.t[0], 1.2, 1e-9);
        assert_near(jumps.to[0], 0.5, 1e-9);
    }
}

/* A stress of 1 on a contact at rest that holds 0.8: it slides from the first moment on, and that is no jump;
 * at t = 2, when the reflected wave is gone, it stops, which is one. */
static void the_selection_of_the_start_is_no_jump(void **state) {
    (void)state;
    const struct {
        const SlabMethod *method;
        double epsilon, eta;
    } ways[] = {{&slab_delay_method, 0, 0},
                {&slab_delay_method, 1e-3, 0},
                {&slab_upwind_method, 1e-3, 0},
                {&slab_viscous_method, 0, 1e-3}};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        Layers layers = {2, 1, 1};
        SlabData data = layered_slab(&layers, 2e-3);
        Jumps jumps;
        data.final = 1.5;
        data.epsilon = ways[i].epsilon;
        data.eta = ways[i].eta;
        assert_int_equal(march(&data, ways[i].method, &jumps).jumps, 0);
        assert_int_equal(jumps.count, 0);
        assert_near(jumps.first_slip, 0, i == 0 ? 0 : 4e-3);
        if (i > 1) continue; /* the others blur what comes back */
        data.final = 2.5;
        assert_int_equal(march(&data, ways[i].method, &jumps).jumps, 1);
        assert_near(jumps.t[0], 2, i == 0 ? 1e-12 : 1e-2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_counts_the_same_two_jumps),
        cmocka_unit_test(a_jump_of_the_arriving_wave_is_a_jump_at_its_time),
        cmocka_unit_test(a_jump_of_the_top_is_one_when_it_arrives),
        cmocka_unit_test(the_selection_of_the_start_is_no_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
