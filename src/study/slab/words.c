/* Words of the studies that only the slab has. */
#include "study/words.h"

#include "base/field.h"

#include <math.h>

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

static JudderErr check_refine(const void *params) {
    const Refine *p = params;
    REQUIRE(p->step <= p->final,
            error_input("step", "step = %g is longer than final = %g", p->step, p->final));
    REQUIRE(p->reference < p->step,
            error_input("reference", "reference = %g must be smaller than step = %g", p->reference, p->step));
    const double finest = p->step * pow(p->factor, (double)p->count - 1);
    REQUIRE(p->reference < finest,
            error_input("reference", "reference = %g must be smaller than the smallest step, %g",
                        p->reference, finest));
    return JUDDER_OK;
}

static const Param refine_params[] = {
    FIELD(Refine, final, NUMBER, "time at which each run ends", REQUIRED, POSITIVE, .unit = "s"),
    FIELD(Refine, step, NUMBER, "first and largest step", REQUIRED, POSITIVE, .unit = "s"),
    FIELD(Refine, factor, NUMBER, "from one step to the next", BETWEEN(0, 1), .preset = 0.5),
    FIELD(Refine, count, COUNT, "how many steps", WITHIN(2, 30), .preset = 4),
    FIELD(Refine, reference, NUMBER, "step of the run that the others are compared with", NOT_NEGATIVE,
          .unit = "s", .preset_text = "a quarter of the smallest"),
    FIELD(Refine, method, CHOICE, "method that is refined", .choices = "delay|upwind"),
    FIELD(Refine, scheme, CHOICE, "scheme of method delay", .choices = "sdirk2|euler"),
    FIELD(Refine, name, TEXT, "how the study is called in the result", .preset_text = "refine"),
    {0},
};

const Word refine_word = {
    .name = "refine",
    .kind = "study",
    .summary = "Refines the step of a method and measures its error, its order and its cost.",
    .reference = "",
    .papers = "renard2001",
    .example = "refine{ final = 100*us, step = 1e-7, factor = 0.1, count = 3, scheme = \"euler\" }",
    .params = refine_params,
    .size = sizeof(Refine),
    .check = check_refine};
