/* Sums of products of doubles without rounding [kulisch1981]: a fixed-point number wide enough for every
 * product of two finite doubles, so that the sign of a sum is certain. */
#ifndef JUDDER_COMPLEMENTARITY_EXACT_SUM_H
#define JUDDER_COMPLEMENTARITY_EXACT_SUM_H

#include <stdint.h>

enum { EXACT_DIGITS = 142 };

typedef struct ExactSum {
    int64_t digit[EXACT_DIGITS]; /* of base 2^32, least first; carried when the sign is requested */
} ExactSum;

/* Starts as {0}; up to 2^30 products of finite numbers. */
void exact_sum_add(ExactSum *sum, double a, double b);
/* -1, 0 or 1. */
int exact_sum_sign(ExactSum *sum);

/* The sign of the sum of a_i b_i over `count` pairs, a stride apart in each: by rounded sums where their
 * error cannot matter, exactly otherwise. All numbers finite. */
int exact_dot_sign(long count, const double *a, long a_stride, const double *b, long b_stride);

#endif
