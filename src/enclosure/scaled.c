#include "base/number/rounding.h"
#include "enclosure/columns.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 6, FARTHEST = 500, LEAST_EXPONENT = -250 };

void enclosure_scaled_destroy(EnclosureScaled **scaled) {
    EnclosureScaled *old = *scaled;
    if (!old) return;
    enclosure_matrix_destroy(&old->J);
    free(old->exponent);
    free(old->free);
    free(old->place);
    free(old->piece);
    free(old);
    *scaled = NULL;
}

static JudderErr enclosure_scaled_allocate(const EnclosureMatrix *J, EnclosureScaled *made) {
    const size_t n = (size_t)J->n, entries = J->start[n];
    made->exponent = calloc(n + 1, sizeof *made->exponent);
    made->free = malloc((n + 1) * sizeof *made->free);
    made->place = calloc(n + 1, sizeof *made->place);
    REQUIRE(made->exponent && made->free && made->place, error_memory());
    TRY(enclosure_matrix_create(J->n, entries, J->radius != NULL, &made->J));
    memcpy(made->J->start, J->start, (n + 1) * sizeof *J->start);
    memcpy(made->J->column, J->column, entries * sizeof *J->column);
    made->J->symmetric = J->symmetric;
    return JUDDER_OK;
}

static void list_free(const EnclosureQuestion *question, EnclosureScaled *made) {
    const EnclosureMatrix *J = question->J;
    for (int k = 0; k < question->kept; k++) made->place[question->row[k]] = -1 - k;
    for (int i = 0; i < J->n; i++) {
        if (made->place[i] == 0) {
            made->place[i] = made->frees;
            made->free[made->frees++] = i;
        }
        const size_t length = J->start[i + 1] - J->start[i];
        if (length > made->longest) made->longest = length;
    }
}

static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* Which free dofs are connected, by entries that are not exactly zero. */
static JudderErr find_pieces(EnclosureScaled *made) {
    const EnclosureMatrix *J = made->J;
    const size_t f = (size_t)made->frees;
    int *parent = malloc((f + 1) * sizeof *parent);
    made->piece = malloc((f + 1) * sizeof *made->piece);
    if (!parent || !made->piece) {
        free(parent);
        return error_memory();
    }
    for (size_t i = 0; i < f; i++) parent[i] = (int)i;
    for (int i = 0; i < J->n; i++)
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            const int from = made->place[i], to = made->place[J->column[k]];
            if (from < 0 || to < 0 || (J->value[k] == 0 && !(J->radius && J->radius[k] > 0))) continue;
            const int a = root_of(parent, from), b = root_of(parent, to);
            parent[a > b ? a : b] = a > b ? b : a;
        }
    for (size_t i = 0; i < f; i++) { /* the root is the first of its piece */
        const int root = root_of(parent, (int)i);
        made->piece[i] = root == (int)i ? made->pieces++ : made->piece[root];
    }
    free(parent);
    return JUDDER_OK;
}

/* e about -log2(x)/2 */
static int half_exponent(double x) {
    int exponent = 0;
    frexp(x, &exponent);
    return -(exponent - (exponent < 0)) / 2;
}

/* From the diagonal, if all of it is positive. */
static bool from_diagonal(const EnclosureMatrix *J, int *exponent) {
    for (int i = 0; i < J->n; i++) {
        double diagonal = 0;
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++)
            if (J->column[k] == i) diagonal = J->value[k];
        if (!(diagonal > 0) || !isfinite(diagonal)) return false;
        exponent[i] = half_exponent(diagonal);
    }
    return true;
}

/* So that the largest entry in each row and column of its dof comes near 1, in some rounds. */
static JudderErr from_rows(const EnclosureMatrix *J, int *exponent) {
    const size_t n = (size_t)J->n;
    SCOPED_FREE double *largest = malloc((n + 1) * sizeof *largest);
    REQUIRE(largest, error_memory());
    memset(exponent, 0, n * sizeof *exponent);
    for (int round = 0; round < ROUNDS; round++) {
        memset(largest, 0, n * sizeof *largest);
        for (int i = 0; i < J->n; i++)
            for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
                const int j = J->column[k];
                const double size = fabs(ldexp(J->value[k], exponent[i] + exponent[j]));
                largest[i] = fmax(largest[i], size);
                largest[j] = fmax(largest[j], size);
            }
        for (size_t i = 0; i < n; i++)
            if (largest[i] > 0 && isfinite(largest[i])) exponent[i] += half_exponent(largest[i]);
    }
    return JUDDER_OK;
}

/* Exact, or false. */
static bool enclosure_scaled_scale(const EnclosureMatrix *J, EnclosureScaled *made) {
    for (int i = 0; i < J->n; i++)
        if (abs(made->exponent[i]) > FARTHEST) return false;
    for (int i = 0; i < J->n; i++)
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            const int e = made->exponent[i] + made->exponent[J->column[k]];
            const double value = made->J->value[k] = ldexp(J->value[k], e);
            if (!isfinite(value) || (value != 0 && fabs(value) < ldexp(1, LEAST_EXPONENT))) return false;
            if (value == 0 && J->value[k] != 0) return false;
            if (!J->radius) continue;
            made->J->radius[k] = ldexp(J->radius[k], e);
            if (!isfinite(made->J->radius[k])) return false;
            if (J->radius[k] > 0) made->J->radius[k] += DBL_MIN;
        }
    return true;
}

JudderErr enclosure_scaled_create(const EnclosureQuestion *question, EnclosureScaled **scaled,
                                  bool *possible) {
    EnclosureScaled *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    JudderErr err = enclosure_scaled_allocate(question->J, made);
    if (err == JUDDER_OK) {
        list_free(question, made);
        if (!question->J->symmetric || !from_diagonal(question->J, made->exponent))
            err = from_rows(question->J, made->exponent);
    }
    if (err != JUDDER_OK) {
        enclosure_scaled_destroy(&made);
        return err;
    }
    *possible = enclosure_scaled_scale(question->J, made);
    err = find_pieces(made);
    if (err != JUDDER_OK)
        enclosure_scaled_destroy(&made);
    else
        *scaled = made;
    return err;
}
