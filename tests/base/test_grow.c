/* Arrays that grow. */
#include "base/array/grow.h"
#include "judder_test.h"

#include <stdint.h>
#include <stdlib.h>

static void items_stay_and_room_doubles(void **state) {
    (void)state;
    int *at = NULL;
    size_t room = 0, moves = 0;
    for (int i = 0; i < 10000; i++) {
        const size_t before = room;
        assert_true(grow(&at, &room, (size_t)i + 1, sizeof *at));
        moves += room != before;
        assert_true(room > (size_t)i);
        at[i] = i;
    }
    for (int i = 0; i < 10000; i++) assert_int_equal(at[i], i);
    assert_true(moves < 16);
    assert_true(grow(&at, &room, 50000, sizeof *at));
    assert_true(room >= 50000);
    assert_int_equal(at[9999], 9999);
    free(at);
}

static void what_no_memory_can_hold_leaves_the_array(void **state) {
    (void)state;
    double *at = NULL;
    size_t room = 0;
    assert_true(grow(&at, &room, 3, sizeof *at));
    at[2] = 7;
    const size_t before = room;
    const double *const where = at;
    assert_false(grow(&at, &room, SIZE_MAX / 4, sizeof *at));
    assert_false(grow(&at, &room, SIZE_MAX, sizeof *at));
    assert_ptr_equal(at, where);
    assert_int_equal(room, before);
    assert_exact(at[2], 7);
    free(at);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(items_stay_and_room_doubles),
                                       cmocka_unit_test(what_no_memory_can_hold_leaves_the_array)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
