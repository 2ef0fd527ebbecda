/* A folder with a case, a sweep, a result and a file that nobody may touch. */
#ifndef JUDDER_TESTS_CRASH_OUTPUTS_H
#define JUDDER_TESTS_CRASH_OUTPUTS_H

#include "crash/crash.h"

static const char small[] =
    "return inclusion { friction = constant{ mu = 0.5 }, load = function(t) return math.sin(t) end, "
    "study = march{ final = 2, step = 1e-2 } }\n";
static const char swept[] =
    "local p = param{ mu = 0.5 }\nreturn inclusion { friction = constant{ mu = p.mu }, load = 1, "
    "study = march{ final = 1, step = 1e-2 } }\n";
static const char precious[] = "precious\n";

static inline void ends(int status, int expected, const char *word) {
    if (status != expected) fail_msg("status %d instead of %d: %s", status, expected, message());
    assert_contains(message(), word);
}

static inline void leave_something(void) {
    assert_int_equal(system("rm -rf * .[a-z]*"), 0);
    write_text("small.lua", small);
    write_text("swept.lua", swept);
    write_text("victim", precious);
    assert_int_equal(judder("run small.lua -o kept.h5 --quiet"), 0);
    assert_int_equal(system("cp kept.h5 copy.h5"), 0);
}

static inline void wait_for(const char *name) {
    for (int i = 0; i < 12000 && !exists(name); i++) usleep(5000);
    assert_true(exists(name));
}

#endif
