#include "results/read/seal.h"

#include "base/bytes.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char seal_attribute[] = "sealed";

static const char mark[16] = "judder: all sums";
enum { AT_ONCE = 1 << 16 };

SealSum seal_start(void) {
    return (SealSum){{0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u, 0x94d049bb133111ebu, 0xd6e8feb86659fd93u}};
}

/* The same on machines of either order of bytes. */
static uint64_t word_at(const unsigned char *bytes) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | bytes[i];
    return word;
}

static void add_block(SealSum *sum, const unsigned char *bytes) {
    for (int k = 0; k < 4; k++) sum->lane[k] = seal_mix(sum->lane[k], word_at(bytes + 8 * k));
}

void seal_add(SealSum *sum, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (; size >= SEAL_SIZE; at += SEAL_SIZE, size -= SEAL_SIZE) add_block(sum, at);
    if (size == 0) return;
    unsigned char last[SEAL_SIZE] = {0};
    memcpy(last, at, size);
    add_block(sum, last);
}

void seal_end(const SealSum *sum, uint64_t size, unsigned char seal[SEAL_SIZE]) {
    uint64_t all = size;
    for (int k = 0; k < 4; k++) all = seal_mix(all, sum->lane[k]);
    memcpy(seal, mark, sizeof mark);
    for (int i = 0; i < 8; i++) {
        seal[16 + i] = (unsigned char)(size >> 8 * i);
        seal[24 + i] = (unsigned char)(all >> 8 * i);
    }
}

static bool read_all(int file, uint64_t place, unsigned char *bytes, size_t size) {
    return bytes_read_at(file, place, bytes, size) == (ssize_t)size;
}

SealFound seal_check(int file) {
    struct stat found;
    unsigned char seal[SEAL_SIZE], wanted[SEAL_SIZE], bytes[AT_ONCE];
    if (fstat(file, &found) != 0 || found.st_size < SEAL_SIZE) return SEAL_NONE;
    const uint64_t size = (uint64_t)found.st_size - SEAL_SIZE;
    if (!read_all(file, size, seal, sizeof seal) || memcmp(seal, mark, sizeof mark) != 0) return SEAL_NONE;
    SealSum sum = seal_start();
    for (uint64_t place = 0; place < size; place += AT_ONCE) {
        const size_t part = size - place < AT_ONCE ? (size_t)(size - place) : AT_ONCE;
        if (!read_all(file, place, bytes, part)) return SEAL_BROKEN;
        seal_add(&sum, bytes, part);
    }
    seal_end(&sum, size, wanted);
    return memcmp(seal, wanted, sizeof seal) == 0 ? SEAL_WHOLE : SEAL_BROKEN;
}

static _Thread_local bool in_doubt;

const char *seal_doubt(void) {
    return in_doubt
               ? "it has no seal: the run that wrote it did not end, or the file was changed since; nothing "
                 "proves that its numbers are whole"
               : "";
}

void seal_set_doubt(bool doubtful) {
    in_doubt = doubtful;
}
