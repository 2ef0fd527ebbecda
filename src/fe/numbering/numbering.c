#include "fe/numbering/numbering.h"

#include "fe/start.h"

#include <petscmat.h>
#include <stdlib.h>

void numbering_destroy(Numbering **numbering) {
    if (!*numbering) return;
    free((*numbering)->number);
    free((*numbering)->start);
    free((*numbering)->column);
    free(*numbering);
    *numbering = NULL;
}

/* Scotch's random numbers from their beginning; there if PETSc was built with it. */
void SCOTCH_randomReset(void) __attribute__((weak));

/* The graph as PETSc wants it: without the node itself, in memory that PETSc frees. */
static PetscErrorCode adjacency_create(const NodeGraph *graph, Mat *adjacency) {
    PetscInt *start, *next;
    PetscFunctionBeginUser;
    PetscCall(PetscMalloc1((size_t)graph->unknowns + 1, &start));
    PetscCall(PetscMalloc1((size_t)graph->start[graph->unknowns] + 1, &next));
    start[0] = 0;
    for (int u = 0; u < graph->unknowns; u++) {
        PetscInt at = start[u];
        for (int k = graph->start[u]; k < graph->start[u + 1]; k++)
            if (graph->next[k] != u) next[at++] = graph->next[k];
        start[u + 1] = at;
    }
    PetscCall(
        MatCreateMPIAdj(PETSC_COMM_SELF, graph->unknowns, graph->unknowns, start, next, NULL, adjacency));
    PetscFunctionReturn(0);
}

/* Not collective. */
static PetscErrorCode numbering_cut(const NodeGraph *graph, int ranks, int *part) {
    Mat adjacency;
    MatPartitioning partitioning;
    IS parts;
    const PetscInt *rank_of;
    PetscFunctionBeginUser;
    PetscCall(adjacency_create(graph, &adjacency));
    PetscCall(MatPartitioningCreate(PETSC_COMM_SELF, &partitioning));
    PetscCall(MatPartitioningSetAdjacency(partitioning, adjacency));
    PetscCall(MatPartitioningSetType(partitioning, MATPARTITIONINGPTSCOTCH));
    PetscCall(MatPartitioningSetNParts(partitioning, ranks));
    PetscCall(MatPartitioningSetFromOptions(partitioning));
    if (SCOTCH_randomReset) SCOTCH_randomReset();
    PetscCall(MatPartitioningApply(partitioning, &parts));
    PetscCall(ISGetIndices(parts, &rank_of));
    for (int u = 0; u < graph->unknowns; u++) part[u] = (int)rank_of[u];
    PetscCall(ISRestoreIndices(parts, &rank_of));
    PetscCall(ISDestroy(&parts));
    PetscCall(MatPartitioningDestroy(&partitioning));
    PetscCall(MatDestroy(&adjacency));
    PetscFunctionReturn(0);
}

/* The rank of every unknown, the same on all ranks and in every run, to which results owe their last bits: so
 * the first rank cuts the whole graph, for PTSCOTCH on several ranks cuts as messages come in. Collective. */
static PetscErrorCode numbering_partition(const NodeGraph *graph, int ranks, int *part) {
    PetscFunctionBeginUser;
    if (fe_rank() == 0) PetscCall(numbering_cut(graph, ranks, part));
    PetscCallMPI(MPI_Bcast(part, graph->unknowns, MPI_INT, 0, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* Ascending; rows are short. */
static void numbering_sort_row(int *row, int count) {
    for (int i = 1; i < count; i++) {
        const int number = row[i];
        int j = i;
        for (; j > 0 && row[j - 1] > number; j--) row[j] = row[j - 1];
        row[j] = number;
    }
}

/* The rows of this rank's unknowns; order[i] is the unknown with the number first + i. */
static JudderErr numbering_list_rows(const NodeGraph *graph, const int *number, const int *order,
                                     Numbering *made) {
    made->start = calloc((size_t)made->count + 1, sizeof *made->start);
    REQUIRE(made->start, error_memory());
    for (int i = 0; i < made->count; i++)
        made->start[i + 1] = made->start[i] + graph->start[order[i] + 1] - graph->start[order[i]];
    made->column = malloc(((size_t)made->start[made->count] + 1) * sizeof *made->column);
    REQUIRE(made->column, error_memory());
    for (int i = 0; i < made->count; i++) {
        int *row = made->column + made->start[i];
        const int *next = graph->next + graph->start[order[i]], entries = made->start[i + 1] - made->start[i];
        for (int k = 0; k < entries; k++) row[k] = number[next[k]];
        numbering_sort_row(row, entries);
    }
    return JUDDER_OK;
}

/* Numbers all unknowns rank by rank; number[unknown]. Every rank does it for all, which costs less
 * than telling each other. */
static PetscErrorCode numbering_number_parts(const NodeGraph *graph, const int *part, int ranks, int *number,
                                             Numbering *made) {
    PetscMPIInt rank;
    int *order, first = 0;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
    PetscCall(PetscMalloc1(graph->unknowns + 1, &order));
    for (int r = 0; r < ranks; r++) {
        int count;
        PetscCall(fe_code(node_graph_order(graph, part, r, order, &count)));
        for (int i = 0; i < count; i++) number[order[i]] = first + i;
        if (r == rank) made->first = first, made->count = count;
        first += count;
    }
    for (int u = 0; u < graph->unknowns; u++)
        if (number[u] >= made->first && number[u] < made->first + made->count)
            order[number[u] - made->first] = u;
    PetscCall(fe_code(numbering_list_rows(graph, number, order, made)));
    PetscCall(PetscFree(order));
    PetscFunctionReturn(0);
}

static PetscErrorCode numbering_fill(const Mesh *mesh, const NodeGraph *graph, Numbering *made) {
    PetscMPIInt ranks;
    int *part, *number;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    PetscCall(PetscCalloc2(graph->unknowns + 1, &part, graph->unknowns + 1, &number));
    if (ranks > 1 && graph->unknowns > ranks) PetscCall(numbering_partition(graph, ranks, part));
    PetscCall(numbering_number_parts(graph, part, ranks, number, made));
    made->unknowns = graph->unknowns;
    made->number = malloc(((size_t)mesh->nodes + 1) * sizeof *made->number);
    if (!made->number) PetscCall(fe_code(error_memory()));
    for (int i = 0; i < mesh->nodes; i++)
        made->number[i] = graph->unknown[i] < 0 ? -1 : number[graph->unknown[i]];
    PetscCall(PetscFree2(part, number));
    PetscFunctionReturn(0);
}

PetscErrorCode numbering_create(const Mesh *mesh, Numbering **numbering) {
    NodeGraph *graph;
    PetscFunctionBeginUser;
    *numbering = calloc(1, sizeof **numbering);
    if (!*numbering) PetscCall(fe_code(error_memory()));
    PetscCall(fe_code(node_graph_create(mesh, &graph)));
    const PetscErrorCode code = numbering_fill(mesh, graph, *numbering);
    node_graph_destroy(&graph);
    if (code) numbering_destroy(numbering);
    PetscCall(code);
    PetscFunctionReturn(0);
}
