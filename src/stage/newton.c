/* Semismooth Newton on the states open, stick, slip [alart1991, hintermuller2002]. Rows of slip are
 * linearised about the last iterate, r_T = -p mu(r) d,  dr_T = -mu d dp - p (mu' d d' + (mu/r) (1 - d d'))
 * dw,   r = |w|, d = w/r, with p from the normal row: p = (S v - b)_n (unilateral) or the law of compliance.
 * Rows that changed little keep their old factors (a chord), so that a march needs a new factorisation only
 * now and then.  (BD-5), (BD-6) */
#include "stage/internal.h"

#include "base/dense.h"

#include <math.h>

#define TOLERANCE 2e-13 /* relative to the largest force */
#define LOOSE     1e-11 /* taken if nothing better comes */
static const double ROUNDING = 2e-15;
static const double REDUCE = 1e-5; /* by an operator in one iteration */
static const double CHORD = 1e-2;  /* of a row's size: a change of it that is let pass */

/* Whether the old row serves as well. */
static bool near_enough(const Stage *s, int i, const Row *now) {
    const Row *old = &s->rows->row[i];
    if (s->exact || old->fixed || now->fixed || !s->rows->factored) return false;
    double size = stage_diagonal(s, i);
    for (int a = 0; a < 3; a++) size += fabs(old->e[a]);
    for (int a = 0; a < 3; a++)
        if (fabs(now->c[a] - old->c[a]) > CHORD || fabs(now->e[a] - old->e[a]) > CHORD * size) return false;
    return true;
}

/* Sets row i; the row that holds from now on. */
static const Row *set_row(Stage *s, int i, const Row *now) {
    if (s->problem.op) {
        s->row[i] = *now;
        return &s->row[i];
    }
    if (!near_enough(s, i, now)) rows_set(s->rows, i, now);
    return &s->rows->row[i];
}

/* Sets row i and its right side, b_i + force + what the linear terms are at the point of linearisation. */
static void put(Stage *s, int i, const Row *now, double force) {
    const Row *row = set_row(s, i, now);
    const int first = i / s->core * s->core;
    double sum = s->b[i] + force;
    for (int a = 0; a < s->core; a++) {
        sum += row->e[a] * s->lin[first + a];
        if (first + a != i) sum += row->c[a] * (s->b[first + a] + s->p_lin[i / s->core]);
    }
    s->rhs[i] = sum;
}

static void fix(Stage *s, int i, double value) {
    set_row(s, i, &(Row){.fixed = true});
    s->rhs[i] = value;
}

static void put_normal(Stage *s, const StageInput *input, int node) {
    const int i = node * s->core;
    const bool open = s->node[node] == STAGE_OPEN;
    Row row = {.c = {1}};
    double force = 0;
    if (stage_given(s, node)) {
        force = input->p[node];
    } else if (stage_contact(s, node)->law->rigid) {
        if (!open) {
            fix(s, i, -input->gap[node] / s->problem.h);
            return;
        }
    } else if (!open) {
        double by_v;
        force = stage_compliance(s, input, node, s->lin[i], &by_v);
        row.e[0] = -by_v;
    }
    put(s, i, &row, force);
}

/* How p follows a slip: it is the force on the normal dof, or that of its law. */
static void put_slip(Stage *s, const StageInput *input, int node) {
    const int first = node * s->core, tangents = s->problem.tangents;
    const bool moves = s->off && !stage_given(s, node), rigid = moves && stage_contact(s, node)->law->rigid;
    double w[2], by_v = 0;
    const double r = stage_slip_velocity(s, input, node, s->lin + first + s->off, w), p = s->p_lin[node],
                 mu = stage_mu(s, input, node, r);
    Row row[2];
    rows_of_slip(&(RowsOfSlip){.tangents = tangents,
                               .off = s->off,
                               .d = {w[0] / r, w[1] / r},
                               .mu = rigid ? mu : 0,
                               .along = p * stage_mu_slope(s, input, node, r),
                               .across = tangents == 1 ? 0 : p * mu / r},
                 row);
    if (moves && !rigid) stage_compliance(s, input, node, s->lin[first], &by_v);
    for (int a = 0; a < tangents; a++) {
        const double d = w[a] / r;
        if (by_v != 0) row[a].e[0] = mu * d * by_v;
        put(s, first + s->off + a, &row[a], -p * mu * d);
    }
}

static void put_tangential(Stage *s, const StageInput *input, int node) {
    if (s->node[node] == STAGE_SLIP) {
        put_slip(s, input, node);
        return;
    }
    for (int a = 0; a < s->problem.tangents; a++) {
        const int i = node * s->core + s->off + a;
        Row free = {.fixed = false};
        free.c[s->off + a] = 1;
        if (s->node[node] == STAGE_STICK)
            fix(s, i, stage_foundation(s, input, node, a));
        else
            put(s, i, &free, 0);
    }
}

static void linearise(void *of, bool first) {
    const StageVisit *visit = of;
    Stage *s = visit->stage;
    (void)first;
    for (int pass = 0; pass < 2; pass++) {
        const bool had = s->rows && s->rows->factored;
        for (int i = 0; i < s->problem.n; i++) {
            if (s->off) put_normal(s, visit->input, i);
            put_tangential(s, visit->input, i);
        }
        /* If the factors are made anew, then of the rows as they are now. */
        if (!had || s->rows->factored) break;
    }
}

/* The state of the normal contact at the iterate; returns the violation, as a force. */
static double judge_normal(Stage *s, const StageInput *input, int node, bool *changed) {
    const int i = node * s->core;
    const bool open = s->node[node] == STAGE_OPEN;
    double by_v;
    if (stage_given(s, node)) {
        s->p_lin[node] = input->p[node];
        return 0;
    }
    if (!stage_contact(s, node)->law->rigid) {
        const double p = stage_compliance(s, input, node, s->x[i], &by_v);
        s->p_lin[node] = p;
        if (open == (p > 0)) {
            s->node[node] = open ? STAGE_STICK : STAGE_OPEN;
            *changed = true;
        }
        return fabs(s->f[i] - p);
    }
    const double depth = -(input->gap[node] / s->problem.h + s->x[i]) * stage_diagonal(s, i);
    const double violation = open ? depth : -s->f[i];
    s->p_lin[node] = open ? 0 : fmax(s->f[i], 0);
    if (isnan(violation)) return NAN;
    if (!(violation > TOLERANCE * s->force)) return 0;
    s->node[node] = open ? STAGE_STICK : STAGE_OPEN;
    if (open) s->p_lin[node] = violation; /* about what will push it back */
    *changed = true;
    return violation;
}

/* The slip that the node alone would take: where a state is left, the next linearisation begins there. */
static void take_local(Stage *s, const StageInput *input, int node, const double w[2]) {
    const int first = node * s->core + s->off;
    LocalContact local;
    stage_local(s, input, node, &local);
    stage_local_core(s, node, &local);
    local.p = s->p_lin[node];
    local_push(&local, s->f + first, w);
    const LocalSlip slip = local_slip(&local, w, false);
    s->node[node] = slip.w[0] == 0 && (local.tangents == 1 || slip.w[1] == 0) ? STAGE_STICK : STAGE_SLIP;
    for (int a = 0; a < local.tangents; a++)
        s->lin[first + a] = stage_foundation(s, input, node, a) + slip.w[a];
}

static double judge_tangential(Stage *s, const StageInput *input, int node, bool *changed) {
    const int first = node * s->core + s->off, tangents = s->problem.tangents;
    const double p = s->p_lin[node], *f = s->f + first;
    const double size = tangents == 1 ? fabs(f[0]) : hypot(f[0], f[1]);
    double w[2], lin[2];
    if (s->node[node] == STAGE_OPEN) return size;
    if (s->node[node] == STAGE_STICK) {
        const double over = size - p * stage_mu(s, input, node, 0);
        if (isnan(over)) return NAN;
        if (!(over > TOLERANCE * s->force)) return 0;
        take_local(s, input, node, (const double[2]){0, 0});
        *changed = *changed || s->node[node] == STAGE_SLIP;
        return over;
    }
    stage_slip_velocity(s, input, node, s->lin + first, lin);
    const double r = stage_slip_velocity(s, input, node, s->x + first, w);
    if (!(w[0] * lin[0] + w[1] * lin[1] > 0)) {
        take_local(s, input, node, w);
        *changed = true;
        return p * stage_mu(s, input, node, 0);
    }
    const double mu = stage_mu(s, input, node, r);
    /* The direction of a slow slip is known no better than rounding lets it. */
    double violation = 0, blur = 0;
    for (int a = 0; a < tangents; a++) {
        violation = fmax(violation, fabs(f[a] + p * mu * w[a] / r));
        if (tangents == 2) blur = fmax(blur, ROUNDING * fabs(s->x[first + a]) / r * p * mu);
        s->lin[first + a] = s->x[first + a];
    }
    if (friction_creeps(stage_friction(s, node)))
        blur += stage_slip_floor(s, node) * p *
                fabs(stage_mu_slope(s, input, node, fmax(r, stage_slip_floor(s, node))));
    return fmax(0, violation - blur);
}

/* A node that has just closed slips on unless its friction holds it; one that has opened goes on as it
 * went. */
static void move_on(Stage *s, const StageInput *input, int node) {
    const int first = node * s->core + s->off;
    double w[2];
    for (int a = 0; a < s->problem.tangents; a++) s->lin[first + a] = s->x[first + a];
    if (s->node[node] == STAGE_OPEN) return;
    stage_slip_velocity(s, input, node, s->x + first, w);
    take_local(s, input, node, w);
}

/* Judges the iterate by the laws and prepares the next one; returns the largest violation. */
static double judge(Stage *s, const StageInput *input, bool *changed) {
    double worst = 0;
    *changed = false;
    for (int i = 0; i < s->problem.n; i++) {
        bool moved = false;
        if (s->off) {
            defect_keep_worst(&worst, judge_normal(s, input, i, &moved));
            s->lin[i * s->core] = s->x[i * s->core];
        }
        if (moved) {
            move_on(s, input, i);
        } else {
            defect_keep_worst(&worst, judge_tangential(s, input, i, &moved));
        }
        *changed = *changed || moved;
    }
    return worst;
}

/* A border of the factors gives fixed dofs up to rounding only. */
static void pin(Stage *s) {
    for (int i = 0; i < s->core_size; i++)
        if (s->rows->row[i].fixed) s->x[i] = s->rhs[i];
}

/* x of the rows and f = S x - b there. */
static JudderErr solve_rows(void *of, double tolerance, bool *singular) {
    Stage *s = ((const StageVisit *)of)->stage;
    (void)tolerance;
    s->left = (ContactLeft){0};
    *singular = false;
    if (s->problem.op) {
        const StageRows rows = {s->row, s->rhs, REDUCE, 0.2 * TOLERANCE * s->force};
        return s->problem.op->solve(s->problem.op->of, &rows, s->x, s->f, &s->left);
    }
    TRY(rows_solve(s->rows, s->rhs, s->x, singular));
    if (*singular) return JUDDER_OK;
    pin(s);
    dense_multiply(s->core_size, s->matrix, s->x, s->f);
    for (int i = 0; i < s->core_size; i++) s->f[i] -= s->b[i];
    return JUDDER_OK;
}

void stage_set_velocity(Stage *s, const double *v, int stride) {
    s->velocity = s->belt;
    for (int i = 0; i < s->problem.n; i++)
        for (int a = 0; a < s->problem.tangents; a++)
            s->velocity = fmax(s->velocity, fabs(v[i * stride + a]));
}

/* The largest force that is summed at the iterate: not that of velocities which no node has, or a body at
 * rest would be judged by how fast its foundation moves. */
static void set_scale(Stage *s, double elsewhere) {
    double most = elsewhere;
    for (int i = 0; i < s->core_size; i++)
        most = fmax(most, fmax(fabs(s->b[i]), fmax(fabs(s->f[i]), stage_diagonal(s, i) * fabs(s->x[i]))));
    s->force = most > 0 ? most : 1;
    stage_set_velocity(s, s->x + s->off, s->core);
}

/* The rows are for the velocities themselves: x is the iterate, all of it. */
static JudderErr advance(void *of, double part, NewtonLeft *left) {
    const StageVisit *visit = of;
    Stage *s = visit->stage;
    (void)part;
    set_scale(s, s->left.scale);
    double worst = judge(s, visit->input, &left->changed);
    defect_keep_worst(&worst, s->left.force);
    left->residual = worst / s->force;
    return JUDDER_OK;
}

static bool renew(void *of) {
    Stage *s = ((const StageVisit *)of)->stage;
    if (s->exact) return false;
    s->exact = true;
    rows_refactor(s->rows);
    return true;
}

JudderErr stage_newton(Stage *s, const StageInput *input, int most, NewtonReport *report) {
    static const NewtonMethod method = {.linearise = linearise,
                                        .solve = solve_rows,
                                        .advance = advance,
                                        .renew = renew,
                                        .chord = true,
                                        .done = TOLERANCE,
                                        .enough = LOOSE,
                                        .slow = 0.1};
    StageVisit visit = {s, input};
    s->exact = s->problem.op != NULL;
    return newton_run(&(NewtonRun){.method = &method,
                                   .of = &visit,
                                   .states = s->node,
                                   .bytes = (size_t)s->problem.n * sizeof *s->node,
                                   .most = most,
                                   .residual = INFINITY},
                      report);
}
