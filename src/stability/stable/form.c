#include "stability/stable/form.h"

#include "base/dense.h"
#include "base/number/rounding.h"
#include "complementarity/eicp/proof/scaling.h"

#include <math.h>
#include <string.h>

/* What is summed in an entry of a form, and its radius. */
typedef struct Ball {
    double middle, radius;
} Ball;

/* Whether F is positive definite for every symmetric matrix within F_D of it: brought to a diagonal near 1 by
 * powers of two, which changes nothing, Cholesky of F - (radius + rounding) I [rump2006]. Spoils both. */
static JudderErr is_definite(const FormRoom *room, bool *definite) {
    const size_t n = (size_t)room->n;
    double *F = room->F, *F_D = room->F_D, *unit = room->x, radius = 0, trace = 0;
    *definite = false;
    for (size_t i = 0; i < n; i++) {
        if (!(F[i * n + i] > 0) || !isfinite(F[i * n + i])) return JUDDER_OK;
        unit[i] = ldexp(1, (int)-lround(log2(F[i * n + i]) / 2));
    }
    for (size_t i = 0; i < n; i++) {
        double row = 0;
        for (size_t j = 0; j < n; j++) {
            F[i * n + j] *= unit[i] * unit[j];
            F_D[i * n + j] *= unit[i] * unit[j];
            row += F_D[i * n + j];
        }
        radius = fmax(radius, row);
        trace += F[i * n + i];
    }
    const double shift = (radius + rounding_gamma(room->n + 4) * trace) * ROUNDING_UP;
    if (!isfinite(shift)) return JUDDER_OK;
    return dense_is_positive_definite(room->n, F, shift, definite);
}

/* S_2 - S_1 - share (S_3 - S_2) of one entry: how far S bends away from its chord. */
static Ball form_bend(const double *const S[3], const double *const S_D[3], double share, size_t at) {
    const double sizes = fabs(S[0][at]) + fabs(S[1][at]) + share * (fabs(S[1][at]) + fabs(S[2][at]));
    return (Ball){S[1][at] - S[0][at] - share * (S[2][at] - S[1][at]),
                  (S_D[0][at] + S_D[1][at] + share * (S_D[1][at] + S_D[2][at]) + rounding_gamma(8) * sizes) *
                      ROUNDING_UP};
}

static void form_add(Ball *sum, double factor, Ball term) {
    const double more = factor * term.middle;
    sum->middle += more;
    sum->radius += fabs(factor) * term.radius + rounding_gamma(12) * fabs(more);
}

/* sym(D (A - m B)) of a place into F and F_D. */
static void plain_form(const FormRoom *room, const PencilBox *box, double m) {
    const size_t n = (size_t)room->n;
    const double *D = room->D;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            Ball sum = {0, 0};
            const size_t at[2] = {i * n + j, j * n + i};
            for (int k = 0; k < 2; k++) {
                const double d = D[k ? j : i] / 2;
                form_add(&sum, d, (Ball){box->A[at[k]], box->A_D[at[k]]});
                form_add(&sum, -d * m, (Ball){box->B[at[k]], box->B_D[at[k]]});
            }
            room->F[at[0]] = sum.middle, room->F_D[at[0]] = sum.radius;
        }
}

/* Subtracts W' G W/4, W x = ((D - 1) x along t, -m D x along n), symmetric entry by entry. (PR-10) */
static void subtract_bend(const FormRoom *room, const Place *const place[3], double m) {
    const size_t n = (size_t)room->n;
    const double *D = room->D, share = (place[1]->at - place[0]->at) / (place[2]->at - place[1]->at);
    const double *A[3], *A_D[3], *B[3], *B_D[3], *C[3], *C_D[3];
    for (int k = 0; k < 3; k++) {
        const PencilBox *box = &place[k]->box;
        A[k] = box->A, A_D[k] = box->A_D, B[k] = box->B;
        B_D[k] = box->B_D, C[k] = box->C, C_D[k] = box->C_D;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const size_t at = i * n + j, turned = j * n + i;
            const double e_i = D[i] - 1, e_j = D[j] - 1;
            Ball sum = {room->F[at], room->F_D[at]};
            /* G_tt and G_nn are symmetric, as S is: half of each entry and of its mirror. */
            form_add(&sum, -e_i * e_j / 8, form_bend(A, A_D, share, at));
            form_add(&sum, -e_i * e_j / 8, form_bend(A, A_D, share, turned));
            form_add(&sum, m * D[i] * e_j / 4, form_bend(B, B_D, share, at));
            form_add(&sum, m * e_i * D[j] / 4, form_bend(B, B_D, share, turned));
            form_add(&sum, -m * m * D[i] * D[j] / 8, form_bend(C, C_D, share, at));
            form_add(&sum, -m * m * D[i] * D[j] / 8, form_bend(C, C_D, share, turned));
            room->F[at] = sum.middle, room->F_D[at] = sum.radius * ROUNDING_UP;
        }
}

/* Both forms at one m. */
static JudderErr holds_at(const FormRoom *room, const Place *const place[3], double m, bool *holds) {
    plain_form(room, &place[1]->box, m);
    TRY(is_definite(room, holds));
    if (!*holds) return JUDDER_OK;
    plain_form(room, &place[0]->box, m);
    subtract_bend(room, place, m);
    return is_definite(room, holds);
}

/* Up to so many contacts diagonals are searched for; it takes some hundred factorisations. */
enum { SEARCH_MOST = 40 };

/* A diagonal that may do: y/x from M x = e, M' y = e with M = A - mu B of one end, 1, or one that is searched
 * for. */
static JudderErr choose_D(const FormRoom *room, const Place *const place[3], double mu, int way,
                          bool *found) {
    const size_t n = (size_t)room->n;
    const PencilBox *box = &place[way == 1]->box;
    int worst;
    *found = way == 2;
    for (size_t i = 0; i < n; i++) room->D[i] = 1;
    if (way == 2 || (way == 3 && room->n > SEARCH_MOST)) return JUDDER_OK;
    for (size_t i = 0; i < n * n; i++) room->M[i] = box->A[i] - mu * box->B[i];
    if (way < 2) return eicp_quick_scaling(room->n, room->M, room->D, found);
    return eicp_find_scaling(room->n, 2, (const double *const[]){room->M, box->A}, room->D, found, &worst);
}

JudderErr form_excludes(const FormRoom *room, const Place *const place[3], double mu, bool *proved) {
    *proved = false;
    for (int way = 0; way < 4 && !*proved; way++) {
        bool found = false;
        TRY(choose_D(room, place, mu, way, &found));
        for (int i = 0; i < room->n && found; i++) found = room->D[i] > 0 && isfinite(room->D[i]);
        if (!found) continue;
        TRY(holds_at(room, place, mu, proved));
        if (*proved) TRY(holds_at(room, place, 0, proved));
    }
    return JUDDER_OK;
}
