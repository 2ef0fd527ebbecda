/* The functions of FLINT and Arb [johansson2017] that are needed, looked up when the first proof is asked
 * for: few runs have one, and loading the libraries at every start took 3.6 ms, a third of the time of
 * `judder check`. */
#ifndef JUDDER_EXACT_FLINT_H
#define JUDDER_EXACT_FLINT_H

#include "base/error.h"

#include <acb_poly.h>
#include <arb_fmpz_poly.h>
#include <arb_mat.h>
#include <flint/fmpq_poly.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_poly_factor.h>

#include <stdbool.h>

#define FLINT_FUNCTIONS(X)                                                                                   \
    X(fmpz_init)                                                                                             \
    X(fmpz_clear)                                                                                            \
    X(fmpz_set)                                                                                              \
    X(fmpz_set_si)                                                                                           \
    X(fmpz_abs)                                                                                              \
    X(fmpz_neg)                                                                                              \
    X(fmpz_add)                                                                                              \
    X(fmpz_mul)                                                                                              \
    X(fmpz_mul_si)                                                                                           \
    X(fmpz_addmul)                                                                                           \
    X(fmpz_mul_2exp)                                                                                         \
    X(fmpz_tdiv_q_2exp)                                                                                      \
    X(fmpz_val2)                                                                                             \
    X(fmpz_sgn)                                                                                              \
    X(fmpz_one)                                                                                              \
    X(_fmpz_vec_init)                                                                                        \
    X(_fmpz_vec_clear)                                                                                       \
    X(fmpz_mat_init)                                                                                         \
    X(fmpz_mat_clear)                                                                                        \
    X(fmpz_mat_set)                                                                                          \
    X(fmpz_mat_det)                                                                                          \
    X(fmpz_mat_mul)                                                                                          \
    X(fmpz_mat_rref)                                                                                         \
    X(fmpz_mat_rank)                                                                                         \
    X(fmpz_mat_solve)                                                                                        \
    X(fmpz_mat_nullspace)                                                                                    \
    X(fmpz_mat_charpoly)                                                                                     \
    X(fmpz_mat_content)                                                                                      \
    X(fmpz_mat_scalar_divexact_fmpz)                                                                         \
    X(fmpz_poly_init)                                                                                        \
    X(fmpz_poly_clear)                                                                                       \
    X(fmpz_poly_set)                                                                                         \
    X(fmpz_poly_zero)                                                                                        \
    X(fmpz_poly_length)                                                                                      \
    X(fmpz_poly_set_coeff_fmpz)                                                                              \
    X(fmpz_poly_get_coeff_fmpz)                                                                              \
    X(fmpz_poly_shift_right)                                                                                 \
    X(fmpz_poly_sub)                                                                                         \
    X(fmpz_poly_mul)                                                                                         \
    X(fmpz_poly_gcd)                                                                                         \
    X(fmpz_poly_div)                                                                                         \
    X(fmpz_poly_derivative)                                                                                  \
    X(fmpz_poly_primitive_part)                                                                              \
    X(fmpz_poly_interpolate_fmpz_vec)                                                                        \
    X(fmpz_poly_evaluate_fmpq)                                                                               \
    X(fmpz_poly_factor_init)                                                                                 \
    X(fmpz_poly_factor_clear)                                                                                \
    X(fmpz_poly_factor)                                                                                      \
    X(fmpq_init)                                                                                             \
    X(fmpq_clear)                                                                                            \
    X(fmpq_sgn)                                                                                              \
    X(fmpq_set_fmpz_frac)                                                                                    \
    X(fmpq_poly_init)                                                                                        \
    X(fmpq_poly_clear)                                                                                       \
    X(fmpq_poly_set)                                                                                         \
    X(fmpq_poly_swap)                                                                                        \
    X(fmpq_poly_set_si)                                                                                      \
    X(fmpq_poly_is_zero)                                                                                     \
    X(fmpq_poly_length)                                                                                      \
    X(fmpq_poly_equal)                                                                                       \
    X(fmpq_poly_neg)                                                                                         \
    X(fmpq_poly_add)                                                                                         \
    X(fmpq_poly_sub)                                                                                         \
    X(fmpq_poly_mul)                                                                                         \
    X(fmpq_poly_rem)                                                                                         \
    X(fmpq_poly_inv)                                                                                         \
    X(fmpq_poly_xgcd)                                                                                        \
    X(fmpq_poly_set_fmpz_poly)                                                                               \
    X(fmpq_poly_get_numerator)                                                                               \
    X(fmpq_poly_get_denominator)                                                                             \
    X(arf_init)                                                                                              \
    X(arf_clear)                                                                                             \
    X(arf_get_d)                                                                                             \
    X(arb_init)                                                                                              \
    X(arb_clear)                                                                                             \
    X(arb_set)                                                                                               \
    X(arb_zero)                                                                                              \
    X(arb_set_fmpz)                                                                                          \
    X(arb_set_d)                                                                                             \
    X(arb_neg)                                                                                               \
    X(arb_abs)                                                                                               \
    X(arb_add)                                                                                               \
    X(arb_add_fmpz)                                                                                          \
    X(arb_sub)                                                                                               \
    X(arb_mul)                                                                                               \
    X(arb_mul_fmpz)                                                                                          \
    X(arb_mul_2exp_si)                                                                                       \
    X(arb_div)                                                                                               \
    X(arb_div_fmpz)                                                                                          \
    X(arb_contains_zero)                                                                                     \
    X(arb_is_positive)                                                                                       \
    X(arb_is_zero)                                                                                           \
    X(arb_overlaps)                                                                                          \
    X(arb_lt)                                                                                                \
    X(arb_get_lbound_arf)                                                                                    \
    X(arb_get_ubound_arf)                                                                                    \
    X(_arb_vec_init)                                                                                         \
    X(_arb_vec_clear)                                                                                        \
    X(_acb_vec_init)                                                                                         \
    X(_acb_vec_clear)                                                                                        \
    X(arb_mat_init)                                                                                          \
    X(arb_mat_clear)                                                                                         \
    X(arb_mat_set_fmpz_mat)                                                                                  \
    X(arb_mat_solve)                                                                                         \
    X(arb_mat_cho)                                                                                           \
    X(arb_fmpz_poly_evaluate_arb)                                                                            \
    X(acb_rel_error_bits)                                                                                    \
    X(_acb_vec_sort_pretty)                                                                                  \
    X(acb_poly_init)                                                                                         \
    X(acb_poly_clear)                                                                                        \
    X(acb_poly_set_fmpz_poly)                                                                                \
    X(acb_poly_find_roots)                                                                                   \
    X(acb_poly_validate_real_roots)

/* Each has the type that its header declares, and its name. */
typedef struct Flint {
#define FLINT_MEMBER(name) __typeof__(&name) name;
    FLINT_FUNCTIONS(FLINT_MEMBER)
#undef FLINT_MEMBER
} Flint;

extern Flint flint;

/* Whether they are there; if not, why. May be called by several threads. */
bool flint_load(const char **why);

#endif
