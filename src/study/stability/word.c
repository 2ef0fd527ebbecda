/* The word stability{}. */
#include "study/stability/stability.h"

#include <math.h>

#define NOT_NEGATIVE .low = 0, .high = INFINITY

static JudderErr check_flutter(const void *params) {
    const StabilityFlutter *p = params;
    REQUIRE(p->to > p->from, error_input("to", "to = %g Hz is not above from = %g Hz", p->to, p->from));
    return JUDDER_OK;
}

static const Param growth_params[] = {
    {.key = "mu",
     .type = PARAM_NUMBER,
     .offset = offsetof(StabilityGrowth, mu),
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .preset_text = "that of each contact",
     .help = "coefficient of friction of all contacts"},
    {0},
};

static const Word growth_table = {
    .name = "growth", .papers = "", .params = growth_params, .size = sizeof(StabilityGrowth)};

static const Param flutter_params[] = {
    {.key = "mu",
     .type = PARAM_NUMBER,
     .offset = offsetof(StabilityFlutter, mu),
     .preset = NAN,
     NOT_NEGATIVE,
     .preset_text = "that of the contacts",
     .help = "coefficient of friction at which all roots are listed"},
    {.key = "from",
     .type = PARAM_NUMBER,
     .offset = offsetof(StabilityFlutter, from),
     NOT_NEGATIVE,
     .unit = "Hz",
     .help = "lower end of the band of frequencies"},
    {.key = "to",
     .type = PARAM_NUMBER,
     .offset = offsetof(StabilityFlutter, to),
     .preset = INFINITY,
     NOT_NEGATIVE,
     .unit = "Hz",
     .preset_text = "no band",
     .help = "upper end; a single least mu needs a band, or damping"},
    {.key = "up_to_mu",
     .type = PARAM_NUMBER,
     .offset = offsetof(StabilityFlutter, up_to_mu),
     .preset = 1,
     NOT_NEGATIVE,
     .help = "mu is followed from 0 to here; 0: the roots of one mu alone"},
    {.key = "count",
     .type = PARAM_COUNT,
     .offset = offsetof(StabilityFlutter, count),
     .preset = 20,
     .low = 1,
     .high = 10000,
     .help = "how many roots are listed, and how many of the lowest modes are followed in mu; with `to`, all "
             "modes "
             "up to there are followed"},
    {.key = "speed",
     .type = PARAM_NUMBER,
     .offset = offsetof(StabilityFlutter, speed),
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "m/s",
     .preset_text = "that of the foundation, for laws that depend on it",
     .help =
         "of the slip: gives mu, its slope p_0 mu'(v) as damping along the slip, the memory of laws with a "
         "state, and of bodies in space mu p_0/v across it. A law that depends on it is not answered "
         "without"},
    {.key = "pressure",
     .type = PARAM_NUMBER,
     .offset = offsetof(StabilityFlutter, pressure),
     NOT_NEGATIVE,
     .unit = "Pa",
     .help = "of the contact, for bodies whose state is imposed; used with speed"},
    {.key = "march_mass",
     .type = PARAM_FLAG,
     .offset = offsetof(StabilityFlutter, march_mass),
     .help = "of bodies: with the mass of a march in unilateral contact, which has the normal mass of "
             "contact nodes "
             "moved inside: then growth rates are those of the march on the same mesh"},
    {.key = "participation",
     .type = PARAM_FLAG,
     .offset = offsetof(StabilityFlutter, participation),
     .help = "how much the friction of each contact drives each root: d lam/d mu of that contact alone, from "
             "left and right vectors"},
    {0},
};

static const Word flutter_table = {.name = "flutter",
                                   .papers = "",
                                   .params = flutter_params,
                                   .size = sizeof(StabilityFlutter),
                                   .check = check_flutter};

static const Param stability_params[] = {
    {.key = "critical_mu",
     .type = PARAM_FLAG,
     .offset = offsetof(Stability, critical_mu),
     .help = "least mu at which the state is unstable, with a proof if there is one"},
    {.key = "stable_up_to",
     .type = PARAM_FLAG,
     .offset = offsetof(Stability, stable_up_to),
     .preset = 1,
     .help = "with critical_mu and a mass: also up to which mu nothing grows at any rate, which is less than "
             "critical_mu where motions grow before one is neutral"},
    {.key = "growth",
     .type = PARAM_TABLE,
     .offset = offsetof(Stability, growth),
     .table = &growth_table,
     .or_true = true,
     .preset_text = "not asked for",
     .help = "growth rates lambda at a given mu; growth = true takes the mu of the contacts"},
    {.key = "rate",
     .type = PARAM_FLAG,
     .offset = offsetof(Stability, rate),
     .help = "all responses to the rate of load"},
    {.key = "classes",
     .type = PARAM_FLAG,
     .offset = offsetof(Stability, classes),
     .help = "whether every rate of load has one response (P; P0 on the verge of it), whether nothing moves "
             "without load (R0), at the mu of the contacts, each with a proof or a witness"},
    {.key = "flutter",
     .type = PARAM_TABLE,
     .offset = offsetof(Stability, flutter),
     .table = &flutter_table,
     .or_true = true,
     .preset_text = "not asked for",
     .help = "vibrations that grow about steady sliding of all contacts in the state slip"},
    {.key = "up_to_mu",
     .type = PARAM_NUMBER,
     .offset = offsetof(Stability, up_to_mu),
     .preset = INFINITY,
     NOT_NEGATIVE,
     .above_low = true,
     .preset_text = "no limit",
     .help = "critical_mu is looked for up to here"},
    {.key = "seconds",
     .type = PARAM_NUMBER,
     .offset = offsetof(Stability, seconds),
     NOT_NEGATIVE,
     .unit = "s",
     .preset_text = "chosen by the search",
     .help = "critical_mu, growth: time of computing for each search and its proof"},
    {.key = "at",
     .type = PARAM_CHOICE_OR_NUMBERS,
     .offset = offsetof(Stability, at),
     .choices = "end|every",
     .low = 0,
     .high = INFINITY,
     .help =
         "of a path, for bodies: the state at its end; or also critical_mu after every step, or where the "
         "loads have come so far: {0.5, 1.25} is half of the first load and a quarter of the second"},
    {.key = "across",
     .type = PARAM_CHOICE,
     .offset = offsetof(Stability, across),
     .choices = "held|free",
     .help = "of bodies in 3-D, but for flutter: across their slip, slipping nodes do not move, as is so of "
             "every motion that begins at rest; or friction lets them go there, as when the body has slid on "
             "far enough for friction to turn"},
    {.key = "name",
     .type = PARAM_TEXT,
     .offset = offsetof(Stability, name),
     .preset_text = "stability",
     .help = "how the study is called in the result"},
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
