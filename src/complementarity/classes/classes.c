/* P, P0 and R0 (ST-11): cheap proofs first, then all sets as far as the work limit reaches. Every witness is
 * checked by another computation before it is given back. */
#include "complementarity/classes.h"

#include "complementarity/classes/minors.h"
#include "complementarity/classes/regular.h"
#include "complementarity/classes/sufficient.h"
#include "complementarity/lcp/lemke.h"
#include "complementarity/lcp/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_MINORS = 26, SMALL_MINORS = 3 };

typedef struct Question {
    int n;
    const double *M, *M_D; /* M_D NULL: M is exact */
    ScaledLcp *scaled;     /* with q = 0 */
    double *zero;
    bool *set;
    double *vector;
    ClassReport *report;
} Question;

/* Whether bringing the rows and columns to like size has changed no digit: numbers too small for a double
 * would be another matrix. */
static bool scaled_exactly(const Question *question) {
    const long n = question->n;
    for (long k = 0; k < n * n; k++)
        if (question->M[k] != 0 && !isnormal(question->scaled->M[k])) return false;
    return true;
}

static JudderErr classes_ask(Question *question) {
    question->zero = calloc((size_t)(question->n > 0 ? question->n : 1), sizeof *question->zero);
    REQUIRE(question->zero, error_memory());
    const Lcp lcp = {.n = question->n, .M = question->M, .q = question->zero, .M_D = question->M_D};
    *question->report = (ClassReport){.proof = ""};
    TRY(scaled_create(&lcp, &question->scaled));
    if (question->M_D) TRY(scaled_radii(&lcp, question->scaled));
    memset(question->set, 0, (size_t)question->n * sizeof *question->set);
    return JUDDER_OK;
}

static void classes_release(Question *question) {
    if (question->scaled && question->report->answer == ANSWER_UNKNOWN)
        memset(question->vector, 0, (size_t)question->n * sizeof *question->vector);
    scaled_destroy(&question->scaled);
    free(question->zero);
}

static void classes_answer(const Question *question, Answer given, const char *proof) {
    question->report->answer = given;
    question->report->proof = proof;
    if (given == ANSWER_NO || strncmp(proof, "all", 3) == 0)
        memset(question->vector, 0, (size_t)question->n * sizeof *question->vector);
}

/* Answers no if the minor of the set, computed anew, has the sign found. */
static JudderErr answer_minor(const Question *question, Sign found, bool *answered) {
    double value;
    Sign sign;
    int exponent = 0;
    TRY(minor_value(&question->scaled->lcp, question->set, &value, &sign));
    *answered = sign == found && (found == SIGN_NEGATIVE || found == SIGN_ZERO);
    if (!*answered) return JUDDER_OK;
    classes_answer(question, ANSWER_NO, found == SIGN_NEGATIVE ? "minor" : "zero minor");
    for (int i = 0; i < question->n; i++)
        if (question->set[i]) exponent -= question->scaled->row[i] + question->scaled->column[i];
    question->report->minor = ldexp(value, exponent);
    return JUDDER_OK;
}

static JudderErr search_minors(const Question *question, bool strict, int largest) {
    MinorSearch search = {.n = question->n,
                          .M = question->scaled->M,
                          .M_D = question->scaled->M_D,
                          .strict = strict,
                          .largest = largest,
                          .set = question->set};
    bool answered;
    TRY(minors_search(&search));
    if (search.found == SIGN_NEGATIVE || search.found == SIGN_ZERO) {
        TRY(answer_minor(question, search.found, &answered));
    } else if (search.found == SIGN_POSITIVE && search.complete && largest >= question->n) {
        classes_answer(question, ANSWER_YES, "all minors");
    }
    return JUDDER_OK;
}

/* Small minors, then all of them or, if there are too many, the whole determinant. */
static JudderErr decide_by_minors(const Question *question, bool strict) {
    TRY(search_minors(question, strict, SMALL_MINORS));
    if (question->report->answer != ANSWER_UNKNOWN) return JUDDER_OK;
    if (question->n <= ALL_MINORS) return search_minors(question, strict, question->n);
    bool answered;
    for (int i = 0; i < question->n; i++) question->set[i] = true;
    TRY(answer_minor(question, SIGN_NEGATIVE, &answered));
    if (!answered && strict) TRY(answer_minor(question, SIGN_ZERO, &answered));
    if (!answered) memset(question->set, 0, (size_t)question->n * sizeof *question->set);
    return JUDDER_OK;
}

static JudderErr decide_P(const Question *question) {
    const char *proof;
    TRY(sufficient_P(question->M, question->M_D, question->scaled, question->vector, &proof));
    if (proof) classes_answer(question, ANSWER_YES, proof);
    return proof ? JUDDER_OK : decide_by_minors(question, true);
}

static JudderErr decide_P0(const Question *question) {
    const char *proof;
    TRY(sufficient_P(question->M, question->M_D, question->scaled, question->vector, &proof));
    if (!proof && !question->M_D) sufficient_P0(question->M, question->scaled, question->vector, &proof);
    if (proof) classes_answer(question, ANSWER_YES, proof);
    return proof ? JUDDER_OK : decide_by_minors(question, false);
}

/* Answers no if 0 <= x _|_ M x >= 0 holds exactly for the x (scaled) given, or for integers near it. */
static JudderErr answer_vector(Question *question, const double *x) {
    const int n = question->n;
    double *tried = calloc(2 * (size_t)n, sizeof *tried), *whole = tried + n;
    REQUIRE(tried, error_memory());
    for (int i = 0; i < n; i++) tried[i] = fmax(0, ldexp(x[i], question->scaled->column[i]));
    const bool as_it_is = homogeneous_holds(n, question->M, tried);
    const bool near = !as_it_is && lcp_whole_multiple(n, tried, whole) &&
                      homogeneous_holds(n, question->M, whole);
    if (as_it_is || near) {
        classes_answer(question, ANSWER_NO, "vector");
        for (int i = 0; i < n; i++) {
            question->vector[i] = as_it_is ? tried[i] : whole[i];
            question->set[i] = question->vector[i] > 0;
        }
    }
    free(tried);
    return JUDDER_OK;
}

static JudderErr see_direction(void *context, const SetPoint *point, bool *stop) {
    Question *question = context;
    if (!point->direction) return JUDDER_OK;
    TRY(answer_vector(question, point->direction));
    *stop = question->report->answer != ANSWER_UNKNOWN;
    return JUDDER_OK;
}

static double radius_of(const Question *question, long at) {
    return question->M_D ? question->M_D[at] : 0;
}

static bool is_nonnegative(const Question *question) {
    const long n = question->n;
    for (long k = 0; k < n * n; k++) {
        const double least = question->M[k] - radius_of(question, k);
        if (least < 0 || (k % (n + 1) == 0 && !(least > 0))) return false;
    }
    return true;
}

/* A zero on the diagonal in a column without negative entries: a unit vector is the witness. */
static bool unit_vector_found(const Question *question) {
    const long n = question->n;
    for (long k = 0; k < n; k++) {
        bool good = question->M[k * n + k] == 0 && radius_of(question, k * n + k) == 0;
        for (long i = 0; i < n && good; i++) good = question->M[i * n + k] >= radius_of(question, i * n + k);
        if (!good) continue;
        classes_answer(question, ANSWER_NO, "vector");
        question->vector[k] = 1;
        question->set[k] = true;
        return true;
    }
    return false;
}

static JudderErr pass_set(void *context, const bool *set, bool *passed) {
    const Question *question = context;
    *passed = false;
    if (question->M_D) return JUDDER_OK; /* what excludes a set is known of M alone */
    return regular_set(question->n, question->scaled->M, set, passed);
}

/* Every set has a minor that is not zero, or is excluded by itself. */
static JudderErr decide_by_sets(Question *question) {
    MinorSearch search = {.n = question->n,
                          .M = question->scaled->M,
                          .M_D = question->scaled->M_D,
                          .largest = question->n,
                          .set = question->set,
                          .pass = pass_set,
                          .context = question};
    TRY(minors_search(&search));
    if (search.found == SIGN_POSITIVE && search.complete) classes_answer(question, ANSWER_YES, "all sets");
    if (question->report->answer == ANSWER_UNKNOWN && search.found == SIGN_POSITIVE)
        memset(question->set, 0, (size_t)question->n * sizeof *question->set);
    return JUDDER_OK;
}

static JudderErr decide_R0(Question *question) {
    const char *proof;
    TRY(sufficient_P(question->M, question->M_D, question->scaled, question->vector, &proof));
    if (!proof && is_nonnegative(question)) proof = "nonnegative";
    if (proof) classes_answer(question, ANSWER_YES, proof);
    if (proof || unit_vector_found(question) || question->n > LCP_ENUMERATE_MOST) return JUDDER_OK;
    TRY(decide_by_sets(question));
    if (question->report->answer != ANSWER_UNKNOWN || question->M_D) return JUDDER_OK;
    const SetVisitor visitor = {.context = question, .point = see_direction, .families = true};
    bool complete;
    return sets_visit(&question->scaled->lcp, &visitor, &complete);
}

static JudderErr classes_decide(ClassKind kind, Question *question) {
    if (!scaled_exactly(question)) return JUDDER_OK;
    if (kind == CLASS_R0) return decide_R0(question);
    return kind == CLASS_P ? decide_P(question) : decide_P0(question);
}

/* Radii that are all zero are none. */
static bool is_exact(const ClassMatrix *matrix) {
    for (int k = 0; k < matrix->n * matrix->n && matrix->M_D; k++)
        if (matrix->M_D[k] != 0) return false;
    return true;
}

JudderErr class_within(ClassKind kind, const ClassMatrix *matrix, bool *set, double *vector,
                       ClassReport *report) {
    Question question = {.n = matrix->n,
                         .M = matrix->M,
                         .M_D = is_exact(matrix) ? NULL : matrix->M_D,
                         .set = set,
                         .vector = vector,
                         .report = report};
    JudderErr err = classes_ask(&question);
    if (err == JUDDER_OK) err = classes_decide(kind, &question);
    classes_release(&question);
    return err;
}

JudderErr class_P(int n, const double *M, bool *set, double *vector, ClassReport *report) {
    return class_within(CLASS_P, &(ClassMatrix){n, M, NULL}, set, vector, report);
}

JudderErr class_P0(int n, const double *M, bool *set, double *vector, ClassReport *report) {
    return class_within(CLASS_P0, &(ClassMatrix){n, M, NULL}, set, vector, report);
}

JudderErr class_R0(int n, const double *M, bool *set, double *vector, ClassReport *report) {
    return class_within(CLASS_R0, &(ClassMatrix){n, M, NULL}, set, vector, report);
}
