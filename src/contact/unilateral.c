/* g >= 0, S >= 0, g S = 0  (SL-4), (BD-2) */
#include "contact/contact.h"

#include "base/field.h"

#include <math.h>

static bool touches(const Contact *contact, const NormalPoint *at) {
    (void)contact;
    return at->p - at->stiffness * at->g > 0;
}

static double root(const Contact *contact, const NormalPush *push, double *g) {
    (void)contact;
    *g = fmax(push->g, 0);
    return push->g < 0 ? push->diagonal * (-push->g / push->h) : 0;
}

static const Param unilateral_params[] = {
    FIELD(ContactParams, squeeze, NUMBER,
          "how far the top is held below its free height; negative: held above", .unit = "m"),
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
             .size = sizeof(ContactParams)},
    .rigid = true,
    .touches = touches,
    .root = root,
};
