/* One linear system of a body, factorised once and solved many times, and its condensation
 * onto contact rows (BD-3).
 *
 * A = T' (k K + m M + c C) T with the fixed dofs eliminated, u = T y (fe/contact/rows.h). With the
 * coordinates s of the rows in y and all others i,
 *
 *     S = A_ss - A_si A_ii^-1 A_is,   g = b_s - A_si A_ii^-1 b_i,
 *     A_ss y_s + A_si y_i = b_s + r  <=>  S y_s = g + r.
 *
 * So W of (BD-3) is S^-1, and the rows of a slipping node are combinations of rows of S.
 */
#ifndef JUDDER_FE_SYSTEM_SYSTEM_H
#define JUDDER_FE_SYSTEM_SYSTEM_H

#include "fe/contact/rows.h"

#include <petscksp.h>

typedef struct FeCombination {
    double stiffness, mass, damping;
} FeCombination;

typedef struct FeSystem FeSystem;

/* How systems with A_ii are solved. */
typedef struct FeSolver {
    const char *name;
    /* Factorises, fills S on the kept dofs, sets the outcome. Collective. */
    PetscErrorCode (*create)(FeSystem *system);
    /* x <- A_ii^-1 b_i at the inner dofs, anything at the kept ones. Collective. */
    PetscErrorCode (*solve)(FeSystem *system, Vec b, Vec x);
    /* A solve in two halves, NULL: not at hand. Forward: g = b_s - A_si A_ii^-1 b_i, on the first rank. Back,
     * after it: x with the kept dofs as given on the first rank. Together they cost one solve. Collective. */
    PetscErrorCode (*forward)(FeSystem *system, Vec b, double *g);
    PetscErrorCode (*back)(FeSystem *system, const double *kept, Vec x);
    PetscErrorCode (*destroy)(FeSystem *system);
} FeSolver;

extern const FeSolver mumps_solver, multigrid_solver;
extern const FeSolver halves_solver; /* MUMPS in two halves, for those who condense at every step */
extern const FeSolver
    small_solver; /* the same for small systems on one rank, whose solves cost next to nothing */
bool fe_small_may(const FeBody *body, int kept); /* whether it is one of them */
extern const FeSolver no_solver;                 /* for those who solve with A in their own way */
extern const FeSolver *const fe_solvers[];       /* ends with NULL */

typedef enum FeOutcome { FE_SOLVED, FE_SINGULAR, FE_NOT_CONVERGED } FeOutcome;

typedef struct FeSystemData {
    FeCombination of;
    const FeRows *rows; /* NULL: none; borrowed as long as the system lives */
    /* NULL: MUMPS, in 3-D beyond 150 000 dofs multigrid; -fe_solver NAME says otherwise */
    const FeSolver *solver;
} FeSystemData;

struct FeSystem {
    FeBody *body;
    FeCombination of;
    const FeRows *rows;
    const PetscInt *kept; /* rows of y; none without contact rows or solver */
    int kept_count;
    const FeSolver *solver;
    Mat A;
    Mat T, inverse;    /* of T; NULL: the identity */
    Vec turned;        /* work: T times a vector */
    Vec b, x, y;       /* work */
    double *on_kept;   /* work: numbers of the kept dofs */
    double *S;         /* of the rows on the first rank, row-major; NULL elsewhere or if no dofs are kept */
    FeOutcome outcome; /* of the factorisation and of the solves since */
    Mat factor;        /* MUMPS */
    void *halves;      /* of solvers in two halves */
    KSP ksp;           /* multigrid */
};

/* What acts: nodal forces, and displacements of fixed dofs (other dofs of it do not count); NULL: none. */
typedef struct FeLoad {
    Vec force, given;
} FeLoad;

/* A singular matrix is an outcome. Collective. */
PetscErrorCode fe_system_create(FeBody *body, const FeSystemData *data, FeSystem **system);
/* Collective. */
PetscErrorCode fe_system_destroy(FeSystem **system);

/* b of A y = b + r: T' (force - (k K + m M + c C) T given) at the free dofs, 0 at the fixed ones. Collective.
 */
PetscErrorCode fe_system_load(FeSystem *system, FeLoad load, Vec b);
/* Condensed load g of the rows on the first rank (g may be NULL elsewhere). Collective. */
PetscErrorCode fe_system_condense(FeSystem *system, FeLoad load, double *g);
/* The full field u for a load and coordinates of the rows, given on the first rank (NULL there:
 * zero). Collective. */
PetscErrorCode fe_system_expand(FeSystem *system, FeLoad load, const double *w, Vec u);
/* The two above for the same load, one after the other: a solver with halves needs one solve for both.
 * Nothing else may be solved in between. Collective. */
PetscErrorCode fe_system_forward(FeSystem *system, FeLoad load, double *g);
PetscErrorCode fe_system_back(FeSystem *system, FeLoad load, const double *w, Vec u);
/* y = T^-1 u. Collective. */
PetscErrorCode fe_system_coordinates(const FeSystem *system, Vec u, Vec y);
/* u = T (y + given); y may be u. Collective. */
PetscErrorCode fe_system_field(FeSystem *system, Vec y, Vec given, Vec u);
/* f <- (k K + m M + c C) u, all rows: the reactions of fixed dofs are f - force there. Collective. */
PetscErrorCode fe_apply(const FeBody *body, FeCombination of, Vec u, Vec f);

/* Multigrid that knows the rigid motions as preconditioner of a solver with A, a matrix like that of the
 * system. Collective. */
PetscErrorCode fe_multigrid(const FeSystem *system, Mat A, KSP ksp);

/* Whether factors of the body would take more than multigrid does. Not collective. */
bool fe_system_is_large(const FeBody *body);
/* A with the rows and columns of the kept dofs replaced by a diagonal. Collective. */
PetscErrorCode fe_interior(const FeSystem *system, Mat *interior);
/* S column by column, for solvers that have no better way: a solve for each kept dof. Collective. */
PetscErrorCode fe_schur_by_columns(FeSystem *system);

#endif
