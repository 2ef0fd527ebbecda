/* P, P0 and R0 (ST-11): cheap proofs first, then all sets as far as the work limit reaches. Every witness is
 * checked by another computation before it is given back. */
#include "complementarity/classes.h"

#include "complementarity/classes/minors.h"
#include "complementarity/classes/sufficient.h"
#include "complementarity/lcp/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_MINORS = 26, SMALL_MINORS = 3 };
/* Residual of a vector that proves "not R0". */
static const double believed = 1e-9;

typedef struct Question {
    int n;
    const double *M;
    ScaledLcp *scaled; /* with q = 0 */
    double *zero;
    bool *set;
    double *vector;
    ClassReport *report;
} Question;

static JudderErr ask(Question *question) {
    question->zero = calloc((size_t)(question->n > 0 ? question->n : 1), sizeof *question->zero);
    REQUIRE(question->zero, error_memory());
    const Lcp lcp = {.n = question->n, .M = question->M, .q = question->zero};
    *question->report = (ClassReport){.proof = ""};
    TRY(scaled_create(&lcp, &question->scaled));
    memset(question->set, 0, (size_t)question->n * sizeof *question->set);
    return JUDDER_OK;
}

static void release(Question *question) {
    if (question->scaled && question->report->answer == ANSWER_UNKNOWN)
        memset(question->vector, 0, (size_t)question->n * sizeof *question->vector);
    scaled_destroy(&question->scaled);
    free(question->zero);
}

static void answer(const Question *question, Answer given, const char *proof) {
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
    TRY(minor_value(question->n, question->scaled->M, question->set, &value, &sign));
    *answered = sign == found && (found == SIGN_NEGATIVE || found == SIGN_ZERO);
    if (!*answered) return JUDDER_OK;
    answer(question, ANSWER_NO, found == SIGN_NEGATIVE ? "minor" : "zero minor");
    for (int i = 0; i < question->n; i++)
        if (question->set[i]) exponent -= question->scaled->row[i] + question->scaled->column[i];
    question->report->minor = ldexp(value, exponent);
    return JUDDER_OK;
}

static JudderErr search_minors(const Question *question, bool strict, int largest) {
    MinorSearch search = {.n = question->n,
                          .M = question->scaled->M,
                          .strict = strict,
                          .largest = largest,
                          .set = question->set};
    bool answered;
    TRY(minors_search(&search));
    if (search.found == SIGN_NEGATIVE || search.found == SIGN_ZERO) {
        TRY(answer_minor(question, search.found, &answered));
    } else if (search.found == SIGN_POSITIVE && search.complete && largest >= question->n) {
        answer(question, ANSWER_YES, "all minors");
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
    TRY(sufficient_P(question->M, question->scaled, question->vector, &proof));
    if (proof) answer(question, ANSWER_YES, proof);
    return proof ? JUDDER_OK : decide_by_minors(question, true);
}

static JudderErr decide_P0(const Question *question) {
    const char *proof;
    TRY(sufficient_P(question->M, question->scaled, question->vector, &proof));
    if (!proof) TRY(sufficient_P0(question->M, question->scaled, question->vector, &proof));
    if (proof) answer(question, ANSWER_YES, proof);
    return proof ? JUDDER_OK : decide_by_minors(question, false);
}

/* Whether 0 <= x _|_ M x >= 0 for the x (scaled) given; if so, the answer is no. */
static bool answer_vector(const Question *question, const double *x) {
    double most = 0;
    for (int i = 0; i < question->n; i++) most = fmax(most, x[i]);
    if (!(most > 0) || !(lcp_residual(&question->scaled->lcp, x) <= believed)) return false;
    answer(question, ANSWER_NO, "vector");
    for (int i = 0; i < question->n; i++) {
        question->vector[i] = fmax(0, ldexp(x[i], question->scaled->column[i]));
        question->set[i] = question->vector[i] > 0;
    }
    return true;
}

static JudderErr see_direction(void *context, const SetPoint *point, bool *stop) {
    if (point->direction) *stop = answer_vector(context, point->direction);
    return JUDDER_OK;
}

static bool is_nonnegative(const Question *question) {
    const long n = question->n;
    for (long i = 0; i < n; i++) {
        if (!(question->M[i * n + i] > 0)) return false;
        for (long j = 0; j < n; j++)
            if (question->M[i * n + j] < 0) return false;
    }
    return true;
}

/* A zero on the diagonal in a column without negative entries: a unit vector is the witness. */
static bool unit_vector_found(const Question *question, double *x) {
    const long n = question->n;
    for (long k = 0; k < n; k++) {
        bool good = question->M[k * n + k] == 0;
        for (long i = 0; i < n && good; i++) good = question->M[i * n + k] >= 0;
        x[k] = good ? 1 : 0;
        if (good && answer_vector(question, x)) return true;
        x[k] = 0;
    }
    return false;
}

static JudderErr decide_R0(Question *question) {
    const char *proof;
    TRY(sufficient_P(question->M, question->scaled, question->vector, &proof));
    if (!proof && is_nonnegative(question)) proof = "nonnegative";
    if (proof) answer(question, ANSWER_YES, proof);
    if (proof) return JUDDER_OK;
    double *x = calloc((size_t)question->n, sizeof *x);
    REQUIRE(x, error_memory());
    const bool found = unit_vector_found(question, x);
    free(x);
    if (found || question->n > LCP_ENUMERATE_MOST) return JUDDER_OK;
    const SetVisitor visitor = {.context = question, .point = see_direction};
    bool complete;
    TRY(sets_visit(&question->scaled->lcp, &visitor, &complete));
    if (complete && question->report->answer == ANSWER_UNKNOWN) answer(question, ANSWER_YES, "all sets");
    return JUDDER_OK;
}

JudderErr class_P(int n, const double *M, bool *set, double *vector, ClassReport *report) {
    Question question = {.n = n, .M = M, .set = set, .vector = vector, .report = report};
    JudderErr err = ask(&question);
    if (err == JUDDER_OK) err = decide_P(&question);
    release(&question);
    return err;
}

JudderErr class_P0(int n, const double *M, bool *set, double *vector, ClassReport *report) {
    Question question = {.n = n, .M = M, .set = set, .vector = vector, .report = report};
    JudderErr err = ask(&question);
    if (err == JUDDER_OK) err = decide_P0(&question);
    release(&question);
    return err;
}

JudderErr class_R0(int n, const double *M, bool *set, double *vector, ClassReport *report) {
    Question question = {.n = n, .M = M, .set = set, .vector = vector, .report = report};
    JudderErr err = ask(&question);
    if (err == JUDDER_OK) err = decide_R0(&question);
    release(&question);
    return err;
}
