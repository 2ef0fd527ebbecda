/* Deformable bodies by finite elements: the studies of a case on an MPI communicator.
 *
 * Link with -ljudder_fe -ljudder (pkg-config judder_fe, or judder::judder_fe in CMake). PETSc is
 * a thing of the whole process, and so is its start: one communicator at a time. All functions
 * but judder_fe_pencil_release are collective. With several ranks a failure of the machine on
 * one of them ends them all.
 */
#ifndef JUDDER_FE_H
#define JUDDER_FE_H

#include "judder/study.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts PETSc on a communicator of an MPI that runs; words are options of PETSc as of a program (words[0] is
 * its name; count may be 0). MPI is left running at the end; a PETSc that runs already is refused. */
JUDDER_API judder_status judder_fe_start(MPI_Comm communicator, int count, char **words);
JUDDER_API void judder_fe_end(void);

/* As judder_case_check and judder_case_run, for every model. The first rank of the communicator gets studies
 * and writes the file; on the others the run is empty. */
JUDDER_API judder_status judder_fe_case_check(const judder_case *given, char **plan);
JUDDER_API judder_status judder_fe_case_run(const judder_case *given, const judder_run_options *options,
                                            judder_run **run);

/* The body of a case whose contact imposes a state (contact = { state = "slip-" }), condensed onto the slip
 * rates of its contact nodes at z = lambda^2: dual rates (A - mu B) xi, what judder_eicp_least takes. In
 * 3-D nodes do not move across their slip. On the first rank; n = 0 elsewhere. */
typedef struct judder_fe_pencil {
    int n;
    const int *position; /* of each row along the side of the contact, counted from 1 */
    const double *A, *B;
    void *owner;
} judder_fe_pencil;
JUDDER_API judder_status judder_fe_pencil_create(const judder_case *given, double z,
                                                 judder_fe_pencil *pencil);
JUDDER_API void judder_fe_pencil_release(judder_fe_pencil *pencil);

#ifdef __cplusplus
}
#endif

#endif
