/* Random problems without structure: the least mu is that of the enumeration. */
#include "complementarity/eicp_cases.h"

static void test_dense(void **state) {
    (void)state;
    check_many(make_dense, 5, SANITIZED ? 60 : 200, 5);
    check_many(make_dense, 10, SANITIZED ? 8 : 200, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dense)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
