/* With mass or viscosity a jump takes several steps: a passage of the slip speed from one stable branch of Z
 * r + S mu(r) to another, over an unstable one.  (DI-1)
 */
#ifndef JUDDER_SLAB_PASSAGE_H
#define JUDDER_SLAB_PASSAGE_H

#include "base/error.h"
#include "friction/friction_root.h"
#include "slab/slab.h"

typedef struct Passage {
    double stable_speed; /* the last one on a stable branch */
    bool on_its_way;     /* the present one is on an unstable branch */
    bool selecting;      /* on its way from a start that the waves do not allow: no jump */
} Passage;

/* The contact as it is now. */
typedef struct PassageGraph {
    double Z, S, state;
} PassageGraph;

/* The contact at t = 0 as the data give it. */
typedef struct PassageStart {
    double v[2], w[2]; /* slip, load */
    double S, state;
} PassageStart;
/* Whether that slip is one that the load allows, Z w in Z v + S mu Dir(v) (SL-6); if not, another one is
 * selected at once. */
bool passage_start_fits(const FrictionRoots *roots, double Z, const PassageStart *start);
/* Begins at the slip of the data, under a pressure S. */
JudderErr passage_begin(Passage *passage, const SlabData *data, const FrictionRoots *roots, double S);

/* Whether an unstable branch lies between two slip speeds. */
bool passage_crosses(const FrictionRoots *roots, const PassageGraph *graph, double one, double other);

/* Notes the slip speed r; true if it has just arrived on another stable branch, coming from *from. */
bool passage_ends(Passage *passage, const FrictionRoots *roots, const PassageGraph *graph, double r,
                  double *from);

#endif
