/* Reverse Cuthill-McKee [george1981]: level by level from a node at the rim, neighbours by ascending
 * degree, then turned round. */
#include "fe/numbering/graph.h"

#include <stdlib.h>

typedef struct Walk {
    const NodeGraph *graph;
    const int *part;
    int which;
    int *seen; /* number of the last walk that met the node; done nodes are never met again */
    int walk;
    int *order;
} Walk;

enum { DONE = -1 };

static int node_graph_degree(const NodeGraph *graph, int u) {
    return graph->start[u + 1] - graph->start[u];
}

/* Puts the nodes order[from..to) in order of degree; lists are short and nearly sorted. */
static void walk_sort(const Walk *walk, int from, int to) {
    for (int i = from + 1; i < to; i++) {
        const int u = walk->order[i], d = node_graph_degree(walk->graph, u);
        int j = i;
        for (; j > from && node_graph_degree(walk->graph, walk->order[j - 1]) > d; j--)
            walk->order[j] = walk->order[j - 1];
        walk->order[j] = u;
    }
}

/* Breadth first from the root into order[from...]; returns the end and where the last level began. */
static int walk_from(Walk *walk, int root, int from, int *levels, int *last_level) {
    int end = from, level = from;
    walk->walk++;
    walk->order[end++] = root;
    walk->seen[root] = walk->walk;
    for (*levels = 0; level < end; ++*levels) {
        const int level_end = end;
        *last_level = level;
        for (; level < level_end; level++) {
            const int u = walk->order[level], begin = end;
            for (int k = walk->graph->start[u]; k < walk->graph->start[u + 1]; k++) {
                const int v = walk->graph->next[k];
                if (walk->part[v] != walk->which || walk->seen[v] == walk->walk || walk->seen[v] == DONE)
                    continue;
                walk->seen[v] = walk->walk;
                walk->order[end++] = v;
            }
            walk_sort(walk, begin, end);
        }
    }
    return end;
}

/* Orders the component of a root, starting from a node at its rim: twice the farthest one of least degree. */
static int walk_component(Walk *walk, int root, int from) {
    int levels, deepest = 0, last, end = walk_from(walk, root, from, &levels, &last);
    for (int tries = 0; tries < 3 && levels > deepest; tries++) {
        deepest = levels;
        int rim = walk->order[last];
        for (int i = last; i < end; i++)
            if (node_graph_degree(walk->graph, walk->order[i]) < node_graph_degree(walk->graph, rim))
                rim = walk->order[i];
        end = walk_from(walk, rim, from, &levels, &last);
    }
    for (int i = from; i < end; i++) walk->seen[walk->order[i]] = DONE;
    return end;
}

JudderErr node_graph_order(const NodeGraph *graph, const int *part, int which, int *order, int *count) {
    Walk walk = {.graph = graph, .part = part, .which = which, .order = order};
    walk.seen = calloc((size_t)graph->unknowns + 1, sizeof *walk.seen);
    REQUIRE(walk.seen, error_memory());
    *count = 0;
    for (int u = 0; u < graph->unknowns; u++)
        if (part[u] == which && walk.seen[u] != DONE) *count = walk_component(&walk, u, *count);
    free(walk.seen);
    for (int i = 0, j = *count - 1; i < j; i++, j--) {
        const int swap = order[i];
        order[i] = order[j], order[j] = swap;
    }
    return JUDDER_OK;
}
