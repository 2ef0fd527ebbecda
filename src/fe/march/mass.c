/* The normal mass of contact nodes is taken away [khenous2008], so that a contact that closes stops no mass
 * at once: impact then creates no energy and its force does not ring. Each cell gives what its contact
 * nodes lose to its other nodes, in proportion to their lumped masses; a cell without others gives it to all
 * of them. */
#include "fe/march/mass.h"

#include "element/element.h"
#include "fe/body/assemble.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

typedef struct Moving {
    FeBody *body;
    double n[3];       /* normal of the obstacle, which is flat */
    bool *is_contact;  /* of each unknown node */
    double *gained;    /* normal mass that each unknown node gets */
    double *surface;   /* tangential mass that it gets */
    double all, stray; /* gained by all; of cells that have contact nodes alone */
} Moving;

/* One cell with a contact node: what the contact nodes lose goes to the others. */
static void share_cell(Moving *m, const ElementType *element, const ElementTable *table, const int *node) {
    const int nodes = element->nodes;
    const double density = fe_density(&m->body->material, m->body->dim);
    double x[MOST_NODES][3], weight[MOST_NODES] = {0}, matrix[MOST_NODES * MOST_NODES] = {0};
    double total = 0, inner = 0, kept = 0;
    bool at_contact[MOST_NODES];
    fe_coordinates(m->body->mesh, nodes, node, x);
    fe_cell_lumped(table, x, density, element->row_sum, weight);
    fe_cell_mass(table, x, density, matrix);
    for (int a = 0; a < nodes; a++) {
        at_contact[a] = m->is_contact[m->body->numbering->number[node[a]]];
        total += weight[a];
        if (!at_contact[a]) inner += weight[a];
    }
    for (int a = 0; a < nodes; a++)
        for (int b = 0; b < nodes; b++)
            if (!at_contact[a] && !at_contact[b])
                kept += m->body->lumped ? (a == b) * weight[a] : matrix[a * nodes + b];
    if (!(inner > 0)) {
        m->stray += total - kept;
        return;
    }
    m->all += total - kept;
    for (int a = 0; a < nodes; a++)
        if (!at_contact[a])
            m->gained[m->body->numbering->number[node[a]]] += (total - kept) * weight[a] / inner;
}

static JudderErr share_cells(Moving *m) {
    const Mesh *mesh = m->body->mesh;
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const ElementType *element = block->type;
        ElementTable table;
        element_tabulate(element, element->mass_rule, &table);
        for (int c = 0; c < block->cells; c++) {
            const int *node = block->node + (long)c * block->type->nodes;
            bool touches = false;
            for (int a = 0; a < block->type->nodes; a++)
                touches = touches || m->is_contact[m->body->numbering->number[node[a]]];
            if (touches) share_cell(m, element, &table, node);
        }
    }
    REQUIRE(m->all > 0,
            error_input("contact", "every node of the body is a contact node: none is left to carry the "
                                   "mass of a motion with unilateral contact"));
    for (int i = 0; i < m->body->numbering->unknowns; i++) m->gained[i] *= 1 + m->stray / m->all;
    return JUDDER_OK;
}

/* The new number of the mass between (i, alpha) and (j, beta), from that between (i, alpha)
 * and (j, alpha). */
static double changed(const Moving *m, bool move, PetscInt row, PetscInt column, double between) {
    const int dim = m->body->dim, i = row / dim, j = column / dim, a = row % dim, b = column % dim;
    const double same = a == b ? 1 : 0, normal = m->n[a] * m->n[b];
    double value = between * (move && (m->is_contact[i] || m->is_contact[j]) ? same - normal : same);
    if (i == j) value += m->gained[i] * normal + m->surface[i] * (same - normal);
    return value;
}

/* The columns of a row are the components of its neighbours, side by side. */
static PetscErrorCode change_row(const Moving *m, bool move, PetscInt row, Mat to) {
    const int dim = m->body->dim;
    PetscInt entries;
    const PetscInt *columns;
    const PetscScalar *values;
    PetscFunctionBeginUser;
    PetscCall(MatGetRow(m->body->M, row, &entries, &columns, &values));
    for (PetscInt k = 0; k < entries; k++) {
        const double value = changed(m, move, row, columns[k], values[k - columns[k] % dim + row % dim]);
        PetscCall(MatSetValues(to, 1, &row, 1, &columns[k], &value, INSERT_VALUES));
    }
    PetscCall(MatRestoreRow(m->body->M, row, &entries, &columns, &values));
    PetscFunctionReturn(0);
}

static PetscErrorCode change_matrix(const Moving *m, bool move) {
    PetscInt first, end;
    Mat to;
    PetscFunctionBeginUser;
    PetscCall(MatDuplicate(m->body->M, MAT_COPY_VALUES, &to));
    PetscCall(MatGetOwnershipRange(m->body->M, &first, &end));
    for (PetscInt row = first; row < end; row++) PetscCall(change_row(m, move, row, to));
    PetscCall(MatAssemblyBegin(to, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(to, MAT_FINAL_ASSEMBLY));
    PetscCall(MatDestroy(&m->body->M));
    m->body->M = to;
    PetscFunctionReturn(0);
}

static PetscErrorCode change_lumped(const Moving *m, bool move) {
    PetscInt first, end;
    PetscScalar *value;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(m->body->lumped, &first, &end));
    PetscCall(VecGetArray(m->body->lumped, &value));
    for (PetscInt row = first; row < end; row++)
        value[row - first] = changed(m, move, row, row, value[row - first]);
    PetscCall(VecRestoreArray(m->body->lumped, &value));
    PetscFunctionReturn(0);
}

static bool is_across_an_axis(const double *n) {
    return fabs(n[0]) == 1 || fabs(n[1]) == 1 || fabs(n[2]) == 1;
}

/* A lumped mass as a matrix, for obstacles across no axis: their normal mass is no diagonal. */
static PetscErrorCode lumped_to_matrix(FeBody *body) {
    PetscFunctionBeginUser;
    PetscCall(MatDuplicate(body->K, MAT_COPY_VALUES, &body->M));
    PetscCall(MatZeroEntries(body->M));
    PetscCall(MatDiagonalSet(body->M, body->lumped, INSERT_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode change_mass(Moving *m, const FeContact *contact, FeMassChange change) {
    FeBody *body = m->body;
    PetscFunctionBeginUser;
    for (int k = 0; k < contact->n; k++) {
        const int number = body->numbering->number[contact->node[k]];
        m->is_contact[number] = true;
        m->surface[number] = change.surface * contact->area[k];
    }
    if (change.move_normal) PetscCall(fe_code(share_cells(m)));
    if (body->lumped && !is_across_an_axis(m->n)) {
        PetscCall(lumped_to_matrix(body));
        PetscCall(VecDestroy(&body->lumped));
    }
    if (body->lumped)
        PetscCall(change_lumped(m, change.move_normal));
    else
        PetscCall(change_matrix(m, change.move_normal));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_mass_change(FeBody *body, const FeContact *contact, FeMassChange change) {
    const size_t count = (size_t)body->numbering->unknowns + 1;
    Moving m = {.body = body};
    PetscFunctionBeginUser;
    if (!change.move_normal && change.surface == 0) PetscFunctionReturn(0);
    fe_rows_direction(contact->rows, 0, m.n);
    m.is_contact = calloc(count, sizeof *m.is_contact);
    m.gained = calloc(count, sizeof *m.gained);
    m.surface = calloc(count, sizeof *m.surface);
    const bool room = m.is_contact && m.gained && m.surface;
    const PetscErrorCode code = room ? change_mass(&m, contact, change) : fe_code(error_memory());
    free(m.is_contact);
    free(m.gained);
    free(m.surface);
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_rayleigh(FeBody *body, double mass, double stiffness) {
    PetscFunctionBeginUser;
    if (mass == 0 && stiffness == 0) PetscFunctionReturn(0);
    if (!body->C) {
        PetscCall(MatDuplicate(body->K, MAT_COPY_VALUES, &body->C));
        PetscCall(MatScale(body->C, stiffness));
    } else {
        PetscCall(MatAXPY(body->C, stiffness, body->K, SAME_NONZERO_PATTERN));
    }
    if (body->M) PetscCall(MatAXPY(body->C, mass, body->M, SAME_NONZERO_PATTERN));
    if (body->lumped && mass != 0) {
        Vec scaled;
        PetscCall(VecDuplicate(body->lumped, &scaled));
        PetscCall(VecCopy(body->lumped, scaled));
        PetscCall(VecScale(scaled, mass));
        PetscCall(MatDiagonalSet(body->C, scaled, ADD_VALUES));
        PetscCall(VecDestroy(&scaled));
    }
    PetscFunctionReturn(0);
}
