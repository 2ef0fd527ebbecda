/* flutter = { ... } of anything with sparse matrices: the roots of one mu, then the map in mu. */
#include "fe_studies/stability/flutter.h"

#include "base/bytes.h"
#include "fe/flutter/map.h"
#include "fe/sparse/matrix.h"
#include "fe/start.h"
#include "fe_studies/studies.h"
#include "stability/flutter/flutter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_FOLLOWED = 150 }; /* modes that a map follows at most */

static bool flutter_leads(void) {
    return fe_rank() == 0;
}

/* The middle of the band in z; 0 without an upper end: the lowest modes. */
static double target_of(const FlutterSearch *search) {
    if (isinf(search->to)) return search->from;
    return sqrt((search->from * search->from + search->to * search->to) / 2);
}

static int flutter_by_growth(const void *a, const void *b) {
    const FlutterRoot *x = a, *y = b;
    const double grows_x = fmax(x->re, 0), grows_y = fmax(y->re, 0);
    if (grows_x != grows_y) return grows_x < grows_y ? 1 : -1;
    return (x->im > y->im) - (x->im < y->im);
}

/* Every root as one of its own, rounding on the axis cleared: growth of 1e-10 of a frequency is none. */
static JudderErr sort_roots(const FePairs *pairs, FlutterRoots *roots) {
    *roots = (FlutterRoots){.at = calloc((size_t)pairs->count + 1, sizeof *roots->at)};
    REQUIRE(roots->at, error_memory());
    roots->count = pairs->count;
    for (int i = 0; i < pairs->count; i++) roots->at[i] = pairs->at[i];
    qsort(roots->at, (size_t)roots->count, sizeof *roots->at, flutter_by_growth);
    return JUDDER_OK;
}

/* --- the map --- */

/* How many modes to follow; 0: too many. */
static JudderErr modes_to_follow(const FeStudyFlutter *ask, FlutterSearch *search) {
    int below = 0;
    if (search->up_to > 0 && ask->sliding->states > 0) {
        if (flutter_leads())
            stability_tell(ask->run, "friction has a memory: the roots at mu = %g alone are reported",
                           ask->mu);
        search->up_to = 0;
    }
    if (search->up_to == 0) search->lowest = 0;
    if (isinf(search->to) || search->up_to == 0 || ask->asymmetric) return JUDDER_OK;
    TRY(fe_error(fe_modes_below(ask->sliding, search->to, &below)));
    search->lowest = below + 2;
    if (search->lowest <= MOST_FOLLOWED) return JUDDER_OK;
    if (flutter_leads())
        stability_tell(ask->run,
                       "%d modes lie below %g Hz: at most %d are followed in mu, so the roots at mu = %g "
                       "alone are reported",
                       below, search->to / (2 * M_PI), MOST_FOLLOWED, ask->mu);
    search->lowest = 0;
    return JUDDER_OK;
}

static void keep_map(const FeStudyFlutter *ask, const FeMap *map) {
    AnswerSliding *sliding = &ask->run->answer->sliding;
    sliding->projected = true;
    sliding->samples = map->samples;
    sliding->dimension = map->dimension;
    sliding->residual = map->residual;
}

static JudderErr flutter_follow(const FeStudyFlutter *ask, FlutterAnswer *answer) {
    FeMap map = {.divergence = NAN, .whole = true};
    TRY(modes_to_follow(ask, &answer->search));
    answer->divergence = NAN;
    if (answer->search.lowest > 0) {
        TRY(fe_error(fe_map_follow(ask->sliding, &answer->search, &map)));
        answer->followed = true;
        answer->merging = &map.merging;
        answer->intervals = fe_sliding_damped(ask->sliding) ? &map.intervals : NULL;
        answer->divergence = map.divergence;
    }
    const JudderErr err = flutter_leads() ? stability_flutter_tell(ask->run, answer) : JUDDER_OK;
    if (answer->followed) keep_map(ask, &map);
    int whole = map.whole;
    MPI_Bcast(&whole, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    if (!whole) ask->run->outcome = STUDY_STOPPED;
    fe_map_release(&map);
    return fe_agree(err);
}

/* --- what belongs to each root --- */

static JudderErr add_parts(const FeStudyFlutter *ask, int place, const double *parts) {
    const AnswerSliding *sliding = &ask->run->answer->sliding;
    for (int k = 0; k < ask->sliding->of.slides && (size_t)place < sliding->roots; k++)
        TRY(answer_add_part(&sliding->root[place],
                            &(AnswerPart){ask->position[k], parts[2 * k], parts[2 * k + 1]}));
    return JUDDER_OK;
}

static JudderErr tell_participation(const FeStudyFlutter *ask, const FePairs *pairs, int which, int place) {
    const FlutterRoot *root = &pairs->at[which];
    const FeDriven driven = {{root->re, root->im, pairs->x[which], pairs->y[which]},
                             pairs->left_x[which],
                             pairs->left_y[which],
                             ask->mu};
    double *parts = calloc(2 * (size_t)ask->sliding->of.slides + 1, sizeof *parts);
    JudderErr err = fe_agree(parts ? JUDDER_OK : error_memory());
    if (err == JUDDER_OK) err = fe_error(fe_sliding_participation(ask->sliding, &driven, parts));
    if (err == JUDDER_OK) err = fe_agree(flutter_leads() ? add_parts(ask, place, parts) : JUDDER_OK);
    free(parts);
    return err;
}

static JudderErr tell_each(const FeStudyFlutter *ask, const FlutterAnswer *answer, const FePairs *pairs) {
    int place = 0;
    for (int i = 0; i < answer->roots->count; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (!stability_flutter_lists(&answer->search, root)) continue;
        const int which = root->vector;
        if (pairs->left_x) TRY(tell_participation(ask, pairs, which, place));
        const FeMotion motion = {root->re, root->im, pairs->x[which], pairs->y[which]};
        if (ask->shape) TRY(ask->shape(ask->context, place, &motion));
        place++;
    }
    return JUDDER_OK;
}

/* --- what a sweep follows --- */

/* Two real vectors of the sliding and its masses, each on the first rank. */
static PetscErrorCode gather_motion(const FeSliding *s, const FeMotion *motion, double *const to[3]) {
    PetscFunctionBeginUser;
    PetscCall(MatGetDiagonal(s->M_0, s->part));
    PetscCall(fe_vector_gather(s->part, to[0]));
    PetscCall(fe_vector_gather(motion->x, to[1]));
    PetscCall(fe_vector_gather(motion->y, to[2]));
    PetscFunctionReturn(0);
}

/* Which rows move, which of them slide, and in the plane which way: the dof along the slip has its sign. */
static uint64_t space_of(const FeStudyFlutter *ask) {
    const FeSlidingData *of = &ask->sliding->of;
    PetscInt rows = 0;
    MatGetSize(of->K, &rows, NULL);
    uint64_t sum = bytes_sum(ask->space ? ask->space : BYTES_SUM_START, of->held,
                             (size_t)rows * sizeof *of->held);
    for (int k = 0; k < of->slides; k++) {
        const FeSlide *s = &of->slide[k];
        const bool forward = s->along[fabs(s->along[0]) < fabs(s->along[1])] > 0;
        sum = bytes_sum(sum, s->row, (size_t)s->rows * sizeof *s->row);
        if (s->rows == 2) sum = bytes_sum(sum, &forward, sizeof forward);
    }
    return sum;
}

/* Those that are listed, in the same order. */
static JudderErr keep_motions(const FeStudyFlutter *ask, const FlutterAnswer *answer, const FePairs *pairs) {
    const size_t n = (size_t)ask->sliding->n;
    double *room = malloc(3 * n * sizeof *room);
    double *const parts[3] = {room, room + n, room + 2 * n};
    JudderErr err = fe_agree(room ? JUDDER_OK : error_memory());
    ask->run->motions->dofs = ask->sliding->n;
    ask->run->motions->space = space_of(ask);
    for (int i = 0; i < answer->roots->count && err == JUDDER_OK; i++) {
        const FlutterRoot *root = &answer->roots->at[i];
        if (!stability_flutter_lists(&answer->search, root)) continue;
        const FeMotion motion = {root->re, root->im, pairs->x[root->vector], pairs->y[root->vector]};
        const WeighedMotion weighed = {(int)n, parts[0], root->re, root->im, parts[1], parts[2]};
        err = fe_error(gather_motion(ask->sliding, &motion, parts));
        if (err == JUDDER_OK && flutter_leads()) err = motions_add(ask->run->motions, &weighed);
        err = fe_agree(err);
    }
    free(room);
    return err;
}

/* Whether the list may end before the band does: those that lie nearest to the target are listed, so that it
 * holds all roots as near as its last one, and no damped ones that are far from the axis. */
static bool is_cut(const FeStudyFlutter *ask, const FlutterSearch *search, const FePairs *pairs) {
    const double target = target_of(search);
    double reach = 0;
    if (fe_sliding_damped(ask->sliding) || !pairs->complete) return true;
    for (int i = 0; i < pairs->count; i++)
        reach = fmax(reach, hypot(pairs->at[i].re, pairs->at[i].im - target));
    const bool covers = reach >= target - search->from && reach >= search->to - target;
    return !covers && pairs->count < ask->sliding->n;
}

/* What a count does not tell of a list that may be too short. */
static void tell_pairs(const FeStudyFlutter *ask, const FlutterAnswer *answer, const FePairs *pairs) {
    if (!pairs->complete)
        stability_tell(ask->run, "not all roots that were requested converged: %d did", pairs->count);
    else if (isfinite(answer->search.to) && !answer->is_counted && answer->cut)
        stability_tell(ask->run,
                       "the roots in the band were not counted: there may be more than the %d that are "
                       "listed",
                       stability_flutter_listed(answer).listed);
}

/* The lowest frequency, where none was found in the band; else not looked for. */
static JudderErr find_lowest(const FeStudyFlutter *ask, const FlutterAnswer *answer, double *lowest) {
    const FePairsWanted wanted = {.mu = ask->mu, .count = 1};
    FePairs pairs;
    int listed = stability_flutter_listed(answer).listed;
    *lowest = NAN;
    MPI_Bcast(&listed, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    if (listed > 0) return JUDDER_OK;
    TRY(fe_error(fe_pairs_find(ask->sliding, &wanted, &pairs)));
    if (pairs.count > 0) *lowest = pairs.at[0].im;
    return fe_error(fe_pairs_release(&pairs));
}

static JudderErr judge_fit(const FeStudyFlutter *ask, const FlutterAnswer *answer, bool *fits) {
    double lowest;
    TRY(find_lowest(ask, answer, &lowest));
    TRY(fe_agree(stability_flutter_fits(ask->run, answer, lowest, fits)));
    int all = *fits;
    MPI_Bcast(&all, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    *fits = all;
    return JUDDER_OK;
}

/* A count that did not look for the roots, against those that were found. Collective. */
static JudderErr count_roots(const FeStudyFlutter *ask, const FePairs *pairs, FlutterAnswer *answer) {
    const FeBand band = {ask->mu, answer->search.from, answer->search.to, !ask->asymmetric};
    FeCount count;
    TRY(fe_count_roots(ask->sliding, &band, &count));
    answer->is_counted = count.counted;
    answer->counted = count.roots;
    answer->counted_growing = count.settled ? count.growing : -1;
    answer->cut = is_cut(ask, &answer->search, pairs);
    return JUDDER_OK;
}

JudderErr fe_study_flutter(const FeStudyFlutter *ask) {
    const StabilityFlutter *p = &((const Stability *)ask->run->study->params)->flutter;
    FlutterAnswer answer = {.search = stability_flutter_search(ask->run), .mu = ask->mu, .mesh = ask->mesh};
    FlutterRoots roots = {0};
    FePairs pairs;
    const FePairsWanted wanted = {
        .mu = ask->mu, .omega = target_of(&answer.search), .count = (int)p->count, .left = p->participation};
    TRY(fe_error(fe_pairs_find(ask->sliding, &wanted, &pairs)));
    answer.roots = &roots;
    JudderErr err = fe_agree(sort_roots(&pairs, &roots));
    bool fits = true;
    if (err == JUDDER_OK) err = judge_fit(ask, &answer, &fits);
    if (err == JUDDER_OK && stability_keeps_motions(ask->run)) err = keep_motions(ask, &answer, &pairs);
    if (err == JUDDER_OK && fits) err = fe_agree(count_roots(ask, &pairs, &answer));
    if (err == JUDDER_OK && flutter_leads() && fits) tell_pairs(ask, &answer, &pairs);
    if (err == JUDDER_OK && fits) err = flutter_follow(ask, &answer);
    if (err == JUDDER_OK && fits) err = tell_each(ask, &answer, &pairs);
    flutter_roots_release(&roots);
    const JudderErr end = fe_error(fe_pairs_release(&pairs));
    return err == JUDDER_OK ? end : err;
}
