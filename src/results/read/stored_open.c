/* Opening a result: the file that is locked, tried and sealed is the file that is read. */
#include "results/read/names.h"
#include "results/read/seal.h"
#include "results/read/stored.h"
#include "results/read/trial.h"
#include "results/store/dataset.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* HDF5 may fall over damaged files of its oldest format, which has no check sums. Results are never
 * written in it. */
static bool has_checksums(const char *path) {
    static const unsigned char start[] =
        "\211HDF\r\n\032\n\002"; /* the signature and version 2 of the superblock */
    unsigned char bytes[sizeof start - 1];
    FILE *file = fopen(path, "rbe");
    if (!file) return false;
    const bool ok = fread(bytes, sizeof bytes, 1, file) == 1 && memcmp(bytes, start, sizeof bytes) == 0;
    fclose(file);
    return ok;
}

enum { PATIENCE = 200, REPLACED = 3 }; /* times 5 ms for a lock; files that come into the place meanwhile */

/* Quietly: what a run of the same thread has to know of HDF5 must not be mixed with this. */
static hid_t try_open(const char *path, bool lock) {
    hid_t file = -1;
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_file_locking(access, lock, true);
    H5E_BEGIN_TRY {
        file = H5Fopen(path, H5F_ACC_RDONLY, access);
    }
    H5E_END_TRY
    H5Pclose(access);
    return file;
}

/* 0: the file in place can be locked by a reader; else the errno. */
static int ask_lock(const char *path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const int refused = fd < 0 ? errno : flock(fd, LOCK_SH | LOCK_NB) == 0 ? 0 : errno;
    if (fd >= 0) close(fd);
    return refused;
}

/* The lock keeps a run that goes on from writing to this file again. The run may have taken the file back
 * just when it was found: then another one is in its place. Only where there are no locks (some file systems)
 * it is read without. */
static hid_t open_file(const char *path, bool *used) {
    int unlocked = 0;
    *used = false;
    for (int i = 0; i < PATIENCE && unlocked < REPLACED; i++) {
        const hid_t file = try_open(path, true);
        if (file >= 0) {
            *used = false;
            return file;
        }
        const int refused = ask_lock(path);
        *used = refused == EWOULDBLOCK;
        if (refused != 0 && !*used) return try_open(path, false);
        if (!*used) unlocked++;
        if (*used) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return -1;
}

static const char SUM_DIFFERS[] = "its bytes are not those that were written (their sum differs)";

static SealFound look_for_seal(const char *path, struct stat *looked_at) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    SealFound found = fd < 0 ? SEAL_NONE : seal_check(fd);
    if (fd < 0 || fstat(fd, looked_at) != 0) *looked_at = (struct stat){0}, found = SEAL_NONE;
    if (fd >= 0) close(fd);
    return found;
}

/* A file that grows has another time with its other bytes. */
static bool is_same_state(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           memcmp(&a->st_mtim, &b->st_mtim, sizeof a->st_mtim) == 0;
}

/* The seal of the file that is open: another than the one looked at may have come into its place. False: it
 * promises a seal and has none. */
static bool believe_seal(Stored *stored, SealFound seal, const struct stat *looked_at) {
    struct stat opened;
    void *handle = NULL;
    if (trial_is_under_way()) return true; /* who reads asks once */
    const bool known = H5Fget_vfd_handle(stored->file, H5P_DEFAULT, &handle) >= 0;
    const int file = known ? *(const int *)handle : -1;
    const bool asked = fstat(file, &opened) == 0;
    if (!asked || !is_same_state(&opened, &stored->tried.file)) trial_forget(&stored->tried);
    if (!asked || !is_same_state(&opened, looked_at)) seal = seal_check(file);
    stored->sealed = seal == SEAL_WHOLE;
    seal_set_doubt(!stored->sealed);
    return stored->sealed || (seal == SEAL_NONE && H5Aexists(stored->file, seal_attribute) <= 0);
}

/* A file that seems to be large, to hold data that nobody wrote. File systems that compress are not meant. */
static bool is_hollow(const struct stat *file) {
    static const off_t small = 1 << 26, most = 100;
    return file->st_size > small && file->st_size / most > (off_t)file->st_blocks * 512;
}

static JudderErr open_tried(Stored *stored, SealFound seal, const struct stat *looked_at) {
    static const char *const parts[] = {"case_text", "version", "model", "studies"};
    bool used;
    stored->file = open_file(stored->path, &used);
    REQUIRE(!used, error_input(NULL, "%s: cannot be read: another program is writing it", stored->path));
    REQUIRE(stored->file >= 0 && H5Fget_filesize(stored->file, &stored->bytes) >= 0,
            stored_unsound(stored, "the HDF5 file is damaged"));
    stored->names = names_create();
    REQUIRE(stored->names, error_memory());
    REQUIRE(believe_seal(stored, seal, looked_at), stored_unsound(stored, SUM_DIFFERS));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        REQUIRE(H5Lexists(stored->file, parts[i], H5P_DEFAULT) > 0,
                error_input(NULL, "%s: not a result of judder: no /%s in it", stored->path, parts[i]));
    return JUDDER_OK;
}

JudderErr stored_open(const char *path, Stored *stored) {
    struct stat found;
    hdf5_be_quiet();
    *stored = (Stored){.path = path, .file = -1};
    seal_set_doubt(false);
    if (stat(path, &found) != 0) return error_input(NULL, "%s: cannot be read: %s", path, strerror(errno));
    if (!S_ISREG(found.st_mode)) return stored_unsound(stored, "not a regular file");
    if (is_hollow(&found))
        return stored_unsound(stored, "most of it are holes that take no room on the disk");
    if (access(path, R_OK) != 0) return error_input(NULL, "%s: cannot be read: %s", path, strerror(errno));
    if (!has_checksums(path)) return stored_unsound(stored, "no HDF5 file as judder writes it");
    struct stat looked_at = {0};
    const SealFound seal = trial_is_under_way() ? SEAL_WHOLE : look_for_seal(path, &looked_at);
    if (seal == SEAL_BROKEN) return stored_unsound(stored, SUM_DIFFERS);
    TRY(trial_read(path, &stored->tried));
    const JudderErr err = open_tried(stored, seal, &looked_at);
    if (err != JUDDER_OK) stored_close(stored);
    return err;
}

void stored_close(Stored *stored) {
    names_destroy(&stored->names);
    if (stored->file >= 0) H5Fclose(stored->file);
    stored->file = -1;
    trial_forget(&stored->tried);
}
