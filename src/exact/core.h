/* What the files of this folder share. Rows are scaled by positive numbers at will: only signs and zeros of
 * forces are requested. */
#ifndef JUDDER_EXACT_CORE_H
#define JUDDER_EXACT_CORE_H

#include "exact/algebraic/algebraic.h"
#include "exact/exact.h"
#include "small_motion/damping.h"

/* The rows and columns that the questions at one kind of problem are asked of: a matrix, or two, of the
 * contacts and of the free dofs that were not eliminated. */
typedef struct Base {
    int rows, columns;       /* the last column: minus the rate of load, or zero */
    fmpz_mat_t K, M;         /* times a positive number each; M may be left empty */
    int *row_of, *column_of; /* of each dof; -1: eliminated, or held */
    int free;                /* free dofs that are left, equations and unknowns alike */
    int *free_row, *free_column;
    int eliminated;
    int *eliminated_dof; /* their rates: -(X y)/den */
    fmpz_mat_t X;
    fmpz_t den;
    fmpz_t scale_num, scale_den; /* K = scale times the true one */
} Base;

struct Exact {
    const SmallMotion *motion;
    bool symmetric, mass_symmetric; /* K without the terms of curvature, M */
    SmallDamping damping;
    double seconds, until;
    fmpz_mat_t K, M, C; /* integers: times 2^K_power, 2^M_power; C: times some power, where it is general */
    long K_power, M_power; /* the true matrix is the integer one times 2^-power */
    fmpz_mat_t load;       /* a column, times 2^K_power times a power of its own */
    long load_power;
    Base reduced; /* at lam = 0: free dofs eliminated as far as K of them is regular */
    bool has_reduced;
};

/* --- numbers.c: doubles as integers --- */
JudderErr exact_take_matrices(Exact *exact);
/* Whether it can be loaded and nobody switched it off. */
bool exact_is_there(void);
bool exact_is_out_of_time(const Exact *exact);
void exact_start(Exact *exact);
/* Whether there is time for some determinants of sizes (rows/64)^3.6 in all. */
bool exact_has_time_for(const Exact *exact, double sizes);
double exact_determinant_size(int rows);

/* --- base.c --- */
/* Whether a dof belongs to no contact that touches. */
bool base_is_free(const SmallMotion *motion, int dof);
JudderErr base_reduce(const Exact *exact, const bool *is_free, Base *base);
JudderErr base_whole(const Exact *exact, Base *base);
void base_release(Base *base);
JudderErr exact_reduced(Exact *exact, const Base **base);

/* --- family.c: one set of futures as N(p) y = 0 with C(p) y >= 0, both affine in p --- */
typedef enum FamilyOf { FAMILY_MU, FAMILY_Z, FAMILY_FIXED, FAMILY_LOADED } FamilyOf;
typedef struct Family {
    int m, unknowns, conditions; /* unknowns = m, and one more (the load's) where it is loaded */
    int graded;                  /* rows of N that p is in */
    double until;                /* clock_seconds at which determinants end; 0: no limit */
    fmpz_mat_t N0, N1, C0, C1;
} Family;

/* --- sets.c --- */
typedef struct ExactSets {
    const SmallMotion *motion;
    const Base *base;
    FamilyOf of;
    fmpz *mu_num; /* of each contact, for all but FAMILY_MU: mu = mu_num 2^-mu_power */
    long mu_power;
    int *choice, *way;
    Future *future;
    double until;
    int count; /* unknowns */
    int *column, *sign;
} ExactSets;
JudderErr exact_sets_open(const Exact *exact, const Base *base, const double *mu, FamilyOf of,
                          ExactSets *sets);
void exact_sets_close(ExactSets *sets);
void exact_sets_first(ExactSets *sets);
bool exact_sets_next(ExactSets *sets);
void exact_sets_all_slip(ExactSets *sets); /* and no contact grazes */
void exact_sets_family(const ExactSets *sets, Family *family);
/* Rates of all dofs from those of the unknowns. */
JudderErr exact_sets_expand(const ExactSets *sets, arb_srcptr y, double *V);

void family_close(Family *family);
/* det N; false: time was out, and f is none. */
bool family_determinant(const Family *family, fmpz_poly_t f);
typedef enum Verdict { VERDICT_NO, VERDICT_YES, VERDICT_UNDECIDED } Verdict;
/* Whether there is a solution other than zero at the root; y (unknowns, may be NULL) gets one. */
JudderErr family_holds_at(const Family *family, Root *root, arb_ptr y, Verdict *verdict);
/* The same where only the regular case det N != 0 at p = 0 is to be passed over quickly. */
bool family_is_regular_at_zero(const Family *family);
/* Whether A + A' is proved positive definite. */
bool exact_is_definite(const fmpz_mat_t A);
/* Proved cheaply that N is regular for every p >= 0: the symmetric parts of N0 and N1 are positive definite.
 * False proves nothing. */
bool family_is_definite(const Family *family);
/* Polynomials among whose positive roots are all p at which a solution can begin or end. */
typedef struct Candidates {
    Roots roots;
    bool singular; /* det N is zero for every p */
    bool complete; /* false: time was out, or some could not be named */
} Candidates;
JudderErr family_candidates(const Family *family, Candidates *candidates);
/* All solutions of a loaded set: the cone of (y, t). */
JudderErr family_cone(const Family *family, Field *field, FieldMatrix *Z, Cone *cone);

/* --- modes.c --- */
JudderErr exact_modes_add(ExactModes *modes, const SmallMotion *motion, ExactMode **mode);

#endif
