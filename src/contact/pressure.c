/* The pressure S(t) is given: friction of Tresca's kind. */
#include "contact/contact.h"

#include <math.h>

static const Param pressure_params[] = {
    {.key = "S",
     .type = PARAM_SIGNAL,
     .need = PARAM_REQUIRED,
     .offset = offsetof(GivenPressure, S),
     .low = 0,
     .high = INFINITY,
     .unit = "Pa",
     .help = "the pressure, not negative"},
    {0},
};

const ContactLaw pressure_contact = {
    .word = {.name = "pressure",
             .kind = "contact",
             .summary = "A given pressure, constant or varying in time; the contact never opens.",
             .reference = "SL-6",
             .papers = "ionescu2002",
             .example = "pressure{ S = 10*MPa }",
             .params = pressure_params,
             .size = sizeof(GivenPressure)},
};
