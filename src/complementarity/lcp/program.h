/* Small linear programs  max c' v,  A v <= b,  v >= 0  with b >= 0, as complementarity problems of v and the
 * multipliers l of the rows:  0 <= v _|_ A' l - c >= 0,  0 <= l _|_ b - A v >= 0. */
#ifndef JUDDER_COMPLEMENTARITY_LCP_PROGRAM_H
#define JUDDER_COMPLEMENTARITY_LCP_PROGRAM_H

#include "base/error.h"

#include <stdbool.h>

typedef struct Program {
    long columns, rows, order;
    double *M;
    double *q; /* -c of each column, then b of each row: to be filled; zero at first */
    double *x; /* v, then l */
    double *ray;
    bool *set;
} Program;

JudderErr program_create(long columns, long rows, Program *made);
void program_release(Program *program);
/* An entry of A; zero at first. */
void program_set(const Program *program, long row, long column, double a);
/* x gets the solution; zeros if the path has no end within `most` pivots. Numbers near 1. */
JudderErr program_solve(const Program *program, long most);

#endif
