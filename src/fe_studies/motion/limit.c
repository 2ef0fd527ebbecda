/* limit{} of a body: vanishing viscosities or surface masses against the motion without them. A run that goes
 * on does so inside the rung where it was broken off. */
#include "fe_studies/motion/slips.h"

#include "fe/start.h"
#include "friction/friction.h"
#include "results/value.h"
#include "study/limit/limit.h"

#include <math.h>
#include <stdio.h>

typedef struct Climb {
    /* The motion under way. */
    FeStudyMotion motion;
    void *engine;
    Slips present, limit, last; /* of it, of the motion without perturbation, of the rung before */
    bool ill_posed;
    double resolved; /* the least viscosity that shows on this mesh */
} Climb;

/* .15 h/c: below it waves as short as a cell are hardly damped, and the mesh rules instead of eta. */
static double resolved_eta(const FeContact *contact) {
    const FeMaterial *m = &contact->body->material;
    const int dim = contact->body->dim;
    double area = 0;
    for (int k = 0; k < contact->n; k++) area += contact->area[k] / contact->n;
    const double h = dim == 2 ? area / m->thickness : sqrt(area);
    return .15 * h / sqrt((m->lambda + 2 * m->G) / m->rho);
}

/* Collective. */
static JudderErr begin_motion(Ladder *l) {
    Climb *c = l->own;
    TRY(fe_study_motion_create(l->run, l->final, l->step, &c->motion));
    if (c->motion.no_path_end) return JUDDER_OK;
    const double value = l->rung == LADDER_LIMIT ? 0 : l->value;
    if (l->word->of == LIMIT_ETA)
        fe_study_motion_viscosity(&c->motion, value);
    else
        c->motion.data.surface_mass = value;
    TRY(fe_error(c->motion.method->create(&c->motion.data, &c->engine)));
    const FeContact *contact = c->motion.method->contact(c->engine);
    if (l->word->of == LIMIT_ETA) c->resolved = resolved_eta(contact);
    return fe_agree(slips_create(contact, fe_march_steps(&c->motion.data), &c->present));
}

static void end_motion(const Ladder *l) {
    Climb *c = l->own;
    if (c->engine) fe_error(c->motion.method->destroy(&c->engine));
    fe_study_motion_release(&c->motion, l->run->prepared);
}

/* --- checkpoints --- */

/* Motions that are kept whole. Collective. */
static JudderErr serialise_whole(Climb *c, const char *name, Slips *slips, Archive *archive) {
    if (archive_restores(archive))
        TRY(fe_agree(slips_create(c->motion.method->contact(c->engine), c->present.steps, slips)));
    return slips_serialise(slips, name, slips->steps + 1, archive);
}

static JudderErr limit_serialise(Ladder *l, Archive *archive) {
    Climb *c = l->own;
    FeMarchNow now;
    archive_flag(archive, "ill-posed", &c->ill_posed);
    if (archive_restores(archive)) TRY(begin_motion(l));
    if (c->motion.no_path_end) return JUDDER_OK;
    TRY(fe_error(c->motion.method->serialise(c->engine, archive)));
    c->motion.method->now(c->engine, &now);
    if (now.step > c->present.steps) archive_refuse(archive, "the number of steps");
    TRY(archive_state(archive));
    TRY(slips_serialise(&c->present, "present", now.step + 1, archive));
    if (l->rung > LADDER_LIMIT) TRY(serialise_whole(c, "limit", &c->limit, archive));
    if (l->rung > 0) TRY(serialise_whole(c, "last", &c->last, archive));
    return archive_state(archive);
}

/* --- the ladder --- */

/* To the end of the motion under way, unless the run has a reason to end before. Collective. */
static JudderErr follow(Ladder *l) {
    Climb *c = l->own;
    FeMarchNow now;
    if (!c->engine) TRY(begin_motion(l));
    if (c->motion.no_path_end) return JUDDER_OK;
    const FeMarchMethod *method = c->motion.method;
    for (method->now(c->engine, &now); now.step < c->present.steps; method->now(c->engine, &now)) {
        bool rests;
        TRY(ladder_look(l, now.t, &rests));
        if (rests) return JUDDER_OK;
        if (fe_rank() == 0) slips_keep(&now, &c->present);
        TRY(ladder_fail(l, fe_error(method->step(c->engine))));
        if (l->run->reason[0]) return JUDDER_OK;
    }
    if (fe_rank() == 0) slips_keep(&now, &c->present);
    return JUDDER_OK;
}

/* The motion without perturbation is what the rungs are compared with. */
static JudderErr end_limit(Ladder *l) {
    Climb *c = l->own;
    const FeMaterial *material = &c->motion.data.body.material;
    FeMarchNow now;
    double fall = 0;
    c->motion.method->now(c->engine, &now);
    l->jumps = (size_t)now.report.jumps;
    if (!c->motion.data.contact.friction.law->state_start)
        TRY(friction_steepest_fall(&c->motion.data.contact.friction, &fall));
    c->ill_posed = material->viscous_G == 0 && now.n > 1 &&
                   now.report.pressure * fall > sqrt(material->rho * material->G);
    c->limit = c->present;
    c->present = (Slips){0};
    end_motion(l);
    return JUDDER_OK;
}

static JudderErr make_limit(Ladder *l) {
    if (l->rung != LADDER_LIMIT) return JUDDER_OK;
    JudderErr err = follow(l);
    if (err == JUDDER_OK && !l->run->reason[0]) err = fe_agree(end_limit(l));
    return block_locate(l->run->model, err);
}

/* With the limit, and with the rung before, which needs no limit. */
static void compare(Ladder *l) {
    const Climb *c = l->own;
    const double dt = l->final / (double)c->present.steps, last = l->other;
    l->error = slips_distance(&c->present, &c->limit, dt);
    l->other = l->rung > 0 ? slips_distance(&c->present, &c->last, dt) : NAN;
    if (l->rung > 1 && l->other > 0) l->other_order = ladder_slope(l, last, l->other);
}

/* Collective. */
static JudderErr climb(Ladder *l) {
    Climb *c = l->own;
    const JudderErr err = follow(l);
    if (err != JUDDER_OK || l->run->reason[0]) return block_locate(l->run->model, err);
    if (fe_rank() == 0) compare(l);
    slips_release(&c->last);
    c->last = c->present;
    c->present = (Slips){0};
    end_motion(l);
    return JUDDER_OK;
}

static void ladder_release(Ladder *l) {
    Climb *c = l->own;
    end_motion(l);
    slips_release(&c->present);
    slips_release(&c->limit);
    slips_release(&c->last);
}

static void note(const Ladder *l) {
    const Climb *c = l->own;
    double last = l->word->from;
    for (long i = 1; i < l->word->count; i++) last *= l->word->factor;
    if (isfinite(l->order))
        study_note(l->run, "distance to the motion without %s of order %.3f in the last rung",
                   l->word->of == LIMIT_ETA ? "viscosity" : "surface mass", l->order);
    else
        study_note(l->run, "no order in the last rung");
    if (isfinite(l->order) && isfinite(l->other_order))
        study_note(l->run, ", between rungs of order %.3f", l->other_order);
    /* What an order must not be read without. */
    if (c->ill_posed)
        study_note(l->run,
                   "; pressure times fall of friction are above the shear impedance: the elastic motion is "
                   "ill-posed, and differences between rungs say more than the distance to it");
    if (last < c->resolved)
        study_note(l->run,
                   "; below eta = %.2g the mesh and not eta damps the shortest waves: those rungs tend to "
                   "the elastic motion of this mesh",
                   c->resolved);
}

static bool report(const Ladder *l) {
    const Climb *c = l->own;
    return l->word->of != LIMIT_ETA || value_set(l->run->values, "resolved_eta", value_number(c->resolved));
}

const LimitModel body_limit = {.parameter = "parameter",
                               .jumps = "limit_jumps",
                               .other = "difference",
                               .other_order = "order_between_rungs",
                               .by_factor = true,
                               .size = sizeof(Climb),
                               .check = body_check_ladder,
                               .limit = make_limit,
                               .climb = climb,
                               .serialise = limit_serialise,
                               .note = note,
                               .report = report,
                               .release = ladder_release};
