/* Pieces of a body that can move without any force: those whose rigid motions nothing holds. */
#include "study/body/remarks.h"

#include "mesh/joints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RIGID = 6 }; /* three translations, three rotations */

/* Relative to the largest: a rigid motion that is held less is not held. */
static const double HELD = 1e-10;

/* The sum of r r^T over all directions that are held, r: how each rigid motion moves that point there. */
typedef struct Hold {
    double sum[RIGID][RIGID];
    int nodes;
    double at[3];
} Hold;

typedef struct Holding {
    const Mesh *mesh;
    double middle[3], size; /* about which the rotations turn, and in which unit */
    int *piece;
    Hold *hold; /* of each piece */
} Holding;

static void hold_direction(Holding *h, int node, const double n[3]) {
    const int dim = h->mesh->dim;
    double x[3] = {0}, r[RIGID];
    for (int i = 0; i < dim; i++) x[i] = (h->mesh->x[(long)node * dim + i] - h->middle[i]) / h->size;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        r[i] = n[i];
        r[3 + i] = x[j] * n[k] - x[k] * n[j]; /* n . (e_i x x) */
    }
    Hold *hold = &h->hold[h->piece[node]];
    for (int a = 0; a < RIGID; a++)
        for (int b = 0; b < RIGID; b++) hold->sum[a][b] += r[a] * r[b];
}

static void hold_axis(Holding *h, int node, int axis) {
    const double n[3] = {axis == 0, axis == 1, axis == 2};
    hold_direction(h, node, n);
}

static void hold_fixed(const BodyPrepared *made, Holding *h) {
    const Groups *fix = &made->params->fix;
    for (size_t g = 0; g < fix->count; g++) {
        const MeshSide *side = mesh_side_find(made->mesh, fix->at[g].name);
        for (int k = 0; side && k < side->nodes; k++)
            for (int i = 0; i < made->mesh->dim; i++)
                if (fix->at[g].chosen >> i & 1) hold_axis(h, side->node[k], i);
    }
}

static void hold_contact(const BodyPrepared *made, const BodyHold *hold, int holds, Holding *h) {
    if (holds == 0) return;
    const BodyFlatness flat = body_flatness(made);
    for (int k = 0; k < holds; k++) {
        hold_direction(h, hold[k].node, flat.normal);
        for (int i = 0; i < made->mesh->dim && hold[k].sticks; i++) hold_axis(h, hold[k].node, i);
    }
}

/* Elimination with the largest pivot of the diagonal: how many rigid motions are held. */
static int rank_of(double A[RIGID][RIGID]) {
    double first = 0;
    bool done[RIGID] = {false};
    for (int step = 0; step < RIGID; step++) {
        int p = -1;
        for (int i = 0; i < RIGID; i++)
            if (!done[i] && (p < 0 || A[i][i] > A[p][p])) p = i;
        if (step == 0) first = A[p][p];
        if (!(A[p][p] > HELD * first)) return step;
        done[p] = true;
        for (int i = 0; i < RIGID; i++)
            for (int j = 0; j < RIGID && !done[i]; j++)
                if (!done[j]) A[i][j] -= A[i][p] * A[p][j] / A[p][p];
    }
    return RIGID;
}

static void measure(const Mesh *mesh, Holding *h) {
    for (int i = 0; i < mesh->dim; i++) {
        double low = INFINITY, high = -INFINITY;
        for (long n = 0; n < mesh->nodes; n++) {
            low = fmin(low, mesh->x[n * mesh->dim + i]);
            high = fmax(high, mesh->x[n * mesh->dim + i]);
        }
        h->middle[i] = (low + high) / 2;
        h->size = fmax(h->size, high - low);
    }
}

static void count_nodes(Holding *h) {
    const Mesh *mesh = h->mesh;
    for (int n = 0; n < mesh->nodes; n++) {
        Hold *hold = &h->hold[h->piece[n]];
        if (hold->nodes++ == 0)
            memcpy(hold->at, mesh->x + (long)n * mesh->dim, (size_t)mesh->dim * sizeof(double));
    }
}

static JudderErr judge(const BodyPrepared *made, const BodyHold *hold, int holds, Holding *h,
                       BodyPieces *pieces) {
    h->hold = calloc((size_t)pieces->count + 1, sizeof *h->hold);
    REQUIRE(h->hold, error_memory());
    measure(made->mesh, h);
    count_nodes(h);
    hold_fixed(made, h);
    hold_contact(made, hold, holds, h);
    const int all = made->mesh->dim == 3 ? RIGID : 3;
    for (int i = 0; i < pieces->count; i++) {
        if (rank_of(h->hold[i].sum) >= all) continue;
        if (pieces->loose++) continue;
        pieces->loose_nodes = h->hold[i].nodes;
        memcpy(pieces->at, h->hold[i].at, sizeof pieces->at);
    }
    return JUDDER_OK;
}

JudderErr body_pieces(const BodyPrepared *made, const BodyHold *hold, int holds, BodyPieces *pieces) {
    Holding h = {.mesh = made->mesh, .piece = malloc(((size_t)made->mesh->nodes + 1) * sizeof *h.piece)};
    *pieces = (BodyPieces){0};
    JudderErr err = h.piece ? mesh_pieces(made->mesh, h.piece, &pieces->count) : error_memory();
    if (err == JUDDER_OK) err = judge(made, hold, holds, &h, pieces);
    free(h.piece);
    free(h.hold);
    return err;
}
