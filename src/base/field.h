/* One line a field of a word's table (base/word.h): struct, member, type, help, then what is not as usual:
 *     FIELD(Exponential, v_c, NUMBER, "slip speed of the fall to 1/e", REQUIRED, POSITIVE, .unit = "m/s")
 * The key in the case is the member's name; FIELD_AS takes another one. */
#ifndef JUDDER_BASE_FIELD_H
#define JUDDER_BASE_FIELD_H

#include "base/word.h"

#include <math.h>

#define FIELD_AS(name, Struct, member, kind, ...)                                                            \
    { .key = name, .type = PARAM_##kind, .offset = offsetof(Struct, member), .help = __VA_ARGS__ }
#define FIELD(Struct, member, kind, ...) FIELD_AS(#member, Struct, member, kind, __VA_ARGS__)

#define REQUIRED          .need = PARAM_REQUIRED
#define ABSENT            .preset = NAN, .preset_text = "none"
#define WITHIN(from, to)  .low = from, .high = to
#define AT_LEAST(from)    WITHIN(from, INFINITY)
#define NOT_NEGATIVE      AT_LEAST(0)
#define POSITIVE          NOT_NEGATIVE, .above_low = true
#define BETWEEN(from, to) WITHIN(from, to), .above_low = true, .below_high = true

#endif
