/* Classes of matrices that decide how many solutions complementarity problems have (ST-11) [cottle1992]:
 *
 *   P   all principal minors positive     <=>  w = M x + q has exactly one solution for every q
 *   P0  all principal minors >= 0
 *   R0  0 <= x _|_ M x >= 0 only for x = 0
 *
 * Answers have three values, and each yes or no comes with what proves it, for the numbers given exactly,
 * whatever was rounded on the way. A minor within the bound of its error is neither zero nor not: unless the
 * entries are integers of few digits (up to powers of two in the rows), which decide exactly, the answer
 * is then unknown. Beyond some 26 (P, P0) and 20 (R0) rows not all sets can be looked at: unless a sufficient
 * test or a small witness decides, the answer is unknown too.
 */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_H
#define JUDDER_COMPLEMENTARITY_CLASSES_H

#include "base/error.h"

#include <stdbool.h>

typedef enum Answer { ANSWER_UNKNOWN, ANSWER_NO, ANSWER_YES } Answer;

/* Proofs of a yes:
 *   "diagonal scaling"     D M has a positive definite symmetric part; vector: D
 *   "semidefinite"         the same, semidefinite: 2 M_ii >= sum of |M_ij + M_ji| after D (P0)
 *   "diagonal dominance"   M_ii d_i > sum of |M_ij| d_j; vector: d > 0
 *   "all minors"           looked at one by one
 *   "nonnegative"          entries >= 0, diagonal > 0 (R0)
 *   "all sets"             each with a minor that is not zero, or excluded by itself (R0)
 * and of a no:
 *   "minor"                negative; set: its rows; minor: its value
 *   "zero minor"           exactly zero (P)
 *   "vector"               0 <= x _|_ M x >= 0; vector: x, set: where it is positive (R0)
 */
typedef struct ClassReport {
    Answer answer;
    const char *proof; /* "" if unknown; then `set` are rows whose minor stays undecided, if any */
    double minor;      /* of the witness set, for "minor" and "zero minor" */
} ClassReport;

/* set (n flags) and vector (n numbers) are room of the caller for what proves the answer. */
JudderErr class_P(int n, const double *M, bool *set, double *vector, ClassReport *report);
JudderErr class_P0(int n, const double *M, bool *set, double *vector, ClassReport *report);
JudderErr class_R0(int n, const double *M, bool *set, double *vector, ClassReport *report);

/* The same for every matrix whose entries lie within M_D of those of M (NULL: M itself). Zero minors and
 * vectors against R0 are events that a radius hides: then the answer is unknown. */
typedef enum ClassKind { CLASS_P, CLASS_P0, CLASS_R0 } ClassKind;
typedef struct ClassMatrix {
    int n;
    const double *M, *M_D;
} ClassMatrix;
JudderErr class_within(ClassKind kind, const ClassMatrix *matrix, bool *set, double *vector,
                       ClassReport *report);

#endif
