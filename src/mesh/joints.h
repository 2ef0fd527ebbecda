/* How a mesh hangs together: nodes that lie in one place without being one, pieces that no cell joins. */
#ifndef JUDDER_MESH_JOINTS_H
#define JUDDER_MESH_JOINTS_H

#include "mesh/mesh.h"

/* Nodes are in one place if they are closer than 1e-9 of the longest side of the box around the mesh. */
typedef struct MeshTwins {
    int count;           /* of the nodes that lie where one before them lies */
    int first, first_of; /* the first such node, and the one before it; -1: none */
} MeshTwins;

JudderErr mesh_twins(const Mesh *mesh, MeshTwins *twins);

/* Numbers the pieces of a mesh from 0, in the order of their first nodes: cells that share a node, and nodes
 * that move together, are in one piece. piece (one number a node; may be NULL) gets that of each node. */
JudderErr mesh_pieces(const Mesh *mesh, int *piece, int *count);

#endif
