#include "fe/numbering/graph.h"

#include <stdlib.h>
#include <string.h>

void node_graph_destroy(NodeGraph **graph) {
    if (!*graph) return;
    free((*graph)->unknown);
    free((*graph)->start);
    free((*graph)->next);
    free(*graph);
    *graph = NULL;
}

/* The node at the end of the chain of masters; a chain that closes ends at the nodes' count. */
static int node_graph_master(const Mesh *mesh, int node) {
    for (int steps = 0; mesh->master && mesh->master[node] != node && steps < mesh->nodes; steps++)
        node = mesh->master[node];
    return node;
}

static JudderErr node_graph_number(const Mesh *mesh, NodeGraph *graph) {
    int *unknown = graph->unknown;
    for (int i = 0; i < mesh->nodes; i++) unknown[i] = -1;
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const int entries = block->cells * block->type->nodes;
        for (int i = 0; i < entries; i++) {
            REQUIRE(block->node[i] >= 0 && block->node[i] < mesh->nodes,
                    error_input("mesh", "cell %d has the node %d of %d", i / block->type->nodes + 1,
                                block->node[i] + 1, mesh->nodes));
            unknown[node_graph_master(mesh, block->node[i])] = 0;
        }
    }
    graph->unknowns = 0;
    for (int i = 0; i < mesh->nodes; i++)
        if (unknown[i] == 0) unknown[i] = graph->unknowns++;
    for (int i = 0; i < mesh->nodes && mesh->master; i++)
        if (mesh->master[i] != i) unknown[i] = unknown[node_graph_master(mesh, i)];
    return JUDDER_OK;
}

/* Cells around each unknown: first[u] ... first[u+1] in list, each entry the first of a cell's
 * nodes, and its count. */
typedef struct Around {
    int *first;
    const int **nodes;
    int *count;
} Around;

static void around_release(Around *around) {
    free(around->first);
    free(around->nodes);
    free(around->count);
}

static JudderErr around_fill(const Mesh *mesh, const NodeGraph *graph, Around *around) {
    int *first = around->first = calloc((size_t)graph->unknowns + 2, sizeof *first);
    REQUIRE(first, error_memory());
    for (int b = 0; b < mesh->blocks; b++)
        for (int i = 0; i < mesh->block[b].cells * mesh->block[b].type->nodes; i++)
            first[graph->unknown[mesh->block[b].node[i]] + 2]++;
    for (int u = 0; u < graph->unknowns; u++) first[u + 2] += first[u + 1];
    const size_t total = (size_t)first[graph->unknowns + 1] + 1;
    around->nodes = malloc(total * sizeof *around->nodes);
    around->count = malloc(total * sizeof *around->count);
    REQUIRE(around->nodes && around->count, error_memory());
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const int per_cell = block->type->nodes;
        for (int i = 0; i < block->cells * per_cell; i++) {
            const int at = first[graph->unknown[block->node[i]] + 1]++;
            around->nodes[at] = block->node + i / per_cell * per_cell;
            around->count[at] = per_cell;
        }
    }
    return JUDDER_OK;
}

/* Neighbours of u that the mark does not know yet; written to next if it is not NULL. */
static int around_neighbours(const NodeGraph *graph, const Around *around, int u, int *mark, int *next) {
    int count = 0;
    for (int c = around->first[u]; c < around->first[u + 1]; c++)
        for (int a = 0; a < around->count[c]; a++) {
            const int v = graph->unknown[around->nodes[c][a]];
            if (mark[v] == u) continue;
            mark[v] = u;
            if (next) next[count] = v;
            count++;
        }
    return count;
}

static JudderErr node_graph_connect(NodeGraph *graph, const Around *around, int *mark) {
    const int unknowns = graph->unknowns;
    graph->start = malloc(((size_t)unknowns + 1) * sizeof *graph->start);
    REQUIRE(graph->start, error_memory());
    for (int u = 0; u < unknowns; u++) mark[u] = -1;
    graph->start[0] = 0;
    for (int u = 0; u < unknowns; u++)
        graph->start[u + 1] = graph->start[u] + around_neighbours(graph, around, u, mark, NULL);
    graph->next = malloc(((size_t)graph->start[unknowns] + 1) * sizeof *graph->next);
    REQUIRE(graph->next, error_memory());
    for (int u = 0; u < unknowns; u++) mark[u] = -1;
    for (int u = 0; u < unknowns; u++)
        around_neighbours(graph, around, u, mark, graph->next + graph->start[u]);
    return JUDDER_OK;
}

static JudderErr node_graph_fill(const Mesh *mesh, NodeGraph *graph) {
    graph->unknown = malloc(((size_t)mesh->nodes + 1) * sizeof *graph->unknown);
    REQUIRE(graph->unknown, error_memory());
    TRY(node_graph_number(mesh, graph));
    Around around = {0};
    int *mark = malloc(((size_t)graph->unknowns + 1) * sizeof *mark);
    JudderErr err = mark ? around_fill(mesh, graph, &around) : error_memory();
    if (err == JUDDER_OK) err = node_graph_connect(graph, &around, mark);
    around_release(&around);
    free(mark);
    return err;
}

JudderErr node_graph_create(const Mesh *mesh, NodeGraph **graph) {
    *graph = calloc(1, sizeof **graph);
    REQUIRE(*graph, error_memory());
    const JudderErr err = node_graph_fill(mesh, *graph);
    if (err != JUDDER_OK) node_graph_destroy(graph);
    return err;
}
