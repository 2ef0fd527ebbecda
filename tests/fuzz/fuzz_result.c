/* Result files made of anything: each is read or refused. Check sums of HDF5, and of half of them the seal,
 * are put right after a mutation, so that what lies behind them is met too. */
#include "results/read/reader.h"
#include "results/read/seal.h"
#include "results/read/trial.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
uint32_t H5_checksum_metadata(const void *data, size_t length, uint32_t start); /* of the library itself */

static char path[64];
static int file;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    file = memfd_create("result", 0);
    /* Fast, and what HDF5 falls over is seen; with the variable, as a user meets it. */
    if (!getenv("JUDDER_FUZZ_TRIAL")) trial_leave_out();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return file < 0;
}

/* Everything that can be read is read. */
static void use(const Reader *reader, const ReaderSets *sets) {
    for (size_t i = 0; i < sets->count; i++) {
        const ReaderSet *set = &sets->at[i];
        double *at = malloc(set->rows * set->count * sizeof *at + 1);
        if (at) (void)!reader_read(reader, set, 0, set->rows, at);
        free(at);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Reader *reader = NULL;
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size) abort();
    if (reader_open(path, &reader) == JUDDER_OK) {
        for (size_t i = 0; i < reader->count; i++) {
            const ReaderStudy *study = &reader->studies[i];
            ReaderEvent *events = malloc(study->events * sizeof *events + 1);
            if (events && study->event) (void)!reader_events(reader, study, 0, study->events, events);
            free(events);
            use(reader, &study->series);
            use(reader, &study->fields);
        }
    } else if (reader || !*error_message()) {
        abort();
    }
    reader_close(&reader);
    return 0;
}

static void put_sum(uint8_t *data, size_t begin, size_t length) {
    const uint32_t sum = H5_checksum_metadata(data + begin, length, 0);
    memcpy(data + begin + length, &sum, sizeof sum);
}

/* Superblock of version 2, and heads of objects of version 2. */
static void put_sums(uint8_t *data, size_t size) {
    if (size >= 48) put_sum(data, 0, 44);
    for (size_t i = 48; i + 16 < size; i++) {
        if (memcmp(data + i, "OHDR\2", 5) != 0) continue;
        const unsigned flags = data[i + 5];
        size_t at = i + 6 + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0), length = 0;
        const size_t width = (size_t)1 << (flags & 3);
        if (at + width >= size) continue;
        memcpy(&length, data + at, width);
        at += width;
        if (length < size && at + length + 4 <= size) put_sum(data, i, at + length - i);
    }
}

/* In the place of the seal that is there, or behind. */
static size_t put_seal(uint8_t *data, size_t size, size_t most) {
    unsigned char seal[SEAL_SIZE];
    SealSum sum = seal_start();
    seal_end(&sum, 0, seal);
    const bool sealed = size >= SEAL_SIZE && memcmp(data + size - SEAL_SIZE, seal, 16) == 0; /* its mark */
    const size_t content = sealed ? size - SEAL_SIZE : size;
    if (content + SEAL_SIZE > most) return size;
    seal_add(&sum, data, content);
    seal_end(&sum, content, data + content);
    return content + SEAL_SIZE;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    const size_t longer = LLVMFuzzerMutate(data, size, most);
    if (seed % 8 != 0) put_sums(data, longer);
    return seed % 16 < 8 ? longer : put_seal(data, longer, most);
}
