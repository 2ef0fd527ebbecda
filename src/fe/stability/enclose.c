#include "fe/stability/enclose.h"

#include "fe/sparse/gather.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

/* T while it is filled: columns are motions, rows those of the matrices of the body. */
typedef struct Basis {
    EnclosureBasis T;
    int *of_dof; /* the column of each dof of the pencil, -1: none of its own */
} Basis;

static void basis_release(Basis *basis) {
    free(basis->T.start);
    free(basis->T.row);
    free(basis->T.factor);
    free(basis->of_dof);
}

static void add_entry(EnclosureBasis *T, int row, double factor) {
    const size_t at = T->start[T->n + 1]++;
    T->row[at] = row;
    T->factor[at] = factor;
}

static void end_column(EnclosureBasis *T) {
    T->n++;
    T->start[T->n + 1] = T->start[T->n];
}

/* The components of a node that are not fixed, each by itself. */
static void add_node(const FeBody *body, int node, EnclosureBasis *T) {
    for (int i = 0; i < body->dim; i++) {
        const int row = fe_row(body, (FeDof){node, i});
        if (row < 0 || body->fixed[(long)node * body->dim + i]) continue;
        add_entry(T, row, 1);
        end_column(T);
    }
}

/* The directions of a slipping node. */
static void add_directions(const FePencil *p, int dof, Basis *basis) {
    const FeBody *body = p->of.body;
    const FePencilDof *of = &p->dof[dof];
    double direction[3] = {0}, along[3];
    for (int a = 0; a < body->dim; a++) {
        fe_rows_direction(p->of.contact->rows, of->node * body->dim + a, along);
        for (int i = 0; i < body->dim; i++) direction[i] += of->part[a] * along[i];
    }
    for (int i = 0; i < body->dim; i++)
        if (direction[i] != 0)
            add_entry(&basis->T, fe_row(body, (FeDof){p->of.contact->node[of->node], i}), direction[i]);
    basis->of_dof[dof] = basis->T.n;
    end_column(&basis->T);
}

static void fill_basis(const FePencil *p, int *contact_of, Basis *basis) {
    const FeBody *body = p->of.body;
    const Mesh *mesh = body->mesh;
    for (int node = 0; node < mesh->nodes; node++) contact_of[node] = -1;
    for (int k = 0; k < p->of.contact->n; k++) contact_of[p->of.contact->node[k]] = k;
    for (int node = 0; node < mesh->nodes; node++) {
        const int k = contact_of[node];
        const bool follows = mesh->master && mesh->master[node] != node;
        if (!follows && (k < 0 || p->state[k] == SMALL_CONTACT_OPEN)) add_node(body, node, &basis->T);
    }
    for (int dof = 0; dof < p->dofs; dof++) {
        basis->of_dof[dof] = -1;
        if (p->state[p->dof[dof].node] == SMALL_CONTACT_SLIP) add_directions(p, dof, basis);
    }
}

static JudderErr basis_create(const FePencil *p, Basis *basis) {
    const FeBody *body = p->of.body;
    const size_t columns = (size_t)body->mesh->nodes * (size_t)body->dim, dofs = (size_t)p->dofs;
    int *contact_of = malloc(((size_t)body->mesh->nodes + 1) * sizeof *contact_of);
    basis->T.start = calloc(columns + 2, sizeof *basis->T.start);
    basis->T.row = malloc((columns + 3 * dofs + 1) * sizeof *basis->T.row);
    basis->T.factor = malloc((columns + 3 * dofs + 1) * sizeof *basis->T.factor);
    basis->of_dof = malloc((dofs + 1) * sizeof *basis->of_dof);
    const bool memory = contact_of && basis->T.start && basis->T.row && basis->T.factor && basis->of_dof;
    if (memory) fill_basis(p, contact_of, basis);
    free(contact_of);
    return memory ? JUDDER_OK : error_memory();
}

/* A matrix of the body in these coordinates; what it was is destroyed. */
static JudderErr reduce(EnclosureMatrix **from, const Basis *basis, EnclosureMatrix **to,
                        const char **reason) {
    bool possible = false;
    JudderErr err = enclosure_matrix_mirror(*from, &possible);
    if (!possible) *reason = "an assembled matrix has no symmetric pattern";
    if (err == JUDDER_OK && possible) err = enclosure_matrix_reduce(*from, &basis->T, to);
    enclosure_matrix_destroy(from);
    return err;
}

static JudderErr take_contacts(const FePencil *p, const Basis *basis, EnclosedSystem *certain) {
    certain->n = p->n;
    certain->contact = malloc(((size_t)p->n + 1) * sizeof *certain->contact);
    REQUIRE(certain->contact, error_memory());
    for (int i = 0; i < p->n; i++)
        certain->contact[i] = (EnclosedContact){basis->of_dof[p->contact[i].normal],
                                                basis->of_dof[p->contact[i].tangent], 1};
    return JUDDER_OK;
}

/* A lumped mass as a matrix. */
static JudderErr diagonal_matrix(int n, const double *diagonal, EnclosureMatrix **M) {
    TRY(enclosure_matrix_create(n, (size_t)n, false, M));
    for (int i = 0; i < n; i++) {
        (*M)->column[i] = i;
        (*M)->value[i] = diagonal[i];
        (*M)->start[i + 1] = (size_t)i + 1;
    }
    return JUDDER_OK;
}

/* A vector in the order of the solver on the first rank. Collective. */
static PetscErrorCode gather_lumped(Vec lumped, EnclosureMatrix **M) {
    VecScatter scatter;
    Vec all;
    const PetscScalar *values;
    PetscInt n;
    JudderErr err = JUDDER_OK;
    PetscFunctionBeginUser;
    PetscCall(VecScatterCreateToZero(lumped, &scatter, &all));
    PetscCall(VecScatterBegin(scatter, lumped, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(scatter, lumped, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecGetLocalSize(all, &n));
    PetscCall(VecGetArrayRead(all, &values));
    if (fe_rank() == 0) err = diagonal_matrix((int)n, values, M);
    PetscCall(VecRestoreArrayRead(all, &values));
    PetscCall(VecScatterDestroy(&scatter));
    PetscCall(VecDestroy(&all));
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

static JudderErr take_matrices(FePencil *p, EnclosureMatrix **K, EnclosureMatrix **M) {
    Basis basis = {0};
    if (!fe_rows_are_of_nodes(p->of.contact->rows)) {
        p->certain.reason = "contact rows of several nodes have no enclosure";
        return JUDDER_OK;
    }
    JudderErr err = basis_create(p, &basis);
    if (err == JUDDER_OK) err = reduce(K, &basis, &p->certain.K, &p->certain.reason);
    if (err == JUDDER_OK && *M) err = reduce(M, &basis, &p->certain.M, &p->certain.reason);
    if (err == JUDDER_OK) err = take_contacts(p, &basis, &p->certain);
    basis_release(&basis);
    return err;
}

PetscErrorCode fe_pencil_gather(void *pencil) {
    FePencil *p = pencil;
    EnclosureMatrix *K = NULL, *M = NULL;
    const FeBody *body = p->of.body;
    PetscFunctionBeginUser;
    PetscCall(fe_matrix_gather(body->K, &K));
    PetscErrorCode code = 0;
    if (body->M)
        code = fe_matrix_gather(body->M, &M);
    else if (body->lumped)
        code = gather_lumped(body->lumped, &M);
    JudderErr err = fe_error(code);
    if (err == JUDDER_OK && fe_rank() == 0) err = take_matrices(p, &K, &M);
    enclosure_matrix_destroy(&K);
    enclosure_matrix_destroy(&M);
    if (err != JUDDER_OK) enclosed_release(&p->certain);
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}
