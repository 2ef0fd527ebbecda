/* The functions of CHOLMOD that are needed, looked up when the first sparse proof is requested: few runs have
 * one, and nobody else shall pay for loading it. */
#ifndef JUDDER_ENCLOSURE_CHOLMOD_LOADER_H
#define JUDDER_ENCLOSURE_CHOLMOD_LOADER_H

#include "base/error.h"

#include <cholmod.h>

/* Each has the type that CHOLMOD declares. */
typedef struct Cholmod {
    __typeof__(&cholmod_l_start) start;
    __typeof__(&cholmod_l_finish) finish;
    __typeof__(&cholmod_l_analyze) analyze;
    __typeof__(&cholmod_l_copy_factor) copy_factor;
    __typeof__(&cholmod_l_factorize_p) factorize;
    __typeof__(&cholmod_l_solve2) solve;
    __typeof__(&cholmod_l_free_factor) free_factor;
    __typeof__(&cholmod_l_free_dense) free_dense;
} Cholmod;

/* A library that is not there is a failure of the machine. May be called by several threads. */
JudderErr cholmod_load(const Cholmod **cholmod);

#endif
