/* Old factors and the vector of the power iteration: with them a march that is taken up again goes
 * on as it would have. */
#include "stage/internal.h"

JudderErr stage_exchange(Stage *s, Archive *archive) {
    const size_t nt = (size_t)s->t.size, size = (size_t)s->core_size;
    bool factored = s->rows->factored, singular = false;
    archive_flag(archive, "stage factored", &factored);
    archive_array(archive, "stage rows", s->rows->row, size * sizeof *s->rows->row);
    archive_array(archive, "stage eigenvector", s->eigen, nt * sizeof *s->eigen);
    archive_array(archive, "stage weights", s->weight, nt * sizeof *s->weight);
    archive_array(archive, "stage lambda", &s->lambda, sizeof s->lambda);
    archive_flag(archive, "stage lambda known", &s->lambda_known);
    TRY(archive_state(archive));
    if (!archive_restores(archive)) return JUDDER_OK;
    rows_refactor(s->rows);
    for (size_t i = 0; i < size; i++) s->rhs[i] = 0;
    return factored ? rows_solve(s->rows, s->rhs, s->x, &singular) : JUDDER_OK;
}
