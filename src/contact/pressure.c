/* p = area S(t), given: the force of the obstacle and, times mu, the bound of friction (Tresca)  (BD-2) */
#include "contact/contact.h"

#include "base/field.h"

#include <math.h>

static JudderErr pressure_check(const Contact *contact) {
    REQUIRE(contact->pressure >= 0 && isfinite(contact->pressure),
            error_input("S", "%g: at least 0 is needed", contact->pressure));
    return JUDDER_OK;
}

static bool touches(const Contact *contact, const NormalPoint *at) {
    (void)contact, (void)at;
    return true;
}

static double force(const Contact *contact, const NormalPoint *at, double *stiffness) {
    *stiffness = 0;
    return at->area * contact->pressure;
}

static double root(const Contact *contact, const NormalPush *push, double *g) {
    const double p = push->area * contact->pressure;
    *g = push->g + push->h * (p / push->diagonal);
    return p;
}

static const Param pressure_params[] = {
    FIELD(ContactParams, S, SIGNAL, "the pressure, not negative", REQUIRED, NOT_NEGATIVE, .unit = "Pa"),
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
             .size = sizeof(ContactParams)},
    .given = true,
    .check = pressure_check,
    .touches = touches,
    .force = force,
    .root = root,
};
