/* Real algebraic numbers, matrices of them, and cones: everything of them is decided, nothing rounded. */
#ifndef JUDDER_EXACT_ALGEBRAIC_H
#define JUDDER_EXACT_ALGEBRAIC_H

#include "exact/algebraic/local.h"

/* --- dyadic.c: doubles as integers --- */
/* value = m 2^e with m odd, or zero. */
void dyadic_take(double value, fmpz_t m, long *e);
/* value = num 2^-power, power >= 0. */
void dyadic_take_number(double value, fmpz_t num, long *power);
/* All of them times 2 to one power, which is given back. */
long dyadic_take_numbers(int count, const double *from, fmpz *to);

/* --- roots.c: a real algebraic number --- */
typedef struct Root {
    fmpz_poly_t f; /* squarefree; the root is the one in the ball */
    arb_t ball;
    long precision;
} Root;
typedef struct Roots {
    int count;
    size_t room;
    Root *at;        /* ascending */
    double until;    /* clock_seconds at which no more are looked for; 0: no limit */
    bool unfinished; /* some may be missing, time being out */
} Roots;
void root_init(Root *root);
void root_clear(Root *root);
void root_set(Root *root, const Root *from);
void root_set_double(Root *root, double value);
bool root_is_rational(const Root *root);
void root_refine(Root *root);
int root_sign(Root *root, const fmpz_poly_t h); /* of h at the root */
int root_compare(Root *a, Root *b);
int root_compare_double(Root *root, double value);
/* The interval of doubles about 2^power times it. */
void root_doubles(Root *root, long power, double *low, double *high);
double root_nearest(const Root *root, long power);
/* Appends the roots > 0 of a polynomial that is not zero. */
JudderErr roots_add_positive(Roots *roots, const fmpz_poly_t f);
JudderErr roots_append(Roots *roots, const Root *root);
void roots_sort(Roots *roots);
void roots_release(Roots *roots);

/* --- field.c: the numbers that can be made of a root; matrices of them --- */
typedef struct Field {
    Root root;
    fmpq_poly_t modulus; /* irreducible */
} Field;
typedef struct FieldMatrix {
    int rows, columns;
    fmpq_poly_struct *at;
} FieldMatrix;
void field_open(Field *field, Root *root);
void field_close(Field *field);
int field_sign(Field *field, const fmpq_poly_t a);
void field_value(Field *field, const fmpq_poly_t a, arb_t value);
JudderErr field_matrix_open(FieldMatrix *A, int rows, int columns);
void field_matrix_close(FieldMatrix *A);
fmpq_poly_struct *field_at(const FieldMatrix *A, int row, int column);
/* C <- A B, opened here. */
JudderErr field_multiply(const Field *field, const FieldMatrix *A, const FieldMatrix *B, FieldMatrix *C);
/* A basis of A y = 0 as columns of Z, opened here. */
JudderErr field_null(const Field *field, const FieldMatrix *A, FieldMatrix *Z);

/* --- cone.c --- */
/* All a with D a >= 0 are sums of lines (either sign) and rays (positive), as columns. */
typedef struct Cone {
    FieldMatrix lines, rays; /* of rays there are `count` */
    int count;
} Cone;
JudderErr cone_find(Field *field, const FieldMatrix *D, Cone *cone);
void cone_close(Cone *cone);
/* The next choice of `size` out of `count`, in the order of words; false after the last. */
bool cone_next_choice(int *choice, int size, int count);

#endif
