/* Old factors and the vector of the power iteration: with them a march that is taken up again goes
 * on as it would have. */
#include "stage/internal.h"

JudderErr stage_serialise(Stage *s, Archive *archive) {
    const size_t nt = (size_t)s->t.size;
    archive_array(archive, "stage eigenvector", s->eigen, nt * sizeof *s->eigen);
    archive_array(archive, "stage weights", s->weight, nt * sizeof *s->weight);
    archive_array(archive, "stage lambda", &s->lambda, sizeof s->lambda);
    archive_flag(archive, "stage lambda known", &s->lambda_known);
    archive_flag(archive, "stage lambda asked", &s->lambda_asked);
    return s->rows ? rows_serialise(s->rows, archive) : archive_state(archive);
}
