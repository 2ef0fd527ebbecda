/* Words that say which solution is taken, and what a body is made of. */
#include "study/words.h"

#include <math.h>

static const Param no_params[] = {{0}};

static const Param mass_params[] = {
    {.key = "epsilon",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(Mass, epsilon),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .help = "the mass that makes the motion unique; kg/m^2 in a slab"},
    {0},
};

const Word perfect_delay_word = {
    .name = "perfect_delay",
    .kind = "selection",
    .summary =
        "Of several solutions the velocity keeps to its branch and jumps only when it has no other choice.",
    .reference = "DI-4",
    .papers = "renard1998",
    .example = "perfect_delay{}",
    .params = no_params,
    .size = 1};

const Word mass_word = {.name = "mass",
                        .kind = "selection",
                        .summary = "A small mass on the contact makes the motion unique.",
                        .reference = "DI-2",
                        .papers = "renard1998 renard2001",
                        .example = "mass{ epsilon = 1e-3 }",
                        .params = mass_params,
                        .size = sizeof(Mass)};

static const Param viscosity_params[] = {
    {.key = "eta",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(Viscosity, eta),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "s",
     .help = "viscosity: the stress is G u_z + eta Gbar u_zt"},
    {.key = "shear",
     .type = PARAM_NUMBER,
     .offset = offsetof(Viscosity, shear),
     .low = 0,
     .high = INFINITY,
     .unit = "Pa",
     .preset_text = "G",
     .help = "Gbar, the modulus that eta multiplies"},
    {0},
};

const Word viscosity_word = {.name = "viscosity",
                             .kind = "selection",
                             .summary = "Kelvin-Voigt viscosity in the bulk makes the motion unique.",
                             .reference = "SL-13",
                             .papers = "ionescu2002",
                             .example = "viscosity{ eta = 1e-3 }",
                             .params = viscosity_params,
                             .size = sizeof(Viscosity)};

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

static const Param elastic_params[] = {
    {.key = "lambda",
     .type = PARAM_NUMBER,
     .preset = NAN,
     .preset_text = "none",
     .offset = offsetof(Elastic, lambda),
     .unit = "Pa",
     .help = "Lame's first constant, with G"},
    {.key = "G",
     .type = PARAM_NUMBER,
     .preset = NAN,
     .preset_text = "none",
     .offset = offsetof(Elastic, G),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "Pa",
     .help = "shear modulus"},
    {.key = "E",
     .type = PARAM_NUMBER,
     .preset = NAN,
     .preset_text = "none",
     .offset = offsetof(Elastic, E),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "Pa",
     .help = "Young's modulus, with nu instead of lambda and G"},
    {.key = "nu",
     .type = PARAM_NUMBER,
     .preset = NAN,
     .preset_text = "none",
     .offset = offsetof(Elastic, nu),
     .low = -1,
     .high = 0.5,
     .above_low = true,
     .below_high = true,
     .help = "Poisson's ratio"},
    {.key = "rho",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(Elastic, rho),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "kg/m^3",
     .help = "density"},
    {0},
};

const Word elastic_word = {.name = "elastic",
                           .kind = "material",
                           .summary = "Linear elastic material.",
                           .reference = "SL-1",
                           .papers = "",
                           .example = "elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 }",
                           .params = elastic_params,
                           .size = sizeof(Elastic),
                           .check = check_elastic};
