/* States out and back in; whatever the bytes, nothing but an error. */
#include "judder_test.h"

#include "base/archive.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

typedef struct State {
    double numbers[5];
    size_t count;
    double *list;
    bool flag;
} State;

static void serialise(State *s, Archive *archive) {
    archive_array(archive, "numbers", s->numbers, sizeof s->numbers);
    archive_flag(archive, "flag", &s->flag);
    s->count = archive_count(archive, "count", s->count, sizeof(double));
    if (archive_restores(archive)) s->list = calloc(s->count + 1, sizeof(double));
    archive_array(archive, "list", s->list, s->count * sizeof(double));
}

static void *saved(size_t *size) {
    double list[] = {1, 2, 3, 4, 5, 6, 7};
    State state = {.numbers = {0.1, -0.0, 1e300, 4e-320, 5}, .count = 7, .list = list, .flag = true};
    Archive *archive;
    assert_int_equal(archive_create(&archive), JUDDER_OK);
    serialise(&state, archive);
    assert_int_equal(archive_state(archive), JUDDER_OK);
    const void *bytes = archive_bytes(archive, size);
    void *copy = malloc(*size);
    memcpy(copy, bytes, *size);
    archive_destroy(&archive);
    return copy;
}

static void what_went_in_comes_back(void **unused) {
    (void)unused;
    size_t size;
    Archive *archive;
    void *bytes = saved(&size);
    assert_int_equal(archive_open(bytes, size, &archive), JUDDER_OK);
    State state = {.numbers = {0}};
    serialise(&state, archive);
    assert_int_equal(archive_state(archive), JUDDER_OK);
    const double expected[] = {0.1, -0.0, 1e300, 4e-320, 5};
    assert_memory_equal(state.numbers, expected, sizeof expected);
    assert_int_equal(state.count, 7);
    for (size_t i = 0; i < 7; i++) assert_true(state.list[i] == (double)i + 1);
    assert_true(state.flag);
    free(state.list);
    archive_destroy(&archive);
}

static void refusal(const char *name, size_t size, const char *message) {
    size_t total;
    char room[64];
    Archive *archive;
    void *bytes = saved(&total);
    assert_int_equal(archive_open(bytes, total, &archive), JUDDER_OK);
    archive_array(archive, name, room, size);
    assert_int_equal(archive_state(archive), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), message));
    /* It sticks. */
    archive_array(archive, "numbers", room, 40);
    assert_int_equal(archive_state(archive), JUDDER_INPUT);
    archive_destroy(&archive);
}

static void another_state_is_refused(void **unused) {
    (void)unused;
    refusal("nombers", 40, "nombers is not where it should be");
    refusal("number", 40, "number is not where it should be");
    refusal("numbers", 48, "numbers has 40 bytes instead of 48");
}

static void damaged_bytes_are_refused_or_read(void **unused) {
    (void)unused;
    Random random = {7};
    for (int i = 0; i < 20000; i++) {
        size_t size;
        unsigned char *bytes = saved(&size);
        if (i % 3 == 0) size = (size_t)(random_in(&random, 0, 1) * (double)size);
        for (int k = 0; k < 1 + i % 5 && size > 0; k++)
            bytes[(size_t)(random_in(&random, 0, 0.999) * (double)size)] ^= (unsigned char)(1 << (i + k) % 8);
        Archive *archive;
        assert_int_equal(archive_open(bytes, size, &archive), JUDDER_OK);
        State state = {.numbers = {0}};
        serialise(&state, archive);
        assert_true(state.count <= size / sizeof(double));
        archive_state(archive);
        free(state.list);
        archive_destroy(&archive);
    }
}

static void a_missing_archive_does_nothing(void **unused) {
    (void)unused;
    double list[] = {1};
    State state = {.count = 1, .list = list};
    serialise(&state, NULL);
    assert_int_equal(state.count, 1);
    assert_int_equal(archive_state(NULL), JUDDER_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_went_in_comes_back),
        cmocka_unit_test(another_state_is_refused),
        cmocka_unit_test(damaged_bytes_are_refused_or_read),
        cmocka_unit_test(a_missing_archive_does_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
