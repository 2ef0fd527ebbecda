/* Comparison of doubles with a message that shows them; cmocka's own works in single precision. Include after cmocka.h. */
#ifndef JUDDER_TESTS_CLOSE_H
#define JUDDER_TESTS_CLOSE_H

#include <math.h>

#define assert_close(value, expected, tolerance)                                                             \
    do {                                                                                                     \
        const double value_ = (value), expected_ = (expected), tolerance_ = (tolerance);                     \
        if (!(fabs(value_ - expected_) <= tolerance_))                                                       \
            fail_msg("%s is %.17g, not %.17g +- %g", #value, value_, expected_, tolerance_);                 \
    } while (0)

#endif
