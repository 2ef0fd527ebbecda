/* The contact problem of one stage of an implicit march, condensed onto the contact dofs  (BD-4)-(BD-6):
 *
 *   S v = b + r,   S = Schur complement of Khat = M/h + C + h K on the contact dofs, h = gamma dt
 *   gap g = gap_b + h v_n;  unilateral: g >= 0, p >= 0, g p = 0;  compliance: p = area k (-g)+^m;
 *   pressure: p given
 *   r_n = p,  r_T in -p mu(|w|) Dir(w),  w = v_T - V  (a disc with two tangents), mu at the same stage,
 *   never lagged;
 *   a law with a state has moved on by h at the speed |w|:  mu(|w|, advance(state_b, |w|, h))
 *
 * v_n > 0 moves away from the obstacle, p >= 0 pushes the body, V is the velocity of the foundation.
 * Per node the normal dof comes first, if nodes have one, then one or two tangential dofs. Where a
 * stage has several solutions the one taken is reached from the velocities of the state given, node by
 * node, along the flow (DI-4).
 */
#ifndef JUDDER_STAGE_STAGE_H
#define JUDDER_STAGE_STAGE_H

#include "base/archive.h"
#include "base/error.h"
#include "contact/contact.h"
#include "contact_solver/defect.h"
#include "friction/friction.h"

#include <stdbool.h>

/* Rows as condensed/rows.h has them, one for each contact dof, and what they are to be. */
typedef struct StageRows {
    const struct Row *row;
    const double *rhs;
    double reduce, enough; /* what is left of them falls by this factor, or to this force */
} StageRows;

/* Stands for S where that is too large to be made: the body itself answers. Whoever gives it holds the
 * present velocities of all that is not contact. */
typedef struct StageOperator {
    void *of;
    const double *block; /* width^2 for each node: its own rows and columns, all others held */
    double majorant;     /* that many times the blocks are above S */
    /* From x on nearer to the rows; f = S x - b there. */
    JudderErr (*solve)(void *of, const StageRows *rows, double *x, double *f, ContactLeft *left);
    /* v_T <- W_TT r_T, to two digits. */
    JudderErr (*spread)(void *of, const double *r, double *v);
    /* For the judge: the largest force out of balance anywhere under r, and the largest that is summed. */
    void (*judge)(void *of, const double *v, const double *r, double *worst, double *scale);
} StageOperator;

typedef struct StageProblem {
    int n;                   /* contact nodes */
    int tangents;            /* tangential dofs of a node: 1 or 2 */
    bool normal;             /* each node has a normal dof; else normal forces are given and it has none */
    const double *S;         /* size^2, size = n (normal + tangents); symmetric positive definite */
    const StageOperator *op; /* instead of S, for nodes with a normal dof; else NULL */
    double h;                /* gamma dt */
    const double *area;      /* of the nodes, for compliance; NULL: 1 */
    int contact_count;       /* 1: one law for all nodes, or n */
    const Contact *contact;  /* NULL if nodes have no normal dof */
    int friction_count;      /* 1: one law for all nodes, or n */
    const Friction *friction;
} StageProblem;

/* What changes from stage to stage; arrays are borrowed for the call. */
typedef struct StageInput {
    const double *b;   /* size */
    const double *gap; /* gap_b, n; NULL if no node needs it (given forces only) */
    /* given normal forces, n, >= 0: nodes without a normal dof and under `pressure`; else NULL */
    const double *p;
    const double *V; /* velocity of the foundation, n tangents; NULL: at rest */
    /* of the friction laws, at the base of the stage, n; NULL: no law has one. Base of the first stage: the
     * state at the beginning of the step; of the second: that state moved on by (1 - gamma) dt at the slip
     * speed of the first (second order) */
    const double *state;
} StageInput;

/* Of the largest velocity: a slip that its rounding hides. */
#define STAGE_HIDDEN 0x1p-44

typedef enum StageNode { STAGE_OPEN, STAGE_STICK, STAGE_SLIP } StageNode;

/* In: the stage before (its velocities are the start and choose the branch). Out: the
 * solution. Room of the caller. */
typedef struct StageState {
    double *v;       /* size; a node that sticks has v_T = V exactly */
    double *r;       /* size: forces of the foundation on the body; exactly 0 where open */
    StageNode *node; /* n */
} StageState;

typedef enum StageOutcome {
    STAGE_SOLVED,
    STAGE_NOT_CONVERGED, /* the state holds the last iterate, `defect` says what it is worth */
} StageOutcome;
extern const char *const stage_outcome_names[];

typedef struct StageReport {
    StageOutcome outcome;
    bool unstable;      /* not converged: the state is a solution, but one that the flow would leave */
    const char *method; /* "newton", "descent" or "flow" */
    int iterations;     /* of Newton */
    int sweeps;         /* of the descent or the flow */
    int several;        /* nodes whose local inclusion had several roots, the others held (op: all else) */
    int jumped;         /* nodes that left their branch of the friction graph */
    double residual;    /* relative, by the solver */
    /* lambda_max(D^1/2 W_TT D^1/2), D = p_i max(-mu'): below 1 the solution is the only one; infinite if mu
     * jumps as slip begins */
    double uniqueness;
} StageReport;

typedef struct Stage Stage;

/* The arrays of the problem are borrowed and must outlive the stage. An S that is not positive definite, or a
 * number that is none, is an input error. */
JudderErr stage_create(const StageProblem *problem, Stage **stage);
void stage_destroy(Stage **stage);

/* Does not allocate. Costs two or three products with S while states do not change. */
JudderErr stage_solve(Stage *stage, const StageInput *input, StageState *state, StageReport *report);

/* lambda_max(D^1/2 W_TT D^1/2) at the normal forces of the state, by power iteration from where the last
 * one ended: to 1e-3 after at most `most` products. */
JudderErr stage_uniqueness(Stage *stage, const StageInput *input, const StageState *state, int most,
                           double *lambda);
/* After a stage: the h that would give .9, if W_TT grows with h as it does while mass rules; the fall of a
 * law with a state grows with h too. INFINITY if mu does not fall, 0 if it jumps. */
double stage_suggested_h(const Stage *stage, const StageInput *input, double uniqueness);

/* What passes from one stage to the next besides the StageState, out or back in (base/archive.h). */
JudderErr stage_serialise(Stage *stage, Archive *archive);

/* Counts of work since creation, for those who measure. */
typedef struct StageWork {
    long factorisations, solves;
} StageWork;
StageWork stage_work(const Stage *stage);

/* The judge: asks no solver. */
void stage_defect(const StageProblem *problem, const StageInput *input, const StageState *state,
                  ContactDefect *defect);

#endif
