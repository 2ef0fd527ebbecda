/* Friction laws of the tests, all that a stage may meet. */
#ifndef JUDDER_TESTS_STAGE_LAWS_H
#define JUDDER_TESTS_STAGE_LAWS_H

#include "friction/params.h"

enum { LAWS = 10 };

static double table_v[] = {0, 0.1, 0.4, 0.5}, table_mu[] = {0.9, 0.5, 0.75, 0.35};

static inline char *law_table(void) {
    char *params = law_presets(&tabulated_law);
    *(Numbers *)law_field(&tabulated_law, params, "v") = (Numbers){4, table_v};
    *(Numbers *)law_field(&tabulated_law, params, "mu") = (Numbers){4, table_mu};
    return params;
}

static inline char *law_rate_state(double a, double b, double D_c, double V_0, int slip) {
    char *params = law_presets(&rate_state_law);
    law_set(&rate_state_law, params, "mu_0", 0.6);
    law_set(&rate_state_law, params, "a", a);
    law_set(&rate_state_law, params, "b", b);
    law_set(&rate_state_law, params, "D_c", D_c);
    law_set(&rate_state_law, params, "V_0", V_0);
    *(int *)law_field(&rate_state_law, params, "law") = slip;
    return params;
}

static inline char *law_coulomb(double mu) {
    char *params = law_presets(&constant_law);
    law_set(&constant_law, params, "mu", mu);
    return params;
}

static inline char *law_static_kinetic(double mu, double mu_s) {
    char *params = law_coulomb(mu);
    law_set(&constant_law, params, "mu_s", mu_s);
    return params;
}

static inline char *law_asinh(char *rate_state) {
    *(int *)law_field(&rate_state_law, rate_state, "form") = 1;
    return rate_state;
}

/* The list, to be freed by laws_free; v_c says how steep the falls are. */
static inline void laws_make(double v_c, Friction laws[LAWS]) {
    laws[0] = (Friction){&constant_law, law_coulomb(0.5)};
    laws[1] = (Friction){&linear_law, law_weakening(&linear_law, 0.8, 0.3, "v_c", v_c)};
    laws[2] = (Friction){&exponential_law, law_weakening(&exponential_law, 0.8, 0.3, "v_c", v_c)};
    laws[3] = (Friction){&tabulated_law, law_table()};
    laws[4] = (Friction){&rate_state_law, law_rate_state(0.02, 0.05, 0.3 * v_c, 1e-3, 0)};
    laws[5] = (Friction){&rate_state_law, law_rate_state(0.02, 0.05, 0.3 * v_c, 1e-3, 1)};
    laws[6] = (Friction){&slip_weakening_law, law_weakening(&slip_weakening_law, 0.8, 0.3, "D_c", 0.1 * v_c)};
    laws[7] = (Friction){&constant_law, law_static_kinetic(0.3, 0.8)};
    laws[8] = (Friction){&rate_state_law, law_asinh(law_rate_state(0.02, 0.05, 0.3 * v_c, 1e-3, 0))};
    laws[9] = (Friction){&rate_state_law, law_asinh(law_rate_state(0.02, 0.05, 0.3 * v_c, 1e-3, 1))};
}

static inline void laws_free(Friction laws[LAWS]) {
    for (int i = 0; i < LAWS; i++) free((void *)(size_t)laws[i].params);
}

#endif
