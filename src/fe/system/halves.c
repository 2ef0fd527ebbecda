/* MUMPS by its own interface, for what PETSc's does not give: the two halves of a solve with a Schur
 * complement apart. With A = L D L^T and the kept dofs last, forward reduces a right-hand side to them,
 * back brings their values to all others (BD-3); so a condensation and an expansion together cost one solve.
 * On the first rank alone: on several, MUMPS sums in the order in which messages come in, and no two runs
 * agree to the last bit. */
#include "fe/body/field.h"
#include "fe/start.h"
#include "fe/system/system.h"

#include <dmumps_c.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_OPEN = -1, JOB_CLOSE = -2, JOB_FACTORISE = 4, JOB_SOLVE = 3 };
enum { SYMMETRIC = 2, EXTRA_SPACE = 14, SCHUR = 19, NULL_PIVOTS = 24, HALF = 26 };
enum { CENTRAL_BY_ROWS = 1, FORWARD = 1, BACK = 2 };
enum { NO_ROOM = -9, NO_INTEGER_ROOM = -8, NO_MEMORY = -13, SINGULAR = -10 };

/* Of a matrix, counted from 1. */
typedef struct Entries {
    int count;
    int *row, *column;
    double *value;
} Entries;

typedef struct Halves {
    DMUMPS_STRUC_C id; /* on the first rank alone, as all that it needs */
    bool open;
    int *kept;
    double *schur, *reduced;
    VecScatter gather; /* a vector to the first rank, whole */
    Vec whole;
} Halves;

static void entries_release(Entries *entries) {
    free(entries->row);
    free(entries->column);
    free(entries->value);
    *entries = (Entries){0};
}

static JudderErr entries_create(size_t room, Entries *entries) {
    entries->row = malloc((room + 1) * sizeof *entries->row);
    entries->column = malloc((room + 1) * sizeof *entries->column);
    entries->value = malloc((room + 1) * sizeof *entries->value);
    return entries->row && entries->column && entries->value ? JUDDER_OK : error_memory();
}

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
    free(h->kept);
    free(h->schur);
    free(h->reduced);
    free(h);
    PetscFunctionReturn(0);
}

/* The lower triangle of this rank's rows. */
static PetscErrorCode list_rows(const FeSystem *system, Entries *own) {
    PetscInt first, end, entries;
    MatInfo info;
    const PetscInt *columns;
    const PetscScalar *values;
    PetscFunctionBeginUser;
    PetscCall(MatGetInfo(system->A, MAT_LOCAL, &info));
    PetscCall(MatGetOwnershipRange(system->A, &first, &end));
    PetscCall(fe_code(fe_agree(entries_create((size_t)info.nz_used, own))));
    for (PetscInt i = first; i < end; i++) {
        PetscCall(MatGetRow(system->A, i, &entries, &columns, &values));
        for (PetscInt k = 0; k < entries; k++) {
            if (columns[k] > i) continue;
            own->row[own->count] = i + 1;
            own->column[own->count] = columns[k] + 1;
            own->value[own->count++] = values[k];
        }
        PetscCall(MatRestoreRow(system->A, i, &entries, &columns, &values));
    }
    PetscFunctionReturn(0);
}

/* Where each rank's entries begin among all, on the first rank; places are int in MPI. */
static JudderErr place_entries(const int *count, int ranks, int *start, Entries *all) {
    long long total = 0;
    for (int r = 0; r < ranks; r++) {
        total += count[r];
        REQUIRE(total <= INT_MAX,
                error_machine("the matrix has more than %d entries, too many for factors on one process: "
                              "-fe_contact whole or -fe_solver multigrid in PETSC_OPTIONS does without",
                              INT_MAX));
        start[r + 1] = (int)total;
    }
    all->count = start[ranks];
    return entries_create((size_t)total, all);
}

/* Collective. */
static PetscErrorCode gather_placed(const Entries *own, int *count, int *start, Entries *all) {
    PetscMPIInt ranks;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    PetscCallMPI(MPI_Gather(&own->count, 1, MPI_INT, count, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    PetscCall(fe_code(fe_agree(place_entries(count, ranks, start, all))));
    PetscCallMPI(
        MPI_Gatherv(own->row, own->count, MPI_INT, all->row, count, start, MPI_INT, 0, PETSC_COMM_WORLD));
    PetscCallMPI(MPI_Gatherv(own->column, own->count, MPI_INT, all->column, count, start, MPI_INT, 0,
                             PETSC_COMM_WORLD));
    PetscCallMPI(MPI_Gatherv(own->value, own->count, MPI_DOUBLE, all->value, count, start, MPI_DOUBLE, 0,
                             PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* All entries to the first rank. Collective. */
static PetscErrorCode gather_entries(const Entries *own, Entries *all) {
    PetscMPIInt ranks;
    int *count, *start;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    PetscCall(PetscCalloc2((size_t)ranks, &count, (size_t)ranks + 1, &start));
    const PetscErrorCode code = gather_placed(own, count, start, all);
    PetscCall(PetscFree2(count, start));
    PetscCall(code);
    PetscFunctionReturn(0);
}

/* Collective. */
static PetscErrorCode take_matrix(const FeSystem *system, Entries *all) {
    Entries own = {0};
    PetscFunctionBeginUser;
    PetscErrorCode code = list_rows(system, &own);
    if (!code) code = gather_entries(&own, all);
    entries_release(&own);
    PetscCall(code);
    PetscFunctionReturn(0);
}

static JudderErr halves_make_room(const FeSystem *system, Halves *h) {
    const size_t count = (size_t)system->kept_count;
    h->kept = malloc((count + 1) * sizeof *h->kept);
    h->schur = calloc(count * count + 1, sizeof *h->schur);
    h->reduced = calloc(count + 1, sizeof *h->reduced);
    REQUIRE(h->kept && h->schur && h->reduced, error_memory());
    for (size_t k = 0; k < count; k++) h->kept[k] = (int)system->kept[k] + 1;
    return JUDDER_OK;
}

static void give_matrix(const FeSystem *system, const Entries *entries, Halves *h) {
    h->id.n = system->body->numbering->unknowns * system->body->dim;
    h->id.nnz = entries->count;
    h->id.irn = entries->row;
    h->id.jcn = entries->column;
    h->id.a = entries->value;
    h->id.size_schur = system->kept_count;
    h->id.listvar_schur = h->kept;
    h->id.schur = h->schur;
    h->id.redrhs = h->reduced;
    h->id.lredrhs = system->kept_count;
    h->id.nrhs = 1;
    h->id.lrhs = h->id.n;
}

static void open_mumps(Halves *h, int room) {
    if (h->open) {
        h->id.job = JOB_CLOSE;
        dmumps_c(&h->id);
    }
    h->id.job = JOB_OPEN;
    h->id.par = 1;
    h->id.sym = SYMMETRIC;
    h->id.comm_fortran = (MUMPS_INT)MPI_Comm_c2f(PETSC_COMM_SELF);
    dmumps_c(&h->id);
    h->open = true;
    for (int i = 1; i <= 3; i++) *icntl(h, i) = -1; /* silent */
    *icntl(h, 4) = 0;
    *icntl(h, EXTRA_SPACE) = room;
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

static JudderErr factorise(FeSystem *system, const Entries *entries, Halves *h) {
    int error = NO_ROOM;
    TRY(halves_make_room(system, h));
    for (int room = 40; (error == NO_ROOM || error == NO_INTEGER_ROOM) && room < 1000; room *= 4) {
        open_mumps(h, room);
        give_matrix(system, entries, h);
        h->id.job = JOB_FACTORISE;
        dmumps_c(&h->id);
        error = h->id.infog[0];
    }
    REQUIRE(error != NO_ROOM && error != NO_INTEGER_ROOM && error != NO_MEMORY, error_memory());
    REQUIRE(error == 0 || error == SINGULAR,
            error_machine("MUMPS ends with error %d (%d)", error, h->id.infog[1]));
    if (error == SINGULAR || h->id.infog[27] > 0) system->outcome = FE_SINGULAR;
    copy_schur(system, h);
    free(h->schur);
    h->schur = NULL;
    return JUDDER_OK;
}

static PetscErrorCode create(FeSystem *system) {
    Halves *h = calloc(1, sizeof *h);
    Entries entries = {0};
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(h ? JUDDER_OK : error_memory())));
    system->halves = h;
    PetscErrorCode code = take_matrix(system, &entries);
    if (!code) code = fe_code(fe_agree(fe_rank() == 0 ? factorise(system, &entries, h) : JUDDER_OK));
    entries_release(&entries);
    PetscCall(code);
    int outcome = (int)system->outcome;
    PetscCallMPI(MPI_Bcast(&outcome, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    system->outcome = (FeOutcome)outcome;
    PetscCall(VecScatterCreateToZero(system->b, &h->gather, &h->whole));
    PetscFunctionReturn(0);
}

/* On the first rank. */
static JudderErr half_there(Halves *h, double *whole, int which) {
    h->id.rhs = whole;
    h->id.job = JOB_SOLVE;
    *icntl(h, HALF) = which;
    dmumps_c(&h->id);
    REQUIRE(h->id.infog[0] >= 0,
            error_machine("MUMPS ends a solve with error %d (%d)", h->id.infog[0], h->id.infog[1]));
    return JUDDER_OK;
}

static PetscErrorCode half(Halves *h, int which) {
    PetscScalar *whole;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(h->whole, &whole));
    const JudderErr err = fe_rank() == 0 ? half_there(h, whole, which) : JUDDER_OK;
    PetscCall(VecRestoreArray(h->whole, &whole));
    PetscCall(fe_code(fe_agree(err)));
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
static PetscErrorCode halves_solve(FeSystem *system, Vec b, Vec x) {
    Halves *h = system->halves;
    PetscFunctionBeginUser;
    PetscCall(VecScatterBegin(h->gather, b, h->whole, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(h->gather, b, h->whole, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(half(h, 0));
    PetscCall(VecScatterBegin(h->gather, h->whole, x, INSERT_VALUES, SCATTER_REVERSE));
    PetscCall(VecScatterEnd(h->gather, h->whole, x, INSERT_VALUES, SCATTER_REVERSE));
    PetscFunctionReturn(0);
}

const FeSolver halves_solver = {.name = "halves",
                                .create = create,
                                .solve = halves_solve,
                                .forward = forward,
                                .back = back,
                                .destroy = destroy};
