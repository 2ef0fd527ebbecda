/* B7: the shaken beam (ii): what the same error of the end's velocity costs by modes and on a
 * grid (BM-10), (BM-11). */
#include "base/log.h"
#include "beam/beam.h"
#include "bench/record.h"

#include <stdlib.h>

enum { PLACES = 200 };

static JudderErr shaken(void *context, double t, double *y) {
    (void)context;
    *y = 1 + 2 * sin(6 * M_PI * t);
    return JUDDER_OK;
}

static const double mu[] = {0.9, 0.9};
static const Signal hot = {.constant = 400}, shake = {.function = {.call = shaken}};

static BeamSetup setup_of(const Signal *velocity, double damping, double step) {
    return (BeamSetup){.c = 10,
                       .damping = damping,
                       .k = 1,
                       .h_b = 1,
                       .alpha = 0.01,
                       .wall = &hot,
                       .foundation = &hot,
                       .velocity = velocity,
                       .friction = {&constant_law, mu},
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
        const double begin = clock_seconds();
        JudderErr err = beam_create(setup, &beam);
        if (err == JUDDER_OK && velocity)
            beam->stepper.probes = (StepperProbes){.count = PLACES, .t = at, .row = &probes[0].t};
        if (err == JUDDER_OK) err = stepper_march(&beam->stepper, 1, 0);
        if (err != JUDDER_OK) {
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

typedef struct Price {
    double step, error, seconds;
} Price;

/* The longest step of the grid that does not spoil what its cells can do. */
static Price on_grid(size_t cells, const double *exact) {
    Price price = {.step = 1.25e-5};
    double velocity[PLACES];
    for (double step = price.step; step < 2e-4; step *= 2) {
        BeamSetup setup = setup_of(&shake, 1e-4, step);
        setup.method = &grid_method;
        setup.cells = cells;
        const double seconds = run(&setup, 2, velocity), error = distance(velocity, exact);
        if (price.error > 0 && error > 1.2 * price.error) break;
        price = (Price){step, error, seconds};
    }
    return price;
}

/* The cheapest modal run that is not worse. */
static Price by_modes(double wanted, const double *exact) {
    double velocity[PLACES];
    for (double step = 5e-3; step > 1e-6; step /= 1.25) {
        const double whole = 1 / ceil(1 / step - 1e-9);
        const BeamSetup setup = setup_of(&shake, 1e-4, whole);
        run(&setup, 1, velocity);
        const double error = distance(velocity, exact);
        /* The probes fall inside steps and cost extra: time it without them. */
        if (error <= wanted) return (Price){whole, error, run(&setup, 5, NULL)};
    }
    return (Price){NAN, NAN, NAN};
}

static void print(const char *workload, const char *code, const Price *price, const Price *own) {
    const BenchLine line = {"B7", workload, code};
    bench_record(line, "error of the velocity", price->error);
    bench_record(line, "step", price->step);
    bench_record(line, "seconds", price->seconds);
    if (own) bench_record(line, "ratio", price->seconds / own->seconds);
}

int main(void) {
    const size_t cells[] = {50, 100, 200, 400};
    double exact[PLACES];
    const BeamSetup fine = setup_of(&shake, 1e-4, 2e-6);
    run(&fine, 1, exact);
    for (size_t i = 0; i < 4; i++) {
        char workload[64];
        const Price grid = on_grid(cells[i], exact), modal = by_modes(grid.error, exact);
        snprintf(workload, sizeof workload, "shaken beam, as good as %zu cells", cells[i]);
        print(workload, "judder, modes", &modal, NULL);
        print(workload, "judder, grid", &grid, &modal);
    }
    return 0;
}
