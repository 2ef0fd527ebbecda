/* A set of futures in pieces that do not act on each other. */
#ifndef JUDDER_STABILITY_PIECES_H
#define JUDDER_STABILITY_PIECES_H

#include "stability/futures/values.h"

enum { PIECE_PARTS = 6 };

typedef struct PieceValue {
    int piece;
    bool settled;
    double low, high;
} PieceValue;

typedef struct Pieces {
    int count, pieces;
    int *piece; /* of each unknown of the set */
    double *memory, *part[PIECE_PARTS];
    int noted;
    size_t room;
    PieceValue *at;
} Pieces;

/* From P and Q of the sets with all that belongs to them. */
JudderErr pieces_open(Sets *sets, Pieces *pieces);
void pieces_close(Pieces *pieces);
/* Puts one piece into the sets. */
void pieces_take(const Pieces *pieces, int which, Sets *sets);
/* A value of a piece; settled: nothing that the other pieces do can make a solution of it that is not listed.
 */
JudderErr pieces_note(Pieces *pieces, int which, const SetValue *value, bool settled);
/* Leaves open where pieces may move together. */
JudderErr pieces_compare(const Pieces *pieces, Sets *sets, double from, double to);

#endif
