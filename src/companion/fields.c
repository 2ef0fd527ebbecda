/* Mesh and states of a body as fields of a result. */
#include "companion/studies.h"
#include "fe/body/stress.h"
#include "fe/start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

JudderErr companion_mesh_fields(StudyRun *run, const Mesh *mesh) {
    TRY(results_field(run->results, "mesh_nodes", "m", mesh->x, (size_t)mesh->nodes, (size_t)mesh->dim));
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const size_t columns = (size_t)block->type->nodes, count = (size_t)block->cells * columns;
        double *numbers = malloc((count + 1) * sizeof *numbers);
        REQUIRE(numbers, error_memory());
        for (size_t i = 0; i < count; i++) numbers[i] = block->node[i];
        char name[64];
        snprintf(name, sizeof name, "mesh_cells_%d_gmsh_%d", b + 1, block->type->gmsh);
        const JudderErr err = results_field(run->results, name, "", numbers, (size_t)block->cells, columns);
        free(numbers);
        TRY(err);
    }
    return JUDDER_OK;
}

static JudderErr stress_field(StudyRun *run, const FeBody *body, const char *name, const double *u,
                              double *strain) {
    const Mesh *mesh = body->mesh;
    double *stress = calloc((size_t)mesh->nodes * 6 + 1, sizeof *stress);
    REQUIRE(stress, error_memory());
    JudderErr err = fe_error(fe_stress(body, u, stress));
    for (long i = 0; i < 6L * mesh->nodes; i++)
        *strain = fmax(*strain, fabs(stress[i]) / (2 * body->material.G));
    char full[96];
    snprintf(full, sizeof full, "stress_%s", name);
    if (err == JUDDER_OK) err = results_field(run->results, full, "Pa", stress, (size_t)mesh->nodes, 6);
    free(stress);
    return err;
}

/* A row for each contact node: node (from 0), place along the side (from 1), coordinates, state, gap, pressure, tangential
 * traction(s), displacement in the frame of the contact. */
static JudderErr contact_field(StudyRun *run, const CompanionState *state, const char *name) {
    const FeContact *contact = state->contact;
    const int dim = contact->body->dim, columns = 3 * dim + 4;
    double *table = calloc((size_t)(contact->n * columns) + 1, sizeof *table);
    REQUIRE(table, error_memory());
    for (int k = 0; k < contact->n; k++) {
        double *row = table + (long)k * columns;
        const double *u = state->u + (long)k * dim, *r = state->r + (long)k * dim;
        *row++ = contact->node[k];
        *row++ = contact->position[k] + 1;
        for (int i = 0; i < dim; i++) *row++ = contact->body->mesh->x[(long)contact->node[k] * dim + i];
        *row++ = state->node[k];
        *row++ = contact->gap[k] + u[0];
        for (int i = 0; i < dim; i++) *row++ = r[i] / contact->area[k];
        for (int i = 0; i < dim; i++) *row++ = u[i];
    }
    char full[96];
    snprintf(full, sizeof full, "contact_%s", name);
    const JudderErr err = results_field(run->results, full, "m | Pa", table, (size_t)contact->n,
                                        (size_t)columns);
    free(table);
    return err;
}

JudderErr companion_fields(StudyRun *run, const CompanionState *state, const char *name, const double *u,
                           double *strain) {
    const FeBody *body = state->contact->body;
    char full[96];
    *strain = 0;
    snprintf(full, sizeof full, "displacement_%s", name);
    TRY(results_field(run->results, full, "m", u, (size_t)body->mesh->nodes, (size_t)body->dim));
    TRY(stress_field(run, body, name, u, strain));
    return contact_field(run, state, name);
}

JudderErr companion_state_fields(StudyRun *run, const FePath *path, const char *name, const double *u,
                                 double *strain) {
    const CompanionState state = {path->contact, path->state->u, path->state->r, path->state->node};
    return companion_fields(run, &state, name, u, strain);
}
