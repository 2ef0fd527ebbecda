/* What the files of the explicit march share (BD-8). Displacements live at half steps,
 * velocities at whole ones:
 *
 *   v+ = v + dt M^-1 (f - K u - C v + r),  u+ = u + dt v+
 *   u at t + dt/2, u+ at t + 3 dt/2, v at t, v+ at t + dt
 *
 * Arrays are those of layout.h, one for each component. */
#ifndef JUDDER_FE_EXPLICIT_EXPLICIT_H
#define JUDDER_FE_EXPLICIT_EXPLICIT_H

#include "fe/explicit/contact_node.h"
#include "fe/explicit/halo.h"
#include "fe/march/loads.h"

/* An interface node that is fixed, loaded or in contact. */
typedef struct Special {
    int local;     /* its index; as an interface node: local - interior */
    int contact;   /* among this rank's contact nodes; -1: in none */
    bool fixed[3]; /* components */
    bool any_fixed;
} Special;

/* A contact node of this rank. */
typedef struct OwnContact {
    int k;                  /* among all contact nodes */
    double gap;             /* in the undeformed body */
    double direction[3][3]; /* of its rows, which are of this node alone */
    ContactNode node;
    double r[3]; /* of its rows, in the last step */
} OwnContact;

/* A load or motion in space: a uniform acceleration, the rest of the forces, and displacements
 * of fixed dofs. */
typedef struct Pattern {
    double gravity[3];
    double *rest; /* dim numbers for each special node: forces, or displacements */
} Pattern;

/* Sums of a step over the nodes of a rank; the order is that in which they travel. */
typedef struct StepWork {
    double kinetic, elastic; /* twice the energies */
    double total;            /* work of all that acts besides K */
    double external, friction, viscous, stored;
    double several, jumped;
    double uniqueness, pressure, violation,
        force; /* maxima; the last is the largest force in the equations of a node */
} StepWork;
enum { WORK_SUMS = 9, WORK_NUMBERS = 13 };

typedef struct Explicit {
    FeBody *body;
    FeContact *contact;
    FeMarchLoads *loads;
    FrictionRoots **roots; /* of each contact node */
    Track *foundation[2], *pressure;
    double dt, t, final, drag;
    long step;
    bool damped; /* there is a C besides drag */
    Layout *layout;
    Stencils *core, *interface;
    Halo *halo;
    Fields u, v, v_other; /* v_other: where the new v goes if there is C */
    Fields Ku, Cv;        /* of interface nodes */
    double *interface_mass;
    bool *is_special; /* of each interface node */
    int specials;
    Special *special;
    double *force, *given; /* of the special nodes in this step */
    Pattern base_force, base_given, *term;
    double gravity[3]; /* in this step */
    int own_contacts;
    OwnContact *own_contact;
    ContactStep contact_step;
    double V[2];
    /* first rank: the rows of all contact nodes */
    double *cu, *cv, *cr;
    StageNode *node;
    double *gathered;
    int *gather_count, *gather_start, *gather_node;
    double *to_gather; /* every rank */
    FeMarchEnergy energy;
    double scale, force_scale;
    FeMarchReport report;
    double omega, limit; /* of the fastest motion; the largest stable step */
} Explicit;

/* --- create.c, special.c --- */
PetscErrorCode explicit_create(const FeMarchData *data, void **engine);
PetscErrorCode explicit_destroy(void **engine);
/* Marks own nodes that need more than the step of interior nodes, and splits loads in uniform accelerations
 * and rests. Collective. */
PetscErrorCode explicit_mark(Explicit *e, bool *special);
/* The list of special nodes among the interface ones, with what acts on them. Collective. */
PetscErrorCode explicit_specials(Explicit *e, const bool *marked, double surface_mass);

/* --- limit.c --- */
/* The fastest frequency and the largest stable step, dt <= (2/omega)(sqrt(1 + xi^2) - xi). Collective. */
PetscErrorCode explicit_limit(Explicit *e, const CellShapes *shapes);
/* Under a given pressure: m/(p max(-mu')), below which each node has one slip rate; otherwise
 * INFINITY. Collective. */
PetscErrorCode explicit_slip_limit(const Explicit *e, const FeMarchData *data, double *allowed);
/* Refuses a step beyond the limits. Not collective. */
PetscErrorCode explicit_check_step(const Explicit *e, double allowed);

/* --- step.c, interface.c --- */
PetscErrorCode explicit_step(void *engine);
/* What acts in the step that ends at t: forces in its middle, displacements half a step after
 * it. Collective. */
PetscErrorCode explicit_act(Explicit *e, double t);
/* Moves the interface nodes on, from Ku and Cv. Not collective. */
void explicit_interface(Explicit *e, StepWork *work);
/* y <- K x, or C x, at all nodes of this rank. Collective. */
void explicit_product(Explicit *e, const Fields *x, bool of_C, Fields *y);
/* Contact nodes to the first rank. Collective. */
void explicit_gather(Explicit *e);
/* A vector of the node to the coordinates of its rows and back. */
void explicit_to_rows(const Explicit *e, const OwnContact *own, const double *x, double *w);
void explicit_from_rows(const Explicit *e, const OwnContact *own, const double *w, double *x);

/* --- state.c --- */
PetscErrorCode explicit_serialise(void *engine, Archive *archive);
/* Displacement and velocity now, in the order of the mesh, on the first rank. Collective. */
PetscErrorCode explicit_field(void *engine, double *u, double *v);
/* An array of this rank's nodes to a vector of the body and back. Not collective. */
PetscErrorCode explicit_to_vector(const Explicit *e, const Fields *x, Vec vector);
PetscErrorCode explicit_from_vector(const Explicit *e, Vec vector, Fields *x);

#endif
