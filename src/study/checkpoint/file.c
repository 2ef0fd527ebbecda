#include "study/checkpoint/file.h"

#include "base/bytes.h"
#include "results/place/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Head {
    char signature[24];
    uint64_t order; /* of the bytes of a number */
    uint64_t size, sum;
} Head;

static const char signature[24] = "judder checkpoint 2\n";
const FileKind checkpoint_kind = {"a checkpoint of judder", signature, 18}; /* of any version */
static const uint64_t byte_order = 0x0102030405060708u;

JudderErr checkpoint_file_write(const char *path, const Archive *archive) {
    size_t size;
    const void *bytes = archive_bytes(archive, &size);
    Head head = {.order = byte_order, .size = size, .sum = bytes_sum(BYTES_SUM_START, bytes, size)};
    memcpy(head.signature, signature, sizeof signature);
    unsigned char *whole = malloc(sizeof head + size);
    REQUIRE(whole, error_memory());
    memcpy(whole, &head, sizeof head);
    memcpy(whole + sizeof head, bytes, size);
    const JudderErr err = target_write(&(PlaceWish){.path = path, .kind = &checkpoint_kind, .claimed = true},
                                       whole, sizeof head + size);
    free(whole);
    return err;
}

static JudderErr unsound(const char *path, const char *what) {
    return error_input("--resume", "%s: %s: start again without --resume", path, what);
}

static JudderErr read_open(int fd, const char *path, void **whole, size_t *size) {
    struct stat place;
    Head head;
    REQUIRE(fstat(fd, &place) == 0 && S_ISREG(place.st_mode), unsound(path, "not a regular file"));
    REQUIRE(bytes_read(fd, &head, sizeof head) && memcmp(head.signature, signature, sizeof signature) == 0,
            unsound(path, "not a checkpoint of this version of judder"));
    REQUIRE(head.order == byte_order, unsound(path, "made on a machine of another kind"));
    REQUIRE(head.size == (uint64_t)place.st_size - sizeof head, unsound(path, "cut short or too long"));
    unsigned char *bytes = malloc(head.size + 1);
    REQUIRE(bytes, error_memory());
    if (!bytes_read(fd, bytes, head.size) || bytes_sum(BYTES_SUM_START, bytes, head.size) != head.sum) {
        free(bytes);
        return unsound(path, "damaged: its check sum is wrong");
    }
    *whole = bytes;
    *size = head.size;
    return JUDDER_OK;
}

JudderErr checkpoint_file_read(const char *path, void **bytes, size_t *size) {
    *bytes = NULL;
    *size = 0;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 && errno == ENOENT) return JUDDER_OK;
    REQUIRE(fd >= 0, error_input("--resume", "%s: cannot be read: %s", path,
                                 errno == ELOOP ? "it is a symbolic link" : strerror(errno)));
    const JudderErr err = read_open(fd, path, bytes, size);
    close(fd);
    return err;
}
