/* Motions followed over a param: closed forms of two and three degrees of freedom, crossings, veering, and
 * random sums. */
#include "judder_test.h"
#include "random.h"
#include "stability/flutter/flutter.h"
#include "stability/tracks/tracks.h"

#include <stdlib.h>

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

enum { N = 3 };

/* K' and C' of a param, without friction left in them; masses 1, 4 and 2. */
typedef struct Family {
    int n;
    void (*at)(double s, double *K, double *C);
    double mass[N];
} Family;

static void motions_of(const Family *family, double s, MotionList *list) {
    const int n = family->n;
    double K[N * N] = {0}, C[N * N] = {0}, M[N * N] = {0}, zero[N * N] = {0};
    for (int i = 0; i < n; i++) M[i * n + i] = family->mass[i];
    family->at(s, K, C);
    Sliding sliding = {
        .n = n, .M_0 = M, .M_1 = zero, .C_0 = C, .C_1 = zero, .K_0 = K, .K_1 = zero, .proportional = true};
    for (int i = 0; i < n * n; i++)
        if (C[i] != 0) sliding.damped = true, sliding.proportional = false;
    FlutterRoots roots;
    GOOD(flutter_motions(&sliding, 0, &roots));
    for (int i = 0; i < roots.count; i++) {
        const double *x = roots.vectors + 2 * n * roots.at[i].vector;
        GOOD(motions_add(list, &(WeighedMotion){n, family->mass, roots.at[i].re, roots.at[i].im, x, x + n}));
    }
    flutter_roots_release(&roots);
}

static void add(Tracks *tracks, const Family *family, double s) {
    MotionList list = {0};
    motions_of(family, s, &list);
    GOOD(tracks_add(tracks, s, &list));
}

static const TracksWish usual = {.finest = 1e-4, .tolerance = 1e-9, .most = 400};

/* Stations at the given places and all that is wanted between. */
static Tracks follow(const Family *family, const double *places, int count) {
    Tracks tracks = {0};
    double wanted[64];
    for (int i = 0; i < count; i++) add(&tracks, family, places[i]);
    for (int round = 0; round < 40; round++) {
        GOOD(tracks_join(&tracks));
        const int more = tracks_wanted(&tracks, &usual, wanted, 64);
        if (more == 0) break;
        for (int i = 0; i < more; i++) add(&tracks, family, wanted[i]);
    }
    GOOD(tracks_join(&tracks));
    return tracks;
}

static double square_of(const Station *s, int track) {
    const int j = track_find(s, track);
    assert_true(j >= 0);
    const double *lam = s->motions.lam + 2 * j;
    return lam[1] * lam[1] - lam[0] * lam[0];
}

static void textbook(double s, double *K, double *C) {
    (void)C;
    const double own[4] = {2, -0.2, 1, s};
    memcpy(K, own, sizeof own);
}

/* ((2 - s)/2)^2 = 0.2: growth between 2 - 2 sqrt(0.2) and 2 + 2 sqrt(0.2), with omega^2 = (2 + s)/2. */
static void a_pair_merges_and_parts_over_a_stiffness(void **state) {
    (void)state;
    const Family family = {2, textbook, {1, 1}};
    Tracks tracks = follow(&family, (double[]){6, 0.5, 1.7, 3}, 4);
    TrackThreshold *found;
    int count;
    GOOD(tracks_thresholds(&tracks, &found, &count));
    assert_int_equal(tracks.tracks, 2);
    assert_int_equal(count, 2);
    for (int k = 0; k < 2; k++) {
        const double at = 2 + (k ? 2 : -2) * sqrt(0.2);
        assert_near(found[k].value, at, 1e-12);
        assert_near(found[k].omega, sqrt((2 + at) / 2), 1e-10);
        assert_true(found[k].begins == (k == 0));
        assert_int_equal(found[k].track + found[k].partner, 1);
    }
    assert_int_equal(found[0].track, found[1].track);
    /* Away from the interval each motion is where the formula says, and tracks do not change places. */
    for (int i = 0; i < tracks.count; i++) {
        const Station *s = &tracks.station[i];
        const double d = (2 - s->at) * (2 - s->at) / 4 - 0.2;
        if (d < 1e-3) continue;
        const double low = (2 + s->at) / 2 - sqrt(d), high = (2 + s->at) / 2 + sqrt(d);
        const bool first = fabs(square_of(s, 0) - low) < 1e-10;
        assert_near(square_of(s, 0), first ? low : high, 1e-12);
        assert_near(square_of(s, 1), first ? high : low, 1e-12);
        if (i == 0) assert_true(first);
    }
    free(found);
    tracks_release(&tracks);
}

static void uncoupled(double s, double *K, double *C) {
    (void)C;
    K[0] = 1 + s, K[4] = 4 * (3 - s), K[8] = 4;
}

/* z = 1 + s, 3 - s and 2 all meet at s = 1: each keeps its own number. */
static void uncoupled_motions_cross(void **state) {
    (void)state;
    const Family family = {3, uncoupled, {1, 4, 2}};
    Tracks tracks = follow(&family, (double[]){0, 0.4, 0.9, 1.3, 2}, 5);
    assert_int_equal(tracks.tracks, 3);
    for (int i = 0; i < tracks.count; i++) {
        const Station *s = &tracks.station[i];
        assert_near(square_of(s, 0), 1 + s->at, 1e-12);
        assert_near(square_of(s, 1), 2, 1e-12);
        assert_near(square_of(s, 2), 3 - s->at, 1e-12);
        for (int j = 0; j < 3 && i > 0; j++) assert_near(s->likeness[j], 1, 1e-12);
    }
    TrackThreshold *found;
    int count;
    GOOD(tracks_thresholds(&tracks, &found, &count));
    assert_int_equal(count, 0);
    free(found);
    tracks_release(&tracks);
}

static void veering(double s, double *K, double *C) {
    (void)C;
    K[0] = 1 + s, K[1] = K[2] = 0.01, K[3] = 3 - s;
}

/* Coupled ones turn into each other instead: stations are added until that is seen, and the lower stays the
 * lower. */
static void coupled_motions_veer(void **state) {
    (void)state;
    const Family family = {2, veering, {1, 1}};
    Tracks tracks = follow(&family, (double[]){0, 0.7, 1.2, 2}, 4);
    assert_int_equal(tracks.tracks, 2);
    assert_true(tracks.count > 6 && tracks.count < 60);
    for (int i = 0; i < tracks.count; i++) {
        const Station *s = &tracks.station[i];
        const double half = sqrt((1 - s->at) * (1 - s->at) + 1e-4);
        assert_near(square_of(s, 0), 2 - half, 1e-12);
        assert_near(square_of(s, 1), 2 + half, 1e-12);
        for (int j = 0; j < 2 && i > 0; j++) assert_true(s->likeness[j] >= 0.8);
    }
    tracks_release(&tracks);
}

static void lens(double s, double *K, double *C) {
    (void)C;
    K[0] = 1 + s, K[1] = 0.01, K[2] = -0.01, K[3] = 3 - s;
}

/* Growth between 1 - 0.01 and 1 + 0.01, of which no station knows at first. */
static void a_short_interval_is_found(void **state) {
    (void)state;
    const Family family = {2, lens, {1, 1}};
    Tracks tracks = follow(&family, (double[]){0, 0.5, 1.3, 2}, 4);
    TrackThreshold *found;
    int count;
    GOOD(tracks_thresholds(&tracks, &found, &count));
    assert_int_equal(count, 2);
    assert_near(found[0].value, 0.99, 1e-11);
    assert_near(found[1].value, 1.01, 1e-11);
    assert_true(found[0].begins && !found[1].begins);
    free(found);
    tracks_release(&tracks);
}

static void damped(double s, double *K, double *C) {
    K[0] = 1, K[3] = 4;
    C[0] = 0.3 - s * s, C[3] = 0.1 + 0.2 * s;
}

/* One damping changes its sign at sqrt(0.3); the other never does. */
static void damping_vanishes(void **state) {
    (void)state;
    const Family family = {2, damped, {1, 2}};
    Tracks tracks = follow(&family, (double[]){0, 0.5, 1}, 3);
    TrackThreshold *found;
    int count;
    GOOD(tracks_thresholds(&tracks, &found, &count));
    assert_int_equal(count, 1);
    assert_near(found[0].value, sqrt(0.3), 1e-10);
    assert_near(found[0].omega, 1, 1e-9);
    assert_int_equal(found[0].track, 0);
    assert_int_equal(found[0].partner, -1);
    free(found);
    tracks_release(&tracks);
}

static void softening(double s, double *K, double *C) {
    (void)C;
    K[0] = 1 - s, K[3] = 4;
}

static void a_stiffness_vanishes(void **state) {
    (void)state;
    const Family family = {2, softening, {1, 2}};
    Tracks tracks = follow(&family, (double[]){0, 0.4, 1.7}, 3);
    TrackThreshold *found;
    int count;
    GOOD(tracks_thresholds(&tracks, &found, &count));
    assert_int_equal(count, 1);
    assert_near(found[0].value, 1, 1e-9);
    assert_exact(found[0].omega, 0);
    free(found);
    tracks_release(&tracks);
}

/* Of many dofs random sums stand for the entries: equal motions stay equal, others stay apart; units do not
 * matter. */
static void random_sums_keep_likeness(void **state) {
    (void)state;
    enum { DOFS = 20000, MOTIONS = 12 };
    Random random = {3};
    double *x = malloc(2 * DOFS * sizeof *x), *mass = malloc(DOFS * sizeof *mass);
    MotionList list = {0}, other = {0};
    for (int k = 0; k < MOTIONS; k++) {
        for (int i = 0; i < DOFS; i++) mass[i] = 1;
        for (int i = 0; i < DOFS; i++)
            x[i] = sin((k + 1) * M_PI * (i + 0.5) / DOFS), x[DOFS + i] = 0.3 * cos((k + 2) * i * 1e-3);
        GOOD(motions_add(&list, &(WeighedMotion){DOFS, mass, 0, k + 1, x, x + DOFS}));
        for (int i = 0; i < DOFS; i++) {
            const double unit = random_size(&random, 1e-3, 1e3), re = x[i];
            mass[i] = 1 / (unit * unit);
            /* Another phase is the same motion. */
            x[i] = unit * (0.6 * re - 0.8 * x[DOFS + i]), x[DOFS + i] = unit * (0.8 * re + 0.6 * x[DOFS + i]);
        }
        GOOD(motions_add(&other, &(WeighedMotion){DOFS, mass, 0, k + 1, x, x + DOFS}));
    }
    assert_int_equal(list.width, MOTIONS_WIDTH);
    for (int i = 0; i < MOTIONS; i++)
        for (int j = 0; j < MOTIONS; j++) {
            const double alike = motions_likeness(&list, i, &other, j);
            if (i == j) assert_near(alike, 1, 1e-10);
            if (i != j) assert_true(alike < 0.1);
        }
    motions_release(&list);
    motions_release(&other);
    free(x);
    free(mass);
}

/* Of a double root any two vectors of its space may be reported: each is wholly alike to it. */
static void a_space_is_known_by_any_of_its_vectors(void **state) {
    (void)state;
    const double mass[] = {1, 1, 1}, none[] = {0, 0, 0};
    const double told[2][2][3] = {{{1, 0, 0}, {0, 1, 0}}, {{1, 0, 0}, {1, 1, 0}}};
    Tracks tracks = {0};
    for (int s = 0; s < 2; s++) {
        MotionList list = {0};
        for (int k = 0; k < 2; k++)
            GOOD(motions_add(&list, &(WeighedMotion){3, mass, 0, 1, told[s][k], none}));
        GOOD(motions_add(&list, &(WeighedMotion){3, mass, 0, NAN, told[s][0], none})); /* left out */
        assert_int_equal(list.count, 2);
        GOOD(tracks_add(&tracks, s, &list));
    }
    GOOD(tracks_join(&tracks));
    assert_int_equal(tracks.tracks, 2);
    for (int k = 0; k < 2; k++) assert_near(tracks.station[1].likeness[k], 1, 1e-12);
    tracks_release(&tracks);
}

/* Two motions that turn into each other within 1e-7 of the range: no station may come so near, and that is
 * said. */
static double coupling;

static void turning(double s, double *K, double *C) {
    (void)C;
    K[0] = 1 + s, K[1] = K[2] = coupling, K[3] = 3 - s;
}

static void what_stays_in_doubt_is_told(void **state) {
    (void)state;
    const Family family = {2, turning, {1, 1}};
    for (int k = 0; k < 2; k++) {
        coupling = k ? 1e-2 : 1e-7;
        Tracks tracks = follow(&family, (double[]){0, 0.71, 1.2, 2}, 4);
        double wanted[64];
        assert_int_equal(tracks_wanted(&tracks, &usual, wanted, 64), 0);
        assert_int_equal(tracks_doubts(&tracks), !k);
        assert_true(tracks_settled(&tracks, &usual) == (k == 1));
        /* More than half of the stations that are allowed: nobody looked around. */
        const TracksWish few = {.finest = 1e-4, .tolerance = 1e-9, .most = 2 * tracks.count};
        assert_false(tracks_settled(&tracks, &few));
        tracks_release(&tracks);
    }
}

static void logarithmic(double s, double *K, double *C) {
    turning(s < 1e-6 ? 0 : 1 + log10(s) / 4, K, C);
}

/* Motions turn at s = 1 between 1e-4 and 1e4, within a hundredth of a decade: in the scale of the param
 * stations come near enough, and lie as densely below as above. */
static void a_logarithmic_param_has_its_own_scale(void **state) {
    (void)state;
    const Family family = {2, logarithmic, {1, 1}};
    coupling = 1e-3;
    for (int k = 0; k < 2; k++) {
        Tracks tracks = {.log = k == 1};
        double wanted[64];
        for (int i = 0; i < 5; i++) add(&tracks, &family, pow(10, 2.0 * i - 4));
        for (int round = 0; round < 40; round++) {
            GOOD(tracks_join(&tracks));
            const int more = tracks_wanted(&tracks, &usual, wanted, 64);
            for (int i = 0; i < more; i++) add(&tracks, &family, wanted[i]);
        }
        assert_true((tracks_doubts(&tracks) == 0) == (k == 1));
        int below = 0, above = 0;
        for (int i = 0; i < tracks.count; i++) {
            const Station *s = &tracks.station[i];
            below += s->value<1, above += s->value> 1;
            if (k) assert_near(s->at, log(s->value), 1e-12);
        }
        if (k) assert_true(abs(below - above) <= 4);
        tracks_release(&tracks);
    }
}

/* K = [[2, -0.2], [1, s]] again, from 1e-2 to 1e2. */
static void thresholds_are_values_of_the_param(void **state) {
    (void)state;
    const Family family = {2, textbook, {1, 1}};
    Tracks tracks = {.log = true};
    double wanted[64];
    for (int i = 0; i < 21; i++) add(&tracks, &family, pow(10, i / 5.0 - 2));
    for (int round = 0; round < 40; round++) {
        GOOD(tracks_join(&tracks));
        const int more = tracks_wanted(&tracks, &usual, wanted, 64);
        for (int i = 0; i < more; i++) add(&tracks, &family, wanted[i]);
    }
    TrackThreshold *found;
    int count;
    GOOD(tracks_thresholds(&tracks, &found, &count));
    assert_int_equal(count, 2);
    for (int k = 0; k < 2; k++) assert_near(found[k].value, 2 + (k ? 2 : -2) * sqrt(0.2), 1e-11);
    free(found);
    tracks_release(&tracks);
}

static void other_dofs_are_refused(void **state) {
    (void)state;
    const Family two = {2, textbook, {1, 1}}, three = {3, uncoupled, {1, 4, 2}};
    Tracks tracks = {0};
    MotionList list = {0};
    add(&tracks, &two, 0);
    add(&tracks, &two, 0); /* passed over */
    assert_int_equal(tracks.count, 1);
    motions_of(&three, 1, &list);
    assert_int_equal(tracks_add(&tracks, 1, &list), JUDDER_INPUT);
    motions_of(&two, 1, &list);
    list.space = 7;
    assert_int_equal(tracks_add(&tracks, 1, &list), JUDDER_INPUT);
    assert_contains(error_message(), "other dofs move at 0 than at 1, though as many");
    assert_int_equal(tracks.count, 1);
    GOOD(tracks_join(&tracks));
    double places[4];
    assert_int_equal(tracks_wanted(&tracks, &usual, places, 4), 0);
    tracks_release(&tracks);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_merges_and_parts_over_a_stiffness),
        cmocka_unit_test(uncoupled_motions_cross),
        cmocka_unit_test(coupled_motions_veer),
        cmocka_unit_test(a_short_interval_is_found),
        cmocka_unit_test(damping_vanishes),
        cmocka_unit_test(a_stiffness_vanishes),
        cmocka_unit_test(random_sums_keep_likeness),
        cmocka_unit_test(a_space_is_known_by_any_of_its_vectors),
        cmocka_unit_test(what_stays_in_doubt_is_told),
        cmocka_unit_test(a_logarithmic_param_has_its_own_scale),
        cmocka_unit_test(thresholds_are_values_of_the_param),
        cmocka_unit_test(other_dofs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
