/* Classes of matrices that decide how many solutions complementarity problems have (ST-11):
 *
 *   P   all principal minors positive     <=>  w = M x + q has exactly one solution for every q
 *   P0  all principal minors >= 0
 *   R0  0 <= x _|_ M x >= 0 only for x = 0
 *
 * Answers have three values, and each yes or no comes with what proves it. A minor that rounding cannot
 * tell from zero (within a bound of the error that is carried along, itself at most 1e-10 of the entries
 * after equilibration) counts as zero: then M is not P within rounding, but may be P0. Beyond some 26 (P,
 * P0) and 20 (R0) rows not all sets can be looked at: unless a sufficient test or a small witness
 * decides, the answer is unknown.
 */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_H
#define JUDDER_COMPLEMENTARITY_CLASSES_H

#include "base/error.h"

#include <stdbool.h>

typedef enum Answer { ANSWER_UNKNOWN, ANSWER_NO, ANSWER_YES } Answer;

/* Proofs of a yes:
 *   "diagonal scaling"     D M has a positive definite symmetric part; vector: D
 *   "semidefinite"         the same, only semidefinite within rounding (P0)
 *   "diagonal dominance"   M_ii d_i > sum of |M_ij| d_j; vector: d > 0
 *   "all minors"           looked at one by one
 *   "nonnegative"          entries >= 0, diagonal > 0 (R0)
 *   "all sets"             looked at one by one (R0)
 * and of a no:
 *   "minor"                negative; set: its rows; minor: its value
 *   "zero minor"           zero within rounding (P)
 *   "vector"               0 <= x _|_ M x >= 0; vector: x, set: where it is positive (R0)
 */
typedef struct ClassReport {
    Answer answer;
    const char *proof; /* "" if unknown */
    double minor;      /* of the witness set, for "minor" and "zero minor" */
} ClassReport;

/* set (n flags) and vector (n numbers) are room of the caller for what proves the answer. */
JudderErr class_P(int n, const double *M, bool *set, double *vector, ClassReport *report);
JudderErr class_P0(int n, const double *M, bool *set, double *vector, ClassReport *report);
JudderErr class_R0(int n, const double *M, bool *set, double *vector, ClassReport *report);

#endif
