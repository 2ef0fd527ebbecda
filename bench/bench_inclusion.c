/* Nanoseconds a step of the inclusion, 1e7 steps under alpha = 1.6 sin t, for each law shape and method. */
#include "base/log.h"
#include "inclusion/march.h"

#include <math.h>
#include <stdio.h>

static JudderErr sine(void *context, double t, double *y) {
    (void)context;
    *y = 1.6 * sin(t);
    return JUDDER_OK;
}

static double measure(const Graph *graph, const InclusionMethod *method) {
    const Signal load = {.function = {.call = sine}};
    const double final = 6.3, step = 6.3e-7;
    const InclusionSetup setup = {
        .graph = graph, .load = &load, .final = final, .step = step, .epsilon = 1e-3, .method = method};
    const InclusionMarch march = {.final = final, .step = step, .every = 1};
    double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        Inclusion *motion = NULL;
        InclusionReport report = {0};
        const double begin = clock_seconds();
        if (inclusion_create(&setup, &motion) != JUDDER_OK ||
            inclusion_march(motion, &march, &report) != JUDDER_OK)
            return NAN;
        best = fmin(best, (clock_seconds() - begin) / (double)report.steps);
        inclusion_destroy(&motion);
    }
    return 1e9 * best;
}

int main(void) {
    const struct { double mu_s, mu_d, v_c; } weakening = {.8, .5, .1};
    const FrictionLaw *laws[] = {&linear_law, &exponential_law};
    const InclusionMethod *methods[] = {&perfect_delay_method, &exact_mass_method, &implicit_mass_method};
    printf("| inclusion, ns a step | perfect delay | mass, exact | mass, implicit |\n|---|---|---|---|\n");
    for (int k = 0; k < 2; k++) {
        Graph *graph = NULL;
        if (graph_create_from_law(1, 1, (Friction){laws[k], &weakening}, &graph) != JUDDER_OK) return 1;
        printf("| %s |", laws[k]->word.name);
        for (int i = 0; i < 3; i++) printf(" %.1f |", measure(graph, methods[i]));
        printf("\n");
        graph_destroy(&graph);
    }
    return 0;
}
