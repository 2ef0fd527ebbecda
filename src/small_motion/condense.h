/* Condensing (ST-4), (ST-5): the free dofs follow the contacts, V_f = J_ff^-1 (l_f - J_fc V_c) with J = K
 * + z M, and what is left is a motion of the contacts that can still change: those in impending slip and
 * grazing. */
#ifndef JUDDER_SMALL_MOTION_CONDENSE_H
#define JUDDER_SMALL_MOTION_CONDENSE_H

#include "enclosure/enclosure.h"
#include "small_motion/small_motion.h"

typedef struct Condenser Condenser;

/* Keeps its own K with the curvature terms; the motion is borrowed. */
JudderErr condenser_create(const SmallMotion *motion, Condenser **condenser);
void condenser_destroy(Condenser **condenser);

const SmallMotion *condenser_motion(const Condenser *condenser);
/* The contacts that are left, in their order, as positions in the motion. */
int condenser_contacts(const Condenser *condenser, const int **which);
int condenser_grazing(const Condenser *condenser); /* how many of them graze */
/* Whether the free dofs alone are stable: K_ff positive definite. */
bool condenser_free_is_stable(const Condenser *condenser);

/* J condensed: 2 m by 2 m for m contacts, first the normal, then the tangent of each. A singular J_ff is an
 * input error of the field "stiffness". */
JudderErr condenser_at(const Condenser *condenser, double z, double *S);
/* The rate of load condensed at z = 0, in the same order; zero without a load. */
JudderErr condenser_load(const Condenser *condenser, double *load);
/* All rates V from those of the contacts, with or without the load. */
JudderErr condenser_expand(const Condenser *condenser, double z, bool loaded, const double *V_c, double *V);

/* K with the curvature terms, and M (NULL without one), of the dofs that are free, then of those of the
 * contacts that are left (normal, tangent, ...), the others left out: the numbers of the motion, exact but
 * where curvature terms were added. To be destroyed. */
JudderErr condenser_matrices(const Condenser *condenser, EnclosureMatrix **K, EnclosureMatrix **M);
/* A free motion v with v'K_ff v < 0, K symmetric, all rounding counted: whether one was found. */
JudderErr condenser_free_is_unstable(const Condenser *condenser, bool *proved);

/* What the functions above are made from: the dofs that no contact holds, the two of each contact left, and K
 * with the curvature terms. */
typedef struct CondenserParts {
    int frees;
    const int *free, *kept; /* kept: normal, tangent, normal, ... */
    const double *K;
} CondenserParts;
CondenserParts condenser_parts(const Condenser *condenser);

/* As a Pencil has it, for motions without grazing contacts: psi = (A - mu B) xi with V_t = s xi, rows
 * s row_t - mu row_n (ST-4). */
JudderErr condenser_pencil_at(void *condenser, double z, double *A, double *B);
/* S of their normals alone, as a Pencil has it. */
JudderErr condenser_normals_at(void *condenser, double z, double *C);
/* The load of that problem: psi = (A - mu B) xi - (a - mu b). */
JudderErr condenser_pencil_load(const Condenser *condenser, double *a, double *b);
/* All rates V from the slip rates xi. */
JudderErr condenser_pencil_expand(const Condenser *condenser, double z, bool loaded, const double *xi,
                                  double *V);

/* The condensed motion at z as a motion of its own: the contacts that are left and no free dofs. */
typedef struct CondensedMotion {
    SmallMotion motion;
    double *K, *load;
    SmallContact *contact;
} CondensedMotion;

JudderErr condensed_motion_create(const Condenser *condenser, double z, CondensedMotion *condensed);
void condensed_motion_release(CondensedMotion *condensed);

#endif
