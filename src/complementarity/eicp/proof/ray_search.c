/* The linear program behind EICP_RAY:  max t,  u'M_j + t <= 0 at both ends for every node j that does not stick,
 * 0 <= u <= 1 (-1 <= u <= 1 where a node slips),  0 <= t <= 1. */
#include "complementarity/eicp/proof/prover.h"

#include <Clp_C_Interface.h>
#include <math.h>
#include <stdlib.h>

typedef struct Program {
    int n, k, rows; /* k nodes that do not stick; two rows each */
    int *node;
    double *low, *high; /* M at the ends */
    CoinBigIndex *start;
    int *index;
    double *value, *column_low, *column_high, *objective, *row_low, *row_high;
} Program;

static void program_release(Program *program) {
    free(program->node);
    free(program->low);
    free(program->start);
}

static JudderErr program_allocate(const EicpProblem *problem, const EicpBox *box, Program *program) {
    const size_t n = (size_t)problem->n, entries = (n + 1) * 2 * n;
    *program = (Program){.n = problem->n};
    program->node = malloc((n + entries) * sizeof(int));
    program->low = malloc((2 * n * n + entries + 3 * (n + 1) + 4 * n) * sizeof(double));
    program->start = malloc((n + 2) * sizeof *program->start);
    REQUIRE(program->node && program->low && program->start, error_memory());
    program->index = program->node + n;
    program->high = program->low + n * n;
    program->value = program->high + n * n;
    program->column_low = program->value + entries;
    program->column_high = program->column_low + n + 1;
    program->objective = program->column_high + n + 1;
    program->row_low = program->objective + n + 1;
    program->row_high = program->row_low + 2 * n;
    for (int j = 0; j < problem->n; j++)
        if (box->side[j] != EICP_STICKS) program->node[program->k++] = j;
    program->rows = 2 * program->k;
    eicp_matrix(problem, box->lo, program->low);
    eicp_matrix(problem, box->hi, program->high);
    return JUDDER_OK;
}

/* Largest entry of a column, 0 for a column of zeros. */
static double column_size(const Program *program, const double *M, int j) {
    double size = 0;
    for (int i = 0; i < program->n; i++) size = fmax(size, fabs(M[(size_t)i * (size_t)program->n + (size_t)j]));
    return size;
}

static void fill(const EicpBox *box, Program *program) {
    const int n = program->n;
    CoinBigIndex count = 0;
    for (int i = 0; i <= n; i++) {
        program->start[i] = count;
        program->column_low[i] = i < n && box->side[i] == EICP_SLIPS ? -1 : 0;
        program->column_high[i] = 1;
        program->objective[i] = i == n ? -1 : 0;
        for (int row = 0; row < program->rows; row++) {
            const int j = program->node[row % program->k];
            const double *M = row < program->k ? program->low : program->high;
            const double size = column_size(program, M, j);
            if (size == 0) continue;
            program->index[count] = row;
            program->value[count++] = i == n ? 1 : M[(size_t)i * (size_t)n + (size_t)j] / size;
        }
    }
    program->start[n + 1] = count;
    for (int row = 0; row < program->rows; row++) {
        program->row_low[row] = -INFINITY;
        program->row_high[row] = 0;
    }
}

static JudderErr solve(const Program *program, double *u, double *t) {
    Clp_Simplex *model = Clp_newModel();
    REQUIRE(model, error_memory());
    Clp_setLogLevel(model, 0);
    Clp_loadProblem(model, program->n + 1, program->rows, program->start, program->index, program->value,
                    program->column_low, program->column_high, program->objective, program->row_low,
                    program->row_high);
    Clp_setMaximumIterations(model, 50 * program->n + 500);
    Clp_primal(model, 0);
    const double *solution = Clp_primalColumnSolution(model);
    *t = solution && Clp_status(model) == 0 ? solution[program->n] : 0;
    for (int i = 0; i < program->n && *t > 0; i++) u[i] = fmax(solution[i], program->column_low[i]);
    Clp_deleteModel(model);
    return JUDDER_OK;
}

JudderErr eicp_ray_find(const EicpProblem *problem, const EicpBox *box, double *u, bool *found) {
    Program program;
    double t = 0;
    *found = false;
    JudderErr err = program_allocate(problem, box, &program);
    if (err == JUDDER_OK && program.k > 0) {
        fill(box, &program);
        err = solve(&program, u, &t);
    }
    if (err == JUDDER_OK && t > 1e-11) err = eicp_ray_empties(problem, box, u, found);
    program_release(&program);
    return err;
}
