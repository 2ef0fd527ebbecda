#include "stability/rate.h"

#include "complementarity/classes.h"
#include "complementarity/lcp/bounded.h"

#include <stdlib.h>

JudderErr rate_room_open(const Pencil *pencil, RateRoom *room) {
    const size_t n = (size_t)pencil->n;
    const char *reason = "";
    bool enclosed = false;
    *room = (RateRoom){.A = calloc(4 * n * n + 4 * n + 1, sizeof(double))};
    REQUIRE(room->A, error_memory());
    room->B = room->A + n * n, room->A_D = room->B + n * n, room->B_D = room->A_D + n * n;
    room->a = room->B_D + n * n, room->b = room->a + n, room->a_D = room->b + n, room->b_D = room->a_D + n;
    const PencilBox box = {.A = room->A, .B = room->B, .A_D = room->A_D, .B_D = room->B_D, .reason = &reason};
    JudderErr err = pencil->enclose ? pencil->enclose(pencil->context, 0, &box, &enclosed) : JUDDER_OK;
    if (err == JUDDER_OK && !enclosed) {
        room->open = reason[0] ? reason : "the rounding of the condensed matrices cannot be bounded";
        err = pencil->at(pencil->context, 0, room->A, room->B);
    }
    if (err != JUDDER_OK) rate_room_release(room);
    return err;
}

void rate_room_release(RateRoom *room) {
    free(room->A);
    *room = (RateRoom){0};
}

RateProblem rate_room_problem(const RateRoom *room, int n, const double *mu) {
    const bool known = room->open == NULL;
    return (RateProblem){.n = n,
                         .A = room->A,
                         .B = room->B,
                         .a = room->a,
                         .b = room->b,
                         .mu = mu,
                         .A_D = known ? room->A_D : NULL,
                         .B_D = known ? room->B_D : NULL,
                         .a_D = room->a_D,
                         .b_D = room->b_D,
                         .open = room->open};
}

static double radius_of(const double *radii, size_t at) {
    return radii ? radii[at] : 0;
}

void rate_matrix(const RateProblem *problem, double *M, double *M_D) {
    const size_t n = (size_t)problem->n;
    for (size_t i = 0; i < n; i++)
        for (size_t at = i * n; at < (i + 1) * n; at++) {
            const Bounded A = {problem->A[at], radius_of(problem->A_D, at)},
                          B = {problem->B[at], radius_of(problem->B_D, at)};
            const Bounded entry = bounded_less(A, (Bounded){problem->mu[i], 0}, B);
            M[at] = entry.value;
            M_D[at] = entry.error;
        }
}

static void rate_load(const RateProblem *problem, double *q, double *q_D) {
    for (size_t i = 0; i < (size_t)problem->n; i++) {
        const Bounded a = {problem->a[i], radius_of(problem->a_D, i)},
                      b = {problem->b[i], radius_of(problem->b_D, i)};
        const Bounded load = bounded_less(a, (Bounded){problem->mu[i], 0}, b);
        q[i] = -load.value;
        q_D[i] = load.error;
    }
}

static JudderErr is_P(const Lcp *lcp, bool *yes) {
    const size_t n = (size_t)lcp->n;
    SCOPED_FREE bool *set = calloc(n, sizeof *set);
    SCOPED_FREE double *witness = calloc(n, sizeof *witness);
    ClassReport class = {0};
    const JudderErr err = set && witness ? class_within(CLASS_P, &(ClassMatrix){lcp->n, lcp->M, lcp->M_D},
                                                        set, witness, &class)
                                         : error_memory();
    *yes = err == JUDDER_OK && class.answer == ANSWER_YES;
    return err;
}

/* One solution if one is found. */
static JudderErr solve_one(const Lcp *lcp, RateReport *report) {
    LcpSolutions *found = &report->solutions;
    lcp_solutions_release(found);
    found->x = calloc((size_t)lcp->n, sizeof *found->x);
    found->family = calloc(1, sizeof *found->family);
    REQUIRE(found->x && found->family, error_memory());
    LcpReport one = {0};
    TRY(lcp_answer(lcp, found->x, NULL, &one));
    if (one.outcome == LCP_SOLVED) found->count = 1;
    return JUDDER_OK;
}

/* All sets where they are few; if the matrix is P there is one, whatever was undecided of them (ST-11). */
static JudderErr solve_all(const Lcp *lcp, bool load_known, RateReport *report) {
    const bool few = lcp->n <= RATE_ENUMERATE_MOST;
    bool unique;
    if (few) TRY(lcp_enumerate(lcp, &report->solutions));
    report->all = few && load_known && report->solutions.complete;
    if (report->all) return JUDDER_OK;
    TRY(is_P(lcp, &unique));
    if (unique || !few) TRY(solve_one(lcp, report));
    report->all = unique && report->solutions.count == 1;
    return JUDDER_OK;
}

static JudderErr rate_judge(const Lcp *lcp, RateReport *report) {
    const int count = report->solutions.count;
    report->residual = malloc(((size_t)count + 1) * sizeof *report->residual);
    REQUIRE(report->residual, error_memory());
    for (int i = 0; i < count; i++)
        report->residual[i] = lcp_residual(lcp, report->solutions.x + (size_t)i * (size_t)lcp->n);
    return JUDDER_OK;
}

JudderErr rate_solve(const RateProblem *problem, RateReport *report) {
    const size_t n = (size_t)problem->n;
    *report = (RateReport){0};
    SCOPED_FREE double *M = malloc((2 * n * n + 2 * n + 1) * sizeof *M);
    REQUIRE(M, error_memory());
    double *M_D = M + n * n, *q = M_D + n * n, *q_D = q + n;
    rate_matrix(problem, M, M_D);
    rate_load(problem, q, q_D);
    const Lcp lcp = {problem->n, M, q, M_D, q_D};
    JudderErr err = solve_all(&lcp, !problem->load_open, report);
    if (problem->open) report->all = false;
    if (err == JUDDER_OK) err = rate_judge(&lcp, report);
    if (err != JUDDER_OK) rate_release(report);
    return err;
}

void rate_release(RateReport *report) {
    lcp_solutions_release(&report->solutions);
    free(report->residual);
    *report = (RateReport){0};
}
