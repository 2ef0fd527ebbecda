/* B10: how the cost of one change of contact state grows with the contact nodes, on exact paths
 * of the dragged block. */
#include "../tests/condensed/block.h"
#include "bench/growth.h"
#include "condensed/path.h"

/* Processor seconds of one change of state on an exact path of the dragged block. */
static JudderErr time_event(int columns, double *seconds) {
    ElasticBlock made = {
        .columns = columns, .rows = 16, .length = .08, .height = .04, .E = 5e6, .nu = .48, .thickness = 1};
    block_make(&made);
    const size_t n = (size_t)columns + 1;
    double *numbers = calloc(9 * n, sizeof *numbers);
    REQUIRE(numbers, error_memory());
    double *mu = numbers + n, *area = mu + n, *zero = area + n, *pressed = zero + 2 * n,
           *dragged = pressed + 2 * n;
    for (size_t i = 0; i < n; i++) mu[i] = 1.1, area[i] = 1;
    for (size_t j = 0; j < 2 * n; j++) {
        pressed[j] = -1e-5 * made.lift[j];
        dragged[j] = pressed[j] - 2e-3 * made.pull[j];
    }
    const Contact rigid = {.law = &unilateral_contact};
    const CondensedProblem problem = {columns + 1, 2, made.S, numbers, mu, area, 1, &rigid};
    Condensed *solver = NULL;
    CondensedState *state = NULL;
    CondensedPathReport report = {0};
    TRY(condensed_create(&problem, &solver));
    TRY(condensed_state_create(&problem, &state));
    const CondensedSegment press = {.from = {zero, NULL}, .to = {pressed, NULL}, .steps = 1},
                           drag = {.from = {pressed, NULL}, .to = {dragged, NULL}, .steps = 20};
    const double begin = processor_seconds();
    TRY(condensed_path(solver, &press, NULL, state, &report));
    TRY(condensed_path(solver, &drag, NULL, state, &report));
    *seconds = (processor_seconds() - begin) / (double)report.events;
    condensed_destroy(&solver);
    condensed_state_destroy(&state);
    block_release(&made);
    free(numbers);
    return JUDDER_OK;
}

int main(void) {
    Growth g = {.what = "body, contact nodes, one change of state"};
    static const int columns[] = {9, 29, 89, 279, 899};
    for (; g.count < 5; g.count++) {
        g.size[g.count] = columns[g.count] + 1;
        if (time_event(columns[g.count], &g.seconds[g.count]) != JUDDER_OK) {
            fprintf(stderr, "bench_condensed: %s\n", error_message());
            return 1;
        }
    }
    growth_print(&g);
    return 0;
}
