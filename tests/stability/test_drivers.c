/* What is asked of a pencil alone: critical mu, bounds, growth by scanning, the rate problem. */
#include "base/dense.h"
#include "complementarity/classes.h"
#include "judder_test.h"
#include "random.h"
#include "small_motion/condense.h"
#include "stability/certain/condensed.h"
#include "stability/critical.h"
#include "stability/futures.h"
#include "stability/growth.h"
#include "stability/rate.h"
#include "stability/systems.h"

#include <time.h>

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

static Pencil pencil_of(System *s, Condenser **condenser) {
    *condenser = NULL;
    GOOD(condenser_create(&s->motion, condenser));
    return condenser_pencil(*condenser);
}

/* The table of the theory page; entries of x are zero where a node sticks. */
static void critical_mu_of_blocks(void **state) {
    (void)state;
    static const struct {
        int nodes;
        double nu, mu;
        bool sticks;
    } rows[] = {{2, .48, 1.8708286934, false}, {2, .3, 2.4494897428, false}, {2, .1, 3.3939393939, true},
                {5, .48, 1.7432667700, false}, {5, .3, 2.2405092379, false}, {5, .1, 2.9872849028, true},
                {9, .48, 1.7244995322, false}, {9, .3, 2.2205992877, false}, {9, .1, 3.1931829867, true}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        System *s = table_block(rows[i].nodes, rows[i].nu, true);
        Condenser *condenser;
        const Pencil pencil = pencil_of(s, &condenser);
        double x[16];
        CriticalMu found;
        GOOD(critical_mu(&pencil, &(EicpSearch){.to = INFINITY}, x, &found));
        assert_int_equal(found.least.outcome, EICP_FOUND);
        assert_near(found.least.mu, rows[i].mu, 2e-10);
        assert_true(found.least.certified);
        assert_at_most(found.least.residual, 1e-11);
        assert_int_equal(x[1] == 0, rows[i].sticks);
        for (int k = 0; k < rows[i].nodes; k++) assert_int_equal(x[k] > 0, !(rows[i].sticks && k == 1));
        /* The cheap bounds lie on their sides. */
        assert_at_most(found.not_positive_definite, found.least.mu * (1 + 1e-12));
        if (rows[i].sticks)
            assert_true(isnan(found.all_slip) || found.all_slip > found.least.mu);
        else
            assert_near(found.all_slip, found.least.mu, 1e-10);
        condenser_destroy(&condenser);
        system_free(s);
    }
}

/* At the bound the smallest eigenvalue of the symmetric part is zero: definite below, not above. */
static void the_necessary_bound_is_where_definiteness_ends(void **state) {
    (void)state;
    Random random = {17};
    for (int i = 0; i < 100; i++) {
        enum { N = 5 };
        double A[N * N], B[N * N], root[N * N], M[N * N], mu;
        for (int k = 0; k < N * N; k++) root[k] = random_in(&random, -1, 1), B[k] = random_in(&random, -1, 1);
        for (int r = 0; r < N; r++)
            for (int c = 0; c < N; c++) {
                A[r * N + c] = r == c ? 0.1 : 0;
                for (int k = 0; k < N; k++) A[r * N + c] += root[r * N + k] * root[c * N + k];
            }
        const Eicp eicp = {N, A, B};
        GOOD(not_positive_definite_mu(&eicp, &mu));
        assert_true(mu > 0);
        for (int side = 0; side < 2 && isfinite(mu); side++) {
            bool yes;
            for (int k = 0; k < N * N; k++) M[k] = A[k] - mu * (side ? 1 + 1e-8 : 1 - 1e-8) * B[k];
            GOOD(dense_is_positive_definite(N, M, 0, &yes));
            assert_int_equal(yes, side == 0);
        }
        /* Nothing can happen below it. */
        EicpReport report;
        double x[N];
        GOOD(eicp_least(&eicp, &(EicpSearch){.to = 2 * mu, .uncertified = true}, x, &report));
        if (report.outcome == EICP_FOUND) assert_true(report.mu >= mu * (1 - 1e-9));
    }
}

/* The scan finds what enumeration finds. */
static void scanning_finds_the_largest_growth(void **state) {
    (void)state;
    static const struct {
        int nodes;
        double nu, mu;
        bool lumped;
    } rows[] = {
        {2, .48, 2, true}, {3, .48, 2, true}, {3, .48, 2, false}, {3, .1, 5, true}, {3, .48, 1.5, true}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        System *s = table_block(rows[i].nodes, rows[i].nu, rows[i].lumped);
        system_set_mu(s, rows[i].mu);
        Condenser *condenser;
        const Pencil pencil = pencil_of(s, &condenser);
        Futures all;
        GrowthList list;
        GOOD(futures_growth(&s->motion, s->mu, &all));
        GOOD(growth_scan(&pencil, rows[i].mu, NULL, &list));
        assert_false(list.unbounded);
        assert_true(list.whole);
        assert_int_equal(list.count > 0, all.count > 0);
        if (all.count) assert_near(list.at[0].z / all.at[0].z, 1, 1e-9);
        for (int k = 0; k < list.count; k++) assert_at_most(list.at[k].residual, 1e-8);
        growth_release(&list);
        futures_release(&all);
        condenser_destroy(&condenser);
        system_free(s);
    }
}

/* Random systems with symmetric K and M, both positive definite: two to four contacts, three free dofs. */
static System *random_system(Random *random) {
    const int contacts = 2 + random_below(random, 3), n = 2 * contacts + 3;
    System *s = system_new(n, contacts);
    const bool lumped = random_below(random, 2);
    double R[2][SYSTEM_MOST];
    for (int i = 0; i < 2 * n; i++) {
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < n; j++) R[k][j] = random_in(random, -1, 1);
        for (int j = 0; j < n * n; j++) {
            s->K[j] += R[0][j / n] * R[0][j % n];
            if (!lumped || j / n == j % n) s->M[j] += .1 * R[1][j / n] * R[1][j % n];
        }
    }
    for (int i = 0; i < contacts; i++) s->contact[i] = slipping(2 * i, 2 * i + 1, i % 2 ? 1 : -1, 1);
    return s;
}

typedef struct Counted {
    Condenser *condenser;
    int looks;
} Counted;

static JudderErr counted_at(void *context, double z, double *A, double *B) {
    Counted *counted = context;
    counted->looks++;
    return condenser_pencil_at(counted->condenser, z, A, B);
}

static JudderErr counted_normals(void *context, double z, double *C) {
    return condenser_normals_at(((Counted *)context)->condenser, z, C);
}

/* One contact that drags a free mass along by a slanted spring: for some z its inertia pulls the contact
 * down so much that friction wins, for smaller and larger ones not. */
static System *resonant_system(Random *random) {
    System *s = system_new(3, 1);
    const double k = random_size(random, .3, 30),
                 v[3] = {random_in(random, 0, 1), random_in(random, 0, 1), -1};
    for (int i = 0; i < 9; i++) s->K[i] = k * v[i / 3] * v[i % 3] + (i == 0 || i == 4);
    s->M[0] = s->M[4] = random_size(random, 1e-3, .3);
    s->M[8] = random_size(random, .1, 10);
    s->contact[0] = slipping(0, 1, 1, 1);
    return s;
}

typedef struct Tally {
    int grows, clear, still, looks, all_looks;
} Tally;

static void check_scan(System *s, double mu, Tally *tally) {
    system_set_mu(s, mu);
    Counted counted = {0};
    Pencil pencil = pencil_of(s, &counted.condenser);
    const Pencil whole = condenser_pencil(counted.condenser);
    pencil = (Pencil){.n = pencil.n, .at = counted_at, .context = &counted, .normals = counted_normals};
    Futures all;
    GrowthList list, slow, proved;
    GOOD(futures_growth(&s->motion, s->mu, &all));
    GOOD(growth_scan(&whole, mu, NULL, &proved));
    GOOD(growth_scan(&pencil, mu, NULL, &list));
    tally->looks += counted.looks;
    counted.looks = 0;
    pencil.normals = NULL;
    GOOD(growth_scan(&pencil, mu, NULL, &slow));
    tally->all_looks += counted.looks;
    assert_false(slow.clear);
    assert_int_equal(list.count, slow.count);
    for (int k = 0; k < list.count; k++) assert_near(list.at[k].z / slow.at[k].z, 1, 1e-9);
    assert_false(list.clear); /* without an enclosure nothing is proved */
    if (proved.clear) assert_int_equal(all.count, 0);
    tally->grows += all.count > 0;
    tally->clear += proved.clear;
    tally->still += all.count == 0;
    growth_release(&proved);
    growth_release(&list);
    growth_release(&slow);
    futures_release(&all);
    condenser_destroy(&counted.condenser);
    system_free(s);
}

/* What is passed over (ST-17) hides no root: a scan without it finds none there. And it saves most looks.
 * What is proved to hold nothing (PR-12) does not: enumeration agrees; and most of what does not grow is
 * proved. */
static void what_a_scan_passes_is_clear(void **state) {
    (void)state;
    Random random = {31};
    Tally dense = {0}, resonant = {0};
    for (int i = 0; i < 60; i++) check_scan(random_system(&random), random_size(&random, .1, 5), &dense);
    for (int i = 0; i < 400; i++) check_scan(resonant_system(&random), random_size(&random, 1, 8), &resonant);
    assert_in_range(dense.clear, 4, 56);
    assert_in_range(resonant.clear, resonant.still / 2, resonant.still);
    assert_in_range(resonant.grows, 40, 360);
    assert_true(dense.looks < .7 * dense.all_looks);
    assert_true(resonant.looks < .5 * resonant.all_looks);
}

/* K - mu B singular along (1, 1), and semidefinite: growth begins at z = 0. Rounding makes about half of
 * such matrices definite, which must not count as a proof. */
typedef struct Marginal {
    double A[4], B[4];
} Marginal;

static JudderErr marginal_at(void *context, double z, double *A, double *B) {
    const Marginal *m = context;
    memcpy(B, m->B, sizeof m->B);
    for (int i = 0; i < 4; i++) A[i] = m->A[i] + (i % 3 == 0 ? z : 0);
    return JUDDER_OK;
}

static JudderErr marginal_normals(void *context, double z, double *C) {
    (void)context;
    for (int i = 0; i < 4; i++) C[i] = i % 3 == 0 ? z : 0;
    return JUDDER_OK;
}

static void rounding_proves_nothing(void **state) {
    (void)state;
    Random random = {47};
    for (int k = 0; k < 60; k++) {
        Marginal m;
        const double mu = random_in(&random, 0.3, 0.8), c = random_in(&random, 0.1, 10);
        m.B[0] = random_in(&random, -0.1, 0.1), m.B[3] = random_in(&random, -0.1, 0.1);
        m.B[1] = m.B[2] = random_in(&random, -0.1, 0.1);
        for (int i = 0; i < 4; i++) m.A[i] = mu * m.B[i] + (i % 3 == 0 ? c : -c);
        const Pencil pencil = {.n = 2, .at = marginal_at, .context = &m, .normals = marginal_normals};
        GrowthList list;
        GOOD(growth_scan(&pencil, mu, NULL, &list));
        assert_true(list.whole);
        assert_false(list.clear);
        growth_release(&list);
    }
}

/* A machine that is busy with something else. */
typedef struct Resting {
    Pencil of;
    double rested;
} Resting;

static JudderErr rest_and_look(void *context, double z, double *A, double *B) {
    Resting *resting = context;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    resting->rested += 0.01;
    return resting->of.at(resting->of.context, z, A, B);
}

/* One time for the whole scan, and the user's wish. */
static void scans_end_in_time(void **state) {
    (void)state;
    System *s = table_block(9, 0.1, true);
    system_set_mu(s, 5);
    Condenser *condenser;
    const Pencil pencil = pencil_of(s, &condenser);
    GrowthList list;
    const double begin = clock_seconds();
    GOOD(growth_scan(&pencil, 5, &(GrowthLimits){.seconds = 1e-6}, &list));
    assert_at_most(clock_seconds() - begin, 0.5);
    assert_false(list.whole);
    growth_release(&list);
    /* What the machine does besides does not count. */
    Resting resting = {pencil, 0};
    const Pencil slow = {.n = pencil.n, .at = rest_and_look, .context = &resting};
    const double worked = work_seconds();
    GOOD(growth_scan(&slow, 0.01, &(GrowthLimits){.seconds = 0.5}, &list));
    assert_true(resting.rested > 0.5);
    if (work_seconds() - worked < 0.4) assert_true(list.whole);
    growth_release(&list);
    stop_request();
    GOOD(growth_scan(&pencil, 5, NULL, &list));
    stop_reset();
    assert_false(list.whole);
    assert_int_equal(list.count, 0);
    growth_release(&list);
    condenser_destroy(&condenser);
    system_free(s);
}

static void wrong_scans_are_refused(void **state) {
    (void)state;
    System *s = particle(1, 2, 1, 1);
    Condenser *condenser;
    const Pencil pencil = pencil_of(s, &condenser);
    GrowthList list;
    assert_int_equal(growth_scan(&pencil, 0, NULL, &list), JUDDER_INPUT);
    s->M[3] = 0; /* no inertia along the slip */
    assert_int_equal(growth_scan(&pencil, 1, NULL, &list), JUDDER_INPUT);
    s->motion.M = NULL;
    assert_int_equal(growth_scan(&pencil, 1, NULL, &list), JUDDER_INPUT);
    assert_string_equal(error_field(), "mass");
    condenser_destroy(&condenser);
    system_free(s);
}

typedef struct ColumnAnswers {
    int count;
    bool continuum, P, R0;
    double p;
} ColumnAnswers;

static ColumnAnswers ask_column(double Lam) {
    System *s = column(Lam, 0.1);
    Condenser *condenser;
    const Pencil pencil = pencil_of(s, &condenser);
    double A[4], B[4], M[4], M_D[4], a[2], b[2], vector[2];
    GOOD(pencil.at(pencil.context, 0, A, B));
    GOOD(condenser_pencil_load(condenser, a, b));
    const RateProblem problem = {.n = 2, .A = A, .B = B, .a = a, .b = b, .mu = s->mu};
    rate_matrix(&problem, M, M_D);
    RateReport rates;
    GOOD(rate_solve(&problem, &rates));
    assert_true(rates.all != rates.solutions.continuum); /* a continuum is computed, never proved */
    for (int i = 0; i < rates.solutions.count; i++) assert_at_most(rates.residual[i], 1e-9);
    ColumnAnswers answers = {rates.solutions.count, rates.solutions.continuum, false, false, M[1]};
    rate_release(&rates);
    for (int i = 0; i < 2; i++) assert_near(a[i] - s->mu[i] * b[i], s->mu[i] / 4, 1e-15);
    assert_near(M[0], 1 - M[1], 1e-10 * (1 + fabs(M[1])));
    bool set[2];
    ClassReport class;
    GOOD(class_P(2, M, set, vector, &class));
    answers.P = class.answer == ANSWER_YES;
    GOOD(class_R0(2, M, set, vector, &class));
    answers.R0 = class.answer == ANSWER_YES;
    condenser_destroy(&condenser);
    system_free(s);
    return answers;
}

static void the_column_loses_P_then_R0(void **state) {
    (void)state;
    const double Lam_1 = 0.636088685655, Lam_2 = 0.723097855177, Lam_3 = 0.865285412765;
    assert_near(column_numbers(Lam_1).p, 0.5, 1e-11);
    assert_near(column_numbers(Lam_2).p, 1, 1e-11);
    assert_near(column_numbers(Lam_3).a, 0, 1e-12);
    const ColumnAnswers first = ask_column(0.4), below = ask_column(Lam_1 - 1e-6), at = ask_column(Lam_1),
                        above = ask_column(Lam_1 + 1e-6), three = ask_column(Lam_2 - 1e-6),
                        last = ask_column(Lam_2 + 1e-6);
    assert_near(first.p, column_numbers(0.4).p, 1e-14);
    assert_int_equal(first.count, 1);
    assert_int_equal(below.count, 1);
    assert_true(below.P && !above.P);
    /* its digits end above the loss of P: three, which no rounding makes a continuum */
    assert_false(at.continuum);
    assert_int_equal(at.count, 3);
    assert_int_equal(above.count, 3);
    assert_false(above.continuum);
    assert_int_equal(three.count, 3);
    assert_true(three.R0);
    assert_int_equal(last.count, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(critical_mu_of_blocks),
        cmocka_unit_test(the_necessary_bound_is_where_definiteness_ends),
        cmocka_unit_test(scanning_finds_the_largest_growth),
        cmocka_unit_test(what_a_scan_passes_is_clear),
        cmocka_unit_test(rounding_proves_nothing),
        cmocka_unit_test(scans_end_in_time),
        cmocka_unit_test(wrong_scans_are_refused),
        cmocka_unit_test(the_column_loses_P_then_R0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
