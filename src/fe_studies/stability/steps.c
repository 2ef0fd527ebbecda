/* critical_mu along the path. */
#include "complementarity/eicp.h"
#include "fe/start.h"
#include "fe_studies/stability/asking.h"
#include "results/results.h"
#include "stability/critical.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct StepAnswer {
    const Stability *word;
    bool asked; /* something could slip, and the rest holds it */
    CriticalMu critical;
} StepAnswer;

static JudderErr ask_step(void *context, const Pencil *pencil) {
    StepAnswer *answer = context;
    const size_t n = (size_t)pencil->n;
    const EicpSearch search = {.from = 0, .to = answer->word->up_to_mu, .seconds = answer->word->seconds};
    answer->asked = false;
    if (n > 0) TRY(asking_is_held(pencil, &answer->asked));
    if (!answer->asked) return JUDDER_OK;
    double *x = malloc(n * sizeof *x);
    REQUIRE(x, error_memory());
    const JudderErr err = critical_mu(pencil, &search, x, &answer->critical);
    free(x);
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
    const bool found = answer->asked && answer->critical.least.outcome == EICP_FOUND,
               certified = answer->asked && answer->critical.certified;
    const double row[] = {s,       found ? answer->critical.least.mu : NAN, certified, count[0], count[1],
                          count[2]};
    TRY(answer_add_step(a->run->answer,
                        &(AnswerStep){s, row[1], answer->asked ? answer_of(certified) : ANSWER_UNKNOWN,
                                      count[0], count[1], count[2]}));
    return a->run->results ? results_series_append(a->run->results, row) : JUDDER_OK;
}

/* A place of the path, of the first rank. */
typedef struct Place {
    double s;
    const FePathStep
        *step; /* the last one, or the last change, before it; NULL: the body is not loaded yet */
} Place;

/* Below, a slip direction has not turned: under a growing load forces grow alike, but for rounding. */
static const double NOT_TURNED = 1e-10;

/* The slip of node k against a friction force; whether it turned. */
static bool turn_slip(Asking *a, int k, const double *r_t) {
    const double length = hypot(r_t[0], r_t[1]);
    if (!(length > 0)) return false; /* no force says where to: as before */
    const double to[2] = {-r_t[0] / length, -r_t[1] / length};
    double *slip = a->slip + 2 * k;
    if (hypot(to[0] - slip[0], to[1] - slip[1]) <= NOT_TURNED) return false;
    slip[0] = to[0], slip[1] = to[1];
    return true;
}

/* States, and in space directions of slip, become those of a place; whether any differs from those before. */
static bool go_to(Asking *a, const Place *place) {
    bool changed = false;
    for (int k = 0; k < a->contact->n; k++) {
        const CondensedNode node = place->step              ? place->step->node[k]
                                   : a->contact->gap[k] > 0 ? CONDENSED_OPEN
                                                            : CONDENSED_STICK;
        changed = changed || a->node[k] != node;
        a->node[k] = node;
        if (node == CONDENSED_SLIP) changed = turn_slip(a, k, place->step->r_t + 2 * k) || changed;
    }
    return changed;
}

/* One place on all ranks (NULL but on the first); the answer of the one before is good if nothing changed. */
static JudderErr judge_place(Asking *a, const Place *place, bool first, StepAnswer *answer) {
    int changed = place && (go_to(a, place) || first);
    MPI_Bcast(&changed, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    if (changed) {
        FePencil *pencil = NULL;
        TRY(asking_pencil(a, &pencil));
        const JudderErr err = fe_error(fe_pencil_ask(pencil, ask_step, answer));
        fe_error(fe_pencil_destroy(&pencil));
        TRY(err);
    }
    return fe_agree(place ? tell_step(a, place->s, answer) : JUDDER_OK);
}

static Place place_at(const FePath *path, double s) {
    Place place = {.s = s};
    for (int i = 0; i < path->steps && path->step[i].s <= s * (1 + 1e-12); i++) place.step = &path->step[i];
    return place;
}

/* How many places are requested; on the first rank. */
static int count_places(const Asking *a) {
    int count = (int)a->word->at.numbers.count;
    for (int i = 0; a->word->at.numbers.count == 0 && i < a->path->steps; i++)
        count += a->path->step[i].whole;
    return count;
}

/* The next of them; `at` counts steps of the path, or numbers of the list. */
static Place next_place(const Asking *a, int *at) {
    const Numbers *list = &a->word->at.numbers;
    if (list->count > 0) return place_at(a->path, list->at[(*at)++]);
    while (!a->path->step[*at].whole) (*at)++;
    const FePathStep *step = &a->path->step[(*at)++];
    return (Place){step->s, step};
}

static JudderErr judge_places(Asking *a) {
    StepAnswer answer = {.word = a->word};
    const bool leads = fe_rank() == 0;
    int count = leads ? count_places(a) : 0, at = 0;
    MPI_Bcast(&count, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        const Place place = leads ? next_place(a, &at) : (Place){0};
        TRY(judge_place(a, leads ? &place : NULL, i == 0, &answer));
        if (!fe_stop_requested()) continue;
        a->run->outcome = STUDY_STOPPED;
        snprintf(a->run->reason, sizeof a->run->reason, "interrupted after step %d", i + 1);
        break;
    }
    return JUDDER_OK;
}

JudderErr asking_steps(const Asking *a) {
    const size_t n = (size_t)a->contact->n;
    Asking here = *a; /* with states of its own: the other answers are about the end of the path */
    here.node = calloc(n + 1, sizeof *here.node);
    here.slip = calloc(2 * n + 1, sizeof *here.slip);
    a->run->answer->steps_told = true;
    JudderErr err = here.node && here.slip ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK && a->run->results)
        err = results_series_declare(a->run->results, step_columns,
                                     sizeof step_columns / sizeof *step_columns);
    err = fe_agree(err);
    if (err == JUDDER_OK) err = judge_places(&here);
    free(here.node);
    free(here.slip);
    return err;
}
