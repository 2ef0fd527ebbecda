/* Branch and bound over boxes of mu and slip sets (ST-13). A box is emptied by a leaf, cut at the largest mu
 * up to which a leaf can be had, or split at a node: it sticks, or it slips. */
#include "complementarity/eicp/proof/prover.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CUTS = 2, MOST_LAST_CUTS = 24 };

void eicp_engine_destroy(EicpEngine **engine) {
    EicpEngine *old = *engine;
    if (!old) return;
    eicp_ray_search_destroy(&old->rays);
    free(old->d);
    free(old);
    *engine = NULL;
}

JudderErr eicp_engine_create(EicpProof *proof, EicpEngine **engine) {
    const size_t n = (size_t)proof->problem->n;
    EicpEngine *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->proof = proof;
    made->share = 1;
    if (!ROOM_TAKE(ROOM(made->d, n), ROOM(made->d_rest, n), ROOM(made->leaf.numbers, 2 * n + 1),
                   ROOM(made->column, n), ROOM(made->d_free, n), ROOM(made->low, n * n),
                   ROOM(made->high, n * n), ROOM(made->C[0], n * n), ROOM(made->C[1], n * n),
                   ROOM(made->active, n), ROOM(made->free_nodes, n), ROOM(made->slip_nodes, n))) {
        eicp_engine_destroy(&made);
        return error_memory();
    }
    *engine = made;
    return JUDDER_OK;
}

static JudderErr add_leaf(EicpEngine *engine) {
    return eicp_certificate_add(engine->proof->certificate, engine->leaf.piece, engine->leaf.numbers,
                                engine->leaf.number_count);
}

static JudderErr add_split(EicpEngine *engine, EicpPieceKind kind, int node, double mu) {
    return eicp_certificate_add(engine->proof->certificate, (EicpPiece){.kind = kind, .node = node, .mu = mu},
                                NULL, 0);
}

static bool engine_over(EicpEngine *engine) {
    EicpProof *proof = engine->proof;
    return ++proof->nodes > proof->node_limit || eicp_time_over(proof->problem);
}

static JudderErr prove_box(EicpEngine *engine, EicpBox box, int splits, bool *proved);

/* Offers what a box with all nodes decided may hold: the proof may have met a lower solution. */
static JudderErr offer_box(EicpEngine *engine, const EicpBox *box) {
    const EicpProblem *problem = engine->proof->problem;
    int s = 0;
    for (int i = 0; i < problem->n; i++)
        if (box->side[i] == EICP_SLIPS) engine->slip_nodes[s++] = i;
    if (s == 0) return JUDDER_OK;
    eicp_gather(problem->n, problem->A, engine->slip_nodes, s, engine->low);
    eicp_gather(problem->n, problem->B, engine->slip_nodes, s, engine->high);
    const DensePencil pencil = {engine->leaf.numbers, engine->d_free, engine->column, engine->C[0]};
    TRY(dense_eigen_pencil(s, engine->low, engine->high, &pencil));
    for (int k = 0; k < s; k++) {
        double mu = pencil.re[k] / pencil.beta[k], sum = 0, *x = engine->C[1];
        if (pencil.im[k] != 0 || !isfinite(mu) || mu < box->lo - 1e-6 || mu > box->hi + 1e-6) continue;
        memset(x, 0, (size_t)problem->n * sizeof(double));
        for (int i = 0; i < s; i++) sum += x[engine->slip_nodes[i]] = pencil.vectors[i * s + k];
        if (sum == 0) continue;
        bool solved = false;
        eicp_normalise(problem->n, x);
        TRY(eicp_pool_offer(engine->proof->pool, &mu, x, &solved));
    }
    return JUDDER_OK;
}

/* Empties the lower part of the box, as much as can be had in some tries; box->lo moves up. *width is the
 * first to try, and then twice the one that was good. */
static JudderErr engine_cut(EicpEngine *engine, EicpBox *box, int most, double *width, bool *done) {
    int worst = -1;
    EicpBox part = *box;
    *done = false;
    if (most <= MOST_CUTS) { /* where not even the lower end can be had, cutting is in vain */
        part.hi = part.lo;
        TRY(eicp_leaf_find(engine, &part, done, &worst));
        if (!*done) return JUDDER_OK;
        *done = false;
    }
    const double whole = isinf(box->hi) ? 2 * (1 + fabs(box->lo)) : box->hi - box->lo;
    *width = fmin(*width, whole / 2);
    for (int k = 0; k < most && !*done; k++, *width /= 2) {
        part.hi = box->lo + *width;
        if (!(part.hi > box->lo) || engine_over(engine)) return JUDDER_OK;
        TRY(eicp_leaf_find(engine, &part, done, &worst));
    }
    if (!*done) return JUDDER_OK;
    *width *= most > MOST_CUTS ? 3 : 4;
    TRY(add_split(engine, EICP_SPLIT_MU, -1, part.hi));
    TRY(add_leaf(engine));
    box->lo = part.hi;
    return JUDDER_OK;
}

static JudderErr engine_split(EicpEngine *engine, EicpBox box, int node, int splits, bool *proved) {
    TRY(add_split(engine, EICP_SPLIT_NODE, node, 0));
    box.side[node] = EICP_STICKS;
    JudderErr err = prove_box(engine, box, splits + 1, proved);
    box.side[node] = EICP_SLIPS;
    if (err == JUDDER_OK && *proved) err = prove_box(engine, box, splits + 1, proved);
    box.side[node] = EICP_FREE;
    return err;
}

/* After a force, what is left of the box; *done: a force was found, and *proved says how that went. */
static JudderErr engine_force(EicpEngine *engine, EicpBox box, int splits, bool *done, bool *proved) {
    const size_t bytes = (size_t)engine->proof->problem->n * sizeof(EicpSide);
    SCOPED_FREE EicpSide *before = malloc(bytes);
    REQUIRE(before, error_memory());
    memcpy(before, box.side, bytes);
    JudderErr err = eicp_force_find(engine, &box, done);
    if (err == JUDDER_OK && *done) err = add_leaf(engine);
    if (err == JUDDER_OK && *done) err = prove_box(engine, box, splits, proved);
    memcpy(box.side, before, bytes);
    return err;
}

static bool all_decided(const EicpEngine *engine, const EicpBox *box) {
    for (int i = 0; i < engine->proof->problem->n; i++)
        if (box->side[i] == EICP_FREE) return false;
    return true;
}

/* At the root, a part of the interval that a node split would otherwise make wait. */
static bool is_wide(const EicpEngine *engine, const EicpBox *box, int splits) {
    const double whole = engine->proof->upto - engine->proof->problem->from;
    if (isinf(box->hi)) return splits == 0 && box->lo < 100;
    return splits == 0 && box->hi - box->lo > whole / 3;
}

static void engine_show(EicpEngine *engine, const EicpBox *box, int splits) {
    EicpProof *proof = engine->proof;
    const double from = proof->problem->from;
    if (splits == 0) proof->proved_low = fmax(proof->proved_low, box->lo);
    progress_update(&engine->progress, fmin(1, (proof->proved_low - from) / (proof->upto - from)),
                    proof->proved_low * proof->problem->unit);
}

/* The box as a whole: by a leaf, or by a force and what is left after it. *done: one of them was found. */
static JudderErr empty_whole(EicpEngine *engine, EicpBox box, int splits, bool *done, bool *proved) {
    int worst = -1;
    TRY(eicp_leaf_find(engine, &box, done, &worst));
    engine->worst = worst;
    *proved = *done;
    return *done ? add_leaf(engine) : engine_force(engine, box, splits, done, proved);
}

static JudderErr prove_box(EicpEngine *engine, EicpBox box, int splits, bool *proved) {
    double width = INFINITY, tried = INFINITY;
    int worst = -1;
    for (;;) {
        bool done = false;
        *proved = false;
        engine_show(engine, &box, splits);
        if (engine_over(engine)) return JUDDER_OK;
        /* The whole again only after much of it has gone. */
        if (isinf(box.hi) || box.hi - box.lo <= 0.7 * tried || width >= box.hi - box.lo) {
            TRY(empty_whole(engine, box, splits, &done, proved));
            if (done) return JUDDER_OK;
            worst = engine->worst;
            tried = box.hi - box.lo;
        }
        const bool last = all_decided(engine, &box) || (splits > 0 && splits >= engine->most_splits);
        TRY(engine_cut(engine, &box, last ? MOST_LAST_CUTS : MOST_CUTS, &width, &done));
        if (done) continue;
        if (all_decided(engine, &box)) return offer_box(engine, &box);
        if (splits >= engine->most_splits) return JUDDER_OK;
        if (!is_wide(engine, &box, splits)) return engine_split(engine, box, worst, splits, proved);
        EicpBox lower = box;
        lower.hi = isinf(box.hi) ? 2 * (1 + fabs(box.lo)) : eicp_box_middle(&box);
        TRY(add_split(engine, EICP_SPLIT_MU, -1, lower.hi));
        TRY(prove_box(engine, lower, 0, proved));
        if (!*proved) return JUDDER_OK;
        box.lo = lower.hi;
        tried = INFINITY;
    }
}

JudderErr eicp_engine_prove(EicpEngine *engine, const double *d, bool *proved) {
    EicpProof *proof = engine->proof;
    const size_t n = (size_t)proof->problem->n;
    SCOPED_FREE EicpSide *side = calloc(n, sizeof *side);
    REQUIRE(side, error_memory());
    for (size_t i = 0; i < n; i++) engine->d[i] = engine->d_rest[i] = d ? d[i] : 1;
    const EicpBox whole = {proof->problem->from, proof->upto, side};
    progress_start(&engine->progress, proof->log, "certificate", "");
    engine->progress.quantity = "mu";
    const JudderErr err = prove_box(engine, whole, 0, proved);
    progress_end(&engine->progress);
    return err;
}
