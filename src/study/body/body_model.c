/* The body as a model of the program: its word and what it makes ready. */
#include "study/body/body_model.h"
#include "study/body/recorded.h"

#include "base/field.h"
#include "study/limit/limit.h"
#include "study/march/march.h"
#include "study/stability/stability.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char component_names[] = "xyz";

static const Param contact_params[] = {
    FIELD(BodyContact, side, TEXT, "the side that may touch the flat obstacle", REQUIRED),
    FIELD(BodyContact, law, WORD, "how the normal load is carried", REQUIRED, .of = "contact"),
    FIELD(BodyContact, friction, WORD, "the law of friction; a path takes its value at rest", REQUIRED,
          .of = "friction"),
    FIELD(BodyContact, state, CHOICE,
          "for stability: the state that the path leads to, or impending slip of all contact nodes: to the "
          "left or to the right of who stands on the obstacle (in 3-D against or along the first tangent: x, "
          "or z on an obstacle across x), or along `direction`",
          .choices = "path|slip-|slip+|slip"),
    FIELD(BodyContact, direction, NUMBERS,
          "of the slip of state = \"slip\", one number an axis, of any length; its part along the obstacle "
          "counts",
          .preset_text = "that of the last drag{} among the loads"),
    FIELD(BodyContact, normal, NUMBERS,
          "of the flat obstacle, towards the body; the obstacle goes through the lowest point of the side",
          .preset_text = "against the mean normal of the side"),
    {0},
};
static const Word contact_table = {.name = "contact", .params = contact_params, .size = sizeof(BodyContact)};

static const Param body_params[] = {
    FIELD(BodyParams, mesh, WORD, "shape and elements", REQUIRED, .of = "mesh"),
    FIELD(BodyParams, material, WORD, "what it is made of", REQUIRED, .of = "material"),
    FIELD(BodyParams, mass, CHOICE, "how the mass is put on the nodes", .choices = "consistent|lumped"),
    FIELD(BodyParams, damping, WORD,
          "in motion: rayleigh{ mass, stiffness }, beside the viscosity of the material",
          .preset_text = "none", .of = "matrix"),
    FIELD(BodyParams, fix, GROUPS,
          "components of sides whose displacement is given: zero, or what press, drag and move say",
          .choices = "x|y|z"),
    FIELD(BodyParams, contact, TABLE, "where it touches, and how", .table = &contact_table),
    FIELD(BodyParams, load, WORDS,
          "what is done to it: one after the other in a path, all at once in a march", .of = "load"),
    FIELD(BodyParams, foundation, TABLE, "how the obstacle moves in a march", .preset_text = "at rest",
          .table = &body_foundation_table),
    FIELD(BodyParams, initial, TABLE, "state at the start of a march",
          .preset_text = "at rest, or the end of the path", .table = &body_initial_table),
    FIELD(BodyParams, selection, WORD,
          "in a march, which of several solutions is taken: perfect_delay{}, mass{ epsilon } or viscosity{ "
          "eta }",
          .preset_text = "perfect_delay{}", .of = "selection"),
    FIELD(BodyParams, method, CHOICE,
          "of a march: two implicit stages a step with one factorisation, or central differences with lumped "
          "mass",
          .choices = "implicit|explicit"),
    FIELD(BodyParams, study, WORDS, "what to compute", REQUIRED, .of = "study"),
    {0},
};

JudderErr body_side_find(const Mesh *mesh, const char *field, const char *name, const MeshSide **side) {
    *side = mesh_side_find(mesh, name);
    if (*side) return JUDDER_OK;
    char names[400] = "";
    size_t used = 0;
    NearWord near = near_start(name);
    for (int i = 0; i < mesh->sides; i++) {
        near_offer(&near, mesh->side[i].name);
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                     mesh->side[i].name);
    }
    REQUIRE(!near.best, error_input(field, "the mesh has no side %s: did you mean %s?", name, near.best));
    return error_input(field, "the mesh has no side %s: its sides are %s", name, names[0] ? names : "none");
}

static JudderErr check_fix(const BodyPrepared *made) {
    const Groups *fix = &made->params->fix;
    for (size_t i = 0; i < fix->count; i++) {
        const MeshSide *side;
        TRY(body_side_find(made->mesh, "fix", fix->at[i].name, &side));
        REQUIRE(made->mesh->dim == 3 || !(fix->at[i].chosen >> 2 & 1),
                error_input("fix", "%s is fixed in z: the mesh has x and y alone", fix->at[i].name));
    }
    return JUDDER_OK;
}

static JudderErr check_vector(const BodyPrepared *made, const char *field, const SignalVector *value) {
    REQUIRE(value->count == 0 || value->count == (size_t)made->mesh->dim,
            error_input(field, "%s has %zu numbers: %d are needed, one a direction", field, value->count,
                        made->mesh->dim));
    return JUDDER_OK;
}

/* A plate can only move what is fixed to it. */
static JudderErr check_held(const BodyPrepared *made, const char *name, unsigned needed) {
    const Groups *fix = &made->params->fix;
    unsigned held = 0;
    for (size_t i = 0; i < fix->count; i++)
        if (strcmp(fix->at[i].name, name) == 0) held = fix->at[i].chosen;
    for (int k = 0; k < made->mesh->dim; k++)
        REQUIRE(held >> k & 1 || !(needed >> k & 1),
                error_input("side", "side %s is not fixed in %c, so it cannot be moved there: add it to fix",
                            name, component_names[k]));
    return JUDDER_OK;
}

/* The directions in which something moves; a function of all must say so at t = 0 or soon
 * after, so it is asked. */
static JudderErr moved(const BodyPrepared *made, const SignalVector *by, unsigned *needed) {
    static const double asked[] = {0, 1e-9, 1e-6, 1e-3, .0123, .456, 1, 17.3, 1000};
    *needed = 0;
    for (int k = 0; k < made->mesh->dim; k++)
        for (size_t i = 0; i < (signal_varies(&by->at[k]) ? sizeof asked / sizeof *asked : 1); i++) {
            double value;
            TRY(signal_value(&by->at[k], asked[i], &value));
            if (value != 0) *needed |= 1u << k;
        }
    return JUDDER_OK;
}

static JudderErr check_parts(const BodyPrepared *made, const TractionWord *p) {
    for (size_t i = 0; i < p->parts.count; i++) {
        const TractionPart *part = p->parts.at[i].params;
        const MeshSide *side;
        TRY(block_locate(&p->parts.at[i], body_side_find(made->mesh, "side", part->side, &side)));
        TRY(block_locate(&p->parts.at[i], check_vector(made, "value", &part->value)));
    }
    return JUDDER_OK;
}

/* A plate presses along the normal of its side; across it may hold the side or not. */
static JudderErr check_press(const BodyPrepared *made, const PressWord *p) {
    const MeshSide *side;
    double n[3] = {0};
    unsigned needed = 0;
    TRY(body_side_find(made->mesh, "side", p->side, &side));
    mesh_side_area(made->mesh, side, n);
    const double size = fabs(n[0]) + fabs(n[1]) + fabs(n[2]);
    REQUIRE(size > 0, error_input("side", "the side %s has no mean normal to press along", p->side));
    for (int k = 0; k < made->mesh->dim; k++)
        if (fabs(n[k]) > 1e-9 * size) needed |= 1u << k;
    REQUIRE(p->force == 0 || !contact_of_word(&made->params->contact.law).law->given,
            error_input("force",
                        "under a given pressure the force of a plate is not free: press by a displacement"));
    return check_held(made, p->side, needed);
}

JudderErr body_load_check(const BodyPrepared *made, const Block *load) {
    const MeshSide *side;
    if (load->word == &traction_word) return check_parts(made, load->params);
    if (load->word == &gravity_word) {
        REQUIRE(((const Elastic *)made->params->material.params)->rho > 0,
                error_input(NULL, "gravity needs the density rho of the material"));
        return check_vector(made, "value", &((const GravityWord *)load->params)->value);
    }
    if (load->word == &press_word) return check_press(made, load->params);
    const SideVectorWord *p = load->params;
    unsigned needed;
    TRY(body_side_find(made->mesh, "side", p->side, &side));
    TRY(check_vector(made, load->word->params[1].key, &p->value));
    if (load->word == &force_word) return JUDDER_OK;
    TRY(moved(made, &p->value, &needed));
    return check_held(made, p->side, needed);
}

/* What the slab takes of a contact and a body does not. */
static JudderErr check_law(const BodyPrepared *made) {
    const ContactParams *law = made->params->contact.law.params;
    REQUIRE(law->squeeze == 0,
            error_input("squeeze", "a body is squeezed by press{} or move{}: leave squeeze out"));
    return JUDDER_OK;
}

/* The obstacle must lie on the outer side of the contact. */
static JudderErr check_normal(const BodyPrepared *made) {
    const Numbers *normal = &made->params->contact.normal;
    double n[3] = {0}, along = 0;
    REQUIRE(normal->count == (size_t)made->mesh->dim,
            error_input("contact", "the normal of the obstacle has %zu numbers: %d are needed", normal->count,
                        made->mesh->dim));
    mesh_side_area(made->mesh, made->contact_side, n);
    for (size_t i = 0; i < normal->count; i++) along += n[i] * normal->at[i];
    REQUIRE(along < 0,
            error_input("contact",
                        "the normal of the obstacle points away from the body: it must point from the "
                        "obstacle towards the side %s",
                        made->contact_side->name));
    return JUDDER_OK;
}

static JudderErr check_contact(BodyPrepared *made) {
    const BodyContact *p = &made->params->contact;
    if (!p->side) return JUDDER_OK;
    TRY(body_side_find(made->mesh, "contact", p->side, &made->contact_side));
    if (p->normal.count > 0) TRY(check_normal(made));
    TRY(block_locate(&p->law, check_law(made)));
    made->friction = (Friction){friction_law_find(p->friction.word->name), p->friction.params};
    return law_prepare(&p->friction);
}

static JudderErr check_material(const BodyPrepared *made) {
    REQUIRE(made->mesh->dim == 2 || ((const Elastic *)made->params->material.params)->plane == PLANE_STRAIN,
            error_input("plane", "plane stress is for bodies in 2-D: this mesh has three dimensions"));
    return JUDDER_OK;
}

static JudderErr make(const Block *model, BodyPrepared *made) {
    TRY(body_mesh_make(&made->params->mesh, &made->mesh));
    TRY(block_locate(&made->params->material, check_material(made)));
    TRY(block_locate(model, check_fix(made)));
    TRY(block_locate(model, check_contact(made)));
    for (size_t i = 0; i < made->params->load.count; i++) {
        const Block *load = &made->params->load.at[i];
        TRY(block_locate(load, body_load_check(made, load)));
    }
    return JUDDER_OK;
}

static void release(const Block *model, void **prepared) {
    BodyPrepared *made = *prepared;
    const BodyParams *p = model->params;
    if (made && made->forget) made->forget(&made->computed);
    if (made) mesh_destroy(&made->mesh);
    free(made);
    *prepared = NULL;
    if (p->contact.friction.word) law_release(&p->contact.friction);
}

static JudderErr prepare(const Block *model, void **prepared) {
    BodyPrepared *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->params = model->params;
    *prepared = made;
    const JudderErr err = make(model, made);
    if (err != JUDDER_OK) release(model, prepared);
    return err;
}

static JudderErr run_elsewhere(StudyRun *run) {
    (void)run;
    return error_machine("bodies are computed by the program judder-fe, not by this one");
}

#define CHECKED_ENTRY(word, check, run) {&word, check, run_elsewhere},
static const ModelStudy studies[] = {BODY_STUDIES(CHECKED_ENTRY){0}};

const Model body_model = {
    .word = {.name = "body",
             .kind = "model",
             .summary = "A deformable body by finite elements, in 2-D or 3-D, that touches a flat obstacle "
                        "with friction.",
             .reference = "BD-1",
             .papers = "pinto2004 ionescu2002",
             .example = "body{ mesh = ..., material = ..., fix = { top = {\"x\", \"y\"} }, contact = ..., "
                        "study = path{} }",
             .params = body_params,
             .size = sizeof(BodyParams)},
    .studies = studies,
    .starter =
        "-- A rubber block pressed on a rigid plane and dragged to the left. Run: judder run FILE.lua\n"
        "local p = param{ mu = 1.1, cells = 32 }\n\n"
        "return body {\n"
        "  mesh     = rectangle{ length = 80*mm, height = 40*mm, cells = {p.cells, p.cells // 2}, element = "
        "\"Q1\" },\n"
        "  material = elastic{ E = 5*MPa, nu = 0.48, rho = 1200, plane = \"stress\", thickness = 1*m },\n"
        "  fix      = { top = {\"x\", \"y\"} },                  -- a rigid plate holds the top\n"
        "  contact  = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = p.mu } },\n"
        "  load     = { press{ side = \"top\", force = 55*N },   -- down, until the plate carries 55 N; then "
        "its height stays\n"
        "               drag{ side = \"top\", by = {-2*mm, 0}, steps = 50 } },\n"
        "  study    = { path{},                               -- follow the loads: who sticks, slips, opens\n"
        "               stability{ critical_mu = true } },    -- and at which mu that state would slip away\n"
        "}\n",
    .prepare = prepare,
    .release = release,
    .march = &body_march_elsewhere,
    .companion = "judder-fe",
    .recorded = body_recorded,
};
