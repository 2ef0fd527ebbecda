/* A program of somebody else: a law, an inclusion, a case, an eigenvalue complementarity problem. */
#include <judder.h>

#include <math.h>
#include <stdio.h>

/* Names that the library has inside must be free for others. */
int graph_create = 1, error_input = 2, slab_delay_march = 3;

int main(void) {
    const judder_param mu = {"mu", 0.25, NULL};
    judder_law *law;
    judder_graph *graph;
    judder_root root;
    if (judder_law_create("constant", &mu, 1, &law) || judder_graph_create(1, 1, law, &graph)) return 1;
    if (judder_graph_roots(graph, 1, &root, 1) != 1 || fabs(root.v - 0.75) > 1e-12) return 2;
    judder_graph_destroy(&graph);
    judder_law_destroy(&law);
    judder_run *run;
    const judder_case given = {
        .text = "return inclusion{ friction = constant{ mu = 0.25 }, load = 1, study = "
                "march{ final = 1, step = 0.1 } }"};
    if (judder_case_run(&given, NULL, &run)) return 3;
    const judder_study *march = judder_run_study(run, "march");
    if (fabs(judder_value_number(judder_value_get(march->values, "v_final")) - 0.75) > 1e-12) return 4;
    judder_run_destroy(&run);
    const double A[] = {2, 0, 0, 3}, B[] = {1, 0, 0, 2};
    double x[2];
    judder_eicp_report report;
    if (judder_eicp_least(&(judder_eicp){2, A, B}, NULL, x, NULL, &report) || fabs(report.mu - 1.5) > 1e-12)
        return 5;
    printf("judder %s serves another program: %d\n", judder_version(),
           graph_create + error_input + slab_delay_march);
    return 0;
}
