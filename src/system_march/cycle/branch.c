/* Pseudo-arclength: y = (x, parameter), both relative to their ranges. */
#include "system_march/cycle/follower.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BRANCH_EVENTS = 64, STEADY_SAMPLES = 33 };

/* Of the whole way: corners are known to so much of the range. */
#define BRANCH_SHORTEST 1e-6

const char *const branch_kind_names[] = {"fold",    "flip",  "torus", "end of sticking",
                                         "grazing", "birth", "hopf",  NULL};
const char *const branch_end_names[] = {"no cycle",
                                        "end of the range",
                                        "steady sliding",
                                        "Newton does not converge",
                                        "the number of points",
                                        "interrupted",
                                        NULL};

static void branch_event(Follower *f, BranchKind kind, double parameter, double period) {
    Branch *b = f->branch;
    if (b->event_count < BRANCH_EVENTS) b->event[b->event_count++] = (BranchEvent){kind, parameter, period};
}

/* Where the corner after the last point lies: a stuck interval vanishes like the root of the distance. */
static double branch_corner(const Branch *b, const BranchPoint *last) {
    const double square = pow(last->stick_fraction, 2);
    for (size_t i = b->count - 1; i-- > 0;) {
        const BranchPoint *before = &b->point[i];
        const double more = pow(before->stick_fraction, 2);
        if (before->events != last->events) break;
        if (more > 4 * square)
            return last->parameter + (last->parameter - before->parameter) * square / (more - square);
    }
    return last->parameter;
}

/* What happened between two points. */
static void branch_compare(Follower *f, const BranchPoint *a, const BranchPoint *b, double turned) {
    const double period = 0.5 * (a->period + b->period);
    if (a->events != b->events) {
        const bool sticking = (a->stick_fraction > 0) != (b->stick_fraction > 0);
        branch_event(f, sticking ? BRANCH_STICKING : BRANCH_GRAZING, branch_corner(f->branch, a), a->period);
        return; /* multipliers jump here */
    }
    if (turned < 0) {
        /* the parameter is a parabola of the way */
        const double t = f->t[f->size], slope = f->next_t[f->size];
        double way = 0;
        for (int i = 0; i <= f->size; i++) way += pow(f->next[i] - f->y[i], 2);
        branch_event(f, BRANCH_FOLD, a->parameter + 0.5 * f->wide * t * t * sqrt(way) / (t - slope), period);
    }
    if (a->stable == b->stable || turned < 0) return;
    const double part = (1 - a->largest) / (b->largest - a->largest),
                 at = a->parameter + part * (b->parameter - a->parameter);
    const BranchPoint *out = a->stable ? b : a;
    if (out->im != 0) branch_event(f, BRANCH_TORUS, at, period);
    if (out->im == 0 && out->re < 0) branch_event(f, BRANCH_FLIP, at, period);
}

static void branch_add(Follower *f, const BranchPoint *point, const double *tangent) {
    Branch *b = f->branch;
    if (b->count > 0) branch_compare(f, &f->now, point, f->t[f->size] * tangent[f->size]);
    b->point[b->count++] = f->now = *point;
    memmove(f->y, f->next, (size_t)(f->size + 1) * sizeof *f->y);
    memmove(f->t, tangent, (size_t)(f->size + 1) * sizeof *f->t);
    for (int i = 0; i < f->cycle->map->system.contact_count; i++)
        f->stuck[i] = f->cycle->map->held[f->cycle->map->n + f->cycle->map->system.contact[i].tangent];
}

/* One try of length ds along the tangent; *taken: the point is on the branch and not far from it. */
static JudderErr branch_try(Follower *f, bool *taken) {
    BranchPoint point;
    double along = 0;
    for (int i = 0; i <= f->size; i++) f->next[i] = f->y[i] + f->ds * f->t[i];
    TRY(follower_correct(f, f->t, taken));
    if (!*taken) return JUDDER_OK;
    TRY(follower_point(f, &point));
    TRY(follower_tangent(f, f->t, f->next_t));
    for (int i = 0; i <= f->size; i++) along += f->next_t[i] * f->t[i];
    const bool sharp = along < 0.95, corner = point.events != f->now.events;
    *taken = !corner && (!sharp || f->ds < 4 * BRANCH_SHORTEST);
    if (*taken) branch_add(f, &point, f->next_t);
    if (*taken && !sharp) f->ds = fmin(0.04, f->ds * (along > 0.99 ? 1.6 : 1.1));
    return JUDDER_OK;
}

/* At a corner: the branch on its other side, where events are others, from a point with another extreme. */
static JudderErr branch_turn_corner(Follower *f, bool *taken) {
    const int T = f->cycle->map->system.contact[0].tangent;
    BranchPoint point;
    *taken = false;
    for (int k = 0; k < 10; k++) {
        const double moved = (k % 2 ? 1 : -1) * 1e-3 * pow(2.5, k / 2);
        double *across = f->next_t, norm = 0;
        for (int i = 0; i <= f->size; i++) f->next[i] = f->y[i] + (i == T ? moved : 0), across[i] = i == T;
        bool found;
        TRY(follower_correct(f, across, &found));
        if (!found) continue;
        TRY(follower_point(f, &point));
        if (point.events == f->now.events) continue;
        for (int i = 0; i <= f->size; i++) norm += pow(f->next[i] - f->y[i], 2);
        for (int i = 0; i <= f->size; i++) across[i] = (f->next[i] - f->y[i]) / sqrt(norm);
        TRY(follower_tangent(f, across, f->next_t));
        branch_add(f, &point, f->next_t);
        f->ds = 1e-3;
        *taken = true;
        return JUDDER_OK;
    }
    return JUDDER_OK;
}

/* The last point lies on the end of the range. */
static JudderErr branch_clip(Follower *f, double end) {
    BranchPoint point;
    bool found;
    double *across = f->next_t;
    for (int i = 0; i <= f->size; i++) f->next[i] = f->y[i], across[i] = i == f->size;
    const double part = (end / f->wide - f->y[f->size]) / f->t[f->size];
    for (int i = 0; i <= f->size; i++) f->next[i] += part * f->t[i];
    TRY(follower_correct(f, across, &found));
    if (!found) return JUDDER_OK;
    TRY(follower_point(f, &point));
    f->branch->point[f->branch->count - 1] = point;
    return JUDDER_OK;
}

static bool branch_is_small(const Follower *f) {
    double most = 0;
    for (size_t i = 0; i < f->branch->count; i++) most = fmax(most, f->branch->point[i].amplitude);
    return f->now.amplitude < 0.05 * most;
}

/* Amplitudes grow with the root of the distance from the birth. */
static void branch_birth(Follower *f) {
    const Branch *b = f->branch;
    const BranchPoint *last = &b->point[b->count - 1], *before = last - 1;
    const double square = last->amplitude * last->amplitude, more = before->amplitude * before->amplitude;
    branch_event(f, BRANCH_BIRTH,
                 last->parameter + (last->parameter - before->parameter) * square / (more - square),
                 last->period);
}

static JudderErr branch_walk(Follower *f) {
    const double low = fmin(f->setup->from, f->setup->to), high = fmax(f->setup->from, f->setup->to);
    Branch *b = f->branch;
    b->end = BRANCH_FULL;
    while (b->count < f->setup->most) {
        bool taken;
        TRY(branch_try(f, &taken));
        if (!taken) f->ds *= 0.5;
        if (f->cycle->map->stopped) b->end = BRANCH_STOPPED;
        if (!taken && f->ds < BRANCH_SHORTEST && b->end != BRANCH_STOPPED) {
            TRY(branch_turn_corner(f, &taken));
            if (!taken) b->end = BRANCH_LOST;
        }
        const double at = f->now.parameter;
        if (taken && (at < low || at > high)) b->end = BRANCH_REACHED;
        if (b->end == BRANCH_REACHED) return branch_clip(f, at < low ? low : high);
        if (b->count > 2 && branch_is_small(f)) b->end = BRANCH_BORN;
        if (b->end == BRANCH_BORN) branch_birth(f);
        if (b->end != BRANCH_FULL) return JUDDER_OK;
    }
    return JUDDER_OK;
}

/* Where steady sliding changes its stability. */
static JudderErr growth_at(Follower *f, double parameter, double *growth) {
    const SystemMarchSetup *system;
    double period;
    TRY(f->setup->rebuild(f->setup->context, parameter, &system, &period));
    return steady_growth(system, growth);
}

static JudderErr branch_steady(Follower *f) {
    double before = NAN;
    for (int k = 0; k < STEADY_SAMPLES; k++) {
        const double wide = f->setup->to - f->setup->from;
        double high = f->setup->from + wide * k / (STEADY_SAMPLES - 1), growth;
        double low = high - wide / (STEADY_SAMPLES - 1);
        TRY(growth_at(f, high, &growth));
        const double after = growth;
        for (int step = 0; step < 52 && before * after < 0; step++) {
            const double middle = 0.5 * (low + high);
            TRY(growth_at(f, middle, &growth));
            *(growth * before > 0 ? &low : &high) = middle;
        }
        if (before * after < 0) branch_event(f, BRANCH_HOPF, 0.5 * (low + high), NAN);
        before = after;
    }
    return JUDDER_OK;
}

/* A cycle to begin with: by a march at one end of the range or at the other. */
static JudderErr branch_first(Follower *f, double at, double other, bool *found) {
    const BranchSetup *s = f->setup;
    CycleSetup setup = s->cycle;
    *found = false;
    TRY(s->rebuild(s->context, at, &setup.system, &setup.period));
    setup.section = CYCLE_TURN;
    TRY(cycle_create(&setup, &f->cycle));
    CycleMap *map = f->cycle->map;
    TRY(cycle_march(f->cycle));
    if (f->cycle->report.outcome == CYCLE_FOUND) TRY(cycle_newton(f->cycle));
    f->branch->outcome = f->cycle->report.outcome;
    *found = f->branch->outcome == CYCLE_FOUND;
    if (!*found) return JUDDER_OK;
    const size_t row = (size_t)(2 * map->n + 1);
    f->size = 2 * map->n;
    f->wide = fabs(s->to - s->from);
    f->scale[0] = map->size[0], f->scale[1] = map->size[1];
    f->matrix = calloc(row * row + 6 * row, sizeof(double));
    f->stuck = calloc((size_t)map->system.contact_count, sizeof *f->stuck);
    REQUIRE(f->matrix && f->stuck, error_memory());
    f->y = f->matrix + row * row, f->t = f->y + row, f->next = f->t + row, f->next_t = f->next + row;
    f->guess = f->next_t + row, f->slope = f->guess + row;
    for (int i = 0; i < f->size; i++)
        f->next[i] = (i < map->n ? map->u[i] : map->v[i - map->n]) / f->scale[i / map->n];
    f->next[f->size] = at / f->wide;
    for (int i = 0; i < map->system.contact_count; i++)
        f->stuck[i] = map->held[map->n + map->system.contact[i].tangent];
    f->t[f->size] = other > at ? 1 : -1;
    f->ds = 0.01;
    return JUDDER_OK;
}

static JudderErr branch_run(Follower *f) {
    const BranchSetup *s = f->setup;
    BranchPoint point;
    bool found;
    TRY(branch_first(f, s->from, s->to, &found));
    if (!found && f->branch->outcome != CYCLE_STOPPED) {
        cycle_destroy(&f->cycle);
        TRY(branch_first(f, s->to, s->from, &found));
    }
    TRY(branch_steady(f));
    f->branch->end = f->branch->outcome == CYCLE_STOPPED ? BRANCH_STOPPED : BRANCH_NO_CYCLE;
    if (!found) return JUDDER_OK;
    TRY(follower_correct(f, f->t, &found));
    if (!found) return JUDDER_OK;
    TRY(follower_point(f, &point));
    TRY(follower_tangent(f, f->t, f->next_t));
    branch_add(f, &point, f->next_t);
    return branch_walk(f);
}

JudderErr branch_follow(const BranchSetup *setup, Branch **branch) {
    Follower f = {.setup = setup};
    *branch = f.branch = calloc(1, sizeof **branch);
    REQUIRE(f.branch, error_memory());
    f.branch->point = calloc(setup->most + 2, sizeof *f.branch->point);
    f.branch->event = calloc(BRANCH_EVENTS, sizeof *f.branch->event);
    JudderErr err = f.branch->point && f.branch->event ? branch_run(&f) : error_memory();
    cycle_destroy(&f.cycle);
    free(f.matrix);
    free(f.stuck);
    if (err != JUDDER_OK) branch_destroy(branch);
    return err;
}

void branch_destroy(Branch **branch) {
    if (!*branch) return;
    free((*branch)->point);
    free((*branch)->event);
    free(*branch);
    *branch = NULL;
}
