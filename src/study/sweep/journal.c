#include "study/sweep/journal.h"

#include "base/array/grow.h"
#include "base/bytes.h"
#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char signature[8] = "judder1\n";
const FileKind journal_kind = {"a journal of judder", signature, 6}; /* of any version */
enum { FRAME_MOST = 1 << 26 };

static uint64_t frame_check(uint64_t index, const unsigned char *bytes, size_t count) {
    return bytes_sum(bytes_sum(BYTES_SUM_START, &index, sizeof index), bytes, count);
}

static JudderErr put(const Journal *journal, const void *at, size_t count) {
    return bytes_write(journal->fd, at, count) ? JUDDER_OK : error_file("-o", journal->place.path, errno);
}

/* Hands out the sound frames; *end becomes the place behind the last. */
static JudderErr read_frames(const Journal *journal, const JournalStart *start, off_t *end, size_t *found) {
    JournalFrame frame;
    while (bytes_read(journal->fd, &frame, sizeof frame) && frame.length <= FRAME_MOST) {
        unsigned char *bytes = malloc(frame.length + 1);
        REQUIRE(bytes, error_memory());
        const bool sound = bytes_read(journal->fd, bytes, frame.length) &&
                           frame_check(frame.index, bytes, frame.length) == frame.check;
        if (sound) {
            start->take(start->context, frame.index, bytes, frame.length);
            *end += (off_t)(sizeof frame + frame.length);
            ++*found;
        }
        free(bytes);
        if (!sound) break;
    }
    return JUDDER_OK;
}

static JudderErr resume(Journal *journal, const JournalStart *start, size_t *found, bool *resumed) {
    char head[sizeof signature];
    uint64_t fingerprint;
    *resumed = false;
    if (!bytes_read(journal->fd, head, sizeof head)) return JUDDER_OK;
    REQUIRE(memcmp(head, signature, sizeof head) == 0 &&
                bytes_read(journal->fd, &fingerprint, sizeof fingerprint),
            error_input("--resume", "%s: not a journal of a sweep", journal->place.path));
    REQUIRE(
        fingerprint == start->fingerprint,
        error_input("--resume",
                    "%s: the unfinished sweep is of another case, grid, setting, sample or version: undo the "
                    "change, or start again without --resume",
                    journal->place.path));
    off_t end = (off_t)(sizeof head + sizeof fingerprint);
    TRY(read_frames(journal, start, &end, found));
    *resumed = true;
    REQUIRE(ftruncate(journal->fd, end) == 0 && lseek(journal->fd, end, SEEK_SET) == end,
            error_file("-o", journal->place.path, errno));
    return JUDDER_OK;
}

static JudderErr begin(const Journal *journal, const JournalStart *start) {
    REQUIRE(ftruncate(journal->fd, 0) == 0 && lseek(journal->fd, 0, SEEK_SET) == 0,
            error_file("-o", journal->place.path, errno));
    TRY(put(journal, signature, sizeof signature));
    return put(journal, &start->fingerprint, sizeof start->fingerprint);
}

static char *journal_path(const char *result) {
    char *path = NULL;
    return asprintf(&path, "%s.journal", result) < 0 ? NULL : path;
}

bool journal_exists(const char *result) {
    char *path = journal_path(result);
    struct stat found;
    const bool exists = path && lstat(path, &found) == 0;
    free(path);
    return exists;
}

static JudderErr open_place(Journal *journal, const char *result) {
    char *path = journal_path(result);
    REQUIRE(path, error_memory());
    const PlaceWish wish = {.path = path, .kind = &journal_kind};
    JudderErr err = place_open(&journal->place, &wish);
    if (err == JUDDER_OK) err = place_check_kinds(&journal->place, &wish);
    free(path);
    return err;
}

/* It is written to where it stands: what has another name too would change there as well. */
static JudderErr open_file(Journal *journal, const char *result) {
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    struct stat found;
    TRY(open_place(journal, result));
    const Place *place = &journal->place;
    journal->fd = openat(place->folder, place->name, flags, 0666);
    REQUIRE(journal->fd >= 0, error_file("-o", place->path, errno));
    const bool used = flock(journal->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    REQUIRE(fstat(journal->fd, &found) == 0 && S_ISREG(found.st_mode),
            error_input("-o", "%s: not a regular file", place->path));
    /* Without a name: another has just ended with it. */
    REQUIRE(!used && found.st_nlink != 0, error_input("-o", "%s: another sweep is writing it", place->path));
    REQUIRE(
        found.st_nlink == 1,
        error_input("-o", "%s: has another name too, and would be changed there: remove it", place->path));
    return JUDDER_OK;
}

JudderErr journal_open(const JournalStart *start, Journal *journal, size_t *found) {
    *journal = (Journal){.fd = -1, .last_sync = clock_seconds()};
    *found = 0;
    bool resumed = false;
    JudderErr err = open_file(journal, start->result);
    if (err == JUDDER_OK && start->resume) err = resume(journal, start, found, &resumed);
    if (err == JUDDER_OK && !resumed) err = begin(journal, start);
    if (err == JUDDER_OK) return JUDDER_OK;
    journal_close(journal, false);
    return err;
}

static void put_waiting(Journal *journal, const void *bytes, size_t count) {
    if (count > 0) memcpy(journal->waiting + journal->length, bytes, count);
    journal->length += count;
}

JudderErr journal_append(Journal *journal, uint64_t index, const unsigned char *bytes, size_t count) {
    /* A longer one would end the journal when it is read. */
    if (count > FRAME_MOST) return JUDDER_OK;
    const JournalFrame frame = {
        .index = index, .check = frame_check(index, bytes, count), .length = (uint32_t)count};
    const size_t needed = journal->length + sizeof frame + count;
    REQUIRE(grow(&journal->waiting, &journal->room, needed, 1), error_memory());
    put_waiting(journal, &frame, sizeof frame);
    put_waiting(journal, bytes, count);
    return JUDDER_OK;
}

JudderErr journal_write(Journal *journal) {
    if (journal->length == 0) return JUDDER_OK;
    const JudderErr err = put(journal, journal->waiting, journal->length);
    journal->length = 0;
    TRY(err);
    journal->unsynced = true;
    const double now = clock_seconds();
    if (now - journal->last_sync < 1) return JUDDER_OK;
    journal->last_sync = now;
    journal->unsynced = false;
    REQUIRE(fdatasync(journal->fd) == 0, error_file("-o", journal->place.path, errno));
    return JUDDER_OK;
}

JudderErr journal_close(Journal *journal, bool done) {
    JudderErr err = JUDDER_OK;
    if (journal->fd >= 0) {
        if (!done) err = journal_write(journal);
        if (!done && journal->unsynced && fdatasync(journal->fd) != 0)
            err = error_file("-o", journal->place.path, errno);
        /* Before it is closed: with its lock another sweep might take it up and lose it. */
        if (done) unlinkat(journal->place.folder, journal->place.name, 0);
        close(journal->fd);
    }
    free(journal->waiting);
    place_close(&journal->place);
    *journal = (Journal){.fd = -1};
    return err;
}
