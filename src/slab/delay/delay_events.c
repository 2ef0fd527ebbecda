/* When things happen inside a step: jumps of perfect delay, begin and end of stick. */
#include "slab/delay/delay_internal.h"

#include "base/roots.h"

enum { MOST_ROOTS = 64 };

/* The load between two stages, by the cubic through four of them: without drives the next one is known
 * too, it is on its way down. With drives, whose values ahead are not, by the parabola through three. */
typedef struct Load {
    double t[4], w[4][2], S_t[2], S[2];
    int count;
    double Z, fold, mu;
} Load;

static double above_fold(const void *context, double t) {
    const Load *load = context;
    double w[2] = {0, 0};
    for (int i = 0; i < load->count; i++) {
        double factor = 1;
        for (int j = 0; j < load->count; j++)
            if (j != i) factor *= (t - load->t[j]) / (load->t[i] - load->t[j]);
        for (int k = 0; k < 2; k++) w[k] += factor * load->w[i][k];
    }
    const double along = (t - load->S_t[0]) / (load->S_t[1] - load->S_t[0]),
                 S = load->S[0] + (load->S[1] - load->S[0]) * along;
    return load->Z * (hypot(w[0], w[1]) - load->fold) - S * load->mu;
}

static void load_add(Load *load, double t, const double w[2]) {
    load->t[load->count] = t;
    for (int k = 0; k < 2; k++) load->w[load->count][k] = w[k];
    load->count++;
}

/* The load of the stage after this one, from what is in the ring. */
static void add_next(const SlabDelay *slab, int stage, double t, Load *load) {
    const size_t stages = (size_t)slab->stages;
    size_t at = slab->slot * stages + (size_t)stage + 1;
    if (at == slab->n * stages) at = 0;
    const double step = stage + 1 < slab->stages ? slab->node[stage + 1] - slab->node[stage]
                                                 : 1 + slab->node[0] - slab->node[stage];
    const double w[2] = {-slab->ring[2 * at] - slab->V[0], -slab->ring[2 * at + 1] - slab->V[1]};
    load_add(load, t + step * slab->dt, w);
}

/* Where the load is past the end of the branch, which it was not at the start: on a stretch on which it is
 * smooth. */
static bool passes(const Load *load, double from, double to, bool below, double *t) {
    if ((above_fold(load, to) < 0) == below) return false;
    *t = (above_fold(load, from) < 0) == below ? root_bracketed(above_fold, load, from, to) : from;
    return true;
}

/* The load before and after a front, each as a line through its two nearest stages. */
static double moment_at_front(const SlabDelay *slab, int stage, const Passed *now, const Load *smooth) {
    const Passed *before = slab->passed;
    const double front = slab->front;
    Load old = *smooth, new = *smooth;
    old.count = new.count = 0;
    load_add(&old, before[0].t, before[0].w);
    load_add(&old, before[1].t, before[1].w);
    load_add(&new, now->t, now->w);
    if (!slab->driven) add_next(slab, stage, now->t, &new);
    /* S is a line in all of them, by the two stages. */
    old.S_t[0] = new.S_t[0] = before[0].t;
    old.S_t[1] = new.S_t[1] = now->t;
    const bool below = above_fold(&old, before[0].t) < 0;
    double t = now->t;
    if (passes(&old, before[0].t, front, below, &t)) return t;
    if ((above_fold(&new, front) < 0) != below) return front;
    passes(&new, front, now->t, below, &t);
    return t;
}

/* The moment at which the load passes the end of the branch; the end of the stage where it cannot be
 * determined. (DI-4) */
static double jump_moment(const SlabDelay *slab, int stage, const Passed *now, double fold) {
    const Friction *f = &slab->roots->friction;
    const Passed *before = slab->passed;
    if (slab->data.epsilon > 0) return now->t;
    Load load = {.S_t = {before[0].t, now->t},
                 .S = {before[0].S, now->S},
                 .Z = slab->Z,
                 .fold = fold,
                 .mu = fold > 0 ? friction_sliding(f, fold, slab->state) : friction_at_rest(f, slab->state)};
    if (!isnan(slab->front)) return moment_at_front(slab, stage, now, &load);
    load_add(&load, before[0].t, before[0].w);
    load_add(&load, now->t, now->w);
    if (slab->stepper.done > 0) load_add(&load, before[1].t, before[1].w);
    if (!slab->driven) add_next(slab, stage, now->t, &load);
    const double first = above_fold(&load, load.t[0]), last = above_fold(&load, now->t);
    /* At the end of the branch but for rounding when the stage before ended: the jump followed at once. */
    if (fabs(first) <= 1e-9 * (before[0].S * load.mu + load.Z * fold)) return load.t[0];
    if ((first < 0) == (last < 0)) return now->t;
    return root_bracketed(above_fold, &load, load.t[0], now->t);
}

/* The speed at which a jump lands: of the roots at the level of the fold, the one that the step's root
 * continues. */
static double landing_speed(const SlabDelay *slab, double S, const FrictionRoot *root) {
    const Friction *f = &slab->roots->friction;
    const double mu = root->fold > 0 ? friction_sliding(f, root->fold, 0) : friction_at_rest(f, 0);
    const FrictionEquation at_fold = {.A = slab->A, .S = S, .Q = slab->A * root->fold + S * mu};
    double r[MOST_ROOTS], best = root->r;
    size_t count = friction_root_list(slab->roots, &at_fold, r, MOST_ROOTS);
    if (count > MOST_ROOTS) count = MOST_ROOTS;
    double distance = INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (r[i] == root->fold || fabs(r[i] - root->r) >= distance) continue;
        distance = fabs(r[i] - root->r);
        best = r[i];
    }
    return best;
}

void delay_tell_jump(SlabDelay *slab, int stage, const Passed *now, const FrictionRoot *root, double from) {
    slab->jump_step = slab->stepper.done + 1;
    if (slab->stepper.done == 0 && stage == 0 && !slab->fits) {
        slab->jump_time = 0; /* the velocity that was given is none that could be: another is selected */
        return;
    }
    slab->jumps++;
    slab->jump_time = root->jumped ? jump_moment(slab, stage, now, root->fold) : slab->front;
    delay_front_put(slab, slab->jump_time);
    if (!slab->stepper.listener.event) return;
    /* With a front the load leaps over the end of the branch, and the slip from where it was. */
    const bool located = !slab->roots->has_state && slab->jump_time != slab->front;
    slab_tell(&slab->stepper, STEPPER_JUMP, slab->jump_time, located ? root->fold : from,
              located ? landing_speed(slab, now->S, root) : root->r);
}

void delay_tell_passage(SlabDelay *slab) {
    const double v[2] = {slab->U[0] - slab->V[0], slab->U[1] - slab->V[1]},
                 r = sqrt(v[0] * v[0] + v[1] * v[1]);
    Passage *passage = &slab->passage;
    /* At rest, and where the law no longer falls, nothing can begin. */
    if ((r == 0 && passage->stable_speed == 0) || (r >= slab->calm && passage->stable_speed >= slab->calm)) {
        *passage = (Passage){.stable_speed = r, .selecting = passage->selecting};
        return;
    }
    const PassageGraph graph = {slab->Z, normal_pressure_at(slab->normal, slab->t), 0};
    double from;
    if (!passage_ends(passage, slab->roots, &graph, r, &from)) return;
    slab->jumps++;
    slab_tell(&slab->stepper, STEPPER_JUMP, slab->t, from, r);
}

void delay_tell_state(SlabDelay *slab, double t, bool sticks, double margin) {
    /* The load passed the bound of stick where the margin, taken as straight, is 0; a jump knows better. */
    double moment = t;
    const double change = slab->margin - margin;
    if ((slab->margin > 0) != (margin > 0) && change != 0) moment = t - slab->dt * (margin / -change);
    if (slab->front_step == slab->stepper.done + 1) moment = slab->front_time;
    if (slab->jump_step == slab->stepper.done + 1) moment = slab->jump_time;
    moment = fmin(fmax(moment, t - slab->dt), t);
    slab->sticks = sticks;
    const double from = hypot(slab->old_U[0] - slab->old_V[0], slab->old_U[1] - slab->old_V[1]);
    const double to = hypot(slab->U[0] - slab->V[0], slab->U[1] - slab->V[1]);
    slab_tell(&slab->stepper, sticks ? STEPPER_STICK : STEPPER_SLIP, moment, from, to);
}
