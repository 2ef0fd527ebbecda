#include "complementarity/lcp/program.h"

#include "complementarity/lcp/lemke.h"
#include "complementarity/lcp/scaled.h"

#include <stdlib.h>
#include <string.h>

JudderErr program_create(long columns, long rows, Program *made) {
    const size_t order = (size_t)(columns + rows);
    *made = (Program){.columns = columns, .rows = rows, .order = columns + rows};
    made->M = calloc(order * order + 3 * order, sizeof *made->M);
    made->set = calloc(order, sizeof *made->set);
    REQUIRE(made->M && made->set, error_memory());
    made->q = made->M + order * order;
    made->x = made->q + order;
    made->ray = made->x + order;
    return JUDDER_OK;
}

void program_release(Program *program) {
    free(program->M);
    free(program->set);
}

void program_set(const Program *program, long row, long column, double a) {
    const long l = program->columns + row;
    program->M[column * program->order + l] = a;
    program->M[l * program->order + column] = -a;
}

JudderErr program_solve(const Program *program, long most) {
    const Lcp lcp = {.n = (int)program->order, .M = program->M, .q = program->q};
    LemkePath path = {.set = program->set, .ray = program->ray};
    bool singular = true;
    TRY(lemke_follow(&lcp, most, &path));
    if (path.outcome == LCP_SOLVED) TRY(lcp_solve_on_set(&lcp, program->set, program->x, &singular));
    if (singular) memset(program->x, 0, (size_t)program->order * sizeof *program->x);
    return JUDDER_OK;
}
