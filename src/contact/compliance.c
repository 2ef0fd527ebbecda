/* S = max(-g, 0)/eta  (SL-5) */
#include "contact/contact.h"

#include <math.h>

static double pressure(const void *params, double penetration) {
    return penetration > 0 ? penetration / ((const Compliance *)params)->eta : 0;
}

static const Param compliance_params[] = {
    {.key = "eta",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(Compliance, eta),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "m/Pa",
     .help = "penetration per unit of pressure"},
    {.key = "squeeze",
     .type = PARAM_NUMBER,
     .offset = offsetof(Compliance, squeeze),
     .unit = "m",
     .help = "how far the top is held below its free height"},
    {0},
};

const ContactLaw compliance_contact = {
    .word = {.name = "compliance",
             .kind = "contact",
             .summary = "Soft foundation: the pressure grows with the penetration.",
             .reference = "SL-5",
             .papers = "renard2001",
             .example = "compliance{ eta = 1e-12, squeeze = 10*um }",
             .params = compliance_params,
             .size = sizeof(Compliance)},
    .opens = true,
    .pressure = pressure,
};
