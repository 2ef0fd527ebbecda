/* march{} of a body: what can be requested. */
#include "study/march/march.h"
#include "study/body/body_model.h"
#include "study/body/remarks.h"
#include "study/limit/limit.h"
#include "study/matrices.h"

#include <stdio.h>

/* Laws with two variables need a temperature, which bodies have not. */
static JudderErr check_friction(const BodyPrepared *made) {
    REQUIRE(law_variables(&made->params->contact.friction) <= 1,
            error_input("mu", "mu depends on several variables: a body has only the slip speed"));
    return JUDDER_OK;
}

/* Without a path nothing brings a side to where it starts. */
static JudderErr check_start(const Block *load, int dim) {
    double value = 0;
    if (load->word == &press_word) {
        const PressWord *p = load->params;
        REQUIRE(p->force == 0,
                error_input("force", "a march presses to no force by itself: put path{} before it, or use "
                                     "force{}, traction{} or press{ by }"));
        TRY(signal_value(&p->by, 0, &value));
    }
    if (load->word == &drag_word || load->word == &move_word) {
        const SideVectorWord *p = load->params;
        for (int i = 0; i < dim && value == 0; i++) TRY(signal_value(&p->value.at[i], 0, &value));
    }
    REQUIRE(value == 0,
            error_input(load->word == &move_word ? "to" : "by",
                        "the march would start with a side displaced by %g at once: put path{} before it, or "
                        "let it be a function of t that is 0 at t = 0",
                        value));
    return JUDDER_OK;
}

static JudderErr check_loads(const StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const BlockList *loads = &made->params->load;
    if (body_path_before(run) || signal_varies(&made->params->initial.displacement[0])) return JUDDER_OK;
    for (size_t i = 0; i < loads->count; i++)
        TRY(block_locate(&loads->at[i], check_start(&loads->at[i], made->mesh->dim)));
    return JUDDER_OK;
}

static JudderErr check_motion(const StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const BodyParams *p = made->params;
    REQUIRE(made->contact_side,
            block_refuse(run->model, "contact", "%s needs the field contact: where the body touches",
                         run->study->word->name));
    REQUIRE(((const Elastic *)p->material.params)->rho > 0,
            block_refuse(&p->material, "rho",
                         "a body in motion needs the density rho of its material, a number > 0"));
    REQUIRE(!p->damping.word || p->damping.word == &rayleigh_word,
            block_refuse(&p->damping, NULL, "the damping of a body is rayleigh{ mass, stiffness }"));
    TRY(block_locate(&p->contact.friction, check_friction(made)));
    return check_loads(run);
}

JudderErr body_check_march(StudyRun *run) {
    const March *p = run->study->params;
    const BodyPrepared *made = run->prepared;
    TRY(check_motion(run));
    REQUIRE(p->profile.count == 0,
            block_refuse(run->study, "profile", "a body has no profiles: fields keeps its fields"));
    TRY(block_locate(run->study, body_check_watch(made->mesh, &p->watch)));
    REQUIRE(p->cfl == 0 || made->params->method == BODY_METHOD_EXPLICIT,
            block_refuse(run->study, "cfl",
                         "cfl is for the method explicit: every step of the implicit one is stable"));
    char steps[60];
    snprintf(steps, sizeof steps, p->cfl > 0 ? "steps of %.3g of the stable one" : "about %.3g steps",
             p->cfl > 0 ? p->cfl : p->final / p->step);
    study_note(run, "march to t = %g s, %s, by method %s%s, %d nodes, %d contact nodes", p->final, steps,
               made->params->method == BODY_METHOD_EXPLICIT ? "explicit" : "implicit",
               body_path_before(run) ? " from the end of the path" : "", made->mesh->nodes,
               made->contact_side->nodes);
    return body_remark(run);
}

JudderErr body_check_ladder(StudyRun *run, double final, double step) {
    (void) final, (void)step;
    return check_motion(run);
}

const MarchModel body_march_elsewhere = {.unit = "s",
                                         .is_body = true,
                                         .check = body_check_march,
                                         .limit = &(const LimitModel){.check = body_check_ladder}};
