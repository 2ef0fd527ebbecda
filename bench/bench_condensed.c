/* Exact paths of the dragged block: time per event against the number of contact nodes. */
#include "../tests/condensed/block.h"
#include "condensed/path.h"

#include <stdio.h>
#include <time.h>

/* Of this process alone, so that a busy machine does not count. */
static double processor_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static JudderErr run(int columns, int rows, int steps) {
    Block block = {.columns = columns,
                   .rows = rows,
                   .length = 0.08,
                   .height = 0.04,
                   .E = 5e6,
                   .nu = 0.48,
                   .thickness = 1};
    block_make(&block);
    const size_t n = (size_t)columns + 1;
    double *numbers = calloc(9 * n, sizeof *numbers);
    if (!numbers) return error_memory();
    double *gap = numbers, *mu = numbers + n, *area = numbers + 2 * n, *zero = numbers + 3 * n,
           *pressed = numbers + 5 * n, *dragged = numbers + 7 * n;
    for (size_t i = 0; i < n; i++) {
        mu[i] = 1.1;
        area[i] = 1;
    }
    for (size_t j = 0; j < 2 * n; j++) {
        pressed[j] = -1e-5 * block.lift[j];
        dragged[j] = pressed[j] - 2e-3 * block.pull[j];
    }
    const CondensedProblem problem = {columns + 1, 2, block.S, gap, mu, area, {.law = &condensed_unilateral}};
    Condensed *solver = NULL;
    CondensedState *state = NULL;
    CondensedPathReport report = {0};
    TRY(condensed_create(&problem, &solver));
    TRY(condensed_state_create(&problem, &state));
    const CondensedSegment press = {{zero, NULL}, {pressed, NULL}, 1, NULL, false},
                           drag = {{pressed, NULL}, {dragged, NULL}, steps, NULL, false};
    const double start = processor_seconds();
    TRY(condensed_path(solver, &press, NULL, state, &report));
    TRY(condensed_path(solver, &drag, NULL, state, &report));
    const double took = processor_seconds() - start;
    CondensedSummary summary;
    condensed_summarise(&problem, state, &summary);
    printf("| %zu | %s | %ld | %ld | %ld | %ld | %d slip, %d open | %.1e | %.3g s | %.3g ms |\n", n,
           condensed_outcome_names[report.outcome], report.events, report.jumps, report.iterations,
           report.factorisations, summary.slip, summary.open, report.defect, took,
           1e3 * took / (double)report.events);
    condensed_destroy(&solver);
    condensed_state_destroy(&state);
    block_release(&block);
    free(numbers);
    return JUDDER_OK;
}

int main(void) {
    printf(
        "Exact path of the dragged block, 20 steps\n\n"
        "| nodes | outcome | events | jumps | solves | factorisations | end | defect | time | per event |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n");
    const int columns[] = {64, 256, 1000}, rows[] = {32, 32, 16};
    for (int k = 0; k < 3; k++)
        if (run(columns[k], rows[k], 20) != JUDDER_OK) {
            fprintf(stderr, "%s\n", error_message());
            return 1;
        }
    return 0;
}
