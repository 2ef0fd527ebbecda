#include "results/place/target.h"

#include "base/bytes.h"
#include "base/log.h"
#include "results/place/temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 100 }; /* times 20 ms for another run to put its result in place */

bool target_renew(Target *target) {
    target->file = temporary_make(&target->place, target->mode ? 0600 : 0666, &target->temporary);
    /* File systems without permissions refuse: they have the same for all. */
    if (target->file >= 0 && target->mode && fchmod(target->file, target->mode) != 0) return errno != EIO;
    return target->file >= 0;
}

static JudderErr open_place(Target *target, const PlaceWish *wish) {
    if (!wish->claimed) TRY(claim_take(&target->claim, wish));
    TRY(place_open(&target->place, wish));
    TRY(place_check_kinds(&target->place, wish));
    struct stat found;
    const Place *place = &target->place;
    /* What a person has hidden from others stays hidden. */
    if (place_look(place, place->name, &found) && S_ISREG(found.st_mode))
        target->mode = found.st_mode & 0666 ? found.st_mode & 0666 : 0600;
    REQUIRE(!temporary_is_written(place, place->name),
            error_input(place_option(wish),
                        "%s: another run is writing it: wait for its end, or name another file with %s",
                        place->path, place_option(wish)));
    return target_renew(target) ? JUDDER_OK : error_file(place_option(wish), place->path, errno);
}

JudderErr target_create(Target *target, const PlaceWish *wish) {
    *target = (Target){.file = -1, .place.folder = -1, .claim.lock.file = -1, .claim.beside.file = -1};
    const JudderErr err = open_place(target, wish);
    if (err != JUDDER_OK) target_release(target);
    return err;
}

JudderErr target_goes_with(Target *target, const char *path) {
    const char *slash = strrchr(path, '/');
    target->goes_with = strdup(slash ? slash + 1 : path);
    return target->goes_with ? JUDDER_OK : error_memory();
}

/* After the file it went with: a crash before leaves both, a crash between leaves one that belongs to
 * nothing. */
static bool drop_companion(Target *target) {
    if (target->goes_with && unlinkat(target->place.folder, target->goes_with, 0) != 0 && errno != ENOENT)
        return false;
    free(target->goes_with);
    target->goes_with = NULL;
    return true;
}

static bool replace(Target *target, int shown) {
    const Place *place = &target->place;
    struct stat found;
    const bool own = shown >= 0 && fstat(shown, &found) == 0 && place_holds(place, place->name, &found);
    if (!own && temporary_is_written(place, place->name)) {
        errno = EBUSY;
        return false;
    }
    /* One with a name that somebody else gave it is his. */
    char *second = own && found.st_nlink == 1 ? temporary_link(place, &found) : NULL;
    const char *made = temporary_name(place, target->temporary);
    if (renameat(place->folder, made, place->folder, place->name) != 0) {
        const int reason = errno;
        if (second) temporary_remove(place, &second);
        errno = reason;
        return false;
    }
    stop_keeps(target->temporary);
    free(target->temporary);
    target->temporary = second;
    return drop_companion(target);
}

/* Some file systems have no locks of folders (NFS: EBADF, ENOLCK, EOPNOTSUPP): nothing to wait for. */
static void wait_for_turn(int folder) {
    for (int i = 0; i < PATIENCE && flock(folder, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK && errno != EINTR) return;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
}

bool target_swap(Target *target, int shown) {
    /* One after the other, so that of two runs the second one sees the first. Opened again: a lock belongs to
     * an open folder, which children of this process may share. */
    const int turn = openat(target->place.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (turn >= 0) wait_for_turn(turn);
    const bool good = replace(target, shown);
    const int reason = errno;
    if (turn >= 0) close(turn);
    errno = reason;
    return good;
}

bool target_place(Target *target) {
    return !target->temporary || target_swap(target, -1);
}

void target_drop(Target *target) {
    if (target->temporary) temporary_remove(&target->place, &target->temporary);
    if (target->place.path && target->file >= 0) close(target->file);
    target->file = -1;
}

void target_release(Target *target) {
    target_drop(target);
    place_close(&target->place);
    claim_release(&target->claim);
    free(target->goes_with);
    *target = (Target){.file = -1, .place.folder = -1, .claim.lock.file = -1, .claim.beside.file = -1};
}

static bool sync_and_close(int fd) {
    const bool synced = fd >= 0 && fsync(fd) == 0;
    const int reason = errno;
    const bool closed = fd >= 0 && close(fd) == 0;
    if (!synced) errno = reason;
    return synced && closed;
}

bool target_sync_folder(const Target *target) {
    const int fd = openat(target->place.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* A folder that may be written but not read cannot be waited for. */
    if (fd < 0 && errno == EACCES) return true;
    /* Nor can one whose file system knows no such thing. */
    return sync_and_close(fd) || errno == EINVAL || errno == ENOTSUP;
}

bool target_sync(const Target *target) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    return sync_and_close(openat(target->place.folder, target->place.name, flags)) &&
           target_sync_folder(target);
}

/* Some file systems cannot be waited for. */
static bool bring_to_disk(int file) {
    return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
}

JudderErr target_finish(Target *target, int reason) {
    if (reason == 0 && !(bring_to_disk(target->file) && target_place(target) && target_sync_folder(target)))
        reason = errno;
    const JudderErr err = reason == 0 ? JUDDER_OK
                                      : error_machine("%s: cannot be written: %s", target->place.path,
                                                      reason == EBUSY ? "another run has put its own there"
                                                                      : strerror(reason));
    target_release(target);
    return err;
}

JudderErr target_write(const PlaceWish *wish, const void *bytes, size_t size) {
    Target target;
    TRY(target_create(&target, wish));
    return target_finish(&target, bytes_write(target.file, bytes, size) ? 0 : errno);
}
