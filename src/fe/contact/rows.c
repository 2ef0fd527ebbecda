#include "fe/contact/rows.h"

#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ROUNDING = 1e-12; /* of the frame of a place */

void fe_rows_destroy(FeRows **rows) {
    FeRows *gone = *rows;
    if (!gone) return;
    *rows = NULL;
    void *const arrays[] = {gone->pivot, gone->start, gone->term, gone->at,
                            gone->sign,  gone->kept,  gone->place};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    free(gone);
}

/* One past the coordinates that have the pivot of the first. */
static int place_end(const FeRows *rows, int first) {
    int end = first + 1;
    while (end < rows->count && rows->pivot[end] == rows->pivot[first]) end++;
    return end;
}

/* Whether a coordinate is a dof of its pivot but for the sign. */
static bool is_dof(const FeRows *rows, int j) {
    const FeRowTerm *term = rows->term + rows->start[j];
    return rows->start[j + 1] == rows->start[j] + 1 && term->dof.node == rows->pivot[j] &&
           fabs(term->factor) == 1;
}

/* The coordinates of a place that are not fixed, in the order of the dofs. */
static void place_keep(FeRows *rows, int first, int end) {
    const int dim = rows->body->dim;
    const bool *fixed = rows->body->fixed + (long)rows->pivot[first] * dim;
    for (int c = 0; c < dim; c++)
        for (int j = first; j < end; j++) {
            if (rows->at[j] % dim != c) continue;
            rows->place[j] = fixed[c] ? -1 : rows->kept_count;
            if (!fixed[c]) rows->kept[rows->kept_count++] = rows->at[j];
        }
}

/* T has the transpose where the inverse belongs, so a place that is turned must be a rotation of its pivot.
 */
static JudderErr place_check(const FeRows *rows, int first, int end) {
    double one[3], other[3];
    for (int j = first; j < end; j++)
        for (int k = first; k <= j; k++) {
            fe_rows_direction(rows, j, one);
            fe_rows_direction(rows, k, other);
            const double along = one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
            REQUIRE(fabs(along - (j == k)) <= ROUNDING,
                    error_input("contact",
                                "the normal and the tangents of contact node %d are no rotation: %.9g is the "
                                "product of %d and %d",
                                rows->pivot[first] + 1, along, k - first + 1, j - first + 1));
        }
    return JUDDER_OK;
}

/* Where y has the coordinates of a place: a dof where it is, the others in the dofs that are left. */
static JudderErr place_coordinates(FeRows *rows, int first, int end) {
    const FeBody *body = rows->body;
    const int node = rows->pivot[first];
    int left = 0;
    bool taken[3] = {false}, turned = false;
    for (int j = first; j < end; j++)
        if (is_dof(rows, j)) taken[rows->term[rows->start[j]].dof.component] = true;
    for (int j = first; j < end; j++) {
        const bool dof = is_dof(rows, j);
        while (!dof && left < body->dim - 1 && taken[left]) left++;
        const int component = dof ? rows->term[rows->start[j]].dof.component : left++;
        rows->at[j] = fe_row(body, (FeDof){node, component});
        rows->sign[j] = dof ? rows->term[rows->start[j]].factor : 1;
        turned = turned || !dof;
        REQUIRE(rows->at[j] >= 0, error_input("contact", "contact node %d is in no cell", node + 1));
        REQUIRE(dof || (end - first == body->dim && !body->fixed[(long)node * body->dim + component]),
                error_input("contact", "node %d cannot be turned to its contact: it is fixed", node + 1));
    }
    place_keep(rows, first, end);
    rows->turned = rows->turned || turned;
    return turned ? place_check(rows, first, end) : JUDDER_OK;
}

/* Whether each coordinate has its own row of y, and none is a term of another place. */
static JudderErr check_pivots(const FeRows *rows, bool *seen) {
    for (int j = 0; j < rows->count; j++) {
        REQUIRE(!seen[rows->at[j]],
                error_input("contact", "contact node %d is there twice", rows->pivot[j] + 1));
        seen[rows->at[j]] = true;
    }
    for (int j = 0; j < rows->count; j++)
        for (int i = rows->start[j]; i < rows->start[j + 1]; i++) {
            const FeDof dof = rows->term[i].dof;
            const int row = fe_row(rows->body, dof);
            REQUIRE(dof.node == rows->pivot[j] || (row >= 0 && !seen[row]),
                    error_input("contact", "node %d cannot be touched: it is in no cell or touches itself",
                                dof.node + 1));
        }
    return JUDDER_OK;
}

static JudderErr rows_copy(const FeRowsData *data, FeRows *rows) {
    const size_t count = (size_t)data->count, terms = (size_t)data->start[data->count];
    rows->count = data->count;
    rows->pivot = malloc((count + 1) * sizeof *rows->pivot);
    rows->start = malloc((count + 1) * sizeof *rows->start);
    rows->term = malloc((terms + 1) * sizeof *rows->term);
    rows->at = calloc(count + 1, sizeof *rows->at);
    rows->sign = calloc(count + 1, sizeof *rows->sign);
    rows->kept = calloc(count + 1, sizeof *rows->kept);
    rows->place = calloc(count + 1, sizeof *rows->place);
    REQUIRE(rows->pivot && rows->start && rows->term && rows->at && rows->sign && rows->kept && rows->place,
            error_memory());
    memcpy(rows->pivot, data->pivot, count * sizeof *rows->pivot);
    memcpy(rows->start, data->start, (count + 1) * sizeof *rows->start);
    memcpy(rows->term, data->term, terms * sizeof *rows->term);
    return JUDDER_OK;
}

static JudderErr rows_fill(const FeRowsData *data, FeRows *rows) {
    TRY(rows_copy(data, rows));
    for (int first = 0; first < rows->count; first = place_end(rows, first))
        TRY(place_coordinates(rows, first, place_end(rows, first)));
    bool *seen = calloc((size_t)(rows->body->numbering->unknowns * rows->body->dim) + 1, sizeof *seen);
    const JudderErr err = seen ? check_pivots(rows, seen) : error_memory();
    free(seen);
    return err;
}

JudderErr fe_rows_create(const FeBody *body, const FeRowsData *data, FeRows **rows) {
    *rows = calloc(1, sizeof **rows);
    REQUIRE(*rows, error_memory());
    (*rows)->body = body;
    const JudderErr err = rows_fill(data, *rows);
    if (err != JUDDER_OK) fe_rows_destroy(rows);
    return err;
}

void fe_rows_direction(const FeRows *rows, int j, double *direction) {
    direction[0] = direction[1] = direction[2] = 0;
    for (int i = rows->start[j]; i < rows->start[j + 1]; i++)
        if (rows->term[i].dof.node == rows->pivot[j])
            direction[rows->term[i].dof.component] += rows->term[i].factor;
}

bool fe_rows_are_of_nodes(const FeRows *rows) {
    for (int j = 0; j < rows->count; j++)
        for (int i = rows->start[j]; i < rows->start[j + 1]; i++)
            if (rows->term[i].dof.node != rows->pivot[j]) return false;
    return true;
}

static long in_mesh(const FeRows *rows, FeDof dof) {
    return (long)dof.node * rows->body->dim + dof.component;
}

void fe_rows_restrict(const FeRows *rows, const double *u, double *w) {
    for (int j = 0; j < rows->count; j++) {
        w[j] = 0;
        for (int i = rows->start[j]; i < rows->start[j + 1]; i++)
            w[j] += rows->term[i].factor * u[in_mesh(rows, rows->term[i].dof)];
    }
}

void fe_rows_spread(const FeRows *rows, double factor, const double *r, double *f) {
    for (int j = 0; j < rows->count; j++)
        for (int i = rows->start[j]; i < rows->start[j + 1]; i++)
            f[in_mesh(rows, rows->term[i].dof)] += factor * rows->term[i].factor * r[j];
}

/* Sums begin with 0, so that there are no negative zeros. */
void fe_rows_take(const FeRows *rows, const double *kept, double *w) {
    for (int j = 0; j < rows->count; j++)
        w[j] = rows->place[j] < 0 ? 0 : 0 + rows->sign[j] * kept[rows->place[j]];
}

void fe_rows_give(const FeRows *rows, const double *w, double *kept) {
    for (int j = 0; j < rows->count; j++)
        if (rows->place[j] >= 0) kept[rows->place[j]] = 0 + rows->sign[j] * w[j];
}

void fe_rows_take_matrix(const FeRows *rows, const double *kept, double *S) {
    const long size = rows->count, count = rows->kept_count;
    double trace = 0;
    for (long i = 0; i < count; i++) trace += kept[i * count + i];
    for (long i = 0; i < size; i++)
        for (long j = 0; j < size; j++) {
            const int a = rows->place[i], b = rows->place[j];
            const double held = i == j ? trace / (double)count : 0;
            S[i * size + j] = a < 0 || b < 0 ? held : 0 + rows->sign[i] * rows->sign[j] * kept[a * count + b];
        }
}

/* --- in the order of the solver --- */

/* A coordinate in T^-1, or in T: there on the pivot the inverse of the rotation, its transpose. */
static PetscErrorCode basis_coordinate(const FeRows *rows, int j, bool inverse, Mat T) {
    const FeBody *body = rows->body;
    const PetscInt at = rows->at[j];
    double direction[3];
    PetscFunctionBeginUser;
    fe_rows_direction(rows, j, direction);
    PetscCall(MatSetValue(T, at, at, -1, ADD_VALUES));
    for (int i = rows->start[j]; i < rows->start[j + 1]; i++) {
        const double factor = rows->term[i].factor;
        const FeDof dof = rows->term[i].dof;
        if (inverse)
            PetscCall(MatSetValue(T, at, fe_row(body, dof), factor, ADD_VALUES));
        else if (dof.node == rows->pivot[j])
            PetscCall(MatSetValue(T, fe_row(body, dof), at, factor, ADD_VALUES));
        for (int c = 0; c < body->dim && !inverse && dof.node != rows->pivot[j]; c++)
            PetscCall(MatSetValue(T, fe_row(body, (FeDof){rows->pivot[j], c}), fe_row(body, dof),
                                  -direction[c] * factor, ADD_VALUES));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode basis_fill(const FeRows *rows, bool inverse, Mat T) {
    PetscInt begin, end;
    PetscFunctionBeginUser;
    PetscCall(MatGetOwnershipRange(T, &begin, &end));
    for (PetscInt row = begin; row < end; row++) PetscCall(MatSetValue(T, row, row, 1, ADD_VALUES));
    for (int j = 0; j < rows->count; j++)
        if (rows->at[j] >= begin && rows->at[j] < end && !is_dof(rows, j))
            PetscCall(basis_coordinate(rows, j, inverse, T));
    PetscCall(MatAssemblyBegin(T, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(T, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_rows_basis(const FeRows *rows, bool inverse, Mat *T) {
    const int dim = rows->body->dim, local = rows->body->numbering->count * dim,
              size = rows->body->numbering->unknowns * dim;
    int longest = 0;
    PetscFunctionBeginUser;
    *T = NULL;
    if (!rows->turned) PetscFunctionReturn(0);
    for (int first = 0; first < rows->count; first = place_end(rows, first))
        longest = PetscMax(longest, rows->start[place_end(rows, first)] - rows->start[first]);
    PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, local, local, size, size, PetscMin(longest, local), NULL,
                           PetscMin(longest, size - local), NULL, T));
    PetscCall(MatSetBlockSize(*T, dim));
    PetscCall(basis_fill(rows, inverse, *T));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_rows_congruence(Mat T, Mat A, Mat *turned) {
    PetscInt block;
    PetscFunctionBeginUser;
    PetscCall(MatPtAP(A, T, MAT_INITIAL_MATRIX, 1, turned));
    PetscCall(MatGetBlockSize(T, &block));
    PetscCall(MatSetBlockSize(*turned, block));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_rows_gather(const FeRows *rows, Vec y, double *w) {
    PetscInt first, end;
    const PetscScalar *values;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(y, &first, &end));
    PetscCall(VecGetArrayRead(y, &values));
    for (int j = 0; j < rows->count; j++) {
        const PetscInt at = rows->at[j];
        w[j] = at >= first && at < end ? rows->sign[j] * values[at - first] : 0;
    }
    PetscCall(VecRestoreArrayRead(y, &values));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, w, rows->count, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_rows_scatter(const FeRows *rows, const double *w, const bool *chosen, Vec y) {
    PetscInt first, end;
    PetscScalar *values;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(y, &first, &end));
    PetscCall(VecGetArray(y, &values));
    for (int j = 0; j < rows->count; j++) {
        const PetscInt at = rows->at[j];
        if (at >= first && at < end && (!chosen || chosen[j])) values[at - first] = rows->sign[j] * w[j];
    }
    PetscCall(VecRestoreArray(y, &values));
    PetscFunctionReturn(0);
}
