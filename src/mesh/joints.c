#include "mesh/joints.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static const double closeness = 1e-9; /* of the longest side of the box around */

/* Nodes by the cube of a grid that they lie in, twice as wide as nodes in one place are apart at most: so
 * those lie in the same cube or beside the nearer faces. Only nodes without a twin before them are kept,
 * which bounds how many a cube can hold. */
typedef struct Cubes {
    const Mesh *mesh;
    double low[3], reach;
    uint64_t mask;
    int *head, *next; /* of the nodes of a slot, counted from 1; 0: none */
} Cubes;

static double longest_side(const Mesh *mesh, double low[3]) {
    double longest = 0;
    for (int d = 0; d < mesh->dim; d++) {
        double least = INFINITY, most = -INFINITY;
        for (int n = 0; n < mesh->nodes; n++) {
            least = fmin(least, mesh->x[(size_t)n * (size_t)mesh->dim + (size_t)d]);
            most = fmax(most, mesh->x[(size_t)n * (size_t)mesh->dim + (size_t)d]);
        }
        low[d] = least;
        longest = fmax(longest, most - least);
    }
    return longest;
}

static uint64_t slot_of(const Cubes *c, const int64_t at[3]) {
    uint64_t hash = 0;
    for (int d = 0; d < c->mesh->dim; d++) {
        hash = (hash ^ (uint64_t)at[d]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash & c->mask;
}

static bool are_close(const Cubes *c, int a, int b) {
    const size_t dim = (size_t)c->mesh->dim;
    const double *x = c->mesh->x + (size_t)a * dim, *y = c->mesh->x + (size_t)b * dim;
    for (size_t d = 0; d < dim; d++)
        if (fabs(x[d] - y[d]) > c->reach) return false;
    return true;
}

static int find_in_slot(const Cubes *c, const int64_t at[3], int node) {
    for (int other = c->head[slot_of(c, at)]; other; other = c->next[other - 1])
        if (are_close(c, other - 1, node)) return other - 1;
    return -1;
}

/* A node before this one in the same place, or -1; then this one is kept. */
static int find_or_keep(Cubes *c, int node) {
    const int dim = c->mesh->dim;
    int64_t own[3] = {0}, beside[3] = {0}, at[3] = {0};
    for (int d = 0; d < dim; d++) {
        const double place = (c->mesh->x[(size_t)node * (size_t)dim + (size_t)d] - c->low[d]) /
                             (2 * c->reach);
        own[d] = (int64_t)floor(place);
        beside[d] = own[d] + (place - floor(place) < 0.5 ? -1 : 1);
    }
    for (int which = 0; which < 1 << dim; which++) {
        for (int d = 0; d < dim; d++) at[d] = which >> d & 1 ? beside[d] : own[d];
        const int found = find_in_slot(c, at, node);
        if (found >= 0) return found;
    }
    const uint64_t slot = slot_of(c, own);
    c->next[node] = c->head[slot];
    c->head[slot] = node + 1;
    return -1;
}

JudderErr mesh_twins(const Mesh *mesh, MeshTwins *twins) {
    *twins = (MeshTwins){0, -1, -1};
    Cubes cubes = {.mesh = mesh, .mask = 15};
    cubes.reach = closeness * longest_side(mesh, cubes.low);
    if (!(cubes.reach > 0)) return JUDDER_OK;
    while (cubes.mask < (uint64_t)mesh->nodes) cubes.mask = 2 * cubes.mask + 1;
    cubes.head = calloc((size_t)cubes.mask + 1, sizeof *cubes.head);
    cubes.next = calloc((size_t)mesh->nodes + 1, sizeof *cubes.next);
    const bool room = cubes.head && cubes.next;
    for (int n = 0; n < mesh->nodes && room; n++) {
        const int of = find_or_keep(&cubes, n);
        if (of < 0) continue;
        if (twins->count++ == 0) twins->first = n, twins->first_of = of;
    }
    free(cubes.head);
    free(cubes.next);
    return room ? JUDDER_OK : error_memory();
}

/* --- pieces --- */

static int root_of(int *parent, int node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
}

/* The smaller one stays, so that the root of a piece is its first node. */
static void join(int *parent, int a, int b) {
    a = root_of(parent, a), b = root_of(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static void join_all(const Mesh *mesh, int *parent) {
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const int *node = block->node;
        for (int c = 0; c < block->cells; c++, node += block->type->nodes)
            for (int i = 1; i < block->type->nodes; i++) join(parent, node[0], node[i]);
    }
    for (int n = 0; n < mesh->nodes && mesh->master; n++) join(parent, n, mesh->master[n]);
}

JudderErr mesh_pieces(const Mesh *mesh, int *piece, int *count) {
    const size_t bytes = ((size_t)mesh->nodes + 1) * sizeof(int);
    int *parent = malloc(bytes), *number = malloc(bytes);
    const bool room = parent && number;
    *count = 0;
    for (int n = 0; n < mesh->nodes && room; n++) parent[n] = n;
    if (room) join_all(mesh, parent);
    for (int n = 0; n < mesh->nodes && room; n++) {
        const int root = root_of(parent, n); /* not after n */
        number[n] = root == n ? (*count)++ : number[root];
        if (piece) piece[n] = number[n];
    }
    free(parent);
    free(number);
    return room ? JUDDER_OK : error_memory();
}
