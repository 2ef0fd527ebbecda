/* The 2^n sets as a tree [cottle1992]: unknown after unknown, x_k = 0 or w_k = 0.
 *
 * A tableau says what each decided quantity is for the unknowns that are still open,
 * value_i = b_i + sum_j T_ij x_j with x_j >= 0; w_k = 0 pivots on T_kk. A branch is left when some value_i
 * must be negative. If T_kk is too small for a pivot, unknown k stays open and the set is examined by
 * itself at the end (decided.c).
 *
 * Next to each number runs a bound of its error, so that signs are certain or known to be uncertain: a set
 * whose x and w have certain signs is decided. Of the others the visitor may know more (exact arithmetic);
 * otherwise what rounded numbers show of them is shown, and the list is not called complete.
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
/* Entries beyond this size may have lost the digits that signs need: the set is solved by itself. */
static const double grown = 1e6;
/* Residual of a point that is believed. */
static const double believed = 1e-11;

typedef enum Status { OPEN, OUT, IN, PENDING } Status;

typedef struct Tableau {
    double T[MOST][MOST + 1], E[MOST][MOST + 1]; /* the last column is b */
} Tableau;

typedef struct Tree {
    const Lcp *lcp;
    const SetVisitor *visitor;
    int n;
    Status status[MOST];
    Tableau *level; /* one for each depth */
    long budget;
    bool stop, undecided;
} Tree;

static bool open_column(const Tree *tree, int j) {
    return tree->status[j] == OPEN || tree->status[j] == PENDING;
}

/* Whether a decided row forbids every way to go on. */
static bool sets_hopeless(const Tree *tree, const Tableau *t) {
    const int n = tree->n;
    for (int i = 0; i < n; i++) {
        const double b = t->T[i][n], e = t->E[i][n];
        const bool below = b<-e, above = b> e && tree->status[i] == PENDING;
        if (tree->status[i] == OPEN || (!below && !above)) continue;
        bool stuck = true;
        for (int j = 0; j < n && stuck; j++)
            if (open_column(tree, j)) stuck = below ? t->T[i][j] <= -t->E[i][j] : t->T[i][j] >= t->E[i][j];
        if (stuck) return true;
    }
    return false;
}

static bool pivot_allowed(const Tree *tree, const Tableau *t, int k) {
    double most = 0;
    for (int j = 0; j < tree->n; j++)
        if (open_column(tree, j)) most = fmax(most, fmax(fabs(t->T[k][j]), fabs(t->T[j][k])));
    const double own = fabs(t->T[k][k]);
    return own > least_pivot * fmax(1, most) && own > 2 * t->E[k][k] && most < grown;
}

static void sets_pivot(const Tree *tree, const Tableau *t, int k, Tableau *next) {
    const int n = tree->n;
    const Bounded own = {t->T[k][k], t->E[k][k]};
    for (int j = 0; j <= n; j++) {
        if (j < n && (j == k || !open_column(tree, j))) continue;
        const Bounded factor = bounded_quotient((Bounded){t->T[k][j], t->E[k][j]}, own);
        next->T[k][j] = -factor.value;
        next->E[k][j] = factor.error;
        for (int i = 0; i < n; i++) {
            if (i == k) continue;
            const Bounded changed = bounded_less((Bounded){t->T[i][j], t->E[i][j]},
                                                 (Bounded){t->T[i][k], t->E[i][k]}, factor);
            next->T[i][j] = changed.value;
            next->E[i][j] = changed.error;
        }
    }
}

/* What rounded numbers show of a set. */
static JudderErr show_computed(Tree *tree, const bool *set, bool pending) {
    double x[MOST] = {NAN}; /* worse than anything: stays if the block is singular */
    double residual = INFINITY;
    if (!pending) TRY(lcp_polish_on_set(tree->lcp, set, x, &residual));
    if (isnan(x[0])) return set_examine(tree->lcp, set, tree->visitor, &tree->budget, &tree->stop);
    if (!(residual <= believed)) return JUDDER_OK;
    const SetPoint point = {.x = x};
    return tree->visitor->point(tree->visitor->context, &point, &tree->stop);
}

/* The only solution of a set, with all x on it positive; verge: some w outside of it is zero. */
typedef struct Decided {
    double x[MOST], error[MOST];
    bool verge;
} Decided;

/* Polishes x and shows it, if that is known to be within what the visitor wants. */
static JudderErr show_decided(Tree *tree, const bool *set, const Decided *found, bool *shown) {
    double x[MOST], residual;
    *shown = true;
    memcpy(x, found->x, (size_t)tree->n * sizeof *x);
    TRY(lcp_polish_on_set(tree->lcp, set, x, &residual));
    for (int i = 0; i < tree->n; i++) {
        const double within = LCP_ENUMERATE_WITHIN * found->x[i];
        if (!set[i]) continue;
        if (!(x[i] > 0) || !(fabs(x[i] - found->x[i]) + found->error[i] <= within)) x[i] = found->x[i];
        if (tree->visitor->enclosed && !(found->error[i] <= within)) *shown = false;
    }
    if (!*shown) return JUDDER_OK;
    const SetPoint point = {.x = x, .accurate = true, .alone = !found->verge};
    return tree->visitor->point(tree->visitor->context, &point, &tree->stop);
}

/* A set that the tableau did not decide: by itself, with pivots as large as there are, then by the visitor.
 */
static JudderErr look_alone(Tree *tree, const bool *set, bool pending) {
    Decided found;
    bool decided = false;
    if (tree->visitor->families) return show_computed(tree, set, pending);
    const SetSigns signs = set_signs(tree->lcp, set, found.x, found.error);
    tree->budget--;
    if (signs == SET_NONE || tree->budget <= 0) return JUDDER_OK;
    found.verge = signs == SET_VERGE;
    if (signs != SET_UNDECIDED) TRY(show_decided(tree, set, &found, &decided));
    if (!decided && tree->visitor->decide) TRY(tree->visitor->decide(tree->visitor->context, set, &decided));
    if (decided) return JUDDER_OK;
    tree->undecided = true;
    return show_computed(tree, set, pending);
}

/* All unknowns are decided. A zero that is certain: x_i = 0 belongs to a smaller set, w_i = 0 is allowed. */
static JudderErr sets_leaf(Tree *tree, const Tableau *t) {
    bool set[MOST], pending = false, certain = true, smaller = false, shown = false;
    Decided found = {0};
    for (int i = 0; i < tree->n; i++) {
        const double value = t->T[i][tree->n], error = t->E[i][tree->n];
        const bool zero = value == 0 && error == 0;
        set[i] = tree->status[i] != OUT;
        pending = pending || tree->status[i] == PENDING;
        certain = certain && (zero || value > error);
        found.verge = found.verge || zero;
        smaller = smaller || (zero && set[i]);
        if (!set[i]) continue;
        found.x[i] = value;
        found.error[i] = error;
    }
    if (smaller && !pending) return JUDDER_OK;
    if (!pending && certain) TRY(show_decided(tree, set, &found, &shown));
    return shown ? JUDDER_OK : look_alone(tree, set, pending);
}

static JudderErr sets_descend(Tree *tree, int k, Tableau *t) {
    if (tree->stop || sets_hopeless(tree, t)) return JUDDER_OK;
    if (k == tree->n) return sets_leaf(tree, t);
    tree->status[k] = OUT;
    TRY(sets_descend(tree, k + 1, t));
    tree->status[k] = PENDING;
    if (pivot_allowed(tree, t, k)) {
        sets_pivot(tree, t, k, &tree->level[k + 1]);
        tree->status[k] = IN;
        TRY(sets_descend(tree, k + 1, &tree->level[k + 1]));
    } else {
        TRY(sets_descend(tree, k + 1, t));
    }
    tree->status[k] = OPEN;
    return JUDDER_OK;
}

JudderErr sets_visit(const Lcp *lcp, const SetVisitor *visitor, bool *complete) {
    const int n = lcp->n;
    Tree tree = {.lcp = lcp, .visitor = visitor, .n = n, .budget = BUDGET};
    tree.level = calloc((size_t)n + 1, sizeof *tree.level);
    REQUIRE(tree.level, error_memory());
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++) {
            const Bounded entry = lcp_entry(lcp, i, j);
            tree.level[0].T[i][j] = entry.value;
            tree.level[0].E[i][j] = entry.error;
        }
    const JudderErr err = sets_descend(&tree, 0, tree.level);
    free(tree.level);
    *complete = tree.budget > 0 && !tree.stop && !tree.undecided;
    return err;
}
