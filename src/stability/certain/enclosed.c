#include "stability/certain/enclosed.h"

#include <stdlib.h>

void enclosed_release(EnclosedSystem *system) {
    enclosure_matrix_destroy(&system->K);
    enclosure_matrix_destroy(&system->M);
    free(system->contact);
    *system = (EnclosedSystem){0};
}

/* S with all columns, or with those of the tangents alone. */
typedef struct Condensed {
    int *row, *wanted;
    int columns;
    bool normals;
    double *S, *S_D;
} Condensed;

static JudderErr enclosed_allocate(const EnclosedSystem *system, bool normals, Condensed *made) {
    const size_t m = 2 * (size_t)system->n;
    made->normals = normals;
    made->columns = normals ? 2 * system->n : system->n;
    made->row = malloc((2 * m + 1) * sizeof *made->row);
    made->S = malloc((2 * m * (size_t)made->columns + 1) * sizeof *made->S);
    REQUIRE(made->row && made->S, error_memory());
    made->wanted = made->row + m;
    made->S_D = made->S + m * (size_t)made->columns;
    for (int i = 0; i < system->n; i++) {
        made->row[2 * i] = system->contact[i].normal;
        made->row[2 * i + 1] = system->contact[i].tangent;
    }
    for (int j = 0; j < made->columns; j++) made->wanted[j] = normals ? j : 2 * j + 1;
    return JUDDER_OK;
}

/* A, B and C from S and its radii (ST-4). */
static void take_box(const EnclosedSystem *system, const Condensed *from, const PencilBox *box) {
    const size_t n = (size_t)system->n, columns = (size_t)from->columns;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const int s_i = system->contact[i].direction, s_j = system->contact[j].direction;
            const size_t tangent = from->normals ? 2 * j + 1 : j, to = i * n + j;
            const size_t row_n = 2 * i * columns, row_t = (2 * i + 1) * columns;
            box->A[to] = s_i * from->S[row_t + tangent] * s_j;
            box->A_D[to] = from->S_D[row_t + tangent];
            box->B[to] = from->S[row_n + tangent] * s_j;
            box->B_D[to] = from->S_D[row_n + tangent];
            if (!box->C) continue;
            box->C[to] = from->S[row_n + 2 * j];
            box->C_D[to] = from->S_D[row_n + 2 * j];
        }
}

static JudderErr enclosed_condense(const EnclosedSystem *system, const EnclosureMatrix *J,
                                   const PencilBox *box, bool *enclosed) {
    Condensed made = {0};
    EnclosureAnswer answer = {.reason = ""};
    JudderErr err = enclosed_allocate(system, box->C != NULL, &made);
    if (err == JUDDER_OK) {
        answer.S = made.S;
        answer.S_D = made.S_D;
        const EnclosureQuestion question = {J, 2 * system->n, made.row, made.columns, made.wanted};
        err = enclosure_condense(&question, &answer);
    }
    *enclosed = err == JUDDER_OK && answer.enclosed;
    if (*enclosed) take_box(system, &made, box);
    if (box->definite) *box->definite = answer.definite;
    if (box->reason) *box->reason = answer.reason;
    free(made.row);
    free(made.S);
    return err;
}

JudderErr enclosed_box(const EnclosedSystem *system, EnclosedWeights weights, const PencilBox *box,
                       bool *enclosed) {
    EnclosureMatrix *sum = NULL;
    *enclosed = false;
    if (box->definite) *box->definite = false;
    if (box->reason) *box->reason = system->reason ? system->reason : "";
    if (system->reason) return JUDDER_OK;
    if (weights.mass != 0 && !system->M) {
        if (box->reason) *box->reason = "motions that grow need the mass";
        return JUDDER_OK;
    }
    if (weights.mass == 0 && weights.stiffness == 1)
        return enclosed_condense(system, system->K, box, enclosed);
    TRY(enclosure_matrix_sum(weights.stiffness, system->K, weights.mass, system->M, &sum));
    const JudderErr err = enclosed_condense(system, sum, box, enclosed);
    enclosure_matrix_destroy(&sum);
    return err;
}

JudderErr enclosed_mass_is_semidefinite(const EnclosedSystem *system, bool *proved) {
    *proved = !system->M && !system->reason;
    return system->M && !system->reason ? enclosure_is_semidefinite(system->M, proved) : JUDDER_OK;
}
