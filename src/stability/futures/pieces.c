/* A set of futures falls into pieces that do not act on each other: each is asked alone, the others at rest.
 * Only where two pieces have a value in common may they move together, and then what speaks against one of
 * them must be its own. */
#include "stability/futures/pieces.h"

#include "base/array/grow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool pieces_act(const Pieces *p, int i, int j) {
    const size_t m = (size_t)p->count, at[2] = {(size_t)i * m + (size_t)j, (size_t)j * m + (size_t)i};
    for (int k = 0; k < PIECE_PARTS; k++)
        if (p->part[k][at[0]] != 0 || p->part[k][at[1]] != 0) return true;
    return false;
}

/* Numbers the pieces by a search through those that act on each other. */
static void pieces_label(Pieces *p, int *stack) {
    for (int i = 0; i < p->count; i++) p->piece[i] = -1;
    p->pieces = 0;
    for (int i = 0; i < p->count; i++) {
        int depth = 0;
        if (p->piece[i] >= 0) continue;
        p->piece[i] = p->pieces++;
        stack[depth++] = i;
        while (depth > 0) {
            const int at = stack[--depth];
            for (int j = 0; j < p->count; j++) {
                if (p->piece[j] >= 0 || !pieces_act(p, at, j)) continue;
                p->piece[j] = p->piece[at];
                stack[depth++] = j;
            }
        }
    }
}

JudderErr pieces_open(Sets *sets, Pieces *p) {
    const size_t m = (size_t)sets->count, square = m * m;
    const double *const from[PIECE_PARTS] = {sets->P,     sets->Q,   sets->P_low,
                                             sets->Q_low, sets->P_D, sets->Q_D};
    *p = (Pieces){.count = sets->count,
                  .memory = malloc(PIECE_PARTS * square * sizeof(double)),
                  .piece = malloc(2 * m * sizeof(int))};
    if (!p->memory || !p->piece) {
        pieces_close(p);
        return error_memory();
    }
    for (size_t k = 0; k < PIECE_PARTS; k++) {
        p->part[k] = p->memory + k * square;
        memcpy(p->part[k], from[k], square * sizeof(double));
    }
    pieces_label(p, p->piece + m);
    return JUDDER_OK;
}

void pieces_close(Pieces *p) {
    free(p->memory);
    free(p->piece);
    free(p->at);
    *p = (Pieces){0};
}

void pieces_take(const Pieces *p, int which, Sets *sets) {
    const size_t m = (size_t)p->count;
    double *const to[PIECE_PARTS] = {sets->P, sets->Q, sets->P_low, sets->Q_low, sets->P_D, sets->Q_D};
    size_t at = 0;
    sets->count = 0;
    for (size_t i = 0; i < m; i++) {
        if (p->piece[i] != which) continue;
        sets->unknown[sets->count++] = sets->whole[i];
        for (size_t j = 0; j < m; j++) {
            if (p->piece[j] != which) continue;
            for (int k = 0; k < PIECE_PARTS; k++) to[k][at] = p->part[k][i * m + j];
            at++;
        }
    }
}

JudderErr pieces_note(Pieces *p, int which, const SetValue *value, bool settled) {
    if (p->pieces == 1) return JUDDER_OK;
    REQUIRE(grow(&p->at, &p->room, (size_t)p->noted + 1, sizeof *p->at), error_memory());
    p->at[p->noted++] = (PieceValue){which, settled, value->low, value->high};
    return JUDDER_OK;
}

JudderErr pieces_compare(const Pieces *p, Sets *sets, double from, double to) {
    for (int i = 0; i < p->noted; i++)
        for (int j = 0; j < i; j++) {
            const PieceValue *a = &p->at[i], *b = &p->at[j];
            const double low = fmax(a->low, b->low), high = fmin(a->high, b->high);
            if (a->piece == b->piece || low > high || (a->settled && b->settled)) continue;
            TRY(sets_leave_open(sets, fmax(low, from), fmin(high, to)));
        }
    return JUDDER_OK;
}
