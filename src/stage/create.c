/* What is prepared once: W_TT, its inverse, and how normal dofs under given forces are eliminated,
 *   W_TT^-1 = S_TT - S_TN S_NN^-1 S_NT,  b_T - S_TN S_NN^-1 (b_N + p)  (BD-3) */
#include "stage/internal.h"

#include "base/dense.h"
#include "base/symmetric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const stage_outcome_names[] = {"solved", "not converged", NULL};

static double *numbers(size_t count) {
    return calloc(count, sizeof(double));
}

static JudderErr check_laws(const StageProblem *p) {
    REQUIRE(p->friction && (p->friction_count == 1 || p->friction_count == p->n),
            error_input("friction", "%d friction laws for %d contact nodes: one for all, or one each",
                        p->friction_count, p->n));
    REQUIRE(!p->normal || (p->contact && (p->contact_count == 1 || p->contact_count == p->n)),
            error_input("contact", "%d contact laws for %d contact nodes: one for all, or one each",
                        p->contact_count, p->n));
    return JUDDER_OK;
}

static JudderErr check_problem(const StageProblem *p) {
    REQUIRE(p->n > 0 && p->tangents >= 1 && p->tangents <= 2,
            error_input("contact", "%d contact nodes of %d tangents: at least 1 node of 1 or 2 is needed",
                        p->n, p->tangents));
    REQUIRE(p->h > 0 && isfinite(p->h), error_input("step", "a stage of length %g: must be positive", p->h));
    TRY(check_laws(p));
    if (p->op) return JUDDER_OK;
    const int size = p->n * (p->tangents + p->normal);
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++) {
            const double a = p->S[(size_t)i * (size_t)size + (size_t)j],
                         b = p->S[(size_t)j * (size_t)size + (size_t)i];
            REQUIRE(isfinite(a) && fabs(a - b) <= 1e-6 * (fabs(a) + fabs(b)) +
                                                      1e-9 * fabs(p->S[(size_t)i * (size_t)size + (size_t)i]),
                    error_input(NULL, "the condensed matrix is not symmetric in row %d, column %d: %g and %g",
                                i + 1, j + 1, a, b));
        }
    return JUDDER_OK;
}

/* Rows i and columns j of S that belong to the given parts of the nodes. */
static void extract(const Stage *s, const double *from, bool row_normal, bool column_normal, double *to) {
    const int n = s->problem.n, tangents = s->problem.tangents;
    const int rows = row_normal ? 1 : tangents, columns = column_normal ? 1 : tangents;
    for (int i = 0; i < n * rows; i++)
        for (int j = 0; j < n * columns; j++) {
            const int row = i / rows * s->width + (row_normal ? 0 : 1 + i % rows);
            const int column = j / columns * s->width + (column_normal ? 0 : 1 + j % columns);
            to[(size_t)i * (size_t)(n * columns) + (size_t)j] =
                from[(size_t)row * (size_t)s->size + (size_t)column];
        }
}

static JudderErr invert(int n, double *A) {
    bool definite = false;
    TRY(symmetric_invert(n, A, &definite));
    REQUIRE(definite,
            error_input(NULL, "the condensed matrix of %d contact dofs is not positive definite", n));
    return JUDDER_OK;
}

static JudderErr eliminate_normal(Stage *s) {
    const size_t n = (size_t)s->problem.n, nt = (size_t)s->t.size, size = (size_t)s->size;
    double *whole = numbers(size * size), *S_NT = numbers(n * nt);
    JudderErr err = whole && S_NT ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        memcpy(whole, s->problem.S, size * size * sizeof *whole);
        err = invert(s->size, whole);
    }
    if (err == JUDDER_OK) {
        extract(s, whole, false, false, s->t.W);
        memcpy(s->t.own, s->t.W, nt * nt * sizeof *s->t.own);
        err = invert(s->t.size, s->t.own);
    }
    if (err == JUDDER_OK) {
        extract(s, s->problem.S, true, true, s->t.B);
        extract(s, s->problem.S, true, false, S_NT);
        err = invert(s->problem.n, s->t.B);
    }
    for (size_t i = 0; i < n && err == JUDDER_OK; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < nt; j++) s->t.E[i * nt + j] += s->t.B[i * n + k] * S_NT[k * nt + j];
    free(whole);
    free(S_NT);
    return err;
}

static JudderErr prepare_tangential(Stage *s) {
    const size_t n = (size_t)s->problem.n, nt = n * (size_t)s->problem.tangents;
    s->t.size = (int)nt;
    if (s->problem.op) return JUDDER_OK;
    s->t.W = numbers(nt * nt);
    REQUIRE(s->t.W, error_memory());
    if (s->problem.normal) {
        s->t.own = numbers(nt * nt);
        s->t.A = s->t.own;
        s->t.B = numbers(n * n);
        s->t.E = numbers(n * nt);
        REQUIRE(s->t.A && s->t.B && s->t.E, error_memory());
        TRY(eliminate_normal(s));
    } else {
        memcpy(s->t.W, s->problem.S, nt * nt * sizeof *s->t.W);
        TRY(invert((int)nt, s->t.W));
        s->t.A = s->problem.S;
    }
    return JUDDER_OK;
}

static JudderErr prepare_laws(Stage *s) {
    s->law_count = s->problem.friction_count;
    TRY(friction_roots_create_rows(s->problem.friction, s->law_count, &s->roots));
    s->reduced = !s->problem.op;
    for (int i = 0; i < s->problem.n; i++) s->reduced = s->reduced && stage_given(s, i);
    s->core = s->reduced ? s->problem.tangents : s->width;
    s->off = s->reduced ? 0 : 1;
    s->core_size = s->core * s->problem.n;
    return JUDDER_OK;
}

static JudderErr stage_make_room(Stage *s) {
    const size_t n = (size_t)s->problem.n, nt = (size_t)s->t.size, size = (size_t)s->size;
    double **const of_node[] = {&s->fall, &s->p, &s->vn, &s->p_lin, &s->pushed, &s->mode};
    double **const of_tangent[] = {&s->bt,    &s->vt,         &s->ft,     &s->start,
                                   &s->eigen, &s->eigen_next, &s->weight, &s->weighted};
    double **const of_dof[] = {&s->b, &s->x, &s->f, &s->rhs, &s->lin};
    bool memory = true;
    for (size_t i = 0; i < sizeof of_node / sizeof *of_node; i++)
        memory = (*of_node[i] = numbers(n)) && memory;
    for (size_t i = 0; i < sizeof of_tangent / sizeof *of_tangent; i++)
        memory = (*of_tangent[i] = numbers(nt)) && memory;
    for (size_t i = 0; i < sizeof of_dof / sizeof *of_dof; i++)
        memory = (*of_dof[i] = numbers(size)) && memory;
    s->node = calloc(n, sizeof *s->node);
    s->kept = calloc(n, sizeof *s->kept);
    REQUIRE(memory && s->node && s->kept, error_memory());
    for (size_t i = 0; i < nt; i++) s->eigen[i] = 1 + 0.3 * sin(12.9898 * (double)(i + 1));
    return JUDDER_OK;
}

static JudderErr build(Stage *s) {
    TRY(prepare_laws(s));
    TRY(prepare_tangential(s));
    TRY(stage_make_room(s));
    if (s->problem.op) {
        s->row = calloc((size_t)s->size, sizeof *s->row);
        REQUIRE(s->row, error_memory());
        return JUDDER_OK;
    }
    s->matrix = s->reduced ? s->t.A : s->problem.S;
    return rows_create(s->problem.n, s->core, s->matrix, &s->rows);
}

JudderErr stage_create(const StageProblem *problem, Stage **stage) {
    TRY(check_problem(problem));
    Stage *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->problem = *problem;
    made->width = problem->tangents + (problem->normal ? 1 : 0);
    made->size = made->width * problem->n;
    const JudderErr err = build(made);
    if (err != JUDDER_OK) {
        stage_destroy(&made);
        return err;
    }
    *stage = made;
    return JUDDER_OK;
}

void stage_destroy(Stage **stage) {
    Stage *s = *stage;
    if (!s) return;
    void *const arrays[] = {s->fall, s->p,        s->vn,    s->p_lin,      s->pushed, s->bt,   s->vt,
                            s->ft,   s->start,    s->eigen, s->eigen_next, s->weight, s->b,    s->x,
                            s->f,    s->weighted, s->rhs,   s->lin,        s->node,   s->kept, s->t.own,
                            s->t.W,  s->t.B,      s->t.E,   s->row,        s->mode};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    friction_roots_destroy_rows(s->law_count, &s->roots);
    rows_destroy(&s->rows);
    free(s);
    *stage = NULL;
}

StageWork stage_work(const Stage *stage) {
    return stage->rows ? (StageWork){stage->rows->factorisations, stage->rows->solves} : (StageWork){0};
}
