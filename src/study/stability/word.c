/* The word stability{}. */
#include "study/stability/stability.h"

#include "base/field.h"

#include <math.h>

static JudderErr check_flutter(const void *params) {
    const StabilityFlutter *p = params;
    REQUIRE(p->to > p->from, error_input("to", "to = %g Hz is not above from = %g Hz", p->to, p->from));
    return JUDDER_OK;
}

static const Param growth_params[] = {
    FIELD(StabilityGrowth, mu, NUMBER, "coefficient of friction of all contacts", POSITIVE, .preset = NAN,
          .preset_text = "that of each contact"),
    {0},
};

static const Word growth_table = {
    .name = "growth", .papers = "", .params = growth_params, .size = sizeof(StabilityGrowth)};

static const Param flutter_params[] = {
    FIELD(StabilityFlutter, mu, NUMBER, "coefficient of friction at which all roots are listed", NOT_NEGATIVE,
          .preset = NAN, .preset_text = "that of the contacts"),
    FIELD(StabilityFlutter, from, NUMBER, "lower end of the band of frequencies", NOT_NEGATIVE, .unit = "Hz"),
    FIELD(StabilityFlutter, to, NUMBER, "upper end; a single least mu needs a band, or damping", NOT_NEGATIVE,
          .unit = "Hz", .preset = INFINITY, .preset_text = "no band"),
    FIELD(StabilityFlutter, up_to_mu, NUMBER, "mu is followed from 0 to here; 0: the roots of one mu alone",
          NOT_NEGATIVE, .preset = 1),
    FIELD(StabilityFlutter, count, COUNT,
          "how many roots are listed, and how many of the lowest modes are followed in mu; with `to`, all "
          "modes up to there are followed",
          WITHIN(1, 10000), .preset = 20),
    FIELD(
        StabilityFlutter, speed, NUMBER,
        "of the slip: gives mu, its slope p_0 mu'(v) as damping along the slip, the memory of laws with a "
        "state, and of bodies in space mu p_0/v across it. A law that depends on it is not answered without",
        POSITIVE, .unit = "m/s", .preset = NAN,
        .preset_text = "that of the foundation, for laws that depend on it"),
    FIELD(StabilityFlutter, pressure, NUMBER,
          "of the contact, for bodies whose state is imposed; used with speed", NOT_NEGATIVE, .unit = "Pa"),
    FIELD(StabilityFlutter, march_mass, FLAG,
          "of bodies: with the mass of a march in unilateral contact, which has the normal mass of contact "
          "nodes moved inside: then growth rates are those of the march on the same mesh"),
    FIELD(StabilityFlutter, participation, FLAG,
          "how much the friction of each contact drives each root: d lam/d mu of that contact alone, from "
          "left and right vectors"),
    {0},
};

static const Word flutter_table = {.name = "flutter",
                                   .papers = "",
                                   .params = flutter_params,
                                   .size = sizeof(StabilityFlutter),
                                   .check = check_flutter};

static const Param stability_params[] = {
    FIELD(Stability, critical_mu, FLAG,
          "least mu at which the state is unstable, with a proof if there is one"),
    FIELD(Stability, stable_up_to, FLAG,
          "with critical_mu and a mass: also up to which mu nothing grows at any rate, which is less than "
          "critical_mu where motions grow before one is neutral",
          .preset = 1),
    FIELD(Stability, growth, TABLE,
          "growth rates lambda at a given mu; growth = true takes the mu of the contacts",
          .preset_text = "not requested", .table = &growth_table, .or_true = true),
    FIELD(Stability, rate, FLAG, "all responses to the rate of load"),
    FIELD(Stability, classes, FLAG,
          "whether every rate of load has one response (P; P0 on the verge of it), whether nothing moves "
          "without load (R0), at the mu of the contacts, each with a proof or a witness"),
    FIELD(Stability, flutter, TABLE,
          "vibrations that grow about steady sliding of all contacts in the state slip",
          .preset_text = "not requested", .table = &flutter_table, .or_true = true),
    FIELD(Stability, up_to_mu, NUMBER, "critical_mu is looked for up to here", POSITIVE, .preset = INFINITY,
          .preset_text = "no limit"),
    FIELD(Stability, seconds, NUMBER, "critical_mu, growth: time of computing for each search and its proof",
          NOT_NEGATIVE, .unit = "s", .preset_text = "chosen by the search"),
    FIELD(Stability, at, CHOICE_OR_NUMBERS,
          "of a path, for bodies: the state at its end; or also critical_mu after every step, or where the "
          "loads have come so far: {0.5, 1.25} is half of the first load and a quarter of the second",
          NOT_NEGATIVE, .choices = "end|every"),
    FIELD(Stability, across, CHOICE,
          "of bodies in 3-D, but for flutter: across their slip, slipping nodes do not move, as is so of "
          "every motion that begins at rest; or friction lets them go there, as when the body has slid on "
          "far enough for friction to turn",
          .choices = "held|free"),
    FIELD(Stability, name, TEXT, "how the study is called in the result", .preset_text = "stability"),
    {0},
};

const Word stability_word = {
    .name = "stability",
    .kind = "study",
    .summary =
        "Whether an equilibrium with friction is stable: critical mu, growth, response to loads, flutter.",
    .reference = "ST-6",
    .papers = "pinto2004",
    .example =
        "stability{ critical_mu = true, growth = { mu = 5 }, classes = true, flutter = { to = 2*kHz } }",
    .params = stability_params,
    .size = sizeof(Stability)};
