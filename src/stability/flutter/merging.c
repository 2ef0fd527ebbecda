/* Modes followed from mu = 0 by likeness; where two of them meet, d = ((z_1 - z_2)/2)^2 passes through
 * zero, a smooth function of mu whose root is refined (ST-14). */
#include "stability/flutter/following.h"

#include "base/array/grow.h"
#include "base/array/room.h"
#include "base/roots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 32, HALVINGS = 12, MOST = 5000 }; /* the longest step is 1/32 of the way */
static const double ALIKE = 0.8;                 /* below it a step is halved */
static const double VERY_ALIKE = .95;            /* above it the next one is longer */

/* --- the pair at one mu --- */

/* The best two modes of a set for a span: a conjugate pair (*b = *a), or two real ones. */
static double find_pair(const Modes *modes, const Mode *pair, const bool *taken, int *a, int *b) {
    double best = -1;
    for (int i = 0; i < modes->count; i++) {
        if (taken && taken[i]) continue;
        if (modes->at[i].im != 0) {
            const double alike = mode_likeness(modes->n, pair, &modes->at[i]);
            if (alike > best) best = alike, *a = *b = i;
            continue;
        }
        for (int j = i + 1; j < modes->count; j++) {
            if (modes->at[j].im != 0 || (taken && taken[j])) continue;
            const double alike = pair_likeness(modes->n, pair, &modes->at[i], &modes->at[j]);
            if (alike > best) best = alike, *a = i, *b = j;
        }
    }
    return best;
}

/* Of the pair at mu: from its neighbourhood, or where that fails from all modes. */
static JudderErr pair_at(const Sliding *sliding, const Mode *pair, double mu, PairGap *at) {
    bool found = false;
    TRY(pair_follow(sliding, mu, pair, at, &found));
    if (found) return JUDDER_OK;
    SCOPED(modes_release) Modes modes = {0};
    TRY(modes_at(sliding, mu, &modes));
    int a = 0, b = 0;
    find_pair(&modes, pair, NULL, &a, &b);
    const double half = (modes.at[a].z - modes.at[b].z) / 2, im = modes.at[a].im;
    *at = (PairGap){(modes.at[a].z + modes.at[b].z) / 2, a == b ? -im * im : half * half};
    return JUDDER_OK;
}

double pair_gap_at(const void *context, double mu) {
    const PairAt *at = context;
    PairGap found = {0};
    if (*at->err == JUDDER_OK) *at->err = pair_at(at->sliding, at->pair, mu, &found);
    return found.gap;
}

/* Im lam of a pair, lam^2 = -(mean +- i sqrt(-gap)): where z is negative two drifts become a slow vibration.
 */
static double merging_vibration(double mean, double gap) {
    return sqrt(fmax(0, (sqrt(mean * mean + fmax(0, -gap)) + mean) / 2));
}

static bool in_band(const FlutterSearch *search, double omega) {
    return omega >= search->from && omega <= search->to;
}

/* --- the list --- */

/* Whether one of two modes is among the lowest, which alone are reported. */
bool following_tells(const Following *f, const int label[2]) {
    return label[0] < f->search->lowest || label[1] < f->search->lowest;
}

JudderErr following_add(Following *f, const Mode *pair, const int label[2], double mu) {
    MergingList *list = f->list;
    REQUIRE(grow(&list->at, &list->room, (size_t)list->count + 1, sizeof *list->at), error_memory());
    const int low = label[0] < label[1] ? 0 : 1;
    Merging merging = {.pair = {label[low] + 1, label[1 - low] + 1}, .mu = mu, .until = NAN};
    PairGap at;
    TRY(pair_at(f->sliding, pair, mu, &at));
    merging.omega = at.mean >= 0 ? sqrt(at.mean) : NAN;
    const double omega = merging_vibration(at.mean, 0);
    merging.begins = mu;
    merging.enters = in_band(f->search, omega) ? mu : NAN;
    merging.enters_omega = isnan(merging.enters) ? NAN : omega;
    list->at[list->count++] = merging;
    return JUDDER_OK;
}

/* The last merging of two modes; NULL: they have not. */
static Merging *last_of(Following *f, const int label[2]) {
    const int low = label[0] < label[1] ? 0 : 1;
    for (int i = f->list->count - 1; i >= 0; i--) {
        Merging *merging = &f->list->at[i];
        if (merging->pair[0] == label[low] + 1 && merging->pair[1] == label[1 - low] + 1) return merging;
    }
    return NULL;
}

void following_end(Following *f, const int label[2], double mu) {
    Merging *merging = last_of(f, label);
    if (merging) merging->until = mu;
}

/* A pair that merged outside of the band may come into it: where, by halving between a mu outside and one
 * inside. */
static JudderErr find_entry(const Following *f, const Mode *pair, Merging *merging) {
    double outside = fmax(f->mu, merging->mu), inside = f->next_mu;
    merging->enters_omega = merging_vibration(pair->z, -pair->im * pair->im);
    for (int k = 0; k < 50 && inside - outside > 1e-12 * inside; k++) {
        const double middle = (outside + inside) / 2;
        PairGap at;
        TRY(pair_at(f->sliding, pair, middle, &at));
        const double omega = merging_vibration(at.mean, at.gap);
        if (in_band(f->search, omega))
            inside = middle, merging->enters_omega = omega;
        else
            outside = middle;
    }
    merging->enters = inside;
    return JUDDER_OK;
}

static JudderErr find_entries(Following *f) {
    for (int j = 0; j < f->next.count; j++) {
        const Mode *pair = &f->next.at[j];
        if (pair->im == 0 || !following_tells(f, pair->label)) continue;
        Merging *merging = last_of(f, pair->label);
        if (!merging || !isnan(merging->until) || !isnan(merging->enters)) continue;
        if (in_band(f->search, merging_vibration(pair->z, -pair->im * pair->im)))
            TRY(find_entry(f, pair, merging));
    }
    return JUDDER_OK;
}

static JudderErr merging_refine(const Following *f, const Mode *pair, double a, double b, double *mu) {
    JudderErr err = JUDDER_OK;
    const PairAt at = {f->sliding, pair, &err};
    *mu = root_bracketed(pair_gap_at, &at, a, b);
    return err;
}

/* --- one step --- */

/* Only what is reported must be known again: the others may change places. */
static void note_likeness(Following *f, const int label[2], double alike) {
    if (following_tells(f, label)) f->least_alike = fmin(f->least_alike, alike);
}

/* The two labels of a pair, or of two real modes that make one. */
static void labels_of(const Mode *a, const Mode *b, int label[2]) {
    label[0] = a->label[0];
    label[1] = a == b ? a->label[1] : b->label[0];
}

/* Conjugate pairs that stay such. */
static void match_pairs(Following *f) {
    for (;;) {
        double best = ALIKE;
        int a = -1, b = -1;
        for (int i = 0; i < f->now.count; i++)
            for (int j = 0; j < f->next.count && f->now.at[i].im != 0 && !f->taken[i]; j++) {
                if (f->placed[j] || f->next.at[j].im == 0) continue;
                const double alike = f->alike[i * f->next.count + j];
                if (alike > best) best = alike, a = i, b = j;
            }
        if (a < 0) return;
        f->taken[a] = f->placed[b] = true;
        memcpy(f->next.at[b].label, f->now.at[a].label, sizeof f->now.at[a].label);
    }
}

/* What became a pair in this step, or ceased to be one, takes its two labels along. */
static void match_changes(Following *f) {
    for (int j = 0; j < f->next.count; j++) {
        if (f->placed[j] || f->next.at[j].im == 0) continue;
        int a = -1, b = -1;
        const double alike = find_pair(&f->now, &f->next.at[j], f->taken, &a, &b);
        if (a < 0) continue;
        labels_of(&f->now.at[a], &f->now.at[b], f->next.at[j].label);
        note_likeness(f, f->next.at[j].label, alike);
        f->placed[j] = f->taken[a] = f->taken[b] = true;
    }
    for (int i = 0; i < f->now.count; i++) {
        if (f->taken[i] || f->now.at[i].im == 0) continue;
        int a = -1, b = -1;
        note_likeness(f, f->now.at[i].label, find_pair(&f->next, &f->now.at[i], f->placed, &a, &b));
        if (a < 0 || a == b) continue;
        f->taken[i] = f->placed[a] = f->placed[b] = true;
        const int *label = f->now.at[i].label, low = label[0] < label[1] ? 0 : 1;
        f->next.at[a].label[0] = label[low], f->next.at[b].label[0] = label[1 - low];
    }
}

static void match_real(Following *f) {
    for (;;) {
        double best = -1;
        int a = -1, b = -1;
        for (int i = 0; i < f->now.count; i++)
            for (int j = 0; j < f->next.count && !f->taken[i]; j++) {
                if (f->placed[j]) continue;
                const double alike = f->alike[i * f->next.count + j];
                if (alike > best) best = alike, a = i, b = j;
            }
        if (a < 0) return;
        f->taken[a] = f->placed[b] = true;
        f->next.at[b].label[0] = f->now.at[a].label[0];
        note_likeness(f, (int[2]){f->now.at[a].label[0], f->search->lowest}, best);
    }
}

/* A mode that comes back from infinity, where M' is singular, was not among those of now: it takes a label
 * that no other one has. There are as many labels as dofs. */
static void label_rest(Following *f) {
    const int n = f->now.n;
    int free_label = n - 1;
    bool *used = f->taken;
    memset(used, 0, (size_t)n * sizeof *used);
    for (int j = 0; j < f->next.count; j++)
        for (int k = 0; k < 2; k++)
            if (f->next.at[j].label[k] >= 0) used[f->next.at[j].label[k]] = true;
    for (int j = 0; j < f->next.count; j++)
        for (int k = 0; k < (f->next.at[j].im != 0 ? 2 : 1); k++) {
            if (f->next.at[j].label[k] >= 0) continue;
            while (used[free_label]) free_label--;
            f->next.at[j].label[k] = free_label--;
        }
}

static JudderErr merging_match(Following *f) {
    memset(f->taken, 0, (size_t)f->now.count * sizeof *f->taken);
    memset(f->placed, 0, (size_t)f->next.count * sizeof *f->placed);
    f->least_alike = 1;
    for (int i = 0; i < f->now.count; i++)
        for (int j = 0; j < f->next.count; j++)
            f->alike[i * f->next.count + j] = mode_likeness(f->now.n, &f->now.at[i], &f->next.at[j]);
    match_pairs(f);
    match_changes(f);
    match_real(f);
    label_rest(f);
    return JUDDER_OK;
}

const Mode *following_find(const Modes *modes, int label, bool paired) {
    for (int i = 0; i < modes->count; i++) {
        const Mode *mode = &modes->at[i];
        if ((mode->label[0] == label || mode->label[1] == label) && (mode->im != 0) == paired) return mode;
    }
    return NULL;
}

/* Pairs that were made or ended between now and next. */
static JudderErr tell_changes(Following *f) {
    double mu;
    for (int j = 0; j < f->next.count; j++) {
        const Mode *pair = &f->next.at[j];
        if (pair->im == 0 || !following_tells(f, pair->label) ||
            following_find(&f->now, pair->label[0], true))
            continue;
        TRY(merging_refine(f, pair, f->mu, f->next_mu, &mu));
        TRY(following_add(f, pair, pair->label, mu));
    }
    for (int i = 0; i < f->now.count; i++) {
        const Mode *pair = &f->now.at[i];
        if (pair->im == 0 || !following_tells(f, pair->label) ||
            following_find(&f->next, pair->label[0], true))
            continue;
        TRY(merging_refine(f, pair, f->mu, f->next_mu, &mu));
        following_end(f, pair->label, mu);
    }
    return JUDDER_OK;
}

/* What the next step needs to know of this one. */
static void merging_remember(Following *f) {
    for (int i = 0; i < f->now.n; i++) f->before[i] = NAN;
    for (int i = 0; i < f->now.count; i++)
        if (f->now.at[i].im == 0) f->before[f->now.at[i].label[0]] = f->now.at[i].z;
    f->before_mu = f->mu;
}

static JudderErr merging_step(Following *f) {
    const double longest = f->search->up_to / STEPS;
    /* Modes that are not known again twice, however short the step, or for long only by short ones, come
     * from rounding. */
    const bool lost = f->lost > 1 || f->list->looked > MOST;
    double h = fmin(lost ? fmax(f->h, longest / 8) : f->h, f->search->up_to - f->mu);
    for (int halved = 0;; halved++, h /= 2) {
        f->next_mu = f->mu + h;
        TRY(modes_at(f->sliding, f->next_mu, &f->next));
        f->list->looked++;
        TRY(merging_match(f));
        if (f->least_alike >= ALIKE || lost || halved == HALVINGS || stop_requested()) break;
        modes_release(&f->next);
    }
    f->lost = f->least_alike >= ALIKE ? 0 : f->lost + 1;
    JudderErr err = tell_changes(f);
    if (err == JUDDER_OK) err = find_entries(f);
    if (err == JUDDER_OK) err = following_look_between(f);
    merging_remember(f);
    modes_release(&f->now);
    f->now = f->next;
    f->next = (Modes){0};
    f->mu = f->next_mu;
    f->h = f->least_alike > VERY_ALIKE ? fmin(1.7 * h, longest) : fmax(h, longest / 1024);
    return err;
}

static JudderErr merging_start(Following *f) {
    int label = 0;
    TRY(modes_at(f->sliding, 0, &f->now));
    for (int i = 0; i < f->now.count; i++) {
        f->now.at[i].label[0] = label++;
        if (f->now.at[i].im == 0) continue;
        f->now.at[i].label[1] = label++;
        if (following_tells(f, f->now.at[i].label))
            TRY(following_add(f, &f->now.at[i], f->now.at[i].label, 0));
    }
    return JUDDER_OK;
}

static int by_mu(const void *a, const void *b) {
    const double x = ((const Merging *)a)->mu, y = ((const Merging *)b)->mu;
    return (x > y) - (x < y);
}

JudderErr flutter_merging(const Sliding *sliding, const FlutterSearch *search, MergingList *list) {
    *list = (MergingList){.whole = true};
    const size_t n = (size_t)sliding->n + 1;
    Following f = {
        .sliding = sliding, .search = search, .list = list, .before_mu = NAN, .h = search->up_to / STEPS};
    const bool memory = ROOM_TAKE(ROOM(f.before, n), ROOM(f.taken, n), ROOM(f.placed, n),
                                  ROOM(f.alike, n * n));
    JudderErr err = memory ? merging_start(&f) : error_memory();
    Progress progress;
    progress_start(&progress, search->log, "merging pairs", "");
    progress.quantity = "mu";
    while (err == JUDDER_OK && f.mu < search->up_to * (1 - 1e-12) && list->whole) {
        progress_update(&progress, f.mu / search->up_to, f.mu);
        list->whole = !stop_requested();
        if (list->whole) err = merging_step(&f);
    }
    progress_end(&progress);
    modes_release(&f.now);
    modes_release(&f.next);
    free(f.before);
    if (err != JUDDER_OK)
        merging_release(list);
    else if (list->count > 1)
        qsort(list->at, (size_t)list->count, sizeof *list->at, by_mu);
    return err;
}

void merging_release(MergingList *list) {
    free(list->at);
    *list = (MergingList){0};
}
