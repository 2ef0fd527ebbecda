/* With mass or viscosity a jump takes several steps: a passage of the slip speed from one stable branch of Z
 * r + S mu(r) to another, over an unstable one.  (DI-1)
 */
#ifndef JUDDER_SLAB_PASSAGE_H
#define JUDDER_SLAB_PASSAGE_H

#include "friction/friction_root.h"

typedef struct Passage {
    double stable_speed; /* the last one on a stable branch */
    bool on_its_way;     /* the present one is on an unstable branch */
} Passage;

/* The contact as it is now. */
typedef struct PassageGraph {
    double Z, S, state;
} PassageGraph;

/* Notes the slip speed r; true if it has just arrived on another stable branch, coming from *from. */
bool passage_ends(Passage *passage, const FrictionRoots *roots, const PassageGraph *graph, double r,
                  double *from);

#endif
