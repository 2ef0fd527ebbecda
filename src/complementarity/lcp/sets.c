/* The 2^n sets as a tree: unknown after unknown, x_k = 0 or w_k = 0.
 *
 * A tableau says what each decided quantity is for the unknowns that are still open,
 * value_i = b_i + sum_j T_ij x_j with x_j >= 0; w_k = 0 pivots on T_kk. A branch is left when some value_i
 * must be negative. If T_kk is too small for a pivot, unknown k stays open and the set is examined by
 * itself at the end (singular_set.c).
 */
#include "complementarity/lcp/sets.h"
#include "complementarity/lcp/scaled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = LCP_ENUMERATE_MOST };
enum { BUDGET = 4000000 }; /* lines and partial systems of singular sets: some seconds */
/* A pivot must be this large relative to its row and column. */
static const double least_pivot = 1e-6;
/* Values above this are taken for non-negative until the set has been solved by itself;
 * numbers are near 1. */
static const double loose = 1e-8;
/* Entries beyond this size may have lost the digits that signs need: the set is solved by itself. */
static const double grown = 1e6;
/* Residual of a point that is believed. */
static const double believed = 1e-11;

typedef enum Status { OPEN, OUT, IN, PENDING } Status;

typedef struct Tree {
    const Lcp *lcp;
    const SetVisitor *visitor;
    int n;
    Status status[MOST];
    double (*level)[MOST][MOST + 1]; /* one tableau for each depth; the last column is b */
    long budget;
    bool stop;
} Tree;

static bool open_column(const Tree *tree, int j) {
    return tree->status[j] == OPEN || tree->status[j] == PENDING;
}

/* Whether a decided row forbids every way to go on. */
static bool hopeless(const Tree *tree, double (*T)[MOST + 1]) {
    for (int i = 0; i < tree->n; i++) {
        const double b = T[i][tree->n], size = fmax(1, fabs(b));
        if (tree->status[i] == OPEN || fabs(b) <= loose * size) continue;
        if (b > 0 && tree->status[i] != PENDING) continue;
        bool stuck = true;
        for (int j = 0; j < tree->n && stuck; j++)
            if (open_column(tree, j)) stuck = b < 0 ? T[i][j] <= 0 : T[i][j] >= 0;
        if (stuck) return true;
    }
    return false;
}

static bool pivot_allowed(const Tree *tree, double (*T)[MOST + 1], int k) {
    double most = 0;
    for (int j = 0; j < tree->n; j++)
        if (open_column(tree, j)) most = fmax(most, fmax(fabs(T[k][j]), fabs(T[j][k])));
    return fabs(T[k][k]) > least_pivot * fmax(1, most) && most < grown;
}

static void pivot(const Tree *tree, double (*T)[MOST + 1], int k, double (*next)[MOST + 1]) {
    const int n = tree->n;
    for (int j = 0; j <= n; j++)
        if (j == n || (j != k && open_column(tree, j))) next[k][j] = -T[k][j] / T[k][k];
    for (int i = 0; i < n; i++) {
        if (i == k) continue;
        for (int j = 0; j <= n; j++)
            if (j == n || (j != k && open_column(tree, j))) next[i][j] = T[i][j] + T[i][k] * next[k][j];
    }
}

static JudderErr show_point(Tree *tree, const bool *set) {
    double x[MOST] = {NAN}; /* worse than anything: stays if the block is singular */
    TRY(lcp_polish_on_set(tree->lcp, set, x));
    if (isnan(x[0])) return set_examine(tree->lcp, set, tree->visitor, &tree->budget, &tree->stop);
    if (!(lcp_residual(tree->lcp, x) <= believed)) return JUDDER_OK;
    const SetPoint point = {.x = x};
    return tree->visitor->point(tree->visitor->context, &point, &tree->stop);
}

/* All unknowns are decided. A value that is exactly zero belongs to a smaller set. */
static JudderErr leaf(Tree *tree, double (*T)[MOST + 1]) {
    bool set[MOST], pending = false, good = true;
    for (int i = 0; i < tree->n; i++) {
        const double value = T[i][tree->n];
        set[i] = tree->status[i] != OUT;
        pending = pending || tree->status[i] == PENDING;
        good = good && value >= -loose * fmax(1, fabs(value)) && !(set[i] && value == 0);
    }
    if (pending) return set_examine(tree->lcp, set, tree->visitor, &tree->budget, &tree->stop);
    return good ? show_point(tree, set) : JUDDER_OK;
}

static JudderErr descend(Tree *tree, int k, double (*T)[MOST + 1]) {
    if (tree->stop || hopeless(tree, T)) return JUDDER_OK;
    if (k == tree->n) return leaf(tree, T);
    tree->status[k] = OUT;
    TRY(descend(tree, k + 1, T));
    tree->status[k] = PENDING;
    if (pivot_allowed(tree, T, k)) {
        double(*next)[MOST + 1] = tree->level[k + 1];
        pivot(tree, T, k, next);
        tree->status[k] = IN;
        TRY(descend(tree, k + 1, next));
    } else {
        TRY(descend(tree, k + 1, T));
    }
    tree->status[k] = OPEN;
    return JUDDER_OK;
}

JudderErr sets_visit(const Lcp *lcp, const SetVisitor *visitor, bool *complete) {
    const int n = lcp->n;
    Tree tree = {.lcp = lcp, .visitor = visitor, .n = n, .budget = BUDGET};
    tree.level = calloc((size_t)n + 1, sizeof *tree.level);
    REQUIRE(tree.level, error_memory());
    for (int i = 0; i < n; i++) {
        memcpy(tree.level[0][i], lcp->M + (long)i * n, (size_t)n * sizeof(double));
        tree.level[0][i][n] = lcp->q[i];
    }
    const JudderErr err = descend(&tree, 0, tree.level[0]);
    free(tree.level);
    *complete = tree.budget > 0 && !tree.stop;
    return err;
}
