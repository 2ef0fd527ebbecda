#include "fe/body/numbering.h"

#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

void numbering_destroy(Numbering **numbering) {
    if (!*numbering) return;
    free((*numbering)->number);
    free((*numbering)->start);
    free((*numbering)->column);
    free(*numbering);
    *numbering = NULL;
}

/* An unknown and where it is. */
typedef struct Place {
    double x[3]; /* the coordinate by which it is sorted first */
    int unknown;
} Place;

static int compare(const void *a, const void *b) {
    const Place *one = a, *two = b;
    for (int i = 0; i < 3; i++)
        if (one->x[i] != two->x[i]) return one->x[i] < two->x[i] ? -1 : 1;
    return (one->unknown > two->unknown) - (one->unknown < two->unknown);
}

/* Turns the coordinates until the longest extent is the first one. */
static void turn_longest_first(Place *place, int count) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < count; k++)
        for (int i = 0; i < 3; i++) {
            low[i] = fmin(low[i], place[k].x[i]);
            high[i] = fmax(high[i], place[k].x[i]);
        }
    int longest = 0;
    for (int i = 1; i < 3; i++)
        if (high[i] - low[i] > high[longest] - low[longest]) longest = i;
    for (int k = 0; k < count; k++) {
        const Place old = place[k];
        for (int i = 0; i < 3; i++) place[k].x[i] = old.x[(longest + i) % 3];
    }
}

/* Cuts across the longest extent, again and again, until each rank has its share. */
static void bisect(Place *place, int count, int rank, int ranks, int *part) {
    if (ranks == 1) {
        for (int k = 0; k < count; k++) part[place[k].unknown] = rank;
        return;
    }
    turn_longest_first(place, count);
    qsort(place, (size_t)count, sizeof *place, compare);
    const int half = ranks / 2, cut = (int)((long)count * half / ranks);
    bisect(place, cut, rank, half, part);
    bisect(place + cut, count - cut, rank + half, ranks - half, part);
}

/* The rank of every unknown: the same on all ranks and in every run, to which results owe their last bits. */
static JudderErr partition(const Mesh *mesh, const NodeGraph *graph, int ranks, int *part) {
    Place *place = calloc((size_t)graph->unknowns + 1, sizeof *place);
    REQUIRE(place, error_memory());
    for (int node = 0; node < mesh->nodes; node++) {
        const int u = graph->unknown[node];
        if (u < 0 || (mesh->master && mesh->master[node] != node)) continue;
        place[u].unknown = u;
        for (int i = 0; i < mesh->dim; i++) place[u].x[i] = mesh->x[(long)node * mesh->dim + i];
    }
    bisect(place, graph->unknowns, 0, ranks, part);
    free(place);
    return JUDDER_OK;
}

/* Ascending; rows are short. */
static void sort_row(int *row, int count) {
    for (int i = 1; i < count; i++) {
        const int number = row[i];
        int j = i;
        for (; j > 0 && row[j - 1] > number; j--) row[j] = row[j - 1];
        row[j] = number;
    }
}

/* The rows of this rank's unknowns; order[i] is the unknown with the number first + i. */
static JudderErr list_neighbours(const NodeGraph *graph, const int *number, const int *order,
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
        sort_row(row, entries);
    }
    return JUDDER_OK;
}

/* Numbers all unknowns rank by rank; number[unknown]. Every rank does it for all, which costs less
 * than telling each other. */
static PetscErrorCode number_parts(const NodeGraph *graph, const int *part, int ranks, int *number,
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
    PetscCall(fe_code(list_neighbours(graph, number, order, made)));
    PetscCall(PetscFree(order));
    PetscFunctionReturn(0);
}

static PetscErrorCode numbering_fill(const Mesh *mesh, const NodeGraph *graph, Numbering *made) {
    PetscMPIInt ranks;
    int *part, *number;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    PetscCall(PetscCalloc2(graph->unknowns + 1, &part, graph->unknowns + 1, &number));
    if (ranks > 1 && graph->unknowns > ranks) PetscCall(fe_code(partition(mesh, graph, ranks, part)));
    PetscCall(number_parts(graph, part, ranks, number, made));
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
