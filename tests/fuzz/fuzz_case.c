/* Cases made of anything: each is read or refused, and what was read can be used. */
#include "../case/vocabulary.h"
#include "friction/formula.h"
#include "friction/friction.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64 };

typedef struct Slider {
    Block law;
    BlockList laws;
} Slider;

static const Param slider_params[] = {
    {FIELD(Slider, law), .type = PARAM_WORD, .of = "friction"},
    {FIELD(Slider, laws), .type = PARAM_WORDS, .of = "friction"},
    {0},
};
static const Word slider_word = {.name = "slider",
                                 .kind = "model",
                                 .example = "slider{ law = constant{ mu = 1 } }",
                                 .params = slider_params,
                                 .size = sizeof(Slider)};

static const Word *words[MOST_WORDS];

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    size_t used = 0;
    for (const Word *const *word = vocabulary; *word; word++) words[used++] = *word;
    for (const FrictionLaw *const *law = friction_laws; *law; law++) words[used++] = &(*law)->word;
    words[used] = &slider_word;
    return 0;
}

/* A function that may be called only so often, which keeps one input fast. */
typedef struct Budget {
    Function function;
    int calls;
} Budget;

static JudderErr call_within(void *context, double x, double *y) {
    Budget *budget = context;
    REQUIRE(budget->calls-- > 0, error_input(NULL, "called too often"));
    return budget->function.call(budget->function.context, x, y);
}

static Function limit_calls(Budget *budget, Function function) {
    *budget = (Budget){function, 2000};
    return (Function){.call = call_within, .context = budget, .file = function.file, .line = function.line};
}

/* Asked again it answers the same, whatever was asked between: it has no state. */
static void use_function(const Function *function) {
    double first, other, again;
    if (!function->call || function->call(function->context, 0, &first) != JUDDER_OK) return;
    const bool both = function->call(function->context, 0.5, &other) == JUDDER_OK;
    if (both && function->call(function->context, 0, &again) == JUDDER_OK &&
        memcmp(&first, &again, sizeof first) != 0)
        abort();
}

static void use_signal(const Signal *signal) {
    Budget budget;
    Signal limited = *signal;
    if (signal->function.call) limited.function = limit_calls(&budget, signal->function);
    Track *track = NULL;
    const TrackSpan span = {.what = "load", .begin = 0, .end = 1};
    if (track_create(&limited, &span, &track) == JUDDER_OK && track_seek(track, 0.7) == JUDDER_OK)
        curve_piece_value(track_piece(track), 0.7);
    track_destroy(&track);
}

static void ask_law(const FrictionLaw *law, const void *params) {
    static const double speeds[] = {1e-9, 0.1, 2, 1e6};
    const Friction f = {law, params};
    double bends[8], kappa, state = law->state_start ? law->state_start(params) : 0;
    friction_bends(&f, bends, 8);
    friction_final_slope(&f);
    friction_steepest_fall(&f, &kappa);
    friction_at_rest(&f, state);
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        friction_sliding(&f, speeds[i], state);
        friction_slope(&f, speeds[i], state);
        if (law->state_advance) state = law->state_advance(params, state, speeds[i], 0.1);
    }
}

static void use_law(const Block *block) {
    if (!block->word) return;
    const FrictionLaw *law = friction_law_find(block->word->name);
    Budget budget;
    Function kept = {0};
    if (law == &formula_law) {
        kept = ((Formula *)block->params)->mu;
        ((Formula *)block->params)->mu = limit_calls(&budget, kept);
    }
    if (!law->prepare || law->prepare(block->params) == JUDDER_OK) ask_law(law, block->params);
    if (law->release) law->release(block->params);
    if (law == &formula_law) ((Formula *)block->params)->mu = kept;
}

static void use_model(const Block *model) {
    if (model->word == &slider_word) {
        const Slider *slider = model->params;
        use_law(&slider->law);
        for (size_t i = 0; i < slider->laws.count && i < 3; i++) use_law(&slider->laws.at[i]);
        return;
    }
    const Rig *rig = model->params;
    use_function(&rig->shape);
    use_signal(&rig->load);
    for (int i = 0; i < 3; i++) use_function(&rig->drive[i].function);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const CaseSetting setting = {"x", "2*mm"};
    const bool sets = memmem(data, size, "param{x", 7) != NULL;
    const CaseOptions options = {.words = words,
                                 .settings = &setting,
                                 .setting_count = sets ? 1 : 0,
                                 .limits = {.instructions = 3000}};
    Case *read = NULL;
    if (case_read_text("case.lua", (const char *)data, size, &options, &read) == JUDDER_OK)
        use_model(case_model(read));
    case_destroy(&read);
    return 0;
}
