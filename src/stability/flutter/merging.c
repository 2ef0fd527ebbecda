/* Modes followed from mu = 0 by likeness; where two of them meet, d = ((z_1 - z_2)/2)^2 passes through
 * zero, a smooth function of mu whose root is refined (ST-14). */
#include "stability/flutter/flutter.h"

#include "stability/flutter/modes.h"

#include "base/roots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 200, HALVINGS = 8 };
static const double ALIKE = 0.8; /* below it a step is halved */

typedef struct Following {
    const Sliding *sliding;
    const FlutterSearch *search;
    MergingList *list;
    double mu, next_mu;
    Modes now, next;
    bool *taken, *placed; /* modes of now; of next */
    double *alike;        /* each mode of now with each of next */
    double least_alike;   /* of the last matching */
} Following;

/* --- the pair at one mu --- */

typedef struct PairAt {
    const Sliding *sliding;
    const Mode *pair; /* whose span is looked for */
    JudderErr *err;
} PairAt;

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

static double gap_at(const void *context, double mu) {
    const PairAt *at = context;
    Modes modes;
    if (*at->err != JUDDER_OK) return 0;
    *at->err = modes_at(at->sliding, mu, &modes);
    if (*at->err != JUDDER_OK) return 0;
    int a = 0, b = 0;
    find_pair(&modes, at->pair, NULL, &a, &b);
    const double half = (modes.at[a].z - modes.at[b].z) / 2, im = modes.at[a].im;
    modes_release(&modes);
    return a == b ? -im * im : half * half;
}

static JudderErr omega_at(const Following *f, const Mode *pair, double mu, double *omega) {
    Modes modes;
    TRY(modes_at(f->sliding, mu, &modes));
    int a = 0, b = 0;
    find_pair(&modes, pair, NULL, &a, &b);
    const double z = (modes.at[a].z + modes.at[b].z) / 2;
    *omega = z >= 0 ? sqrt(z) : NAN;
    modes_release(&modes);
    return JUDDER_OK;
}

/* --- the list --- */

/* Whether one of two modes is among the lowest, which alone are told. */
static bool is_told(const Following *f, const int label[2]) {
    return label[0] < f->search->lowest || label[1] < f->search->lowest;
}

static JudderErr add_merging(Following *f, const Mode *pair, const int label[2], double mu) {
    MergingList *list = f->list;
    if (list->count == list->room) {
        const int room = list->room ? 2 * list->room : 8;
        Merging *at = realloc(list->at, (size_t)room * sizeof *at);
        REQUIRE(at, error_memory());
        list->at = at;
        list->room = room;
    }
    const int low = label[0] < label[1] ? 0 : 1;
    Merging merging = {.pair = {label[low] + 1, label[1 - low] + 1}, .mu = mu, .until = NAN};
    TRY(omega_at(f, pair, mu, &merging.omega));
    list->at[list->count++] = merging;
    return JUDDER_OK;
}

static void end_merging(Following *f, const int label[2], double mu) {
    const int low = label[0] < label[1] ? 0 : 1;
    for (int i = f->list->count - 1; i >= 0; i--) {
        Merging *merging = &f->list->at[i];
        if (merging->pair[0] != label[low] + 1 || merging->pair[1] != label[1 - low] + 1) continue;
        merging->until = mu;
        return;
    }
}

static JudderErr refine(const Following *f, const Mode *pair, double a, double b, double *mu) {
    JudderErr err = JUDDER_OK;
    const PairAt at = {f->sliding, pair, &err};
    *mu = root_bracketed(gap_at, &at, a, b);
    return err;
}

/* --- one step --- */

/* Only what is told must be known again: the others may change places. */
static void note_likeness(Following *f, const int label[2], double alike) {
    if (is_told(f, label)) f->least_alike = fmin(f->least_alike, alike);
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

static JudderErr match(Following *f) {
    memset(f->taken, 0, (size_t)f->now.count * sizeof *f->taken);
    memset(f->placed, 0, (size_t)f->next.count * sizeof *f->placed);
    f->least_alike = 1;
    for (int i = 0; i < f->now.count; i++)
        for (int j = 0; j < f->next.count; j++)
            f->alike[i * f->next.count + j] = mode_likeness(f->now.n, &f->now.at[i], &f->next.at[j]);
    match_pairs(f);
    match_changes(f);
    match_real(f);
    return JUDDER_OK;
}

static const Mode *find_label(const Modes *modes, int label, bool paired) {
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
        if (pair->im == 0 || !is_told(f, pair->label) || find_label(&f->now, pair->label[0], true)) continue;
        TRY(refine(f, pair, f->mu, f->next_mu, &mu));
        TRY(add_merging(f, pair, pair->label, mu));
    }
    for (int i = 0; i < f->now.count; i++) {
        const Mode *pair = &f->now.at[i];
        if (pair->im == 0 || !is_told(f, pair->label) || find_label(&f->next, pair->label[0], true)) continue;
        TRY(refine(f, pair, f->mu, f->next_mu, &mu));
        end_merging(f, pair->label, mu);
    }
    return JUDDER_OK;
}

/* The span of two real modes, orthonormal, in room for two vectors; false if they are one. */
static bool span_of(int n, const Mode *a, const Mode *b, double *basis) {
    double along = 0, length = 0;
    for (int k = 0; k < n; k++) along += a->basis[k] * b->basis[k];
    for (int k = 0; k < n; k++) {
        basis[k] = a->basis[k];
        basis[n + k] = b->basis[k] - along * a->basis[k];
        length += basis[n + k] * basis[n + k];
    }
    for (int k = 0; k < n && length > 0; k++) basis[n + k] /= sqrt(length);
    return length > 1e-24;
}

/* Whether the parabola through three values at equal distances, the least in the middle, stays well above zero. */
static bool stays_positive(double left, double least, double right) {
    const double bend = left + right - 2 * least;
    if (!(bend > 0) || left < least || right < least) return false;
    return least - (right - left) * (right - left) / (8 * bend) > 0.5 * least;
}

/* Looks at the gap of two neighbours inside a step; an interval in which they are one pair is told. */
static JudderErr look_inside(Following *f, const Mode *span, const int label[2]) {
    enum { LOOKS = 8 };
    JudderErr err = JUDDER_OK;
    const PairAt at = {f->sliding, span, &err};
    double middle = f->mu, least = INFINITY, width = (f->next_mu - f->mu) / LOOKS;
    for (int k = 1; k < LOOKS; k++) {
        const double mu = f->mu + width * k, gap = gap_at(&at, mu);
        if (gap < least) least = gap, middle = mu;
    }
    /* The gap is smooth: halve around its least value until it is negative, or known not to be. */
    for (int k = 0; k < 40 && least >= 0 && err == JUDDER_OK && !stop_requested(); k++) {
        width /= 2;
        const double left = gap_at(&at, middle - width), right = gap_at(&at, middle + width);
        if (stays_positive(left, least, right)) break;
        if (left < least)
            least = left, middle -= width;
        else if (right < least)
            least = right, middle += width;
    }
    TRY(err);
    if (least >= 0) return JUDDER_OK;
    const double begin = root_bracketed(gap_at, &at, f->mu, middle),
                 end = root_bracketed(gap_at, &at, middle, f->next_mu);
    TRY(err);
    TRY(add_merging(f, span, label, begin));
    end_merging(f, label, end);
    return JUDDER_OK;
}

/* Neighbours that come near may meet and part again within a step. */
static JudderErr look_between(Following *f) {
    double *basis = malloc(2 * (size_t)f->now.n * sizeof *basis);
    REQUIRE(basis, error_memory());
    JudderErr err = JUDDER_OK;
    for (int i = 0; i + 1 < f->now.count && err == JUDDER_OK && !stop_requested(); i++) {
        const Mode *a = &f->now.at[i], *b = &f->now.at[i + 1];
        const int label[2] = {a->label[0], b->label[0]};
        if (a->im != 0 || b->im != 0 || !is_told(f, label)) continue;
        const Mode *to_a = find_label(&f->next, a->label[0], false),
                   *to_b = find_label(&f->next, b->label[0], false);
        if (!to_a || !to_b) continue;
        const double moved = fmax(fabs(to_a->z - a->z), fabs(to_b->z - b->z));
        if (fmin(b->z - a->z, fabs(to_b->z - to_a->z)) > 2 * moved) continue;
        const Mode span = {.im = 1, .basis = basis};
        if (span_of(f->now.n, a, b, basis)) err = look_inside(f, &span, label);
    }
    free(basis);
    return err;
}

static JudderErr step(Following *f, double largest) {
    double h = fmin(largest, f->search->up_to - f->mu);
    for (int halved = 0;; halved++, h /= 2) {
        f->next_mu = f->mu + h;
        TRY(modes_at(f->sliding, f->next_mu, &f->next));
        TRY(match(f));
        if (f->least_alike >= ALIKE || halved == HALVINGS || stop_requested()) break;
        modes_release(&f->next);
    }
    JudderErr err = tell_changes(f);
    if (err == JUDDER_OK) err = look_between(f);
    modes_release(&f->now);
    f->now = f->next;
    f->next = (Modes){0};
    f->mu = f->next_mu;
    return err;
}

static JudderErr start(Following *f) {
    int label = 0;
    TRY(modes_at(f->sliding, 0, &f->now));
    for (int i = 0; i < f->now.count; i++) {
        f->now.at[i].label[0] = label++;
        if (f->now.at[i].im == 0) continue;
        f->now.at[i].label[1] = label++;
        if (is_told(f, f->now.at[i].label)) TRY(add_merging(f, &f->now.at[i], f->now.at[i].label, 0));
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
    Following f = {.sliding = sliding,
                   .search = search,
                   .list = list,
                   .taken = calloc(n, sizeof(bool)),
                   .placed = calloc(n, sizeof(bool)),
                   .alike = calloc(n * n, sizeof(double))};
    JudderErr err = f.taken && f.placed && f.alike ? start(&f) : error_memory();
    Progress progress;
    progress_start(&progress, search->log, "merging pairs", "");
    while (err == JUDDER_OK && f.mu < search->up_to * (1 - 1e-12) && list->whole) {
        progress_update(&progress, f.mu / search->up_to, f.mu);
        list->whole = !stop_requested();
        if (list->whole) err = step(&f, search->up_to / STEPS);
    }
    progress_end(&progress);
    modes_release(&f.now);
    modes_release(&f.next);
    free(f.taken);
    free(f.placed);
    free(f.alike);
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
