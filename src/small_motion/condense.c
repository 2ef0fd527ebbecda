#include "small_motion/condense.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <stdlib.h>
#include <string.h>

struct Condenser {
    const SmallMotion *motion;
    double *K;
    int contacts, grazing, frees;
    int *which; /* contacts that are left */
    int *kept;  /* their dofs: normal, tangent, normal, ... */
    int *free;  /* dofs of no contact, or of an open one */
    bool free_is_stable;
};

static double condense_entry(const Condenser *c, double z, int i, int j) {
    const size_t at = (size_t)i * (size_t)c->motion->n + (size_t)j;
    return c->K[at] + (z != 0 ? z * c->motion->M[at] : 0);
}

static void list_dofs(Condenser *c) {
    const SmallMotion *motion = c->motion;
    for (int i = 0; i < motion->n; i++) c->free[i] = 1;
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *contact = &motion->contact[i];
        if (contact->state == SMALL_CONTACT_OPEN) continue;
        c->free[contact->normal] = c->free[contact->tangent] = 0;
        if (contact->state == SMALL_CONTACT_STUCK) continue;
        c->kept[2 * c->contacts] = contact->normal;
        c->kept[2 * c->contacts + 1] = contact->tangent;
        c->which[c->contacts++] = i;
        c->grazing += contact->state == SMALL_CONTACT_GRAZING;
    }
    for (int i = 0; i < motion->n; i++)
        if (c->free[i]) c->free[c->frees++] = i;
}

/* J_ff, to be freed. */
static double *free_part(const Condenser *c, double z) {
    const size_t n = (size_t)c->frees;
    double *J = malloc((n * n + 1) * sizeof *J);
    for (size_t i = 0; J && i < n; i++)
        for (size_t j = 0; j < n; j++) J[i * n + j] = condense_entry(c, z, c->free[i], c->free[j]);
    return J;
}

static JudderErr ask_free_part(Condenser *c) {
    c->free_is_stable = true;
    if (c->frees == 0) return JUDDER_OK;
    double *J = free_part(c, 0);
    REQUIRE(J, error_memory());
    const JudderErr err = dense_is_positive_definite(c->frees, J, 0, &c->free_is_stable);
    free(J);
    return err;
}

static JudderErr condense_fill(Condenser *c) {
    const size_t n = (size_t)c->motion->n, contacts = (size_t)c->motion->contacts;
    REQUIRE(ROOM_TAKE(ROOM(c->K, n * n), ROOM(c->free, n), ROOM(c->which, contacts + 1),
                      ROOM(c->kept, 2 * contacts + 1)),
            error_memory());
    small_motion_stiffness(c->motion, c->K);
    list_dofs(c);
    return ask_free_part(c);
}

JudderErr condenser_create(const SmallMotion *motion, Condenser **condenser) {
    Condenser *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->motion = motion;
    const JudderErr err = condense_fill(made);
    if (err != JUDDER_OK)
        condenser_destroy(&made);
    else
        *condenser = made;
    return err;
}

void condenser_destroy(Condenser **condenser) {
    Condenser *c = *condenser;
    if (!c) return;
    free(c->K);
    free(c);
    *condenser = NULL;
}

const SmallMotion *condenser_motion(const Condenser *condenser) {
    return condenser->motion;
}
int condenser_contacts(const Condenser *condenser, const int **which) {
    if (which) *which = condenser->which;
    return condenser->contacts;
}
int condenser_grazing(const Condenser *condenser) {
    return condenser->grazing;
}
bool condenser_free_is_stable(const Condenser *condenser) {
    return condenser->free_is_stable;
}

CondenserParts condenser_parts(const Condenser *condenser) {
    return (CondenserParts){condenser->frees, condenser->free, condenser->kept, condenser->K};
}

/* Factors of J_ff; *factor stays NULL where nothing is free. */
static JudderErr factor_free(const Condenser *c, double z, DenseFactor **factor) {
    *factor = NULL;
    if (c->frees == 0) return JUDDER_OK;
    double *J = free_part(c, z);
    REQUIRE(J, error_memory());
    bool singular = false;
    const JudderErr err = dense_factor_create(c->frees, J, factor, &singular);
    free(J);
    TRY(err);
    if (!singular) return JUDDER_OK;
    dense_factor_destroy(factor);
    return error_input("stiffness",
                       "the dofs that no contact holds can move without any force at lam^2 = %g: "
                       "their part of the stiffness is singular",
                       z);
}

/* A column of J for the free dofs, solved: x = J_ff^-1 J_fj. */
static JudderErr solve_column(const Condenser *c, const DenseFactor *factor, double z, int column,
                              double *x) {
    for (int i = 0; i < c->frees; i++) x[i] = condense_entry(c, z, c->free[i], column);
    return factor ? dense_factor_solve(factor, x) : JUDDER_OK;
}

static JudderErr condense_columns(const Condenser *c, const DenseFactor *factor, double z, double *S) {
    const int m = 2 * c->contacts;
    const size_t frees = (size_t)c->frees;
    double *x = malloc(((size_t)m * frees + frees + 1) * sizeof *x), *rows = x + frees;
    REQUIRE(x, error_memory());
    JudderErr err = JUDDER_OK;
    for (int i = 0; i < m; i++)
        for (size_t f = 0; f < frees; f++)
            rows[(size_t)i * frees + f] = condense_entry(c, z, c->kept[i], c->free[f]);
    for (int j = 0; j < m && err == JUDDER_OK; j++) {
        err = solve_column(c, factor, z, c->kept[j], x);
        for (int i = 0; i < m; i++)
            S[i * m + j] = condense_entry(c, z, c->kept[i], c->kept[j]) -
                           dense_dot(c->frees, rows + (size_t)i * frees, x);
    }
    free(x);
    return err;
}

JudderErr condenser_at(const Condenser *condenser, double z, double *S) {
    REQUIRE(z == 0 || condenser->motion->M, error_input("mass", "motions that grow need the mass"));
    DenseFactor *factor;
    TRY(factor_free(condenser, z, &factor));
    const JudderErr err = condense_columns(condenser, factor, z, S);
    dense_factor_destroy(&factor);
    return err;
}

/* x = J_ff^-1 (l_f - J_fc V_c); V_c NULL: without contacts. */
static JudderErr solve_free(const Condenser *c, double z, bool loaded, const double *V_c, double *x) {
    DenseFactor *factor;
    TRY(factor_free(c, z, &factor));
    for (int f = 0; f < c->frees; f++) {
        x[f] = loaded && c->motion->load ? c->motion->load[c->free[f]] : 0;
        for (int j = 0; V_c && j < 2 * c->contacts; j++)
            x[f] -= condense_entry(c, z, c->free[f], c->kept[j]) * V_c[j];
    }
    const JudderErr err = factor ? dense_factor_solve(factor, x) : JUDDER_OK;
    dense_factor_destroy(&factor);
    return err;
}

JudderErr condenser_load(const Condenser *condenser, double *load) {
    const Condenser *c = condenser;
    memset(load, 0, 2 * (size_t)c->contacts * sizeof *load);
    if (!c->motion->load) return JUDDER_OK;
    SCOPED_FREE double *x = malloc(((size_t)c->frees + 1) * sizeof *x);
    REQUIRE(x, error_memory());
    const JudderErr err = solve_free(c, 0, true, NULL, x);
    for (int i = 0; i < 2 * c->contacts && err == JUDDER_OK; i++) {
        load[i] = c->motion->load[c->kept[i]];
        for (int f = 0; f < c->frees; f++) load[i] -= condense_entry(c, 0, c->kept[i], c->free[f]) * x[f];
    }
    return err;
}

JudderErr condenser_expand(const Condenser *condenser, double z, bool loaded, const double *V_c, double *V) {
    const Condenser *c = condenser;
    SCOPED_FREE double *x = malloc(((size_t)c->frees + 1) * sizeof *x);
    REQUIRE(x, error_memory());
    const JudderErr err = solve_free(c, z, loaded, V_c, x);
    memset(V, 0, (size_t)c->motion->n * sizeof *V);
    for (int i = 0; i < 2 * c->contacts; i++) V[c->kept[i]] = V_c[i];
    for (int f = 0; f < c->frees; f++) V[c->free[f]] = x[f];
    return err;
}
