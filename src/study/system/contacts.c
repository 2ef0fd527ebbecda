/* The contacts of a system: from the case, or from a table. */
#include "study/system/system_model.h"

#include "base/system/path.h"
#include "contact_table/contact_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One contact as either source gives it. */
typedef struct Given {
    const SystemContact *fields;
    int reactions; /* how many of the two are given */
    double reaction[2];
} Given;

/* A reaction that fits the state, where none is given and none is used. */
static void fit_reaction(const Given *given, SmallContact *contact) {
    const bool touches = contact->state == SMALL_CONTACT_STUCK || contact->state == SMALL_CONTACT_SLIP;
    contact->reaction[0] = touches ? -1 : 0;
    contact->reaction[1] = contact->state == SMALL_CONTACT_SLIP
                               ? -(double)given->fields->direction * contact->mu
                               : 0;
}

/* With the normal one alone, friction is that of the slip. */
static void take_reaction(const Given *given, SmallContact *contact) {
    contact->reaction[0] = given->reaction[0];
    contact->reaction[1] = given->reactions == 2 ? given->reaction[1]
                           : contact->state != SMALL_CONTACT_SLIP
                               ? 0
                               : contact->direction * contact->mu * given->reaction[0];
}

static JudderErr take_contact(const Given *given, SmallContact *contact) {
    const SystemContact *fields = given->fields;
    REQUIRE(fields->normal > 0, error_input("normal", "stability needs the normal dof of every contact"));
    REQUIRE(fields->state >= 0,
            error_input("state", "stability needs the state of every contact: open, grazing, stuck or slip"));
    *contact = (SmallContact){.normal = (int)fields->normal - 1,
                              .tangent = (int)fields->tangent - 1,
                              .state = (SmallContactState)fields->state,
                              .direction = (int)fields->direction,
                              .mu = isnan(fields->mu) ? 0 : fields->mu,
                              .slope = fields->slope,
                              .curvature = fields->curvature};
    REQUIRE(given->reactions > 0 || (fields->slope == 0 && fields->curvature == 0),
            error_input(fields->slope != 0 ? "slope" : "curvature",
                        "a contact with slope or curvature needs its reaction"));
    const bool rubs = contact->state == SMALL_CONTACT_SLIP || contact->state == SMALL_CONTACT_STUCK;
    const bool pulls = rubs && given->reactions == 2 && given->reaction[1] != 0;
    REQUIRE(!isnan(fields->mu) || !pulls || fields->friction.word,
            error_input("reaction", "a contact with a tangential reaction needs its mu"));
    /* With a law the mu of the state is that of its reaction; what asks for another one says so. */
    if (isnan(fields->mu) && pulls) contact->mu = fabs(given->reaction[1] / given->reaction[0]);
    if (given->reactions == 0)
        fit_reaction(given, contact);
    else
        take_reaction(given, contact);
    if (contact->state != SMALL_CONTACT_SLIP || contact->direction != 0) return JUDDER_OK;
    REQUIRE(given->reactions == 2 && given->reaction[1] != 0,
            error_input("direction", "a contact that slips needs its direction, 1 or -1, or its reaction"));
    contact->direction = given->reaction[1] > 0 ? -1 : 1;
    return JUDDER_OK;
}

static JudderErr contacts_make_room(SystemPrepared *made, size_t count, bool table) {
    made->contact = calloc(count + 1, sizeof *made->contact);
    made->has_mu = calloc(count + 1, sizeof *made->has_mu);
    if (table) made->line = calloc(count + 1, sizeof *made->line);
    made->motion.contact = made->contact;
    return made->contact && made->has_mu && (made->line || !table) ? JUDDER_OK : error_memory();
}

/* The next contact of the list, checked against those before it. */
static JudderErr add_contact(SystemPrepared *made, const Given *given) {
    const int which = made->motion.contacts;
    TRY(take_contact(given, &made->contact[which]));
    made->has_mu[which] = !isnan(given->fields->mu);
    made->motion.contacts++;
    return small_contact_check(&made->motion, which);
}

static JudderErr from_case(SystemPrepared *made) {
    const BlockList *blocks = &made->params->contacts;
    TRY(contacts_make_room(made, blocks->count, false));
    for (size_t i = 0; i < blocks->count; i++) {
        const SystemContact *fields = blocks->at[i].params;
        const Numbers *reaction = &fields->reaction;
        JudderErr err = JUDDER_OK;
        if (reaction->count != 0 && reaction->count != 2)
            err = error_input("reaction", "reaction has %zu numbers: allowed is {normal, tangential}",
                              reaction->count);
        Given given = {.fields = fields, .reactions = (int)reaction->count};
        for (int k = 0; k < 2 && reaction->count == 2; k++) given.reaction[k] = reaction->at[k];
        if (err == JUDDER_OK) err = add_contact(made, &given);
        TRY(block_locate(&blocks->at[i], err));
    }
    return JUDDER_OK;
}

static JudderErr add_row(SystemPrepared *made, const ContactRow *row) {
    const SystemContact fields = {.normal = row->normal,
                                  .tangent = row->tangent,
                                  .direction = row->direction,
                                  .state = row->state,
                                  .mu = row->mu,
                                  .slope = row->slope,
                                  .curvature = row->curvature};
    const Given given = {.fields = &fields,
                         .reactions = !row->has_reaction        ? 0
                                      : isnan(row->reaction[1]) ? 1
                                                                : 2,
                         .reaction = {row->reaction[0], row->reaction[1]}};
    REQUIRE(row->normal <= made->motion.n && row->tangent <= made->motion.n,
            error_input(row->normal > made->motion.n ? "normal" : "tangent",
                        "dofs %ld and %ld of a contact: the system has %d", row->normal, row->tangent,
                        made->motion.n));
    made->line[made->motion.contacts] = row->line;
    return add_contact(made, &given);
}

static JudderErr from_table(const Block *model, SystemPrepared *made) {
    const char *name = made->params->contact_table;
    FILE *file = NULL;
    ContactTable table = {0};
    TRY(block_open(model, "contact_table", &file));
    JudderErr err = contact_table_read(file, name, &table);
    fclose(file);
    TRY(err);
    err = contacts_make_room(made, table.count, true);
    for (size_t i = 0; i < table.count && err == JUDDER_OK; i++) {
        err = add_row(made, &table.at[i]);
        if (err == JUDDER_INPUT) error_locate(name, table.at[i].line);
    }
    contact_table_release(&table);
    return err;
}

JudderErr system_read_contacts(const Block *model, SystemPrepared *made) {
    const bool list = block_gives(model, "contacts"), table = block_gives(model, "contact_table");
    REQUIRE(list != table,
            block_refuse(model, table ? "contact_table" : NULL,
                         table ? "contacts and contact_table: one of them is enough"
                               : "system needs contacts = { ... }, or contact_table = \"file.csv\""));
    return table ? from_table(model, made) : from_case(made);
}

JudderErr system_locate_contact(const SystemPrepared *made, int which, JudderErr err) {
    if (!made->line) return block_locate(&made->params->contacts.at[which], err);
    error_locate(made->params->contact_table, made->line[which]);
    return err;
}
