/* What the files of this module share: the prepared matrices, the work, the steps of the solvers. */
#ifndef JUDDER_STAGE_INTERNAL_H
#define JUDDER_STAGE_INTERNAL_H

#include "contact_solver/newton.h"
#include "contact_solver/rows.h"
#include "contact_solver/slip.h"
#include "contact_solver/sweep.h"
#include "friction/friction_root.h"
#include "stage/stage.h"

/* Of the number of uniqueness: surely below 1 by so much; where an operator, which is dear, need not be asked
 * for its digits at once (the next stage goes on). */
#define STAGE_SURELY    0.95
#define STAGE_FAR_BELOW 0.25

/* Of what the tangential problem with given normal forces is made (normal dofs eliminated):  A w = c + r_T */
typedef struct Tangential {
    int size;        /* n tangents */
    const double *A; /* W_TT^-1: S itself, or own */
    double *own;
    double *W;     /* W_TT */
    double *B, *E; /* S_NN^-1 (n^2), S_NN^-1 S_NT (n by size); NULL without normal dofs */
} Tangential;

struct Stage {
    StageProblem problem;
    int size, width; /* of all dofs; dofs of a node */
    bool reduced;    /* all normal forces are given: only the tangential problem is solved */
    /* The problem solved, tangential or whole: its matrix, dofs of a node, where the
     * tangential ones begin. */
    const double *matrix;
    int core_size, core, off;
    int law_count;
    FrictionRoots **roots; /* one per friction law given */
    Tangential t;
    Rows *rows;           /* of A if reduced, else of S; NULL with an operator */
    Row *row;             /* with an operator: the rows */
    ContactLeft left;     /* of the last rows, by the operator */
    bool exact;           /* rows are not allowed to be old */
    double *fall;         /* per node: max(-mu') */
    double *p, *pushed;   /* per node: normal force; b_N + p */
    double *b;            /* right side of the problem solved */
    double *x, *f;        /* its iterate, matrix x - b */
    double *rhs;          /* of the linear system */
    double *lin, *p_lin;  /* where the laws are linearised */
    double *bt, *vt, *ft; /* tangential problem at given p: right side, iterate, A v - b */
    double *vn;           /* normal velocities */
    double *start;        /* tangential velocities on entry */
    StageNode *node, *kept;
    double *eigen, *eigen_next, *weight, *weighted; /* of the power iteration */
    double *mode;                                   /* of that of stage_rises, per node */
    double lambda;                                  /* its last value */
    bool lambda_known, lambda_asked;                /* it had settled; more products were not allowed */
    double force;                                   /* the scale of forces of this stage */
    double velocity, belt; /* the largest tangential one, to whose rounding creep is known; of foundations */
    double shift; /* by Newton's polishing: the largest of a slip, relative; INFINITY: another state */
};

static inline const FrictionRoots *stage_roots(const Stage *s, int node) {
    return s->roots[s->law_count == 1 ? 0 : node];
}
static inline const Friction *stage_friction(const Stage *s, int node) {
    return &s->problem.friction[s->law_count == 1 ? 0 : node];
}
static inline const Contact *stage_contact(const Stage *s, int node) {
    return &s->problem.contact[s->problem.contact_count == 1 ? 0 : node];
}
static inline double stage_area(const Stage *s, int node) {
    return s->problem.area ? s->problem.area[node] : 1;
}
static inline double stage_law_state(const StageInput *input, int node) {
    return input->state ? input->state[node] : 0;
}
static inline double stage_foundation(const Stage *s, const StageInput *input, int node, int a) {
    return input->V ? input->V[node * s->problem.tangents + a] : 0;
}
/* Whether the normal force of the node is given. */
static inline bool stage_given(const Stage *s, int node) {
    return !s->problem.normal || stage_contact(s, node)->law->given;
}

/* Of the problem solved: what makes a force of the velocity of a dof, all others held. */
static inline double stage_diagonal(const Stage *s, int i) {
    const StageOperator *op = s->problem.op;
    if (!op) return s->matrix[(size_t)i * (size_t)(s->core_size + 1)];
    const int node = i / s->width, a = i % s->width;
    return op->block[(node * s->width + a) * s->width + a];
}

/* Of a law that creeps: the slip that rounding hides, so that the node counts as stuck; else 0. */
static inline double stage_slip_floor(const Stage *s, int node) {
    return friction_creeps(stage_friction(s, node)) ? STAGE_HIDDEN * s->velocity : 0;
}

/* mu of the node and its slope at the speed r. */
double stage_mu(const Stage *s, const StageInput *input, int node, double r);
double stage_mu_slope(const Stage *s, const StageInput *input, int node, double r);
/* p of a node under compliance at the normal velocity v, and dp/dv. */
double stage_compliance(const Stage *s, const StageInput *input, int node, double v, double *by_v);
/* One node, the others held: its friction; A, its tangential block in the problem solved, or in the
 * tangential one; its normal contact, a given force as a law that gives it on as many units of area. */
void stage_local(const Stage *s, const StageInput *input, int node, LocalContact *local);
void stage_local_core(const Stage *s, int node, LocalContact *local);
void stage_local_tangential(const Stage *s, int node, LocalContact *local);
const Contact *stage_push(const Stage *s, const StageInput *input, int node, NormalPush *push);

/* s->velocity: the largest of the belt and of v, whose tangents begin every `stride` numbers. */
void stage_set_velocity(Stage *s, const double *v, int stride);

/* Slip velocity w of the node whose tangential velocities are v; returns |w|. */
double stage_slip_velocity(const Stage *s, const StageInput *input, int node, const double *v, double w[2]);

/* The parts of stage_solve: takes over the stage before; another attempt from there, down the potential; what
 * was found becomes the state. */
JudderErr stage_begin(Stage *s, const StageInput *input, const StageState *state, StageReport *report);
JudderErr stage_descend(Stage *s, const StageInput *input, const StageState *state, StageReport *report);
JudderErr stage_end(Stage *s, const StageInput *input, StageState *state, StageReport *report);

/* Semismooth Newton on the problem in `s` (b, x, node) from its iterate. */
JudderErr stage_newton(Stage *s, const StageInput *input, int most, NewtonReport *report);
/* Primal coordinate descent on the tangential problem at the forces s->p, from s->vt; how many sweeps. */
typedef struct StageVisit {
    Stage *stage;
    const StageInput *input;
} StageVisit;
int stage_descent(Stage *s, const StageInput *input);
Sweep stage_descent_sweep(const StageVisit *visit);
/* Normal velocities s->vn and forces s->p under the tangential velocities s->vt: an obstacle problem,
 * coordinate by coordinate. Uses s->x, s->f. */
void stage_normal(Stage *s, const StageInput *input);

/* With an operator: node by node down the flow of the potential, all at once, from vn, vt on. *moved: by how
 * much the last sweep changed a force, of the largest at the contact. Newton ends it. */
JudderErr stage_flow(Stage *s, const StageInput *input, int sweeps, double *moved);

/* b of the tangential problem under the normal forces s->p -> s->bt; and v_n under them -> s->vn. */
void stage_reduce(Stage *s, const StageInput *input);
void stage_normal_velocity(Stage *s, const StageInput *input);

/* The steepest fall of mu at each node -> s->fall. */
void stage_falls(Stage *s, const StageInput *input);
/* lambda_max by at most `most` products from where the last one ended. */
JudderErr stage_power(Stage *s, int most);
/* Whether the potential rises in all directions from the iterate x: an unstable solution is left by the flow.
 * What sticks and what the obstacle holds is let go, so a false may be wrong; a true is as good as the power
 * iteration. */
JudderErr stage_rises(Stage *s, const StageInput *input, bool *rises);

#endif
