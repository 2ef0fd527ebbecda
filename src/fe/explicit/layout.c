#include "fe/explicit/layout.h"

#include <stdlib.h>

void layout_destroy(Layout **layout) {
    if (!*layout) return;
    free((*layout)->local);
    free((*layout)->number);
    free((*layout)->stash_number);
    free((*layout)->stash_local);
    free((*layout)->interface_place);
    free(*layout);
    *layout = NULL;
}

/* All unknowns in the order that nodes shall have. */
static void order_all(const FeBody *body, bool in_mesh_order, char *seen, int *order) {
    const Numbering *n = body->numbering;
    int count = 0;
    for (int i = 0; i < n->unknowns && !in_mesh_order; i++) order[i] = i;
    for (int node = 0; node < body->mesh->nodes && in_mesh_order; node++) {
        const int number = n->number[node];
        if (number < 0 || seen[number]) continue;
        seen[number] = 1;
        order[count++] = number;
    }
    for (int i = 0; i < n->unknowns; i++) seen[i] = 0;
}

static bool is_own(const Numbering *n, int number) {
    return number >= n->first && number < n->first + n->count;
}

static bool is_interface(const Numbering *n, const bool *special, int own) {
    bool interface = special[own];
    for (int k = n->start[own]; k < n->start[own + 1] && !interface; k++)
        interface = !is_own(n, n->column[k]);
    return interface;
}

static void place_own(Layout *made, const int *order, const bool *special) {
    const Numbering *n = made->numbering;
    for (int own = 0; own < n->count; own++) made->interior += !is_interface(n, special, own);
    int interior = 0, interface = made->interior;
    for (int i = 0; i < n->unknowns; i++) {
        if (!is_own(n, order[i])) continue;
        const int own = order[i] - n->first, at = is_interface(n, special, own) ? interface++ : interior++;
        made->local[own] = at;
        made->number[at] = order[i];
    }
}

/* The neighbours of interface nodes, themselves among them, in the order of all. */
static JudderErr place_stash(Layout *made, const int *order, char *wanted) {
    const Numbering *n = made->numbering;
    for (int i = made->interior; i < made->own; i++) {
        const int own = made->number[i] - n->first;
        for (int k = n->start[own]; k < n->start[own + 1]; k++) wanted[n->column[k]] = 1;
    }
    for (int i = 0; i < n->unknowns; i++) made->stash += wanted[i];
    made->stash_number = calloc((size_t)made->stash + 1, sizeof *made->stash_number);
    made->stash_local = calloc((size_t)made->stash + 1, sizeof *made->stash_local);
    made->interface_place = calloc((size_t)layout_interface(made) + 1, sizeof *made->interface_place);
    REQUIRE(made->stash_number && made->stash_local && made->interface_place, error_memory());
    int count = 0;
    for (int i = 0; i < n->unknowns; i++) {
        if (!wanted[order[i]]) continue;
        const int local = is_own(n, order[i]) ? made->local[order[i] - n->first] : -1;
        if (local >= made->interior) made->interface_place[local - made->interior] = count;
        made->stash_number[count] = order[i];
        made->stash_local[count++] = local;
    }
    return JUDDER_OK;
}

JudderErr layout_create(const FeBody *body, const bool *special, bool in_mesh_order, Layout **layout) {
    const Numbering *n = body->numbering;
    Layout *made = calloc(1, sizeof *made);
    *layout = made;
    REQUIRE(made, error_memory());
    made->numbering = n;
    made->own = n->count;
    made->local = calloc((size_t)n->count + 1, sizeof *made->local);
    made->number = calloc((size_t)n->count + 1, sizeof *made->number);
    int *order = calloc((size_t)n->unknowns + 1, sizeof *order);
    char *marks = calloc((size_t)n->unknowns + 1, 1);
    JudderErr err = made->local && made->number && order && marks ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        order_all(body, in_mesh_order, marks, order);
        place_own(made, order, special);
        err = place_stash(made, order, marks);
    }
    free(order);
    free(marks);
    if (err != JUDDER_OK) layout_destroy(layout);
    return err;
}
