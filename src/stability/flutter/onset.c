/* Where growth begins and ends with damping: the roots of the band on a grid of mu, denser where undamped
 * modes merge and where two roots come close; every root whose growth has a peak below zero there is climbed,
 * and every change of sign of the largest growth refined. */
#include "stability/flutter/flutter.h"

#include "base/array/grow.h"
#include "base/roots.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum { STEPS = 48, CLIMB = 30, INSIDE = 8, DEPTH = 8, ROOTS_FEW = 200, MOST_FEW = 1000, MOST_MANY = 150 };

/* The roots of the band at one mu, in order of frequency. */
typedef struct Sample {
    double mu, largest, omega; /* the largest growth, -1 where the band is empty, and whose */
    int count;
    double complex *lam; /* re without what may be rounding */
} Sample;

typedef struct Growth {
    const Sliding *sliding;
    const FlutterSearch *search;
    JudderErr err;
    int looked;
    int count;
    size_t room;
    Sample *at; /* in order of mu, but for those that were just added */
} Growth;

/* Growth relative to the frequency. */
static double onset_relative(double complex lam) {
    return creal(lam) / cimag(lam);
}

static int by_frequency(const void *a, const void *b) {
    const double x = cimag(*(const double complex *)a), y = cimag(*(const double complex *)b);
    return (x > y) - (x < y);
}

static int by_mu(const void *a, const void *b) {
    const double x = ((const Sample *)a)->mu, y = ((const Sample *)b)->mu;
    return (x > y) - (x < y);
}

/* --- one mu --- */

/* What rounding makes of a root is at least a part of itself; where a larger root could have disturbed it,
 * its own residual and condition tell. */
static void sample_take(Growth *g, const FlutterRoots *roots, Sample *sample) {
    const double part = 4e-15 * g->sliding->n;
    double most = 0, *error = NULL;
    for (int i = 0; i < roots->count; i++) most = fmax(most, part * hypot(roots->at[i].re, roots->at[i].im));
    for (int i = 0; i < roots->count && g->err == JUDDER_OK; i++) {
        const FlutterRoot *root = &roots->at[i];
        if (!(root->im > 0 && root->im >= g->search->from && root->im <= g->search->to)) continue;
        double rounding = part * hypot(root->re, root->im);
        if (root->re > rounding && root->re <= most) {
            if (!error) g->err = flutter_errors(g->sliding, sample->mu, roots, &error);
            rounding += error ? error[i] : 0;
        }
        sample->lam[sample->count++] = root->re - rounding + I * root->im;
    }
    free(error);
    qsort(sample->lam, (size_t)sample->count, sizeof *sample->lam, by_frequency);
    for (int i = 0; i < sample->count; i++)
        if (onset_relative(sample->lam[i]) > sample->largest)
            sample->largest = onset_relative(sample->lam[i]), sample->omega = cimag(sample->lam[i]);
}

static Sample sample_at(Growth *g, double mu) {
    Sample sample = {.mu = mu, .largest = -1, .omega = NAN};
    SCOPED(flutter_roots_release) FlutterRoots roots = {0};
    if (g->err == JUDDER_OK) g->err = flutter_values(g->sliding, mu, &roots);
    if (g->err != JUDDER_OK) return sample;
    g->looked++;
    sample.lam = malloc(((size_t)roots.count + 1) * sizeof *sample.lam);
    if (sample.lam)
        sample_take(g, &roots, &sample);
    else
        g->err = error_memory();
    return sample;
}

static double growth_at(const void *context, double mu) {
    Sample sample = sample_at((Growth *)context, mu);
    free(sample.lam);
    return sample.largest;
}

static void add_sample(Growth *g, double mu) {
    if (grow(&g->at, &g->room, (size_t)g->count + 1, sizeof *g->at))
        g->at[g->count++] = sample_at(g, mu);
    else
        g->err = error_memory();
}

static void sort_samples(Growth *g) {
    qsort(g->at, (size_t)g->count, sizeof *g->at, by_mu);
}

static bool may_go_on(const Growth *g) {
    return g->err == JUDDER_OK && !stop_requested();
}

/* What a search beside the grid may bring the count of places to: many roots take seconds each. */
static int most_looks(const Growth *g) {
    return g->looked + (g->sliding->n <= ROOTS_FEW ? MOST_FEW : MOST_MANY);
}

/* --- where to look --- */

/* Inside of each interval in which two modes of the band are one pair, if the grid is too coarse for it. */
static void look_at_merging(Growth *g, const MergingList *merging) {
    const double step = g->search->up_to / STEPS;
    for (int i = 0; i < merging->count; i++) {
        const Merging *m = &merging->at[i];
        const double end = isnan(m->until) ? g->search->up_to : m->until, length = end - m->mu;
        if (isnan(m->enters) || length > INSIDE * step) continue;
        for (int k = 0; k <= INSIDE && may_go_on(g); k++)
            add_sample(g, m->mu + length * (1 - cos(M_PI * k / INSIDE)) / 2);
    }
    sort_samples(g);
}

/* The root nearest to lam but for one; -1: there is none. */
static int onset_nearest(const Sample *sample, double complex lam, int but) {
    int best = -1;
    for (int i = 0; i < sample->count; i++)
        if (i != but && (best < 0 || cabs(sample->lam[i] - lam) < cabs(sample->lam[best] - lam))) best = i;
    return best;
}

/* How far apart two neighbours of one sample are in another one; infinite: one of them is not there. */
static double distance_in(const Sample *other, const double complex *lam) {
    const int a = onset_nearest(other, lam[0], -1), b = a < 0 ? -1 : onset_nearest(other, lam[1], a);
    return b < 0 ? INFINITY : cabs(other->lam[a] - other->lam[b]);
}

/* Whether two roots are nearest to each other at the middle of three places, and may meet beside it. */
static bool come_close(const Sample *at) {
    for (int i = 0; i + 1 < at[1].count; i++) {
        const double before = distance_in(&at[0], at[1].lam + i), now = cabs(at[1].lam[i + 1] - at[1].lam[i]),
                     after = distance_in(&at[2], at[1].lam + i);
        if (before >= now && after >= now && fmax(before, after) > 2 * now) return true;
    }
    return false;
}

static void look_where_close(Growth *g) {
    const int most = most_looks(g);
    for (int depth = 0, added = 1; depth < DEPTH && added > 0; depth++) {
        const int count = g->count;
        double last = -1;
        for (int k = 1; k + 1 < count && g->looked < most && may_go_on(g); k++) {
            if (!come_close(g->at + k - 1)) continue;
            const double mu[2] = {(g->at[k - 1].mu + g->at[k].mu) / 2, (g->at[k].mu + g->at[k + 1].mu) / 2};
            for (int j = 0; j < 2; j++)
                if (mu[j] > last) add_sample(g, last = mu[j]);
        }
        added = g->count - count;
        sort_samples(g);
    }
}

/* --- peaks --- */

/* A root followed through three places. */
typedef struct Peak {
    double complex lam;
    double reach; /* it stays so near */
} Peak;

static double peak_at(Growth *g, const Peak *peak, double mu) {
    Sample sample = sample_at(g, mu);
    double largest = -1;
    for (int i = 0; i < sample.count; i++)
        if (cabs(sample.lam[i] - peak->lam) <= peak->reach)
            largest = fmax(largest, onset_relative(sample.lam[i]));
    free(sample.lam);
    return largest;
}

/* The top of a peak between a and c by golden section, or the first place found above zero. */
static double onset_climb(Growth *g, const Peak *peak, double a, double c) {
    const double part = 0.38196601125010515;
    double x = a + part * (c - a), y = c - part * (c - a), fx = peak_at(g, peak, x), fy = peak_at(g, peak, y);
    for (int i = 0; i < CLIMB && fx <= 0 && fy <= 0 && may_go_on(g); i++) {
        if (fx > fy) {
            c = y, y = x, fy = fx, x = a + part * (c - a), fx = peak_at(g, peak, x);
        } else {
            a = x, x = y, fx = fy, y = c - part * (c - a), fy = peak_at(g, peak, y);
        }
    }
    return fx > fy ? x : y;
}

/* Whether the growth of a root has a peak below zero at the middle of three places that may reach zero beside
 * it. */
static bool has_peak(const Sample *at, int i, Peak *peak) {
    const double complex lam = at[1].lam[i];
    const int a = onset_nearest(&at[0], lam, -1), c = onset_nearest(&at[2], lam, -1);
    if (a < 0 || c < 0) return false;
    const double middle = onset_relative(lam), up = middle - onset_relative(at[0].lam[a]),
                 down = middle - onset_relative(at[2].lam[c]), left = at[1].mu - at[0].mu,
                 right = at[2].mu - at[1].mu;
    *peak = (Peak){lam, 2 * fmax(cabs(at[0].lam[a] - lam), cabs(at[2].lam[c] - lam))};
    return middle <= 0 && up >= 0 && down >= 0 && fmax(up, down) > 1e-12 &&
           middle + fmax(up * fmax(1, right / left), down * fmax(1, left / right)) > 0;
}

/* Tops above zero become places of their own. */
static void look_at_peaks(Growth *g) {
    const int count = g->count, most = most_looks(g);
    for (int k = 1; k + 1 < count; k++)
        for (int i = 0; i < g->at[k].count && g->looked < most && may_go_on(g); i++) {
            Peak peak;
            if (!has_peak(g->at + k - 1, i, &peak)) continue;
            const double top = onset_climb(g, &peak, g->at[k - 1].mu, g->at[k + 1].mu);
            add_sample(g, top);
            if (g->err == JUDDER_OK && g->at[g->count - 1].largest > 0) break;
        }
    sort_samples(g);
}

/* --- intervals --- */

static JudderErr add_interval(Growth *g, MuIntervals *list, double from) {
    REQUIRE(grow(&list->at, &list->room, (size_t)list->count + 1, sizeof *list->at), error_memory());
    Sample sample = sample_at(g, from);
    free(sample.lam);
    list->at[list->count++] = (MuInterval){.from = from, .to = NAN, .omega = sample.omega};
    return g->err;
}

static JudderErr list_intervals(Growth *g, MuIntervals *list) {
    if (g->at[0].largest > 0) TRY(add_interval(g, list, 0));
    for (int k = 1; k < g->count; k++) {
        const bool grows = g->at[k].largest > 0;
        if (grows == (g->at[k - 1].largest > 0)) continue;
        const double root = root_bracketed(growth_at, g, g->at[k - 1].mu, g->at[k].mu);
        if (grows) TRY(add_interval(g, list, root));
        if (!grows) list->at[list->count - 1].to = root;
    }
    return g->err;
}

/* Where two roots on the axis meet and pass, half of the digits are lost at that mu alone. */
static void drop_points(const FlutterSearch *search, MuIntervals *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (isnan(list->at[i].to) || list->at[i].to - list->at[i].from > 1e-9 * search->up_to)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

static void look_everywhere(Growth *g, const MergingList *merging) {
    Progress progress;
    progress_start(&progress, g->search->log, "growth with damping", "");
    progress.quantity = "mu";
    for (int i = 0; i <= STEPS && (i == 0 || may_go_on(g)); i++) {
        const double mu = g->search->up_to * i / STEPS;
        progress_update(&progress, (double)i / STEPS, mu);
        add_sample(g, mu);
    }
    look_at_merging(g, merging);
    look_where_close(g);
    look_at_peaks(g);
    progress_end(&progress);
}

JudderErr flutter_intervals(const Sliding *sliding, const FlutterSearch *search, const MergingList *merging,
                            MuIntervals *intervals) {
    *intervals = (MuIntervals){0};
    Growth g = {.sliding = sliding, .search = search};
    look_everywhere(&g, merging);
    intervals->whole = !stop_requested();
    if (g.err == JUDDER_OK) g.err = list_intervals(&g, intervals);
    intervals->looked = g.looked;
    drop_points(search, intervals);
    for (int i = 0; i < g.count; i++) free(g.at[i].lam);
    free(g.at);
    if (g.err != JUDDER_OK) intervals_release(intervals);
    return g.err;
}

void intervals_release(MuIntervals *intervals) {
    free(intervals->at);
    *intervals = (MuIntervals){0};
}
