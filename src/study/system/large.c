/* Systems of more dofs than dense matrices are good for: read as triplets here, computed by the companion. */
#include "study/system/system_model.h"

#include "study/matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool system_is_large(const Block *model) {
    const SystemParams *p = model->params;
    return matrix_file_rows(&p->stiffness) > SMALL_MOTION_MOST;
}

void system_large_destroy(SystemLarge **large) {
    if (!*large) return;
    triplets_release(&(*large)->K);
    triplets_release(&(*large)->M);
    triplets_release(&(*large)->C);
    free(*large);
    *large = NULL;
}

static JudderErr load_other(const Block *model, const char *key, const Matrix *matrix, int n, Triplets *t) {
    if (!matrix->at && !matrix->from.word) return JUDDER_OK;
    TRY(matrix_load_sparse(model, key, matrix, t));
    REQUIRE(t->rows == n,
            block_locate(model, error_input(key,
                                            "%s has %d rows and the stiffness %d: both must be of "
                                            "one order",
                                            key, t->rows, n)));
    return JUDDER_OK;
}

static JudderErr load_damping(const Block *model, const Matrix *damping, SystemLarge *large) {
    if (damping->from.word != &rayleigh_word)
        return load_other(model, "damping", damping, large->n, &large->C);
    const Rayleigh *rayleigh = damping->from.params;
    REQUIRE(large->M.rows > 0 || rayleigh->mass == 0,
            block_locate(&damping->from,
                         error_input("mass", "rayleigh{} asks for the mass, which is not given")));
    large->mass_part = rayleigh->mass;
    large->stiffness_part = rayleigh->stiffness;
    return JUDDER_OK;
}

static int by_place(const void *a, const void *b) {
    const long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}

/* An entry and its place; places in the lower half are turned over. */
typedef struct Entry {
    long long place;
    double value;
} Entry;

/* The largest |A_ij - A_ji|, relative to the largest entry. */
static JudderErr asymmetry_of(const Triplets *t, double *asymmetry) {
    Entry *entry = malloc((t->count + 1) * sizeof *entry);
    REQUIRE(entry, error_memory());
    double largest = 0, worst = 0;
    for (size_t i = 0; i < t->count; i++) {
        const bool below = t->row[i] > t->column[i], on = t->row[i] == t->column[i];
        const long long high = below ? t->column[i] : t->row[i], low = below ? t->row[i] : t->column[i];
        entry[i] = (Entry){high * t->rows + low, on ? 0 : below ? -t->value[i] : t->value[i]};
        largest = fmax(largest, fabs(t->value[i]));
    }
    qsort(entry, t->count, sizeof *entry, by_place);
    for (size_t i = 0, next; i < t->count; i = next) {
        double sum = 0;
        for (next = i; next < t->count && entry[next].place == entry[i].place; next++)
            sum += entry[next].value;
        worst = fmax(worst, fabs(sum));
    }
    free(entry);
    *asymmetry = largest > 0 ? worst / largest : 0;
    return JUDDER_OK;
}

/* The contacts that may slip, as the notes want them. */
static JudderErr list_slipping(SystemPrepared *made) {
    const size_t contacts = (size_t)made->motion.contacts;
    made->position = calloc(contacts + 1, sizeof *made->position);
    made->mu = calloc(contacts + 1, sizeof *made->mu);
    REQUIRE(made->position && made->mu, error_memory());
    for (int i = 0; i < made->motion.contacts; i++) {
        if (made->contact[i].state != SMALL_CONTACT_SLIP) continue;
        made->position[made->count] = i + 1;
        made->mu[made->count++] = made->contact[i].mu;
    }
    return JUDDER_OK;
}

JudderErr system_make_large(const Block *model, SystemPrepared *made) {
    const SystemParams *p = made->params;
    SystemLarge *large = made->large = calloc(1, sizeof *large);
    REQUIRE(large, error_memory());
    TRY(matrix_load_sparse(model, "stiffness", &p->stiffness, &large->K));
    large->n = made->motion.n = large->K.rows;
    TRY(load_other(model, "mass", &p->mass, large->n, &large->M));
    TRY(load_damping(model, &p->damping, large));
    TRY(system_read_contacts(model, made));
    TRY(list_slipping(made));
    double mass = 0;
    TRY(asymmetry_of(&large->K, &large->asymmetry));
    if (large->M.rows > 0) TRY(asymmetry_of(&large->M, &mass));
    REQUIRE(
        mass <= 1e-9,
        block_locate(model, error_input("mass", "mass is not symmetric, by %g of its largest entry", mass)));
    made->asymmetry = large->asymmetry;
    return JUDDER_OK;
}

static JudderErr refuse(const StudyRun *run, const char *key, const char *why) {
    return block_locate(run->study, error_input(key, "%s %s", key, why));
}

static JudderErr check_states(const StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    int slipping = 0;
    for (int i = 0; i < s->motion.contacts; i++) {
        slipping += s->contact[i].state == SMALL_CONTACT_SLIP;
        REQUIRE(s->contact[i].state != SMALL_CONTACT_GRAZING,
                system_locate_contact(
                    s, i,
                    error_input("state",
                                "contact %d grazes: in a system of more than %d dofs contacts slip, "
                                "stick or are open",
                                i + 1, SMALL_MOTION_MOST)));
    }
    REQUIRE(slipping > 0,
            block_locate(run->study, error_input(NULL, "stability needs a contact in the state slip")));
    return JUDDER_OK;
}

JudderErr system_check_large(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    const bool growth = block_gives(run->study, "growth"), flutter = block_gives(run->study, "flutter");
    REQUIRE(!p->rate, refuse(run, "rate", "is for systems of at most 2000 dofs"));
    REQUIRE(p->critical_mu || p->classes || growth || flutter,
            block_locate(run->study,
                         error_input(NULL, "stability asks for nothing: allowed for a system of this size "
                                           "are critical_mu, growth, classes, flutter")));
    REQUIRE(p->at.choice == STABILITY_AT_END && p->at.numbers.count == 0,
            refuse(run, "at", "is for bodies that follow a path"));
    REQUIRE(!block_gives(run->study, "across"), refuse(run, "across", "is for bodies in 3-D"));
    TRY(check_states(run));
    REQUIRE(s->large->M.rows > 0 || !growth, refuse(run, "growth", "needs the mass of the system"));
    REQUIRE(s->large->M.rows > 0 || !flutter, refuse(run, "flutter", "needs the mass of the system"));
    if (p->classes) TRY(system_need_mu(run, "classes", false));
    if (growth && isnan(p->growth.mu)) TRY(system_need_mu(run, "growth", false));
    if (flutter) TRY(system_refuse_flutter_fields(run));
    if (flutter && isnan(p->flutter.mu)) TRY(system_need_mu(run, "flutter", false));
    double mu;
    if (flutter) TRY(system_flutter_mu(run, &mu));
    snprintf(run->note, sizeof run->note, "stability of %d dofs with %d contacts, by judder-fe:%s%s%s%s",
             s->motion.n, s->motion.contacts, p->critical_mu ? " critical mu" : "", growth ? " growth" : "",
             p->classes ? " classes" : "", flutter ? " flutter" : "");
    return JUDDER_OK;
}
