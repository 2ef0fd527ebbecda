/* Which nodes share a cell, and the numbering of nodes that keeps neighbours close. Plain C,
 * not collective. */
#ifndef JUDDER_FE_NUMBERING_GRAPH_H
#define JUDDER_FE_NUMBERING_GRAPH_H

#include "base/error.h"
#include "mesh/mesh.h"

/* Unknowns are nodes that move on their own: nodes of a cell, without those that follow a master. */
typedef struct NodeGraph {
    int unknowns;
    int *unknown; /* of each node of the mesh, -1: in no cell */
    int *start;   /* neighbours of i, itself among them, are next[start[i]] ... next[start[i+1]-1] */
    int *next;
} NodeGraph;

JudderErr node_graph_create(const Mesh *mesh, NodeGraph **graph);
void node_graph_destroy(NodeGraph **graph);

/* Reverse Cuthill-McKee: order[0], order[1], ... are the unknowns whose part is `which`, neighbours close to
 * each other; edges to other parts do not count. *count is how many. */
JudderErr node_graph_order(const NodeGraph *graph, const int *part, int which, int *order, int *count);

#endif
