/* stability{} of a body: at the end of the path before it, or with all contact nodes in imposed impending slip. */
#include "study/stability/stability.h"
#include "base/dense.h"
#include "companion/flutter.h"
#include "companion/studies.h"
#include "fe/stability/pencil.h"
#include "fe/start.h"
#include "stability/critical.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Asking {
    StudyRun *run;
    BodyPrepared *made;
    const Stability *word;
    /* Borrowed from the path, or own. */
    FeBody *body;
    FeContact *contact;
    FeSystem *system;
    const FePath *path; /* NULL: the state is imposed */
    CondensedNode *node;
    FePencil *pencil;
    double *mu; /* of each row of the pencil */
    double begun;
} Asking;

/* Part of the largest nodal force, or of the largest gap: below, a node grazes. */
static const double GRAZING = 1e-12;

/* How far inside the cone a node that sticks is at least, as a part of its bound. */
static const double ON_THE_CONE = 1e-9;

static JudderErr check_grazing(const Asking *a) {
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
    if (grazing == 0) return JUDDER_OK;
    a->run->outcome = STUDY_FAILED;
    snprintf(
        a->run->reason, sizeof a->run->reason,
        "%d contact nodes touch without a force at the end of the path: such a state cannot be judged yet",
        grazing);
    return JUDDER_OK;
}

/* Of the first rank: slipping nodes, and those that stick on the very cone. */
static JudderErr end_states(Asking *a) {
    const FePath *path = a->path;
    double *margin = malloc(((size_t)a->contact->n + 1) * sizeof *margin);
    REQUIRE(margin, error_memory());
    condensed_margins(&path->problem, path->state, margin);
    for (int k = 0; k < a->contact->n; k++) {
        a->node[k] = path->state->node[k];
        const double r_t = path->state->r[a->body->dim * k + 1];
        if (a->node[k] == CONDENSED_STICK && margin[k] <= ON_THE_CONE && r_t != 0)
            a->node[k] = a->body->dim == 3 ? CONDENSED_SLIP
                         : r_t > 0         ? CONDENSED_SLIP_MINUS
                                           : CONDENSED_SLIP_PLUS;
    }
    free(margin);
    return check_grazing(a);
}

static JudderErr make_states(Asking *a) {
    const int state = a->made->params->contact.state;
    a->node = calloc((size_t)a->contact->n + 1, sizeof *a->node);
    REQUIRE(a->node, error_memory());
    for (int k = 0; k < a->contact->n; k++)
        a->node[k] = state == BODY_STATE_SLIP_LEFT ? CONDENSED_SLIP_MINUS : CONDENSED_SLIP_PLUS;
    return a->path && fe_rank() == 0 ? end_states(a) : JUDDER_OK;
}

static JudderErr make_body(Asking *a) {
    FeFix *fix = calloc(a->made->params->fix.count + 1, sizeof *fix);
    REQUIRE(fix, error_memory());
    const FeBodyData body = companion_body(a->made, fix);
    const FeContactData contact = companion_contact(a->made);
    JudderErr err = fe_error(fe_body_create(&body, &a->body));
    free(fix);
    if (err == JUDDER_OK) err = fe_error(fe_contact_create(a->body, &contact, &a->contact));
    TRY(err);
    const FeSystemData data = {
        .of = {.stiffness = 1}, .kept = a->contact->kept, .kept_count = a->contact->kept_count};
    return fe_error(fe_system_create(a->body, &data, &a->system));
}

static void let_go(Asking *a) {
    fe_error(fe_pencil_destroy(&a->pencil));
    free(a->node);
    free(a->mu);
    if (a->made->computed && a->body == ((const FePath *)a->made->computed)->body) return;
    fe_error(fe_system_destroy(&a->system));
    fe_contact_destroy(&a->contact);
    fe_error(fe_body_destroy(&a->body));
}

/* The body of the path if there was one, with its factors. */
static JudderErr find_body(Asking *a) {
    const FePath *path = a->made->computed;
    if (!path) return make_body(a);
    a->body = path->body;
    a->contact = path->contact;
    a->system = path->system;
    return JUDDER_OK;
}

static JudderErr make_pencil(Asking *a, FePencil **pencil) {
    const FePencilData data = {a->body, a->contact, a->system, a->node};
    return fe_error(fe_pencil_create(&data, pencil));
}

/* --- the questions, on the first rank --- */

/* Part of the mean of the diagonal of A: below it, a motion meets no stiffness beyond rounding. */
static const double NO_STIFFNESS = 1e-11;

/* A body that its contact alone holds back slides away together: then every mu is critical. */
static JudderErr is_held(const Pencil *pencil, bool *held) {
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

static JudderErr ask_classes(const Asking *a, const Pencil *pencil) {
    const size_t n = (size_t)pencil->n;
    double *room = calloc(3 * n * n + n, sizeof *room);
    REQUIRE(room, error_memory());
    double *A = room, *B = A + n * n, *M = B + n * n, *zero = M + n * n;
    const RateProblem problem = {pencil->n, A, B, zero, zero, a->mu};
    JudderErr err = pencil->at(pencil->context, 0, A, B);
    if (err == JUDDER_OK) rate_matrix(&problem, M);
    if (err == JUDDER_OK) err = stability_classes(a->run, pencil->n, M, a->pencil->position);
    free(room);
    return err;
}

static JudderErr ask_all(void *context, const Pencil *pencil) {
    Asking *a = context;
    const Stability *p = a->word;
    const StabilityTarget target = {pencil, a->pencil->position, a->mu};
    if (pencil->n == 0) {
        stability_tell(a->run, "no contact node is in impending slip: nothing can slip away");
        return JUDDER_OK;
    }
    bool held = false;
    TRY(is_held(pencil, &held));
    if (!held) {
        a->run->outcome = STUDY_FAILED;
        snprintf(
            a->run->reason, sizeof a->run->reason,
            "the contact nodes in impending slip can move together without any force, whatever mu: fix more "
            "of the body");
        return JUDDER_OK;
    }
    if (p->critical_mu) TRY(stability_critical(a->run, &target));
    if (p->classes) TRY(ask_classes(a, pencil));
    if (!block_gives(a->run->study, "growth")) return JUDDER_OK;
    for (int i = 0; i < pencil->n && !isnan(p->growth.mu); i++) a->mu[i] = p->growth.mu;
    return stability_growth_scan(a->run, &target);
}

/* --- after every step of the path --- */

typedef struct StepAnswer {
    const Stability *word;
    bool asked; /* something could slip, and the rest holds it */
    EicpReport least;
} StepAnswer;

static JudderErr ask_step(void *context, const Pencil *pencil) {
    StepAnswer *answer = context;
    const size_t n = (size_t)pencil->n;
    const EicpSearch search = {.from = 0, .to = answer->word->up_to_mu, .seconds = answer->word->seconds};
    answer->asked = false;
    if (n > 0) TRY(is_held(pencil, &answer->asked));
    if (!answer->asked) return JUDDER_OK;
    double *room = malloc((2 * n * n + n) * sizeof *room);
    REQUIRE(room, error_memory());
    const Eicp eicp = {pencil->n, room, room + n * n};
    JudderErr err = pencil->at(pencil->context, 0, room, room + n * n);
    if (err == JUDDER_OK) err = eicp_least(&eicp, &search, room + 2 * n * n, &answer->least);
    free(room);
    return err;
}

static const ResultsColumn step_columns[] = {{"s", ""},          {"critical_mu", ""}, {"certified", ""},
                                             {"slip_nodes", ""}, {"stick_nodes", ""}, {"open_nodes", ""}};

static void count_states(const CondensedNode *node, int n, int count[3]) {
    count[0] = count[1] = count[2] = 0;
    for (int k = 0; k < n; k++) count[node[k] == CONDENSED_OPEN ? 2 : node[k] == CONDENSED_STICK ? 1 : 0]++;
}

static JudderErr tell_step(const Asking *a, double s, const StepAnswer *answer) {
    int count[3];
    count_states(a->node, a->contact->n, count);
    const bool found = answer->asked && answer->least.outcome == EICP_FOUND,
               certified = answer->asked && (answer->least.certified || answer->least.outcome == EICP_NONE);
    const double row[] = {s, found ? answer->least.mu : NAN, certified, count[0], count[1], count[2]};
    Value *item = value_object();
    bool good = value_set(item, "s", value_number(s));
    good = value_set(item, "critical_mu", found ? value_number(row[1]) : value_null()) && good;
    good = value_set(item, "certified", answer->asked ? value_flag(certified) : value_null()) && good;
    for (int i = 0; i < 3; i++)
        good = value_set(item, step_columns[3 + i].name, value_count(count[i])) && good;
    Value *list = (Value *)(size_t)value_get(a->run->values, "steps_critical");
    good = value_append(list, item) && good;
    REQUIRE(good, error_memory());
    return a->run->results ? results_series_append(a->run->results, row) : JUDDER_OK;
}

/* One step of the path on all ranks; the answer of the step before is good if no state changed. */
static JudderErr judge_step(Asking *a, const FePathStep *step, bool first, StepAnswer *answer) {
    const size_t bytes = (size_t)a->contact->n * sizeof *a->node;
    int changed = step && (first || memcmp(a->node, step->node, bytes) != 0);
    MPI_Bcast(&changed, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    if (step) memcpy(a->node, step->node, bytes);
    if (changed) {
        FePencil *pencil = NULL;
        TRY(make_pencil(a, &pencil));
        const JudderErr err = fe_error(fe_pencil_ask(pencil, ask_step, answer));
        fe_error(fe_pencil_destroy(&pencil));
        TRY(err);
    }
    return fe_agree(step ? tell_step(a, step->s, answer) : JUDDER_OK);
}

static JudderErr judge_steps(Asking *a) {
    StepAnswer answer = {.word = a->word};
    int steps = a->path->steps;
    const bool leads = fe_rank() == 0;
    JudderErr err = value_child_list(a->run->values, "steps_critical") ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK && a->run->results)
        err = results_series_declare(a->run->results, step_columns,
                                     sizeof step_columns / sizeof *step_columns);
    TRY(fe_agree(err));
    MPI_Bcast(&steps, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    for (int i = 0; i < steps; i++) {
        TRY(judge_step(a, leads ? &a->path->step[i] : NULL, i == 0, &answer));
        if (!fe_stop_requested()) continue;
        a->run->outcome = STUDY_STOPPED;
        snprintf(a->run->reason, sizeof a->run->reason, "interrupted after step %d", i + 1);
        break;
    }
    return JUDDER_OK;
}

/* --- what comes back --- */

/* z and slip rates of a mode of the report. */
static double mode_rates(const Value *mode, double *xi) {
    const Value *vector = value_get(mode, "vector"), *lambda = value_get(mode, "lambda");
    for (size_t i = 0; i < value_length(vector); i++) xi[i] = value_as_number(value_at(vector, i));
    return lambda ? value_as_number(lambda) * value_as_number(lambda) : 0;
}

/* Every mode as a motion of the mesh. */
static JudderErr write_modes(Asking *a) {
    const Mesh *mesh = a->made->mesh;
    const bool leads = fe_rank() == 0;
    const Value *modes = value_get(a->run->values, "modes");
    int count = (int)value_length(modes);
    MPI_Bcast(&count, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    double *xi = calloc((size_t)a->pencil->n + 1, sizeof *xi);
    double *u = leads ? calloc((size_t)mesh->nodes * 2 + 1, sizeof *u) : NULL;
    JudderErr err = fe_agree(xi && (u || !leads) ? JUDDER_OK : error_memory());
    for (int i = 0; i < count && err == JUDDER_OK; i++) {
        char name[32];
        const double z = leads ? mode_rates(value_at(modes, (size_t)i), xi) : 0;
        snprintf(name, sizeof name, "mode_%02d", i + 1);
        err = fe_error(fe_pencil_motion(a->pencil, z, xi, u));
        if (err == JUDDER_OK && a->run->results)
            err = companion_mode_fields(a->run, &(CompanionMode){a->contact, a->node, u}, name);
        err = fe_agree(err);
    }
    free(xi);
    free(u);
    return err;
}

static JudderErr tell_values(const Asking *a, double seconds) {
    Value *values = a->run->values;
    int count[3] = {0};
    for (int k = 0; k < a->contact->n; k++) {
        const SmallContactState state = a->pencil->contact[k].state;
        count[state == SMALL_CONTACT_SLIP ? 0 : state == SMALL_CONTACT_STUCK ? 1 : 2]++;
    }
    bool good = value_set(values, "slip_nodes", value_count(count[0]));
    good = value_set(values, "stick_nodes", value_count(count[1])) && good;
    good = value_set(values, "open_nodes", value_count(count[2])) && good;
    good = value_set(values, "nodes", value_count(a->body->mesh->nodes)) && good;
    good = value_set(values, "contact_nodes", value_count(a->contact->n)) && good;
    good = value_set(values, "factorisations", value_count(a->body->factorisations)) && good;
    return value_set(values, "seconds", value_number(seconds)) && good ? JUDDER_OK : error_memory();
}

static JudderErr ask_pencil(Asking *a) {
    StudyRun *run = a->run;
    const double mu = friction_at_rest(&a->made->friction, 0);
    TRY(make_pencil(a, &a->pencil));
    a->mu = malloc(((size_t)a->pencil->n + 1) * sizeof *a->mu);
    TRY(fe_agree(a->mu ? JUDDER_OK : error_memory()));
    for (int i = 0; i < a->pencil->n; i++) a->mu[i] = mu;
    TRY(fe_error(fe_pencil_ask(a->pencil, ask_all, a)));
    if (a->word->at == STABILITY_AT_EVERY) TRY(judge_steps(a));
    if (run->outcome == STUDY_STOPPED && !run->reason[0])
        snprintf(run->reason, sizeof run->reason, "interrupted");
    TRY(tell_values(a, clock_seconds() - a->begun));
    TRY(fe_agree(run->results ? companion_mesh_fields(run, a->made->mesh) : JUDDER_OK));
    return write_modes(a);
}

/* Steady sliding in the same states. */
static JudderErr ask_flutter(Asking *a, bool rest) {
    const CompanionSlidingBody ask = {a->run, a->body, a->contact, a->node,
                                      a->path ? a->path->state->r : NULL};
    const bool writes = !rest && a->run->results;
    TRY(fe_agree(writes ? companion_mesh_fields(a->run, a->made->mesh) : JUDDER_OK));
    TRY(companion_flutter_body(&ask));
    TRY(fe_agree(stability_compare(a->run)));
    return value_set(a->run->values, "seconds", value_number(clock_seconds() - a->begun)) ? JUDDER_OK
                                                                                          : error_memory();
}

static JudderErr ask_body(Asking *a) {
    TRY(stability_begin(a->run));
    const bool imposed = a->made->params->contact.state != BODY_STATE_PATH;
    if (!imposed) a->path = a->made->computed;
    if (!imposed && (!a->path || !a->path->complete)) {
        a->run->outcome = STUDY_FAILED;
        snprintf(a->run->reason, sizeof a->run->reason, "the path before it did not reach its end");
        return JUDDER_OK;
    }
    const bool rest = a->word->critical_mu || a->word->classes || block_gives(a->run->study, "growth");
    if (rest && !imposed && a->path->whole) {
        a->run->outcome = STUDY_FAILED;
        snprintf(a->run->reason, sizeof a->run->reason,
                 "the path was followed without condensation: stability needs the condensed contact");
        return JUDDER_OK;
    }
    TRY(find_body(a));
    TRY(fe_agree(make_states(a)));
    int failed = a->run->outcome == STUDY_FAILED;
    MPI_Bcast(&failed, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    if (failed) return JUDDER_OK;
    if (rest) TRY(ask_pencil(a));
    return block_gives(a->run->study, "flutter") ? ask_flutter(a, rest) : JUDDER_OK;
}

JudderErr companion_stability(StudyRun *run) {
    Asking a = {.run = run, .made = run->prepared, .word = run->study->params};
    a.begun = clock_seconds();
    const JudderErr err = ask_body(&a);
    let_go(&a);
    return block_locate(run->model, err);
}
