/* Problems with few nodes, random problems, and a watcher that remembers what it saw. */
#ifndef JUDDER_TESTS_CONDENSED_CASES_H
#define JUDDER_TESTS_CONDENSED_CASES_H

#include "condensed/path.h"
#include "judder_test.h"
#include "random.h"

#include <stdlib.h>

enum { CASE_MOST = 40, CASE_DOFS = 3 * CASE_MOST };

typedef struct Case {
    CondensedProblem problem;
    Contact contact; /* of all nodes, unless the problem is given others */
    double S[CASE_DOFS * CASE_DOFS], gap[CASE_MOST], mu[CASE_MOST], area[CASE_MOST];
    double f[4][CASE_DOFS], obstacle[4][CASE_DOFS]; /* loads to go through */
    Condensed *solver;
    CondensedState *state;
    CondensedPathReport report;
} Case;

static inline void case_make(Case *c, int n, int dim) {
    memset(c, 0, sizeof *c);
    c->contact = (Contact){.law = &unilateral_contact};
    c->problem = (CondensedProblem){.n = n,
                                    .dim = dim,
                                    .S = c->S,
                                    .gap = c->gap,
                                    .mu = c->mu,
                                    .area = c->area,
                                    .contact_count = 1,
                                    .contact = &c->contact};
    for (int i = 0; i < n; i++) c->area[i] = 1;
}

static inline void case_open(Case *c) {
    assert_int_equal(condensed_create(&c->problem, &c->solver), JUDDER_OK);
    assert_int_equal(condensed_state_create(&c->problem, &c->state), JUDDER_OK);
}

static inline void case_close(Case *c) {
    condensed_destroy(&c->solver);
    condensed_state_destroy(&c->state);
}

static inline CondensedLoad case_load(const Case *c, int k) {
    return (CondensedLoad){.f = c->f[k], .obstacle = c->obstacle[k]};
}

/* From load number `from` to number `to`. */
static inline CondensedOutcome case_follow(Case *c, int from, int to, int steps,
                                           const CondensedWatch *watch) {
    const CondensedSegment segment = {case_load(c, from), case_load(c, to), steps, NULL, false};
    assert_int_equal(condensed_path(c->solver, &segment, watch, c->state, &c->report), JUDDER_OK);
    return c->report.outcome;
}

/* One node in the plane with stiffness [[a, b], [b, c]]. */
static inline void case_particle(Case *c, double a, double b, double stiffness_t, double mu) {
    case_make(c, 1, 2);
    c->S[0] = a;
    c->S[1] = c->S[2] = b;
    c->S[3] = stiffness_t;
    c->mu[0] = mu;
    case_open(c);
}

/* S = L L' + diagonal, scaled; coupling between nodes as strong as within them. */
static inline void case_random_soft(Case *c, Random *random, int n, int dim, double mu_most, double softest) {
    case_make(c, n, dim);
    const int size = n * dim;
    static double L[CASE_DOFS * CASE_DOFS];
    const double scale = random_size(random, 1e-3, 1e6);
    for (int k = 0; k < size * size; k++) L[k] = random_in(random, -1, 1);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double sum = i == j ? random_in(random, softest, 20 * softest) * sqrt(size) : 0;
            for (int k = 0; k < size; k++) sum += L[i * size + k] * L[j * size + k];
            c->S[i * size + j] = scale * sum;
        }
    for (int i = 0; i < n; i++) {
        c->gap[i] = random_below(random, 3) ? 0 : random_in(random, 0, 0.3);
        c->mu[i] = random_below(random, 12) ? random_in(random, 0, mu_most) : 0;
        c->area[i] = random_in(random, 0.5, 2);
    }
    for (int k = 1; k < 4; k++)
        for (int i = 0; i < n; i++)
            for (int a = 0; a < dim; a++) {
                const double push = a ? random_in(random, -1, 1) : random_in(random, -3, k == 3 ? 2 : 0);
                c->f[k][i * dim + a] = scale * push * sqrt(size);
                if (a) c->obstacle[k][i * dim + a] = random_in(random, -0.3, 0.3);
            }
}

static inline void case_random(Case *c, Random *random, int n, int dim, double mu_most) {
    case_random_soft(c, random, n, dim, mu_most, 0.1);
}

typedef struct Seen {
    int steps, events, jumps, branches, solutions;
    double at[64];
    CondensedEventKind kind[64];
    int node[64];
    const Case *c;
    double worst_cone, worst_gap; /* relative to the largest force */
} Seen;

static inline JudderErr seen_step(void *context, const CondensedState *state, const CondensedShown *shown) {
    Seen *seen = context;
    (void)shown;
    seen->steps++;
    if (!seen->c) return JUDDER_OK;
    double largest = 1e-300;
    const int dim = state->dim;
    for (int j = 0; j < state->n * dim; j++)
        largest = fmax(largest, fabs(seen->c->S[j * state->n * dim + j] * state->u[j]));
    for (int i = 0; i < state->n; i++) {
        const double *r = state->r + i * dim, t = dim == 2 ? fabs(r[1]) : hypot(r[1], r[2]);
        seen->worst_cone = fmax(seen->worst_cone, (t - seen->c->mu[i] * r[0]) / largest);
        seen->worst_gap = fmax(seen->worst_gap, -(seen->c->gap[i] + state->w[i * dim]));
    }
    return JUDDER_OK;
}

static inline JudderErr seen_event(void *context, const CondensedEvent *event) {
    Seen *seen = context;
    if (seen->events < 64) {
        seen->at[seen->events] = event->s;
        seen->kind[seen->events] = event->kind;
        seen->node[seen->events] = event->node;
    }
    seen->events++;
    seen->jumps += event->kind == CONDENSED_EVENT_JUMP;
    seen->branches += event->kind == CONDENSED_EVENT_BRANCH;
    if (event->solutions) seen->solutions = event->solutions;
    return JUDDER_OK;
}

#endif
