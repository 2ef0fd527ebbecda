/* MUMPS by its own interface, for what PETSc's does not give: the two halves of a solve with a Schur
 * complement apart. With A = L D L^T and the kept dofs last, forward reduces a right-hand side to them,
 * back brings their values to all others; so a condensation and an expansion together cost one solve, on
 * any number of ranks. */
#include "fe/body/field.h"
#include "fe/start.h"
#include "fe/system/system.h"

#include <dmumps_c.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_OPEN = -1, JOB_CLOSE = -2, JOB_FACTORISE = 4, JOB_SOLVE = 3 };
enum { SYMMETRIC = 2, EXTRA_SPACE = 14, INPUT = 18, SCHUR = 19, NULL_PIVOTS = 24, HALF = 26 };
enum { DISTRIBUTED = 3, CENTRAL_BY_ROWS = 1, FORWARD = 1, BACK = 2 };
enum { NO_ROOM = -9, NO_INTEGER_ROOM = -8, SINGULAR = -10 };

typedef struct Halves {
    DMUMPS_STRUC_C id;
    bool open;
    int *row, *column, *kept;
    double *value;
    double *schur, *reduced; /* first rank */
    VecScatter gather;       /* a vector to the first rank, whole */
    Vec whole;
} Halves;

static int *icntl(Halves *h, int number) {
    return &h->id.icntl[number - 1];
}

static PetscErrorCode destroy(FeSystem *system) {
    Halves *h = system->halves;
    PetscFunctionBeginUser;
    if (!h) PetscFunctionReturn(0);
    system->halves = NULL;
    if (h->open) {
        h->id.job = JOB_CLOSE;
        dmumps_c(&h->id);
    }
    PetscCall(VecScatterDestroy(&h->gather));
    PetscCall(VecDestroy(&h->whole));
    free(h->row);
    free(h->column);
    free(h->kept);
    free(h->value);
    free(h->schur);
    free(h->reduced);
    free(h);
    PetscFunctionReturn(0);
}

/* The lower triangle of this rank's rows. */
static PetscErrorCode take_matrix(const FeSystem *system, Halves *h) {
    PetscInt first, end, entries, order;
    MatInfo info;
    const PetscInt *columns;
    const PetscScalar *values;
    PetscFunctionBeginUser;
    PetscCall(MatGetInfo(system->A, MAT_LOCAL, &info));
    PetscCall(MatGetSize(system->A, &order, NULL));
    PetscCall(MatGetOwnershipRange(system->A, &first, &end));
    const size_t room = (size_t)info.nz_used + 1;
    h->row = malloc(room * sizeof *h->row);
    h->column = malloc(room * sizeof *h->column);
    h->value = malloc(room * sizeof *h->value);
    PetscCall(fe_code(fe_agree(h->row && h->column && h->value ? JUDDER_OK : error_memory())));
    long count = 0;
    for (PetscInt i = first; i < end; i++) {
        PetscCall(MatGetRow(system->A, i, &entries, &columns, &values));
        for (PetscInt k = 0; k < entries; k++) {
            if (columns[k] > i) continue;
            h->row[count] = i + 1;
            h->column[count] = columns[k] + 1;
            h->value[count++] = values[k];
        }
        PetscCall(MatRestoreRow(system->A, i, &entries, &columns, &values));
    }
    h->id.n = order;
    h->id.nnz_loc = count;
    h->id.irn_loc = h->row;
    h->id.jcn_loc = h->column;
    h->id.a_loc = h->value;
    PetscFunctionReturn(0);
}

static JudderErr take_kept(const FeSystem *system, Halves *h) {
    const size_t count = (size_t)system->kept_count;
    h->kept = malloc((count + 1) * sizeof *h->kept);
    if (fe_rank() == 0) {
        h->schur = calloc(count * count + 1, sizeof *h->schur);
        h->reduced = calloc(count + 1, sizeof *h->reduced);
    }
    REQUIRE(h->kept && (fe_rank() > 0 || (h->schur && h->reduced)), error_memory());
    for (size_t k = 0; k < count; k++) h->kept[k] = fe_row(system->body, system->kept[k]) + 1;
    h->id.size_schur = system->kept_count;
    h->id.listvar_schur = h->kept;
    h->id.schur = h->schur;
    h->id.redrhs = h->reduced;
    h->id.lredrhs = system->kept_count;
    h->id.nrhs = 1;
    h->id.lrhs = h->id.n;
    return JUDDER_OK;
}

static void open_mumps(Halves *h, int room) {
    if (h->open) {
        h->id.job = JOB_CLOSE;
        dmumps_c(&h->id);
    }
    h->id.job = JOB_OPEN;
    h->id.par = 1;
    h->id.sym = SYMMETRIC;
    h->id.comm_fortran = (MUMPS_INT)MPI_Comm_c2f(PETSC_COMM_WORLD);
    dmumps_c(&h->id);
    h->open = true;
    for (int i = 1; i <= 3; i++) *icntl(h, i) = -1; /* silent */
    *icntl(h, 4) = 0;
    *icntl(h, EXTRA_SPACE) = room;
    *icntl(h, INPUT) = DISTRIBUTED;
    *icntl(h, SCHUR) = CENTRAL_BY_ROWS;
    *icntl(h, NULL_PIVOTS) = 1;
}

/* Of a symmetric matrix MUMPS fills the lower triangle of S. */
static void copy_schur(FeSystem *system, const Halves *h) {
    const long count = system->kept_count;
    for (long i = 0; system->S && i < count; i++)
        for (long j = 0; j <= i; j++)
            system->S[i * count + j] = system->S[j * count + i] = h->schur[i * count + j];
}

static PetscErrorCode factorise(FeSystem *system, Halves *h) {
    int error = NO_ROOM;
    PetscFunctionBeginUser;
    for (int room = 40; (error == NO_ROOM || error == NO_INTEGER_ROOM) && room < 1000; room *= 4) {
        open_mumps(h, room);
        PetscCall(take_matrix(system, h));
        PetscCall(fe_code(fe_agree(take_kept(system, h))));
        h->id.job = JOB_FACTORISE;
        dmumps_c(&h->id);
        error = h->id.infog[0];
        free(h->row);
        free(h->column);
        free(h->value);
        h->row = h->column = NULL;
        h->value = NULL;
        if (error == 0) break;
        free(h->kept);
        free(h->schur);
        free(h->reduced);
        h->kept = NULL;
        h->schur = h->reduced = NULL;
    }
    if (error == NO_ROOM || error == NO_INTEGER_ROOM || error == -13)
        PetscCall(fe_code(fe_agree(error_memory())));
    if (error != 0 && error != SINGULAR)
        PetscCall(fe_code(fe_agree(error_machine("MUMPS ends with error %d (%d)", error, h->id.infog[1]))));
    if (error == SINGULAR || h->id.infog[27] > 0) system->outcome = FE_SINGULAR;
    PetscFunctionReturn(0);
}

static PetscErrorCode create(FeSystem *system) {
    Halves *h = calloc(1, sizeof *h);
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(h ? JUDDER_OK : error_memory())));
    system->halves = h;
    PetscCall(factorise(system, h));
    if (system->outcome != FE_SOLVED) PetscFunctionReturn(0);
    copy_schur(system, h);
    free(h->schur);
    h->schur = NULL;
    PetscCall(VecScatterCreateToZero(system->b, &h->gather, &h->whole));
    PetscFunctionReturn(0);
}

static PetscErrorCode half(Halves *h, int which) {
    PetscScalar *whole;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(h->whole, &whole));
    h->id.rhs = whole;
    h->id.job = JOB_SOLVE;
    *icntl(h, HALF) = which;
    dmumps_c(&h->id);
    PetscCall(VecRestoreArray(h->whole, &whole));
    if (h->id.infog[0] < 0)
        PetscCall(fe_code(fe_agree(
            error_machine("MUMPS ends a solve with error %d (%d)", h->id.infog[0], h->id.infog[1]))));
    PetscFunctionReturn(0);
}

static PetscErrorCode forward(FeSystem *system, Vec b, double *g) {
    Halves *h = system->halves;
    PetscFunctionBeginUser;
    PetscCall(VecScatterBegin(h->gather, b, h->whole, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(h->gather, b, h->whole, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(half(h, FORWARD));
    if (fe_rank() == 0) memcpy(g, h->reduced, (size_t)system->kept_count * sizeof *g);
    PetscFunctionReturn(0);
}

static PetscErrorCode back(FeSystem *system, const double *kept, Vec x) {
    Halves *h = system->halves;
    PetscFunctionBeginUser;
    if (fe_rank() == 0) memcpy(h->reduced, kept, (size_t)system->kept_count * sizeof *kept);
    PetscCall(half(h, BACK));
    PetscCall(VecScatterBegin(h->gather, h->whole, x, INSERT_VALUES, SCATTER_REVERSE));
    PetscCall(VecScatterEnd(h->gather, h->whole, x, INSERT_VALUES, SCATTER_REVERSE));
    PetscFunctionReturn(0);
}

/* x = A_ii^-1 b_i: both halves, with the kept dofs at zero. */
static PetscErrorCode solve(FeSystem *system, Vec b, Vec x) {
    Halves *h = system->halves;
    PetscFunctionBeginUser;
    PetscCall(VecScatterBegin(h->gather, b, h->whole, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(h->gather, b, h->whole, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(half(h, 0));
    PetscCall(VecScatterBegin(h->gather, h->whole, x, INSERT_VALUES, SCATTER_REVERSE));
    PetscCall(VecScatterEnd(h->gather, h->whole, x, INSERT_VALUES, SCATTER_REVERSE));
    PetscFunctionReturn(0);
}

const FeSolver halves_solver = {
    .name = "halves", .create = create, .solve = solve, .forward = forward, .back = back, .destroy = destroy};
