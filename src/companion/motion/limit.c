/* limit{} of a body: the ladder of vanishing viscosities or surface masses against the motion without
 * them. A run that goes on does so inside the rung where it was broken off. */
#include "companion/motion/slips.h"

#include "fe/start.h"
#include "results/resume/resume.h"
#include "study/checkpoint/checkpoint.h"

#include <math.h>
#include <stdio.h>

enum { UNPERTURBED = -1 };

typedef struct Climb {
    StudyRun *run;
    const Limit *word;
    double final, step;
    /* The motion under way. */
    long rung;    /* UNPERTURBED, then from 0 */
    double value; /* of the perturbation */
    CompanionMotion motion;
    void *engine;
    Slips present, limit, last; /* of it, of the motion without perturbation, of the rung before */
    Value *parameter, *error, *difference, *orders;
    double last_error, order;
    double last_difference, between; /* order of the differences between rungs, which needs no limit */
    long jumps;                      /* of the limit */
    bool ill_posed;
    double resolved; /* the least viscosity that shows on this mesh */
    Progress progress;
    double begun, spent; /* seconds: now, in the runs that this one continues */
    bool stopped;
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
static JudderErr begin_motion(Climb *c) {
    TRY(companion_motion_create(c->run, c->final, c->step, &c->motion));
    c->stopped = c->motion.no_path_end;
    if (c->stopped) return JUDDER_OK;
    const double value = c->rung == UNPERTURBED ? 0 : c->value;
    if (c->word->of == LIMIT_ETA)
        companion_motion_viscosity(&c->motion, value);
    else
        c->motion.data.surface_mass = value;
    TRY(fe_error(c->motion.method->create(&c->motion.data, &c->engine)));
    const FeContact *contact = c->motion.method->contact(c->engine);
    if (c->word->of == LIMIT_ETA) c->resolved = resolved_eta(contact);
    return fe_agree(slips_create(contact, fe_march_steps(&c->motion.data), &c->present));
}

static void end_motion(Climb *c) {
    if (c->engine) fe_error(c->motion.method->destroy(&c->engine));
    companion_motion_release(&c->motion, c->run->prepared);
}

/* --- checkpoints --- */

/* Motions that are kept whole. Collective. */
static JudderErr exchange_whole(Climb *c, const char *name, Slips *slips, Archive *archive) {
    if (archive_restores(archive))
        TRY(fe_agree(slips_create(c->motion.method->contact(c->engine), c->present.steps, slips)));
    return slips_exchange(slips, name, slips->steps + 1, archive);
}

static JudderErr exchange_motions(Climb *c, Archive *archive) {
    FeMarchNow now;
    TRY(fe_error(c->motion.method->exchange(c->engine, archive)));
    c->motion.method->now(c->engine, &now);
    if (now.step > c->present.steps) archive_refuse(archive, "the number of steps");
    TRY(archive_state(archive));
    TRY(slips_exchange(&c->present, "present", now.step + 1, archive));
    if (c->rung > UNPERTURBED) TRY(exchange_whole(c, "limit", &c->limit, archive));
    if (c->rung > 0) TRY(exchange_whole(c, "last", &c->last, archive));
    return archive_state(archive);
}

static JudderErr exchange(void *context, Archive *archive) {
    Climb *c = context;
    const bool restores = archive_restores(archive);
    double spent = c->spent + clock_seconds() - c->begun;
    archive_array(archive, "rung", &c->rung, sizeof c->rung);
    archive_array(archive, "value", &c->value, sizeof c->value);
    archive_array(archive, "last error", &c->last_error, sizeof c->last_error);
    archive_array(archive, "order", &c->order, sizeof c->order);
    archive_array(archive, "last difference", &c->last_difference, sizeof c->last_difference);
    archive_array(archive, "order between", &c->between, sizeof c->between);
    archive_array(archive, "jumps", &c->jumps, sizeof c->jumps);
    archive_array(archive, "seconds", &spent, sizeof spent);
    archive_flag(archive, "ill-posed", &c->ill_posed);
    value_archive_numbers(archive, "parameter", c->parameter);
    value_archive_numbers(archive, "error", c->error);
    value_archive_numbers(archive, "difference", c->difference);
    value_archive_numbers(archive, "orders", c->orders);
    if (c->rung < UNPERTURBED || c->rung >= c->word->count) archive_refuse(archive, "the number of rungs");
    TRY(restores ? archive_state(archive) : JUDDER_OK); /* all gather, whatever one of them met */
    if (restores) c->spent = spent;
    if (restores) TRY(begin_motion(c));
    return c->stopped ? JUDDER_OK : exchange_motions(c, archive);
}

/* --- the ladder --- */

/* To the end of the motion under way. Collective. */
static JudderErr follow(Climb *c) {
    const FeMarchMethod *method = c->motion.method;
    FeMarchNow now;
    for (method->now(c->engine, &now); now.step < c->present.steps; method->now(c->engine, &now)) {
        const double part = (double)(c->rung - UNPERTURBED) + now.t / c->final;
        progress_update(&c->progress, part / (double)(c->word->count + 1), now.t);
        if (checkpoint_due(c->run)) TRY(checkpoint_save(c->run, exchange, c));
        c->stopped = fe_stop_requested();
        if (c->stopped) return JUDDER_OK;
        if (fe_rank() == 0) slips_keep(&now, &c->present);
        TRY(fe_error(method->step(c->engine)));
    }
    if (fe_rank() == 0) slips_keep(&now, &c->present);
    return JUDDER_OK;
}

/* The motion without perturbation is what the rungs are compared with. */
static JudderErr end_limit(Climb *c) {
    const FeMaterial *material = &c->motion.data.body.material;
    FeMarchNow now;
    double fall = 0;
    c->motion.method->now(c->engine, &now);
    c->jumps = now.report.jumps;
    if (!c->motion.data.contact.friction.law->state_start)
        TRY(friction_steepest_fall(&c->motion.data.contact.friction, &fall));
    c->ill_posed = material->viscous_G == 0 && now.n > 1 &&
                   now.report.pressure * fall > sqrt(material->rho * material->G);
    c->limit = c->present;
    c->present = (Slips){0};
    return JUDDER_OK;
}

static JudderErr tell_rung(Climb *c) {
    const double dt = c->final / (double)c->present.steps, error = slips_distance(&c->present, &c->limit, dt);
    bool good = value_append(c->parameter, value_number(c->value));
    good = value_append(c->error, value_number(error)) && good;
    c->order = NAN;
    if (c->rung > 0) {
        const double difference = slips_distance(&c->present, &c->last, dt);
        good = value_append(c->difference, value_number(difference)) && good;
        if (c->rung > 1 && difference > 0)
            c->between = log(c->last_difference / difference) / -log(c->word->factor);
        c->last_difference = difference;
        if (error > 0 && c->last_error > 0) c->order = log(c->last_error / error) / -log(c->word->factor);
        good = value_append(c->orders, value_number(c->order)) && good;
    }
    c->last_error = error;
    return good ? JUDDER_OK : error_memory();
}

/* Collective. */
static JudderErr end_rung(Climb *c) {
    TRY(fe_agree(fe_rank() == 0 ? tell_rung(c) : JUDDER_OK));
    slips_release(&c->last);
    c->last = c->present;
    c->present = (Slips){0};
    c->value *= c->word->factor;
    return JUDDER_OK;
}

static JudderErr climb(Climb *c) {
    bool restored;
    c->rung = UNPERTURBED;
    c->value = c->word->from;
    TRY(checkpoint_restore(c->run, exchange, c, &restored));
    while (!c->stopped && c->rung < c->word->count) {
        if (!c->engine) TRY(begin_motion(c));
        if (!c->stopped) TRY(follow(c));
        if (c->stopped) break;
        if (c->rung == UNPERTURBED)
            TRY(fe_agree(end_limit(c)));
        else
            TRY(end_rung(c));
        end_motion(c);
        c->rung++;
    }
    return JUDDER_OK;
}

/* What an order must not be read without. */
static void warn(const Climb *c, char *note, size_t room) {
    int used = 0;
    double last = c->word->from;
    for (long i = 1; i < c->word->count; i++) last *= c->word->factor;
    if (c->ill_posed)
        used = snprintf(note, room,
                        "; pressure times fall of friction are above the shear impedance: the elastic motion "
                        "is ill-posed, and differences between rungs say more than the distance to it");
    if (last < c->resolved && used >= 0 && (size_t)used < room)
        snprintf(note + used, room - (size_t)used,
                 "; below eta = %.2g the mesh and not eta damps the shortest waves: those rungs tend to the "
                 "elastic motion of this mesh",
                 c->resolved);
}

static JudderErr tell(const Climb *c) {
    StudyRun *run = c->run;
    const double seconds = c->spent + clock_seconds() - c->begun;
    if (c->stopped && run->outcome == STUDY_DONE) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted after %zu of %ld rungs",
                 value_length(c->parameter), c->word->count);
    }
    size_t used = (size_t)snprintf(run->note, sizeof run->note,
                                   isfinite(c->order)
                                       ? "distance to the motion without %s of order %.3f in the last rung"
                                       : "no order in the last rung",
                                   c->word->of == LIMIT_ETA ? "viscosity" : "surface mass", c->order);
    if (isfinite(c->order) && isfinite(c->between) && used < sizeof run->note)
        used += (size_t)snprintf(run->note + used, sizeof run->note - used, ", between rungs of order %.3f",
                                 c->between);
    if (used < sizeof run->note) warn(c, run->note + used, sizeof run->note - used);
    bool good = value_set(run->values, "order", value_number(c->order));
    good = value_set(run->values, "order_between_rungs", value_number(c->between)) && good;
    good = value_set(run->values, "limit_jumps", value_count(c->jumps)) && good;
    if (c->word->of == LIMIT_ETA)
        good = value_set(run->values, "resolved_eta", value_number(c->resolved)) && good;
    return value_set(run->values, "seconds", value_number(seconds)) && good ? JUDDER_OK : error_memory();
}

JudderErr companion_limit(StudyRun *run) {
    Climb c = {
        .run = run, .word = run->study->params, .order = NAN, .between = NAN, .begun = clock_seconds()};
    TRY(limit_times(run, &c.final, &c.step));
    c.parameter = value_child_list(run->values, "parameter");
    c.error = value_child_list(run->values, "error");
    c.difference = value_child_list(run->values, "difference");
    c.orders = value_child_list(run->values, "orders");
    const bool room = c.parameter && c.error && c.difference && c.orders;
    progress_start(&c.progress, run->log, c.word->name, "s");
    JudderErr err = fe_agree(room ? JUDDER_OK : error_memory());
    if (err == JUDDER_OK) err = climb(&c);
    progress_end(&c.progress);
    if (err == JUDDER_OK) err = tell(&c);
    end_motion(&c);
    slips_release(&c.present);
    slips_release(&c.limit);
    slips_release(&c.last);
    return block_locate(run->model, err);
}
