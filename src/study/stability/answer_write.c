/* The values of stability{}, written from its answer: all keys, in their order. */
#include "study/stability/stability.h"

#include <math.h>
#include <stddef.h>

const char stability_exact_name[] = "exact arithmetic";

static const char *const critical_outcome_names[] = {[CRITICAL_FOUND] = "found",
                                                     [CRITICAL_NONE] = "none",
                                                     [CRITICAL_NOT_FOUND] = "not found",
                                                     [CRITICAL_UNANSWERED] = "unanswered",
                                                     [CRITICAL_UNSTABLE] = "unstable without friction",
                                                     [CRITICAL_FREE_UNSTABLE] = "free dofs unstable"};
static const char *const growth_method_names[] = {
    [GROWTH_SCAN] = "scan", [GROWTH_ENUMERATION] = "enumeration", [GROWTH_EXACT] = stability_exact_name};
static const char *const vibrations_names[] = {
    [VIBRATIONS_NONE] = "none", [VIBRATIONS_OPEN] = "open", [VIBRATIONS_GROW] = "grow"};
static const char *const first_names[] = {[FIRST_DIVERGENCE] = "divergence", [FIRST_FLUTTER] = "flutter"};
static const char *const mode_value_names[] = {[MODE_NEUTRAL] = "mu", [MODE_GROWS] = "lambda"};
static const char *const fate_names[] = {
    [FATE_GROWS] = "grows", [FATE_DECAYS] = "decays", [FATE_NEUTRAL] = "neutral"};

/* --- fields of a struct --- */

enum { CRITICAL = 1, GROWTH = 2, RATE = 4, FLUTTER = 8 }; /* questions */

typedef struct Field {
    const char *key;
    enum { NUMBER, COUNT, ANSWER, TEXT, WORD, MADE } kind; /* double, int, Answer, const char *, an enum */
    size_t at;
    size_t told;              /* a flag of the struct, without which nothing is said; 0: none */
    const char *const *names; /* of a word */
    Value *(*make)(const void *at);
    unsigned questions; /* that it answers: then it is shown to people, even if it is null */
    unsigned silent;    /* null where one of these cannot be answered */
} Field;

static bool field_flag(const Field *f, const void *item) {
    return !f->told || *(const bool *)((const char *)item + f->told);
}

static Value *answer_value(Answer answer) {
    return answer == ANSWER_UNKNOWN ? value_null() : value_flag(answer == ANSWER_YES);
}

static Value *field_value(const Field *f, const void *item) {
    const void *at = (const char *)item + f->at;
    if (!field_flag(f, item)) return value_null();
    switch (f->kind) {
    case NUMBER: return value_number(*(const double *)at);
    case COUNT: return *(const int *)at < 0 ? value_null() : value_count(*(const int *)at);
    case ANSWER: return answer_value(*(const Answer *)at);
    case TEXT: return value_text(*(const char *const *)at);
    case WORD: return value_text(f->names[*(const unsigned *)at]);
    case MADE: return f->make(at);
    }
    return NULL;
}

/* What has no flag is reported where it is not null; lists are requested. */
static bool field_is_told(const Field *f, const void *item, const Value *value) {
    return f->told ? field_flag(f, item) : f->kind != MADE && value_kind(value) != VALUE_NULL;
}

/* An object of all fields whose flags say so. */
static Value *item_value(const Field *fields, const void *item) {
    Value *object = value_object();
    for (const Field *f = fields; f->key && object; f++)
        if (field_flag(f, item) && !value_set(object, f->key, field_value(f, item))) value_destroy(&object);
    return object;
}

static Value *items_value(const Field *fields, const void *at, size_t count, size_t size) {
    Value *list = value_list();
    for (size_t i = 0; i < count; i++)
        if (!value_append(list, item_value(fields, (const char *)at + i * size))) value_destroy(&list);
    return list;
}

/* --- what a value is made of --- */

static Value *pair_value(const void *at) {
    return value_numbers(at, 2);
}

static Value *modes_pair_value(const void *at) {
    const int *pair = at;
    return value_numbers((const double[]){pair[0], pair[1]}, 2);
}

static Value *frequency_value(const void *at) {
    return value_number(*(const double *)at / (2 * M_PI));
}

/* -Re lam/|lam|: below 0 for what grows. */
static Value *damping_ratio_value(const void *at) {
    const FlutterRoot *root = at;
    const double size = hypot(root->re, root->im);
    return value_number(size > 0 ? -root->re / size + 0.0 : NAN);
}

#define MEMBER(key, kind, type, member)                                                                      \
    { key, kind, .at = offsetof(type, member) }

static Value *parts_value(const void *at) {
    static const Field fields[] = {MEMBER("contact", COUNT, AnswerPart, contact),
                                   MEMBER("re", NUMBER, AnswerPart, re),
                                   MEMBER("im", NUMBER, AnswerPart, im),
                                   {0}};
    const AnswerRoot *root = at;
    return items_value(fields, root->part, root->parts, sizeof *root->part);
}

static Value *roots_value(const void *at) {
    static const Field fields[] = {
        MEMBER("re", NUMBER, AnswerRoot, root.re),
        MEMBER("im", NUMBER, AnswerRoot, root.im),
        MEMBER("residual", NUMBER, AnswerRoot, root.residual),
        {"frequency", MADE, .at = offsetof(AnswerRoot, root.im), .make = frequency_value},
        MEMBER("growth", NUMBER, AnswerRoot, root.re),
        {"damping_ratio", MADE, .at = offsetof(AnswerRoot, root), .make = damping_ratio_value},
        {"proved", WORD, .at = offsetof(AnswerRoot, root.fate), .names = fate_names},
        {"participation", MADE, 0, offsetof(AnswerRoot, driven), .make = parts_value},
        {0}};
    const AnswerSliding *sliding = at;
    return items_value(fields, sliding->root, sliding->roots, sizeof *sliding->root);
}

static Value *merging_value(const void *at) {
    static const Field fields[] = {{"pair", MADE, .at = offsetof(Merging, pair), .make = modes_pair_value},
                                   MEMBER("mu", NUMBER, Merging, mu),
                                   MEMBER("omega", NUMBER, Merging, omega),
                                   MEMBER("until", NUMBER, Merging, until),
                                   MEMBER("begins", NUMBER, Merging, begins),
                                   {0}};
    const MergingList *list = at;
    return items_value(fields, list->at, (size_t)list->count, sizeof *list->at);
}

static Value *growth_open_value(const void *at) {
    static const Field fields[] = {
        MEMBER("low", NUMBER, MuInterval, from), MEMBER("high", NUMBER, MuInterval, to), {0}};
    const AnswerIntervals *list = at;
    return items_value(fields, list->at, list->count, sizeof *list->at);
}

static Value *unstable_value(const void *at) {
    static const Field fields[] = {
        MEMBER("from", NUMBER, MuInterval, from), MEMBER("to", NUMBER, MuInterval, to), {0}};
    const AnswerIntervals *list = at;
    return items_value(fields, list->at, list->count, sizeof *list->at);
}

static Value *steps_value(const void *at) {
    static const Field fields[] = {MEMBER("s", NUMBER, AnswerStep, s),
                                   MEMBER("critical_mu", NUMBER, AnswerStep, mu),
                                   MEMBER("certified", ANSWER, AnswerStep, certified),
                                   MEMBER("slip_nodes", COUNT, AnswerStep, slip),
                                   MEMBER("stick_nodes", COUNT, AnswerStep, stick),
                                   MEMBER("open_nodes", COUNT, AnswerStep, open),
                                   {0}};
    const StabilityAnswer *a = at;
    return items_value(fields, a->step, a->steps, sizeof *a->step);
}

static Value *stable_value(const void *at) {
    static const Field fields[] = {
        MEMBER("low", NUMBER, AnswerStable, low),
        MEMBER("high", NUMBER, AnswerStable, high),
        {"grows_at", NUMBER, .at = offsetof(AnswerStable, grows_at), offsetof(AnswerStable, computed)},
        {"certainty", WORD, .at = offsetof(AnswerStable, certainty), .names = certainty_names},
        {0}};
    return item_value(fields, at);
}

static Value *rows_value(const void *at) {
    const AnswerClass *found = at;
    Value *list = value_list();
    for (size_t i = 0; i < found->count; i++)
        if (!value_append(list, value_count(found->rows[i]))) value_destroy(&list);
    return list;
}

/* The principal minor that says no, or the vector. */
static Value *witness_value(const void *at) {
    static const Field fields[] = {
        {"rows", MADE, .make = rows_value}, {"minor", NUMBER, .at = offsetof(AnswerClass, minor)}, {0}};
    const AnswerClass *found = at;
    return found->rows ? item_value(fields, at) : value_numbers(found->vector, found->count);
}

static Value *growth_value(const void *at) {
    const AnswerGrowth *growth = at;
    return value_numbers(growth->lambda, growth->count);
}

static Value *responses_value(const void *at) {
    const AnswerRates *rates = at;
    if (rates->responses == RESPONSES_CONTINUUM) return value_text("continuum");
    return rates->responses == RESPONSES_COUNTED ? value_count(rates->count) : value_null();
}

enum { IS_STUCK, SLIPS, IS_OPEN };

static Value *mode_positions(const StabilityMode *mode, int what) {
    Value *list = value_list();
    for (int i = 0; i < mode->count; i++) {
        const bool slips = mode->slips ? mode->slips[i] : mode->vector[i] > 0;
        const int state = mode->open && mode->open[i] ? IS_OPEN : slips ? SLIPS : IS_STUCK;
        if (state == what && !value_append(list, value_count(mode->position[i]))) value_destroy(&list);
    }
    return list;
}

static Value *mode_value(const StabilityMode *m) {
    Value *item = value_object();
    const char *name = mode_value_names[m->kind];
    bool good = !name || value_set(item, name, value_number(m->value));
    good = value_set(item, "slip", mode_positions(m, SLIPS)) && good;
    good = value_set(item, "stick", mode_positions(m, IS_STUCK)) && good;
    if (m->open) good = value_set(item, "open", mode_positions(m, IS_OPEN)) && good;
    good = value_set(item, "vector", value_numbers(m->vector, (size_t)m->count)) && good;
    good = value_set(item, "residual", value_number(m->residual)) && good;
    if (m->motion) good = value_set(item, "motion", value_numbers(m->motion, (size_t)m->dofs)) && good;
    if (m->on_body) good = value_set(item, "body_residual", value_number(m->body_residual)) && good;
    if (!good) value_destroy(&item);
    return item;
}

static Value *modes_value(const void *at) {
    const AnswerModes *modes = at;
    Value *list = value_list();
    for (size_t i = 0; i < modes->count; i++)
        if (!value_append(list, mode_value(&modes->at[i]))) value_destroy(&list);
    return list;
}

/* --- all --- */

#define OF(member) offsetof(StabilityAnswer, member)

/* What every stability{} reports. */
static const Field reported[] = {
    {"critical_mu", NUMBER, .at = OF(critical.mu), .questions = CRITICAL},
    {"stable_up_to", MADE, .at = OF(stable), OF(stable.told), .make = stable_value},
    {"certified", ANSWER, .at = OF(critical.certified)},
    {"certificate", TEXT, .at = OF(critical.certificate), OF(critical.searched)},
    {"mu_proved", MADE, .at = OF(critical.proved), OF(critical.searched), .make = pair_value},
    {"without_friction", WORD, .at = OF(rest), OF(rest_told), pencil_rest_names},
    {"mu_not_positive_definite", NUMBER, .at = OF(critical.not_positive_definite), OF(critical.searched)},
    {"mu_all_slip", NUMBER, .at = OF(critical.all_slip), OF(critical.searched)},
    {"is_P", ANSWER, .at = OF(classes[CLASS_P].answer), OF(classes[CLASS_P].asked)},
    {"is_P0", ANSWER, .at = OF(classes[CLASS_P0].answer), OF(classes[CLASS_P0].asked)},
    {"is_R0", ANSWER, .at = OF(classes[CLASS_R0].answer), OF(classes[CLASS_R0].asked)},
    {"witness_P", MADE, .at = OF(classes[CLASS_P]), OF(classes[CLASS_P].refuted), .make = witness_value},
    {"witness_R0", MADE, .at = OF(classes[CLASS_R0]), OF(classes[CLASS_R0].refuted), .make = witness_value},
    {"rate_count", MADE, .at = OF(rates), .make = responses_value, .questions = RATE},
    {"rate_proof", TEXT, .at = OF(rates.proof)},
    {"flutter_mu", NUMBER, .at = OF(sliding.mu), .questions = FLUTTER},
    {"flutter_frequency", NUMBER, .at = OF(sliding.frequency), OF(sliding.onset_sought)},
    {"comes_first", WORD, .at = OF(first), .names = first_names},
    {"modes", MADE, .at = OF(modes), 0, NULL, modes_value, CRITICAL | GROWTH, STABILITY_REST},
    {"growth", MADE, .at = OF(growth), 0, NULL, growth_value, GROWTH, STABILITY_REST | STABILITY_GROWTH},
    {"growth_open", MADE, .at = OF(growth.open), .make = growth_open_value},
    {"rate_solutions", MADE, .at = OF(rates.solutions), 0, NULL, modes_value, RATE, STABILITY_REST},
    {"flutter", MADE, .at = OF(sliding), 0, NULL, roots_value, FLUTTER, STABILITY_SLIDING},
    {"roots_counted", COUNT, .at = OF(sliding.counted)},
    {"merging", MADE, .at = OF(sliding.merging), 0, NULL, merging_value, FLUTTER, STABILITY_SLIDING},
    {0}};

/* What comes with its question: of sliding and the least mu, of growth, of classes, of the model. */
static const Field of_mu[] = {
    {"sliding_nodes", COUNT, .at = OF(sliding.nodes)},
    {"moving_dofs", COUNT, .at = OF(sliding.moving_dofs)},
    {"sliding_divergence_mu", NUMBER, .at = OF(sliding.divergence_mu), OF(sliding.told)},
    {"unstable_mu", MADE, .at = OF(sliding.unstable), OF(sliding.told), .make = unstable_value},
    {"followed_to_mu", NUMBER, .at = OF(sliding.followed_to), OF(sliding.told)},
    {"flutter_samples", COUNT, .at = OF(sliding.samples), OF(sliding.projected)},
    {"flutter_projection", COUNT, .at = OF(sliding.dimension), OF(sliding.projected)},
    {"flutter_residual", NUMBER, .at = OF(sliding.residual), OF(sliding.projected)},
    {"critical_outcome", WORD, .at = OF(critical.outcome), .names = critical_outcome_names},
    {0}};
static const Field of_growth[] = {
    {"vibrations", WORD, .at = OF(vibrations), .names = vibrations_names},
    {"vibration_growth", NUMBER, .at = OF(vibration_growth)},
    {"vibration_frequency", NUMBER, .at = OF(vibration_frequency)},
    {"growth_method", WORD, .at = OF(growth.method), .names = growth_method_names},
    {"growth_neutral", ANSWER, .at = OF(growth.neutral)},
    {"growth_at_once", ANSWER, .at = OF(growth.at_once), OF(growth.immediate)},
    {"growth_complete", ANSWER, .at = OF(growth.complete)},
    {0}};
static const Field of_classes[] = {
    {"proof_P", TEXT, .at = OF(classes[CLASS_P].proof), OF(classes[CLASS_P].judged)},
    {"proof_P0", TEXT, .at = OF(classes[CLASS_P0].proof), OF(classes[CLASS_P0].judged)},
    {"witness_P0", MADE, .at = OF(classes[CLASS_P0]), OF(classes[CLASS_P0].refuted), .make = witness_value},
    {"proof_R0", TEXT, .at = OF(classes[CLASS_R0].proof), OF(classes[CLASS_R0].judged)},
    {0}};
static const Field of_model[] = {{"steps_critical", MADE, 0, OF(steps_told), .make = steps_value},
                                 {"slip_nodes", COUNT, .at = OF(mesh.slip), OF(mesh.told)},
                                 {"stick_nodes", COUNT, .at = OF(mesh.stick), OF(mesh.told)},
                                 {"open_nodes", COUNT, .at = OF(mesh.open), OF(mesh.told)},
                                 {"across", TEXT, .at = OF(mesh.across)},
                                 {"nodes", COUNT, .at = OF(mesh.nodes), OF(mesh.told)},
                                 {"contact_nodes", COUNT, .at = OF(mesh.contact_nodes), OF(mesh.told)},
                                 {"factorisations", COUNT, .at = OF(mesh.factorisations), OF(mesh.told)},
                                 {"free_is_stable", ANSWER, .at = OF(free_is_stable)},
                                 {"seconds", NUMBER, .at = OF(seconds)},
                                 {0}};

static unsigned questions_of(const Block *study) {
    const Stability *p = study->params;
    return (p->critical_mu ? CRITICAL : 0u) | (block_gives(study, "growth") ? GROWTH : 0u) |
           (p->rate ? RATE : 0u) | (block_gives(study, "flutter") ? FLUTTER : 0u);
}

static JudderErr write_told(const StudyRun *run, const Field *fields) {
    for (const Field *f = fields; f->key; f++) {
        Value *value = field_value(f, run->answer);
        if (value && !field_is_told(f, run->answer, value))
            value_destroy(&value);
        else
            REQUIRE(value_set(run->values, f->key, value), error_memory());
    }
    return JUDDER_OK;
}

JudderErr stability_write(const StudyRun *run) {
    const StabilityAnswer *a = run->answer;
    const unsigned asked = questions_of(run->study);
    for (const Field *f = reported; f->key; f++) {
        Value *value = f->silent & a->silent ? value_null() : field_value(f, a);
        const bool shown = f->questions & asked || field_is_told(f, a, value);
        REQUIRE(value_set(run->values, f->key, value), error_memory());
        if (!shown) value_mute(run->values, f->key);
    }
    /* What was answered first is written first. */
    TRY(write_told(run, of_mu));
    TRY(write_told(run, a->classes_first ? of_classes : of_growth));
    TRY(write_told(run, a->classes_first ? of_growth : of_classes));
    return write_told(run, of_model);
}
