/* Words of the studies that several models share. */
#include "study/words.h"

#include <math.h>

static JudderErr check_march(const void *params) {
    const March *p = params;
    REQUIRE(p->step <= p->final || p->cfl > 0,
            error_input("step", "step = %g is longer than final = %g", p->step, p->final));
    REQUIRE(p->final / p->step <= 1e12,
            error_input("step", "step = %g makes %.3g steps: at most 1e12 are allowed", p->step,
                        p->final / p->step));
    for (size_t i = 0; i < p->probe.count; i++)
        REQUIRE(p->probe.at[i] <= p->final,
                error_input("probe", "probe asks for t = %g after final = %g", p->probe.at[i], p->final));
    for (size_t i = 0; i < p->profile.count; i++)
        REQUIRE(
            p->profile.at[i] <= p->final,
            error_input("profile", "profile asks for t = %g after final = %g", p->profile.at[i], p->final));
    return JUDDER_OK;
}

static const Param march_params[] = {
    {.key = "final",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(March, final),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "s",
     .help = "time at which the run ends"},
    {.key = "step",
     .type = PARAM_NUMBER,
     .need = PARAM_REQUIRED,
     .offset = offsetof(March, step),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "s",
     .help = "time step"},
    {.key = "every",
     .type = PARAM_COUNT,
     .offset = offsetof(March, every),
     .preset = 1,
     .low = 1,
     .high = 1e15,
     .help = "record every n-th step, and the last"},
    {.key = "probe",
     .type = PARAM_NUMBERS,
     .offset = offsetof(March, probe),
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .help = "times to report, at most final"},
    {.key = "profile",
     .type = PARAM_NUMBERS,
     .offset = offsetof(March, profile),
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .help = "times at which the fields inside are kept (slab)"},
    {.key = "watch",
     .type = PARAM_MATRIX,
     .offset = offsetof(March, watch),
     .unit = "m",
     .preset_text = "none",
     .help = "points whose nearest contact nodes are recorded and probed (body): { {x, y}, ... }"},
    {.key = "fields",
     .type = PARAM_COUNT,
     .offset = offsetof(March, fields),
     .low = 0,
     .high = 1e15,
     .help = "keep the whole fields of every n-th step, for ParaView (body); 0: those of the end alone"},
    {.key = "cfl",
     .type = PARAM_NUMBER,
     .offset = offsetof(March, cfl),
     .low = 0,
     .high = 1,
     .preset_text = "none",
     .help =
         "the step is shortened to this part of the largest that is stable, if it is longer (body, method "
         "explicit); without it a step that is too long is refused"},
    {.key = "name",
     .type = PARAM_TEXT,
     .offset = offsetof(March, name),
     .preset_text = "march",
     .help = "how the study is called in the result"},
    {0},
};

const Word march_word = {.name = "march",
                         .kind = "study",
                         .summary = "Simulates in time.",
                         .reference = "",
                         .papers = "",
                         .example = "march{ final = 1, step = 1e-3, probe = {0.5, 1} }",
                         .params = march_params,
                         .size = sizeof(March),
                         .check = check_march};

static JudderErr check_limit(const void *params) {
    const Limit *p = params;
    REQUIRE(p->from * pow(p->factor, (double)p->count - 1) > 1e-280,
            error_input("count", "count = %ld rungs with factor = %g end below 1e-280", p->count, p->factor));
    REQUIRE((p->final > 0) == (p->step > 0),
            error_input(p->final > 0 ? "final" : "step",
                        "limit takes final and step together, or neither to use those of the march"));
    return JUDDER_OK;
}

static const Param limit_params[] = {
    {.key = "of",
     .type = PARAM_CHOICE,
     .offset = offsetof(Limit, of),
     .choices = "epsilon|eta",
     .help = "which perturbation vanishes"},
    {.key = "from",
     .type = PARAM_NUMBER,
     .offset = offsetof(Limit, from),
     .preset = 1e-2,
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .help = "its first value"},
    {.key = "factor",
     .type = PARAM_NUMBER,
     .offset = offsetof(Limit, factor),
     .preset = 0.1,
     .low = 0,
     .high = 1,
     .above_low = true,
     .below_high = true,
     .help = "from one value to the next"},
    {.key = "count",
     .type = PARAM_COUNT,
     .offset = offsetof(Limit, count),
     .preset = 5,
     .low = 2,
     .high = 200,
     .help = "how many values"},
    {.key = "final",
     .type = PARAM_NUMBER,
     .offset = offsetof(Limit, final),
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .preset_text = "that of the march",
     .help = "time at which each run ends"},
    {.key = "step",
     .type = PARAM_NUMBER,
     .offset = offsetof(Limit, step),
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .preset_text = "that of the march",
     .help = "finest time that matters"},
    {.key = "name",
     .type = PARAM_TEXT,
     .offset = offsetof(Limit, name),
     .preset_text = "limit",
     .help = "how the study is called in the result"},
    {0},
};

const Word limit_word = {.name = "limit",
                         .kind = "study",
                         .summary = "Lets a perturbation vanish in a ladder of runs and measures the "
                                    "distance to the limit and its order. For inclusions, slabs and bodies: "
                                    "the mass and damping of a slider or a system are its own and select "
                                    "nothing; a slider without mass is an inclusion.",
                         .reference = "DI-4",
                         .papers = "renard1998 ionescu2002",
                         .example = "limit{ of = \"epsilon\", from = 1e-2, factor = 0.1, count = 5 }",
                         .params = limit_params,
                         .size = sizeof(Limit),
                         .check = check_limit};

static const Param branches_params[] = {
    {.key = "load",
     .type = PARAM_NUMBERS,
     .offset = offsetof(Branches, load),
     .help = "loads at which to list all solutions"},
    {.key = "name",
     .type = PARAM_TEXT,
     .offset = offsetof(Branches, name),
     .preset_text = "branches",
     .help = "how the study is called in the result"},
    {0},
};

const Word branches_word = {
    .name = "branches",
    .kind = "study",
    .summary =
        "Lists the stable and unstable branches of the graph, its folds, and all solutions at given loads.",
    .reference = "DI-1",
    .papers = "renard1998",
    .example = "branches{ load = {0.6, 0.75} }",
    .params = branches_params,
    .size = sizeof(Branches)};

static const Param steady_params[] = {
    {.key = "velocity",
     .type = PARAM_NUMBERS,
     .offset = offsetof(Steady, velocity),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .preset_text = "that of the foundation",
     .help = "speeds of the foundation at which to look; several make a map"},
    {.key = "modes",
     .type = PARAM_COUNT,
     .offset = offsetof(Steady, modes),
     .preset = 8,
     .low = 1,
     .high = 30,
     .help = "how many modes of the beam and of heat are followed"},
    {.key = "name",
     .type = PARAM_TEXT,
     .offset = offsetof(Steady, name),
     .preset_text = "steady",
     .help = "how the study is called in the result"},
    {0},
};

const Word steady_word = {.name = "steady",
                          .kind = "study",
                          .summary = "Steady sliding: whether it exists, its profile, its eigenvalues, and "
                                     "from which speed on it is lost.",
                          .reference = "BM-12",
                          .papers = "kuttler1999",
                          .example = "steady{}",
                          .params = steady_params,
                          .size = sizeof(Steady)};

static JudderErr check_spectrum(const void *params) {
    const SpectrumOf *p = params;
    REQUIRE(p->to == 0 || p->to > p->from,
            error_input("to", "to = %g is not after from = %g", p->to, p->from));
    return JUDDER_OK;
}

static const Param spectrum_params[] = {
    {.key = "of",
     .type = PARAM_TEXT,
     .offset = offsetof(SpectrumOf, of),
     .preset_text = "",
     .help = "which recorded series of the march before it; empty: every one"},
    {.key = "window",
     .type = PARAM_CHOICE,
     .offset = offsetof(SpectrumOf, window),
     .choices = "hann|none",
     .help = "what the series is multiplied with; none: only for whole periods"},
    {.key = "from",
     .type = PARAM_NUMBER,
     .offset = offsetof(SpectrumOf, from),
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .help = "the part of the run to use begins here"},
    {.key = "to",
     .type = PARAM_NUMBER,
     .offset = offsetof(SpectrumOf, to),
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .preset_text = "the end of the run",
     .help = "and ends here"},
    {.key = "count",
     .type = PARAM_COUNT,
     .offset = offsetof(SpectrumOf, count),
     .preset = 12,
     .low = 1,
     .high = 1000,
     .help = "at most so many peaks of a series"},
    {.key = "name",
     .type = PARAM_TEXT,
     .offset = offsetof(SpectrumOf, name),
     .preset_text = "spectrum",
     .help = "how the study is called in the result"},
    {0},
};

const Word spectrum_word = {
    .name = "spectrum",
    .kind = "study",
    .summary = "The frequencies of what the march before it recorded, with interpolated peaks.",
    .reference = "",
    .papers = "",
    .example = "spectrum{ of = \"end_velocity\" }",
    .params = spectrum_params,
    .size = sizeof(SpectrumOf),
    .check = check_spectrum};
