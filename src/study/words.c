/* Words of the studies that several models share. */
#include "study/words.h"

#include "base/field.h"

#include <math.h>

static JudderErr check_march(const void *params) {
    const March *p = params;
    REQUIRE(p->step > 0 || p->tolerance > 0,
            error_input("step", "march needs step, or (of a slider or system) tolerance"));
    REQUIRE(p->order == 0 || p->order == 2 || p->order == 4,
            error_input("order", "order = %ld: allowed are 2 and 4", p->order));
    REQUIRE(!(p->step_max > 0 && p->step_min > p->step_max),
            error_input("step_min", "step_min = %g is above step_max = %g", p->step_min, p->step_max));
    REQUIRE(p->step <= p->final || p->cfl > 0,
            error_input("step", "step = %g is longer than final = %g", p->step, p->final));
    REQUIRE(p->tolerance > 0 || p->final / p->step <= 1e12,
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
    FIELD(March, final, NUMBER, "time at which the run ends", REQUIRED, POSITIVE, .unit = "s"),
    FIELD(March, step, NUMBER, "time step; with tolerance, the first one", NOT_NEGATIVE, .unit = "s",
          .preset_text = "none: required without tolerance"),
    FIELD(March, tolerance, NUMBER,
          "slider, system: the error allowed in a step, relative to the range of the motion or to what a "
          "friction law with a state feels; steps are then as long as it allows, and every n-th is recorded",
          WITHIN(0, 0.1), .preset_text = "none: steps of one length"),
    FIELD(March, step_min, NUMBER,
          "slider, system: no step is made shorter to keep a solution unique or an error small", NOT_NEGATIVE,
          .unit = "s", .preset_text = "1e-10 of the step"),
    FIELD(March, step_max, NUMBER, "slider, system: the longest step", NOT_NEGATIVE, .unit = "s",
          .preset_text = "final"),
    FIELD(March, order, COUNT, "slider, system: of the steps between events, 2 or 4", WITHIN(0, 4),
          .preset_text = "4 where laws have no state, contacts no compliance and all dofs mass; else 2"),
    FIELD(March, method, CHOICE,
          "slider, system: events, where steps end exactly on changes of contact states, or stage, where "
          "states "
          "change at the stages of steps of one length",
          .choices = "events|stage"),
    FIELD(March, every, COUNT, "record every n-th step, and the last", WITHIN(1, 1e15), .preset = 1),
    FIELD(March, probe, NUMBERS, "times to report, at most final", NOT_NEGATIVE, .unit = "s"),
    FIELD(March, profile, NUMBERS, "times at which the fields inside are kept (slab)", NOT_NEGATIVE,
          .unit = "s"),
    FIELD(March, watch, MATRIX,
          "points whose nearest contact nodes are recorded and probed (body): { {x, y}, ... }", .unit = "m",
          .preset_text = "none"),
    FIELD(March, fields, COUNT,
          "keep the whole fields of every n-th step, for ParaView (body); 0: those of the end alone",
          WITHIN(0, 1e15)),
    FIELD(March, cfl, NUMBER,
          "the step is shortened to this part of the largest that is stable, if it is longer (body, method "
          "explicit); without it a step that is too long is refused",
          WITHIN(0, 1), .preset_text = "none"),
    FIELD(March, name, TEXT, "how the study is called in the result", .preset_text = "march"),
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
    FIELD(Limit, of, CHOICE, "which perturbation vanishes", .choices = "epsilon|eta"),
    FIELD(Limit, from, NUMBER, "its first value", POSITIVE, .preset = 1e-2),
    FIELD(Limit, factor, NUMBER, "from one value to the next", BETWEEN(0, 1), .preset = 0.1),
    FIELD(Limit, count, COUNT, "how many values", WITHIN(2, 200), .preset = 5),
    FIELD(Limit, final, NUMBER, "time at which each run ends", NOT_NEGATIVE, .unit = "s",
          .preset_text = "that of the march"),
    FIELD(Limit, step, NUMBER, "finest time that matters", NOT_NEGATIVE, .unit = "s",
          .preset_text = "that of the march"),
    FIELD(Limit, name, TEXT, "how the study is called in the result", .preset_text = "limit"),
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
    FIELD(Branches, load, NUMBERS, "loads at which to list all solutions"),
    FIELD(Branches, name, TEXT, "how the study is called in the result", .preset_text = "branches"),
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
    FIELD(Steady, velocity, NUMBERS, "speeds of the foundation at which to look; several make a map",
          POSITIVE, .preset_text = "that of the foundation"),
    FIELD(Steady, modes, COUNT, "how many modes of the beam and of heat are followed", WITHIN(1, 30),
          .preset = 8),
    FIELD(Steady, name, TEXT, "how the study is called in the result", .preset_text = "steady"),
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
    FIELD(SpectrumOf, of, TEXT, "which recorded series of the march before it; empty: every one",
          .preset_text = ""),
    FIELD(SpectrumOf, window, CHOICE, "what the series is multiplied with; none: only for whole periods",
          .choices = "hann|none"),
    FIELD(SpectrumOf, from, NUMBER, "the part of the run to use begins here", NOT_NEGATIVE, .unit = "s"),
    FIELD(SpectrumOf, to, NUMBER, "and ends here", NOT_NEGATIVE, .unit = "s",
          .preset_text = "the end of the run"),
    FIELD(SpectrumOf, count, COUNT, "at most so many peaks of a series", WITHIN(1, 1000), .preset = 12),
    FIELD(SpectrumOf, name, TEXT, "how the study is called in the result", .preset_text = "spectrum"),
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
