/* The quasi-static path of a body through its loads (BD-3): the stiffness is factorised once and condensed onto the contact
 * nodes; each load becomes a straight segment of forces on them, which condensed/path follows on the first rank. Unilateral
 * bodies of more than 150 000 dofs in 3-D are not condensed: they go in whole steps by fe/whole. -fe_contact whole or condensed says
 * otherwise.
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
    CondensedContact law;
    double mu;
    const FePathLoad *load;
    int loads;
    int every;        /* fields are told after every n-th step; 0: at the end of each load */
    bool whole_steps; /* changes of contact are not looked for inside a step */
} FePathData;

typedef struct FePath FePath;

/* What a watcher is told; all but `field` on the first rank alone. */
typedef struct FePathWatch {
    JudderErr (*step)(void *context, const FePath *path, const CondensedState *state,
                      const CondensedShown *shown);
    JudderErr (*event)(void *context, const FePath *path, const CondensedEvent *event);
    bool (*go_on)(void *context, double done); /* part of all loads that is done */
    bool (*pause)(void *context);              /* whether the path shall be saved; asked after go_on */
    /* The path stands where it can be given to fe_path_exchange; on every rank, after a pause and when it is stopped. */
    JudderErr (*save)(void *context);
    /* The displacement of the whole body in the order of the mesh, NULL but on the first rank; on every rank. */
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
    double *r_t; /* 3-D: tangential forces, 2 a node, against which the nodes slip; NULL in 2-D */
    bool whole;  /* the end of a step */
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
    double *S, *mu;
    Condensed *solver;
    CondensedState *state;
    double s; /* loads done, with the part of the present one; pressing to a force: part of the force */
    double *from, *to, *kept; /* condensed loads, and work */
    bool complete;            /* followed to the end of the last load */
    FePathStep *step;         /* all steps so far, first rank */
    int steps, step_room;
    double stride;  /* of the last increment on the whole body, in steps of its load; 0: none yet */
    FeWhole *whole; /* large bodies in 3-D are not condensed: S and solver are then NULL */
};

/* Body, condensed stiffness and the unloaded state; a body that is not held is an outcome of fe_path_follow.
 * Collective. */
PetscErrorCode fe_path_create(const FePathData *data, FePath **path);
/* Collective. */
PetscErrorCode fe_path_destroy(FePath **path);
/* Collective. */
PetscErrorCode fe_path_follow(FePath *path, const FePathWatch *watch, FePathReport *report);
/* The condensed load per unit of s as the last load goes on, in the frame of the contact on the first rank (untouched elsewhere): of a force
 * to press to, per unit of the plate's motion. Of condensed bodies. Collective. */
PetscErrorCode fe_path_last_rate(FePath *path, double *f);
/* The state of a path under way or complete, out and back in (base/archive.h); for any number of ranks. A path that gets one back must have
 * the same data, and fe_path_follow goes on from there. Collective. */
PetscErrorCode fe_path_exchange(FePath *path, Archive *archive);
/* The displacement now, in the order of the mesh on the first rank (NULL elsewhere). Collective. */
PetscErrorCode fe_path_field(FePath *path, double *u);

/* --- between the files of this folder --- */

/* Adds the present state to the steps so far, as the end of a step or as a change inside of one. Not collective. */
JudderErr fe_path_keep_step(FePath *path, double s, bool whole);
/* Room for a step, all zero. Not collective. */
JudderErr fe_path_add_step(FePath *path, FePathStep **step);
/* What a load adds to forces and given displacements. Collective. */
PetscErrorCode fe_path_increment(FePath *path, const FePathLoad *load, Vec force, Vec given);
/* Condensed load in the frame of the contact, on the first rank. Collective. */
PetscErrorCode fe_path_condense(FePath *path, Vec force, Vec given, double *f);
/* The resultant of a side against a direction under forces and given displacements, contact nodes held at 0, and on the first rank
 * its change with the displacement of the contact nodes. Collective. */
typedef struct FePlate {
    double *on_u; /* dim n */
    double constant, slope;
} FePlate;
PetscErrorCode fe_path_plate(FePath *path, const FePathLoad *load, Vec force_to, Vec given_to,
                             FePlate *plate);

/* A straight piece of load from what the path has so far. */
typedef struct FePathPiece {
    FeLoad to;
    int steps;
} FePathPiece;
/* Follows it on the whole body. Collective. */
PetscErrorCode fe_path_whole(FePath *path, const CondensedWatch *watch, const FePathPiece *piece,
                             CondensedPathReport *report);

/* A plate that presses to a force. */
typedef struct FePathPress {
    const FePathLoad *load;
    Vec unit;    /* given displacements of a motion by 1 */
    double most; /* motion beyond which it is given up */
    int end;     /* on the whole body: the step to end with */
} FePathPress;
/* Presses on the whole body from the path's place, which follows, as the given displacements do; the part reached is one of the way to
 * the force. Collective. */
PetscErrorCode fe_path_whole_press(FePath *path, const CondensedWatch *watch, const FePathPress *press,
                                   CondensedPathReport *report);
/* Displacements of the whole body, with those given. Collective. */
PetscErrorCode fe_path_whole_field(FePath *path, Vec given, Vec u);
/* The resultant of a side against its motion, of the whole body as it is. Collective. */
PetscErrorCode fe_path_whole_resultant(FePath *path, const FePathLoad *load, FeLoad acting, double *along);

#endif
