/* What stability{} answers, of whatever model: filled while it computes; notes, verdict and comparison read
 * it, and the values of the result are written from it last (answer_write.c). NAN: no such number. */
#ifndef JUDDER_STUDY_STABILITY_ANSWER_H
#define JUDDER_STUDY_STABILITY_ANSWER_H

#include "complementarity/classes.h"
#include "stability/pencil.h"
#include "study/stability/flutter.h"

typedef enum CriticalOutcome {
    CRITICAL_UNASKED,
    CRITICAL_FOUND,
    CRITICAL_NONE,
    CRITICAL_NOT_FOUND,
    CRITICAL_UNANSWERED,
    CRITICAL_UNSTABLE, /* without friction already */
    CRITICAL_FREE_UNSTABLE
} CriticalOutcome;
typedef enum GrowthMethod { GROWTH_UNASKED, GROWTH_SCAN, GROWTH_ENUMERATION, GROWTH_EXACT } GrowthMethod;
/* Growth while the contacts stick: excluded by energy, or by the roots; else a list without growth does not
 * say that nothing grows. */
typedef enum Vibrations { VIBRATIONS_EXCLUDED, VIBRATIONS_NONE, VIBRATIONS_OPEN, VIBRATIONS_GROW } Vibrations;
typedef enum Responses { RESPONSES_OPEN, RESPONSES_COUNTED, RESPONSES_CONTINUUM } Responses;
typedef enum ComesFirst { FIRST_UNKNOWN, FIRST_DIVERGENCE, FIRST_FLUTTER } ComesFirst;

typedef struct AnswerCritical {
    CriticalOutcome outcome;
    double mu;
    Answer certified;
    bool searched; /* for a proof: what is below is reported */
    const char *certificate;
    double proved[2]; /* no neutral state below the first, one up to the second */
    double all_slip, not_positive_definite;
} AnswerCritical;

typedef struct AnswerStable {
    bool told, computed; /* computed: grows_at, beside a low that is proved */
    double low, high, grows_at;
    Certainty certainty;
} AnswerStable;

typedef struct AnswerClass {
    bool asked, judged, refuted; /* refuted: by the rows of a minor, or a vector */
    Answer answer;
    const char *proof;
    Certainty certainty;
    size_t count;
    int *rows;
    double minor, *vector;
} AnswerClass;

/* A motion: its value is none, mu or lambda, by its kind. */
typedef enum ModeKind { MODE_RESPONSE, MODE_NEUTRAL, MODE_GROWS } ModeKind;
typedef struct StabilityMode {
    ModeKind kind;
    double value;
    int count;
    const int *position; /* of each entry among the contacts, counted from 1 */
    const double *vector;
    const bool *open;  /* NULL: none can be */
    const bool *slips; /* NULL: those with a positive entry */
    double residual;
    const double *motion; /* rates of all dofs, or NULL */
    int dofs;
    bool on_body; /* judged on the whole mesh */
    double body_residual;
    void *memory; /* of the arrays, once it is in a list */
} StabilityMode;
typedef struct AnswerModes {
    size_t count, room;
    StabilityMode *at;
} AnswerModes;

typedef struct AnswerGrowth {
    GrowthMethod method;
    Answer complete, neutral; /* everything that grows is listed, proved; something is neutral */
    bool immediate;           /* at_once was asked */
    Answer at_once;
    size_t count, room;
    double *lambda;
    AnswerIntervals open; /* of lambda: neither proved nor excluded there */
} AnswerGrowth;

typedef struct AnswerRates {
    Responses responses;
    int count;
    const char *proof; /* NULL: none */
    AnswerModes solutions;
} AnswerRates;

/* critical_mu at a place of a path. */
typedef struct AnswerStep {
    double s, mu;
    Answer certified;
    int slip, stick, open;
} AnswerStep;

/* Of a body: its nodes. */
typedef struct AnswerMesh {
    bool told;
    const char *across; /* of bodies in space */
    int slip, stick, open, nodes, contact_nodes, factorisations;
} AnswerMesh;

typedef struct StabilityAnswer {
    const double *row_units; /* of the contacts that may slip, for models that compute in units of their own
                              * (small_motion/units.h); NULL: those of the case */
    unsigned silent;         /* STABILITY_REST ...: what the state cannot answer */
    AnswerCritical critical;
    bool rest_told;
    PencilRest rest; /* without friction */
    AnswerStable stable;
    AnswerModes modes;
    AnswerGrowth growth;
    Vibrations vibrations;
    double vibration_growth, vibration_frequency; /* of the fastest that is proved to grow */
    AnswerClass classes[3];                       /* by ClassKind */
    bool classes_first;                           /* answered before growth */
    AnswerRates rates;
    AnswerSliding sliding;
    ComesFirst first;
    bool steps_told;
    size_t steps, step_room;
    AnswerStep *step;
    AnswerMesh mesh;
    Answer free_is_stable;
    double seconds;
} StabilityAnswer;

static inline Answer answer_of(bool yes) {
    return yes ? ANSWER_YES : ANSWER_NO;
}

StabilityAnswer *answer_create(void); /* NULL: out of memory */
void answer_destroy(StabilityAnswer **answer);

/* Appended are copies, of arrays too. */
JudderErr answer_add_mode(StabilityAnswer *answer, const StabilityMode *mode);
JudderErr answer_add_growth(AnswerGrowth *growth, double lambda);
JudderErr answer_add_step(StabilityAnswer *answer, const AnswerStep *step);
/* The witness of a class: those of n rows that are in the set, or a vector. */
JudderErr answer_set_minor(AnswerClass *found, int n, const bool *set, const int *position);
JudderErr answer_set_vector(AnswerClass *found, const double *vector, size_t count);

#endif
