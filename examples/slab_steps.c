/* A steel layer on a moving foundation, stepped by the program that uses it: here until it has slipped a
 * tenth of a millimetre. */
#include <judder.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(judder_status status) {
    if (status == JUDDER_STATUS_OK) return;
    fprintf(stderr, "%s\n", judder_error_message());
    exit((int)status);
}

static const double height = 0.05;

/* The initial velocity along the slab, over its height. */
static judder_status swing(void *context, double z, double *v) {
    (void)context;
    *v = 0.1 * sin(3.14159265358979 * z / height);
    return JUDDER_STATUS_OK;
}

int main(void) {
    const judder_param params[] = {{"mu_s", 0.8, NULL}, {"mu_d", 0.5, NULL}, {"v_c", 0.1, NULL}};
    judder_law *law;
    must(judder_law_create("exponential", params, 3, &law));
    const judder_slab_setup setup = {.height = height,
                                     .lambda = 107e9,
                                     .G = 77e9,
                                     .rho = 7800,
                                     .contact = JUDDER_SLAB_UNILATERAL,
                                     .squeeze = 10e-6,
                                     .law = law,
                                     .epsilon = 10,
                                     .foundation = {{.constant = 0.5}},
                                     .velocity = {{.function = swing}},
                                     .final = 1e-3,
                                     .step = 1e-8};
    judder_slab *slab;
    must(judder_slab_create(&setup, &slab));
    judder_slab_report report = {0};
    judder_slab_state now = {0};
    double slipped = 0, before = 0;
    while (fabs(slipped) < 1e-4 && report.steps < judder_slab_steps(slab)) {
        must(judder_slab_march(slab, 100, NULL, &report));
        judder_slab_now(slab, &now);
        slipped += now.slip[0] * (now.t - before);
        before = now.t;
    }
    printf("after %zu steps, t = %.3f us: slipped %.1f um, slip velocity %.4f m/s, pressure %.1f MPa\n",
           report.steps, 1e6 * now.t, 1e6 * slipped, now.slip[0], 1e-6 * now.pressure);
    judder_slab_destroy(&slab);
    judder_law_destroy(&law);
    return fabs(slipped) >= 1e-4 ? 0 : 1;
}
