/* A deformable body by finite elements: mesh, material and fixed sides become sparse matrices (BD-1).
 *
 * Every rank has the whole mesh and keeps the rows of its nodes. Dofs are requested by node of the mesh and
 * component; vectors (Vec) are in the order of the solver, arrays of doubles in the order of the mesh, dim
 * numbers a node. K, M and C are of all nodes, fixed or not; a FeSystem (fe/system) holds the fixed ones.
 */
#ifndef JUDDER_FE_BODY_BODY_H
#define JUDDER_FE_BODY_BODY_H

#include "fe/body/material.h"
#include "fe/numbering/numbering.h"
#include "mesh/mesh.h"

#include <petscmat.h>

/* Components of a side whose displacement is given (zero or not). */
typedef struct FeFix {
    const char *side;
    bool component[3];
} FeFix;

typedef struct FeBodyData {
    const Mesh *mesh; /* borrowed as long as the body lives */
    FeMaterial material;
    /* mass on the diagonal: row sums for P1 and Q1, scaled diagonal (HRZ) for P2, always positive */
    bool lumped;
    bool mass_alone; /* lumped, and no K and C: for those who compute with cells */
    const FeFix *fix;
    int fixes;
} FeBodyData;

typedef struct FeDof {
    int node, component;
} FeDof;

typedef struct FeBody {
    const Mesh *mesh;
    int dim;
    FeMaterial material;
    Numbering *numbering;
    bool *fixed;         /* of each dof in the order of the mesh; masters and those who follow them alike */
    Mat K;               /* stiffness; NULL: the mass alone */
    Mat M;               /* consistent mass; NULL: lumped, or no mass */
    Vec lumped;          /* lumped mass; NULL: consistent, or no mass */
    Mat C;               /* of the viscous tensor; NULL: elastic */
    VecScatter to_first; /* a vector to the first rank, whole; made when it is first needed */
    Vec on_first;
    int factorisations; /* of all systems made of this body */
} FeBody;

/* Refuses bad meshes, materials and sides. Collective. */
PetscErrorCode fe_body_create(const FeBodyData *data, FeBody **body);
/* Collective. */
PetscErrorCode fe_body_destroy(FeBody **body);

/* The row of a dof in matrices and vectors; -1: the node is in no cell. Not collective. */
static inline int fe_row(const FeBody *body, FeDof dof) {
    const int number = body->numbering->number[dof.node];
    return number < 0 ? -1 : number * body->dim + dof.component;
}

/* The side of a name, or an input error of that field that lists the sides. Not collective. */
PetscErrorCode fe_side_find(const FeBody *body, const char *field, const char *name, const MeshSide **side);

#endif
