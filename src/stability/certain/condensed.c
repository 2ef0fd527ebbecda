#include "stability/certain/condensed.h"

#include "stability/certain/enclosed.h"
#include "stability/certain/rest.h"

#include <stdlib.h>

/* The dofs in the order of condenser_matrices. */
static JudderErr system_of(const Condenser *c, EnclosedSystem *system) {
    const int n = condenser_contacts(c, NULL), frees = condenser_parts(c).frees;
    const int *which;
    REQUIRE(condenser_grazing(c) == 0, error_input("state", "grazing contacts have no pencil of slip rates"));
    condenser_contacts(c, &which);
    *system = (EnclosedSystem){.n = n, .contact = malloc(((size_t)n + 1) * sizeof *system->contact)};
    REQUIRE(system->contact, error_memory());
    for (int i = 0; i < n; i++)
        system->contact[i] = (EnclosedContact){frees + 2 * i, frees + 2 * i + 1,
                                               condenser_motion(c)->contact[which[i]].direction};
    const JudderErr err = condenser_matrices(c, &system->K, &system->M);
    if (err != JUDDER_OK) enclosed_release(system);
    return err;
}

static JudderErr enclose_sum(const Condenser *c, EnclosedWeights weights, const PencilBox *box,
                             bool *enclosed) {
    EnclosedSystem system;
    TRY(system_of(c, &system));
    const JudderErr err = enclosed_box(&system, weights, box, enclosed);
    enclosed_release(&system);
    return err;
}

static JudderErr condensed_enclose(void *condenser, double z, const PencilBox *box, bool *enclosed) {
    return enclose_sum(condenser, (EnclosedWeights){1, z}, box, enclosed);
}

static JudderErr enclose_inverse(void *condenser, double t, const PencilBox *box, bool *enclosed) {
    return enclose_sum(condenser, (EnclosedWeights){t, 1}, box, enclosed);
}

/* K with one more dof, the load: S of the contacts and it is minus the condensed load. */
static JudderErr with_load(const EnclosureMatrix *K, const double *load, EnclosureMatrix **made) {
    const size_t n = (size_t)K->n;
    size_t at = 0;
    TRY(enclosure_matrix_create(K->n + 1, K->start[n] + 2 * n, K->radius != NULL, made));
    EnclosureMatrix *all = *made;
    for (size_t i = 0; i < n; i++) {
        all->start[i] = at;
        for (size_t k = K->start[i]; k < K->start[i + 1]; k++, at++) {
            all->column[at] = K->column[k];
            all->value[at] = K->value[k];
            if (K->radius) all->radius[at] = K->radius[k];
        }
        all->column[at] = K->n;
        if (K->radius) all->radius[at] = 0;
        all->value[at++] = -load[i];
    }
    all->start[n] = at;
    for (size_t i = 0; i < n; i++) {
        all->column[at] = (int)i;
        if (K->radius) all->radius[at] = 0;
        all->value[at++] = -load[i];
    }
    all->start[n + 1] = at;
    all->symmetric = K->symmetric;
    return JUDDER_OK;
}

/* The column of the load in S, and its radii: 2 n + 1 numbers each, the normal and the tangent of each. */
static JudderErr condense_load(const Condenser *c, const EnclosedSystem *system, double *S, bool *enclosed) {
    const CondenserParts parts = condenser_parts(c);
    const int kept = 2 * system->n + 1, wanted = kept - 1;
    const double *load = condenser_motion(c)->load;
    SCOPED_FREE double *own = calloc((size_t)(parts.frees + kept), sizeof *own);
    SCOPED_FREE int *row = malloc((size_t)kept * sizeof *row);
    SCOPED(enclosure_matrix_destroy) EnclosureMatrix *all = NULL;
    for (int i = 0; i < parts.frees && own && load; i++) own[i] = load[parts.free[i]];
    for (int i = 0; i < kept && own && row; i++) {
        row[i] = parts.frees + i;
        if (i < wanted && load) own[row[i]] = load[parts.kept[i]];
    }
    JudderErr err = own && row ? with_load(system->K, own, &all) : error_memory();
    EnclosureAnswer answer = {.S = S, .S_D = S + kept};
    const EnclosureQuestion question = {.J = all, .kept = kept, .row = row, .columns = 1, .wanted = &wanted};
    if (err == JUDDER_OK) err = enclosure_condense(&question, &answer);
    *enclosed = err == JUDDER_OK && answer.enclosed;
    return err;
}

JudderErr condenser_enclose_load(const Condenser *condenser, const EnclosedLoad *load, bool *enclosed) {
    SCOPED(enclosed_release) EnclosedSystem system = {0};
    *enclosed = false;
    TRY(system_of(condenser, &system));
    const int kept = 2 * system.n + 1;
    SCOPED_FREE double *S = malloc(2 * (size_t)kept * sizeof *S);
    const JudderErr err = S ? condense_load(condenser, &system, S, enclosed) : error_memory();
    for (int i = 0; i < system.n && *enclosed; i++) {
        load->a[i] = -system.contact[i].direction * S[2 * i + 1];
        load->b[i] = -S[2 * i];
        load->a_D[i] = S[kept + 2 * i + 1];
        load->b_D[i] = S[kept + 2 * i];
    }
    return err;
}

static JudderErr mass_is_semidefinite(void *condenser, bool *proved) {
    SCOPED(enclosed_release) EnclosedSystem system = {0};
    TRY(system_of(condenser, &system));
    return enclosed_mass_is_semidefinite(&system, proved);
}

/* (PR-4): by the condensed matrix where what follows is definite; a free motion that falls by itself says it
 * without. */
static JudderErr rest_of(void *condenser, PencilRest *rest) {
    const Pencil pencil = condenser_pencil(condenser);
    bool unstable = false;
    TRY(pencil_rest(&pencil, rest));
    if (*rest != REST_UNDECIDED) return JUDDER_OK;
    TRY(condenser_free_is_unstable(condenser, &unstable));
    if (unstable) *rest = REST_UNSTABLE;
    return JUDDER_OK;
}

Pencil condenser_pencil(Condenser *condenser) {
    const bool mass = condenser_motion(condenser)->M != NULL;
    return (Pencil){.n = condenser_contacts(condenser, NULL),
                    .at = condenser_pencil_at,
                    .context = condenser,
                    .enclose = condensed_enclose,
                    .enclose_inverse = mass ? enclose_inverse : NULL,
                    .rest = rest_of,
                    .mass_is_semidefinite = mass ? mass_is_semidefinite : NULL};
}
