/* Rows of K and C as stencils: K u at a node is the sum of blocks times its neighbours' numbers. Rows with
 * the same blocks at the same distances form a class and are stored once; consecutive rows of a class are a
 * run and are computed side by side, lane by lane. A mesh of equal cells has a handful of classes and reads
 * no matrix at all; where all rows differ this is the usual storage by blocks. Every row is summed by one
 * rank alone: nothing is added from outside.
 */
#ifndef JUDDER_FE_EXPLICIT_STENCIL_STENCIL_H
#define JUDDER_FE_EXPLICIT_STENCIL_STENCIL_H

#include "fe/explicit/stencil/shapes.h"

/* Rows first ... first + count - 1, whose nodes lie at place ... place + count - 1 in the
 * arrays they read. */
typedef struct StencilRun {
    int first, place, count, class;
    int safe; /* rows of all later runs read nothing before this place */
} StencilRun;

enum { STENCIL_BEYOND = 4 }; /* blocks are read four numbers at a time */

typedef struct Stencils {
    int dim, rows, classes;
    int *start;  /* blocks of a class: start[class] ... start[class + 1] - 1, but for the row's own one */
    int *pairs;  /* of a class: so many of its first blocks serve two neighbours; they are symmetric */
    int *offset; /* of a block: from the place of its row to that of its column */
    int *other;  /* of a pair: to the second column */
    unsigned char *mask; /* of a pair: which entries above the diagonal are not zero, see stencil_upper */
    double *K,
        *C; /* dim by dim numbers a block, column by column; C is NULL if it is a multiple of K, or zero */
    double multiple; /* C = multiple K if C is NULL */
    double *mass;    /* lumped, of each class */
    int runs;
    StencilRun *run;
    double bytes; /* of all that a product must read besides vectors */
} Stencils;
extern const int stencil_upper[2][3];

/* The rows that a set of stencils has, and where the nodes lie in the arrays that it reads. */
typedef struct StencilRows {
    int rows;
    const int *number;   /* of the body, of each row */
    const int *place;    /* of each row */
    const int *place_of; /* of every number of the body that a row needs */
} StencilRows;

/* own_C: C has values of its own. Not collective. */
JudderErr stencils_create(const FeBody *body, const CellShapes *shapes, const StencilRows *rows, bool own_C,
                          Stencils **stencils);
void stencils_destroy(Stencils **stencils);

/* Leaves out what need not be computed. Part of stencils_create. */
JudderErr stencils_reduce(Stencils *stencils);

enum { FIELDS_PAD = 32 }; /* fields may be read, not written, this far beyond their end */

/* Arrays of one number a node and component. */
typedef struct Fields {
    double *c[3];
} Fields;
JudderErr fields_create(int dim, int nodes, Fields *fields);
void fields_release(Fields *fields);

/* Sums over rows of a step. */
typedef struct StepSums {
    double kinetic;     /* v+'M v+ */
    double elastic;     /* K u.(u + dt v+) */
    double viscous;     /* C v-.v- */
    double damping;     /* C v-.(v- + v+) */
    double momentum[3]; /* M (v- + v+) */
} StepSums;

typedef struct CoreStep {
    double dt;
    double drag;                  /* Rayleigh: C has this times M besides */
    double gravity[3];            /* acceleration */
    Fields u, v;                  /* read; u is moved on in place */
    Fields v_out;                 /* may be v itself if there is no C */
    bool sums;                    /* sums are wanted */
    void (*pause)(void *context); /* called from time to time */
    void *context;
} CoreStep;

/* Moves on all rows: v+ = v + dt M^-1 (-K u - C v) + dt gravity, u+ = u + dt v+. Places must equal rows. */
void stencils_step(const Stencils *stencils, const CoreStep *step, StepSums *sums);
/* Ku <- K u of all rows unless u is NULL, Cv <- C v unless v is NULL; Rayleigh's drag is not in it. */
void stencils_apply(const Stencils *stencils, const Fields *u, const Fields *v, Fields *Ku, Fields *Cv);
/* The mass of each row. */
void stencils_mass(const Stencils *stencils, double *mass);

#endif
