#include "complementarity/exact_sum.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* Digit 0 begins at 2^-OFFSET. The least product is 2^-2148; with all 106 bits of its factors it goes down to
 * 2^-2252. */
enum { OFFSET = 2272, BITS = 32, MANTISSA = 53 };
static const uint64_t mask = 0xffffffff;

/* Adds value 2^exponent, or takes it away. */
static void add_bits(ExactSum *sum, uint64_t value, int exponent, bool negative) {
    const int at = exponent + OFFSET, digit = at / BITS, shift = at % BITS;
    const uint64_t low = (value & mask) << shift, high = (value >> BITS) << shift;
    const int64_t part[3] = {(int64_t)(low & mask), (int64_t)((low >> BITS) + (high & mask)),
                             (int64_t)(high >> BITS)};
    for (int k = 0; k < 3; k++) sum->digit[digit + k] += negative ? -part[k] : part[k];
}

void exact_sum_add(ExactSum *sum, double a, double b) {
    int a_exponent, b_exponent;
    const double a_part = frexp(fabs(a), &a_exponent), b_part = frexp(fabs(b), &b_exponent);
    const uint64_t m = (uint64_t)ldexp(a_part, MANTISSA), n = (uint64_t)ldexp(b_part, MANTISSA);
    if (m == 0 || n == 0) return;
    const int exponent = a_exponent + b_exponent - 2 * MANTISSA;
    const bool negative = signbit(a) != signbit(b);
    const uint64_t m0 = m & mask, m1 = m >> BITS, n0 = n & mask, n1 = n >> BITS;
    add_bits(sum, m0 * n0, exponent, negative);
    add_bits(sum, m0 * n1 + m1 * n0, exponent + BITS, negative);
    add_bits(sum, m1 * n1, exponent + 2 * BITS, negative);
}

int exact_sum_sign(ExactSum *sum) {
    int64_t carry = 0;
    bool zero = true;
    for (int k = 0; k < EXACT_DIGITS; k++) {
        const int64_t all = sum->digit[k] + carry, digit = (int64_t)((uint64_t)all & mask);
        carry = (all - digit) / ((int64_t)1 << BITS);
        sum->digit[k] = digit;
        zero = zero && digit == 0;
    }
    /* What is carried out of the last digit is the sign, as in numbers of two's complement. */
    sum->digit[EXACT_DIGITS - 1] += carry * ((int64_t)1 << BITS);
    return carry < 0 ? -1 : zero ? 0 : 1;
}

int exact_dot_sign(long count, const double *a, long a_stride, const double *b, long b_stride) {
    double sum = 0, size = 0;
    for (long i = 0; i < count; i++) {
        const double term = a[i * a_stride] * b[i * b_stride];
        sum += term;
        size += fabs(term);
    }
    /* Twice the a-priori bound, and what products lose that are too small for a double. */
    const double bound = 2 * ((double)count + 2) * DBL_EPSILON * size + (double)count * DBL_MIN;
    if (fabs(sum) > bound && isfinite(size)) return sum > 0 ? 1 : -1;
    ExactSum exact = {{0}};
    for (long i = 0; i < count; i++) exact_sum_add(&exact, a[i * a_stride], b[i * b_stride]);
    return exact_sum_sign(&exact);
}
