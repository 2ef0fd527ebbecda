/* Numbers, polynomials and matrices of FLINT and Arb that are cleared where their name ends. */
#ifndef JUDDER_EXACT_ALGEBRAIC_LOCAL_H
#define JUDDER_EXACT_ALGEBRAIC_LOCAL_H

#include "exact/algebraic/flint.h"

#define LOCAL_CLEAR(type)                                                                                    \
    static inline void local_##type##_clear(type##_t *at) {                                                  \
        flint.type##_clear(*at);                                                                             \
    }
LOCAL_CLEAR(fmpz)
LOCAL_CLEAR(fmpz_poly)
LOCAL_CLEAR(fmpz_mat)
LOCAL_CLEAR(fmpq)
LOCAL_CLEAR(fmpq_poly)
LOCAL_CLEAR(arf)
LOCAL_CLEAR(arb)
LOCAL_CLEAR(arb_mat)
LOCAL_CLEAR(acb_poly)
#undef LOCAL_CLEAR

#define LOCAL(type, name)                                                                                    \
    SCOPED(local_##type##_clear) type##_t name;                                                              \
    flint.type##_init(name)
#define LOCAL_2(type, a, b)                                                                                  \
    LOCAL(type, a);                                                                                          \
    LOCAL(type, b)
#define LOCAL_3(type, a, b, c)                                                                               \
    LOCAL_2(type, a, b);                                                                                     \
    LOCAL(type, c)
#define LOCAL_MATRIX(type, name, rows, columns)                                                              \
    SCOPED(local_##type##_clear) type##_t name;                                                              \
    flint.type##_init(name, rows, columns)

#endif
