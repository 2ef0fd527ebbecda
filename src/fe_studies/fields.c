/* Mesh and states of a body as fields of a result. */
#include "fe/body/stress.h"
#include "fe/start.h"
#include "fe_studies/studies.h"
#include "results/results.h"
#include "study/body/remarks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCKING 100 /* lambda over G: nu above 0.495 */

JudderErr fe_study_mesh_fields(StudyRun *run, const Mesh *mesh) {
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
    const FeMaterial *m = &body->material;
    const double share = m->lambda / (3 * m->lambda + 2 * m->G);
    for (long i = 0; i < 6L * mesh->nodes; i++) {
        const double *at = stress + 6 * (i / 6);
        const double mean = i % 6 < 3 ? share * (at[0] + at[1] + at[2]) : 0;
        *strain = fmax(*strain, fabs(stress[i] - mean) / (2 * m->G));
    }
    char full[96];
    snprintf(full, sizeof full, "stress_%s", name);
    if (err == JUDDER_OK) err = results_field(run->results, full, "Pa", stress, (size_t)mesh->nodes, 6);
    free(stress);
    return err;
}

/* A row for each contact node, read by results/vtu/export_vtu.c and by report/. */
static const char *const contact_columns[] = {
    "node, place, x [m], y [m], state, gap [m], pressure [Pa], shear [Pa], normal [m], tangential [m]",
    "node, place, x [m], y [m], z [m], state, gap [m], pressure [Pa], shear_1 [Pa], shear_2 [Pa], normal "
    "[m], "
    "tangential_1 [m], tangential_2 [m]"};

/* Numbers of one contact node: gap, tractions and displacement in the frame of the contact. */
typedef struct ContactRow {
    CondensedNode state;
    double gap, traction[3], moved[3];
} ContactRow;

typedef struct ContactTable {
    const FeContact *contact;
    int columns;
    double *at;
} ContactTable;

static JudderErr contact_begin(const FeContact *contact, ContactTable *table) {
    const int columns = 3 * contact->body->dim + 4;
    *table = (ContactTable){contact, columns, calloc((size_t)(contact->n * columns) + 1, sizeof(double))};
    REQUIRE(table->at, error_memory());
    return JUDDER_OK;
}

static void contact_put(const ContactTable *table, int k, const ContactRow *numbers) {
    const FeContact *contact = table->contact;
    const int dim = contact->body->dim;
    double *row = table->at + (long)k * table->columns;
    *row++ = contact->node[k];
    *row++ = contact->position[k] + 1;
    for (int i = 0; i < dim; i++) *row++ = contact->body->mesh->x[(long)contact->node[k] * dim + i];
    *row++ = numbers->state;
    *row++ = numbers->gap;
    for (int i = 0; i < dim; i++) *row++ = numbers->traction[i];
    for (int i = 0; i < dim; i++) *row++ = numbers->moved[i];
}

static JudderErr contact_end(StudyRun *run, ContactTable *table, const char *name) {
    char full[96];
    snprintf(full, sizeof full, "contact_%s", name);
    const JudderErr err = results_table(
        run->results, &(ResultsTable){.name = full,
                                      .columns = contact_columns[table->contact->body->dim - 2],
                                      .at = table->at,
                                      .rows = (size_t)table->contact->n,
                                      .count = (size_t)table->columns});
    free(table->at);
    return err;
}

static JudderErr contact_field(StudyRun *run, const FeStudyState *state, const char *name) {
    const FeContact *contact = state->contact;
    const int dim = contact->body->dim;
    ContactTable table;
    TRY(contact_begin(contact, &table));
    for (int k = 0; k < contact->n; k++) {
        const double *u = state->u + (long)k * dim, *r = state->r + (long)k * dim;
        ContactRow row = {.state = state->node[k], .gap = contact->gap[k] + u[0]};
        for (int i = 0; i < dim; i++) row.traction[i] = r[i] / contact->area[k], row.moved[i] = u[i];
        contact_put(&table, k, &row);
    }
    return contact_end(run, &table, name);
}

/* Part of the largest rate of a mode: below, a contact node does not move in it. */
static const double AT_REST = 1e-10;

JudderErr fe_study_mode_fields(StudyRun *run, const FeStudyMode *mode, const char *name) {
    const FeContact *contact = mode->contact;
    const Mesh *mesh = contact->body->mesh;
    const int dim = contact->body->dim;
    double most = 0;
    TRY(results_field(run->results, name, "", mode->u, (size_t)mesh->nodes, (size_t)dim));
    for (long i = 0; i < (long)mesh->nodes * dim; i++) most = fmax(most, fabs(mode->u[i]));
    double *w = malloc(((size_t)contact->rows->count + 1) * sizeof *w);
    REQUIRE(w, error_memory());
    fe_rows_restrict(contact->rows, mode->u, w);
    ContactTable table;
    JudderErr err = contact_begin(contact, &table);
    for (int k = 0; k < contact->n && err == JUDDER_OK; k++) {
        ContactRow row = {.state = mode->node[k], .gap = NAN, .traction = {NAN, NAN, NAN}};
        double slip = 0;
        memcpy(row.moved, w + (long)k * dim, (size_t)dim * sizeof *w);
        for (int i = 1; i < dim; i++) slip = fmax(slip, fabs(row.moved[i]));
        if (row.state != CONDENSED_OPEN && slip <= AT_REST * most) row.state = CONDENSED_STICK;
        contact_put(&table, k, &row);
    }
    free(w);
    return err == JUDDER_OK ? contact_end(run, &table, name) : err;
}

void fe_study_slip(const CondensedState *state, double *mean, double *largest) {
    int touching = 0;
    *mean = *largest = 0;
    for (int k = 0; k < state->n; k++) {
        const double *w = state->w + (long)k * state->dim;
        if (state->node[k] == CONDENSED_OPEN) continue;
        const double slip = state->dim == 2 ? fabs(w[1]) : hypot(w[1], w[2]);
        touching++;
        *mean += slip;
        *largest = fmax(*largest, slip);
    }
    if (touching > 0) *mean /= touching;
}

JudderErr fe_study_fields(StudyRun *run, const FeStudyState *state, const char *name, const double *u,
                          double *strain) {
    const FeBody *body = state->contact->body;
    char full[96];
    *strain = 0;
    snprintf(full, sizeof full, "displacement_%s", name);
    TRY(results_field(run->results, full, "m", u, (size_t)body->mesh->nodes, (size_t)body->dim));
    TRY(stress_field(run, body, name, u, strain));
    return contact_field(run, state, name);
}

JudderErr fe_study_state_fields(StudyRun *run, const FePath *path, const char *name, const double *u,
                                double *strain) {
    const FeStudyState state = {path->contact, path->state->u, path->state->r, path->state->node};
    return fe_study_fields(run, &state, name, u, strain);
}

/* Elements of the first order cannot keep their volume in every motion: the stiffer a material is against a
 * change of it, the less they move at all. */
static bool body_locks(const FeBody *body) {
    const FeModuli m = fe_elastic_moduli(&body->material, body->dim);
    bool first_order = false;
    for (int b = 0; b < body->mesh->blocks; b++)
        first_order = first_order || body->mesh->block[b].type->nodes == body->mesh->block[b].type->corners;
    return first_order && m.lambda > LOCKING * m.G;
}

void fe_study_note_limits(StudyRun *run, const FeBody *body, double strain) {
    if (strain > 0.2)
        study_note(run, "; strains reach about %.2g: too much for this theory of small strain", strain);
    if (body_locks(body))
        study_note(run, "; nu is so close to 1/2 that elements P1 and Q1 are far too stiff: P2 is not");
    if (body_uneven_elements(run->prepared))
        study_note(run, "; the corners of second-order tetrahedra take no part of a uniform pressure: nodes "
                        "that seem open may not be, and pressures are uneven");
}
