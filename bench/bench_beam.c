/* The beam: steps a second of the modal method with 32 + 32 modes, and what the same error of the end's
 * velocity costs by modes and on a grid, on the shaken beam (BM-10), (BM-11). */
#include "base/log.h"
#include "beam/march.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLACES = 200 };

static JudderErr shaken(void *context, double t, double *y) {
    (void)context;
    *y = 1 + 2 * sin(6 * M_PI * t);
    return JUDDER_OK;
}

static const double mu = 0.9;
static const Signal hot = {.constant = 400}, slow = {.constant = 1}, shake = {.function = {.call = shaken}};

static BeamSetup setup_of(const Signal *velocity, double damping, double step) {
    return (BeamSetup){.c = 10,
                       .damping = damping,
                       .k = 1,
                       .h_b = 1,
                       .alpha = 0.01,
                       .wall = &hot,
                       .foundation = &hot,
                       .velocity = velocity,
                       .friction = {&constant_law, &mu},
                       .final = 1,
                       .step = step,
                       .method = &modal_method};
}

/* Runs and probes the velocity; returns seconds, the best of some. */
static double run(const BeamSetup *setup, int times, double velocity[PLACES]) {
    double at[PLACES], best = INFINITY;
    BeamSample probes[PLACES];
    for (int i = 0; i < PLACES; i++) at[i] = (i + 1.0) / PLACES;
    for (int i = 0; i < times; i++) {
        Beam *beam = NULL;
        BeamReport report;
        const BeamMarch march = {.final = setup->final,
                                 .step = setup->step,
                                 .every = 1,
                                 .probe_times = at,
                                 .probes = probes,
                                 .probe_count = velocity ? PLACES : 0};
        const double begin = clock_seconds();
        if (beam_create(setup, &beam) != JUDDER_OK || beam_march(beam, &march, &report) != JUDDER_OK) {
            fprintf(stderr, "%s\n", error_message());
            exit(1);
        }
        best = fmin(best, clock_seconds() - begin);
        beam_destroy(&beam);
    }
    for (int i = 0; velocity && i < PLACES; i++) velocity[i] = probes[i].velocity;
    return best;
}

/* Root mean square over the run. */
static double distance(const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < PLACES; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum / PLACES);
}

static void measure_steps(void) {
    const size_t modes[][2] = {{16, 16}, {32, 32}, {128, 128}};
    printf("| beam, modal, constant mu | steps a second |\n|---|---|\n");
    for (size_t i = 0; i < 3; i++) {
        BeamSetup setup = setup_of(&slow, 0, 1e-6);
        setup.modes = modes[i][0];
        setup.heat_modes = modes[i][1];
        printf("| %zu + %zu modes | %.3g |\n", modes[i][0], modes[i][1], 1e6 / run(&setup, 5, NULL));
    }
}

/* The cheapest modal run that is not worse than the grid. */
static void measure_error(void) {
    double exact[PLACES], grid[PLACES], modal[PLACES];
    const BeamSetup fine = setup_of(&shake, 1e-4, 2e-6);
    run(&fine, 1, exact);
    printf("\n| shaken beam, error of the velocity | grid | modal, no worse | modal is cheaper by "
           "|\n|---|---|---|---|\n");
    const size_t cells[] = {100, 200, 400};
    for (size_t i = 0; i < 3; i++) {
        /* The longest step of the grid that does not spoil what its cells can do. */
        double error = 0, seconds = 0, grid_step = 1.25e-5;
        for (double step = grid_step; step < 2e-4; step *= 2) {
            BeamSetup setup = setup_of(&shake, 1e-4, step);
            setup.method = &grid_method;
            setup.cells = cells[i];
            const double time = run(&setup, 2, grid), now = distance(grid, exact);
            if (error > 0 && now > 1.2 * error) break;
            error = now, seconds = time, grid_step = step;
        }
        for (double step = 5e-3; step > 1e-6; step /= 1.25) {
            const double whole = 1 / ceil(1 / step - 1e-9);
            const BeamSetup other = setup_of(&shake, 1e-4, whole);
            run(&other, 1, modal);
            if (distance(modal, exact) > error) continue;
            /* The probes fall inside steps and cost extra: time it without them. */
            const double cost = run(&other, 5, NULL);
            printf("| %.2g (%.2g) | %zu cells, step %.0e: %.3g s | step %.2g: %.3g s | %.0f |\n", error,
                   distance(modal, exact), cells[i], grid_step, seconds, whole, cost, seconds / cost);
            break;
        }
    }
}

int main(void) {
    measure_steps();
    measure_error();
    return 0;
}
