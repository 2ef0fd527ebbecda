/* The quasi-static path of a body through its loads (BD-3): the stiffness is factorised once and condensed
 * onto the contact nodes; each load becomes a straight segment of forces on them, which condensed/path
 * follows on the first rank. Bodies of more than 150 000 dofs in 3-D are not condensed: they go in
 * whole steps by fe/whole. -fe_contact whole or condensed says otherwise.
 */
#ifndef JUDDER_FE_PATH_PATH_H
#define JUDDER_FE_PATH_PATH_H

#include "base/archive.h"
#include "condensed/path.h"
#include "fe/contact/contact.h"
#include "fe/whole/whole.h"

/* A force per area on a side. */
typedef struct FeTraction {
    const MeshSide *side;
    double value[3];
} FeTraction;

/* One load: forces that are added, and the motion of a side. */
typedef struct FePathLoad {
    const FeTraction *traction;
    int tractions;
    double weight[3];      /* force per volume */
    const MeshSide *moved; /* NULL: none */
    double motion[3];
    bool absolute; /* the motion is what the side ends with; otherwise it is added */
    double force;  /* > 0: the side is moved along `motion` or back, until its resultant along it is this */
    int steps;
} FePathLoad;

typedef struct FePathData {
    FeBodyData body;
    FeContactData contact;
    double mu;
    const FePathLoad *load;
    int loads;
    int every;        /* fields are reported after every n-th step; 0: at the end of each load */
    bool whole_steps; /* changes of contact are not looked for inside a step */
} FePathData;

typedef struct FePath FePath;

/* What is reported to a watcher; all but `field` on the first rank alone. */
typedef struct FePathWatch {
    JudderErr (*step)(void *context, const FePath *path, const CondensedState *state,
                      const CondensedShown *shown);
    JudderErr (*event)(void *context, const FePath *path, const CondensedEvent *event);
    bool (*go_on)(void *context, double done); /* part of all loads that is done */
    bool (*pause)(void *context);              /* whether the path shall be saved; asked after go_on */
    /* The path stands where it can be given to fe_path_serialise; on every rank, after a pause and
     * when it is stopped. */
    JudderErr (*save)(void *context);
    /* The displacement of the whole body in the order of the mesh, NULL but on the first rank;
     * on every rank. */
    JudderErr (*field)(void *context, const FePath *path, double s, const double *u);
    void *context;
} FePathWatch;

typedef struct FePathReport {
    CondensedPathReport condensed; /* of all loads; known to the first rank */
    CondensedOutcome outcome;      /* known to all */
    bool singular;                 /* the body is not held by its fixed sides and its contact */
    bool not_reached;              /* a force that pressing did not reach */
    int load;                      /* where it ended */
    double part;                   /* of that load */
} FePathReport;

/* How far a path has come, between two pieces of load; within a piece the condensed state says it. */
typedef struct FePathPlace {
    int load;    /* the present one */
    int done;    /* steps of it, or of the present stretch, before the present piece */
    int stretch; /* pressing */
    bool begun;  /* pressing: the present stretch has its length */
    double length, gone, moved,
        resultant; /* pressing: of the stretch; of all; motion so far; at the beginning of the load */
} FePathPlace;

/* The contact states after a step, or after a change of them inside of one. */
typedef struct FePathStep {
    double s;
    CondensedNode *node;
    double *
        r_t; /* condensed in 3-D: tangential forces, 2 a node, against which the nodes slip; NULL otherwise */
    bool whole; /* the end of a step */
} FePathStep;

struct FePath {
    FePathData data;
    FeBody *body;
    FeContact *contact;
    FeSystem *system;
    FePathLoad *load; /* those of the data, and what they point to */
    FeTraction *traction;
    Vec force, given;     /* loads so far */
    Vec force_0, given_0; /* at the beginning of the present load */
    FePathPlace place;
    bool restored; /* the path goes on from its place */
    FePathReport report;
    CondensedProblem problem; /* first rank */
    double *mu;
    Condensed *solver;
    CondensedState *state;
    double s; /* loads done, with the part of the present one; pressing to a force: part of the force */
    double *from, *to, *on_u; /* condensed loads, and what a plate feels */
    bool complete;            /* followed to the end of the last load */
    FePathStep *step;         /* all steps so far, first rank */
    int steps, step_room;
    double stride;  /* of the last increment on the whole body, in steps of its load; 0: none yet */
    FeWhole *whole; /* large bodies in 3-D are not condensed: the solver is then NULL */
};

/* Body, condensed stiffness and the unloaded state; a body that is not held is an outcome of fe_path_follow.
 * Collective. */
PetscErrorCode fe_path_create(const FePathData *data, FePath **path);
/* Collective. */
PetscErrorCode fe_path_destroy(FePath **path);
/* Collective. */
PetscErrorCode fe_path_follow(FePath *path, const FePathWatch *watch, FePathReport *report);
/* The condensed load per unit of s as the last load goes on, in the frame of the contact on the
 * first rank (untouched elsewhere): of a force to press to, per unit of the plate's motion. Of
 * condensed bodies. Collective. */
PetscErrorCode fe_path_last_rate(FePath *path, double *f);
/* The state of a path under way or complete, out and back in (base/archive.h); for any number of ranks. A
 * path that gets one back must have the same data, and fe_path_follow goes on from there. Collective. */
PetscErrorCode fe_path_serialise(FePath *path, Archive *archive);
/* The displacement now, in the order of the mesh on the first rank (NULL elsewhere). Collective. */
PetscErrorCode fe_path_field(FePath *path, double *u);

#endif
