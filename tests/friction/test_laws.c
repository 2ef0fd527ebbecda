/* What every law must satisfy, for all laws of the list with random parameters. */
#include "curve/fit.h"
#include "friction/formula.h"
#include "friction/friction.h"
#include "judder_test.h"
#include "random.h"

#include <ctype.h>
#include <stdlib.h>

enum { ROUNDS = 60, SPEEDS = 300, ROOM = 4096 };

/* A bump and a fall, for laws given by a function: its numbers are drawn once for each law. */
typedef struct Bump {
    double level, fall, v_c, bump;
} Bump;

static JudderErr call_bump(void *context, double v, double *mu) {
    const Bump *p = context;
    const double x = v / p->v_c;
    *mu = p->level + p->fall * exp(-x) + p->bump * x * exp(-x * x);
    return JUDDER_OK;
}

/* A number in the range of a param that a person could have meant. */
static double random_number(Random *random, const Param *p) {
    if (p->low == 0 && (isinf(p->high) || p->high == 0)) {
        const bool has_size = p->above_low || (p->unit && p->unit[0]);
        return has_size ? random_size(random, 1e-3, 10) : random_in(random, 0, 1.5);
    }
    return random_in(random, p->low, isinf(p->high) ? p->low + 10 : p->high);
}

/* Lists of a law are of one length; the first rises from 0. */
static Numbers random_list(Random *random, bool first) {
    const Numbers list = {6, calloc(6, sizeof(double))};
    for (size_t i = 0; i < list.count; i++)
        list.at[i] = first ? (i ? list.at[i - 1] + random_size(random, 1e-2, 1) : 0)
                           : random_in(random, 0, 1.5);
    return list;
}

static void free_lists(const FrictionLaw *law, char *params) {
    for (const Param *p = law->word.params; p->key; p++)
        if (p->type == PARAM_NUMBERS) free(((Numbers *)(void *)(params + p->offset))->at);
}

static void draw_params(Random *random, const FrictionLaw *law, Bump *bump, char *params) {
    bool first = true;
    for (const Param *p = law->word.params; p->key; p++) {
        void *field = params + p->offset;
        switch (p->type) {
        case PARAM_NUMBER: *(double *)field = random_number(random, p); break;
        case PARAM_CHOICE: *(int *)field = random_below(random, 2); break;
        case PARAM_NUMBERS: *(Numbers *)field = random_list(random, first), first = false; break;
        case PARAM_FUNCTION:
            *bump = (Bump){random_in(random, 0.1, 1), random_in(random, 0, 1), random_size(random, 1e-2, 1),
                           random_in(random, 0, 0.3)};
            *(Function *)field = (Function){.call = call_bump, .context = bump, .arguments = 1};
            break;
        default:
            fail_msg("%s: a law with a field of type %d is not drawn here", law->word.name, (int)p->type);
        }
    }
}

/* The params of a law, drawn from its table until its own check agrees. */
static void *random_params(Random *random, const FrictionLaw *law, Bump *bump) {
    char *params = calloc(1, law->word.size);
    word_presets(&law->word, params);
    int draws = 0;
    do {
        free_lists(law, params);
        draw_params(random, law, bump, params);
    } while (++draws < 100 && law->word.check && law->word.check(params) != JUDDER_OK);
    assert_in_range(draws, 1, 99);
    if (law->prepare) assert_int_equal(law->prepare(params), JUDDER_OK);
    return params;
}

static void free_params(const FrictionLaw *law, char *params) {
    if (law->release) law->release(params);
    free_lists(law, params);
    free(params);
}

typedef struct Drawn {
    Friction f;
    double state;
    size_t bend_count;
    double bends[ROOM];
    Random *random;
} Drawn;

static void for_all_laws(uint64_t seed, void (*check)(Drawn *drawn)) {
    Random random = {seed};
    Drawn *drawn = calloc(1, sizeof *drawn);
    for (const FrictionLaw *const *law = friction_laws; *law; law++)
        for (int i = 0; i < ROUNDS; i++) {
            Bump bump;
            void *params = random_params(&random, *law, &bump);
            drawn->f = (Friction){*law, params};
            drawn->random = &random;
            drawn->state = (*law)->state_start ? (*law)->state_start(params) : 0;
            drawn->bend_count = friction_bends(&drawn->f, drawn->bends, ROOM);
            assert_in_range(drawn->bend_count, 0, ROOM);
            check(drawn);
            free_params(*law, params);
        }
    free(drawn);
}

static double random_speed(Drawn *drawn) {
    return random_size(drawn->random, 1e-6, 1e3);
}

/* The distance to the nearest bend, relative to the speed. */
static double room_around(const Drawn *drawn, double r) {
    double least = 1;
    for (size_t i = 0; i < drawn->bend_count; i++) least = fmin(least, fabs(drawn->bends[i] - r) / r);
    return least;
}

static void check_rest_and_sign(Drawn *d) {
    const double rest = friction_at_rest(&d->f, d->state);
    const double onset = friction_onset(&d->f, d->state);
    /* How little 1e-300 is depends on the slope there. */
    assert_near(friction_sliding(&d->f, 1e-300, d->state), onset,
                1e-12 * (1 + onset) + 1e-300 * friction_slope(&d->f, 0, d->state));
    assert_true(onset >= 0 && rest >= onset);
    assert_int_equal(friction_jumps(&d->f), rest > onset);
    for (int i = 0; i < SPEEDS; i++) {
        const double mu = friction_sliding(&d->f, random_size(d->random, 1e-12, 1e12), d->state);
        assert_true(isfinite(mu) && mu >= 0);
    }
}

static void check_slope(Drawn *d) {
    for (int i = 0; i < SPEEDS; i++) {
        const double r = random_speed(d), h = 1e-4 * r;
        if (room_around(d, r) < 1e-3) continue;
        const double difference = (friction_sliding(&d->f, r + h, d->state) -
                                   friction_sliding(&d->f, r - h, d->state)) /
                                  (2 * h);
        const double slope = friction_slope(&d->f, r, d->state), mu = friction_sliding(&d->f, r, d->state);
        assert_near(slope, difference, 1e-4 * fabs(slope) + 1e-8 * (1 + mu) / r);
    }
}

static void check_continuity(Drawn *d) {
    for (size_t i = 0; i < d->bend_count; i++) {
        const double at = d->bends[i], mu = friction_sliding(&d->f, at, d->state);
        assert_true(at > 0 && (i == 0 || at >= d->bends[i - 1]));
        assert_near(friction_sliding(&d->f, nextafter(at, 0), d->state), mu, 1e-10 * (1 + mu));
        assert_near(friction_sliding(&d->f, nextafter(at, INFINITY), d->state), mu, 1e-10 * (1 + mu));
    }
    for (int i = 0; i < SPEEDS; i++) {
        const double r = random_speed(d), mu = friction_sliding(&d->f, r, d->state);
        assert_near(friction_sliding(&d->f, r * (1 + 1e-13), d->state), mu, 1e-9 * (1 + mu));
    }
}

/* Between bends mu' goes one way only; rounding of a fit shows in slopes over short pieces. */
static void check_monotone_slope(Drawn *d) {
    /* A law with a state may be cut at 0 up to a speed that depends on the state, which bends cannot know. */
    if (d->f.law->state_start && friction_at_rest(&d->f, d->state) == 0) return;
    for (size_t i = 0; i <= d->bend_count; i++) {
        const double from = i ? d->bends[i - 1] : 0,
                     to = i < d->bend_count ? d->bends[i] : fmax(1e3, 10 * from);
        if (!(to - from > 1e-9 * to)) continue;
        double last = friction_slope(&d->f, from + 1e-9 * (to - from), d->state);
        double up = 0, down = 0, largest = fabs(last);
        for (int j = 1; j <= 20; j++) {
            const double slope = friction_slope(&d->f, from + (to - from) * (0.0499999 * j), d->state);
            up = fmax(up, slope - last), down = fmax(down, last - slope);
            largest = fmax(largest, fabs(slope));
            last = slope;
        }
        if (!(fmin(up, down) <= 1e-12 * largest + 1e-14 / (to - from)))
            fail_msg("%s: mu' turns by %g of %g in [%.17g, %.17g]", d->f.law->word.name, fmin(up, down),
                     largest, from, to);
    }
}

static void check_final_slope(Drawn *d) {
    const double slope = friction_final_slope(&d->f);
    assert_true(slope >= 0);
    for (double r = 1e10; r < 1e16; r *= 10)
        assert_near(friction_slope(&d->f, r, d->state), slope, 1e-8 * slope + 10 / r);
}

static void check_steepest_fall(Drawn *d) {
    if (d->f.law->state_start) return;
    double kappa = -1, sampled = 0;
    assert_int_equal(friction_steepest_fall(&d->f, &kappa), JUDDER_OK);
    if (friction_jumps(&d->f)) {
        assert_true(isinf(kappa));
        return;
    }
    for (int i = 0; i < 10 * SPEEDS; i++)
        sampled = fmax(sampled, -friction_slope(&d->f, random_size(d->random, 1e-12, 1e6), 0));
    for (size_t i = 0; i < d->bend_count; i++)
        sampled = fmax(sampled, -friction_slope(&d->f, d->bends[i] * (1 - 1e-6), 0));
    assert_at_most(sampled, kappa * (1 + 1e-9) + 1e-12);
    if (!(kappa <= 1.3 * sampled + 1e-6))
        fail_msg("%s: kappa %g, sampled %g", d->f.law->word.name, kappa, sampled);
}

/* Sliding for two times is sliding for their sum, and the state stays a state. */
static void check_state_semigroup(Drawn *d) {
    const FrictionLaw *law = d->f.law;
    assert_int_equal(law->state_start == NULL, law->state_advance == NULL);
    if (!law->state_start) return;
    double y = d->state;
    for (int i = 0; i < 30; i++) {
        const double r = i % 4 ? random_size(d->random, 1e-9, 1e2) : 0,
                     first = random_size(d->random, 1e-6, 10), second = random_size(d->random, 1e-6, 10);
        const double once = law->state_advance(d->f.params, y, r, first + second);
        const double middle = law->state_advance(d->f.params, y, r, first);
        const double twice = law->state_advance(d->f.params, middle, r, second);
        assert_near(twice, once, 1e-11 * once);
        assert_near(law->state_advance(d->f.params, y, r, 0), y, 1e-13 * y);
        assert_true(isfinite(once) && once >= 0);
        y = once;
    }
}

static void mu_starts_at_rest_and_is_not_negative(void **state) {
    (void)state;
    for_all_laws(1, check_rest_and_sign);
}
static void slope_is_the_derivative(void **state) {
    (void)state;
    for_all_laws(2, check_slope);
}
static void mu_is_continuous(void **state) {
    (void)state;
    for_all_laws(3, check_continuity);
}
static void slope_is_monotone_between_bends(void **state) {
    (void)state;
    for_all_laws(4, check_monotone_slope);
}
static void final_slope_is_the_limit(void **state) {
    (void)state;
    for_all_laws(5, check_final_slope);
}
static void steepest_fall_bounds_all(void **state) {
    (void)state;
    for_all_laws(6, check_steepest_fall);
}
static void states_compose(void **state) {
    (void)state;
    for_all_laws(7, check_state_semigroup);
}

/* The polynomial is the law within its reach, to rounding, and its coefficients are the derivatives. */
static void check_expansion(Drawn *d) {
    if (!d->f.law->expand) return;
    assert_int_equal(d->bend_count, 0);
    const Param *at_speed = word_param(&d->f.law->word, "mu_d");
    const double mu_d = at_speed
                            ? *(const double *)(const void *)((const char *)d->f.params + at_speed->offset)
                            : 0;
    for (int i = 0; i < SPEEDS; i++) {
        FrictionExpansion about;
        const double r = random_speed(d);
        d->f.law->expand(d->f.params, r, &about);
        assert_true(about.r == r && about.reach > 0);
        const double parts_slope = fabs(about.c[1]) + friction_final_slope(&d->f);
        assert_near(about.c[1], friction_slope(&d->f, r, 0), 1e-12 * parts_slope + 1e-300);
        const double x = fmax(-r, random_in(d->random, -about.reach, about.reach));
        const double mu = r + x > 0 ? friction_sliding(&d->f, r + x, 0) : friction_at_rest(&d->f, 0);
        double sum = 0;
        for (int k = FRICTION_TERMS; k-- > 0;) sum = sum * x + about.c[k];
        /* Roundings of r + x and of the parts that make up mu. */
        const double parts = friction_at_rest(&d->f, 0) + mu + mu_d;
        assert_near(sum, mu, 1e-15 * parts + 4e-16 * r * fabs(about.c[1]));
    }
}

static void expansions_are_the_law(void **state) {
    (void)state;
    for_all_laws(19, check_expansion);
}

static void assert_sane_word(const Word *word) {
    assert_string_equal(word->kind, "friction");
    assert_true(word->name[0] && word->summary[0] && word->summary[strlen(word->summary) - 1] == '.');
    assert_int_equal(strncmp(word->reference, "FR-", 3), 0);
    assert_true(isdigit((unsigned char)word->reference[3]));
    assert_true(word->papers && word->papers[0]);
    assert_int_equal(strncmp(word->example, word->name, strlen(word->name)), 0);
    assert_true(!word->bare || word_param(word, word->bare));
    for (const Param *p = word->params; p->key; p++) {
        assert_true(p->help && p->help[0]);
        assert_ptr_equal(word_param(word, p->key), p);
        assert_true(p->offset < word->size);
        assert_true(p->low <= p->high);
        if (p->type == PARAM_CHOICE) assert_non_null(p->choices);
        if (p->need == PARAM_REQUIRED && !word->bare) assert_contains(word->example, p->key);
    }
}

static void tables_are_sane(void **state) {
    (void)state;
    size_t count = 0;
    for (const FrictionLaw *const *law = friction_laws; *law; law++, count++) {
        assert_sane_word(&(*law)->word);
        assert_ptr_equal(friction_law_find((*law)->word.name), *law);
        assert_int_equal((*law)->prepare == NULL, (*law)->release == NULL);
    }
    assert_in_range(count, 8, 100);
    assert_null(friction_law_find("frictionless"));
    assert_null(friction_law_find(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_sane),
        cmocka_unit_test(mu_starts_at_rest_and_is_not_negative),
        cmocka_unit_test(slope_is_the_derivative),
        cmocka_unit_test(mu_is_continuous),
        cmocka_unit_test(slope_is_monotone_between_bends),
        cmocka_unit_test(final_slope_is_the_limit),
        cmocka_unit_test(steepest_fall_bounds_all),
        cmocka_unit_test(states_compose),
        cmocka_unit_test(expansions_are_the_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
