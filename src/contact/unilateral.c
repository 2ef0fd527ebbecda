/* g >= 0, S >= 0, g S = 0  (SL-4) */
#include "contact/contact.h"

#include <math.h>

static const Param unilateral_params[] = {
    {.key = "squeeze",
     .type = PARAM_NUMBER,
     .offset = offsetof(Unilateral, squeeze),
     .unit = "m",
     .help = "how far the top is held below its free height; negative: held above"},
    {0},
};

const ContactLaw unilateral_contact = {
    .word = {.name = "unilateral",
             .kind = "contact",
             .summary = "Rigid foundation: no penetration, no pull; the contact may open and close.",
             .reference = "SL-4",
             .papers = "renard2001",
             .example = "unilateral{ squeeze = 10*um }",
             .params = unilateral_params,
             .size = sizeof(Unilateral)},
    .opens = true,
};
