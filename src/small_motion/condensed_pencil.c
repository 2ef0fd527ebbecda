/* The condensed motion in the two forms in which questions are asked of it: as a pencil of the slip rates,
 * and as a motion without free dofs. */
#include "small_motion/condense.h"

#include <stdlib.h>

static int direction_of(const Condenser *c, const SmallMotion *motion, int i) {
    const int *which;
    condenser_contacts(c, &which);
    return motion->contact[which[i]].direction;
}

JudderErr condenser_pencil_at(void *condenser, double z, double *A, double *B) {
    const Condenser *c = condenser;
    const SmallMotion *motion = condenser_motion(c);
    const int n = condenser_contacts(c, NULL), m = 2 * n;
    REQUIRE(condenser_grazing(c) == 0, error_input("state", "grazing contacts have no pencil of slip rates"));
    SCOPED_FREE double *S = malloc(((size_t)m * (size_t)m + 1) * sizeof *S);
    REQUIRE(S, error_memory());
    const JudderErr err = condenser_at(c, z, S);
    for (int i = 0; i < n && err == JUDDER_OK; i++)
        for (int j = 0; j < n; j++) {
            const int s_i = direction_of(c, motion, i), s_j = direction_of(c, motion, j);
            A[i * n + j] = s_i * S[(2 * i + 1) * m + 2 * j + 1] * s_j; /* (ST-4) */
            B[i * n + j] = S[2 * i * m + 2 * j + 1] * s_j;
        }
    return err;
}

JudderErr condenser_normals_at(void *condenser, double z, double *C) {
    const Condenser *c = condenser;
    const int n = condenser_contacts(c, NULL), m = 2 * n;
    SCOPED_FREE double *S = malloc(((size_t)m * (size_t)m + 1) * sizeof *S);
    REQUIRE(S, error_memory());
    const JudderErr err = condenser_at(c, z, S);
    for (int i = 0; i < n && err == JUDDER_OK; i++)
        for (int j = 0; j < n; j++) C[i * n + j] = S[2 * i * m + 2 * j];
    return err;
}

JudderErr condenser_pencil_load(const Condenser *condenser, double *a, double *b) {
    const int n = condenser_contacts(condenser, NULL);
    SCOPED_FREE double *load = malloc((2 * (size_t)n + 1) * sizeof *load);
    REQUIRE(load, error_memory());
    const JudderErr err = condenser_load(condenser, load);
    for (int i = 0; i < n && err == JUDDER_OK; i++) {
        a[i] = direction_of(condenser, condenser_motion(condenser), i) * load[2 * i + 1];
        b[i] = load[2 * i];
    }
    return err;
}

JudderErr condenser_pencil_expand(const Condenser *condenser, double z, bool loaded, const double *xi,
                                  double *V) {
    const int n = condenser_contacts(condenser, NULL);
    double *V_c = calloc(2 * (size_t)n + 1, sizeof *V_c);
    REQUIRE(V_c, error_memory());
    for (int i = 0; i < n; i++)
        V_c[2 * i + 1] = direction_of(condenser, condenser_motion(condenser), i) * xi[i];
    const JudderErr err = condenser_expand(condenser, z, loaded, V_c, V);
    free(V_c);
    return err;
}

JudderErr condensed_motion_create(const Condenser *condenser, double z, CondensedMotion *condensed) {
    const int *which;
    const int n = condenser_contacts(condenser, &which);
    const size_t m = 2 * (size_t)n;
    *condensed = (CondensedMotion){.K = malloc((m * m + 1) * sizeof(double)),
                                   .load = malloc((m + 1) * sizeof(double)),
                                   .contact = calloc((size_t)n + 1, sizeof(SmallContact))};
    const bool memory = condensed->K && condensed->load && condensed->contact;
    JudderErr err = memory ? condenser_at(condenser, z, condensed->K) : error_memory();
    if (err == JUDDER_OK) err = condenser_load(condenser, condensed->load);
    if (err != JUDDER_OK) {
        condensed_motion_release(condensed);
        return err;
    }
    for (int i = 0; i < n; i++) {
        SmallContact *contact = &condensed->contact[i];
        *contact = condenser_motion(condenser)->contact[which[i]];
        contact->normal = 2 * i;
        contact->tangent = 2 * i + 1;
        contact->curvature = 0; /* already in K */
    }
    condensed->motion = (SmallMotion){
        .n = 2 * n, .K = condensed->K, .contacts = n, .contact = condensed->contact, .load = condensed->load};
    return JUDDER_OK;
}

void condensed_motion_release(CondensedMotion *condensed) {
    free(condensed->K);
    free(condensed->load);
    free(condensed->contact);
    *condensed = (CondensedMotion){0};
}
