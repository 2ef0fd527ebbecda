/* critical_mu along the path. */
#include "companion/stability/asking.h"
#include "fe/start.h"
#include "stability/critical.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (n > 0) TRY(asking_is_held(pencil, &answer->asked));
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
        TRY(asking_pencil(a, &pencil));
        const JudderErr err = fe_error(fe_pencil_ask(pencil, ask_step, answer));
        fe_error(fe_pencil_destroy(&pencil));
        TRY(err);
    }
    return fe_agree(step ? tell_step(a, step->s, answer) : JUDDER_OK);
}

/* The states where the loads have come to s: those after the last change before it, or of the
 * unloaded body. */
static void states_at(const FePath *path, double s, FePathStep *found) {
    const FePathStep *last = NULL;
    for (int i = 0; i < path->steps && path->step[i].s <= s * (1 + 1e-12); i++) last = &path->step[i];
    found->s = s;
    for (int k = 0; k < path->contact->n; k++)
        found->node[k] = last ? last->node[k] : path->contact->gap[k] > 0 ? CONDENSED_OPEN : CONDENSED_STICK;
}

/* How many places are asked for; on the first rank. */
static int count_places(const Asking *a) {
    int count = (int)a->word->at.numbers.count;
    for (int i = 0; a->word->at.numbers.count == 0 && i < a->path->steps; i++)
        count += a->path->step[i].whole;
    return count;
}

/* The next of them; `at` counts steps of the path, or numbers of the list. */
static void next_place(const Asking *a, int *at, FePathStep *place) {
    const Numbers *list = &a->word->at.numbers;
    if (list->count > 0) {
        states_at(a->path, list->at[(*at)++], place);
        return;
    }
    while (!a->path->step[*at].whole) (*at)++;
    place->s = a->path->step[*at].s;
    memcpy(place->node, a->path->step[(*at)++].node, (size_t)a->contact->n * sizeof *place->node);
}

static JudderErr judge_places(Asking *a, FePathStep *place) {
    StepAnswer answer = {.word = a->word};
    const bool leads = fe_rank() == 0;
    int count = leads ? count_places(a) : 0, at = 0;
    MPI_Bcast(&count, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        if (leads) next_place(a, &at, place);
        TRY(judge_step(a, leads ? place : NULL, i == 0, &answer));
        if (!fe_stop_requested()) continue;
        a->run->outcome = STUDY_STOPPED;
        snprintf(a->run->reason, sizeof a->run->reason, "interrupted after step %d", i + 1);
        break;
    }
    return JUDDER_OK;
}

JudderErr asking_steps(Asking *a) {
    const size_t n = (size_t)a->contact->n;
    FePathStep place = {.node = calloc(2 * n + 1, sizeof *place.node)};
    CondensedNode *asked = place.node ? place.node + n : NULL; /* states that the other answers are about */
    if (asked) memcpy(asked, a->node, n * sizeof *asked);
    JudderErr err = place.node && value_child_list(a->run->values, "steps_critical") ? JUDDER_OK
                                                                                     : error_memory();
    if (err == JUDDER_OK && a->run->results)
        err = results_series_declare(a->run->results, step_columns,
                                     sizeof step_columns / sizeof *step_columns);
    err = fe_agree(err);
    if (err == JUDDER_OK) err = judge_places(a, &place);
    if (asked) memcpy(a->node, asked, n * sizeof *asked);
    free(place.node);
    return err;
}
