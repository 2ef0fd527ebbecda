/* B0: nanoseconds a step of the inclusion, 1e7 steps under alpha = 1.6 sin t, for each law
 * shape and method. */
#include "bench/record.h"
#include "inclusion/inclusion.h"

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
    double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        Inclusion *motion = NULL;
        const double begin = processor_seconds();
        if (inclusion_create(&setup, &motion) != JUDDER_OK ||
            stepper_march(&motion->stepper, 1, 0) != JUDDER_OK)
            return NAN;
        best = fmin(best, (processor_seconds() - begin) / (double)motion->stepper.done);
        inclusion_destroy(&motion);
    }
    return 1e9 * best;
}

int main(void) {
    const struct { double mu_s, mu_d, v_c; } weakening = {.8, .5, .1};
    const FrictionLaw *laws[] = {&linear_law, &exponential_law};
    const InclusionMethod *methods[] = {&perfect_delay_method, &exact_mass_method, &implicit_mass_method};
    const char *const names[] = {"ns a step, perfect delay", "ns a step, mass, exact",
                                 "ns a step, mass, implicit"};
    for (int k = 0; k < 2; k++) {
        Graph *graph = NULL;
        if (graph_create_from_law(1, 1, (Friction){laws[k], &weakening}, &graph) != JUDDER_OK) return 1;
        char workload[64];
        snprintf(workload, sizeof workload, "inclusion, %s", laws[k]->word.name);
        const BenchLine line = {"B0", workload, "judder"};
        for (int i = 0; i < 3; i++) bench_record(line, names[i], measure(graph, methods[i]));
        graph_destroy(&graph);
    }
    return 0;
}
