/* The state of a body, out and back in (base/archive.h): while it goes out the archive is NULL on all
 * ranks but the first, while it comes back every rank has it. Vectors go in the order of the mesh, so that
 * any number of ranks can take them up. */
#ifndef JUDDER_FE_BODY_SERIALISE_H
#define JUDDER_FE_BODY_SERIALISE_H

#include "base/archive.h"
#include "fe/body/body.h"

/* Collective. */
PetscErrorCode fe_serialise_vector(FeBody *body, Archive *archive, const char *name, Vec vector);
/* Bytes that the first rank alone has a place for (NULL elsewhere); the others read past them. Not
 * collective. */
PetscErrorCode fe_serialise_first(Archive *archive, const char *name, void *at, size_t size);
/* What only some ranks can describe, the first among them, as one array; the others have no context. Not
 * collective. */
typedef JudderErr FeSerialise(void *context, Archive *archive);
PetscErrorCode fe_serialise_inner(Archive *archive, const char *name, FeSerialise *inner, void *context);

#endif
