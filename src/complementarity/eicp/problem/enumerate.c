/* All solutions of a small EiCP: the real eigenpairs of every principal pencil A_SS x = mu B_SS x, kept where
 * x >= 0 and w >= 0 (ST-13) [pinto2010]. Whole families of sets are left out where sym(M) is positive
 * definite at both ends of the interval on the largest set of the family. */
#include "complementarity/eicp/problem/problem.h"
#include "complementarity/eicp/problem/refine.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 1e-10; /* of x and w at a candidate, relative */
static const double multiple = 1e-6;   /* eigenvalues this near may be one, with a plane of vectors */

typedef struct Search {
    const EicpProblem *problem;
    EicpSolutions *found;
    int room;
    double *low, *high; /* M at the ends, in numbers of the size of A and B */
    double *a, *b, *block, *re, *im, *beta, *vectors, *x, *w;
} Search;

static void search_release(Search *search) {
    free(search->low);
}

static void end_matrix(const EicpProblem *problem, double mu, double *M) {
    eicp_matrix(problem, mu, M);
    if (isinf(mu) || fabs(mu) <= 1) return;
    for (int i = 0; i < problem->n * problem->n; i++) M[i] /= fabs(mu);
}

static JudderErr search_allocate(const EicpProblem *problem, EicpSolutions *found, Search *search) {
    const size_t n = (size_t)problem->n;
    *search = (Search){.problem = problem, .found = found};
    REQUIRE(ROOM_TAKE(ROOM(search->low, n * n), ROOM(search->high, n * n), ROOM(search->a, n * n),
                      ROOM(search->b, n * n), ROOM(search->block, n * n), ROOM(search->vectors, n * n),
                      ROOM(search->re, n), ROOM(search->im, n), ROOM(search->beta, n), ROOM(search->x, n),
                      ROOM(search->w, n)),
            error_memory());
    end_matrix(problem, problem->from, search->low);
    end_matrix(problem, problem->to, search->high);
    return JUDDER_OK;
}

static bool is_known(const Search *search, double mu) {
    const size_t n = (size_t)search->problem->n;
    for (int k = 0; k < search->found->count; k++) {
        if (fabs(search->found->mu[k] - mu) > 1e-9 * (1e-3 + fabs(mu))) continue;
        double distance = 0;
        for (size_t i = 0; i < n; i++)
            distance = fmax(distance, fabs(search->found->x[(size_t)k * n + i] - search->x[i]));
        if (distance < 1e-7) return true;
    }
    return false;
}

static JudderErr enumerate_keep(Search *search, double mu) {
    EicpSolutions *found = search->found;
    const size_t n = (size_t)search->problem->n;
    if (is_known(search, mu)) return JUDDER_OK;
    if (found->count == search->room) {
        const int room = 2 * search->room + 8;
        double *all_mu = realloc(found->mu, (size_t)room * sizeof(double));
        if (all_mu) found->mu = all_mu;
        double *all_x = realloc(found->x, (size_t)room * n * sizeof(double));
        if (all_x) found->x = all_x;
        REQUIRE(all_mu && all_x, error_memory());
        search->room = room;
    }
    int at = found->count++;
    for (; at > 0 && found->mu[at - 1] > mu; at--) {
        found->mu[at] = found->mu[at - 1];
        memcpy(found->x + (size_t)at * n, found->x + (size_t)(at - 1) * n, n * sizeof(double));
    }
    found->mu[at] = mu;
    memcpy(found->x + (size_t)at * n, search->x, n * sizeof(double));
    return JUDDER_OK;
}

/* Whether another eigenvalue of the set is the same but for what rounding splits: then vectors of the plane
 * between theirs are eigenvectors too, and none of them need be the one that is a solution. */
static bool is_multiple(const Search *search, int count, int column) {
    const double mu = search->re[column] / search->beta[column];
    for (int i = 0; i < count; i++) {
        const double other = search->re[i] / search->beta[i];
        if (i != column && fabs(other - mu) <= multiple * (1e-3 + fabs(mu))) return true;
    }
    return false;
}

/* What the pair says of the whole problem, with x of the set in place: a solution, none, or neither (the
 * equations of the set do not hold). */
typedef enum Verdict { SOLVES, FAILS, OPEN } Verdict;

static Verdict enumerate_judge(Search *search, const int *set, const EicpPair *pair) {
    const EicpProblem *problem = search->problem;
    const size_t n = (size_t)problem->n;
    bool inside[EICP_ENUMERATE_MOST] = {false}, fails = false;
    memset(search->x, 0, n * sizeof(double));
    for (int i = 0; i < pair->count; i++) {
        fails = fails || pair->x[i] < -tolerance;
        search->x[set[i]] = fmax(pair->x[i], 0);
        inside[set[i]] = true;
    }
    for (size_t i = 0; i < n; i++) {
        double w = 0, size = 0;
        for (int j = 0; j < pair->count; j++) {
            const size_t at = i * n + (size_t)set[j];
            const double a = problem->A[at] * pair->x[j], b = pair->mu * problem->B[at] * pair->x[j];
            w += a - b;
            size += fabs(a) + fabs(b);
        }
        if (inside[i] && !(fabs(w) <= tolerance * size)) return OPEN;
        fails = fails || (!inside[i] && w < -tolerance * size);
    }
    return fails ? FAILS : SOLVES;
}

/* The eigenvector `column` on the set, made to sum 1, as a solution. */
static JudderErr enumerate_consider(Search *search, const int *set, int count, int column) {
    const EicpProblem *problem = search->problem;
    EicpPair pair = {count, search->a, search->b, search->w, search->re[column] / search->beta[column], 0};
    const double far = 1e-3 * (1 + fabs(pair.mu));
    if (!isfinite(pair.mu) || pair.mu < problem->from - far || pair.mu > problem->to + far) return JUDDER_OK;
    double sum = 0, most = 0;
    for (int i = 0; i < count; i++) {
        sum += search->vectors[i * count + column];
        most = fmax(most, fabs(search->vectors[i * count + column]));
    }
    const bool open = is_multiple(search, count, column);
    for (int i = 0; i < count; i++) pair.x[i] = search->vectors[i * count + column] / sum;
    Verdict verdict = FAILS; /* a sum of nothing: x of both signs */
    if (fabs(sum) > 1e-9 * most) {
        TRY(eicp_refine(&pair));
        verdict = enumerate_judge(search, set, &pair);
    }
    const double slack = 1e-12 * (1e-3 + fabs(pair.mu));
    if (pair.mu < problem->from - slack || pair.mu > problem->to + slack) return JUDDER_OK;
    if (verdict == SOLVES) return enumerate_keep(search, fmin(fmax(pair.mu, problem->from), problem->to));
    search->found->undecided += verdict == OPEN || open;
    return JUDDER_OK;
}

/* Eigenpairs of the pencil of a set. The shift is of the size of A and B, whose largest entries are near 1,
 * wherever the interval begins: beside a large one the digits of A would be lost. */
static JudderErr solve_set(Search *search, const int *set, int count) {
    const EicpProblem *problem = search->problem;
    const DensePencil pencil = {search->re, search->im, search->beta, search->vectors};
    eicp_gather(problem->n, problem->A, set, count, search->a);
    eicp_gather(problem->n, problem->B, set, count, search->b);
    return eicp_eigen(&(Eicp){count, search->a, search->b},
                      (EicpShift){fmin(fmax(problem->from, -1), 1), 1e6, search->block}, &pencil);
}

static JudderErr look_at_set(Search *search, const int *set, int count) {
    TRY(solve_set(search, set, count));
    for (int i = 0; i < count; i++) {
        const double size = hypot(search->re[i], search->im[i]);
        if (size < 1e-14 && fabs(search->beta[i]) < 1e-14) {
            search->found->singular = true;
            continue;
        }
        /* A pair that rounding has split off a double one counts as real. */
        if (fabs(search->im[i]) > 1e-7 * size || search->im[i] < 0) continue;
        TRY(enumerate_consider(search, set, count, i));
    }
    return JUDDER_OK;
}

/* Whether no subset of this set can hold a solution. */
static JudderErr is_definite(Search *search, const int *set, int count, bool *yes) {
    *yes = false;
    if (isinf(search->problem->to) || count == 0) return JUDDER_OK;
    eicp_gather(search->problem->n, search->low, set, count, search->block);
    TRY(dense_is_positive_definite(count, search->block, 1e-9, yes));
    if (!*yes) return JUDDER_OK;
    eicp_gather(search->problem->n, search->high, set, count, search->block);
    return dense_is_positive_definite(count, search->block, 1e-9, yes);
}

/* All sets that contain the first `decided` entries of `set` and some of the nodes from `node` on. */
static JudderErr enumerate_descend(Search *search, int *set, int decided, int node) {
    const int n = search->problem->n;
    int whole[EICP_ENUMERATE_MOST], count = decided;
    memcpy(whole, set, (size_t)decided * sizeof(int));
    for (int i = node; i < n; i++) whole[count++] = i;
    bool definite = false;
    if (eicp_time_over(search->problem)) search->found->whole = false;
    if (!search->found->whole) return JUDDER_OK;
    TRY(is_definite(search, whole, count, &definite));
    if (definite) return JUDDER_OK;
    if (node == n) return decided > 0 ? look_at_set(search, set, decided) : JUDDER_OK;
    TRY(enumerate_descend(search, set, decided, node + 1));
    set[decided] = node;
    return enumerate_descend(search, set, decided + 1, node + 1);
}

JudderErr eicp_enumerate_problem(const EicpProblem *problem, double from, double to,
                                 EicpSolutions *solutions) {
    *solutions = (EicpSolutions){.whole = true};
    EicpProblem part = *problem;
    part.from = from;
    part.to = to;
    Search search;
    int set[EICP_ENUMERATE_MOST];
    JudderErr err = search_allocate(&part, solutions, &search);
    if (err == JUDDER_OK) err = enumerate_descend(&search, set, 0, 0);
    search_release(&search);
    solutions->complete = solutions->whole && !solutions->singular && solutions->undecided == 0;
    if (err != JUDDER_OK) eicp_solutions_release(solutions);
    return err;
}

/* In the numbers of the problem as given; what is no double there is not in the list. */
static void give_back(const EicpProblem *problem, EicpSolutions *solutions) {
    const size_t n = (size_t)problem->n;
    int kept = 0;
    for (int k = 0; k < solutions->count; k++) {
        const double mu = solutions->mu[k] * problem->unit;
        if (!isfinite(mu) || (mu == 0 && solutions->mu[k] != 0)) continue;
        memmove(solutions->x + (size_t)kept * n, solutions->x + (size_t)k * n, n * sizeof *solutions->x);
        solutions->mu[kept++] = mu;
    }
    solutions->undecided += solutions->count - kept;
    solutions->complete = solutions->complete && kept == solutions->count;
    solutions->count = kept;
}

JudderErr eicp_enumerate(const Eicp *eicp, double from, double to, EicpSolutions *solutions) {
    *solutions = (EicpSolutions){0};
    REQUIRE(eicp->n <= EICP_ENUMERATE_MOST,
            error_input(NULL, "all sets of %d nodes are too many: at most %d nodes", eicp->n,
                        EICP_ENUMERATE_MOST));
    SCOPED(eicp_problem_destroy) EicpProblem *problem = NULL;
    TRY(eicp_problem_create(eicp, from, to, &problem));
    const JudderErr err = eicp_enumerate_problem(problem, problem->from, problem->to, solutions);
    give_back(problem, solutions);
    return err;
}

void eicp_solutions_release(EicpSolutions *solutions) {
    free(solutions->mu);
    free(solutions->x);
    *solutions = (EicpSolutions){0};
}
