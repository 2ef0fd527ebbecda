#include "study/recorded.h"

#include <stdio.h>
#include <string.h>

/* Names as they are reported; they live only until the next one. */
typedef struct Search {
    RecordedLook *look;
    NearWord near;
    char best[64];
    char list[360];
    size_t used;
} Search;

static void see(void *context, const ResultsColumn *column) {
    Search *s = context;
    const size_t room = sizeof s->list - s->used;
    if (strcmp(column->name, s->near.given) == 0) {
        s->look->found = true;
        snprintf(s->look->unit, sizeof s->look->unit, "%s", column->unit);
    }
    if (strcmp(column->name, "t") == 0) return;
    near_offer(&s->near, column->name);
    if (s->near.best == column->name) {
        snprintf(s->best, sizeof s->best, "%s", column->name);
        s->near.best = s->best;
    }
    const int needed = snprintf(s->list + s->used, room, "%s%s", s->used ? ", " : "", column->name);
    if ((size_t)needed < room)
        s->used += (size_t)needed;
    else
        s->list[s->used] = '\0';
}

JudderErr recorded_look(const StudyRun *march, const char *name, RecordedLook *look) {
    const Model *model = march->kind;
    Search search = {.look = look, .near = near_start(name)};
    *look = (RecordedLook){.found = false};
    for (const StepperColumn *column = model->series; column && column->name; column++)
        if (column->use & STEPPER_SERIES) see(&search, &(ResultsColumn){column->name, column->unit});
    if (model->recorded) TRY(model->recorded(march, see, &search));
    char meant[100] = "";
    if (search.near.best) snprintf(meant, sizeof meant, " did you mean %s?", search.near.best);
    snprintf(look->refusal, sizeof look->refusal, "a march of %s records no series %.60s:%s %s %s",
             model->word.name, name, meant, meant[0] ? "There are" : "there are", search.list);
    return JUDDER_OK;
}
