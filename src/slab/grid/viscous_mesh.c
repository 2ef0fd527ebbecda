#include "slab/grid/viscous_mesh.h"

#include <math.h>
#include <stdlib.h>

static const double least_cells = 200, most_cells = 1e7, most_grading = 1000;

/* Cells of a wave's path of two steps far from the contact; near it half of what diffuses in one step,
 * sqrt(eta Gbar dt/rho). */
static JudderErr choose_sizes(const SlabData *data, const SlabViscousOptions *options, double dt,
                              double *cells, double *stretch) {
    const SlabViscousOptions given = options ? *options : (SlabViscousOptions){0};
    const double shear = data->eta_shear > 0 ? data->eta_shear : data->G;
    const double bulk = 2 * sqrt(data->G / data->rho) * dt;
    const double layer = sqrt(data->eta * shear * dt / data->rho) / 2;
    REQUIRE(given.cells >= 0 && (double)given.cells <= most_cells,
            error_input("cells", "cells = %ld: it must be between 0 and %g", given.cells, most_cells));
    REQUIRE(given.grading == 0 || (given.grading >= 1 && given.grading <= most_grading),
            error_input("grading", "grading = %g: it must be 0 or between 1 and %g", given.grading,
                        most_grading));
    const double grading = given.grading > 0 ? given.grading : fmin(fmax(bulk / layer, 1), most_grading);
    *stretch = acosh(grading);
    const double wanted = data->height / bulk * (*stretch > 0 ? *stretch / tanh(*stretch) : 1);
    *cells = given.cells > 0 ? fmax(2, (double)given.cells) : fmax(ceil(wanted), least_cells);
    REQUIRE(*cells <= most_cells, error_input("step", "step = %g needs %g cells: at most %g are allowed",
                                              data->step, *cells, most_cells));
    return JUDDER_OK;
}

/* z = H sinh(a x)/sinh(a): a smooth map of a uniform mesh keeps the order. */
static void place_nodes(ViscousMesh *mesh, double height, double stretch) {
    for (size_t i = 0; i <= mesh->cells; i++) {
        const double x = (double)i / (double)mesh->cells;
        mesh->z[i] = height * (stretch > 0 ? sinh(stretch * x) / sinh(stretch) : x);
    }
    mesh->z[mesh->cells] = height;
    for (size_t i = 0; i < mesh->cells; i++) mesh->h[i] = mesh->z[i + 1] - mesh->z[i];
}

static void assemble(ViscousMesh *mesh, const SlabData *data, double stage) {
    const size_t n = mesh->cells;
    const double shear = data->eta_shear > 0 ? data->eta_shear : data->G;
    const double stiffness = stage * data->eta * shear + stage * stage * data->G;
    for (size_t i = 0; i <= n; i++) mesh->mass[i] = mesh->pivot[i] = 0;
    for (size_t i = 0; i < n; i++) {
        const double m = data->rho * mesh->h[i] / 12, k = stiffness / mesh->h[i];
        mesh->mass_off[i] = m;
        mesh->off[i] = m - k;
        for (size_t j = i; j <= i + 1; j++) {
            mesh->mass[j] += 5 * m;
            mesh->pivot[j] += 5 * m + k;
        }
    }
    mesh->mass[0] += data->epsilon; /* (SL-7): a surface mass, if both are requested */
    mesh->pivot[0] += data->epsilon;
    mesh->l[n - 1] =
        mesh->off[n - 1]; /* the top is given: as if its pivot were 1 and its right-hand side V_top */
    for (size_t i = n - 1; i-- > 0;) {
        mesh->l[i] = mesh->off[i] / mesh->pivot[i + 1];
        mesh->pivot[i] -= mesh->off[i] * mesh->l[i];
    }
    for (size_t i = 0; i < n; i++) mesh->per_pivot[i] = 1 / mesh->pivot[i];
}

JudderErr viscous_mesh_open(ViscousMesh *mesh, const SlabData *data, const SlabViscousOptions *options,
                            double dt, double stage) {
    double cells = 0, stretch = 0;
    TRY(choose_sizes(data, options, dt, &cells, &stretch));
    mesh->cells = (size_t)cells;
    const size_t nodes = mesh->cells + 1;
    mesh->memory = calloc(8 * nodes, sizeof *mesh->memory);
    REQUIRE(mesh->memory, error_memory());
    double **const parts[] = {&mesh->z,   &mesh->h,     &mesh->mass,      &mesh->mass_off,
                              &mesh->off, &mesh->pivot, &mesh->per_pivot, &mesh->l};
    for (size_t i = 0; i < 8; i++) *parts[i] = mesh->memory + i * nodes;
    place_nodes(mesh, data->height, stretch);
    assemble(mesh, data, stage);
    return JUDDER_OK;
}

void viscous_mesh_close(ViscousMesh *mesh) {
    free(mesh->memory);
    *mesh = (ViscousMesh){0};
}
