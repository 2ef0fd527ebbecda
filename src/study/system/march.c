/* march{} of a system: from its table to the setup of the march. */
#include "friction/friction.h"
#include "study/system/motion.h"
#include "study/system/system_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_DOFS = 8, MOST_WATCHED = 24 };

/* What is made for one march. */
typedef struct Made {
    SystemMarchSetup setup;
    SystemColumns columns;
    SystemContactSetup *contact;
    SystemDofSignal *force, *drive;
    char *constant; /* params of constant{ mu } for contacts that give mu alone */
} Made;

static void made_release(void *owner) {
    Made *made = owner;
    free(made->contact);
    free(made->force);
    free(made->drive);
    free(made->constant);
    free(made);
}

/* A contact's friction: its law, or constant{} with its mu. */
static JudderErr friction_of(const SystemContact *given, char *constant, Friction *friction) {
    if (given->friction.word) {
        *friction = (Friction){friction_law_find(given->friction.word->name), given->friction.params};
        return JUDDER_OK;
    }
    REQUIRE(!isnan(given->mu),
            error_input("friction", "a march needs friction = ... of every contact, or its mu"));
    *(double *)(void *)(constant + word_param(&constant_law.word, "mu")->offset) = given->mu;
    *friction = (Friction){&constant_law, constant};
    return JUDDER_OK;
}

static JudderErr read_contact(const SystemParams *p, const SystemContact *given, char *constant,
                              SystemContactSetup *contact) {
    REQUIRE(given->curvature == 0 && given->slope == 0,
            error_input(given->curvature != 0 ? "curvature" : "slope",
                        "a march takes flat obstacles and a friction law: leave curvature and slope out"));
    *contact = (SystemContactSetup){.tangent = (int)given->tangent - 1,
                                    .normal = (int)given->normal - 1,
                                    .law = given->law.word ? contact_of_word(&given->law)
                                                           : (Contact){.law = &unilateral_contact},
                                    .normal_force = &given->normal_force,
                                    .velocity = &p->foundation.velocity,
                                    .gap = given->gap,
                                    .restitution = given->restitution};
    for (size_t i = 0; i < given->reaction.count && i < 2; i++) contact->reaction[i] = given->reaction.at[i];
    REQUIRE(given->normal > 0 || given->reaction.count == 0,
            error_input("reaction", "a contact without a normal dof has normal_force, and no reaction"));
    return friction_of(given, constant, &contact->friction);
}

static JudderErr read_contacts(const SystemParams *p, Made *made) {
    const size_t size = constant_law.word.size;
    made->contact = calloc(p->contacts.count + 1, sizeof *made->contact);
    made->constant = calloc(p->contacts.count + 1, size);
    REQUIRE(made->contact && made->constant, error_memory());
    for (size_t i = 0; i < p->contacts.count; i++) {
        const Block *block = &p->contacts.at[i];
        const SystemContact *given = block->params;
        REQUIRE(given->normal > 0 || block_gives(block, "normal_force"),
                block_refuse(block, "normal_force", "contact %zu has neither a normal dof nor a normal_force",
                             i + 1));
        TRY(block_locate(block, read_contact(p, given, made->constant + i * size, &made->contact[i])));
    }
    made->setup.contact = made->contact;
    made->setup.contact_count = (int)p->contacts.count;
    return JUDDER_OK;
}

static JudderErr read_signals(const BlockList *list, int n, SystemDofSignal **made) {
    *made = calloc(list->count + 1, sizeof **made);
    REQUIRE(*made, error_memory());
    for (size_t i = 0; i < list->count; i++) {
        const SystemForce *given = list->at[i].params;
        REQUIRE(given->dof <= n, block_refuse(&list->at[i], "dof", "dof %ld: there are %d", given->dof, n));
        (*made)[i] = (SystemDofSignal){(int)given->dof - 1, &given->signal};
    }
    return JUDDER_OK;
}

static JudderErr check_count(const Block *model, const char *key, const Numbers *numbers, int n) {
    REQUIRE(numbers->count == 0 || numbers->count == (size_t)n,
            block_refuse(model, key, "initial %s has %zu numbers: needed are %d, one for each dof", key,
                         numbers->count, n));
    return JUDDER_OK;
}

/* Dofs to record: those requested, or the first ones and the tangents. */
static JudderErr choose_dofs(const Block *model, const SystemParams *p, int n, bool *chosen) {
    int count = 0;
    for (size_t i = 0; i < p->watch.count; i++) {
        const double dof = p->watch.at[i];
        REQUIRE(dof == floor(dof) && dof <= n,
                block_refuse(model, "watch", "watch has dof %g: dofs are 1 to %d", dof, n));
        chosen[(int)dof - 1] = true;
    }
    if (p->watch.count) return JUDDER_OK;
    for (; count < n && count < FIRST_DOFS; count++) chosen[count] = true;
    for (size_t i = 0; i < p->contacts.count && count < MOST_WATCHED; i++) {
        const long tangent = ((const SystemContact *)p->contacts.at[i].params)->tangent;
        if (tangent > n || chosen[tangent - 1]) continue;
        chosen[tangent - 1] = true;
        count++;
    }
    return JUDDER_OK;
}

static JudderErr choose_columns(const Block *model, const SystemParams *p, Made *made) {
    SystemColumns *columns = &made->columns;
    const int n = made->setup.n;
    bool *chosen = calloc((size_t)n, sizeof *chosen);
    REQUIRE(chosen, error_memory());
    const JudderErr err = choose_dofs(model, p, n, chosen);
    system_columns_add(columns, SYSTEM_TIME, 0, -1);
    system_columns_add(columns, SYSTEM_FRICTION_SUM, 0, -1);
    system_columns_add(columns, SYSTEM_KINETIC, 0, -1);
    system_columns_add(columns, SYSTEM_ELASTIC, 0, -1);
    for (int i = 0; i < n; i++)
        if (chosen[i]) system_columns_add(columns, SYSTEM_DISPLACEMENT, i, i + 1);
    for (int i = 0; i < n; i++)
        if (chosen[i]) system_columns_add(columns, SYSTEM_VELOCITY, i, i + 1);
    for (int i = 0; i < made->setup.contact_count; i++) {
        const SystemContactSetup *c = &made->setup.contact[i];
        if (c->tangent >= n || !chosen[c->tangent]) continue;
        system_columns_add(columns, SYSTEM_SLIP, i, i + 1);
        system_columns_add(columns, SYSTEM_FRICTION, i, i + 1);
        system_columns_add(columns, SYSTEM_NORMAL, i, i + 1);
        if (c->normal >= 0) system_columns_add(columns, SYSTEM_GAP, i, i + 1);
        if (c->friction.law->state_start) system_columns_add(columns, SYSTEM_STATE, i, i + 1);
    }
    free(chosen);
    return err;
}

static JudderErr make(const StudyRun *run, double final, double step, Made *made) {
    const SystemPrepared *s = run->prepared;
    const SystemParams *p = s->params;
    SystemMarchSetup *setup = &made->setup;
    *setup = (SystemMarchSetup){.n = s->motion.n,
                                .M = s->raw_M,
                                .C = s->raw_C,
                                .K = s->raw_K,
                                .force_count = (int)p->forces.count,
                                .drive_count = (int)p->drive.count,
                                .u = p->initial.displacement.at,
                                .v = p->initial.velocity.at,
                                .final = final,
                                .step = step,
                                .columns = &made->columns,
                                .owner = made,
                                .release = made_release};
    motion_read(run, setup);
    TRY(check_count(run->model, "displacement", &p->initial.displacement, setup->n));
    TRY(check_count(run->model, "velocity", &p->initial.velocity, setup->n));
    TRY(read_contacts(p, made));
    TRY(read_signals(&p->forces, setup->n, &made->force));
    TRY(read_signals(&p->drive, setup->n, &made->drive));
    setup->force = made->force;
    setup->drive = made->drive;
    return choose_columns(run->model, p, made);
}

JudderErr system_recorded(const StudyRun *march, RecordedTell *tell, void *context) {
    const March *p = march->study->params;
    Made *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const JudderErr err = make(march, p->final, p->step, made);
    for (size_t c = 0; err == JUDDER_OK && c < made->columns.count; c++)
        tell(context,
             &(ResultsColumn){made->columns.at[c].name, system_quantity_unit(made->columns.at[c].of)});
    made_release(made);
    return err;
}

static JudderErr check(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    REQUIRE(!s->large,
            block_refuse(run->study, NULL, "a march is for systems of at most %d dofs: this one has %d",
                         SMALL_MOTION_MOST, s->motion.n));
    return JUDDER_OK;
}

static JudderErr create(StudyRun *run, double final, double step, Stepper **stepper) {
    SystemMarch *march = NULL;
    Made *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    JudderErr err = make(run, final, step, made);
    if (err != JUDDER_OK) made_release(made);
    if (err == JUDDER_OK) err = system_march_create(&made->setup, &march);
    *stepper = (Stepper *)march;
    return err;
}

const MarchModel system_march_model = {.unit = "s",
                                       .has_events = true,
                                       .no_profile = "a system has no fields inside: leave profile out",
                                       .check = check,
                                       .create = create,
                                       .plan = motion_plan,
                                       .judge = motion_judge,
                                       .note = motion_note};
