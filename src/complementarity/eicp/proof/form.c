/* EICP_FORM: Q(mu) = sym(G M(mu)) - N positive definite at both ends of the box (ST-13).
 *
 * With s the slipping nodes, V = M_s'(M_s M_s')^-1 at the middle of the box and Q0 the form there
 * without their columns, the columns Y = -2 Q0 V + M_s' V'Q0 V + sigma V of G make the form at the
 * middle equal to Pi'Q0 Pi + sigma (I - Pi), Pi the projection to w_s = 0. Any Y is allowed, so that its
 * own rounding does not matter. */
#include "complementarity/eicp/proof/box.h"

#include "base/array/room.h"
#include "base/dense.h"
#include "base/symmetric.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Form {
    const EicpProblem *problem;
    int k, s;      /* nodes that do not stick; of them, slipping */
    int *node;     /* k */
    int *slipping; /* s positions among the k */
    int shifted;   /* position of the shift's node, or -1 */
    double *d, *a, *b;
    double *M, *size, *Q, *radius; /* k x k */
    double *E, *spread;            /* k x k: radii of M, and |G| E; NULL: M is exact */
    double *V, *Y, *product;       /* k x s */
    double *gram, *column;
} Form;

static void form_release(Form *form) {
    free(form->node);
    free(form->d);
}

static JudderErr form_allocate(const EicpProblem *problem, const EicpBox *box, int shifted, Form *form) {
    const size_t n = (size_t)problem->n;
    *form = (Form){.problem = problem, .shifted = -1};
    form->node = malloc(2 * n * sizeof(int));
    REQUIRE(form->node, error_memory());
    form->slipping = form->node + n;
    for (int i = 0; i < problem->n; i++) {
        if (box->side[i] == EICP_STICKS) continue;
        if (i == shifted) form->shifted = form->k;
        if (box->side[i] == EICP_SLIPS) form->slipping[form->s++] = form->k;
        form->node[form->k++] = i;
    }
    const size_t k = (size_t)form->k, s = (size_t)form->s;
    const size_t bounded = problem->A_D ? k * k : 0;
    REQUIRE(ROOM_TAKE(ROOM(form->d, k), ROOM(form->a, k), ROOM(form->b, k), ROOM(form->M, k * k),
                      ROOM(form->size, k * k), ROOM(form->Q, k * k), ROOM(form->radius, k * k),
                      ROOM(form->V, k * s), ROOM(form->Y, k * s), ROOM(form->product, k * s),
                      ROOM(form->gram, s * s), ROOM(form->column, s), ROOM(form->E, bounded),
                      ROOM(form->spread, bounded)),
            error_memory());
    if (!problem->A_D) form->E = form->spread = NULL;
    return JUDDER_OK;
}

/* M and a bound of what was rounded in it. */
static void take_matrix(Form *form, double mu) {
    const EicpProblem *problem = form->problem;
    const size_t n = (size_t)problem->n, k = (size_t)form->k;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            const size_t at = (size_t)form->node[i] * n + (size_t)form->node[j];
            const double a = isinf(mu) ? 0 : problem->A[at], b = problem->B[at] * (isinf(mu) ? 1 : mu);
            form->M[i * k + j] = a - b;
            form->size[i * k + j] = fabs(a) + fabs(b);
            if (form->E) form->E[i * k + j] = eicp_radius(problem, mu, at);
        }
}

/* Row i of the product gets a multiple of a row of M. */
static void add_row(Form *form, size_t i, size_t row, double factor) {
    const size_t k = (size_t)form->k;
    if (factor == 0) return;
    for (size_t j = 0; j < k; j++) {
        form->Q[i * k + j] += factor * form->M[row * k + j];
        const double part = fabs(factor) * form->size[row * k + j];
        form->radius[i * k + j] += part > 0 || form->size[row * k + j] == 0 ? part : DBL_MIN; /* vanished */
    }
    for (size_t j = 0; j < k && form->E; j++)
        if (form->E[row * k + j] > 0)
            form->spread[i * k + j] += fabs(factor) * form->E[row * k + j] + DBL_MIN;
}

/* Q <- G M, radius <- |G| |M| */
static void take_product(Form *form) {
    const size_t k = (size_t)form->k, s = (size_t)form->s;
    memset(form->Q, 0, k * k * sizeof(double));
    memset(form->radius, 0, k * k * sizeof(double));
    if (form->spread) memset(form->spread, 0, k * k * sizeof(double));
    for (size_t i = 0; i < k; i++) {
        add_row(form, i, i, form->d[i]);
        for (size_t c = 0; c < s; c++) add_row(form, i, (size_t)form->slipping[c], form->Y[i * s + c]);
        if ((int)i != form->shifted) continue;
        for (size_t r = 0; r < k; r++) add_row(form, i, r, -form->b[r]);
    }
}

/* Q <- sym(Q) - N, with the radius of all rounding so far; N is absent at infinite mu. */
static void take_symmetric(Form *form, bool with_N) {
    const size_t k = (size_t)form->k;
    const double rounding = (double)(form->k + form->s + 12) * DBL_EPSILON;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++) {
            double q = 0.5 * (form->Q[i * k + j] + form->Q[j * k + i]);
            double r = 0.5 * (form->radius[i * k + j] + form->radius[j * k + i]);
            double N = 0;
            if (with_N && form->shifted >= 0 && (int)i == form->shifted) N = form->a[j] / 2;
            if (with_N && form->shifted >= 0 && (int)j == form->shifted) N = form->a[i] / 2;
            q -= N;
            if (r > 0 || N != 0) r = rounding * (r + fabs(N)) + DBL_MIN; /* exact zeros stay so */
            if (form->spread) r += 0.5 * (form->spread[i * k + j] + form->spread[j * k + i]) * (1 + 1e-9);
            form->Q[i * k + j] = form->Q[j * k + i] = q;
            form->radius[i * k + j] = form->radius[j * k + i] = r;
        }
}

/* V' = (M_s M_s')^-1 M_s, false if that is singular. */
static JudderErr take_pseudo_inverse(Form *form, bool *possible) {
    const size_t k = (size_t)form->k, s = (size_t)form->s;
    for (size_t c = 0; c < s; c++)
        for (size_t e = 0; e < s; e++) {
            const double *p = form->M + (size_t)form->slipping[c] * k,
                         *q = form->M + (size_t)form->slipping[e] * k;
            double sum = 0;
            for (size_t j = 0; j < k; j++) sum += p[j] * q[j];
            form->gram[c * s + e] = sum;
        }
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    TRY(dense_factor_create(form->s, form->gram, &factor, &singular));
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; i < k && !singular && err == JUDDER_OK; i++) {
        for (size_t c = 0; c < s; c++) form->column[c] = form->M[(size_t)form->slipping[c] * k + i];
        err = dense_factor_solve(factor, form->column);
        for (size_t c = 0; c < s; c++) form->V[i * s + c] = form->column[c];
        for (size_t c = 0; c < s; c++) singular = singular || !isfinite(form->column[c]);
    }
    *possible = !singular;
    return err;
}

/* Y from Q0 in form->Q and V; false if the form has no positive trace on w_s = 0. */
static bool take_columns(Form *form) {
    const size_t k = (size_t)form->k, s = (size_t)form->s;
    double trace = 0, *inner = form->gram;
    for (size_t i = 0; i < k; i++) {
        trace += form->Q[i * k + i];
        for (size_t c = 0; c < s; c++) {
            double sum = 0;
            for (size_t j = 0; j < k; j++) sum += form->Q[i * k + j] * form->V[j * s + c];
            form->product[i * s + c] = sum;
            trace -= form->M[(size_t)form->slipping[c] * k + i] * sum;
        }
    }
    for (size_t c = 0; c < s; c++)
        for (size_t e = 0; e < s; e++) {
            inner[c * s + e] = 0;
            for (size_t i = 0; i < k; i++) inner[c * s + e] += form->V[i * s + c] * form->product[i * s + e];
        }
    const double sigma = k > s ? trace / (double)(k - s) : 1;
    if (!(sigma > 0)) return false;
    for (size_t i = 0; i < k; i++)
        for (size_t c = 0; c < s; c++) {
            double sum = sigma * form->V[i * s + c] - 2 * form->product[i * s + c];
            for (size_t e = 0; e < s; e++)
                sum += form->M[(size_t)form->slipping[e] * k + i] * inner[e * s + c];
            form->Y[i * s + c] = sum;
            if (!isfinite(sum)) return false;
        }
    return true;
}

/* d, and of a shift a = D w0 and b = D x0, w0 at the middle; all must be >= 0 then. */
static bool take_weights(Form *form, const EicpBox *box, const double *d_x0) {
    const size_t n = (size_t)form->problem->n, k = (size_t)form->k;
    const double *x0 = d_x0 + n;
    for (size_t i = 0; i < k; i++) {
        const int node = form->node[i];
        form->d[i] = box->side[node] == EICP_FREE ? d_x0[node] : 0;
        if (!isfinite(form->d[i])) return false;
    }
    if (form->shifted < 0) return true;
    for (size_t i = 0; i < k; i++) {
        const int node = form->node[i];
        if (box->side[node] != EICP_FREE) continue;
        if (!(form->d[i] >= 0) || !(x0[node] >= 0) || !isfinite(x0[node])) return false;
        double w0 = form->M[i * k + (size_t)form->shifted];
        for (size_t j = 0; j < k; j++)
            if (box->side[form->node[j]] == EICP_FREE) w0 += form->M[i * k + j] * x0[form->node[j]];
        form->b[i] = form->d[i] * x0[node];
        form->a[i] = form->d[i] * (x0[node] > 0 ? 0 : fmax(w0, 0));
        if (!isfinite(form->a[i] + form->b[i])) return false;
    }
    return true;
}

/* At infinite mu the form may be semidefinite: rows of zeros that are exact are left out. */
static int drop_zero_rows(Form *form) {
    const size_t k = (size_t)form->k;
    size_t kept = 0;
    for (size_t i = 0; i < k; i++) {
        bool zero = true;
        for (size_t j = 0; j < k; j++) zero = zero && form->Q[i * k + j] == 0 && form->radius[i * k + j] == 0;
        if (!zero) form->node[kept++] = (int)i;
    }
    for (size_t i = 0; i < kept; i++)
        for (size_t j = 0; j < kept; j++) {
            const size_t from = (size_t)form->node[i] * k + (size_t)form->node[j];
            form->Q[i * kept + j] = form->Q[from];
            form->radius[i * kept + j] = form->radius[from];
        }
    return (int)kept;
}

static JudderErr definite_at(Form *form, double mu, bool *yes) {
    take_matrix(form, mu);
    take_product(form);
    take_symmetric(form, !isinf(mu));
    const int order = isinf(mu) ? drop_zero_rows(form) : form->k;
    *yes = true;
    return order > 0 ? symmetric_proves_definite(order, form->Q, form->radius, yes) : JUDDER_OK;
}

/* V <- M^-1 of the slipping nodes, which are all; false if singular. */
static JudderErr take_inverse(Form *form, bool *possible) {
    const size_t k = (size_t)form->k;
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    TRY(dense_factor_create(form->k, form->M, &factor, &singular));
    JudderErr err = JUDDER_OK;
    for (size_t c = 0; c < k && !singular && err == JUDDER_OK; c++) {
        for (size_t i = 0; i < k; i++) form->column[i] = i == c;
        err = dense_factor_solve(factor, form->column);
        for (size_t i = 0; i < k; i++) form->V[i * k + c] = form->column[i];
    }
    *possible = !singular;
    return err;
}

/* Y = P M(hi)^-1 with P = E - E x x'E/(x'E x) + g g'/(x'g), positive definite for x'g > 0, so
 * that P x = g. */
static JudderErr take_turned(Form *form, const EicpBox *box, const double *g_x, bool *possible) {
    const size_t n = (size_t)form->problem->n, k = (size_t)form->k;
    double *g = form->d, *x = form->a, *e = form->b, xg = 0, xex = 0;
    take_matrix(form, box->hi);
    TRY(take_inverse(form, possible));
    for (size_t i = 0; i < k; i++) {
        g[i] = g_x[form->node[i]];
        x[i] = g_x[n + (size_t)form->node[i]];
        e[i] = form->size[i * k + i];
        xg += g[i] * x[i];
        xex += x[i] * e[i] * x[i];
    }
    const double scale = xg / xex;
    *possible = *possible && xg > 0 && scale > 0 && isfinite(scale);
    for (size_t c = 0; c < k && *possible; c++) {
        double along_g = 0, along_x = 0;
        for (size_t i = 0; i < k; i++) {
            along_g += g[i] * form->V[i * k + c];
            along_x += e[i] * x[i] * form->V[i * k + c];
        }
        for (size_t i = 0; i < k; i++)
            form->Y[i * k + c] = scale * e[i] * (form->V[i * k + c] - x[i] * along_x / xex) +
                                 g[i] * along_g / xg;
        for (size_t i = 0; i < k; i++) *possible = *possible && isfinite(form->Y[i * k + c]);
    }
    for (size_t i = 0; i < k; i++) g[i] = x[i] = e[i] = 0; /* no diagonal and no shift */
    return JUDDER_OK;
}

/* Y such that the form at the middle is its restriction to w_s = 0. */
static JudderErr take_restriction(Form *form, bool *possible) {
    take_product(form);
    take_symmetric(form, true);
    TRY(take_pseudo_inverse(form, possible));
    *possible = *possible && take_columns(form);
    return JUDDER_OK;
}

static JudderErr form_check(Form *form, const EicpBox *box, bool turned, const double *numbers, bool *empty) {
    bool possible = true;
    if (turned) {
        if (form->s < form->k || isinf(box->hi)) return JUDDER_OK;
        TRY(take_turned(form, box, numbers, &possible));
    } else {
        take_matrix(form, eicp_box_middle(box));
        if (!take_weights(form, box, numbers)) return JUDDER_OK;
        if (form->s > 0) TRY(take_restriction(form, &possible));
    }
    if (!possible) return JUDDER_OK;
    TRY(definite_at(form, box->lo, empty));
    if (*empty && box->hi != box->lo) TRY(definite_at(form, box->hi, empty));
    return JUDDER_OK;
}

double eicp_box_middle(const EicpBox *box) {
    return isinf(box->hi) ? box->lo + 1 : box->lo + 0.5 * (box->hi - box->lo);
}

JudderErr eicp_form_empties(const EicpProblem *problem, const EicpBox *box, int shifted, const double *d_x0,
                            bool *empty) {
    *empty = false;
    if (shifted >= 0 && (shifted >= problem->n || box->side[shifted] != EICP_SLIPS)) return JUDDER_OK;
    Form form;
    JudderErr err = form_allocate(problem, box, shifted, &form);
    if (err == JUDDER_OK && form.k == 0)
        *empty = true; /* x = 0 is no solution */
    else if (err == JUDDER_OK)
        err = form_check(&form, box, shifted == EICP_TURNED, d_x0, empty);
    form_release(&form);
    return err;
}
