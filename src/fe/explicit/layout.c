#include "fe/explicit/layout.h"

#include <stdlib.h>

void layout_destroy(Layout **layout) {
    if (!*layout) return;
    free((*layout)->local);
    free((*layout)->number);
    free((*layout)->stash_number);
    free((*layout)->stash_local);
    free((*layout)->late_place);
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

static bool is_late(const Numbering *n, const bool *special, int own) {
    bool late = special[own];
    for (int k = n->start[own]; k < n->start[own + 1] && !late; k++) late = !is_own(n, n->column[k]);
    return late;
}

static void place_own(Layout *made, const int *order, const bool *special) {
    const Numbering *n = made->numbering;
    for (int own = 0; own < n->count; own++) made->plain += !is_late(n, special, own);
    int plain = 0, late = made->plain;
    for (int i = 0; i < n->unknowns; i++) {
        if (!is_own(n, order[i])) continue;
        const int own = order[i] - n->first, at = is_late(n, special, own) ? late++ : plain++;
        made->local[own] = at;
        made->number[at] = order[i];
    }
}

/* The neighbours of late nodes, themselves among them, in the order of all. */
static JudderErr place_stash(Layout *made, const int *order, char *wanted) {
    const Numbering *n = made->numbering;
    for (int i = made->plain; i < made->own; i++) {
        const int own = made->number[i] - n->first;
        for (int k = n->start[own]; k < n->start[own + 1]; k++) wanted[n->column[k]] = 1;
    }
    for (int i = 0; i < n->unknowns; i++) made->stash += wanted[i];
    made->stash_number = calloc((size_t)made->stash + 1, sizeof *made->stash_number);
    made->stash_local = calloc((size_t)made->stash + 1, sizeof *made->stash_local);
    made->late_place = calloc((size_t)layout_late(made) + 1, sizeof *made->late_place);
    REQUIRE(made->stash_number && made->stash_local && made->late_place, error_memory());
    int count = 0;
    for (int i = 0; i < n->unknowns; i++) {
        if (!wanted[order[i]]) continue;
        const int local = is_own(n, order[i]) ? made->local[order[i] - n->first] : -1;
        if (local >= made->plain) made->late_place[local - made->plain] = count;
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
