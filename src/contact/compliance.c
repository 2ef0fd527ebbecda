/* S = max(-g, 0)/eta (SL-5), or stiffness max(-g, 0)^power (BD-2) */
#include "contact/contact.h"

#include "base/field.h"

#include <math.h>

static JudderErr check_numbers(const Contact *contact) {
    REQUIRE(contact->stiffness > 0 && isfinite(contact->stiffness),
            error_input("stiffness", "%g: above 0 is needed", contact->stiffness));
    REQUIRE(contact->power >= 1 && isfinite(contact->power),
            error_input("power", "%g: at least 1 is needed", contact->power));
    return JUDDER_OK;
}

static bool straight(const Contact *contact) {
    return contact->power == 1;
}

static bool touches(const Contact *contact, const NormalPoint *at) {
    (void)contact;
    return at->g < 0;
}

static double force(const Contact *contact, const NormalPoint *at, double *stiffness) {
    *stiffness = 0;
    if (!(at->g < 0)) return 0;
    const double p = at->area * contact->stiffness * pow(-at->g, contact->power);
    *stiffness = contact->power * p / -at->g;
    return p;
}

/* s + c k s^power = depth for s > 0: the left side is convex and rises, so Newton from s = depth
 * comes down to the root. */
static double penetration(const Contact *contact, double c, double depth) {
    const double k = c * contact->stiffness;
    double s = depth;
    if (contact->power == 1) return depth / (1 + k);
    for (int i = 0; i < 200; i++) {
        const double part = k * pow(s, contact->power - 1), excess = s + part * s - depth;
        const double next = s - excess / (1 + contact->power * part);
        if (!(next < s) || !(next > 0)) break;
        s = next;
    }
    return s;
}

static double root(const Contact *contact, const NormalPush *push, double *g) {
    *g = push->g;
    if (!(push->g < 0)) return 0;
    const double s = penetration(contact, push->area * push->h / push->diagonal, -push->g);
    *g = -s;
    return push->area * contact->stiffness * pow(s, contact->power);
}

static double stored(const Contact *contact, double area, double g) {
    return g < 0 ? area * contact->stiffness * pow(-g, contact->power + 1) / (contact->power + 1) : 0;
}

static JudderErr compliance_check(const void *params) {
    const ContactParams *p = params;
    REQUIRE((p->eta > 0) != (p->stiffness > 0),
            error_input("eta", "compliance takes eta, or stiffness: one of them, and only one"));
    REQUIRE(p->power == 1 || p->stiffness > 0,
            error_input("power", "power = %g needs stiffness, not eta", p->power));
    return JUDDER_OK;
}

static const Param compliance_params[] = {
    FIELD(ContactParams, eta, NUMBER, "penetration per unit of pressure", POSITIVE, .unit = "m/Pa",
          .preset_text = "none"),
    FIELD(ContactParams, stiffness, NUMBER,
          "instead of eta: pressure = stiffness times penetration to the power", POSITIVE,
          .unit = "Pa/m^power", .preset_text = "none"),
    FIELD(ContactParams, power, NUMBER, "of the penetration; 1 in a slab", WITHIN(1, 10), .preset = 1),
    FIELD(ContactParams, squeeze, NUMBER, "how far the top is held below its free height", .unit = "m"),
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
             .size = sizeof(ContactParams),
             .check = compliance_check},
    .check = check_numbers,
    .straight = straight,
    .touches = touches,
    .force = force,
    .root = root,
    .stored = stored,
};
