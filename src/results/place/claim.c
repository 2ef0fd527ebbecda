#include "results/place/claim.h"

#include "base/log.h"
#include "results/place/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ATTEMPTS = 100, CONTENT_MOST = 64 };

static const char *name_of(const Claim *claim, const ClaimLock *lock) {
    return lock->path + (claim->place.name - claim->place.path);
}

/* The process whose number stands in the file; 0: it is empty; -1: something else stands there. */
static long owner_of(int file) {
    char text[CONTENT_MOST] = "";
    long process = 0;
    int used = 0;
    const ssize_t count = pread(file, text, sizeof text - 1, 0);
    if (count == 0) return 0;
    const bool whole = count > 0 && sscanf(text, "process %ld%n", &process, &used) == 1 && process > 0 &&
                       text[used] == '\n' && used + 1 == count;
    return whole ? process : -1;
}

static JudderErr in_use(const Claim *claim, const char *option, int file) {
    const long process = file >= 0 ? owner_of(file) : 0;
    char who[60] = "";
    if (process > 0) snprintf(who, sizeof who, " (process %ld)", process);
    return error_input(option,
                       "%s: another run is writing it%s: wait for its end, or name another file with %s",
                       claim->place.path, who, option);
}

/* Where the folder takes no new file it is the place that cannot be written. */
static JudderErr refuse_lock_file(const Claim *claim, const ClaimLock *lock, const char *option, int reason) {
    struct stat found;
    if (reason == ELOOP) return error_input(option, "%s: is a symbolic link: remove it", lock->path);
    const bool there = place_look(&claim->place, name_of(claim, lock), &found);
    return error_file(option, there ? lock->path : claim->place.path, reason);
}

/* Only what is such a file may become one: not a link, not a file with another name elsewhere, and nothing
 * that holds something else. */
static JudderErr check_lock_file(const Claim *claim, const ClaimLock *lock, const char *option, int file) {
    struct stat found;
    REQUIRE(file >= 0, refuse_lock_file(claim, lock, option, errno));
    REQUIRE(fstat(file, &found) == 0, error_file(option, lock->path, errno));
    REQUIRE(S_ISREG(found.st_mode) && found.st_nlink <= 1 && found.st_size < CONTENT_MOST &&
                owner_of(file) >= 0,
            error_input(option, "%s: is not a lock of judder: remove it", lock->path));
    return JUDDER_OK;
}

/* Whether the file that is locked still has the name: its last owner removes it before he lets it go. */
static bool is_in_place(const Claim *claim, const ClaimLock *lock, int file) {
    struct stat found;
    return fstat(file, &found) == 0 && place_holds(&claim->place, name_of(claim, lock), &found);
}

static void tell_who(int file) {
    char text[CONTENT_MOST];
    const int length = snprintf(text, sizeof text, "process %ld\n", (long)getpid());
    /* Only for the message of another: a full disk does not matter here. */
    if (ftruncate(file, 0) == 0 && pwrite(file, text, (size_t)length, 0) < 0) return;
}

/* One attempt: *taken is false if the file lost its name before it was locked. */
static JudderErr try_lock(const Claim *claim, ClaimLock *lock, const char *option, bool *taken) {
    const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const int file = openat(claim->place.folder, name_of(claim, lock), flags, 0666);
    *taken = false;
    JudderErr err = check_lock_file(claim, lock, option, file);
    if (err == JUDDER_OK) {
        struct flock mark = temporary_mark();
        const bool held = fcntl(file, F_OFD_SETLK, &mark) != 0 && (errno == EAGAIN || errno == EACCES);
        if (held && is_in_place(claim, lock, file)) err = in_use(claim, option, file);
        *taken = err == JUDDER_OK && !held && is_in_place(claim, lock, file);
    }
    if (*taken) lock->file = file;
    if (!*taken && file >= 0) close(file);
    return err;
}

/* Whether the last owner of a lock that was taken is gone. Whoever has the lock knows it, also of one whose
 * parent has not yet asked for its end; where the file system has no locks, no process may have its
 * number. */
static bool owner_is_gone(int file, long owner) {
    struct flock mark = temporary_mark();
    if (fcntl(file, F_OFD_SETLK, &mark) == 0) return true;
    return kill((pid_t)owner, 0) != 0 && errno == ESRCH;
}

/* *before: the process that had the lock and left it; 0: none. */
static JudderErr take_lock(const Claim *claim, ClaimLock *lock, const char *option, long *before) {
    bool taken = false;
    for (int i = 0; i < ATTEMPTS && !taken; i++) TRY(try_lock(claim, lock, option, &taken));
    REQUIRE(taken, in_use(claim, option, -1));
    const long owner = owner_of(lock->file);
    *before = owner > 0 && owner_is_gone(lock->file, owner) ? owner : 0;
    tell_who(lock->file);
    stop_removes(claim->place.folder, lock->path);
    return JUDDER_OK;
}

static JudderErr lock_name(const Claim *claim, ClaimLock *lock, const PlaceWish *wish, const char *ending) {
    char *name = NULL;
    long before = 0;
    if (asprintf(&name, ".%s%s.lock", claim->place.name, ending) >= 0) {
        lock->path = place_path(&claim->place, name);
        free(name);
    }
    REQUIRE(lock->path, error_memory());
    TRY(take_lock(claim, lock, place_option(wish), &before));
    if (before > 0) temporary_tidy(&claim->place, before, wish);
    return JUDDER_OK;
}

JudderErr claim_take(Claim *claim, const PlaceWish *wish) {
    *claim = (Claim){.lock.file = -1, .beside.file = -1};
    TRY(place_open(&claim->place, wish));
    JudderErr err = lock_name(claim, &claim->lock, wish, "");
    if (err == JUDDER_OK && wish->beside) err = lock_name(claim, &claim->beside, wish, wish->beside);
    if (err == JUDDER_OK) err = place_check_kinds(&claim->place, wish);
    if (err != JUDDER_OK) claim_release(claim);
    return err;
}

JudderErr claim_folder(Claim *claim, const Place *folder, const char *option, const char *const *inputs) {
    return claim_take(claim,
                      &(PlaceWish){.path = "export", .option = option, .in = folder, .inputs = inputs});
}

static void release_lock(const Claim *claim, ClaimLock *lock) {
    if (lock->path && lock->file >= 0) {
        /* Before it is let go: whoever waits for it would else lock a file that is about to be removed. */
        if (is_in_place(claim, lock, lock->file)) unlinkat(claim->place.folder, name_of(claim, lock), 0);
        stop_keeps(lock->path);
        close(lock->file);
    }
    free(lock->path);
}

void claim_release(Claim *claim) {
    release_lock(claim, &claim->beside);
    release_lock(claim, &claim->lock);
    place_close(&claim->place);
    *claim = (Claim){.lock.file = -1, .beside.file = -1};
}
