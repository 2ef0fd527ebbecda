/* The solutions whose x is positive on one set s at most: the polyhedron  M_ss x = -q_s,
 * x >= 0,  w >= 0 elsewhere.
 *
 * If M_ss lacks r ranks, each of its edges with x > 0 inside lies on a line  p + t v  that r - 1 further rows
 * w_j = 0 determine: all choices of such rows are tried, and each line is clipped by x >= 0 and w >= 0. Edges
 * with some x_i = 0 belong to a smaller set. Rows are eliminated with the largest pivot.
 */
#include "complementarity/lcp/scaled.h"
#include "complementarity/lcp/sets.h"

#include <math.h>
#include <string.h>

enum { MOST = LCP_ENUMERATE_MOST };
/* In numbers near 1: below this a pivot, a remainder or a slope is zero. */
static const double zero = 1e-11;
/* Below this, relative to the larger of 1 and its ends, an edge is a point. */
static const double shortest = 1e-9;
/* Residual of a vertex that is believed. */
static const double believed = 1e-9;

/* Equations A x = b of the columns of the set in reduced form: row k has 1 in column pivot[k],
 * others have 0 there. */
typedef struct System {
    int columns, rank;
    double row[MOST][MOST + 1]; /* the last one is b */
    int pivot[MOST];
} System;

typedef struct Examination {
    const Lcp *lcp;
    const SetVisitor *visitor;
    long *budget;
    bool *stop;
    int count, member[MOST]; /* of the set */
    bool inside[MOST];
} Examination;

typedef enum Added { INDEPENDENT, REDUNDANT, INCONSISTENT } Added;

static void take_row(const Examination *e, int i, double *row) {
    const long n = e->lcp->n;
    for (int k = 0; k < e->count; k++) row[k] = e->lcp->M[i * n + e->member[k]];
    row[e->count] = -e->lcp->q[i];
}

static void singular_set_reduce(const System *s, double *row) {
    for (int k = 0; k < s->rank; k++) {
        const double factor = row[s->pivot[k]];
        if (factor == 0) continue;
        for (int j = 0; j <= s->columns; j++) row[j] -= factor * s->row[k][j];
        row[s->pivot[k]] = 0;
    }
}

static int largest_column(const System *s, const double *row) {
    int best = 0;
    for (int j = 1; j < s->columns; j++)
        if (fabs(row[j]) > fabs(row[best])) best = j;
    return best;
}

/* Adds a row that is reduced already. */
static Added add_reduced(System *s, double *row) {
    const int column = largest_column(s, row);
    const double pivot = row[column];
    if (fabs(pivot) <= zero) return fabs(row[s->columns]) <= zero ? REDUNDANT : INCONSISTENT;
    for (int j = 0; j <= s->columns; j++) row[j] /= pivot;
    row[column] = 1;
    for (int k = 0; k < s->rank; k++) {
        const double factor = s->row[k][column];
        for (int j = 0; j <= s->columns; j++) s->row[k][j] -= factor * row[j];
        s->row[k][column] = 0;
    }
    memcpy(s->row[s->rank], row, sizeof s->row[0]);
    s->pivot[s->rank++] = column;
    return INDEPENDENT;
}

/* The equations w = 0 on the set, largest pivot first; false: they contradict each other. */
static bool fill_system(const Examination *e, System *s) {
    double row[MOST][MOST + 1] = {{0}};
    bool done[MOST] = {false};
    *s = (System){.columns = e->count};
    for (int k = 0; k < e->count; k++) take_row(e, e->member[k], row[k]);
    for (int left = e->count; left > 0; left--) {
        int best = -1;
        double most = -1;
        for (int k = 0; k < e->count; k++) {
            if (done[k]) continue;
            const double size = fabs(row[k][largest_column(s, row[k])]);
            if (size > most) best = k;
            most = fmax(most, size);
        }
        done[best] = true;
        if (add_reduced(s, row[best]) == INCONSISTENT) return false;
        for (int k = 0; k < e->count; k++) {
            const int pivot = s->rank > 0 ? s->pivot[s->rank - 1] : 0;
            const double factor = row[k][pivot];
            if (done[k] || s->rank == 0) continue;
            for (int j = 0; j <= s->columns; j++) row[k][j] -= factor * s->row[s->rank - 1][j];
            row[k][pivot] = 0;
        }
    }
    return true;
}

/* A line p + t v in the space of all unknowns, and the part of it that is allowed. */
typedef struct Line {
    double p[MOST], v[MOST], low, high;
} Line;

/* The constraint c + t d >= 0. */
static void singular_set_clip(Line *line, double c, double d) {
    if (fabs(d) <= zero) {
        if (c < -shortest) line->high = -INFINITY;
    } else if (d > 0) {
        line->low = fmax(line->low, -c / d);
    } else {
        line->high = fmin(line->high, -c / d);
    }
}

/* The last free column runs along the line; v's largest number is 1. */
static void fill_line(const Examination *e, const System *s, Line *line) {
    bool free_column[MOST];
    int runs = 0;
    double most = 0, largest = 1;
    *line = (Line){.low = -INFINITY, .high = INFINITY};
    for (int j = 0; j < e->count; j++) free_column[j] = true;
    for (int k = 0; k < s->rank; k++) free_column[s->pivot[k]] = false;
    for (int j = 0; j < e->count; j++)
        if (free_column[j]) runs = j;
    line->v[e->member[runs]] = 1;
    for (int k = 0; k < s->rank; k++) {
        line->p[e->member[s->pivot[k]]] = s->row[k][s->columns];
        line->v[e->member[s->pivot[k]]] = -s->row[k][runs];
    }
    for (int i = 0; i < e->lcp->n; i++) {
        if (fabs(line->v[i]) > most) largest = line->v[i];
        most = fmax(most, fabs(line->v[i]));
    }
    for (int i = 0; i < e->lcp->n; i++) line->v[i] /= largest;
}

static void clip_all(const Examination *e, Line *line) {
    const long n = e->lcp->n;
    for (long i = 0; i < n; i++) {
        double c = line->p[i], d = line->v[i];
        if (!e->inside[i]) {
            c = e->lcp->q[i];
            d = 0;
            for (long j = 0; j < n; j++) {
                c += e->lcp->M[i * n + j] * line->p[j];
                d += e->lcp->M[i * n + j] * line->v[j];
            }
        }
        singular_set_clip(line, c, d);
    }
}

/* Cleans x of rounding, unless the judge thinks that it was none, and shows it if he believes it. */
static JudderErr singular_set_show(const Examination *e, double *x, bool family, const double *direction) {
    double most = 0, clean[MOST];
    for (int i = 0; i < e->lcp->n; i++) most = fmax(most, fabs(x[i]));
    for (int i = 0; i < e->lcp->n; i++) clean[i] = fabs(x[i]) <= zero * most ? 0 : x[i];
    double residual = lcp_residual(e->lcp, clean);
    if (residual <= believed)
        memcpy(x, clean, (size_t)e->lcp->n * sizeof *x);
    else
        residual = lcp_residual(e->lcp, x);
    if (!(residual <= believed) || *e->stop) return JUDDER_OK;
    const SetPoint point = {.x = x, .family = family, .direction = direction};
    return e->visitor->point(e->visitor->context, &point, e->stop);
}

static JudderErr show_end(const Examination *e, const Line *line, double t, bool edge) {
    double x[MOST];
    for (int i = 0; i < e->lcp->n; i++) x[i] = line->p[i] + t * line->v[i];
    return singular_set_show(e, x, edge, isfinite(line->high) ? NULL : line->v);
}

static JudderErr show_line(const Examination *e, const System *s) {
    Line line;
    fill_line(e, s, &line);
    clip_all(e, &line);
    const double room = shortest * fmax(1, fmax(isfinite(line.low) ? fabs(line.low) : 0,
                                                isfinite(line.high) ? fabs(line.high) : 0));
    if (line.low > line.high + room || !isfinite(line.low)) return JUDDER_OK;
    const bool edge = line.high - line.low > room;
    TRY(show_end(e, &line, line.low, edge));
    return edge && isfinite(line.high) ? show_end(e, &line, line.high, true) : JUDDER_OK;
}

static JudderErr show_unique(const Examination *e, const System *s) {
    double p[MOST] = {0};
    for (int k = 0; k < s->rank; k++) p[e->member[s->pivot[k]]] = s->row[k][s->columns];
    double residual;
    TRY(lcp_polish_on_set(e->lcp, e->inside, p, &residual));
    return singular_set_show(e, p, false, NULL);
}

/* Adds further rows w_j = 0, j >= from, until one rank is missing. */
static JudderErr complete_lines(const Examination *e, const System *s, int from) {
    if (*e->stop || --*e->budget <= 0) return JUDDER_OK;
    if (s->rank == s->columns - 1) return show_line(e, s);
    for (int j = from; j < e->lcp->n; j++) {
        if (e->inside[j]) continue;
        System more = *s;
        double row[MOST + 1] = {0};
        take_row(e, j, row);
        singular_set_reduce(&more, row);
        if (add_reduced(&more, row) == INDEPENDENT) TRY(complete_lines(e, &more, j + 1));
    }
    return JUDDER_OK;
}

JudderErr set_examine(const Lcp *lcp, const bool *set, const SetVisitor *visitor, long *budget, bool *stop) {
    Examination e = {.lcp = lcp, .visitor = visitor, .budget = budget, .stop = stop};
    System s;
    if (*stop || *budget <= 0) return JUDDER_OK;
    for (int i = 0; i < lcp->n; i++) {
        e.inside[i] = set[i];
        if (set[i]) e.member[e.count++] = i;
    }
    if (!fill_system(&e, &s)) return JUDDER_OK;
    return s.rank == s.columns ? show_unique(&e, &s) : complete_lines(&e, &s, 0);
}
