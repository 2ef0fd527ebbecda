/* Journals of sweeps made of anything: what is sound is taken up, the rest is refused or computed again.
 * Frames get right check sums, so that what lies behind those is met too. The first byte of an input says how
 * it becomes a journal: as it is, or as the content of one frame behind a right head. */
#include "base/bytes.h"
#include "study/sweep/follow/follow.h"
#include "study/sweep/journal.h"
#include "study/sweep/points/point.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char result[100], path[120], folder[] = "/tmp/judder_fuzz_journal_XXXXXX";
static const uint64_t fingerprint = 0x0123456789abcdefu;

static void leave(void) {
    unlink(path);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (!mkdtemp(folder)) return 1;
    snprintf(result, sizeof result, "%s/r.h5", folder);
    snprintf(path, sizeof path, "%s.journal", result);
    atexit(leave);
    return 0;
}

/* As a sweep takes its points, and the places between them. */
static void take(void *context, uint64_t index, const unsigned char *bytes, size_t count) {
    FollowedPlaces *followed = context;
    Point point;
    if (index % 2 == 0 && point_unpack(bytes, count, &point)) {
        unsigned char *again = NULL;
        size_t length = 0;
        if (point_pack(&point, &again, &length) == JUDDER_OK && length == 0) abort();
        free(again);
        point_release(&point);
    }
    if (index % 2 == 1) followed_unpack(followed, bytes, count);
}

static void put(int file, const void *bytes, size_t size) {
    if (write(file, bytes, size) != (ssize_t)size) abort();
}

static void write_journal(const uint8_t *data, size_t size) {
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) abort();
    if (data[0] % 4 == 0) {
        put(file, data + 1, size - 1);
    } else {
        const uint64_t index = data[0];
        const JournalFrame frame = {
            .index = index,
            .check = bytes_sum(bytes_sum(BYTES_SUM_START, &index, sizeof index), data + 1, size - 1),
            .length = (uint32_t)(size - 1)};
        put(file, "judder1\n", 8);
        put(file, &fingerprint, sizeof fingerprint);
        put(file, &frame, sizeof frame);
        put(file, data + 1, size - 1);
    }
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    write_journal(data, size);
    FollowedPlaces followed = {0};
    const JournalStart start = {
        .result = result, .fingerprint = fingerprint, .resume = true, .take = take, .context = &followed};
    Journal journal;
    size_t found = 0;
    const JudderErr err = journal_open(&start, &journal, &found);
    if (err == JUDDER_OK && journal_close(&journal, data[0] % 3 == 0) != JUDDER_OK) abort();
    if (err != JUDDER_OK && !*error_message()) abort();
    followed_release(&followed);
    return 0;
}
