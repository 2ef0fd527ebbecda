#include "results/write/twin.h"

#include "base/bytes.h"

#include "results/read/seal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES_AT_ONCE = 16 };

JudderErr twin_create(Twin *twin, const PlaceWish *wish) {
    *twin = (Twin){.shown = -1};
    return target_create(&twin->target, wish);
}

void twin_release(Twin *twin) {
    /* One that was never made has no path. */
    if (twin->target.place.path && twin->shown >= 0) close(twin->shown);
    target_release(&twin->target);
    free(twin->changed);
    *twin = (Twin){.target = twin->target, .shown = -1};
}

void twin_finish(Twin *twin) {
    target_drop(&twin->target);
}

/* The file that has everything. */
static int whole(const Twin *twin) {
    return twin->target.file < 0 || twin->behind ? twin->shown : twin->target.file;
}

bool twin_read(Twin *twin, uint64_t place, void *bytes, size_t size) {
    const ssize_t got = bytes_read_at(whole(twin), place, bytes, size);
    if (got < 0 && twin->error == 0) twin->error = errno;
    if (got >= 0) memset((char *)bytes + got, 0, size - (size_t)got);
    return got >= 0;
}

static bool twin_copy_pages(const Twin *twin, size_t page, size_t count) {
    static const size_t most = PAGES_AT_ONCE;
    unsigned char bytes[PAGES_AT_ONCE * PAGE];
    for (; count > 0; page += most, count -= count < most ? count : most) {
        const uint64_t place = (uint64_t)page * PAGE;
        const ssize_t got = bytes_read_at(twin->shown, place, bytes, (count < most ? count : most) * PAGE);
        if (got < 0 || !bytes_write_at(twin->target.file, place, bytes, (size_t)got)) return false;
    }
    return true;
}

static bool copy_changed(const Twin *twin) {
    for (size_t page = 0, end; page < twin->pages; page = end + 1) {
        for (end = page; end < twin->pages && twin->changed[end];) end++;
        if (end > page && !twin_copy_pages(twin, page, end - page)) return false;
    }
    return true;
}

/* The hidden file of before if nobody reads it, else a new one. */
static bool take_hidden(Twin *twin, bool *empty) {
    *empty = false;
    const int before = twin->target.file;
    if (before >= 0 && (flock(before, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)) return true;
    target_drop(&twin->target);
    return *empty = target_renew(&twin->target);
}

/* Makes the hidden file what the shown one is. */
static bool catch_up(Twin *twin) {
    struct stat found;
    bool empty;
    if (fstat(twin->shown, &found) != 0 || !take_hidden(twin, &empty)) return false;
    const size_t all = ((size_t)found.st_size + PAGE - 1) / PAGE;
    if (!(empty ? twin_copy_pages(twin, 0, all) : copy_changed(twin))) return false;
    if (ftruncate(twin->target.file, found.st_size) != 0) return false;
    if (twin->changed) memset(twin->changed, false, twin->pages);
    twin->behind = false;
    return true;
}

static bool note_change(Twin *twin, uint64_t from, uint64_t to) {
    const size_t first = (size_t)(from / PAGE), end = (size_t)((to + PAGE - 1) / PAGE);
    if (end > twin->pages) {
        const size_t pages = 2 * end;
        bool *more = realloc(twin->changed, pages);
        if (!more) return false;
        memset(more + twin->pages, false, pages - twin->pages);
        twin->changed = more, twin->pages = pages;
    }
    if (end > first) memset(twin->changed + first, true, end - first);
    return true;
}

/* Whether the range may be changed now. */
static bool prepare(Twin *twin, uint64_t from, uint64_t to) {
    if (twin->error != 0) return false;
    if (whole(twin) == twin->shown && !catch_up(twin))
        twin->error = errno;
    else if (!note_change(twin, from, to))
        twin->error = ENOMEM;
    return twin->error == 0;
}

void twin_write(Twin *twin, uint64_t place, const void *bytes, size_t size) {
    if (!prepare(twin, place, place + size)) return;
    if (!bytes_write_at(twin->target.file, place, bytes, size)) twin->error = errno;
}

void twin_resize(Twin *twin, uint64_t size) {
    struct stat found;
    if (twin->error == 0 && fstat(whole(twin), &found) != 0) twin->error = errno;
    if (twin->error != 0 || (uint64_t)found.st_size == size) return;
    /* What is cut off may come back as zeros. */
    if (!prepare(twin, size, (uint64_t)found.st_size > size ? (uint64_t)found.st_size : size)) return;
    if (ftruncate(twin->target.file, (off_t)size) != 0) twin->error = errno;
}

void twin_seal(Twin *twin) {
    unsigned char bytes[PAGES_AT_ONCE * PAGE], seal[SEAL_SIZE];
    SealSum sum = seal_start();
    uint64_t size = 0;
    for (ssize_t got = 1; got > 0 && twin->error == 0; size += (uint64_t)got) {
        got = bytes_read_at(whole(twin), size, bytes, sizeof bytes);
        if (got < 0) {
            twin->error = errno;
            return;
        }
        seal_add(&sum, bytes, (size_t)got);
    }
    seal_end(&sum, size, seal);
    twin_write(twin, size, seal, sizeof seal);
}

bool twin_show(Twin *twin, bool wait) {
    if (wait && fsync(whole(twin)) != 0) return false;
    if (whole(twin) == twin->shown) return true;
    /* Readers may come from the moment on at which it is in place. */
    flock(twin->target.file, LOCK_UN);
    const int before = twin->shown;
    if (!target_swap(&twin->target, before)) return false;
    twin->shown = twin->target.file;
    twin->target.file = twin->target.temporary ? before : -1;
    twin->behind = true;
    if (before >= 0 && twin->target.file < 0) close(before);
    return true;
}
