/* Whole reads and writes through a pipe, which takes and gives a few at a time; check sums of known texts. */
#include "judder_test.h"

#include "base/bytes.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MANY = 1 << 20 };

typedef struct Sending {
    int fd;
    const unsigned char *bytes;
    bool good;
} Sending;

static void *send_all(void *context) {
    Sending *sending = context;
    sending->good = bytes_write(sending->fd, sending->bytes, MANY);
    close(sending->fd);
    return NULL;
}

/* More than a pipe holds: neither side gets it at once. */
static void all_of_it_arrives(void **state) {
    (void)state;
    unsigned char *sent = malloc(MANY), *got = malloc(MANY), more;
    assert_true(sent && got);
    for (size_t i = 0; i < MANY; i++) sent[i] = (unsigned char)(i * i >> 3);
    int ends[2];
    pthread_t thread;
    assert_int_equal(pipe(ends), 0);
    Sending sending = {ends[1], sent, false};
    assert_int_equal(pthread_create(&thread, NULL, send_all, &sending), 0);
    assert_true(bytes_read(ends[0], got, MANY));
    assert_false(bytes_read(ends[0], &more, 1)); /* the end */
    pthread_join(thread, NULL);
    close(ends[0]);
    assert_true(sending.good);
    assert_memory_equal(sent, got, MANY);
    free(sent);
    free(got);
}

static void a_refusal_says_why(void **state) {
    (void)state;
    char byte = 'x';
    errno = 0;
    assert_false(bytes_write(-1, &byte, 1));
    assert_int_equal(errno, EBADF);
    assert_false(bytes_read(-1, &byte, 1));
    assert_true(bytes_write(-1, NULL, 0) && bytes_read(-1, NULL, 0));
}

/* The published values of FNV-1a. */
static void known_sums(void **state) {
    (void)state;
    assert_true(bytes_sum(BYTES_SUM_START, "", 0) == 0xcbf29ce484222325u);
    assert_true(bytes_sum(BYTES_SUM_START, "a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(bytes_sum(BYTES_SUM_START, "foobar", 6) == 0x85944171f73967e8u);
    assert_true(bytes_sum(bytes_sum(BYTES_SUM_START, "foo", 3), "bar", 3) == 0x85944171f73967e8u);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_of_it_arrives),
                                       cmocka_unit_test(a_refusal_says_why), cmocka_unit_test(known_sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
