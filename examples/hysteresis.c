/* A load rises and falls over a contact whose friction weakens with the slip speed: two jumps, at
 * times that no step decides.
 *
 *   cc hysteresis.c $(pkg-config --cflags --libs judder) -o hysteresis && ./hysteresis
 */
#include <judder.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(judder_status status) {
    if (status == JUDDER_STATUS_OK) return;
    fprintf(stderr, "%s\n", judder_error_message());
    exit((int)status);
}

static void tell(void *context, const judder_event *event) {
    double *last = context;
    if (event->kind != JUDDER_EVENT_JUMP) return;
    printf("at t = %.9f the velocity jumps from %.3f to %.3f\n", event->t, event->from, event->to);
    *last = event->t;
}

int main(void) {
    const judder_param params[] = {{"mu_s", 0.8, NULL}, {"mu_d", 0.5, NULL}, {"v_c", 0.1, NULL}};
    judder_law *law;
    must(judder_law_create("linear", params, 3, &law));
    judder_graph *graph;
    must(judder_graph_create(1, 1, law, &graph)); /* beta(v) = v + mu(|v|) Sgn(v) */

    judder_root roots[3];
    const size_t count = judder_graph_roots(graph, 0.7, roots, 3);
    printf("the load 0.7 is balanced by %zu velocities:", count);
    for (size_t i = 0; i < count; i++)
        printf(" %.3f (%s)", roots[i].v, roots[i].kind == JUDDER_ROOT_STABLE ? "stable" : "unstable");
    puts("");

    const double t[] = {0, 0.5, 1}, load[] = {0.4, 1, 0.4};
    double last_jump = 0;
    const judder_inclusion_setup setup = {.graph = graph,
                                          .load = {.t = t, .value = load, .count = 3},
                                          .final = 1,
                                          .step = 0.01,
                                          .watch = {.event = tell, .context = &last_jump}};
    judder_inclusion *inclusion;
    must(judder_inclusion_create(&setup, &inclusion));
    judder_inclusion_report report;
    must(judder_inclusion_march(inclusion, NULL, &report));
    printf("%zu jumps; the inclusion was missed by %.1e at most\n", report.jumps, report.residual);

    judder_inclusion_destroy(&inclusion);
    judder_graph_destroy(&graph);
    judder_law_destroy(&law);
    return report.jumps == 2 && fabs(last_jump - 5.0 / 6) < 1e-9 ? 0 : 1;
}
