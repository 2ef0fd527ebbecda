/* mu(r) = mu for r > 0, and up to mu_s >= mu at rest  (FR-1) */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct Constant {
    double mu, mu_s; /* mu_s = NAN: mu */
} Constant;

static double at_rest(const void *params, double state) {
    const Constant *p = params;
    (void)state;
    return fmax(p->mu, p->mu_s);
}

static double onset(const void *params) {
    return ((const Constant *)params)->mu;
}

static double sliding(const void *params, double r, double state) {
    (void)r, (void)state;
    return ((const Constant *)params)->mu;
}

static double slope(const void *params, double r, double state) {
    (void)params, (void)r, (void)state;
    return 0;
}

static JudderErr check(const void *params) {
    const Constant *p = params;
    REQUIRE(
        !(p->mu_s < p->mu),
        error_input("mu_s",
                    "mu_s = %g is below mu = %g: the coefficient at rest must be at least that of sliding",
                    p->mu_s, p->mu));
    return JUDDER_OK;
}

static const Param constant_params[] = {
    FIELD(Constant, mu, NUMBER, "friction coefficient at every speed", REQUIRED, NOT_NEGATIVE),
    FIELD(Constant, mu_s, NUMBER, "coefficient at rest, not below mu", NOT_NEGATIVE, .preset = NAN,
          .preset_text = "mu"),
    {0},
};

const FrictionLaw constant_law = {
    .word = {.name = "constant",
             .kind = "friction",
             .summary = "Coulomb: one friction coefficient at every slip speed, and a larger one at rest if "
                        "given.",
             .reference = "FR-1",
             .formula = "mu at every speed; at rest friction holds up to mu_s\n"
                        "With mu_s > mu friction drops at once as slip begins: a contact at rest stays so as "
                        "long as mu_s can hold it,\n"
                        "one that slides goes on until it stops.",
             .papers = "renard2001",
             .example = "constant{ mu = 0.6 }",
             .params = constant_params,
             .size = sizeof(Constant),
             .check = check},
    .constant = true,
    .piecewise_linear = true,
    .any_speed = true,
    .at_rest = at_rest,
    .onset = onset,
    .sliding = sliding,
    .slope = slope,
};
