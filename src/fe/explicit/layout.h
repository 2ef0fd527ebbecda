/* Where the numbers of an explicit march lie on a rank, one array per component.
 *
 * Own nodes: first the interior ones, whose step is the same arithmetic for all and which touch no other
 * rank, then the interface ones: fixed, in contact, loaded, or with a neighbour on another rank. Interface
 * nodes are computed from a stash, a copy of their neighbourhood with what the other ranks sent, so that
 * interior nodes can move on in place meanwhile. In meshes of equal cells nodes follow the mesh, line by
 * line, otherwise the numbering of the body.
 */
#ifndef JUDDER_FE_EXPLICIT_LAYOUT_H
#define JUDDER_FE_EXPLICIT_LAYOUT_H

#include "fe/body/body.h"

typedef struct Layout {
    const Numbering *numbering;
    int own, interior;    /* nodes of this rank; interface ones are interior ... own - 1 */
    int *local;           /* of each own number, counted from numbering->first */
    int *number;          /* the other way: number of the body of each local node */
    int stash;            /* nodes of the stash */
    int *stash_number;    /* their numbers in the body, */
    int *stash_local;     /* and local indices; -1: of another rank */
    int *interface_place; /* of each interface node in the stash */
} Layout;

/* special: of each own number, counted from numbering->first: an interface node for its own sake.
 * in_mesh_order: nodes follow the mesh. Not collective. */
JudderErr layout_create(const FeBody *body, const bool *special, bool in_mesh_order, Layout **layout);
void layout_destroy(Layout **layout);

static inline int layout_interface(const Layout *layout) {
    return layout->own - layout->interior;
}

#endif
