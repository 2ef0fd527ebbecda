/* Starting and ending PETSc, SLEPc and MPI, and the one pair of converters between their errors and ours.
 *
 * Below fe/ functions return PetscErrorCode and are called through PetscCall. An error of ours is born
 * as anywhere else (error_input, ...) and travels as a code that fe_code gives; fe_error turns any
 * code back at the boundary.
 *
 * Errors of the input are found on every rank alike, since every rank has the whole case. A failure of the
 * machine may hit one rank alone, and the others would wait for it. So ranks agree on it (fe_agree), and then
 * all of them end in order; one that goes upwards as a code without that is said at once and ends the whole
 * run.
 */
#ifndef JUDDER_FE_START_H
#define JUDDER_FE_START_H

#include "base/team.h"

#include <petscsys.h>

/* Starts MPI, PETSc and SLEPc; the words are options of PETSc, words[0] the program. Collective. */
JudderErr fe_start(int count, char **words);
/* The same on a communicator of an MPI that runs and is left running. Collective. */
JudderErr fe_start_on(MPI_Comm communicator, int count, char **words);
/* Collective. */
void fe_end(void);
/* The rank in the whole run. Not collective. */
int fe_rank(void);

/* The code under which an error of ours travels through PetscCall; JUDDER_OK is 0. With several ranks a
 * failure of the machine that they have not agreed on ends them all. Not collective. */
PetscErrorCode fe_code(JudderErr err);
/* The error behind a code; what PETSc said about an error of its own is in error_message().
 * Not collective. */
JudderErr fe_error(PetscErrorCode code);

/* The worst error of all ranks, known to all of them with its words. Before the start, a process is alone.
 * Collective. */
JudderErr fe_agree(JudderErr err);
/* What the first rank has comes to the others, there to be freed. Collective. */
JudderErr fe_share(void **bytes, size_t *size);
/* Whether any rank was interrupted; then each of them is. Collective. */
bool fe_stop_requested(void);
/* Whether any rank says so. Collective. */
bool fe_any(bool own);

/* The ranks, for those who know no MPI. A process that was forked off before the start begins alone, also
 * below mpirun. */
extern const Team fe_team;

#endif
