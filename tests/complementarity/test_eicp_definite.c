/* Random problems with A positive definite and any B: the least mu is that of the enumeration. */
#include "complementarity/eicp_cases.h"

static void test_definite(void **state) {
    (void)state;
    check_many(make_definite, 5, SANITIZED ? 30 : 200, 15);
    check_many(make_definite, 10, SANITIZED ? 2 : 15, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_definite)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
