/* flutter = { ... } of a body: what slides, at which mu and slope, and the shapes of what is listed. */
#include "fe_studies/stability/flutter.h"

#include "base/bytes.h"
#include "curve/signal.h"
#include "fe/march/mass.h"
#include "fe/start.h"
#include "fe_studies/studies.h"
#include "friction/friction.h"
#include "results/results.h"
#include "study/body/remarks.h"
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

/* How friction answers the slip (FR-8). */
typedef struct Rubbing {
    double speed; /* of the slip: given, or where the law needs it that of the obstacle; NAN: not known */
    FrictionSteady steady;
} Rubbing;

static JudderErr foundation_speed(const BodyPrepared *made, double *speed) {
    const Signal *velocity = made->params->foundation.velocity;
    double sum = 0;
    *speed = NAN;
    for (int i = 0; i < 2; i++) {
        double v = 0;
        if (signal_varies(&velocity[i])) return JUDDER_OK;
        TRY(signal_value(&velocity[i], 0, &v));
        sum = hypot(sum, v);
    }
    if (sum > 0) *speed = sum;
    return JUDDER_OK;
}

/* *known is false, and the verdict says what to give, where friction depends on what nobody has told. */
static JudderErr find_rubbing(const FeStudySlidingBody *ask, Rubbing *rubbing, bool *known) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    const BodyPrepared *made = ask->run->prepared;
    const FrictionLaw *law = made->friction.law;
    *rubbing = (Rubbing){.speed = p->speed};
    if (isnan(p->speed) && !law->any_speed) TRY(foundation_speed(made, &rubbing->speed));
    *known = law->any_speed || !isnan(rubbing->speed);
    if (!*known)
        return stability_unanswered(ask->run, STABILITY_SLIDING,
                                    "friction is %s, whose mu and slope depend on the speed of the slip, so "
                                    "squeal was not examined; give it: flutter = { speed = ... }",
                                    law->word.name);
    rubbing->steady = friction_steady(&made->friction, rubbing->speed);
    if (rubbing->steady.remark) stability_tell(ask->run, "%s", rubbing->steady.remark);
    const bool changes = rubbing->steady.slope != 0 || rubbing->steady.memory != 0;
    *known = made->params->contact.state == BODY_STATE_PATH || !changes || p->pressure > 0;
    if (*known) return JUDDER_OK;
    return stability_unanswered(
        ask->run, STABILITY_SLIDING,
        "the slope of mu acts with the force of the contact, which an imposed state "
        "does not have, so squeal was not examined; give flutter = { pressure = ... }");
}

static FeBodySlidingData data_of(const FeStudySlidingBody *ask, const Rubbing *rubbing) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    const BodyPrepared *made = ask->run->prepared;
    FeBodySlidingData data = {
        .body = ask->body, .contact = ask->contact, .node = ask->node, .r = ask->r, .pressure = p->pressure};
    const Block *damping = &made->params->damping;
    if (damping->word == &rayleigh_word) {
        const Rayleigh *rayleigh = damping->params;
        data.mass_damping = rayleigh->mass;
        data.stiffness_damping = rayleigh->stiffness;
    }
    data.slope = rubbing->steady.slope;
    data.memory = rubbing->steady.memory;
    data.rate = rubbing->steady.rate;
    if (!isnan(rubbing->speed)) data.inverse_speed = 1 / rubbing->speed;
    return data;
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

/* What the mesh can show, and how many of its contact nodes slide. Collective. */
static FlutterMesh mesh_of(const FeStudySlidingBody *ask, const FeBodySliding *sliding) {
    const BodyWaves waves = body_waves(ask->run->prepared);
    FlutterMesh seen = {.resolved = 2 * M_PI * body_frequency(&waves, BODY_RESOLVED),
                        .hopeless = 2 * M_PI * body_frequency(&waves, BODY_HOPELESS),
                        .slide = sliding->slides};
    for (int k = 0; k < ask->contact->n; k++) {
        seen.stick += ask->node[k] == CONDENSED_STICK;
        seen.open += ask->node[k] == CONDENSED_OPEN;
    }
    int count[2] = {seen.stick, seen.open}; /* the states are those of the first rank */
    MPI_Bcast(count, 2, MPI_INT, 0, PETSC_COMM_WORLD);
    seen.stick = count[0], seen.open = count[1];
    return seen;
}

/* How far the friction of all slipping nodes pulls one way, of 1: a body that is pressed spreads to both
 * sides, and does not slide. Collective. */
static double pull_together(const FeStudySlidingBody *ask) {
    const int dim = ask->body->dim;
    const double rounding = 1e-8;
    double sum[2] = {0}, size = 0, together = 1;
    for (int k = 0; ask->r && k < ask->contact->n; k++) {
        const double *r_t = ask->r + dim * k + 1;
        if (ask->node[k] == CONDENSED_STICK || ask->node[k] == CONDENSED_OPEN) continue;
        const double pull = hypot(r_t[0], dim == 3 ? r_t[1] : 0);
        if (!(pull > rounding * r_t[-1])) continue; /* without friction nothing pulls */
        for (int i = 0; i < dim - 1; i++) sum[i] += r_t[i];
        size += pull;
    }
    if (size > 0) together = hypot(sum[0], sum[1]) / size;
    MPI_Bcast(&together, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    return together;
}

/* Squeal is a question about sliding; *slides is false where there is none, and the verdict says so. */
static JudderErr judge_sliding(const FeStudySlidingBody *ask, const FlutterMesh *seen, bool *slides) {
    static const double one_way = 0.5;
    const double together = pull_together(ask);
    const bool most = seen->slide > 0 && seen->slide >= seen->stick;
    *slides = most && together >= one_way;
    if (*slides) return JUDDER_OK;
    if (most)
        return stability_unanswered(ask->run, STABILITY_SLIDING,
                                    "this state does not slide: %d of %d nodes slip, but to both sides, as a "
                                    "body does that is pressed, so squeal was not examined; drag it further "
                                    "before, or impose contact.state",
                                    seen->slide, ask->contact->n);
    if (seen->slide + seen->stick == 0)
        return stability_unanswered(ask->run, STABILITY_SLIDING,
                                    "this state does not touch: all %d contact nodes are open, so squeal was "
                                    "not examined; press it first",
                                    seen->open);
    return stability_unanswered(ask->run, STABILITY_SLIDING,
                                "this state does not slide: %d of %d nodes stick and %d slide, so squeal was "
                                "not examined; drag it further before, or impose contact.state",
                                seen->stick, ask->contact->n, seen->slide);
}

/* With the mu of steady sliding, or the one that is given. */
static JudderErr ask_sliding(const FeStudySlidingBody *ask, FeBodySliding *sliding, Shapes *shapes,
                             double steady_mu) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    ask->run->answer->sliding.nodes = sliding->slides;
    ask->run->answer->sliding.moving_dofs = sliding->sliding->n - sliding->sliding->states;
    const FlutterMesh seen = mesh_of(ask, sliding);
    bool slides;
    TRY(fe_agree(judge_sliding(ask, &seen, &slides)));
    if (!slides) return JUDDER_OK;
    int *position = calloc((size_t)sliding->slides, sizeof *position);
    JudderErr err = fe_agree(position ? JUDDER_OK : error_memory());
    for (int k = 0; k < sliding->slides && err == JUDDER_OK; k++)
        position[k] = ask->contact->position[sliding->contact_node[k]] + 1;
    const FeStudyFlutter all = {.run = ask->run,
                                .sliding = sliding->sliding,
                                .mu = isnan(p->mu) ? steady_mu : p->mu,
                                .position = position,
                                .space = space_of(ask->body),
                                .mesh = &seen,
                                .shape = write_shape,
                                .context = shapes};
    if (err == JUDDER_OK) err = fe_study_flutter(&all);
    ask->body->factorisations += sliding->sliding->factorisations;
    free(position);
    return err;
}

static JudderErr ask_with(const FeStudySlidingBody *ask) {
    const Mesh *mesh = ask->body->mesh;
    Rubbing rubbing;
    bool known;
    TRY(fe_agree(find_rubbing(ask, &rubbing, &known)));
    if (!known) return JUDDER_OK;
    const FeBodySlidingData data = data_of(ask, &rubbing);
    FeBodySliding *sliding = NULL;
    Shapes shapes = {.run = ask->run};
    if (fe_rank() == 0) shapes.u = calloc((size_t)mesh->nodes * (size_t)mesh->dim + 1, sizeof *shapes.u);
    JudderErr err = fe_agree(shapes.u || fe_rank() > 0 ? JUDDER_OK : error_memory());
    if (err == JUDDER_OK) err = fe_error(fe_body_sliding_create(&data, &sliding));
    shapes.sliding = sliding;
    if (err == JUDDER_OK) err = ask_sliding(ask, sliding, &shapes, rubbing.steady.mu);
    fe_error(fe_body_sliding_destroy(&sliding));
    free(shapes.u);
    return err;
}

/* A body of its own with the mass of a march. */
static JudderErr ask_with_march_mass(const FeStudySlidingBody *ask) {
    FeStudySlidingBody own = *ask;
    FeContact *contact = NULL;
    own.body = NULL;
    JudderErr err = fe_study_body_create(ask->run->prepared, &own.body, &contact);
    own.contact = contact;
    if (err == JUDDER_OK)
        err = fe_error(fe_mass_change(own.body, contact, (FeMassChange){.move_normal = true}));
    if (err == JUDDER_OK) err = ask_with(&own);
    fe_contact_destroy(&contact);
    fe_error(fe_body_destroy(&own.body));
    return err;
}

JudderErr fe_study_flutter_body(const FeStudySlidingBody *ask) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    return p->march_mass ? ask_with_march_mass(ask) : ask_with(ask);
}
