/* LCP, MCP and classes of matrices, as they are. */
#include "judder/complementarity.h"

#include "complementarity/classes.h"
#include "complementarity/lcp.h"
#include "complementarity/mcp.h"
#include "exact/problems/problems.h"
#include "library/owned.h"

#include <math.h>
#include <stdlib.h>

static JudderErr check_numbers(const char *what, const double *at, size_t count) {
    TRY(check_given(at, what));
    for (size_t i = 0; i < count; i++)
        REQUIRE(isfinite(at[i]), error_input(what, "%s has no number at its place %zu", what, i + 1));
    return JUDDER_OK;
}

static JudderErr check_lcp(const judder_lcp *lcp) {
    TRY(check_given(lcp, "lcp"));
    TRY(check_rows(lcp->n));
    TRY(check_numbers("M", lcp->M, (size_t)lcp->n * (size_t)lcp->n));
    return check_numbers("q", lcp->q, (size_t)lcp->n);
}

static Lcp lcp_plain(const judder_lcp *lcp) {
    return (Lcp){.n = lcp->n, .M = lcp->M, .q = lcp->q};
}

static JudderErr refuse_solver(const char *name, const char *known) {
    return error_input("solver", "%s is no solver: allowed are %s", name, known);
}

/* What solvers did not find may still be in the list of all sets, decided exactly. */
static JudderErr look_in_list(const Lcp *lcp, double *x, LcpReport *report) {
    enum { FEW = 12 };
    static const double tolerance = 1e-12;
    LcpSolutions all;
    if (lcp->n > FEW || report->outcome == LCP_SOLVED || report->outcome == LCP_NONE) return JUDDER_OK;
    TRY(exact_lcp_enumerate(lcp, 0, &all));
    for (int i = 0; i < all.count && report->outcome != LCP_SOLVED; i++) {
        const double *found = all.x + (size_t)i * (size_t)lcp->n, residual = lcp_residual(lcp, found);
        if (!(residual <= tolerance)) continue;
        for (int j = 0; j < lcp->n; j++) x[j] = found[j];
        report->outcome = LCP_SOLVED;
        report->residual = residual;
    }
    lcp_solutions_release(&all);
    return JUDDER_OK;
}

static JudderErr solve_lcp(const judder_lcp *lcp, const char *name, double *x, double *proof,
                           judder_lcp_report *report) {
    TRY(check_lcp(lcp));
    TRY(check_given(x, "x"));
    TRY(check_given(report, "report"));
    const LcpSolver *solver = name ? lcp_solver_find(name) : NULL;
    REQUIRE(solver || !name,
            refuse_solver(name,
                          "lemke, principal_pivoting, projected_gauss_seidel, fischer_burmeister, minimum"));
    const Lcp problem = lcp_plain(lcp);
    LcpReport found;
    if (solver)
        TRY(solver->solve(&problem, NULL, x, proof, &found));
    else
        TRY(lcp_answer(&problem, x, proof, &found));
    if (!solver) TRY(look_in_list(&problem, x, &found));
    *report = (judder_lcp_report){(judder_lcp_outcome)found.outcome, found.iterations, found.residual};
    return JUDDER_OK;
}

judder_status judder_lcp_solve(const judder_lcp *lcp, const char *solver, double *x, double *proof,
                               judder_lcp_report *report) {
    return status_of(solve_lcp(lcp, solver, x, proof, report));
}

double judder_lcp_residual(const judder_lcp *lcp, const double *x) {
    if (check_lcp(lcp) != JUDDER_OK || !is_given(x, "x")) return NAN;
    const Lcp problem = lcp_plain(lcp);
    return lcp_residual(&problem, x);
}

bool judder_lcp_ray_holds(const judder_lcp *lcp, const double *proof) {
    if (check_lcp(lcp) != JUDDER_OK || !is_given(proof, "proof")) return false;
    const Lcp problem = lcp_plain(lcp);
    return lcp_ray_holds(&problem, proof);
}

bool judder_lcp_none_holds(const judder_lcp *lcp, const double *proof) {
    if (check_lcp(lcp) != JUDDER_OK || !is_given(proof, "proof")) return false;
    const Lcp problem = lcp_plain(lcp);
    return lcp_none_holds(&problem, proof);
}

static JudderErr lcp_list(const judder_lcp *lcp, judder_lcp_solutions *solutions) {
    TRY(check_lcp(lcp));
    LcpSolutions *found = calloc(1, sizeof *found);
    REQUIRE(found, error_memory());
    const Lcp problem = lcp_plain(lcp);
    const JudderErr err = exact_lcp_enumerate(&problem, 0, found);
    if (err != JUDDER_OK) free(found);
    TRY(err);
    *solutions = (judder_lcp_solutions){.count = (size_t)found->count,
                                        .continuum = found->continuum,
                                        .complete = found->complete,
                                        .x = found->x,
                                        .family = found->family,
                                        .owner = found};
    return JUDDER_OK;
}

judder_status judder_lcp_enumerate(const judder_lcp *lcp, judder_lcp_solutions *solutions) {
    if (!is_given(solutions, "solutions")) return JUDDER_STATUS_INPUT;
    *solutions = (judder_lcp_solutions){0};
    return status_of(lcp_list(lcp, solutions));
}

void judder_lcp_solutions_release(judder_lcp_solutions *solutions) {
    if (!solutions) return;
    if (solutions->owner) lcp_solutions_release(solutions->owner);
    free(solutions->owner);
    *solutions = (judder_lcp_solutions){0};
}

/* What shows the answer, in room of the caller or none. */
typedef struct Witness {
    bool *set;
    double *vector;
} Witness;

static JudderErr class_of(judder_class which, int n, const double *M, Witness witness,
                          judder_class_report *report) {
    static JudderErr (*const classes[])(int, const double *, bool *, double *,
                                        ClassReport *) = {class_P, class_P0, class_R0};
    REQUIRE((int)which >= 0 && which <= JUDDER_CLASS_R0,
            error_input("which", "the class is %d: allowed are 0 to 2", which));
    TRY(check_rows(n));
    TRY(check_numbers("M", M, (size_t)n * (size_t)n));
    TRY(check_given(report, "report"));
    Owned owned = {0};
    bool *set = witness.set ? witness.set : arena_zero(&owned, (size_t)n * sizeof *set);
    double *vector = witness.vector ? witness.vector : arena_zero(&owned, (size_t)n * sizeof *vector);
    ClassReport found;
    const JudderErr err = set && vector ? classes[which](n, M, set, vector, &found) : error_memory();
    arena_release(&owned);
    TRY(err);
    *report = (judder_class_report){(judder_answer)found.answer, found.proof, found.minor};
    return JUDDER_OK;
}

judder_status judder_class_of(judder_class which, int n, const double *M, bool *set, double *vector,
                              judder_class_report *report) {
    return status_of(class_of(which, n, M, (Witness){set, vector}, report));
}

static JudderErr mcp_at(void *context, const double *x, double *F, double *J) {
    const judder_mcp *mcp = context;
    error_input(NULL, "%s", "");
    const judder_status status = mcp->at(mcp->context, x, F, J);
    if (status == JUDDER_STATUS_OK || error_message()[0]) return (JudderErr)status;
    return error_input("at", "the function of the problem failed");
}

static JudderErr open_mcp(const judder_mcp *given, Mcp *mcp) {
    TRY(check_given(given, "mcp"));
    TRY(check_rows(given->n));
    REQUIRE(given->at, error_input("at", "at is NULL: it is needed"));
    for (int i = 0; i < given->n; i++) {
        const double low = given->low ? given->low[i] : 0, high = given->high ? given->high[i] : INFINITY;
        REQUIRE(low <= high, error_input("low", "low is %g and high %g at place %d", low, high, i + 1));
    }
    *mcp = (Mcp){given->n, given->low, given->high, mcp_at, (void *)(size_t)given};
    return JUDDER_OK;
}

static JudderErr solve_mcp(const judder_mcp *given, const char *name, double *x, judder_mcp_report *report) {
    Mcp mcp;
    TRY(open_mcp(given, &mcp));
    TRY(check_given(x, "x"));
    TRY(check_given(report, "report"));
    const McpSolver *solver = name ? mcp_solver_find(name) : &mcp_fischer_burmeister;
    REQUIRE(solver, refuse_solver(name, "fischer_burmeister, minimum"));
    McpReport found;
    TRY(solver->solve(&mcp, NULL, x, &found));
    *report = (judder_mcp_report){(judder_mcp_outcome)found.outcome, found.iterations, found.residual};
    return JUDDER_OK;
}

judder_status judder_mcp_solve(const judder_mcp *mcp, const char *solver, double *x,
                               judder_mcp_report *report) {
    return status_of(solve_mcp(mcp, solver, x, report));
}

judder_status judder_mcp_residual(const judder_mcp *given, const double *x, double *residual) {
    Mcp mcp;
    JudderErr err = open_mcp(given, &mcp);
    if (err == JUDDER_OK) err = check_given(x, "x");
    if (err == JUDDER_OK) err = check_given(residual, "residual");
    return status_of(err == JUDDER_OK ? mcp_residual(&mcp, x, residual) : err);
}
