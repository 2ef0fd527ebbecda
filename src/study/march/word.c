/* The word march{}. */
#include "study/words.h"

#include "base/field.h"

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
                error_input("probe", "probe requests t = %g after final = %g", p->probe.at[i], p->final));
    for (size_t i = 0; i < p->profile.count; i++)
        REQUIRE(
            p->profile.at[i] <= p->final,
            error_input("profile", "profile requests t = %g after final = %g", p->profile.at[i], p->final));
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
