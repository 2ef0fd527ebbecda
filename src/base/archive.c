/* An array is a frame: length of its name, size of its content, name, content. */
#include "base/archive.h"

#include "base/array/grow.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Frame {
    uint64_t name, size;
} Frame;

struct Archive {
    bool restores, out_of_memory;
    unsigned char *bytes;
    size_t size, room;
    size_t at; /* of the next frame to come back */
    char wrong[160];
};

JudderErr archive_create(Archive **archive) {
    *archive = calloc(1, sizeof **archive);
    return *archive ? JUDDER_OK : error_memory();
}

JudderErr archive_open(void *bytes, size_t size, Archive **archive) {
    if (archive_create(archive) != JUDDER_OK) {
        free(bytes);
        return JUDDER_MACHINE;
    }
    **archive = (Archive){.restores = true, .bytes = bytes, .size = size};
    return JUDDER_OK;
}

void archive_destroy(Archive **archive) {
    if (!*archive) return;
    free((*archive)->bytes);
    free(*archive);
    *archive = NULL;
}

bool archive_restores(const Archive *archive) {
    return archive && archive->restores;
}

const void *archive_bytes(const Archive *archive, size_t *size) {
    *size = archive->size;
    return archive->bytes;
}

static bool failed(const Archive *archive) {
    return archive->out_of_memory || archive->wrong[0];
}

void archive_refuse(Archive *archive, const char *what) {
    if (!archive || failed(archive)) return;
    snprintf(archive->wrong, sizeof archive->wrong, "%s", what);
}

static void archive_put(Archive *archive, const void *from, size_t count) {
    if (archive->out_of_memory || count == 0) return;
    archive->out_of_memory = count > SIZE_MAX - archive->size ||
                             !grow(&archive->bytes, &archive->room, archive->size + count, 1);
    if (archive->out_of_memory) return;
    memcpy(archive->bytes + archive->size, from, count);
    archive->size += count;
}

static void archive_fill(Archive *archive, const char *name, const void *at, size_t size) {
    const Frame frame = {strlen(name), size};
    archive_put(archive, &frame, sizeof frame);
    archive_put(archive, name, frame.name);
    archive_put(archive, at, size);
}

/* The content of the next frame if it is the one requested; NULL: it is not. */
static const unsigned char *next(Archive *archive, const char *name, size_t size) {
    Frame frame;
    const size_t left = archive->size - archive->at;
    char what[160];
    if (left < sizeof frame) {
        snprintf(what, sizeof what, "it ends before %s", name);
        archive_refuse(archive, what);
        return NULL;
    }
    memcpy(&frame, archive->bytes + archive->at, sizeof frame);
    const unsigned char *place = archive->bytes + archive->at + sizeof frame;
    const bool fits = frame.name <= left - sizeof frame && frame.size <= left - sizeof frame - frame.name;
    if (!fits || frame.name != strlen(name) || memcmp(place, name, frame.name) != 0) {
        snprintf(what, sizeof what, "%s is not where it should be", name);
    } else if (frame.size != size) {
        snprintf(what, sizeof what, "%s has %zu bytes instead of %zu", name, (size_t)frame.size, size);
    } else {
        archive->at += sizeof frame + frame.name + frame.size;
        return place + frame.name;
    }
    archive_refuse(archive, what);
    return NULL;
}

void archive_array(Archive *archive, const char *name, void *at, size_t size) {
    if (!archive || failed(archive)) return;
    if (!archive->restores) {
        archive_fill(archive, name, at, size);
        return;
    }
    const unsigned char *found = next(archive, name, size);
    if (found && size) memcpy(at, found, size);
}

size_t archive_count(Archive *archive, const char *name, size_t count, size_t item) {
    uint64_t number = count;
    archive_array(archive, name, &number, sizeof number);
    if (!archive_restores(archive)) return count;
    if (!failed(archive) && (item == 0 || number <= (archive->size - archive->at) / item))
        return (size_t)number;
    archive_refuse(archive, name);
    return 0;
}

void archive_flag(Archive *archive, const char *name, bool *flag) {
    unsigned char byte = *flag;
    archive_array(archive, name, &byte, sizeof byte);
    *flag = byte != 0;
}

JudderErr archive_state(const Archive *archive) {
    if (!archive || !failed(archive)) return JUDDER_OK;
    REQUIRE(!archive->out_of_memory, error_memory());
    return error_input("--resume", "the saved state does not fit: %s", archive->wrong);
}
