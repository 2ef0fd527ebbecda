/* Seeded random numbers for tests: the same in every run. */
#ifndef JUDDER_TESTS_RANDOM_H
#define JUDDER_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

/* splitmix64 */
static inline uint64_t random_bits(Random *random) {
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double random_in(Random *random, double low, double high) {
    return low + (high - low) * ((double)(random_bits(random) >> 11) * 0x1p-53);
}

/* Between two positive numbers, each power of ten as likely as the next. */
static inline double random_size(Random *random, double low, double high) {
    return exp(random_in(random, log(low), log(high)));
}

static inline int random_below(Random *random, int count) {
    return (int)(random_bits(random) % (uint64_t)count);
}

#endif
