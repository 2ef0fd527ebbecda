/* Friction laws by name and parameters: the tables of the laws say what is allowed, as for a case. */
#include "library/law.h"

#include "friction/formula.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static JudderErr law_refuse_key(const Word *word, const char *key) {
    NearWord near = near_start(key);
    for (const Param *p = word->params; p->key; p++) near_offer(&near, p->key);
    if (near.best)
        return error_input(key, "%s: %s has no such field: did you mean %s?", key, word->name, near.best);
    return error_input(key, "%s: %s has no such field", key, word->name);
}

static JudderErr law_fill_choice(const Word *word, const Param *param, const judder_param *given,
                                 void *into) {
    const int position = given->text ? choice_find(param->choices, given->text) : -1;
    char allowed[320];
    param_describe(param, allowed, sizeof allowed);
    REQUIRE(position >= 0, error_input(param->key, "%s of %s is %s: allowed is %s", param->key, word->name,
                                       given->text ? given->text : "a number", allowed));
    *(int *)((char *)into + param->offset) = position;
    return JUDDER_OK;
}

static JudderErr law_fill_field(const Word *word, const judder_param *given, void *into) {
    TRY(check_given(given->key, "key"));
    const Param *param = word_param(word, given->key);
    REQUIRE(param, law_refuse_key(word, given->key));
    if (param->type == PARAM_CHOICE) return law_fill_choice(word, param, given, into);
    REQUIRE(param->type == PARAM_NUMBER && !given->text,
            error_input(param->key, "%s of %s cannot be given as %s", param->key, word->name,
                        given->text ? "a text" : "a number"));
    TRY(check_number(word, given->key, given->number));
    *(double *)((char *)into + param->offset) = given->number;
    return JUDDER_OK;
}

static JudderErr fill_law(judder_law *made, const judder_param *params, size_t count) {
    const Word *word = &made->law->word;
    if (count > 0) TRY(check_given(params, "params"));
    word_presets(word, made->params);
    for (size_t i = 0; i < count; i++) TRY(law_fill_field(word, &params[i], made->params));
    for (const Param *p = word->params; p->key; p++) {
        bool given = p->need != PARAM_REQUIRED;
        for (size_t i = 0; i < count && !given; i++) given = strcmp(params[i].key, p->key) == 0;
        REQUIRE(given, error_input(p->key, "%s needs %s: %s", word->name, p->key, p->help));
    }
    return word->check ? word->check(made->params) : JUDDER_OK;
}

/* A law whose parameters are still zero. */
static JudderErr open_law(const FrictionLaw *kind, judder_law **law) {
    judder_law *made = calloc(1, sizeof *made);
    *law = made;
    REQUIRE(made, error_memory());
    made->law = kind;
    made->params = arena_zero(&made->owned, kind->word.size);
    if (made->params) return JUDDER_OK;
    free(made);
    *law = NULL;
    return error_memory();
}

/* Lets a law go that could not be finished. */
static judder_status close_law(JudderErr err, judder_law **law) {
    if (err != JUDDER_OK) judder_law_destroy(law);
    return status_of(err);
}

static JudderErr refuse_law(const char *name) {
    NearWord near = near_start(name);
    for (const FrictionLaw *const *law = friction_laws; *law; law++) near_offer(&near, (*law)->word.name);
    if (near.best) return error_input("name", "%s is no friction law: did you mean %s?", name, near.best);
    return error_input("name", "%s is no friction law", name);
}

/* Whether a list of numbers and choices says all of a law. */
static bool law_is_listed(const FrictionLaw *law) {
    for (const Param *p = law->word.params; p->key; p++)
        if (p->type != PARAM_NUMBER && p->type != PARAM_CHOICE) return false;
    return true;
}

static JudderErr law_make(const char *name, const judder_param *params, size_t count, judder_law **law) {
    TRY(check_given(name, "name"));
    const FrictionLaw *kind = friction_law_find(name);
    REQUIRE(kind, refuse_law(name));
    REQUIRE(law_is_listed(kind), error_input("name", "%s has a create function of its own", name));
    TRY(open_law(kind, law));
    TRY(fill_law(*law, params, count));
    return kind->prepare ? kind->prepare((*law)->params) : JUDDER_OK;
}

judder_status judder_law_create(const char *name, const judder_param *params, size_t count,
                                judder_law **law) {
    if (!is_given(law, "law")) return JUDDER_STATUS_INPUT;
    *law = NULL;
    return close_law(law_make(name, params, count, law), law);
}

/* The table of the law names v and mu by their fields. */
static Numbers *law_numbers(const judder_law *law, const char *key) {
    return (Numbers *)(void *)((char *)law->params + word_param(&law->law->word, key)->offset);
}

static JudderErr create_tabulated(const double *v, const double *mu, size_t count, judder_law **law) {
    TRY(open_law(&tabulated_law, law));
    TRY(check_given(v, "v"));
    TRY(check_given(mu, "mu"));
    for (size_t i = 0; i < count; i++) {
        TRY(check_number(&tabulated_law.word, "v", v[i]));
        TRY(check_number(&tabulated_law.word, "mu", mu[i]));
    }
    Numbers *speeds = law_numbers(*law, "v"), *values = law_numbers(*law, "mu");
    TRY(owned_copy(&(*law)->owned, v, count, &speeds->at));
    TRY(owned_copy(&(*law)->owned, mu, count, &values->at));
    speeds->count = values->count = count;
    return tabulated_law.word.check((*law)->params);
}

judder_status judder_law_create_tabulated(const double *v, const double *mu, size_t count, judder_law **law) {
    if (!is_given(law, "law")) return JUDDER_STATUS_INPUT;
    *law = NULL;
    return close_law(create_tabulated(v, mu, count, law), law);
}

static JudderErr create_formula(judder_function one, judder_function_two two, void *context,
                                judder_law **law) {
    REQUIRE(one || two, error_input("mu", "mu is NULL: it is needed"));
    TRY(open_law(&formula_law, law));
    Formula *formula = (*law)->params;
    (*law)->thermal = two != NULL;
    TRY(two ? take_function_two(&(*law)->owned, two, context, &formula->mu)
            : take_function(&(*law)->owned, one, context, &formula->mu));
    return formula_law.prepare(formula);
}

judder_status judder_law_create_formula(judder_function mu, void *context, judder_law **law) {
    if (!is_given(law, "law")) return JUDDER_STATUS_INPUT;
    *law = NULL;
    return close_law(create_formula(mu, NULL, context, law), law);
}

judder_status judder_law_create_thermal(judder_function_two mu, void *context, judder_law **law) {
    if (!is_given(law, "law")) return JUDDER_STATUS_INPUT;
    *law = NULL;
    return close_law(create_formula(NULL, mu, context, law), law);
}

void judder_law_destroy(judder_law **law) {
    if (!law || !*law) return;
    if ((*law)->law->release) (*law)->law->release((*law)->params);
    arena_release(&(*law)->owned);
    free(*law);
    *law = NULL;
}

const char *judder_law_name(size_t position) {
    for (const FrictionLaw *const *law = friction_laws; *law; law++)
        if (position-- == 0) return (*law)->word.name;
    return NULL;
}

double judder_law_at_rest(const judder_law *law, double state) {
    return is_given(law, "law") ? law->law->at_rest(law->params, state) : NAN;
}

double judder_law_value(const judder_law *law, double r, double state) {
    if (!is_given(law, "law") || isnan(r)) return NAN;
    return r > 0 ? law->law->sliding(law->params, r, state) : law->law->at_rest(law->params, state);
}

double judder_law_slope(const judder_law *law, double r, double state) {
    if (!is_given(law, "law") || isnan(r)) return NAN;
    return law->law->slope(law->params, r, state);
}

size_t judder_law_bends(const judder_law *law, double *at, size_t room) {
    if (!is_given(law, "law") || (room > 0 && !is_given(at, "at"))) return 0;
    const Friction friction = friction_of(law);
    return friction_bends(&friction, at, room);
}

judder_status judder_law_steepest_fall(const judder_law *law, double *fall) {
    if (!is_given(law, "law") || !is_given(fall, "fall")) return JUDDER_STATUS_INPUT;
    const Friction friction = friction_of(law);
    if (law->law->state_start || law->thermal)
        return status_of(error_input("law", "%s depends on more than the slip speed: it has no steepest fall",
                                     law->law->word.name));
    return status_of(friction_steepest_fall(&friction, fall));
}

bool judder_law_has_state(const judder_law *law) {
    return is_given(law, "law") && law->law->state_start;
}

double judder_law_state_start(const judder_law *law) {
    if (!is_given(law, "law")) return NAN;
    return law->law->state_start ? law->law->state_start(law->params) : 0;
}

double judder_law_state_advance(const judder_law *law, double state, double r, double time) {
    if (!is_given(law, "law")) return NAN;
    return law->law->state_advance ? law->law->state_advance(law->params, state, r, time) : state;
}
