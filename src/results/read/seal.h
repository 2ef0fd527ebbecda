/* The seal of a result: the last bytes of the file, behind what is HDF5's, with a sum of all before them.
 * HDF5 checks its headers only; a number that a bad disk or a bad copy changed shows here. A result has its
 * seal from the moment on at which it is closed; the file of a killed run has none. The seal finds damage,
 * not forgery: whoever wants to can make a new one. */
#ifndef JUDDER_RESULTS_SEAL_H
#define JUDDER_RESULTS_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEAL_SIZE = 32 };

typedef struct SealSum {
    uint64_t lane[4];
} SealSum;

/* What an attribute of the file's root promises. */
extern const char seal_attribute[];

/* One step of a sum: few cycles a word. */
static inline uint64_t seal_mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * 0xff51afd7ed558ccdu;
    return sum ^ sum >> 32;
}

SealSum seal_start(void);
/* Every block but the last must be a multiple of SEAL_SIZE long. */
void seal_add(SealSum *sum, const void *bytes, size_t size);
/* The seal of a file of that size. */
void seal_end(const SealSum *sum, uint64_t size, unsigned char seal[SEAL_SIZE]);

typedef enum SealFound { SEAL_NONE, SEAL_WHOLE, SEAL_BROKEN } SealFound;
/* Reads all of the file. What cannot be read has no seal. */
SealFound seal_check(int file);

/* What speaks against the result that this thread opened last, for people: it has no seal; "" if nothing
 * does. */
const char *seal_doubt(void);
void seal_set_doubt(bool doubtful);

#endif
