/* A body in motion with contact and friction (BD-1), (BD-2): what moves, and what a method
 * must be able to do.
 *
 *   rho u_tt = div sigma + b;  loads, given displacements and the foundation's velocity are functions of t;
 *   contact and friction at the nodes of one side.
 *
 * A method is one file with one FeMarchMethod and one line in methods.c. It is made from plain data, stepped,
 * and asked for what it knows. Collective functions are called by every rank; numbers of the contact,
 * energies and fields are known to the first rank.
 */
#ifndef JUDDER_FE_MARCH_MARCH_H
#define JUDDER_FE_MARCH_MARCH_H

#include "base/archive.h"
#include "curve/signal.h"
#include "fe/path/path.h"
#include "friction/friction.h"
#include "stage/stage.h"

/* What varies in time: amount(t) - amount(0) times the forces or the motion of `unit` is added
 * to what acts at t = 0. */
typedef struct FeMarchTerm {
    FePathLoad unit;
    Signal amount;
} FeMarchTerm;

/* Arrays are in the order of the mesh, dim numbers a node, on every rank; borrowed while it is made. */
typedef struct FeMarchData {
    FeBodyData body;
    FeContactData contact;
    Signal pressure;                          /* of a law that takes one, instead of law.pressure */
    Signal foundation[2];                     /* velocity along the tangents of the frame of the contact */
    double surface_mass;                      /* per area, tangential, on the contact side */
    double rayleigh_mass, rayleigh_stiffness; /* C gets so much of M and K */
    const FePathLoad *load;                   /* what acts at t = 0, if no path came before */
    int loads;
    const double *force, *given; /* what acts at the end of a path, instead of loads */
    const FeMarchTerm *term;
    int terms;
    const double *u, *v; /* at t = 0; NULL: 0 */
    const double *r;     /* forces of the contact nodes in their frame at t = 0, first rank; NULL: 0 */
    double final, step;  /* the step is shortened so that the last one ends at `final` */
    double cfl; /* > 0: a method with a limit shortens it further, to this part of the largest stable one */
} FeMarchData;

/* Sums since t = 0 but for the first three, which are of now. */
typedef struct FeMarchEnergy {
    double kinetic, elastic;
    double contact;   /* stored in a compliant contact */
    double viscous;   /* lost in the body; never falls */
    double friction;  /* lost in the contact; never falls */
    double external;  /* brought in by loads, moved sides, the foundation and a given pressure */
    double numerical; /* brought in by the method */
    double defect;    /* largest part so far by which a step misses the identity of energies, relative */
} FeMarchEnergy;

/* Since t = 0. */
typedef struct FeMarchReport {
    long nonunique_steps;  /* a node had several solutions, the others held */
    long jumps;            /* nodes that left their branch of the friction graph */
    long unsolved;         /* stages whose contact problem was not solved */
    double uniqueness;     /* the largest number: below 1 each step has one solution */
    double suggested_step; /* that would bring it to .9; INFINITY: any */
    double pressure;       /* the largest of a node */
    double contact_defect; /* the largest, by the judge of the contact problem */
    long iterations;       /* of the contact problem */
    double stable_step;    /* the largest; INFINITY: any */
    /* the time eta that an elastic body with falling friction should have; 0: none */
    double suggested_viscosity;
} FeMarchReport;

/* What a method shows of the present time; lent until the next step. First rank; elsewhere only
 * t and step are known. */
typedef struct FeMarchNow {
    double t, dt;
    long step;
    int n, dim;          /* contact nodes */
    const double *u, *v; /* of the contact nodes in the frame of the contact, dim a node */
    const double *r;     /* forces of the foundation on them */
    const StageNode *node;
    double foundation[2];
    FeMarchEnergy energy;
    FeMarchReport report;
} FeMarchNow;

typedef struct FeMarchMethod {
    const char *name;
    /* At t = 0, or an error. Collective. */
    PetscErrorCode (*create)(const FeMarchData *data, void **engine);
    /* Collective; accepts NULL. */
    PetscErrorCode (*destroy)(void **engine);
    /* One step. Collective. */
    PetscErrorCode (*step)(void *engine);
    void (*now)(const void *engine, FeMarchNow *now);
    const FeContact *(*contact)(const void *engine);
    /* Displacement and velocity in the order of the mesh on the first rank (NULL elsewhere). Collective. */
    PetscErrorCode (*field)(void *engine, double *u, double *v);
    /* Everything that a later run needs to go on from here, out and back in (fe/body/serialise.h), in an
     * order that does not depend on the ranks. Collective. */
    PetscErrorCode (*serialise)(void *engine, Archive *archive);
} FeMarchMethod;

extern const FeMarchMethod implicit_march, explicit_march;
extern const FeMarchMethod *const fe_march_methods[]; /* ends with NULL */

const FeMarchMethod *fe_march_method_find(const char *name);

/* Steps and the length of each. */
long fe_march_steps(const FeMarchData *data);
double fe_march_dt(const FeMarchData *data);

#endif
