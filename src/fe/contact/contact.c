#include "fe/contact/contact.h"

#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void fe_contact_destroy(FeContact **contact) {
    if (!*contact) return;
    free((*contact)->node);
    free((*contact)->position);
    free((*contact)->area);
    free((*contact)->gap);
    free((*contact)->law);
    free((*contact)->friction);
    fe_rows_destroy(&(*contact)->rows);
    free(*contact);
    *contact = NULL;
}

/* A direction that is an axis but for rounding becomes the axis. */
static void snap(double *v) {
    for (int i = 0; i < 3; i++)
        if (fabs(fabs(v[i]) - 1) < 1e-9) {
            const double sign = copysign(1, v[i]);
            v[0] = v[1] = v[2] = 0;
            v[i] = sign;
        }
}

static bool normalise(double *v) {
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) v[i] /= length;
    snap(v);
    return length > 0 && isfinite(length);
}

/* Tangent in 2-D: the normal turned clockwise. In 3-D: x (or z, if the normal is along x) without its normal
 * part, and what is left. */
static void complete_frame(int dim, double (*frame)[3]) {
    const double *n = frame[0];
    if (dim == 2) {
        frame[1][0] = n[1], frame[1][1] = -n[0], frame[1][2] = 0;
        return;
    }
    const int axis = fabs(n[0]) < .9 ? 0 : 2;
    for (int i = 0; i < 3; i++) frame[1][i] = (i == axis) - n[axis] * n[i];
    normalise(frame[1]);
    const double *t = frame[1];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        frame[2][i] = t[j] * n[k] - t[k] * n[j];
    }
}

/* Of a flat obstacle: the same for all nodes. */
static JudderErr make_frame(const FeContactData *data, const FeSideNodes *nodes, int dim,
                            double (*frame)[3]) {
    double *n = frame[0];
    memcpy(n, data->normal, sizeof data->normal);
    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
        for (int k = 0; k < nodes->count; k++)
            for (int i = 0; i < 3; i++) n[i] -= nodes->normal[k][i] * nodes->area[k];
    REQUIRE(normalise(n),
            error_input("contact", "the side %s has no mean normal: give the normal of the obstacle",
                        data->side->name));
    complete_frame(dim, frame);
    return JUDDER_OK;
}

/* The axis along which a direction lies, or -1. */
static int axis_of(const double *v) {
    for (int i = 0; i < 3; i++)
        if (fabs(v[i]) == 1) return i;
    return -1;
}

/* Whether a node may touch: not if its normal displacement is fixed. */
static JudderErr may_touch(const FeBody *body, double (*frame)[3], const char *side, int node, bool *yes) {
    const int dim = body->dim;
    const bool *fixed = body->fixed + (long)node * dim;
    bool any = false;
    *yes = true;
    for (int i = 0; i < dim; i++) any = any || fixed[i];
    if (!any) return JUDDER_OK;
    bool all = true;
    for (int i = 0; i < dim; i++) all = all && fixed[i];
    for (int row = 0; row < dim; row++)
        REQUIRE(all || axis_of(frame[row]) >= 0,
                error_input(
                    "contact",
                    "a node of the side %s is fixed in a direction that is neither normal nor tangential to "
                    "the obstacle",
                    side));
    *yes = !all && !fixed[axis_of(frame[0])];
    return JUDDER_OK;
}

static double height_of(const FeBody *body, const double *normal, int node) {
    double height = 0;
    for (int i = 0; i < body->dim; i++) height += normal[i] * body->mesh->x[(long)node * body->dim + i];
    return height;
}

/* Each node is the pivot of its own rows: normal and tangents of the obstacle. */
static JudderErr make_rows(double (*frame)[3], FeContact *made) {
    const int dim = made->body->dim, count = made->n * dim;
    int *pivot = malloc(((size_t)count + 1) * sizeof *pivot),
        *start = calloc((size_t)count + 1, sizeof *start);
    FeRowTerm *term = malloc(((size_t)(count * dim) + 1) * sizeof *term);
    JudderErr err = pivot && start && term ? JUDDER_OK : error_memory();
    for (int j = 0; j < count && err == JUDDER_OK; j++) {
        pivot[j] = made->node[j / dim];
        start[j + 1] = start[j];
        for (int i = 0; i < dim; i++)
            if (frame[j % dim][i] != 0) term[start[j + 1]++] = (FeRowTerm){{pivot[j], i}, frame[j % dim][i]};
    }
    if (err == JUDDER_OK)
        err = fe_rows_create(made->body, &(FeRowsData){count, pivot, start, term}, &made->rows);
    free(pivot);
    free(start);
    free(term);
    return err;
}

static JudderErr list_nodes(const FeContactData *data, const FeSideNodes *nodes, FeContact *made) {
    double lowest = INFINITY, extent = 0;
    double frame[3][3]; /* normal, tangents; in 2-D the tangent is the normal turned clockwise */
    TRY(make_frame(data, nodes, made->body->dim, frame));
    for (int k = 0; k < nodes->count; k++) {
        bool yes;
        const double height = height_of(made->body, frame[0], nodes->node[k]);
        lowest = fmin(lowest, height);
        extent = fmax(extent, fabs(height));
        TRY(may_touch(made->body, frame, data->side->name, nodes->node[k], &yes));
        if (!yes) continue;
        made->node[made->n] = nodes->node[k];
        made->position[made->n] = k;
        made->area[made->n] = nodes->area[k];
        made->law[made->n] = data->law;
        made->friction[made->n] = data->friction;
        made->gap[made->n++] = height;
    }
    REQUIRE(made->n > 0,
            error_input("contact", "no node of the side %s can move towards the obstacle: it is fixed",
                        data->side->name));
    for (int k = 0; k < made->n; k++) {
        made->gap[k] -= lowest;
        if (made->gap[k] <= 1e-12 * extent) made->gap[k] = 0;
    }
    return make_rows(frame, made);
}

static JudderErr contact_fill(const FeContactData *data, const FeSideNodes *nodes, FeContact *made) {
    const size_t count = (size_t)nodes->count;
    made->node = calloc(count + 1, sizeof *made->node);
    made->position = calloc(count + 1, sizeof *made->position);
    made->area = calloc(count + 1, sizeof *made->area);
    made->gap = calloc(count + 1, sizeof *made->gap);
    made->law = calloc(count + 1, sizeof *made->law);
    made->friction = calloc(count + 1, sizeof *made->friction);
    REQUIRE(made->node && made->position && made->area && made->gap && made->law && made->friction,
            error_memory());
    return list_nodes(data, nodes, made);
}

PetscErrorCode fe_contact_create(FeBody *body, const FeContactData *data, FeContact **contact) {
    FeSideNodes *nodes = NULL;
    PetscFunctionBeginUser;
    *contact = NULL;
    PetscCall(fe_side_nodes_create(body, data->side, &nodes));
    FeContact *made = calloc(1, sizeof *made);
    JudderErr err = made ? JUDDER_OK : error_memory();
    if (made) {
        made->body = body;
        err = contact_fill(data, nodes, made);
    }
    fe_side_nodes_destroy(&nodes);
    if (err != JUDDER_OK) fe_contact_destroy(&made);
    *contact = made;
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

void fe_contact_press(FeContact *contact, double S) {
    for (int k = 0; k < contact->n; k++)
        if (contact->law[k].law->given) contact->law[k].pressure = S;
}

PetscErrorCode fe_contact_choose_whole(bool *whole) {
    char word[40];
    PetscBool said;
    PetscFunctionBeginUser;
    PetscCall(PetscOptionsGetString(NULL, NULL, "-fe_contact", word, sizeof word, &said));
    if (!said) PetscFunctionReturn(0);
    *whole = strcmp(word, "whole") == 0;
    if (!*whole && strcmp(word, "condensed") != 0)
        PetscCall(fe_code(error_input(NULL, "-fe_contact %s: whole or condensed is needed", word)));
    PetscFunctionReturn(0);
}
