/* The word period{}. */
#include "study/words.h"

#include "base/field.h"

static const Param period_params[] = {
    FIELD(Period, final, NUMBER, "time at which the run ends if no periodic state is found", REQUIRED,
          POSITIVE, .unit = "s"),
    FIELD(Period, step, NUMBER, "time step", REQUIRED, POSITIVE, .unit = "s"),
    FIELD(Period, window, NUMBER, "stretch of time that is compared with itself", NOT_NEGATIVE, .unit = "s",
          .preset_text = "64 round trips"),
    FIELD(Period, longest, NUMBER, "longest period that is looked for", NOT_NEGATIVE, .unit = "s",
          .preset_text = "a third of the window"),
    FIELD(Period, correlation, NUMBER, "autocorrelation from which a state counts as periodic", BETWEEN(0, 1),
          .preset = 0.99),
    FIELD(Period, ignore, NUMBER, "time before which nothing is examined", NOT_NEGATIVE, .unit = "s"),
    FIELD(Period, stop, FLAG, "end the run when a periodic state is reached", .preset = 1),
    FIELD(Period, name, TEXT, "how the study is called in the result", .preset_text = "period"),
    {0},
};

const Word period_word = {
    .name = "period",
    .kind = "study",
    .summary = "Looks for a nearly periodic state: its period, slip per cycle and stick fraction.",
    .reference = "",
    .papers = "renard2001",
    .example = "period{ final = 20*ms, step = 50e-9 }",
    .params = period_params,
    .size = sizeof(Period)};
