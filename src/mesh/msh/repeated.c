/* Version 2.2 writes a cell once for each physical group that it belongs to. */
#include "mesh/facets.h"
#include "mesh/msh/reader.h"

#include <stdlib.h>

typedef struct Signature {
    uint64_t hash;
    int position;
} Signature;

static int compare(const void *a, const void *b) {
    const Signature *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

static bool has_several_groups(const Places *places) {
    for (int r = 1; r < places->runs; r++) {
        if (places->run[r].group != places->run[0].group) return true;
    }
    return false;
}

static void sign(const MshElements *list, int nodes, Signature *signature) {
    for (int c = 0; c < list->places.count; c++) {
        int sorted[10];
        uint64_t hash = 0;
        facet_sort(list->node + (size_t)c * (size_t)nodes, nodes, sorted);
        for (int i = 0; i < nodes; i++) {
            hash = (hash ^ (uint32_t)sorted[i]) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
        signature[c] = (Signature){hash, c};
    }
    qsort(signature, (size_t)list->places.count, sizeof *signature, compare);
}

static bool same_nodes(const MshElements *list, int nodes, int a, int b) {
    int x[MOST_NODES], y[MOST_NODES];
    facet_sort(list->node + (size_t)a * (size_t)nodes, nodes, x);
    facet_sort(list->node + (size_t)b * (size_t)nodes, nodes, y);
    return memcmp(x, y, (size_t)nodes * sizeof *x) == 0;
}

JudderErr reader_drop_repeated(Reader *reader, int shape) {
    MshElements *list = &reader->elements[shape];
    const int nodes = element_kinds[shape]->nodes, count = list->places.count;
    list->cells = count;
    if (!reader->version_2 || !has_several_groups(&list->places)) return JUDDER_OK;
    Signature *signature = malloc((size_t)count * sizeof *signature);
    list->kept = calloc((size_t)count, sizeof *list->kept);
    if (!signature || !list->kept) {
        free(signature);
        return error_memory();
    }
    sign(list, nodes, signature);
    for (int i = 1, first = 0; i < count; i++) {
        if (signature[i].hash != signature[first].hash) first = i;
        if (first < i && same_nodes(list, nodes, signature[first].position, signature[i].position))
            list->kept[signature[i].position] = -1;
    }
    free(signature);
    list->cells = 0;
    for (int c = 0; c < count; c++) {
        if (list->kept[c] < 0) continue;
        memmove(list->node + (size_t)list->cells * (size_t)nodes, list->node + (size_t)c * (size_t)nodes,
                (size_t)nodes * sizeof *list->node);
        list->kept[list->cells++] = c;
    }
    return JUDDER_OK;
}
