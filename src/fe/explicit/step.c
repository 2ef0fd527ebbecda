/* Central differences [hughes1987] with a lumped mass and exact local contact (BD-8). While the other ranks'
 * numbers travel, the interior nodes are computed. With E = v'Mv/2 + u-'K u+/2, u- and u+ half a step before
 * and after,
 *
 *   E+ - E = dt (f + r - C v).(v + v+)/2
 *
 * holds to rounding; its parts are separated in the account. */
#include "fe/explicit/explicit.h"

#include "fe/start.h"

#include <math.h>
#include <string.h>

/* At a time beyond the end a side goes on as it went. */
static JudderErr motion_at(const Explicit *e, Track *track, double t, double *value) {
    const double at = fmin(t, e->final);
    TRY(track_seek(track, at));
    const CurvePiece *piece = track_piece(track);
    REQUIRE(
        !piece->jump || piece->start <= e->t + e->dt / 2,
        error_input("load",
                    "a side is given a displacement that jumps at t = %g: in a march it must be continuous",
                    piece->start));
    *value = curve_piece_value(piece, at) + (t - at) * curve_piece_slope(piece, at);
    return JUDDER_OK;
}

static void add_pattern(Explicit *e, const Pattern *pattern, double amount, bool moves) {
    double *to = moves ? e->given : e->force;
    for (int c = 0; c < 3 && !moves; c++) e->gravity[c] += amount * pattern->gravity[c];
    for (int i = 0; i < e->specials * e->body->dim; i++) to[i] += amount * pattern->rest[i];
}

static JudderErr act(Explicit *e, double t) {
    const double middle = t - e->dt / 2;
    memset(e->gravity, 0, sizeof e->gravity);
    memset(e->force, 0, (size_t)(e->specials * e->body->dim) * sizeof *e->force);
    memset(e->given, 0, (size_t)(e->specials * e->body->dim) * sizeof *e->given);
    add_pattern(e, &e->base_force, 1, false);
    add_pattern(e, &e->base_given, 1, true);
    for (int k = 0; k < e->loads->terms; k++) {
        double amount = 0;
        if (e->loads->moves[k])
            TRY(motion_at(e, e->loads->amount[k], t + e->dt / 2, &amount));
        else
            TRY(fe_march_value(e->loads->amount[k], fmax(0, middle), &amount));
        add_pattern(e, &e->term[k], amount, e->loads->moves[k]);
    }
    for (int i = 0; i < e->body->dim - 1; i++) TRY(fe_march_value(e->foundation[i], t, &e->V[i]));
    double S = 0;
    if (e->pressure) TRY(fe_march_value(e->pressure, fmax(0, middle), &S));
    if (t == 0) S = fmax(0, S); /* the fit of S may round */
    REQUIRE(S >= 0, error_input("S", "the pressure S is %g at t = %g: it must not be negative", S, middle));
    fe_contact_press(e->contact, S);
    memcpy(e->contact_step.V, e->V, sizeof e->V);
    return JUDDER_OK;
}

PetscErrorCode explicit_act(Explicit *e, double t) {
    PetscFunctionBeginUser;
    PetscCall(fe_code(act(e, t)));
    PetscFunctionReturn(0);
}

void explicit_product(Explicit *e, const Fields *x, bool of_C, Fields *y) {
    const int interior = e->layout->interior;
    Fields at_interface = {{0}};
    for (int c = 0; c < e->body->dim; c++) at_interface.c[c] = y->c[c] + interior;
    halo_begin(e->halo, (const Fields[2]){*x, *x});
    stencils_apply(e->core, of_C ? NULL : x, of_C ? x : NULL, y, y);
    halo_end(e->halo);
    const Fields *stash = &e->halo->stash[0];
    stencils_apply(e->interface, of_C ? NULL : stash, of_C ? stash : NULL, &at_interface, &at_interface);
}

/* --- to the first rank --- */

/* Of a contact node: u, v and r in the frame, and its state. */
static int packed(const Explicit *e) {
    return 3 * e->body->dim + 1;
}

static void pack(const Explicit *e) {
    const int dim = e->body->dim;
    double *out = e->to_gather;
    for (int s = 0; s < e->specials; s++) {
        const Special *special = &e->special[s];
        if (special->contact < 0) continue;
        const OwnContact *own = &e->own_contact[special->contact];
        double u[3], v[3];
        for (int c = 0; c < dim; c++) {
            v[c] = e->v.c[c][special->local];
            u[c] = e->u.c[c][special->local] - e->dt / 2 * v[c];
        }
        out = e->to_gather + (long)special->contact * packed(e);
        explicit_to_rows(e, own, u, out);
        explicit_to_rows(e, own, v, out + dim);
        memcpy(out + 2 * dim, own->r, (size_t)dim * sizeof *out);
        out[3 * dim] = own->node.state;
    }
}

void explicit_gather(Explicit *e) {
    const int dim = e->body->dim;
    pack(e);
    MPI_Gatherv(e->to_gather, e->own_contacts * packed(e), MPI_DOUBLE, e->gathered, e->gather_count,
                e->gather_start, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    for (int i = 0; fe_rank() == 0 && i < e->contact->n; i++) {
        const double *in = e->gathered + (long)i * packed(e);
        const long at = (long)e->gather_node[i] * dim;
        memcpy(e->cu + at, in, (size_t)dim * sizeof *in);
        memcpy(e->cv + at, in + dim, (size_t)dim * sizeof *in);
        memcpy(e->cr + at, in + 2 * dim, (size_t)dim * sizeof *in);
        e->node[e->gather_node[i]] = (StageNode)in[3 * dim];
    }
}

/* --- the account --- */

/* Sums of all ranks to the first one. */
static void reduce(StepWork *work) {
    double own[WORK_NUMBERS] = {work->kinetic,  work->elastic,    work->total,    work->external,
                                work->friction, work->viscous,    work->stored,   work->several,
                                work->jumped,   work->uniqueness, work->pressure, work->violation,
                                work->force};
    double all[WORK_NUMBERS] = {0};
    MPI_Reduce(own, all, WORK_SUMS, MPI_DOUBLE, MPI_SUM, 0, PETSC_COMM_WORLD);
    MPI_Reduce(own + WORK_SUMS, all + WORK_SUMS, WORK_NUMBERS - WORK_SUMS, MPI_DOUBLE, MPI_MAX, 0,
               PETSC_COMM_WORLD);
    *work = (StepWork){all[0], all[1], all[2], all[3],  all[4],  all[5], all[6],
                       all[7], all[8], all[9], all[10], all[11], all[12]};
}

static void account(Explicit *e, const StepWork *w) {
    FeMarchEnergy *to = &e->energy;
    const double before = to->kinetic + to->elastic, stored = to->contact;
    to->kinetic = w->kinetic / 2;
    to->elastic = w->elastic / 2;
    to->contact = w->stored;
    to->external += w->external;
    to->friction += w->friction;
    to->viscous += w->viscous;
    to->numerical += w->total + (to->contact - stored) - w->external + w->friction + w->viscous;
    const double now = to->kinetic + to->elastic;
    e->scale = fmax(e->scale, fmax(fabs(before), fabs(now)) + fabs(w->external) + w->friction + w->viscous);
    if (e->scale > 0) to->defect = fmax(to->defect, fabs(now - before - w->total) / e->scale);
    e->report.nonunique_steps += w->several > 0;
    e->report.jumps += (long)w->jumped;
    e->force_scale = fmax(e->force_scale, w->force);
    if (e->force_scale > 0)
        e->report.contact_defect = fmax(e->report.contact_defect, w->violation / e->force_scale);
    e->report.pressure = fmax(e->report.pressure, w->pressure);
    if (w->uniqueness > e->report.uniqueness) {
        e->report.uniqueness = w->uniqueness;
        e->report.suggested_step = .9 * e->dt / w->uniqueness;
    }
}

/* What the interior nodes did, as work. */
static StepWork core_work(const Explicit *e, const StepSums *sums) {
    StepWork work = {.kinetic = sums->kinetic,
                     .elastic = sums->elastic,
                     .viscous = e->dt * sums->viscous,
                     .total = -e->dt * sums->damping / 2};
    for (int c = 0; c < e->body->dim; c++) work.external += e->dt * e->gravity[c] * sums->momentum[c] / 2;
    work.total += work.external;
    return work;
}

PetscErrorCode explicit_step(void *engine) {
    Explicit *e = engine;
    StepSums sums;
    PetscFunctionBeginUser;
    const double end = (double)(e->step + 1) * e->dt;
    PetscCall(explicit_act(e, end));
    halo_begin(e->halo, (const Fields[2]){e->u, e->v});
    const CoreStep core = {.dt = e->dt,
                           .drag = e->drag,
                           .gravity = {e->gravity[0], e->gravity[1], e->gravity[2]},
                           .u = e->u,
                           .v = e->v,
                           .v_out = e->damped ? e->v_other : e->v,
                           .pause = e->halo->ranks > 0 ? halo_poll : NULL,
                           .context = e->halo};
    stencils_step(e->core, &core, &sums);
    halo_end(e->halo);
    stencils_apply(e->interface, &e->halo->stash[0], e->damped ? &e->halo->stash[1] : NULL, &e->Ku, &e->Cv);
    StepWork work = core_work(e, &sums);
    explicit_interface(e, &work);
    if (e->damped) {
        const Fields next = e->v_other;
        e->v_other = e->v;
        e->v = next;
    }
    e->step++;
    e->t = end;
    reduce(&work);
    if (fe_rank() == 0) account(e, &work);
    explicit_gather(e);
    PetscFunctionReturn(0);
}

static void show(const void *engine, FeMarchNow *now) {
    const Explicit *e = engine;
    *now = (FeMarchNow){.t = e->t,
                        .dt = e->dt,
                        .step = e->step,
                        .n = e->contact->n,
                        .dim = e->body->dim,
                        .u = e->cu,
                        .v = e->cv,
                        .r = e->cr,
                        .node = e->node,
                        .foundation = {e->V[0], e->V[1]},
                        .energy = e->energy,
                        .report = e->report};
}

static const FeContact *contact_of(const void *engine) {
    return ((const Explicit *)engine)->contact;
}

const FeMarchMethod explicit_march = {.name = "explicit",
                                      .create = explicit_create,
                                      .destroy = explicit_destroy,
                                      .step = explicit_step,
                                      .now = show,
                                      .contact = contact_of,
                                      .field = explicit_field,
                                      .serialise = explicit_serialise};
