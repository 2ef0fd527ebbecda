/* Params of a law set by key, as a case would: the structs themselves are private to each law. */
#ifndef JUDDER_TESTS_FRICTION_PARAMS_H
#define JUDDER_TESTS_FRICTION_PARAMS_H

#include "friction/friction.h"
#include "judder_test.h"

#include <stdlib.h>

static inline void *law_field(const FrictionLaw *law, char *params, const char *key) {
    const Param *param = word_param(&law->word, key);
    assert_non_null(param);
    return params + param->offset;
}

/* Defaults in memory that the test frees. */
static inline char *law_presets(const FrictionLaw *law) {
    char *params = malloc(law->word.size);
    assert_non_null(params);
    word_presets(&law->word, params);
    return params;
}

static inline void law_set(const FrictionLaw *law, char *params, const char *key, double value) {
    *(double *)law_field(law, params, key) = value;
}

/* The laws with mu_s, mu_d and v_c (or D_c). */
static inline char *law_weakening(const FrictionLaw *law, double mu_s, double mu_d, const char *over,
                                  double size) {
    char *params = law_presets(law);
    law_set(law, params, "mu_s", mu_s);
    law_set(law, params, "mu_d", mu_d);
    law_set(law, params, over, size);
    return params;
}

#endif
