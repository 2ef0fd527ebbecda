/* The stash of interface nodes, filled from this rank and from the others while interior nodes are computed.
 * Both sides of a border list the same nodes in the order of their numbers, so nothing but numbers travels.
 */
#ifndef JUDDER_FE_EXPLICIT_HALO_H
#define JUDDER_FE_EXPLICIT_HALO_H

#include "fe/explicit/layout.h"
#include "fe/explicit/stencil/stencil.h"

#include <petscsys.h>

typedef struct Halo {
    int dim, fields; /* fields that travel: 1 or 2 */
    int own;         /* stash nodes of this rank */
    int *own_from, *own_to;
    int ranks;                   /* that share a border with this one */
    int sends, receives;         /* nodes, over all of them */
    int *send_from, *receive_to; /* local node; node of the stash */
    double *send, *receive;
    MPI_Request *request; /* kept: one to receive and one to send for each of them */
    Fields stash[2];
} Halo;

/* Collective. */
PetscErrorCode halo_create(const Layout *layout, int dim, int fields, Halo **halo);
void halo_destroy(Halo **halo);

/* Between begin and end the fields may change: what goes out has been copied. Every rank must call them. */
void halo_begin(Halo *halo, const Fields *from);
void halo_poll(void *halo);
void halo_end(Halo *halo);

#endif
