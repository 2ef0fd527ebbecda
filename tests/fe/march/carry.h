/* The state of one march into another, as through a checkpoint; and two marches compared to the last bit. */
#ifndef JUDDER_TESTS_FE_MARCH_CARRY_H
#define JUDDER_TESTS_FE_MARCH_CARRY_H

#include "fe/fe_test.h"

#include "fe/march/march.h"

/* The first rank's bytes to every rank; to be freed. */
static inline void *state_of(const FeMarchMethod *method, void *engine, unsigned long *size) {
    Archive *out = NULL;
    size_t bytes = 0;
    const void *at = NULL;
    if (fe_rank() == 0) assert_int_equal(archive_create(&out), JUDDER_OK);
    GOOD(method->serialise(engine, out));
    if (out) at = archive_bytes(out, &bytes);
    *size = bytes;
    MPI_Bcast(size, 1, MPI_UNSIGNED_LONG, 0, PETSC_COMM_WORLD);
    void *copy = calloc(*size + 1, 1);
    if (out) memcpy(copy, at, bytes);
    MPI_Bcast(copy, (int)*size, MPI_BYTE, 0, PETSC_COMM_WORLD);
    archive_destroy(&out);
    return copy;
}

static inline JudderErr take_state(const FeMarchMethod *method, void *engine, const void *bytes,
                                   size_t size) {
    Archive *in = NULL;
    void *copy = malloc(size + 1);
    memcpy(copy, bytes, size);
    assert_int_equal(archive_open(copy, size, &in), JUDDER_OK);
    const JudderErr err = fe_error(method->serialise(engine, in));
    archive_destroy(&in);
    return err;
}

static inline void carry(const FeMarchMethod *method, void *from, void *to) {
    unsigned long size;
    void *bytes = state_of(method, from, &size);
    assert_int_equal(take_state(method, to, bytes, size), JUDDER_OK);
    free(bytes);
}

static inline void assert_same_march(const FeMarchNow *a, const FeMarchNow *b) {
    assert_int_equal(a->step, b->step);
    if (fe_rank() != 0) return;
    for (int i = 0; i < a->n * a->dim; i++) {
        assert_exact(a->u[i], b->u[i]);
        assert_exact(a->v[i], b->v[i]);
        assert_exact(a->r[i], b->r[i]);
    }
    assert_memory_equal(a->node, b->node, (size_t)a->n * sizeof *a->node);
    assert_memory_equal(&a->energy, &b->energy, sizeof a->energy);
    assert_memory_equal(&a->report, &b->report, sizeof a->report);
}

#endif
