/* Several arrays in one piece of memory: zeros, apart, each where its type may begin. */
#include "base/array/room.h"
#include "base/error.h"
#include "judder_test.h"

#include <stdint.h>
#include <stdlib.h>

static void test_parts(void **state) {
    (void)state;
    double *x;
    bool *set;
    int *order, *nothing;
    long double *wide;
    assert_true(ROOM_TAKE(ROOM(x, 3), ROOM(set, 5), ROOM(nothing, 0), ROOM(wide, 2), ROOM(order, 7)));
    SCOPED_FREE double *memory = x;
    assert_int_equal((uintptr_t)wide % _Alignof(long double), 0);
    assert_int_equal((uintptr_t)order % _Alignof(int), 0);
    for (int i = 0; i < 7; i++) assert_int_equal(order[i], 0);
    for (int i = 0; i < 3; i++) x[i] = -1;
    for (int i = 0; i < 5; i++) set[i] = true;
    for (int i = 0; i < 2; i++) wide[i] = -1;
    for (int i = 0; i < 7; i++) assert_int_equal(order[i], 0);
    assert_true((char *)set >= (char *)(x + 3) && (char *)wide >= (char *)(set + 5));
    assert_true((char *)order >= (char *)(wide + 2));
}

static void test_too_much(void **state) {
    (void)state;
    if (SANITIZED) skip_without("allocator that answers a request beyond all memory");
    double *x;
    int *y;
    assert_false(ROOM_TAKE(ROOM(x, SIZE_MAX / 4 / sizeof *x), ROOM(y, 3)));
    assert_null(x);
    assert_null(y);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts), cmocka_unit_test(test_too_much)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
