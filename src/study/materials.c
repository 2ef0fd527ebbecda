/* Words of what a body is made of. */
#include "study/words.h"

#include <math.h>

static JudderErr check_elastic(const void *params) {
    const Elastic *p = params;
    const bool lame = !isnan(p->lambda) && !isnan(p->G), young = !isnan(p->E) && !isnan(p->nu);
    const int given = !isnan(p->lambda) + !isnan(p->G) + !isnan(p->E) + !isnan(p->nu);
    REQUIRE(given == 2 && (lame || young),
            error_input("G", "elastic takes lambda and G, or E and nu: two of one kind"));
    REQUIRE(!lame || p->lambda + 2 * p->G > 0,
            error_input("lambda", "lambda + 2 G is %g: it must be positive", p->lambda + 2 * p->G));
    return JUDDER_OK;
}

/* Fields of every material; an Elastic comes first in the struct. */
#define ELASTIC_FIELDS                                                                                       \
    {.key = "lambda",                                                                                        \
     .type = PARAM_NUMBER,                                                                                   \
     .preset = NAN,                                                                                          \
     .preset_text = "none",                                                                                  \
     .offset = offsetof(Elastic, lambda),                                                                    \
     .unit = "Pa",                                                                                           \
     .help = "Lame's first constant, with G"},                                                               \
        {.key = "G",                                                                                         \
         .type = PARAM_NUMBER,                                                                               \
         .preset = NAN,                                                                                      \
         .preset_text = "none",                                                                              \
         .offset = offsetof(Elastic, G),                                                                     \
         .low = 0,                                                                                           \
         .high = INFINITY,                                                                                   \
         .above_low = true,                                                                                  \
         .unit = "Pa",                                                                                       \
         .help = "shear modulus"},                                                                           \
        {.key = "E",                                                                                         \
         .type = PARAM_NUMBER,                                                                               \
         .preset = NAN,                                                                                      \
         .preset_text = "none",                                                                              \
         .offset = offsetof(Elastic, E),                                                                     \
         .low = 0,                                                                                           \
         .high = INFINITY,                                                                                   \
         .above_low = true,                                                                                  \
         .unit = "Pa",                                                                                       \
         .help = "Young's modulus, with nu instead of lambda and G"},                                        \
        {.key = "nu",                                                                                        \
         .type = PARAM_NUMBER,                                                                               \
         .preset = NAN,                                                                                      \
         .preset_text = "none",                                                                              \
         .offset = offsetof(Elastic, nu),                                                                    \
         .low = -1,                                                                                          \
         .high = 0.5,                                                                                        \
         .above_low = true,                                                                                  \
         .below_high = true,                                                                                 \
         .help = "Poisson's ratio"},                                                                         \
        {.key = "rho",                                                                                       \
         .type = PARAM_NUMBER,                                                                               \
         .offset = offsetof(Elastic, rho),                                                                   \
         .low = 0,                                                                                           \
         .high = INFINITY,                                                                                   \
         .unit = "kg/m^3",                                                                                   \
         .help = "density; needed by whatever moves in time"},                                               \
        {.key = "plane",                                                                                     \
         .type = PARAM_CHOICE,                                                                               \
         .offset = offsetof(Elastic, plane),                                                                 \
         .choices = "strain|stress",                                                                         \
         .help = "bodies in 2-D: no strain across the plane, or no stress"},                                 \
    {                                                                                                        \
        .key = "thickness", .type = PARAM_NUMBER, .offset = offsetof(Elastic, thickness), .preset = 1,       \
        .low = 0, .high = INFINITY, .above_low = true, .unit = "m",                                          \
        .help = "bodies in 2-D: across the plane"                                                            \
    }

static const Param elastic_params[] = {ELASTIC_FIELDS, {0}};

const Word elastic_word = {.name = "elastic",
                           .kind = "material",
                           .summary = "Linear elastic material.",
                           .reference = "SL-1",
                           .papers = "",
                           .example = "elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 }",
                           .params = elastic_params,
                           .size = sizeof(Elastic),
                           .check = check_elastic};

static JudderErr check_viscous(const void *params) {
    const Viscous *p = params;
    TRY(check_elastic(&p->elastic));
    REQUIRE(isnan(p->viscous_G) == isnan(p->viscous_lambda),
            error_input("viscous_G", "viscous_lambda and viscous_G belong together: both or none"));
    REQUIRE(
        isnan(p->viscous_G) != isnan(p->eta),
        error_input("eta", "viscous takes eta, or viscous_lambda and viscous_G: one of them, and only one"));
    return JUDDER_OK;
}

static const Param viscous_params[] = {
    ELASTIC_FIELDS,
    {.key = "eta",
     .type = PARAM_NUMBER,
     .offset = offsetof(Viscous, eta),
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .preset_text = "none",
     .help = "the viscous constants are eta times the elastic ones"},
    {.key = "viscous_lambda",
     .type = PARAM_NUMBER,
     .offset = offsetof(Viscous, viscous_lambda),
     .preset = NAN,
     .preset_text = "none",
     .unit = "Pa s",
     .help = "first constant of the strain rate, with viscous_G instead of eta"},
    {.key = "viscous_G",
     .type = PARAM_NUMBER,
     .offset = offsetof(Viscous, viscous_G),
     .preset = NAN,
     .preset_text = "none",
     .low = 0,
     .high = INFINITY,
     .unit = "Pa s",
     .help = "shear constant of the strain rate"},
    {0},
};

const Word viscous_word = {
    .name = "viscous",
    .kind = "material",
    .summary = "Kelvin-Voigt material of a body: elastic, with stress of the strain rate added.",
    .reference = "BD-1",
    .papers = "ionescu2002",
    .example = "viscous{ E = 1*GPa, nu = 0.3, rho = 1000, eta = 1e-4 }",
    .params = viscous_params,
    .size = sizeof(Viscous),
    .check = check_viscous};
