/* Two files that take turns, against one kept in memory: what is in place is always what was shown last. */
#include "scratch.h"

#include "random.h"

#include "results/write/twin.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

enum { MOST = 150000 };

typedef struct Bytes {
    size_t size;
    unsigned char at[MOST];
} Bytes;

static Bytes now, shown, found;

static void read_file(int fd) {
    const ssize_t size = pread(fd, found.at, MOST, 0);
    assert_true(size >= 0);
    found.size = (size_t)size;
}

static void holds(const char *path, const Bytes *expected) {
    const int fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    read_file(fd);
    close(fd);
    assert_int_equal(found.size, expected->size);
    assert_memory_equal(found.at, expected->at, expected->size);
}

static void write_some(Twin *twin, Random *random) {
    const size_t place = (size_t)random_below(random, MOST - 9000),
                 size = (size_t)random_below(random, 9000) + 1;
    unsigned char bytes[9000];
    for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)random_below(random, 256);
    twin_write(twin, place, bytes, size);
    memcpy(now.at + place, bytes, size);
    if (place + size > now.size) now.size = place + size;
}

static void resize(Twin *twin, Random *random) {
    const size_t size = (size_t)random_below(random, MOST);
    twin_resize(twin, size);
    if (size < now.size) memset(now.at + size, 0, now.size - size);
    now.size = size;
}

static void look(Twin *twin, Random *random) {
    const size_t place = (size_t)random_below(random, MOST - 5000), size = (size_t)random_below(random, 5000);
    unsigned char bytes[5000];
    assert_true(twin_read(twin, place, bytes, size));
    assert_memory_equal(bytes, now.at + place, size);
}

/* Somebody reads, with the lock that HDF5 takes: his file stays what it was when he came. */
typedef struct Onlooker {
    int fd;
    Bytes seen;
} Onlooker;

static void come_and_go(Onlooker *one, const char *path) {
    if (one->fd >= 0) {
        read_file(one->fd);
        assert_int_equal(found.size, one->seen.size);
        assert_memory_equal(found.at, one->seen.at, one->seen.size);
        close(one->fd);
        one->fd = -1;
        return;
    }
    one->fd = open(path, O_RDONLY);
    assert_int_equal(flock(one->fd, LOCK_SH | LOCK_NB), 0);
    one->seen = shown;
}

static void what_is_in_place_is_what_was_shown(void **state) {
    (void)state;
    static Onlooker onlooker;
    Random random = {7};
    Twin twin;
    char path[512];
    strcpy(path, scratch_path("twin"));
    assert_int_equal(twin_create(&twin, &(PlaceWish){.path = path}), JUDDER_OK);
    onlooker.fd = -1;
    bool any = false;
    for (int i = 0; i < 6000; i++) {
        const int what = random_below(&random, 20);
        if (what < 10) write_some(&twin, &random);
        if (what == 10) resize(&twin, &random);
        if (what > 10 && what < 16) look(&twin, &random);
        if (what == 16 && any) come_and_go(&onlooker, path);
        assert_int_equal(twin.error, 0);
        if (what > 16) {
            assert_true(twin_show(&twin, false));
            shown = now;
            any = true;
        }
        if (any) holds(path, &shown);
    }
    twin_finish(&twin);
    twin_release(&twin);
    holds(path, &shown);
    assert_int_equal(folder_count(scratch), 1);
}

/* A file that cannot be read any more says why, and nothing more is shown. */
static void a_read_that_fails_is_told(void **state) {
    (void)state;
    Twin twin;
    char path[512], bytes[4];
    strcpy(path, scratch_path("unreadable"));
    assert_int_equal(twin_create(&twin, &(PlaceWish){.path = path}), JUDDER_OK);
    twin_write(&twin, 0, "abcd", 4);
    const int closed = open(twin.target.temporary, O_WRONLY);
    assert_true(closed >= 0 && dup2(closed, twin.target.file) >= 0);
    close(closed);
    assert_false(twin_read(&twin, 0, bytes, 4));
    assert_int_equal(twin.error, EBADF);
    twin_release(&twin);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_in_place_is_what_was_shown),
                                       cmocka_unit_test(a_read_that_fails_is_told)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
