/* Random contact problems of one stage, with room for their state. */
#ifndef JUDDER_TESTS_STAGE_PROBLEMS_H
#define JUDDER_TESTS_STAGE_PROBLEMS_H

#include "judder_test.h"
#include "random.h"

#include "friction/params.h"
#include "stage/stage.h"

#include <stdlib.h>

enum { MOST_NODES = 12, MOST_SIZE = 3 * MOST_NODES };

typedef struct Made {
    StageProblem problem;
    StageInput input;
    StageState state;
    int size;
    Contact contact;
    Friction friction;
    double S[MOST_SIZE * MOST_SIZE], b[MOST_SIZE], gap[MOST_NODES], p[MOST_NODES], V[2 * MOST_NODES];
    double law_state[MOST_NODES], area[MOST_NODES], v[MOST_SIZE], r[MOST_SIZE];
    StageNode node[MOST_NODES];
} Made;

typedef struct MadeKind {
    int n, tangents;
    const ContactLaw *law; /* NULL: no normal dof */
    Friction friction;
} MadeKind;

/* S = m I + (1/2) Q Q' with random Q: well conditioned like a body whose mass rules the step. */
static inline void made_matrix(Made *made, Random *random, double coupling) {
    const int size = made->size;
    double Q[MOST_SIZE][MOST_SIZE];
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) Q[i][j] = coupling * random_in(random, -1, 1);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double sum = i == j ? 1 : 0;
            for (int k = 0; k < size; k++) sum += Q[i][k] * Q[j][k] / size;
            made->S[i * size + j] = sum;
        }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++) made->S[i * size + j] = made->S[j * size + i];
}

static inline void made_input(Made *made, Random *random, double push) {
    const int n = made->problem.n, tangents = made->problem.tangents;
    for (int i = 0; i < made->size; i++) made->b[i] = push * random_in(random, -1, 1);
    for (int i = 0; i < n; i++) {
        made->gap[i] = made->problem.h * random_in(random, -0.5, 0.5);
        made->p[i] = random_below(random, 8) ? random_in(random, 0, 1) : 0;
        for (int a = 0; a < tangents; a++) made->V[i * tangents + a] = random_in(random, -0.2, 0.2);
    }
}

static inline void made_create(Made *made, const MadeKind *kind, Random *random) {
    memset(made, 0, sizeof *made);
    made->friction = kind->friction;
    made->contact = (Contact){.law = kind->law, .stiffness = 300, .power = 1.5};
    made->problem = (StageProblem){.n = kind->n,
                                   .tangents = kind->tangents,
                                   .normal = kind->law != NULL,
                                   .S = made->S,
                                   .h = 0.1,
                                   .area = made->area,
                                   .contact_count = 1,
                                   .contact = kind->law ? &made->contact : NULL,
                                   .friction_count = 1,
                                   .friction = &made->friction};
    made->size = kind->n * (kind->tangents + (kind->law ? 1 : 0));
    made->input = (StageInput){made->b, made->gap, made->p, made->V, made->law_state};
    made->state = (StageState){made->v, made->r, made->node};
    made_matrix(made, random, 1);
    made_input(made, random, 1);
    for (int i = 0; i < kind->n; i++) {
        made->area[i] = random_in(random, 0.5, 1.5);
        made->node[i] = STAGE_STICK;
        if (kind->friction.law->state_start)
            made->law_state[i] = kind->friction.law->state_start(kind->friction.params);
    }
}

#endif
