/* Vectors of the solver and arrays in the order of the mesh. */
#ifndef JUDDER_FE_BODY_FIELD_H
#define JUDDER_FE_BODY_FIELD_H

#include "fe/body/body.h"

/* A vector of zeros. Collective. */
PetscErrorCode fe_vector_create(const FeBody *body, Vec *vector);
/* From an array that every rank has: dim numbers a node of the mesh; of nodes that move together the
 * master counts. Collective. */
PetscErrorCode fe_vector_set(const FeBody *body, const double *values, Vec vector);
/* To an array on the first rank (not touched elsewhere, may be NULL there); 0 for nodes in no
 * cell. Collective. */
PetscErrorCode fe_vector_get(FeBody *body, Vec vector, double *values);
/* Sets the fixed dofs of a side to value[i], or adds it, once where nodes move together. Collective. */
PetscErrorCode fe_vector_move_side(const FeBody *body, const MeshSide *side, const double *value,
                                   InsertMode mode, Vec vector);
/* Zeros at the fixed dofs, or (others = true) at all others. Collective. */
PetscErrorCode fe_vector_clear(const FeBody *body, bool others, Vec vector);

#endif
