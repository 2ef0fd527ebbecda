/* Where growth begins and ends with damping: the largest growth of the band on a grid of mu, every change
 * of its sign refined, and every peak below zero climbed. */
#include "stability/flutter/flutter.h"

#include "base/roots.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 48, CLIMB = 40 };

typedef struct Growth {
    const Sliding *sliding;
    const FlutterSearch *search;
    JudderErr *err;
} Growth;

/* Largest growth of a vibration in the band, relative to its frequency; -1 where the band is empty. */
static double largest_growth(const Growth *growth, double mu, double *omega) {
    if (*growth->err != JUDDER_OK) return -1;
    FlutterRoots roots;
    *growth->err = flutter_values(growth->sliding, mu, &roots);
    if (*growth->err != JUDDER_OK) return -1;
    /* What rounding makes of roots on the axis is no growth: it is a part of the largest of all. */
    double largest = -1, rounding = 0;
    *omega = NAN;
    for (int i = 0; i < roots.count; i++)
        rounding = fmax(rounding, 4e-15 * growth->sliding->n * hypot(roots.at[i].re, roots.at[i].im));
    for (int i = 0; i < roots.count; i++) {
        const FlutterRoot *root = &roots.at[i];
        if (!(root->im > 0 && root->im >= growth->search->from && root->im <= growth->search->to)) continue;
        const double grows = (root->re - rounding) / root->im;
        if (grows > largest) largest = grows, *omega = root->im;
    }
    flutter_roots_release(&roots);
    return largest;
}

static double growth_at(const void *context, double mu) {
    double omega;
    return largest_growth(context, mu, &omega);
}

static JudderErr add(const Growth *growth, MuIntervals *list, double from) {
    if (list->count == list->room) {
        const int room = list->room ? 2 * list->room : 8;
        MuInterval *at = realloc(list->at, (size_t)room * sizeof *at);
        REQUIRE(at, error_memory());
        list->at = at;
        list->room = room;
    }
    MuInterval *interval = &list->at[list->count++];
    *interval = (MuInterval){.from = from, .to = NAN};
    largest_growth(growth, from, &interval->omega);
    return *growth->err;
}

/* The top of a peak between a and c by golden section, or the first place found above zero. */
static double climb(const Growth *growth, double a, double c) {
    const double part = 0.38196601125010515;
    double x = a + part * (c - a), y = c - part * (c - a), fx = growth_at(growth, x),
           fy = growth_at(growth, y);
    for (int i = 0; i < CLIMB && fx <= 0 && fy <= 0; i++) {
        if (fx > fy) {
            c = y, y = x, fy = fx, x = a + part * (c - a), fx = growth_at(growth, x);
        } else {
            a = x, x = y, fx = fy, y = c - part * (c - a), fy = growth_at(growth, y);
        }
    }
    return fx > fy ? x : y;
}

typedef struct Grid {
    double mu[3], g[3];
} Grid;

/* A peak at the middle of three points that does not reach zero on the grid, but may between. */
static JudderErr look_at_peak(const Growth *growth, const Grid *grid, MuIntervals *list) {
    const double *g = grid->g;
    const double up = g[1] - g[0], down = g[1] - g[2];
    if (!(g[1] <= 0 && up >= 0 && down >= 0 && g[1] + fmax(up, down) > 0)) return JUDDER_OK;
    const double top = climb(growth, grid->mu[0], grid->mu[2]);
    if (!(growth_at(growth, top) > 0)) return JUDDER_OK;
    TRY(add(growth, list, root_bracketed(growth_at, growth, grid->mu[0], top)));
    list->at[list->count - 1].to = root_bracketed(growth_at, growth, top, grid->mu[2]);
    return JUDDER_OK;
}

static JudderErr look_at_change(const Growth *growth, const Grid *grid, MuIntervals *list) {
    if ((grid->g[1] > 0) == (grid->g[2] > 0)) return JUDDER_OK;
    const double root = root_bracketed(growth_at, growth, grid->mu[1], grid->mu[2]);
    if (grid->g[2] > 0) return add(growth, list, root);
    if (list->count > 0) list->at[list->count - 1].to = root;
    return JUDDER_OK;
}

/* Where two roots on the axis meet and pass, half of the digits are lost at that mu alone. */
static void drop_points(const FlutterSearch *search, MuIntervals *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (isnan(list->at[i].to) || list->at[i].to - list->at[i].from > 1e-9 * search->up_to)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

JudderErr flutter_intervals(const Sliding *sliding, const FlutterSearch *search, MuIntervals *intervals) {
    *intervals = (MuIntervals){.whole = true};
    JudderErr failure = JUDDER_OK;
    const Growth growth = {sliding, search, &failure};
    Grid grid = {{0, 0, 0}, {-1, -1, growth_at(&growth, 0)}};
    JudderErr err = grid.g[2] > 0 ? add(&growth, intervals, 0) : JUDDER_OK;
    Progress progress;
    progress_start(&progress, search->log, "growth with damping", "");
    progress.quantity = "mu";
    for (int i = 1; i <= STEPS && err == JUDDER_OK && failure == JUDDER_OK; i++) {
        if (stop_requested()) {
            intervals->whole = false;
            break;
        }
        for (int k = 0; k < 2; k++) grid.mu[k] = grid.mu[k + 1], grid.g[k] = grid.g[k + 1];
        grid.mu[2] = search->up_to * i / STEPS;
        progress_update(&progress, (double)i / STEPS, grid.mu[2]);
        grid.g[2] = growth_at(&growth, grid.mu[2]);
        if (i > 1) err = look_at_peak(&growth, &grid, intervals);
        if (err == JUDDER_OK) err = look_at_change(&growth, &grid, intervals);
    }
    progress_end(&progress);
    if (err == JUDDER_OK) err = failure;
    drop_points(search, intervals);
    if (err != JUDDER_OK) intervals_release(intervals);
    return err;
}

void intervals_release(MuIntervals *intervals) {
    free(intervals->at);
    *intervals = (MuIntervals){0};
}
