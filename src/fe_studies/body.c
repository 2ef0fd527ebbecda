/* Words of a body to the structs of finite elements. */
#include "contact/contact.h"
#include "curve/signal.h"
#include "fe/start.h"
#include "fe_studies/studies.h"

#include <math.h>
#include <stdlib.h>

static FeMaterial material_of(const Block *block, int dim) {
    const Elastic *e = block->params;
    FeMaterial m = {.lambda = e->lambda, .G = e->G, .rho = e->rho, .thickness = dim == 2 ? e->thickness : 0};
    if (isnan(e->G)) fe_lame(e->E, e->nu, &m.lambda, &m.G);
    m.plane_stress = dim == 2 && e->plane == PLANE_STRESS;
    if (block->word != &viscous_word) return m;
    const Viscous *v = block->params;
    const bool own = !isnan(v->viscous_G);
    m.viscous_lambda = own ? v->viscous_lambda : v->eta * m.lambda;
    m.viscous_G = own ? v->viscous_G : v->eta * m.G;
    return m;
}

FeBodyData fe_study_body(const BodyPrepared *made, FeFix *fix) {
    const BodyParams *p = made->params;
    for (size_t i = 0; i < p->fix.count; i++) {
        fix[i] = (FeFix){.side = p->fix.at[i].name};
        for (int k = 0; k < made->mesh->dim; k++) fix[i].component[k] = p->fix.at[i].chosen >> k & 1;
    }
    return (FeBodyData){.mesh = made->mesh,
                        .material = material_of(&p->material, made->mesh->dim),
                        .lumped = p->mass == BODY_MASS_LUMPED,
                        .fix = fix,
                        .fixes = (int)p->fix.count};
}

JudderErr fe_study_body_create(const BodyPrepared *made, FeBody **body, FeContact **contact) {
    FeFix *fix = calloc(made->params->fix.count + 1, sizeof *fix);
    TRY(fe_agree(fix ? JUDDER_OK : error_memory()));
    const FeBodyData data = fe_study_body(made, fix);
    const FeContactData side = fe_study_contact(made);
    JudderErr err = fe_error(fe_body_create(&data, body));
    free(fix);
    if (err == JUDDER_OK) err = fe_error(fe_contact_create(*body, &side, contact));
    return err;
}

FeContactData fe_study_contact(const BodyPrepared *made) {
    const Numbers *normal = &made->params->contact.normal;
    FeContactData data = {.side = made->contact_side,
                          .law = contact_of_word(&made->params->contact.law),
                          .friction = made->friction};
    for (size_t i = 0; i < normal->count; i++) data.normal[i] = normal->at[i];
    return data;
}

static double length_of(const double *v) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

JudderErr fe_study_imposed(const BodyPrepared *made, const FeContact *contact, CondensedNode *node,
                           double *slip) {
    double direction[3] = {0};
    const int state = made->params->contact.state, dim = made->mesh->dim;
    if (state == BODY_STATE_SLIP) TRY(body_slip_direction(made, direction));
    for (int k = 0; k < contact->n; k++) {
        double *along = slip + 2 * k;
        along[0] = along[1] = 0;
        for (int a = 1; a < dim; a++) {
            double t[3];
            fe_rows_direction(contact->rows, k * dim + a, t);
            for (int i = 0; i < 3; i++) along[a - 1] += direction[i] * t[i];
        }
        REQUIRE(state != BODY_STATE_SLIP || length_of(direction) * 1e-9 < hypot(along[0], along[1]),
                error_input("contact",
                            "the direction of the slip is across the obstacle: nothing can slip there"));
        node[k] = state == BODY_STATE_SLIP_LEFT ? CONDENSED_SLIP_MINUS : CONDENSED_SLIP_PLUS;
        if (state == BODY_STATE_SLIP)
            node[k] = dim == 3 ? CONDENSED_SLIP : along[0] < 0 ? CONDENSED_SLIP_MINUS : CONDENSED_SLIP_PLUS;
    }
    return JUDDER_OK;
}

/* Its value at t = 0. */
static JudderErr copy_vector(const BodyPrepared *made, const SignalVector *from, double to[3]) {
    for (int i = 0; i < made->mesh->dim; i++) TRY(signal_value(&from->at[i], 0, &to[i]));
    return JUDDER_OK;
}

/* Into the body, against the mean normal of the side. */
static JudderErr press_load(const BodyPrepared *made, const Block *block, FePathLoad *load) {
    const PressWord *p = block->params;
    double n[3] = {0};
    load->moved = mesh_side_find(made->mesh, p->side);
    mesh_side_area(made->mesh, load->moved, n);
    const double length = length_of(n);
    REQUIRE(
        length > 0,
        block_locate(block, error_input("side", "the side %s has no mean normal to press along", p->side)));
    double by;
    TRY(signal_value(&p->by, 0, &by));
    for (int i = 0; i < 3; i++) load->motion[i] = -n[i] / length * (p->force > 0 ? 1 : by);
    load->force = p->force;
    load->steps = (int)p->steps;
    return JUDDER_OK;
}

static JudderErr traction_load(const BodyPrepared *made, const TractionWord *p, FePathLoad *load) {
    FeTraction *parts = calloc(p->parts.count + 1, sizeof *parts);
    REQUIRE(parts, error_memory());
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; i < p->parts.count; i++) {
        const TractionPart *part = p->parts.at[i].params;
        parts[i].side = mesh_side_find(made->mesh, part->side);
        if (err == JUDDER_OK) err = copy_vector(made, &part->value, parts[i].value);
    }
    load->traction = parts;
    load->tractions = (int)p->parts.count;
    load->steps = (int)p->steps;
    return err;
}

double fe_study_side_area(const BodyPrepared *made, const MeshSide *side) {
    const Mesh *mesh = made->mesh;
    double area = 0;
    for (int f = 0; f < side->facets; f++) {
        double n[3] = {0};
        const MeshSide one = {.facets = 1, .facet = side->facet + f};
        mesh_side_area(mesh, &one, n);
        area += length_of(n);
    }
    return mesh->dim == 2 ? area * ((const Elastic *)made->params->material.params)->thickness : area;
}

static JudderErr force_load(const BodyPrepared *made, const SideVectorWord *p, FePathLoad *load) {
    FeTraction *part = calloc(1, sizeof *part);
    REQUIRE(part, error_memory());
    part->side = mesh_side_find(made->mesh, p->side);
    load->traction = part;
    load->tractions = 1;
    load->steps = (int)p->steps;
    TRY(copy_vector(made, &p->value, part->value));
    const double area = fe_study_side_area(made, part->side);
    for (int i = 0; i < 3; i++) part->value[i] /= area;
    return JUDDER_OK;
}

static JudderErr make_load(const BodyPrepared *made, const Block *block, FePathLoad *load) {
    if (block->word == &press_word) return press_load(made, block, load);
    if (block->word == &traction_word) return traction_load(made, block->params, load);
    if (block->word == &force_word) return force_load(made, block->params, load);
    if (block->word == &gravity_word) {
        const GravityWord *p = block->params;
        TRY(copy_vector(made, &p->value, load->weight));
        for (int i = 0; i < 3; i++) load->weight[i] *= ((const Elastic *)made->params->material.params)->rho;
        load->steps = (int)p->steps;
        return JUDDER_OK;
    }
    const SideVectorWord *p = block->params;
    load->moved = mesh_side_find(made->mesh, p->side);
    load->absolute = block->word == &move_word;
    load->steps = (int)p->steps;
    return copy_vector(made, &p->value, load->motion);
}

void fe_study_loads_free(FePathLoad **loads, size_t count) {
    for (size_t i = 0; *loads && i < count; i++) free((void *)(size_t)(*loads)[i].traction);
    free(*loads);
    *loads = NULL;
}

JudderErr fe_study_loads(const BodyPrepared *made, FePathLoad **loads) {
    const BlockList *list = &made->params->load;
    *loads = calloc(list->count + 1, sizeof **loads);
    REQUIRE(*loads, error_memory());
    for (size_t i = 0; i < list->count; i++) {
        const JudderErr err = make_load(made, &list->at[i], &(*loads)[i]);
        if (err == JUDDER_OK) continue;
        fe_study_loads_free(loads, list->count);
        return err;
    }
    return JUDDER_OK;
}
