#include "fe_studies/motion/motion.h"

#include "contact/contact.h"
#include "curve/signal.h"
#include "fe/body/field.h"
#include "fe/start.h"
#include "study/matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what varies in time --- */

typedef struct Terms {
    const BodyPrepared *made;
    FeMarchTerm *at;
    FeTraction *traction; /* one for each */
    int count;
} Terms;

static FeMarchTerm *term_add(Terms *terms, const Signal *amount) {
    FeMarchTerm *term = &terms->at[terms->count++];
    *term = (FeMarchTerm){.amount = *amount};
    return term;
}

/* A force per area along one axis. */
static void add_traction(Terms *terms, const char *side, int axis, double factor, const Signal *amount) {
    FeTraction *traction = &terms->traction[terms->count];
    FeMarchTerm *term = term_add(terms, amount);
    traction->side = mesh_side_find(terms->made->mesh, side);
    traction->value[axis] = factor;
    term->unit.traction = traction;
    term->unit.tractions = 1;
}

static void add_press(Terms *terms, const PressWord *p) {
    double n[3] = {0};
    if (!signal_varies(&p->by)) return;
    FeMarchTerm *term = term_add(terms, &p->by);
    term->unit.moved = mesh_side_find(terms->made->mesh, p->side);
    mesh_side_area(terms->made->mesh, term->unit.moved, n);
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++) term->unit.motion[i] = -n[i] / length;
}

static void add_side_vector(Terms *terms, const Block *load) {
    const SideVectorWord *p = load->params;
    for (int i = 0; i < terms->made->mesh->dim; i++) {
        if (!signal_varies(&p->value.at[i])) continue;
        if (load->word == &force_word) {
            const double area = fe_study_side_area(terms->made, mesh_side_find(terms->made->mesh, p->side));
            add_traction(terms, p->side, i, 1 / area, &p->value.at[i]);
            continue;
        }
        FeMarchTerm *term = term_add(terms, &p->value.at[i]);
        term->unit.moved = mesh_side_find(terms->made->mesh, p->side);
        term->unit.motion[i] = 1;
    }
}

static void add_gravity(Terms *terms, const GravityWord *p) {
    for (int i = 0; i < terms->made->mesh->dim; i++)
        if (signal_varies(&p->value.at[i]))
            term_add(terms, &p->value.at[i])
                ->unit.weight[i] = ((const Elastic *)terms->made->params->material.params)->rho;
}

static void add_load(Terms *terms, const Block *load) {
    if (load->word == &press_word) {
        add_press(terms, load->params);
    } else if (load->word == &gravity_word) {
        add_gravity(terms, load->params);
    } else if (load->word == &traction_word) {
        const TractionWord *p = load->params;
        for (size_t k = 0; k < p->parts.count; k++) {
            const TractionPart *part = p->parts.at[k].params;
            for (int i = 0; i < terms->made->mesh->dim; i++)
                if (signal_varies(&part->value.at[i]))
                    add_traction(terms, part->side, i, 1, &part->value.at[i]);
        }
    } else {
        add_side_vector(terms, load);
    }
}

static JudderErr make_terms(const BodyPrepared *made, FeStudyMotion *m) {
    const BlockList *loads = &made->params->load;
    size_t room = 1;
    for (size_t i = 0; i < loads->count; i++)
        room += loads->at[i].word == &traction_word
                    ? 3 * ((const TractionWord *)loads->at[i].params)->parts.count
                    : 3;
    m->terms = calloc(room, sizeof *m->terms);
    m->tractions = calloc(room, sizeof *m->tractions);
    REQUIRE(m->terms && m->tractions, error_memory());
    Terms terms = {made, m->terms, m->tractions, 0};
    for (size_t i = 0; i < loads->count; i++) add_load(&terms, &loads->at[i]);
    m->data.term = m->terms;
    m->data.terms = terms.count;
    return JUDDER_OK;
}

/* --- where it starts --- */

static JudderErr signal_at_point(const Signal *signal, const double *x, int dim, double *value) {
    const Function *f = &signal->function;
    if (!f->call) return signal_value(signal, x[0], value);
    const JudderErr err = f->call_at(f->context, x, dim, value);
    if (err == JUDDER_OK && isfinite(*value)) return JUDDER_OK;
    if (err == JUDDER_OK)
        error_input("initial", "initial gives %g at %g, %g: a finite number is needed", *value, x[0], x[1]);
    error_locate(f->file, f->line);
    return JUDDER_INPUT;
}

static JudderErr add_field(const BodyPrepared *made, const Signal *signals, double *field) {
    const Mesh *mesh = made->mesh;
    for (int n = 0; n < mesh->nodes; n++)
        for (int i = 0; i < mesh->dim; i++) {
            const int from = mesh->master ? mesh->master[n] : n;
            double value;
            TRY(signal_at_point(&signals[i], mesh->x + (long)from * mesh->dim, mesh->dim, &value));
            field[(long)n * mesh->dim + i] += value;
        }
    return JUDDER_OK;
}

/* A vector of the path's body to an array that every rank has. */
static JudderErr motion_share(FeBody *body, Vec vector, double *at) {
    const int count = body->mesh->nodes * body->dim;
    TRY(fe_error(fe_vector_get(body, vector, at)));
    MPI_Bcast(at, count, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    return JUDDER_OK;
}

/* Displacement, loads and contact forces at the end of the path. Collective. */
static JudderErr take_path(FePath *path, FeStudyMotion *m) {
    const size_t count = (size_t)path->body->mesh->nodes * (size_t)path->body->dim;
    m->force = calloc(count + 1, sizeof *m->force);
    m->given = calloc(count + 1, sizeof *m->given);
    TRY(fe_agree(m->force && m->given ? JUDDER_OK : error_memory()));
    TRY(motion_share(path->body, path->force, m->force));
    TRY(motion_share(path->body, path->given, m->given));
    TRY(fe_error(fe_path_field(path, fe_rank() == 0 ? m->u : NULL)));
    MPI_Bcast(m->u, (int)count, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    m->data.force = m->force;
    m->data.given = m->given;
    m->data.r = path->state ? path->state->r : NULL;
    return JUDDER_OK;
}

/* Collective. */
static JudderErr make_start(StudyRun *run, FeStudyMotion *m) {
    const BodyPrepared *made = run->prepared;
    const BodyInitial *initial = &made->params->initial;
    if (body_path_before(run)) {
        FePath *path = made->computed;
        m->no_path_end = !path || !path->complete;
        if (m->no_path_end) {
            study_end(run, STUDY_FAILED, "the path before it did not reach its end");
            return JUDDER_OK;
        }
        TRY(take_path(path, m));
    }
    JudderErr err = add_field(made, initial->displacement, m->u);
    if (err == JUDDER_OK) err = add_field(made, initial->velocity, m->v);
    m->data.u = m->u;
    m->data.v = m->v;
    return fe_agree(err);
}

/* --- all together --- */

void fe_study_motion_viscosity(FeStudyMotion *m, double eta) {
    FeMaterial *material = &m->data.body.material;
    material->viscous_lambda += eta * material->lambda;
    material->viscous_G += eta * material->G;
}

static void select_solution(const Block *selection, FeStudyMotion *m) {
    if (selection->word == &mass_word) m->data.surface_mass = ((const Mass *)selection->params)->epsilon;
    if (selection->word != &viscosity_word) return;
    const Viscosity *p = selection->params;
    fe_study_motion_viscosity(m, p->eta * (p->shear > 0 ? p->shear / m->data.body.material.G : 1));
}

static JudderErr motion_fill(const StudyRun *run, FeStudyMotion *m) {
    const BodyPrepared *made = run->prepared;
    const BodyParams *p = made->params;
    const size_t count = (size_t)made->mesh->nodes * (size_t)made->mesh->dim;
    FeMarchData *data = &m->data;
    m->method = fe_march_method_find(p->method == BODY_METHOD_EXPLICIT ? "explicit" : "implicit");
    REQUIRE(m->method,
            block_locate(run->model, error_input("method", "this program has no method explicit")));
    m->fix = calloc(p->fix.count + 1, sizeof *m->fix);
    m->u = calloc(count + 1, sizeof *m->u);
    m->v = calloc(count + 1, sizeof *m->v);
    REQUIRE(m->fix && m->u && m->v, error_memory());
    data->body = fe_study_body(made, m->fix);
    data->contact = fe_study_contact(made);
    data->pressure = ((const ContactParams *)p->contact.law.params)->S;
    memcpy(data->foundation, p->foundation.velocity, sizeof data->foundation);
    if (p->damping.word) {
        data->rayleigh_mass = ((const Rayleigh *)p->damping.params)->mass;
        data->rayleigh_stiffness = ((const Rayleigh *)p->damping.params)->stiffness;
    }
    if (run->study->word != &limit_word) select_solution(&p->selection, m); /* a ladder brings its own */
    TRY(fe_study_loads(made, &m->loads));
    data->load = m->loads;
    data->loads = (int)p->load.count;
    return make_terms(made, m);
}

JudderErr fe_study_motion_create(StudyRun *run, double final, double step, FeStudyMotion *m) {
    *m = (FeStudyMotion){0};
    m->data.final = final;
    m->data.step = step;
    TRY(fe_agree(motion_fill(run, m)));
    return make_start(run, m);
}

void fe_study_motion_release(FeStudyMotion *m, const BodyPrepared *made) {
    fe_study_loads_free(&m->loads, made->params->load.count);
    free(m->fix);
    free(m->terms);
    free(m->tractions);
    free(m->u);
    free(m->v);
    free(m->force);
    free(m->given);
    *m = (FeStudyMotion){0};
}
