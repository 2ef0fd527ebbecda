/* branches{} of the inclusion: the graph itself, and all solutions at given loads. (DI-1) */
#include "study/inclusion/inclusion_model.h"

#include "base/field.h"
#include "study/studies.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Branches {
    Numbers load;
    const char *name;
} Branches;

static const Param branches_params[] = {
    FIELD(Branches, load, NUMBERS, "loads at which to list all solutions"),
    FIELD(Branches, name, TEXT, "how the study is called in the result", .preset_text = "branches"),
    {0},
};

const Word branches_word = {
    .name = "branches",
    .kind = "study",
    .summary =
        "Lists the stable and unstable branches of the graph, its folds, and all solutions at given loads.",
    .reference = "DI-1",
    .papers = "renard1998",
    .example = "branches{ load = {0.6, 0.75} }",
    .params = branches_params,
    .size = sizeof(Branches)};

JudderErr branches_check(StudyRun *run) {
    const InclusionPrepared *prepared = run->prepared;
    study_note(run, "list the branches of a graph of %zu pieces", prepared->graph->count);
    return JUDDER_OK;
}

static const char *const root_kind_names[] = {"stable", "unstable", "fold"};

/* Runs of pieces of one trend, with the ends where they fold. */
static bool list_branches(const Graph *graph, Value *branches, Value *folds) {
    bool good = true;
    for (size_t i = 0, end; i < graph->count; i = end) {
        for (end = i + 1; end < graph->count && graph->pieces[end].trend == graph->pieces[i].trend;) end++;
        const GraphPiece *first = &graph->pieces[i], *last = &graph->pieces[end - 1];
        Value *branch = value_object();
        good = value_set(branch, "kind",
                         value_text(first->trend > 0   ? "stable"
                                    : first->trend < 0 ? "unstable"
                                                       : "flat")) &&
               good;
        good = value_set(branch, "v_from", value_number(first->v0)) && good;
        good = value_set(branch, "v_to", value_number(last->v1)) && good;
        good = value_set(branch, "load_from", value_number(first->b0)) && good;
        good = value_set(branch, "load_to", value_number(last->b1)) && good;
        good = value_append(branches, branch) && good;
        if (end == graph->count) break;
        Value *fold = value_object();
        good = value_set(fold, "v", value_number(last->v1)) && good;
        good = value_set(fold, "load", value_number(last->b1)) && good;
        good = value_append(folds, fold) && good;
    }
    return good;
}

static JudderErr list_roots(const Graph *graph, double load, Value *roots) {
    const size_t count = graph_roots(graph, load, NULL, 0);
    GraphRoot *found = calloc(count + 1, sizeof *found);
    REQUIRE(found, error_memory());
    graph_roots(graph, load, found, count);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        Value *root = value_object();
        good = value_set(root, "load", value_number(load)) && good;
        good = value_set(root, "v", value_number(found[i].v)) && good;
        good = value_set(root, "kind", value_text(root_kind_names[found[i].kind])) && good;
        good = value_set(root, "residual", value_number(graph_residual(graph, load, found[i].v))) && good;
        good = value_append(roots, root) && good;
    }
    free(found);
    return good ? JUDDER_OK : error_memory();
}

JudderErr branches_run(StudyRun *run) {
    const InclusionPrepared *prepared = run->prepared;
    const Branches *p = run->study->params;
    const double begin = clock_seconds();
    Value *branches = value_child_list(run->values, "branches"),
          *folds = value_child_list(run->values, "folds");
    Value *roots = value_child_list(run->values, "roots");
    bool good = list_branches(prepared->graph, branches, folds);
    study_note(run, "%zu branches, %zu folds", value_length(branches), value_length(folds));
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; i < p->load.count && err == JUDDER_OK; i++)
        err = list_roots(prepared->graph, p->load.at[i], roots);
    good = value_set(run->values, "seconds", value_number(clock_seconds() - begin)) && good;
    TRY(err);
    TRY(inclusion_write_graph(run));
    return good ? JUDDER_OK : error_memory();
}
