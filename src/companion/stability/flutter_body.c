/* flutter = { ... } of a body: what slides, at which mu and slope, and the shapes of what is listed. */
#include "companion/stability/flutter.h"

#include "base/bytes.h"
#include "companion/studies.h"
#include "fe/march/mass.h"
#include "fe/start.h"
#include "study/matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 6 }; /* of the roots at the head of the list */

typedef struct Shapes {
    StudyRun *run;
    FeBodySliding *sliding;
    double *u; /* first rank */
} Shapes;

static JudderErr write_shape(void *context, int place, const FeMotion *motion) {
    Shapes *s = context;
    const Mesh *mesh = s->sliding->body->mesh;
    if (place >= SHAPES) return JUDDER_OK;
    for (int k = 0; k < 2; k++) {
        char name[40];
        snprintf(name, sizeof name, "mode_flutter_%02d_%s", place + 1, k ? "im" : "re");
        JudderErr err = fe_error(fe_body_sliding_motion(s->sliding, k ? motion->y : motion->x, s->u));
        if (err == JUDDER_OK && s->run->results)
            err = results_field(s->run->results, name, "", s->u, (size_t)mesh->nodes, (size_t)mesh->dim);
        TRY(fe_agree(err));
    }
    return JUDDER_OK;
}

/* The mu of the roots: given, or that of the law at the speed of the slip, or at rest. */
static double mu_of(const BodyPrepared *made, const StabilityFlutter *p) {
    if (!isnan(p->mu)) return p->mu;
    return isnan(p->speed) ? friction_at_rest(&made->friction, 0)
                           : friction_sliding(&made->friction, p->speed, 0);
}

static FeBodySlidingData data_of(const CompanionSlidingBody *ask, const StabilityFlutter *p) {
    const BodyPrepared *made = ask->run->prepared;
    FeBodySlidingData data = {
        .body = ask->body, .contact = ask->contact, .node = ask->node, .r = ask->r, .pressure = p->pressure};
    const Block *damping = &made->params->damping;
    if (damping->word == &rayleigh_word) {
        const Rayleigh *rayleigh = damping->params;
        data.mass_damping = rayleigh->mass;
        data.stiffness_damping = rayleigh->stiffness;
    }
    if (isnan(p->speed)) return data;
    data.slope = friction_slope(&made->friction, p->speed, 0);
    data.inverse_speed = 1 / p->speed;
    return data;
}

static JudderErr tell_counts(const CompanionSlidingBody *ask, const FeBodySliding *sliding) {
    Value *values = ask->run->values;
    bool good = value_set(values, "sliding_nodes", value_count(sliding->slides));
    good = value_set(values, "moving_dofs", value_count(sliding->sliding->n)) && good;
    return good ? JUDDER_OK : error_memory();
}

/* The cells by their nodes, and the row of each dof of a node; not where the nodes lie. */
static uint64_t space_of(const FeBody *body) {
    const Mesh *mesh = body->mesh;
    uint64_t sum = BYTES_SUM_START;
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const size_t count = (size_t)block->cells * (size_t)block->type->nodes;
        sum = bytes_sum(sum, block->type->name, strlen(block->type->name));
        sum = bytes_sum(sum, block->node, count * sizeof *block->node);
    }
    for (int node = 0; node < mesh->nodes; node++)
        for (int i = 0; i < body->dim; i++) {
            const int row = fe_row(body, (FeDof){node, i});
            sum = bytes_sum(sum, &row, sizeof row);
        }
    return sum;
}

static JudderErr ask_sliding(const CompanionSlidingBody *ask, FeBodySliding *sliding, Shapes *shapes) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    TRY(fe_agree(tell_counts(ask, sliding)));
    if (sliding->slides == 0) {
        stability_tell(ask->run, "no contact node slides: friction drives no vibration");
        return JUDDER_OK;
    }
    int *position = calloc((size_t)sliding->slides, sizeof *position);
    JudderErr err = fe_agree(position ? JUDDER_OK : error_memory());
    for (int k = 0; k < sliding->slides && err == JUDDER_OK; k++)
        position[k] = ask->contact->position[sliding->contact_node[k]] + 1;
    const CompanionFlutter all = {.run = ask->run,
                                  .sliding = sliding->sliding,
                                  .mu = mu_of(ask->run->prepared, p),
                                  .position = position,
                                  .space = space_of(ask->body),
                                  .shape = write_shape,
                                  .context = shapes};
    if (err == JUDDER_OK) err = companion_flutter(&all);
    ask->body->factorisations += sliding->sliding->factorisations;
    free(position);
    return err;
}

static JudderErr ask_with(const CompanionSlidingBody *ask) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    const Mesh *mesh = ask->body->mesh;
    const FeBodySlidingData data = data_of(ask, p);
    FeBodySliding *sliding = NULL;
    Shapes shapes = {.run = ask->run};
    if (fe_rank() == 0) shapes.u = calloc((size_t)mesh->nodes * (size_t)mesh->dim + 1, sizeof *shapes.u);
    JudderErr err = fe_agree(shapes.u || fe_rank() > 0 ? JUDDER_OK : error_memory());
    if (err == JUDDER_OK) err = fe_error(fe_body_sliding_create(&data, &sliding));
    shapes.sliding = sliding;
    if (err == JUDDER_OK) err = ask_sliding(ask, sliding, &shapes);
    fe_error(fe_body_sliding_destroy(&sliding));
    free(shapes.u);
    return err;
}

/* A body of its own with the mass of a march. */
static JudderErr ask_with_march_mass(const CompanionSlidingBody *ask) {
    CompanionSlidingBody own = *ask;
    FeContact *contact = NULL;
    own.body = NULL;
    JudderErr err = companion_body_create(ask->run->prepared, &own.body, &contact);
    own.contact = contact;
    if (err == JUDDER_OK)
        err = fe_error(fe_mass_change(own.body, contact, (FeMassChange){.move_normal = true}));
    if (err == JUDDER_OK) err = ask_with(&own);
    fe_contact_destroy(&contact);
    fe_error(fe_body_destroy(&own.body));
    return err;
}

JudderErr companion_flutter_body(const CompanionSlidingBody *ask) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    return p->march_mass ? ask_with_march_mass(ask) : ask_with(ask);
}
