/* B10: how the cost of steps, cells, modes and dofs grows. */
#include "base/log.h"
#include "beam/beam.h"
#include "bench/growth.h"
#include "fe/body/load.h"
#include "fe/start.h"
#include "fe/system/system.h"
#include "mesh/generate.h"
#include "slab/delay/delay.h"

#include <stdlib.h>

static void stop(void) {
    fprintf(stderr, "bench_growth: %s\n", error_message());
    exit(1);
}

static double time_slab(long cells, size_t steps_wanted) {
    static const double law[3] = {0.8, 0.5, 1};
    const double H = 1, step = H / (double)cells;
    SlabData data = {
        .height = H, .lambda = 1, .G = 1, .rho = 1, .contact = &pressure_contact, .epsilon = 0.1};
    data.pressure.constant = 1;
    data.friction = (Friction){&linear_law, law};
    data.foundation[0].constant = 0.3;
    data.strain[0].constant = 0.5;
    data.step = step;
    data.final = step * (double)steps_wanted;
    SlabDelay *delay = NULL;
    if (slab_delay_create(&data, &(SlabDelayOptions){SLAB_SDIRK2}, &delay) != JUDDER_OK) stop();
    const double begin = processor_seconds();
    if (stepper_march((Stepper *)delay, 1, 0) != JUDDER_OK) stop();
    const double seconds = processor_seconds() - begin;
    slab_delay_destroy(&delay);
    return seconds;
}

static void grow_slab(void) {
    Growth steps = {.what = "slab, steps, 1000 cells"}, cells = {.what = "slab, cells, 2e6 steps"};
    for (double n = 1e5; n <= 1e7; n *= 10, steps.count++) {
        steps.size[steps.count] = n;
        steps.seconds[steps.count] = time_slab(1000, (size_t)n);
    }
    for (double n = 500; n <= 50000; n *= 10, cells.count++) {
        cells.size[cells.count] = n;
        cells.seconds[cells.count] = time_slab((long)n, 2000000);
    }
    growth_print(&steps);
    growth_print(&cells);
}

static void grow_beam(void) {
    static const double mu[] = {0.9, 0.9};
    static const Signal hot = {.constant = 400}, slow = {.constant = 1};
    Growth g = {.what = "beam, modes, 1e5 steps"};
    static const size_t sizes[] = {16, 50, 160, 500, 1600};
    for (; g.count < 5; g.count++) {
        const size_t modes = sizes[g.count];
        const BeamSetup setup = {.c = 10,
                                 .k = 1,
                                 .h_b = 1,
                                 .alpha = 0.01,
                                 .wall = &hot,
                                 .foundation = &hot,
                                 .velocity = &slow,
                                 .friction = {&constant_law, mu},
                                 .modes = modes,
                                 .heat_modes = modes,
                                 .final = 0.1,
                                 .step = 1e-6,
                                 .method = &modal_method};
        Beam *beam = NULL;
        if (beam_create(&setup, &beam) != JUDDER_OK) stop();
        const double begin = processor_seconds();
        if (stepper_march(&beam->stepper, 1, 0) != JUDDER_OK) stop();
        g.size[g.count] = (double)modes;
        g.seconds[g.count] = processor_seconds() - begin;
        beam_destroy(&beam);
    }
    growth_print(&g);
}

/* Processor seconds to assemble a body, and to factorise it. */
static PetscErrorCode time_body(int cells, Growth *assembly, Growth *factor) {
    static const FeFix top = {"top", {1, 1, 1}};
    const MeshRectangle square = {.length = 1, .height = 1, .cells = {cells, cells}, .element = "Q1"};
    Mesh *mesh = NULL;
    FeBody *body;
    FeSystem *system;
    PetscFunctionBeginUser;
    PetscCall(fe_code(mesh_rectangle(&square, &mesh)));
    FeBodyData data = {.mesh = mesh, .material = {.rho = 1, .thickness = 1}, .fix = &top, .fixes = 1};
    fe_lame(1, .3, &data.material.lambda, &data.material.G);
    double begin = processor_seconds();
    PetscCall(fe_body_create(&data, &body));
    assembly->seconds[assembly->count] = processor_seconds() - begin;
    begin = processor_seconds();
    PetscCall(fe_system_create(body, &(FeSystemData){.of = {.stiffness = 1}}, &system));
    factor->seconds[factor->count] = processor_seconds() - begin;
    assembly->size[assembly->count++] = factor->size[factor->count++] = body->numbering->unknowns * 2.;
    PetscCall(fe_system_destroy(&system));
    PetscCall(fe_body_destroy(&body));
    mesh_destroy(&mesh);
    PetscFunctionReturn(0);
}

static JudderErr grow_body(void) {
    Growth assembly = {.what = "body, dofs, assembly"}, factor = {.what = "body, dofs, factorisation"};
    for (int cells = 28; cells <= 448; cells *= 2) TRY(fe_error(time_body(cells, &assembly, &factor)));
    growth_print(&assembly);
    growth_print(&factor);
    return JUDDER_OK;
}

int main(int count, char **words) {
    (void)count;
    grow_slab();
    grow_beam();
    if (fe_start(1, words) != JUDDER_OK) return 3;
    const JudderErr err = grow_body();
    if (err != JUDDER_OK) fprintf(stderr, "%s\n", error_message());
    fe_end();
    return (int)err;
}
