/* Where growth begins and ends, against a scan of many mu; masses that become singular on the way. */
#include "judder_test.h"
#include "random.h"
#include "stability/flutter/flutter.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

typedef struct Found {
    MergingList merging;
    MuIntervals intervals;
} Found;

static Found find(const System *s, const FlutterSearch *search, Sliding *sliding) {
    Found found;
    GOOD(sliding_create(&s->motion, sliding));
    GOOD(flutter_merging(sliding, search, &found.merging));
    GOOD(flutter_intervals(sliding, search, &found.merging, &found.intervals));
    return found;
}

static void release(Found *found, Sliding *sliding) {
    merging_release(&found->merging);
    intervals_release(&found->intervals);
    sliding_release(sliding);
}

/* Mass 1 but for the last dof, C = 0.003 M; `stiff`: one more dof with that stiffness. */
static System *narrow(double stiff) {
    const int n = stiff > 0 ? 4 : 3;
    static const double K[3][3] = {{10, 1, .02}, {1, 2.03, .01}, {.02, .01, 1}};
    System *s = system_new(n, 1);
    s->motion.C = s->C;
    for (int i = 0; i < n; i++) {
        s->M[i * n + i] = 1, s->C[i * n + i] = 0.003;
        for (int j = 0; j < 3 && i < 3; j++) s->K[i * n + j] = K[i][j];
    }
    if (stiff > 0) s->K[15] = stiff;
    s->contact[0] = slipping(0, 1, 1, .1);
    return s;
}

/* z of K' = {{2.03 - mu, .01 - .02 mu}, {.01, 1}}; something grows where |Im z| > 0.003 sqrt(Re z). */
static void growth_between_two_places_of_the_grid_is_found(void **state) {
    (void)state;
    const double stiff[] = {0, 1e22};
    for (size_t i = 0; i < COUNT_OF(stiff); i++) {
        System *s = narrow(stiff[i]);
        Sliding sliding;
        Found found = find(s, &(FlutterSearch){.up_to = 3, .to = 60, .lowest = 10}, &sliding);
        assert_int_equal(found.intervals.count, 1);
        assert_true(found.intervals.looked > 48);
        const double ends[2] = {found.intervals.at[0].from, found.intervals.at[0].to};
        for (int k = 0; k < 2; k++) {
            const double half = (1.03 - ends[k]) / 2, z = (3.03 - ends[k]) / 2,
                         im2 = -half * half - .01 * (.01 - .02 * ends[k]);
            assert_near(im2 / (0.003 * 0.003 * z), 1, 1e-5);
        }
        release(&found, &sliding);
        system_free(s);
    }
}

static System *random_system(Random *random, int n, bool proportional) {
    System *s = system_new(n, 1);
    s->motion.C = s->C;
    const double part = random_size(random, 1e-4, 1e-2);
    for (int i = 0; i < n; i++) {
        s->M[i * n + i] = 1;
        s->K[i * n + i] = i == 0 ? 10 : random_in(random, 1, 3);
        s->C[i * n + i] = proportional ? part : part * random_in(random, 0, 1);
        for (int j = 0; j < i; j++)
            s->K[i * n + j] = s->K[j * n + i] = random_in(random, -1, 1) *
                                                (i == 1 && j == 0 ? 1.5 : random_size(random, 1e-3, 0.3));
    }
    s->contact[0] = slipping(0, 1, 1, .1);
    return s;
}

static double growth_of(const Sliding *sliding, double mu) {
    FlutterRoots roots;
    double growth = -1;
    GOOD(flutter_values(sliding, mu, &roots));
    for (int i = 0; i < roots.count; i++)
        if (roots.at[i].im > 1e-6) growth = fmax(growth, roots.at[i].re);
    flutter_roots_release(&roots);
    return growth;
}

static void no_growth_of_a_scan_is_missed(void **state) {
    (void)state;
    enum { PLACES = 1000 };
    Random random = {11};
    int growing = 0;
    for (int round = 0; round < 120; round++) {
        System *s = random_system(&random, 3 + round % 3, round % 2);
        Sliding sliding;
        Found found = find(s, &(FlutterSearch){.up_to = 3, .from = 1e-6, .to = INFINITY, .lowest = 10},
                           &sliding);
        for (int k = 0; k <= PLACES; k++) {
            const double mu = 3.0 * k / PLACES;
            if (!(growth_of(&sliding, mu) > 1e-9)) continue;
            bool inside = false;
            for (int i = 0; i < found.intervals.count; i++) {
                const MuInterval *at = &found.intervals.at[i];
                inside = inside || (mu >= at->from - 1e-9 && !(mu > at->to + 1e-9));
            }
            if (!inside) fail_msg("round %d: growth at mu = %g was missed", round, mu);
            growing++;
        }
        release(&found, &sliding);
        system_free(s);
    }
    assert_true(growing > 500);
}

/* --- masses --- */

static void follow_all(const System *s) {
    Sliding sliding;
    MergingList list;
    GOOD(sliding_create(&s->motion, &sliding));
    for (int lowest = 1; lowest < 5; lowest += 3) {
        GOOD(
            flutter_merging(&sliding, &(FlutterSearch){.up_to = 1, .to = INFINITY, .lowest = lowest}, &list));
        for (int i = 0; i < list.count; i++)
            for (int k = 0; k < 2; k++)
                assert_true(list.at[i].pair[k] >= 1 && list.at[i].pair[k] <= sliding.n);
        merging_release(&list);
    }
    sliding_release(&sliding);
}

/* At mu = 0.5, which the steps meet, m_t - mu m_n = 0. */
static void a_mode_that_goes_to_infinity_comes_back(void **state) {
    (void)state;
    for (int n = 2; n < 5; n++) {
        System *s = system_new(n, 1);
        for (int i = 0; i < n; i++) {
            s->M[i * n + i] = i == 0 ? 4 : i == 1 ? .5 : 1 + i;
            s->K[i * n + i] = i == 0 ? 5 : 2 + i;
            for (int j = 0; j < i; j++) s->K[i * n + j] = s->K[j * n + i] = .5;
        }
        s->M[1] = s->M[n] = 1;
        s->contact[0] = slipping(0, 1, 1, .1);
        follow_all(s);
        system_free(s);
    }
}

/* M = G'G with fewer rows than dofs, small integers: singular at mu = 0 and at many others. */
static void masses_of_any_rank_are_followed(void **state) {
    (void)state;
    Random random = {3};
    for (int round = 0; round < 120; round++) {
        const int n = 2 + random_below(&random, 5), rank = 1 + random_below(&random, n);
        System *s = system_new(n, 1);
        for (int r = 0; r < rank; r++) {
            double row[8];
            for (int i = 0; i < n; i++) row[i] = random_below(&random, 5) - 2;
            for (int i = 0; i < n * n; i++) s->M[i] += row[i / n] * row[i % n];
        }
        for (int i = 0; i < n; i++) {
            s->K[i * n + i] = 2 * n;
            for (int j = 0; j < i; j++) s->K[i * n + j] = s->K[j * n + i] = random_below(&random, 5) - 2;
        }
        s->contact[0] = slipping(0, 1, round % 2 ? 1 : -1, .1);
        follow_all(s);
        system_free(s);
    }
}

/* --- bands --- */

static void where_a_pair_begins_to_grow_does_not_depend_on_the_band(void **state) {
    (void)state;
    static const double k[4] = {2, 1, 2, 4.0 / 3}, to[] = {INFINITY, 0.5};
    for (size_t i = 0; i < COUNT_OF(to); i++) {
        System *s = two_dof(k, 1, 1);
        Sliding sliding;
        MergingList list;
        GOOD(sliding_create(&s->motion, &sliding));
        GOOD(flutter_merging(&sliding, &(FlutterSearch){.up_to = 1, .to = to[i], .lowest = 9}, &list));
        assert_int_equal(list.count, 1);
        assert_near(list.at[0].begins, 0.75, 1e-10);
        assert_true(isnan(list.at[0].enters) == (i == 1));
        merging_release(&list);
        sliding_release(&sliding);
        system_free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growth_between_two_places_of_the_grid_is_found),
        cmocka_unit_test(no_growth_of_a_scan_is_missed),
        cmocka_unit_test(a_mode_that_goes_to_infinity_comes_back),
        cmocka_unit_test(masses_of_any_rank_are_followed),
        cmocka_unit_test(where_a_pair_begins_to_grow_does_not_depend_on_the_band),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
