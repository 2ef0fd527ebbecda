/* stability{} of a body: which questions can be asked. */
#include "study/stability/stability.h"

#include "study/body/body_model.h"
#include "study/body/remarks.h"

#include <math.h>
#include <stdio.h>

static JudderErr refuse(const StudyRun *run, const char *key, const char *why) {
    return block_refuse(run->study, key, "%s %s", key, why);
}

bool body_path_before(const StudyRun *run) {
    for (size_t i = 0; i < run->all->count && &run->all->at[i] != run->study; i++)
        if (run->all->at[i].word == &path_word) return true;
    return false;
}

JudderErr body_slip_direction(const BodyPrepared *made, double direction[3]) {
    const Numbers *given = &made->params->contact.direction;
    const BlockList *loads = &made->params->load;
    const size_t dim = (size_t)made->mesh->dim;
    REQUIRE(given->count == 0 || given->count == dim,
            error_input("contact", "the direction of the slip has %zu numbers: %zu are needed", given->count,
                        dim));
    for (size_t i = 0; i < 3; i++) direction[i] = i < given->count ? given->at[i] : 0;
    for (size_t i = loads->count; i > 0 && given->count == 0; i--) {
        if (loads->at[i - 1].word != &drag_word) continue;
        const SideVectorWord *drag = loads->at[i - 1].params;
        for (size_t k = 0; k < dim; k++) TRY(signal_value(&drag->value.at[k], 0, &direction[k]));
        break;
    }
    const double length = hypot(hypot(direction[0], direction[1]), direction[2]);
    REQUIRE(length > 0 && isfinite(length),
            error_input("contact", "state = \"slip\" in which direction? Give contact.direction, or a drag{} "
                                   "among the loads"));
    return JUDDER_OK;
}

static JudderErr check_direction(const StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const BodyContact *contact = &made->params->contact;
    double direction[3];
    if (contact->state == BODY_STATE_SLIP) return body_slip_direction(made, direction);
    REQUIRE(contact->direction.count == 0,
            error_input("contact", "contact.direction is for state = \"slip\""));
    return JUDDER_OK;
}

static JudderErr check_state(const StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const BodyContact *contact = &made->params->contact;
    REQUIRE(made->contact_side,
            block_refuse(run->model, "contact", "stability needs the field contact: where the body touches"));
    REQUIRE(contact_of_word(&contact->law).law->rigid,
            block_refuse(&contact->law, NULL, "stability needs the law unilateral{}"));
    REQUIRE(contact->state != BODY_STATE_PATH || body_path_before(run),
            block_refuse(run->study, NULL,
                         "stability of which state? Put path{} before it, or set contact.state = \"slip-\", "
                         "\"slip+\" or \"slip\""));
    REQUIRE(made->mesh->dim == 3 || !block_gives(run->study, "across"),
            refuse(run, "across", "is for bodies in 3-D: in 2-D nothing lies across the slip"));
    return block_locate(run->model, check_direction(run));
}

static JudderErr check_growth(const StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const Stability *p = run->study->params;
    REQUIRE(((const Elastic *)made->params->material.params)->rho > 0,
            refuse(run, "growth", "needs the density rho of the material"));
    REQUIRE(!isnan(p->growth.mu) || friction_nominal(&made->friction) > 0,
            refuse(run, "growth", "needs a mu above 0"));
    return JUDDER_OK;
}

static JudderErr check_flutter(const StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const bool imposed = made->params->contact.state != BODY_STATE_PATH;
    REQUIRE(((const Elastic *)made->params->material.params)->rho > 0,
            refuse(run, "flutter", "needs the density rho of the material"));
    REQUIRE(p->pressure == 0 || imposed,
            refuse(run, "pressure", "is for an imposed state: a path has its own forces"));
    REQUIRE(isnan(p->speed) || !imposed || p->pressure > 0,
            refuse(run, "speed", "with an imposed state needs the pressure of the contact"));
    return JUDDER_OK;
}

static JudderErr check_at(const StudyRun *run, bool imposed) {
    const BodyPrepared *made = run->prepared;
    const Stability *p = run->study->params;
    const Numbers *at = &p->at.numbers;
    if (p->at.choice == STABILITY_AT_END && at->count == 0) return JUDDER_OK;
    REQUIRE(!imposed && p->critical_mu,
            refuse(run, "at", "= \"every\" or a list needs critical_mu = true and the states of a path"));
    for (size_t i = 0; i < at->count; i++)
        REQUIRE(at->at[i] <= (double)made->params->load.count,
                block_refuse(run->study, "at", "at has %g: 0 to %zu, the number of loads", at->at[i],
                             made->params->load.count));
    return JUDDER_OK;
}

JudderErr body_check_stability(StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const Stability *p = run->study->params;
    const bool growth = block_gives(run->study, "growth"), flutter = block_gives(run->study, "flutter");
    REQUIRE(p->critical_mu || p->rate || p->classes || growth || flutter,
            block_refuse(run->study, NULL,
                         "stability requests nothing: allowed for bodies are critical_mu, growth, rate, "
                         "classes, flutter"));
    TRY(check_state(run));
    if (growth) TRY(check_growth(run));
    if (flutter) TRY(check_flutter(run));
    const bool imposed = made->params->contact.state != BODY_STATE_PATH;
    TRY(check_at(run, imposed));
    REQUIRE(!p->rate || !imposed, refuse(run, "rate", "needs the states of a path, whose last load goes on"));
    study_note(run, "stability of %s, %d nodes, %d contact nodes:%s%s%s%s%s",
               imposed ? "imposed impending slip" : "the end of the path", made->mesh->nodes,
               made->contact_side->nodes, p->critical_mu ? " critical mu" : "", growth ? " growth" : "",
               p->rate ? " rate" : "", p->classes ? " classes" : "", flutter ? " flutter" : "");
    return body_remark(run);
}
