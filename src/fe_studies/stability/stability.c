/* stability{} of a body: at the end of the path before it, or with all contact nodes in
 * imposed impending slip. */
#include "study/stability/stability.h"
#include "base/dense.h"
#include "fe/stability/pencil.h"
#include "fe/start.h"
#include "fe_studies/stability/asking.h"
#include "fe_studies/stability/flutter.h"
#include "fe_studies/studies.h"
#include "friction/friction.h"
#include "small_motion/damping.h"
#include "stability/critical.h"
#include "study/matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Part of the largest nodal force, or of the largest gap: below, a node grazes. */
static const double GRAZING = 1e-12;

/* How far inside the cone a node that sticks is at least, as a part of its bound. */
static const double ON_THE_CONE = 1e-9;

/* Part of the normal force of a node: below, its friction is rounding and points nowhere. */
static const double NO_FRICTION = 1e-9;

static bool is_pressed(const BodyPrepared *made) {
    for (size_t i = 0; i < made->params->load.count; i++)
        if (made->params->load.at[i].word != &drag_word) return true;
    return false;
}

static void check_grazing(const Asking *a) {
    const FePath *path = a->path;
    const int dim = a->body->dim;
    double force = 0, gap = 0;
    for (int k = 0; k < a->contact->n; k++) {
        force = fmax(force, path->state->r[dim * k]);
        gap = fmax(gap, path->contact->gap[k] + path->state->w[dim * k]);
    }
    int grazing = 0;
    for (int k = 0; k < a->contact->n; k++)
        grazing += path->state->node[k] == CONDENSED_OPEN
                       ? path->contact->gap[k] + path->state->w[dim * k] <= GRAZING * gap
                       : path->state->r[dim * k] <= GRAZING * force;
    if (grazing == 0) return;
    a->run->outcome = STUDY_FAILED;
    snprintf(a->run->reason, sizeof a->run->reason,
             "%d contact nodes touch without a force at the end of the path: such a state cannot be judged "
             "yet%s",
             grazing, is_pressed(a->made) ? "" : "; press it first, with press{ }");
}

/* In space it is friction that says where a node slips to. */
static void check_directions(const Asking *a) {
    int lost = 0;
    for (int k = 0; k < a->contact->n; k++)
        lost += a->node[k] == CONDENSED_SLIP &&
                !(hypot(a->slip[2 * k], a->slip[2 * k + 1]) > NO_FRICTION * a->path->state->r[3 * k]);
    if (lost == 0) return;
    a->run->outcome = STUDY_FAILED;
    snprintf(a->run->reason, sizeof a->run->reason,
             "%d contact nodes slip without friction: in space nothing says in which direction", lost);
}

/* Of the first rank: slipping nodes, and those that stick on the very cone. */
static JudderErr end_states(Asking *a) {
    const FePath *path = a->path;
    double *margin = malloc(((size_t)a->contact->n + 1) * sizeof *margin);
    REQUIRE(margin, error_memory());
    condensed_margins(&path->problem, path->state, margin);
    for (int k = 0; k < a->contact->n; k++) {
        a->node[k] = path->state->node[k];
        const double *r_t = path->state->r + a->body->dim * k + 1;
        for (int i = 0; i < 2 && a->body->dim == 3; i++) a->slip[2 * k + i] = -r_t[i];
        const bool pulled = r_t[0] != 0 || (a->body->dim == 3 && r_t[1] != 0);
        if (a->node[k] == CONDENSED_STICK && margin[k] <= ON_THE_CONE && pulled)
            a->node[k] = a->body->dim == 3 ? CONDENSED_SLIP
                         : r_t[0] > 0      ? CONDENSED_SLIP_MINUS
                                           : CONDENSED_SLIP_PLUS;
    }
    free(margin);
    check_grazing(a);
    if (a->run->outcome != STUDY_FAILED) check_directions(a);
    return JUDDER_OK;
}

static JudderErr make_states(Asking *a) {
    a->node = calloc((size_t)a->contact->n + 1, sizeof *a->node);
    a->slip = calloc(2 * (size_t)a->contact->n + 1, sizeof *a->slip);
    REQUIRE(a->node && a->slip, error_memory());
    if (!a->path) return fe_study_imposed(a->made, a->contact, a->node, a->slip);
    return fe_rank() == 0 ? end_states(a) : JUDDER_OK;
}

/* The condensed stiffness only where rest is requested: sliding does without it. */
static JudderErr make_body(Asking *a, bool rest) {
    TRY(fe_study_body_create(a->made, &a->body, &a->contact));
    if (!rest) return JUDDER_OK;
    const FeSystemData data = {.of = {.stiffness = 1}, .rows = a->contact->rows};
    return fe_error(fe_system_create(a->body, &data, &a->system));
}

static void asking_release(Asking *a) {
    fe_error(fe_pencil_destroy(&a->pencil));
    free(a->node);
    free(a->slip);
    free(a->mu);
    free(a->load);
    if (a->made->computed && a->body == ((const FePath *)a->made->computed)->body) return;
    fe_error(fe_system_destroy(&a->system));
    fe_contact_destroy(&a->contact);
    fe_error(fe_body_destroy(&a->body));
}

/* The body of the path if there was one, with its factors, if they are what is requested. */
static JudderErr find_body(Asking *a, bool rest) {
    const FePath *path = a->made->computed;
    if (!path || (rest && path->whole)) return make_body(a, rest);
    a->body = path->body;
    a->contact = path->contact;
    a->system = path->system;
    return JUDDER_OK;
}

JudderErr asking_pencil(const Asking *a, FePencil **pencil) {
    const FePencilData data = {.body = a->body,
                               .contact = a->contact,
                               .still = a->system,
                               .node = a->node,
                               .slip = a->slip,
                               .across_free = a->word->across == STABILITY_ACROSS_FREE};
    return fe_error(fe_pencil_create(&data, pencil));
}

/* --- the questions, on the first rank --- */

/* Part of the mean of the diagonal of A: below it, a motion meets no stiffness beyond rounding. */
static const double NO_STIFFNESS = 1e-11;

/* A body that its contact alone holds back slides away together: then every mu is critical. */
JudderErr asking_is_held(const Pencil *pencil, bool *held) {
    const size_t n = (size_t)pencil->n;
    double *room = malloc(2 * n * n * sizeof *room), trace = 0;
    REQUIRE(room, error_memory());
    JudderErr err = pencil->at(pencil->context, 0, room, room + n * n);
    for (size_t i = 0; i < n && err == JUDDER_OK; i++) trace += room[i * n + i];
    if (err == JUDDER_OK)
        err = dense_is_positive_definite(pencil->n, room, NO_STIFFNESS * trace / (double)n, held);
    free(room);
    return err;
}

/* The questions that need A and B at z = 0. */
static JudderErr ask_matrices(const Asking *a, const Pencil *pencil) {
    RateRoom room;
    TRY(rate_room_open(pencil, &room));
    RateProblem problem = rate_room_problem(&room, pencil->n, a->mu);
    problem.load_open = "the load was condensed in rounded numbers";
    JudderErr err = a->word->classes ? stability_classes(a->run, &problem, a->pencil->position) : JUDDER_OK;
    if (err == JUDDER_OK && a->word->rate) err = fe_pencil_load(a->pencil, a->load, room.a, room.b);
    if (err == JUDDER_OK && a->word->rate) err = stability_rates(a->run, &problem, a->pencil->position);
    rate_room_release(&room);
    return err;
}

/* How the loads go on: the last one at its rate, condensed onto the contact. Collective. */
static JudderErr find_load(Asking *a) {
    a->load = calloc((size_t)(a->contact->n * a->body->dim) + 1, sizeof *a->load);
    TRY(fe_agree(a->load ? JUDDER_OK : error_memory()));
    return fe_error(fe_path_last_rate(a->made->computed, a->load));
}

static JudderErr ask_all(void *context, const Pencil *pencil) {
    Asking *a = context;
    const Stability *p = a->word;
    const StabilityTarget target = {pencil, a->pencil->position, a->mu, a->damping};
    if (pencil->n == 0) {
        int count[2] = {0};
        for (int k = 0; k < a->contact->n; k++) count[a->node[k] == CONDENSED_OPEN]++;
        return stability_unanswered(
            a->run, STABILITY_REST,
            "no contact node is on the verge of slip (%d stick inside their cone, %d "
            "are open), so whether slip begins by itself was not examined; drag it until "
            "some nodes slip",
            count[0], count[1]);
    }
    bool held = false;
    TRY(asking_is_held(pencil, &held));
    if (!held) {
        a->run->outcome = STUDY_FAILED;
        snprintf(
            a->run->reason, sizeof a->run->reason,
            "the contact nodes in impending slip can move together without any force, whatever mu: fix more "
            "of the body");
        return JUDDER_OK;
    }
    if (p->critical_mu) TRY(stability_critical(a->run, &target));
    if (p->critical_mu) stability_tell_own_mu(a->run, pencil->n, a->mu);
    if (p->classes || p->rate) TRY(ask_matrices(a, pencil));
    if (!block_gives(a->run->study, "growth")) return JUDDER_OK;
    for (int i = 0; i < pencil->n && !isnan(p->growth.mu); i++) a->mu[i] = p->growth.mu;
    return stability_growth_scan(a->run, &target);
}

/* --- what comes back --- */

/* Mode i as a motion u of the mesh, judged there; `own` on the first rank alone. Collective. */
static JudderErr write_mode(Asking *a, int i, StabilityMode *own, double *xi, double *u) {
    FePencilMode mode = {.u = u};
    double residual = 0;
    char name[32];
    snprintf(name, sizeof name, "mode_%02d", i + 1);
    if (own) {
        mode.z = damped_z(a->damping.parts, own->kind == MODE_GROWS ? own->value : 0);
        mode.mu = own->kind == MODE_NEUTRAL ? own->value : a->mu[0];
        memcpy(xi, own->vector, (size_t)own->count * sizeof *xi);
    }
    TRY(fe_error(fe_pencil_motion(a->pencil, mode.z, xi, u)));
    TRY(fe_error(fe_pencil_judge(a->pencil, &mode, &residual)));
    if (own) own->on_body = true, own->body_residual = residual;
    JudderErr err = JUDDER_OK;
    if (a->run->results) err = fe_study_mode_fields(a->run, &(FeStudyMode){a->contact, a->node, u}, name);
    return fe_agree(err);
}

static JudderErr write_modes(Asking *a) {
    const Mesh *mesh = a->made->mesh;
    const AnswerModes *modes = &a->run->answer->modes;
    const bool leads = fe_rank() == 0;
    int count = (int)modes->count; /* of the first rank */
    MPI_Bcast(&count, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    double *xi = calloc((size_t)a->pencil->n + 1, sizeof *xi);
    double *u = leads ? calloc((size_t)mesh->nodes * (size_t)mesh->dim + 1, sizeof *u) : NULL;
    JudderErr err = fe_agree(xi && (u || !leads) ? JUDDER_OK : error_memory());
    for (int i = 0; i < count && err == JUDDER_OK; i++)
        err = write_mode(a, i, leads ? &modes->at[i] : NULL, xi, u);
    free(xi);
    free(u);
    return err;
}

static void keep_mesh(const Asking *a) {
    AnswerMesh *mesh = &a->run->answer->mesh;
    const char *across = a->word->across == STABILITY_ACROSS_FREE ? "free" : "held";
    *mesh = (AnswerMesh){.told = true,
                         .across = a->body->dim == 3 ? across : NULL,
                         .nodes = a->body->mesh->nodes,
                         .contact_nodes = a->contact->n,
                         .factorisations = a->body->factorisations};
    for (int k = 0; k < a->contact->n; k++) {
        const SmallContactState state = a->pencil->state[k];
        ++*(state == SMALL_CONTACT_SLIP    ? &mesh->slip
            : state == SMALL_CONTACT_STUCK ? &mesh->stick
                                           : &mesh->open);
    }
}

/* Damping of the material and beside it takes energy from every motion. */
static StabilityDamping damping_of(const Asking *a) {
    const Block *given = &a->made->params->damping;
    const Rayleigh *rayleigh = given->word == &rayleigh_word ? given->params : NULL;
    double part = 0;
    StabilityDamping damping = {.uncounted = !fe_viscous_part(&a->body->material, &part)};
    if (damping.uncounted) return damping;
    damping.changing = damping.uncounted = !a->made->friction.law->any_speed;
    damping.parts = (SmallParts){rayleigh ? rayleigh->mass : 0, part + (rayleigh ? rayleigh->stiffness : 0)};
    return damping;
}

static JudderErr ask_pencil(Asking *a) {
    StudyRun *run = a->run;
    a->damping = damping_of(a);
    const double mu = friction_nominal(&a->made->friction);
    TRY(asking_pencil(a, &a->pencil));
    a->mu = malloc(((size_t)a->pencil->n + 1) * sizeof *a->mu);
    TRY(fe_agree(a->mu ? JUDDER_OK : error_memory()));
    for (int i = 0; i < a->pencil->n; i++) a->mu[i] = mu;
    if (a->word->rate) TRY(find_load(a));
    TRY(fe_error(fe_pencil_ask(a->pencil, ask_all, a)));
    if (a->word->at.choice == STABILITY_AT_EVERY || a->word->at.numbers.count > 0) TRY(asking_steps(a));
    if (run->outcome == STUDY_STOPPED && !run->reason[0])
        snprintf(run->reason, sizeof run->reason, "interrupted");
    keep_mesh(a);
    run->answer->seconds = clock_seconds() - a->begun;
    TRY(fe_agree(run->results ? fe_study_mesh_fields(run, a->made->mesh) : JUDDER_OK));
    return write_modes(a);
}

/* Forces of an imposed slip along a direction in space: pressure and, of any size, friction against it; to
 * be freed. */
static JudderErr imposed_forces(const Asking *a, double **r) {
    *r = calloc((size_t)(a->contact->n * a->body->dim) + 1, sizeof **r);
    REQUIRE(*r, error_memory());
    for (int k = 0; k < a->contact->n; k++) {
        (*r)[3 * k] = a->word->flutter.pressure * a->contact->area[k];
        for (int i = 0; i < 2; i++) (*r)[3 * k + 1 + i] = -a->slip[2 * k + i];
    }
    return JUDDER_OK;
}

/* Steady sliding in the same states. */
static JudderErr ask_flutter(Asking *a, bool rest) {
    const bool writes = !rest && a->run->results, imposed = !a->path && a->node[0] == CONDENSED_SLIP;
    double *forces = NULL;
    TRY(fe_agree(imposed ? imposed_forces(a, &forces) : JUDDER_OK));
    /* The forces of a path are on the first rank. */
    const double *r = a->path && a->path->state ? a->path->state->r : forces;
    const FeStudySlidingBody ask = {a->run, a->body, a->contact, a->node, r};
    JudderErr err = fe_agree(writes ? fe_study_mesh_fields(a->run, a->made->mesh) : JUDDER_OK);
    if (err == JUDDER_OK) err = fe_study_flutter_body(&ask);
    free(forces);
    a->run->answer->seconds = clock_seconds() - a->begun;
    return err;
}

static JudderErr ask_body(Asking *a) {
    TRY(fe_agree(stability_begin(a->run)));
    const bool imposed = a->made->params->contact.state != BODY_STATE_PATH;
    if (!imposed) a->path = a->made->computed;
    if (!imposed && (!a->path || !a->path->complete)) return fe_agree(asking_without_path(a));
    const bool rest = a->word->critical_mu || a->word->rate || a->word->classes ||
                      block_gives(a->run->study, "growth");
    if (rest && !imposed && a->path->whole) {
        a->run->outcome = STUDY_FAILED;
        snprintf(a->run->reason, sizeof a->run->reason,
                 "the path was followed without condensation: stability needs the condensed contact");
        return JUDDER_OK;
    }
    TRY(find_body(a, rest));
    TRY(fe_agree(make_states(a)));
    int failed = a->run->outcome == STUDY_FAILED;
    MPI_Bcast(&failed, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    if (failed) return JUDDER_OK;
    bool fits;
    TRY(asking_fits(a, &fits));
    if (!fits) return JUDDER_OK;
    /* First what takes a known time: proofs about rest may take all there is. */
    const bool flutter = block_gives(a->run->study, "flutter");
    if (flutter) TRY(ask_flutter(a, rest));
    if (rest) TRY(ask_pencil(a));
    stability_compare(a->run);
    return JUDDER_OK;
}

JudderErr fe_study_stability(StudyRun *run) {
    Asking a = {.run = run, .made = run->prepared, .word = run->study->params};
    a.begun = clock_seconds();
    JudderErr err = ask_body(&a);
    asking_release(&a);
    err = stability_end(run, err);
    if (err == JUDDER_OK) asking_doubt(&a);
    return block_locate(run->model, err);
}
