/* Cost against size over about two decades: cost = n^p, p by least squares in logarithms (B10). */
#ifndef JUDDER_BENCH_GROWTH_H
#define JUDDER_BENCH_GROWTH_H

#include "bench/record.h"

enum { GROWTH_MOST = 6 };

typedef struct Growth {
    const char *what;
    int count;
    double size[GROWTH_MOST], seconds[GROWTH_MOST];
} Growth;

static inline double growth_exponent(const Growth *g) {
    double n = g->count, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < g->count; i++) {
        const double a = log(g->size[i]), b = log(g->seconds[i]);
        x += a, y += b, xx += a * a, xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

static inline void growth_print(const Growth *g) {
    const BenchLine line = {"B10", g->what, "judder"};
    for (int i = 0; i < g->count; i++) {
        char measure[80];
        snprintf(measure, sizeof measure, "size %d", i + 1);
        bench_record(line, measure, g->size[i]);
        snprintf(measure, sizeof measure, "seconds %d", i + 1);
        bench_record(line, measure, g->seconds[i]);
    }
    bench_record(line, "exponent", growth_exponent(g));
}

#endif
