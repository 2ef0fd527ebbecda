/* Khat = M/h + C + h K of a stage of length h, condensed onto the contacts.  (BD-4) */
#include "system_march/stages/stages.h"

#include <math.h>
#include <stdlib.h>

/* S = Khat_cc - Khat_ci transmission, with the signs of the contacts; a normal dof that does
 * not exist stands alone. */
static void condense(const SystemMarch *m, StageSolver *solver) {
    const int n = m->setup.n, size = m->width * m->setup.contact_count, rub = m->rub_count;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            const int a = m->rub_of[i], b = m->rub_of[j];
            double sum = i == j ? 1 : 0;
            if (a >= 0 && b >= 0) {
                sum = solver->Khat[m->rub[a] * n + m->rub[b]];
                for (int k = 0; k < m->inner_count; k++)
                    sum -= solver->Khat[m->rub[a] * n + m->inner[k]] * solver->transmission[k * rub + b];
                sum *= m->sign[a] * m->sign[b];
            }
            solver->condensed[i * size + j] = sum;
        }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++) solver->condensed[i * size + j] = solver->condensed[j * size + i];
}

static JudderErr factor_inner(SystemMarch *m, StageSolver *solver) {
    const int n = m->setup.n, ni = m->inner_count, rub = m->rub_count;
    if (ni == 0) return JUDDER_OK;
    bool singular = false;
    TRY(dense_factor_reserve(ni, &solver->inner));
    double *room = dense_factor_room(solver->inner);
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < ni; j++) room[i * ni + j] = solver->Khat[m->inner[i] * n + m->inner[j]];
    bool definite = false;
    TRY(dense_is_positive_definite(ni, room, 0, &definite));
    REQUIRE(definite,
            error_input("stiffness", "mass, damping and stiffness leave some motion of the free dofs "
                                     "without resistance: the matrix of a step is not positive definite"));
    TRY(dense_factor_room_factor(solver->inner, ni, &singular));
    for (int j = 0; j < rub; j++) {
        for (int i = 0; i < ni; i++) m->inner_x[i] = solver->Khat[m->inner[i] * n + m->rub[j]];
        TRY(dense_factor_solve(solver->inner, m->inner_x));
        for (int i = 0; i < ni; i++) solver->transmission[i * rub + j] = m->inner_x[i];
    }
    return JUDDER_OK;
}

JudderErr system_solver_open(SystemMarch *m, double h, StageSolver *solver) {
    const SystemMarchSetup *s = &m->setup;
    const size_t n = (size_t)s->n, size = (size_t)(m->width * s->contact_count), rub = (size_t)m->rub_count;
    solver->h = h;
    solver->Khat = calloc(n * n, sizeof(double));
    solver->condensed = calloc(size * size + 1, sizeof(double));
    solver->transmission = calloc((size_t)m->inner_count * rub + 1, sizeof(double));
    REQUIRE(solver->Khat && solver->condensed && solver->transmission, error_memory());
    for (size_t i = 0; i < n * n; i++) solver->Khat[i] = s->M[i] / h + (s->C ? s->C[i] : 0) + h * s->K[i];
    TRY(factor_inner(m, solver));
    if (s->contact_count == 0) return JUDDER_OK;
    condense(m, solver);
    const StageProblem problem = {.n = s->contact_count,
                                  .tangents = 1,
                                  .normal = m->width == 2,
                                  .S = solver->condensed,
                                  .h = h,
                                  .contact_count = s->contact_count,
                                  .contact = m->width == 2 ? m->law : NULL,
                                  .friction_count = s->contact_count,
                                  .friction = m->friction};
    return stage_create(&problem, &solver->stage);
}

void system_solver_close(StageSolver *solver) {
    stage_destroy(&solver->stage);
    dense_factor_destroy(&solver->inner);
    free(solver->Khat);
    free(solver->condensed);
    free(solver->transmission);
}
