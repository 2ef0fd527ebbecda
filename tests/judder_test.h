/* cmocka with the headers that it needs, and the asserts that it lacks. */
#ifndef JUDDER_TESTS_JUDDER_TEST_H
#define JUDDER_TESTS_JUDDER_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* 1 under the address sanitizer, where programs are slower and memory cannot be limited. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

enum { TEST_SKIPPED = 77 }; /* status of a program that left a test out, for ctest */

static inline int *tests_left_out(void) {
    static int count;
    return &count;
}

/* Leaves a test out for want of something, and says what: ctest then lists the program as skipped. What is
 * left out by design (of one rank alone) is cmocka's skip(). */
static inline void skip_without(const char *what) {
    printf("skipped: there is no %s\n", what);
    ++*tests_left_out();
    skip();
}

static inline int tests_status(int failed) {
    return failed ? failed : *tests_left_out() ? TEST_SKIPPED : 0;
}

#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown)                                                       \
    tests_status(_cmocka_run_group_tests(#tests, tests, COUNT_OF(tests), setup, teardown))

/* |a - b| <= tolerance; NaN fails. */
#define assert_near(a, b, tolerance)                                                                         \
    do {                                                                                                     \
        const double near_a_ = (a), near_b_ = (b), near_tolerance_ = (tolerance);                            \
        if (!(fabs(near_a_ - near_b_) <= near_tolerance_) && near_a_ != near_b_)                             \
            fail_msg("%s = %.17g, not %s = %.17g within %.3g", #a, near_a_, #b, near_b_, near_tolerance_);   \
    } while (0)

#define assert_exact(a, b) assert_near(a, b, 0)

/* a <= b; NaN fails. */
#define assert_at_most(a, b)                                                                                 \
    do {                                                                                                     \
        const double most_a_ = (a), most_b_ = (b);                                                           \
        if (!(most_a_ <= most_b_)) fail_msg("%s = %.17g > %s = %.17g", #a, most_a_, #b, most_b_);            \
    } while (0)

#define assert_contains(text, part)                                                                          \
    do {                                                                                                     \
        if (!strstr((text), (part))) fail_msg("\"%s\" does not contain \"%s\"", (text), (part));             \
    } while (0)

#endif
