#include "fe/body/serialise.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <stdlib.h>

PetscErrorCode fe_serialise_vector(FeBody *body, Archive *archive, const char *name, Vec vector) {
    const size_t count = (size_t)body->mesh->nodes * (size_t)body->dim;
    double *values;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc1(count + 1, &values));
    if (!archive_restores(archive)) PetscCall(fe_vector_get(body, vector, values));
    archive_array(archive, name, values, count * sizeof *values);
    if (archive_restores(archive)) PetscCall(fe_vector_set(body, values, vector));
    PetscCall(PetscFree(values));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_serialise_first(Archive *archive, const char *name, void *at, size_t size) {
    void *dropped = NULL;
    PetscFunctionBeginUser;
    if (!at && archive) PetscCall(PetscMalloc(size + 1, &dropped));
    archive_array(archive, name, at ? at : dropped, size);
    PetscCall(PetscFree(dropped));
    PetscFunctionReturn(0);
}

static JudderErr serialise_inner_out(Archive *archive, const char *name, FeSerialise *inner, void *context) {
    Archive *own = NULL;
    TRY(archive_create(&own));
    JudderErr err = inner(context, own);
    if (err == JUDDER_OK) err = archive_state(own);
    if (err == JUDDER_OK) {
        size_t size;
        const void *bytes = archive_bytes(own, &size);
        archive_count(archive, name, size, 1);
        archive_array(archive, name, (void *)bytes, size); /* goes out only */
    }
    archive_destroy(&own);
    return err;
}

static JudderErr serialise_inner_in(Archive *archive, const char *name, FeSerialise *inner, void *context) {
    Archive *own = NULL;
    const size_t size = archive_count(archive, name, 0, 1);
    void *bytes = malloc(size + 1);
    REQUIRE(bytes, error_memory());
    archive_array(archive, name, bytes, size);
    if (!context || archive_state(archive) != JUDDER_OK) {
        free(bytes);
        return archive_state(archive);
    }
    TRY(archive_open(bytes, size, &own));
    JudderErr err = inner(context, own);
    if (err == JUDDER_OK) err = archive_state(own);
    archive_destroy(&own);
    return err;
}

PetscErrorCode fe_serialise_inner(Archive *archive, const char *name, FeSerialise *inner, void *context) {
    PetscFunctionBeginUser;
    if (archive_restores(archive))
        PetscCall(fe_code(serialise_inner_in(archive, name, inner, context)));
    else if (archive)
        PetscCall(fe_code(serialise_inner_out(archive, name, inner, context)));
    PetscFunctionReturn(0);
}
