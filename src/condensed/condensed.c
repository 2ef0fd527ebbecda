#include "condensed/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const condensed_node_names[] = {"open", "stick", "slip-", "slip+", "slip", NULL};
const char *const condensed_outcome_names[] = {"solved",   "cycled", "ray",     "none",
                                               "singular", "limit",  "stopped", NULL};

static JudderErr check_numbers(const CondensedProblem *p) {
    const size_t size = (size_t)(p->n * p->dim);
    for (size_t k = 0; k < size * size; k++)
        REQUIRE(isfinite(p->S[k]), error_input(NULL, "the condensed stiffness has an invalid number"));
    for (size_t k = 0; k < size; k++)
        REQUIRE(p->S[k * size + k] > 0,
                error_input(NULL, "the condensed stiffness has %g on its diagonal: above 0 is needed",
                            p->S[k * size + k]));
    for (int i = 0; i < p->n; i++) {
        REQUIRE(isfinite(p->gap[i]), error_input(NULL, "the gap of a contact node is not a number"));
        REQUIRE(p->mu[i] >= 0 && isfinite(p->mu[i]),
                error_input("mu", "%g at a contact node: at least 0 is needed", p->mu[i]));
        REQUIRE(p->area[i] > 0 && isfinite(p->area[i]),
                error_input(NULL, "a contact node has area %g: above 0 is needed", p->area[i]));
    }
    return JUDDER_OK;
}

static JudderErr check_problem(const CondensedProblem *p) {
    REQUIRE(p->dim == 2 || p->dim == 3, error_input(NULL, "contact in %d dimensions: 2 or 3", p->dim));
    REQUIRE(p->n > 0 && p->n <= 20000,
            error_input(NULL, "%d contact nodes: 1 to 20000 can be condensed", p->n));
    REQUIRE(p->contact && (p->contact_count == 1 || p->contact_count == p->n),
            error_input("law", "%d contact laws for %d contact nodes: one for all, or one each",
                        p->contact ? p->contact_count : 0, p->n));
    for (int i = 0; i < p->contact_count; i++) {
        const Contact *contact = &p->contact[i];
        REQUIRE(contact->law, error_input("law", "no law of contact is given"));
        if (contact->law->check) TRY(contact->law->check(contact));
    }
    return check_numbers(p);
}

static JudderErr allocate(Condensed *c) {
    double **const vectors[] = {&c->k,      &c->F,      &c->before, &c->w,        &c->r,      &c->b,
                                &c->x,      &c->Sx,     &c->best_w, &c->solved_w, &c->rate_u, &c->rate_r,
                                &c->rate_F, &c->from_F, &c->f,      &c->obstacle};
    bool memory = true;
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        *vectors[k] = calloc((size_t)c->size, sizeof(double));
        memory = memory && *vectors[k];
    }
    const size_t n = (size_t)c->problem.n;
    c->node = calloc(n, sizeof *c->node);
    c->start = calloc(n, sizeof *c->start);
    c->chosen = calloc(n, sizeof *c->chosen);
    c->was = calloc(n, sizeof *c->was);
    c->kind = calloc(n, sizeof *c->kind);
    c->several = calloc(COUNT_ROOM, sizeof *c->several);
    REQUIRE(memory && c->several && c->node && c->start && c->chosen && c->was && c->kind, error_memory());
    TRY(condensed_state_create(&c->problem, &c->kept));
    return rows_create(c->problem.n, c->problem.dim, c->problem.S, &c->rows);
}

JudderErr condensed_create(const CondensedProblem *problem, Condensed **solver) {
    TRY(check_problem(problem));
    Condensed *c = calloc(1, sizeof *c);
    REQUIRE(c, error_memory());
    c->problem = *problem;
    c->size = problem->n * problem->dim;
    const JudderErr err = allocate(c);
    if (err != JUDDER_OK) {
        condensed_destroy(&c);
        return err;
    }
    for (size_t j = 0; j < (size_t)c->size; j++) c->k[j] = problem->S[j * (size_t)c->size + j];
    c->plane_rigid = c->straight = problem->dim == 2;
    for (int i = 0; i < problem->contact_count; i++) {
        const Contact *contact = &problem->contact[i];
        c->plane_rigid = c->plane_rigid && contact->law->rigid;
        c->straight = c->straight && (!contact->law->straight || contact->law->straight(contact));
    }
    *solver = c;
    return JUDDER_OK;
}

void condensed_destroy(Condensed **solver) {
    Condensed *c = *solver;
    if (!c) return;
    void *const arrays[] = {c->k,      c->F,      c->before, c->w,        c->r,       c->b,
                            c->x,      c->Sx,     c->best_w, c->solved_w, c->rate_u,  c->rate_r,
                            c->rate_F, c->from_F, c->f,      c->obstacle, c->several, c->node,
                            c->start,  c->chosen, c->was,    c->kind};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    condensed_state_destroy(&c->kept);
    rows_destroy(&c->rows);
    free(c);
    *solver = NULL;
}

JudderErr condensed_state_create(const CondensedProblem *problem, CondensedState **state) {
    CondensedState *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const size_t n = (size_t)problem->n, size = n * (size_t)problem->dim;
    *made = (CondensedState){.n = problem->n, .dim = problem->dim};
    made->u = calloc(size, sizeof *made->u);
    made->r = calloc(size, sizeof *made->r);
    made->w = calloc(size, sizeof *made->w);
    made->node = calloc(n, sizeof *made->node);
    if (!made->u || !made->r || !made->w || !made->node) {
        condensed_state_destroy(&made);
        return error_memory();
    }
    for (size_t i = 0; i < n; i++)
        made->node[i] = problem->gap[i] > 0 && condensed_contact(problem, (int)i)->law->rigid
                            ? CONDENSED_OPEN
                            : CONDENSED_STICK;
    *state = made;
    return JUDDER_OK;
}

void condensed_state_destroy(CondensedState **state) {
    if (!*state) return;
    free((*state)->u);
    free((*state)->r);
    free((*state)->w);
    free((*state)->node);
    free(*state);
    *state = NULL;
}

void condensed_state_copy(CondensedState *to, const CondensedState *from) {
    const size_t size = (size_t)(from->n * from->dim) * sizeof(double);
    to->s = from->s;
    to->at = from->at;
    memcpy(to->u, from->u, size);
    memcpy(to->r, from->r, size);
    memcpy(to->w, from->w, size);
    memcpy(to->node, from->node, (size_t)from->n * sizeof *to->node);
}

void condensed_multiply(const Condensed *c, const double *x, double *y) {
    dense_multiply(c->size, c->problem.S, x, y);
}

void condensed_relative_load(Condensed *c, const CondensedLoad *load, double *F) {
    if (!load->obstacle) {
        memcpy(F, load->f, (size_t)c->size * sizeof *F);
        return;
    }
    condensed_multiply(c, load->obstacle, F);
    for (int j = 0; j < c->size; j++) F[j] = load->f[j] - F[j];
}

double condensed_scale(const Condensed *c, const double *F, const double *w) {
    double scale = 0;
    for (int j = 0; j < c->size; j++) scale = fmax(scale, fabs(F[j]) + c->k[j] * fabs(w[j]));
    return scale;
}

double condensed_point_scale(const Condensed *c, const double *w) {
    return fmax(c->floor, condensed_scale(c, c->F, w));
}
