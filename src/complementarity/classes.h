/* Classes of matrices that decide how many solutions complementarity problems have (ST-11):
 *
 *   P   all principal minors positive     <=>  w = M x + q has exactly one solution for every q
 *   P0  all principal minors >= 0
 *   R0  0 <= x _|_ M x >= 0 only for x = 0
 *
 * Answers have three values, and each yes or no comes with what proves it.
 */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_H
#define JUDDER_COMPLEMENTARITY_CLASSES_H

#include "base/error.h"

#include <stdbool.h>

typedef enum Answer { ANSWER_UNKNOWN, ANSWER_NO, ANSWER_YES } Answer;

typedef struct ClassReport {
    Answer answer;
    const char
        *proof;   /* the argument: "all minors", "diagonal scaling", "minor", "vector", ...; "" if unknown */
    double minor; /* of the witness set, for "minor" */
} ClassReport;

/* set (n flags) and vector (n numbers) are room of the caller for the witness of a no: the rows of a principal
 * minor, or x; of a yes by scaling: the diagonal. */
JudderErr class_P(int n, const double *M, bool *set, double *vector, ClassReport *report);
JudderErr class_P0(int n, const double *M, bool *set, double *vector, ClassReport *report);
JudderErr class_R0(int n, const double *M, bool *set, double *vector, ClassReport *report);

#endif
