/* S = max(-g, 0)/eta (SL-5), or stiffness max(-g, 0)^power (BD-2) */
#include "contact/contact.h"

#include <math.h>

static double pressure(const void *params, double penetration) {
    const Compliance *p = params;
    if (!(penetration > 0)) return 0;
    return p->eta > 0 ? penetration / p->eta : p->stiffness * pow(penetration, p->power);
}

static JudderErr check(const void *params) {
    const Compliance *p = params;
    REQUIRE((p->eta > 0) != (p->stiffness > 0),
            error_input("eta", "compliance takes eta, or stiffness: one of them, and only one"));
    REQUIRE(p->power == 1 || p->stiffness > 0,
            error_input("power", "power = %g needs stiffness, not eta", p->power));
    return JUDDER_OK;
}

static const Param compliance_params[] = {
    {.key = "eta",
     .type = PARAM_NUMBER,
     .offset = offsetof(Compliance, eta),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "m/Pa",
     .preset_text = "none",
     .help = "penetration per unit of pressure"},
    {.key = "stiffness",
     .type = PARAM_NUMBER,
     .offset = offsetof(Compliance, stiffness),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "Pa/m^power",
     .preset_text = "none",
     .help = "instead of eta: pressure = stiffness times penetration to the power"},
    {.key = "power",
     .type = PARAM_NUMBER,
     .offset = offsetof(Compliance, power),
     .preset = 1,
     .low = 1,
     .high = 10,
     .help = "of the penetration; 1 in a slab"},
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
             .size = sizeof(Compliance),
             .check = check},
    .opens = true,
    .pressure = pressure,
};
