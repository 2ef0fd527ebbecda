/* What the friction laws of the contacts say of steady sliding: mu, slope and memory at the speed of the slip
 * (FR-8). A law whose speed or force nobody has told leaves the question of flutter unanswered. */
#include "study/system/rubbing.h"

#include "friction/friction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The speed of the slip: that of flutter, or that of the obstacle if it is always the same; NAN: not told. */
static JudderErr find_speed(const StudyRun *run, double *speed) {
    const SystemPrepared *s = run->prepared;
    const Signal *velocity = &s->params->foundation.velocity;
    *speed = ((const Stability *)run->study->params)->flutter.speed;
    if (!isnan(*speed) || !block_gives(run->model, "foundation") || signal_varies(velocity)) return JUDDER_OK;
    TRY(signal_value(velocity, 0, speed));
    *speed = *speed != 0 ? fabs(*speed) : NAN;
    return JUDDER_OK;
}

/* The law of a contact; false: it has none, or its slope is given. */
static bool find_law(const SystemPrepared *s, int which, Friction *law) {
    if (s->line) return false; /* a table has no laws */
    const Block *block = &s->params->contacts.at[which];
    const SystemContact *fields = block->params;
    if (!fields->friction.word || block_gives(block, "slope")) return false;
    *law = (Friction){friction_law_find(fields->friction.word->name), fields->friction.params};
    return true;
}

bool system_friction_changes(const SystemPrepared *s) {
    for (int i = 0; i < s->motion.contacts; i++) {
        Friction law;
        const SmallContact *c = &s->contact[i];
        if (c->state != SMALL_CONTACT_SLIP && c->state != SMALL_CONTACT_GRAZING) continue;
        if (c->slope != 0 || (find_law(s, i, &law) && !law.law->any_speed)) return true;
    }
    return false;
}

StabilityDamping system_damping(const SystemPrepared *s) {
    StabilityDamping damping = stability_damping(&s->motion);
    damping.changing = system_friction_changes(s);
    damping.uncounted = damping.uncounted || damping.changing;
    return damping;
}

/* One contact that slides, by its law. */
static void apply_law(const SystemPrepared *s, int which, double speed, SystemRubbing *r) {
    SmallContact *c = &r->contact[which];
    Friction friction;
    if (!find_law(s, which, &friction)) return;
    const char *name = friction.law->word.name;
    if (!friction.law->any_speed && isnan(speed)) {
        snprintf(
            r->missing, sizeof r->missing,
            "friction of contact %d is %s, whose mu and slope depend on the speed of the slip, so squeal "
            "was not examined; give it: foundation = { velocity = ... }, or flutter = { speed = ... }",
            which + 1, name);
        return;
    }
    const FrictionSteady steady = friction_steady(&friction, speed);
    const double unit = s->unit ? s->unit[c->tangent] : 1;
    if (!s->has_mu[which]) c->mu = steady.mu;
    c->slope = steady.slope * unit;
    r->remark = steady.remark ? steady.remark : r->remark;
    r->memory[which] = (SlidingMemory){-c->reaction[0] * steady.memory * unit, steady.rate};
    r->evaluated = r->evaluated || !friction.law->any_speed;
    const Numbers *reaction = &((const SystemContact *)s->params->contacts.at[which].params)->reaction;
    if (reaction->count == 0 && (steady.slope != 0 || steady.memory != 0))
        snprintf(r->missing, sizeof r->missing,
                 "friction of contact %d is %s, whose slope acts with the normal force, so squeal was not "
                 "examined; give the reaction of the contact",
                 which + 1, name);
}

static JudderErr apply_laws(const StudyRun *run, SystemRubbing *r) {
    const SystemPrepared *s = run->prepared;
    const double asked = ((const Stability *)run->study->params)->flutter.mu;
    double speed;
    TRY(find_speed(run, &speed));
    r->mu = asked;
    for (int i = 0; i < s->motion.contacts; i++) {
        SmallContact *c = &r->contact[i];
        Friction law;
        *c = s->contact[i];
        if (c->state != SMALL_CONTACT_SLIP) continue;
        REQUIRE(!isnan(asked) || s->has_mu[i] || find_law(s, i, &law),
                system_locate_contact(
                    s, i, error_input("mu", "contact %d needs its mu, since flutter uses it", i + 1)));
        apply_law(s, i, speed, r);
        if (!isnan(asked) || r->missing[0]) continue;
        REQUIRE(isnan(r->mu) || r->mu == c->mu,
                block_refuse(run->study, "flutter",
                             "flutter needs its mu, since the contacts have different ones"));
        r->mu = c->mu;
    }
    REQUIRE(
        isnan(((const Stability *)run->study->params)->flutter.speed) || r->evaluated,
        block_refuse(
            run->study, "speed",
            "speed is for contacts with a friction law that depends on it: give the slope of each contact"));
    return JUDDER_OK;
}

void system_rubbing_release(SystemRubbing *rubbing) {
    free(rubbing->contact);
    free(rubbing->memory);
    *rubbing = (SystemRubbing){0};
}

JudderErr system_rub(const StudyRun *run, SystemRubbing *rubbing) {
    const size_t count = (size_t)((const SystemPrepared *)run->prepared)->motion.contacts + 1;
    *rubbing = (SystemRubbing){.contact = calloc(count, sizeof *rubbing->contact),
                               .memory = calloc(count, sizeof *rubbing->memory)};
    const JudderErr err = rubbing->contact && rubbing->memory ? apply_laws(run, rubbing) : error_memory();
    if (err != JUDDER_OK) system_rubbing_release(rubbing);
    return err;
}
