/* Doubles as the dyadic numbers that they are. */
#include "exact/algebraic/algebraic.h"

#include <math.h>

void dyadic_take(double value, fmpz_t m, long *e) {
    int exponent = 0;
    const double fraction = frexp(value, &exponent);
    flint.fmpz_set_si(m, (long)ldexp(fraction, 53));
    *e = value == 0 ? 0 : exponent - 53;
    if (value == 0) return;
    const long zeros = (long)flint.fmpz_val2(m);
    flint.fmpz_tdiv_q_2exp(m, m, (ulong)zeros);
    *e += zeros;
}

void dyadic_take_number(double value, fmpz_t num, long *power) {
    long e = 0;
    dyadic_take(value, num, &e);
    if (e > 0) flint.fmpz_mul_2exp(num, num, (ulong)e);
    *power = e < 0 ? -e : 0;
}

long dyadic_take_numbers(int count, const double *from, fmpz *to) {
    long most = 0, power;
    for (int i = 0; i < count; i++) {
        dyadic_take_number(from[i], to + i, &power);
        if (power > most) most = power;
    }
    for (int i = 0; i < count; i++) {
        dyadic_take_number(from[i], to + i, &power);
        flint.fmpz_mul_2exp(to + i, to + i, (ulong)(most - power));
    }
    return most;
}
