/* mu(r) over the speeds on which it changes, (FR-1) to (FR-5): the law as a curve in the result. */
#include "study/run/curves.h"

#include "friction/friction.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 241 };

/* mu without the straight part that goes on for ever. */
static double bent_part(const Friction *f, double r) {
    return friction_sliding(f, r, 0) - friction_final_slope(f) * r;
}

/* The speed beyond which little happens: the last bend, or where most of the change is done. */
static double interesting_speed(const Friction *f) {
    double bends[64];
    const size_t count = friction_bends(f, bends, 64);
    if (f->law->piecewise_linear && count > 0) return 3 * bends[count < 64 ? count - 1 : 63];
    const double rest = friction_onset(f, 0), total = bent_part(f, 1e12) - rest;
    if (!(fabs(total) > 1e-12)) return 1;
    double low = 1e-15, high = 1e12;
    for (int i = 0; i < 200; i++) {
        const double middle = sqrt(low * high);
        *(fabs(bent_part(f, middle) - rest) > 0.95 * fabs(total) ? &high : &low) = middle;
    }
    return 2.5 * high;
}

/* Of the slip speed, as the model records it; bodies and systems, whose series depend on the case, are in
 * SI. */
static const char *speed_unit(const Model *model) {
    for (const StepperColumn *column = model->series; column && column->name; column++)
        if (strncmp(column->name, "slip", 4) == 0 || strcmp(column->name, "v") == 0) return column->unit;
    return model->series ? "" : "m/s";
}

JudderErr curves_write_law(StudyRun *run) {
    const Param *param = word_param(run->model->word, "friction");
    if (!param || param->type != PARAM_WORD) return JUDDER_OK;
    const Block *block = (const Block *)((const char *)run->model->params + param->offset);
    const FrictionLaw *law = block->word ? friction_law_find(block->word->name) : NULL;
    const Friction f = {law, block->params};
    if (!law || law->state_start || friction_thermal(&f)) return JUDDER_OK;
    const double top = interesting_speed(&f);
    double table[2 * POINTS];
    for (size_t i = 0; i < POINTS; i++) {
        /* Closer near rest, where laws fall steeply. */
        const bool drops = i == 1 && friction_jumps(&f); /* the vertical part, at rest */
        const double part = (double)i / (POINTS - 1), r = drops ? 0 : top * part * part;
        table[2 * i] = r;
        table[2 * i + 1] = i == 0  ? friction_at_rest(&f, 0)
                           : drops ? friction_onset(&f, 0)
                                   : friction_sliding(&f, r, 0);
        if (!isfinite(table[2 * i + 1])) return JUDDER_OK;
    }
    const char *unit = speed_unit(run->kind);
    char columns[80];
    snprintf(columns, sizeof columns,
             unit[0] ? "slip speed [%s], friction coefficient" : "slip speed, friction coefficient", unit);
    const ResultsTable written = {"friction_law", columns, table, POINTS, 2};
    return results_table(run->results, &written);
}
