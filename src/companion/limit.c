/* limit{} of a body: the ladder of vanishing viscosities or surface masses against the motion
 * without them. */
#include "companion/motion.h"

#include "fe/start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 20000000 };

/* Slip velocities of all contact nodes at all steps; first rank. */
typedef struct Slips {
    double *at, *area;
    int tangents, n;
    long steps;
} Slips;

typedef struct Climb {
    StudyRun *run;
    const Limit *word;
    double final, step;
    Slips limit, rung, last; /* the motion without perturbation, the present one, the one before */
    Value *parameter, *error, *difference, *orders;
    double order;
    long jumps; /* of the limit */
    bool ill_posed;
    Progress progress;
    bool stopped;
} Climb;

static void slips_free(Slips *s) {
    free(s->at);
    free(s->area);
    *s = (Slips){0};
}

static JudderErr slips_open(const FeContact *contact, long steps, Slips *s) {
    *s = (Slips){.tangents = contact->body->dim - 1, .n = contact->n, .steps = steps};
    const double numbers = (double)(steps + 1) * s->n * s->tangents;
    REQUIRE(numbers <= MOST_NUMBERS,
            error_input("step",
                        "a ladder keeps %.3g slip velocities: at most %d are allowed, take longer steps",
                        numbers, MOST_NUMBERS));
    if (fe_rank() != 0) return JUDDER_OK;
    s->at = calloc((size_t)numbers + 1, sizeof *s->at);
    s->area = malloc(((size_t)s->n + 1) * sizeof *s->area);
    REQUIRE(s->at && s->area, error_memory());
    memcpy(s->area, contact->area, (size_t)s->n * sizeof *s->area);
    return JUDDER_OK;
}

static void keep(const FeMarchNow *now, Slips *s) {
    double *row = s->at + now->step * s->n * s->tangents;
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->tangents; i++)
            row[k * s->tangents + i] = now->v[(long)k * now->dim + 1 + i] - now->foundation[i];
}

/* Mean over the contact of the distance in L1 over time. */
static double distance(const Slips *a, const Slips *b, double dt) {
    double sum = 0, area = 0;
    for (int k = 0; k < a->n; k++) area += a->area[k];
    for (long step = 0; step <= a->steps; step++)
        for (int k = 0; k < a->n; k++) {
            const double *one = a->at + (step * a->n + k) * a->tangents,
                         *two = b->at + (step * a->n + k) * a->tangents;
            double square = 0;
            for (int i = 0; i < a->tangents; i++) square += (one[i] - two[i]) * (one[i] - two[i]);
            sum += sqrt(square) * a->area[k] * (step == 0 || step == a->steps ? .5 : 1);
        }
    return sum * dt / area;
}

static JudderErr follow(Climb *c, const CompanionMotion *m, void *engine, Slips *slips) {
    FeMarchNow now;
    m->method->now(engine, &now);
    if (fe_rank() == 0) keep(&now, slips);
    while (now.step < slips->steps) {
        progress_update(&c->progress, now.t / c->final, now.t);
        c->stopped = fe_stop_requested();
        if (c->stopped) return JUDDER_OK;
        TRY(fe_error(m->method->step(engine)));
        m->method->now(engine, &now);
        if (fe_rank() == 0) keep(&now, slips);
    }
    c->jumps = now.report.jumps;
    const FeMaterial *material = &m->data.body.material;
    double fall = 0;
    if (!m->data.friction.law->state_start) TRY(friction_steepest_fall(&m->data.friction, &fall));
    if (material->viscous_G == 0 && slips->n > 1)
        c->ill_posed = now.report.pressure * fall > sqrt(material->rho * material->G);
    return JUDDER_OK;
}

/* One motion with a perturbation of that size. Collective. */
static JudderErr move(Climb *c, double value, Slips *slips) {
    const BodyPrepared *made = c->run->prepared;
    CompanionMotion m;
    void *engine = NULL;
    JudderErr err = companion_motion_create(c->run, c->final, c->step, &m);
    if (err == JUDDER_OK && m.no_path_end) {
        c->run->outcome = STUDY_FAILED;
        snprintf(c->run->reason, sizeof c->run->reason, "the path before it did not reach its end");
        c->stopped = true;
    }
    if (c->word->of == LIMIT_ETA)
        companion_motion_viscosity(&m, value);
    else
        m.data.surface_mass = value;
    if (err == JUDDER_OK && !c->stopped) err = fe_error(m.method->create(&m.data, &engine));
    if (engine) {
        err = fe_agree(slips_open(m.method->contact(engine), fe_march_steps(&m.data), slips));
        if (err == JUDDER_OK) err = follow(c, &m, engine, slips);
        fe_error(m.method->destroy(&engine));
    }
    companion_motion_release(&m, made);
    return fe_agree(err);
}

static JudderErr tell_rung(Climb *c, double value, double *last_error, double last_value) {
    const double dt = c->final / (double)c->rung.steps, error = distance(&c->rung, &c->limit, dt);
    bool good = value_append(c->parameter, value_number(value));
    good = value_append(c->error, value_number(error)) && good;
    c->order = NAN;
    if (c->last.at) {
        good = value_append(c->difference, value_number(distance(&c->rung, &c->last, dt))) && good;
        if (error > 0 && *last_error > 0) c->order = log(*last_error / error) / log(last_value / value);
        good = value_append(c->orders, value_number(c->order)) && good;
    }
    *last_error = error;
    return good ? JUDDER_OK : error_memory();
}

static JudderErr climb(Climb *c) {
    double value = c->word->from, last_error = 0;
    TRY(move(c, 0, &c->limit));
    const bool ill_posed = c->ill_posed;
    const long jumps = c->jumps;
    for (long i = 0; i < c->word->count && !c->stopped; i++, value *= c->word->factor) {
        slips_free(&c->last);
        c->last = c->rung;
        c->rung = (Slips){0};
        TRY(move(c, value, &c->rung));
        const bool tells = !c->stopped && fe_rank() == 0;
        TRY(fe_agree(tells ? tell_rung(c, value, &last_error, value / c->word->factor) : JUDDER_OK));
    }
    c->ill_posed = ill_posed;
    c->jumps = jumps;
    return JUDDER_OK;
}

static JudderErr tell(Climb *c, double seconds) {
    StudyRun *run = c->run;
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
    if (c->ill_posed && used < sizeof run->note)
        snprintf(run->note + used, sizeof run->note - used,
                 "; pressure times fall of friction are above the shear impedance: the elastic motion is "
                 "ill-posed, and "
                 "differences between rungs say more than the distance to it");
    bool good = value_set(run->values, "order", value_number(c->order));
    good = value_set(run->values, "limit_jumps", value_count(c->jumps)) && good;
    return value_set(run->values, "seconds", value_number(seconds)) && good ? JUDDER_OK : error_memory();
}

JudderErr companion_limit(StudyRun *run) {
    Climb c = {.run = run, .word = run->study->params, .order = NAN};
    const double begin = clock_seconds();
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
    if (err == JUDDER_OK) err = tell(&c, clock_seconds() - begin);
    slips_free(&c.limit);
    slips_free(&c.rung);
    slips_free(&c.last);
    return block_locate(run->model, err);
}
