/* One line of the bench's output, tab separated: row, workload, code, measure, value. See README.md. */
#ifndef JUDDER_BENCH_RECORD_H
#define JUDDER_BENCH_RECORD_H

#include <math.h>
#include <stdio.h>
#include <time.h>

typedef struct BenchLine {
    const char *row, *workload, *code;
} BenchLine;

static inline void bench_record(BenchLine line, const char *measure, double value) {
    printf("%s\t%s\t%s\t%s\t%.6g\n", line.row, line.workload, line.code, measure, value);
    fflush(stdout);
}

static inline void bench_words(BenchLine line, const char *measure, const char *words) {
    printf("%s\t%s\t%s\t%s\t%s\n", line.row, line.workload, line.code, measure, words);
    fflush(stdout);
}

/* Of this process alone, so that a busy machine does not count. */
static inline double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
