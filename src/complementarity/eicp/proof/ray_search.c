/* The linear program behind EICP_RAY:  max t,  u'M_j + t <= 0 at both ends for every node j that does not
 * stick, 0 <= u <= 1 (-1 <= u <= 1 where a node slips),  0 <= t <= 1. */
#include "complementarity/eicp/proof/clp.h"

#include "base/array/room.h"
#include "complementarity/eicp/proof/prover.h"

#include <math.h>
#include <stdlib.h>

struct EicpRaySearch {
    const EicpProblem *problem;
    const Clp *clp;
    Clp_Simplex *model;
    int k; /* nodes that do not stick; two rows each */
    int *node, *index;
    CoinBigIndex *start;
    double *low, *high; /* M at the ends */
    double *value, *column_low, *column_high, *objective, *row_low, *row_high, *size;
};

void eicp_ray_search_destroy(EicpRaySearch **search) {
    EicpRaySearch *old = *search;
    if (!old) return;
    if (old->model) old->clp->delete (old->model);
    free(old->node);
    free(old);
    *search = NULL;
}

JudderErr eicp_ray_search_create(const EicpProblem *problem, EicpRaySearch **search) {
    const size_t n = (size_t)problem->n, entries = (n + 1) * 2 * n;
    const Clp *clp;
    TRY(clp_load(&clp));
    EicpRaySearch *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->problem = problem;
    made->clp = clp;
    made->model = clp->create();
    const bool memory = ROOM_TAKE(ROOM(made->node, n), ROOM(made->index, entries), ROOM(made->start, n + 2),
                                  ROOM(made->low, n * n), ROOM(made->high, n * n), ROOM(made->value, entries),
                                  ROOM(made->column_low, n + 1), ROOM(made->column_high, n + 1),
                                  ROOM(made->objective, n + 1), ROOM(made->row_low, 2 * n),
                                  ROOM(made->row_high, 2 * n), ROOM(made->size, 2 * n));
    if (!made->model || !memory) {
        eicp_ray_search_destroy(&made);
        return error_memory();
    }
    clp->set_log_level(made->model, 0);
    clp->set_scaling(made->model, 0);
    *search = made;
    return JUDDER_OK;
}

/* Largest entry of a column, 0 for a column of zeros. */
static double column_size(int n, const double *M, int j) {
    double size = 0;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(M[(size_t)i * (size_t)n + (size_t)j]));
    return size;
}

static void take_rows(EicpRaySearch *search, const EicpBox *box) {
    const EicpProblem *problem = search->problem;
    eicp_matrix(problem, box->lo, search->low);
    eicp_matrix(problem, box->hi, search->high);
    search->k = 0;
    for (int j = 0; j < problem->n; j++)
        if (box->side[j] != EICP_STICKS) search->node[search->k++] = j;
    for (int row = 0; row < 2 * search->k; row++) {
        const double *M = row < search->k ? search->low : search->high;
        search->size[row] = column_size(problem->n, M, search->node[row % search->k]);
        search->row_low[row] = -INFINITY;
        search->row_high[row] = 0;
    }
}

static void take_columns(EicpRaySearch *search, const EicpBox *box) {
    const int n = search->problem->n;
    CoinBigIndex count = 0;
    for (int i = 0; i <= n; i++) {
        search->start[i] = count;
        search->column_low[i] = i < n && box->side[i] == EICP_SLIPS ? -1 : 0;
        search->column_high[i] = 1;
        search->objective[i] = i == n ? -1 : 0;
        for (int row = 0; row < 2 * search->k; row++) {
            if (search->size[row] == 0) continue;
            const double *M = row < search->k ? search->low : search->high;
            const int j = search->node[row % search->k];
            search->index[count] = row;
            search->value[count++] = i == n ? 1 : M[(size_t)i * (size_t)n + (size_t)j] / search->size[row];
        }
    }
    search->start[n + 1] = count;
}

/* The best t, and u. */
static double ray_search_solve(EicpRaySearch *search, double *u) {
    const int n = search->problem->n;
    const Clp *clp = search->clp;
    clp->load(search->model, n + 1, 2 * search->k, search->start, search->index, search->value,
              search->column_low, search->column_high, search->objective, search->row_low, search->row_high);
    clp->set_most_iterations(search->model, 50 * n + 500);
    clp->solve(search->model, 0);
    const double *solution = clp->solution(search->model);
    if (!solution || clp->status(search->model) != 0) return 0;
    for (int i = 0; i < n; i++) u[i] = fmax(solution[i], search->column_low[i]);
    return solution[n];
}

JudderErr eicp_ray_find(EicpRaySearch *search, const EicpBox *box, double *u, bool *found) {
    *found = false;
    take_rows(search, box);
    if (search->k == 0) return JUDDER_OK;
    take_columns(search, box);
    return ray_search_solve(search, u) > 1e-11 ? eicp_ray_empties(search->problem, box, u, found) : JUDDER_OK;
}
