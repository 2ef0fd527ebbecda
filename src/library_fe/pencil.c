/* The condensed pencil of a body in imposed impending slip. (ST-4), (ST-5) */
#include "library_fe/session.h"

#include "case/case.h"
#include "condensed/condensed.h"
#include "fe/stability/pencil.h"
#include "library/run/run.h"
#include "stability/pencil.h"
#include "study/body/body_model.h"

#include <stdlib.h>
#include <string.h>

typedef struct PencilRoom {
    int n;
    double z;
    int *position;
    double *A, *B;
} PencilRoom;

static void room_release(PencilRoom *room) {
    if (!room) return;
    free(room->position);
    free(room->A);
    free(room->B);
    free(room);
}

static JudderErr copy_pencil(void *context, const Pencil *pencil) {
    PencilRoom *room = context;
    const size_t n = (size_t)pencil->n;
    room->n = pencil->n;
    room->A = calloc(n * n + 1, sizeof *room->A);
    room->B = calloc(n * n + 1, sizeof *room->B);
    REQUIRE(room->A && room->B, error_memory());
    return pencil->at(pencil->context, room->z, room->A, room->B);
}

/* A body with what its pencil needs. */
typedef struct Condensing {
    const BodyPrepared *made;
    FeBody *body;
    FeContact *contact;
    FeSystem *system;
    CondensedNode *node;
    double *slip;
    FePencil *pencil;
} Condensing;

static void condensing_release(Condensing *c) {
    fe_error(fe_pencil_destroy(&c->pencil));
    free(c->node);
    free(c->slip);
    fe_error(fe_system_destroy(&c->system));
    fe_contact_destroy(&c->contact);
    fe_error(fe_body_destroy(&c->body));
}

static JudderErr condense(Condensing *c, PencilRoom *room) {
    TRY(fe_study_body_create(c->made, &c->body, &c->contact));
    const FeSystemData data = {.of = {.stiffness = 1}, .rows = c->contact->rows};
    TRY(fe_error(fe_system_create(c->body, &data, &c->system)));
    c->node = calloc((size_t)c->contact->n + 1, sizeof *c->node);
    c->slip = calloc(2 * (size_t)c->contact->n + 1, sizeof *c->slip);
    TRY(fe_agree(c->node && c->slip ? JUDDER_OK : error_memory()));
    TRY(fe_study_imposed(c->made, c->contact, c->node, c->slip));
    const FePencilData of = {
        .body = c->body, .contact = c->contact, .still = c->system, .node = c->node, .slip = c->slip};
    TRY(fe_error(fe_pencil_create(&of, &c->pencil)));
    TRY(fe_error(fe_pencil_ask(c->pencil, copy_pencil, room)));
    room->position = calloc((size_t)c->pencil->n + 1, sizeof *room->position);
    TRY(fe_agree(room->position ? JUDDER_OK : error_memory()));
    memcpy(room->position, c->pencil->position, (size_t)c->pencil->n * sizeof *room->position);
    return JUDDER_OK;
}

static JudderErr check_body(const BodyPrepared *made, double z) {
    REQUIRE(
        made->params->contact.state != BODY_STATE_PATH,
        error_input("state",
                    "the contact of the case must impose a state: state = \"slip-\", \"slip+\" or \"slip\""));
    REQUIRE(z >= 0, error_input("z", "z is %g: allowed is a number >= 0", z));
    return JUDDER_OK;
}

static JudderErr with_case(const Case *read, PencilRoom *room) {
    const Block *model = case_model(read);
    void *prepared = NULL;
    REQUIRE(model_find(model->word->name) == &body_model,
            error_input(NULL, "the case is of the model %s: a body is needed", model->word->name));
    JudderErr err = body_model.prepare(model, &prepared);
    Condensing condensing = {.made = prepared};
    if (err == JUDDER_OK) err = check_body(prepared, room->z);
    err = fe_agree(err);
    if (err == JUDDER_OK) err = condense(&condensing, room);
    condensing_release(&condensing);
    if (prepared) body_model.release(model, &prepared);
    return err;
}

static JudderErr create(const judder_case *given, double z, PencilRoom *room) {
    Case *read = NULL;
    room->z = z;
    JudderErr err = fe_agree(read_given(given, &read));
    if (err == JUDDER_OK) err = with_case(read, room);
    case_destroy(&read);
    return err;
}

judder_status judder_fe_pencil_create(const judder_case *given, double z, judder_fe_pencil *pencil) {
    JudderErr err = session_enter();
    if (err == JUDDER_OK) err = fe_agree(check_given(pencil, "pencil"));
    if (err != JUDDER_OK) return session_leave(err);
    *pencil = (judder_fe_pencil){0};
    PencilRoom *room = calloc(1, sizeof *room);
    if (err == JUDDER_OK) err = fe_agree(room ? JUDDER_OK : error_memory());
    if (err == JUDDER_OK) err = create(given, z, room);
    if (err == JUDDER_OK)
        *pencil = (judder_fe_pencil){room->n, room->position, room->A, room->B, room};
    else
        room_release(room);
    return session_leave(err);
}

void judder_fe_pencil_release(judder_fe_pencil *pencil) {
    if (!pencil) return;
    room_release(pencil->owner);
    *pencil = (judder_fe_pencil){0};
}
