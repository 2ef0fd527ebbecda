/* Words that say which solution is taken. */
#include "study/words.h"

#include "base/field.h"

#include <math.h>

static const Param no_params[] = {{0}};

static const Param mass_params[] = {
    FIELD(Mass, epsilon, NUMBER, "the mass that makes the motion unique; kg/m^2 in a slab", REQUIRED,
          POSITIVE),
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
    FIELD(Viscosity, eta, NUMBER, "viscosity: the stress is G u_z + eta Gbar u_zt", REQUIRED, POSITIVE,
          .unit = "s"),
    FIELD(Viscosity, shear, NUMBER, "Gbar, the modulus that eta multiplies", NOT_NEGATIVE, .unit = "Pa",
          .preset_text = "G"),
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
