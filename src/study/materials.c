/* Words of what a body is made of. */
#include "study/words.h"

#include "base/field.h"

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
    FIELD(Elastic, lambda, NUMBER, "Lame's first constant, with G", .unit = "Pa", ABSENT),                   \
        FIELD(Elastic, G, NUMBER, "shear modulus", POSITIVE, .unit = "Pa", ABSENT),                          \
        FIELD(Elastic, E, NUMBER, "Young's modulus, with nu instead of lambda and G", POSITIVE,              \
              .unit = "Pa", ABSENT),                                                                         \
        FIELD(Elastic, nu, NUMBER, "Poisson's ratio", BETWEEN(-1, 0.5), ABSENT),                             \
        FIELD(Elastic, rho, NUMBER, "density; needed by whatever moves in time", NOT_NEGATIVE,               \
              .unit = "kg/m^3"),                                                                             \
        FIELD(Elastic, plane, CHOICE, "bodies in 2-D: no strain across the plane, or no stress",             \
              .choices = "strain|stress"),                                                                   \
        FIELD(Elastic, thickness, NUMBER, "bodies in 2-D: across the plane", POSITIVE, .unit = "m",          \
              .preset = 1)

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
    FIELD(Viscous, eta, NUMBER, "the viscous constants are eta times the elastic ones", NOT_NEGATIVE,
          .unit = "s", ABSENT),
    FIELD(Viscous, viscous_lambda, NUMBER, "first constant of the strain rate, with viscous_G instead of eta",
          .unit = "Pa s", ABSENT),
    FIELD(Viscous, viscous_G, NUMBER, "shear constant of the strain rate", NOT_NEGATIVE, .unit = "Pa s",
          ABSENT),
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
