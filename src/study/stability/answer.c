/* The memory of an answer. */
#include "study/stability/answer.h"

#include "base/array/grow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

StabilityAnswer *answer_create(void) {
    StabilityAnswer *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->critical = (AnswerCritical){.mu = NAN, .proved = {NAN, NAN}};
    a->sliding = (AnswerSliding){
        .counted = -1, .mu = NAN, .frequency = NAN, .followed_to = NAN, .nodes = -1, .moving_dofs = -1};
    a->vibration_growth = a->vibration_frequency = a->seconds = NAN;
    return a;
}

static void answer_release_modes(AnswerModes *modes) {
    for (size_t i = 0; i < modes->count; i++) free(modes->at[i].memory);
    free(modes->at);
}

void answer_destroy(StabilityAnswer **answer) {
    StabilityAnswer *a = *answer;
    if (!a) return;
    answer_release_modes(&a->modes);
    answer_release_modes(&a->rates.solutions);
    for (int i = 0; i < 3; i++) free(a->classes[i].rows), free(a->classes[i].vector);
    for (size_t i = 0; i < a->sliding.roots; i++) free(a->sliding.root[i].part);
    free(a->sliding.root);
    merging_release(&a->sliding.merging);
    free(a->sliding.unstable.at);
    free(a->growth.lambda);
    free(a->growth.open.at);
    free(a->step);
    free(a);
    *answer = NULL;
}

/* A copy in memory that is handed out piece by piece; none of NULL. */
static const void *answer_keep(char **memory, const void *from, size_t size) {
    if (!from) return NULL;
    const void *kept = memcpy(*memory, from, size);
    *memory += size;
    return kept;
}

JudderErr answer_add_mode(StabilityAnswer *answer, const StabilityMode *mode) {
    AnswerModes *list = mode->kind == MODE_RESPONSE ? &answer->rates.solutions : &answer->modes;
    const size_t n = (size_t)mode->count, dofs = mode->motion ? (size_t)mode->dofs : 0;
    REQUIRE(grow(&list->at, &list->room, list->count + 1, sizeof *list->at), error_memory());
    char *memory = malloc((n + dofs) * sizeof(double) + n * (sizeof(int) + 2 * sizeof(bool)) + 1);
    REQUIRE(memory, error_memory());
    StabilityMode *own = &list->at[list->count++];
    *own = *mode;
    own->memory = memory;
    own->vector = answer_keep(&memory, mode->vector, n * sizeof(double));
    own->motion = answer_keep(&memory, mode->motion, dofs * sizeof(double));
    own->position = answer_keep(&memory, mode->position, n * sizeof(int));
    own->open = answer_keep(&memory, mode->open, n * sizeof(bool));
    own->slips = answer_keep(&memory, mode->slips, n * sizeof(bool));
    return JUDDER_OK;
}

JudderErr answer_add_growth(AnswerGrowth *growth, double lambda) {
    REQUIRE(grow(&growth->lambda, &growth->room, growth->count + 1, sizeof lambda), error_memory());
    growth->lambda[growth->count++] = lambda;
    return JUDDER_OK;
}

JudderErr answer_add_interval(AnswerIntervals *list, double from, double to) {
    REQUIRE(grow(&list->at, &list->room, list->count + 1, sizeof *list->at), error_memory());
    list->at[list->count++] = (MuInterval){from, to, NAN};
    return JUDDER_OK;
}

JudderErr answer_add_root(AnswerSliding *sliding, const FlutterRoot *root) {
    REQUIRE(grow(&sliding->root, &sliding->room, sliding->roots + 1, sizeof *sliding->root), error_memory());
    sliding->root[sliding->roots++] = (AnswerRoot){.root = *root};
    return JUDDER_OK;
}

JudderErr answer_add_part(AnswerRoot *root, const AnswerPart *part) {
    REQUIRE(grow(&root->part, &root->room, root->parts + 1, sizeof *part), error_memory());
    root->part[root->parts++] = *part;
    root->driven = true;
    return JUDDER_OK;
}

JudderErr answer_add_step(StabilityAnswer *answer, const AnswerStep *step) {
    REQUIRE(grow(&answer->step, &answer->step_room, answer->steps + 1, sizeof *step), error_memory());
    answer->step[answer->steps++] = *step;
    return JUDDER_OK;
}

JudderErr answer_set_merging(AnswerSliding *sliding, const MergingList *list) {
    sliding->merging.at = malloc(((size_t)list->count + 1) * sizeof *list->at);
    REQUIRE(sliding->merging.at, error_memory());
    for (int i = 0; i < list->count; i++) sliding->merging.at[sliding->merging.count++] = list->at[i];
    return JUDDER_OK;
}

JudderErr answer_set_minor(AnswerClass *found, int n, const bool *set, const int *position) {
    found->rows = malloc(((size_t)n + 1) * sizeof *found->rows);
    REQUIRE(found->rows, error_memory());
    found->refuted = true;
    for (int i = 0; i < n; i++)
        if (set[i]) found->rows[found->count++] = position[i];
    return JUDDER_OK;
}

JudderErr answer_set_vector(AnswerClass *found, const double *vector, size_t count) {
    found->vector = malloc((count + 1) * sizeof *vector);
    REQUIRE(found->vector, error_memory());
    found->refuted = true;
    memcpy(found->vector, vector, count * sizeof *vector);
    found->count = count;
    return JUDDER_OK;
}
