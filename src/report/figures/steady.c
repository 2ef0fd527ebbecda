/* Steady states over a speed, and the eigenvalues about a state in the complex plane. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_MAPS = 10 };

/* Two columns of a list of objects against each other. */
static JudderErr draw_columns(const Value *list, const char *x, const char *y, FigurePair pair,
                              FigureSheet *sheet) {
    JudderErr err = figure_column(list, x, &pair.x, &pair.count);
    if (err == JUDDER_OK) err = figure_column(list, y, &pair.y, &pair.count);
    if (err == JUDDER_OK) return figure_pair(sheet, &pair);
    free(pair.x);
    return err;
}

/* Whether a column has numbers that differ. */
static bool varies(const Value *list, const char *key) {
    double first = NAN;
    for (size_t i = 0; i < value_length(list); i++) {
        const double number = value_as_number(value_get(value_at(list, i), key));
        if (!isfinite(number)) continue;
        if (isnan(first)) first = number;
        if (number != first) return true;
    }
    return false;
}

static JudderErr steady_draw(const FigureSource *source, FigureSheet *sheet) {
    const Value *map = value_get(source->study->values, "map"),
                *roots = value_get(source->study->values, "eigenvalues"), *first = value_at(map, 0);
    if (!roots) roots = value_get(source->study->values, "flutter");
    size_t drawn = 0;
    if (value_kind(map) == VALUE_LIST && value_get(first, "velocity"))
        for (size_t i = 0; i < value_length(first) && drawn < MOST_MAPS; i++) {
            const ValueKind kind = value_kind(value_at(first, i));
            if (kind != VALUE_NUMBER && kind != VALUE_NULL) continue;
            if (value_get(first, "velocity") == value_at(first, i)) continue;
            const char *key = value_key(first, i);
            if (!varies(map, key)) continue;
            TRY(draw_columns(map, "velocity", key,
                             (FigurePair){.x_name = "velocity of the foundation",
                                          .x_unit = "",
                                          .y_name = key,
                                          .y_unit = "",
                                          .style = PLOT_MARKED,
                                          .caption = " of steady sliding",
                                          .named = true},
                             sheet));
            drawn++;
        }
    if (value_kind(roots) != VALUE_LIST || !value_get(value_at(roots, 0), "re")) return JUDDER_OK;
    return draw_columns(roots, "re", "im",
                        (FigurePair){.x_name = "growth rate, Re \xCE\xBB",
                                     .x_unit = "",
                                     .y_name = "angular frequency, Im \xCE\xBB",
                                     .y_unit = "",
                                     .style = PLOT_RINGS,
                                     .caption = "eigenvalues: right of 0 disturbances grow"},
                        sheet);
}

const Figure steady_figure = {.name = "steady", .draw = steady_draw};
