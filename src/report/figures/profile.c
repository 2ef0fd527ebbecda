/* Profiles: tables whose first column is the place, at several times; and fields over a list of places x. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TIMES = 7 };

static bool is_profile(const ReaderSet *set) {
    return strncmp(set->numbers.kind, "profile", 7) == 0 && set->count > 1 && set->rows > 1 &&
           set->columns[0];
}

/* One column of tables at several times. */
typedef struct Stack {
    const Reader *reader;
    size_t column;
    int colour;
    Plot *plot;
    bool any; /* a table in which it varies */
} Stack;

static JudderErr add_column(Stack *stack, const ReaderSet *set) {
    double *table;
    TRY(whole_read(stack->reader, set, &table));
    if (!table) return JUDDER_OK;
    const size_t rows = set->rows;
    double *x = malloc(2 * rows * sizeof *x);
    if (!x) free(table);
    REQUIRE(x, error_memory());
    double *y = x + rows;
    for (size_t i = 0; i < rows; i++) {
        x[i] = table[set->count * i], y[i] = table[set->count * i + stack->column];
        stack->any = stack->any || y[i] != table[stack->column];
    }
    free(table);
    char label[80];
    snprintf(label, sizeof label, "t = %.9g", set->numbers.at);
    if (!set->numbers.key[0]) snprintf(label, sizeof label, "%.79s", set->name);
    plot_curve(stack->plot,
               &(PlotCurve){.x = x, .y = y, .count = rows, .colour = stack->colour++, .label = label});
    free(x);
    return JUDDER_OK;
}

static JudderErr draw_column(const FigureSource *source, const ReaderSet *first, size_t column,
                             FigureSheet *sheet) {
    const ReaderSets *fields = &source->study->fields;
    char name[64], unit[64], caption[200];
    Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
    Stack stack = {.reader = source->reader, .column = column, .colour = 1, .plot = plot};
    figure_title(first->columns, 0, name, unit);
    plot_axis_name(plot_x(plot), name, unit);
    figure_title(first->columns, column, name, unit);
    plot_axis_name(plot_y(plot), name, unit);
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; err == JUDDER_OK && i < fields->count && stack.colour <= MOST_TIMES; i++)
        if (is_profile(&fields->at[i]) && strcmp(fields->at[i].columns, first->columns) == 0)
            err = add_column(&stack, &fields->at[i]);
    snprintf(caption, sizeof caption, "%s inside", plot_y(plot)->name);
    if (err == JUDDER_OK && stack.any) return figure_add(sheet, &plot, true, caption);
    plot_destroy(&plot);
    return err;
}

/* A field of as many numbers as there are places x. */
static JudderErr draw_field(const FigureSource *source, const ReaderSet *places, const ReaderSet *set,
                            FigureSheet *sheet) {
    FigurePair pair = {.x_name = places->name,
                       .x_unit = places->unit,
                       .y_name = set->name,
                       .y_unit = set->unit,
                       .count = set->rows,
                       .caption = " over x, last state",
                       .named = true};
    JudderErr err = whole_read(source->reader, places, &pair.x);
    if (err == JUDDER_OK) err = whole_read(source->reader, set, &pair.y);
    if (err == JUDDER_OK) return figure_pair(sheet, &pair);
    free(pair.x);
    return err;
}

static JudderErr profile_draw(const FigureSource *source, FigureSheet *sheet) {
    const ReaderSets *fields = &source->study->fields;
    const ReaderSet *places = reader_find(fields, "x");
    for (size_t i = 0; i < fields->count; i++) {
        const ReaderSet *set = &fields->at[i];
        if (places && set != places && set->count == 1 && set->rows == places->rows && set->rows > 1)
            TRY(draw_field(source, places, set, sheet));
    }
    for (size_t i = 0; i < fields->count; i++) {
        if (!is_profile(&fields->at[i])) continue;
        for (size_t c = 1; c < fields->at[i].count && c < 16; c++)
            TRY(draw_column(source, &fields->at[i], c, sheet));
        break;
    }
    return JUDDER_OK;
}

const Figure profile_figure = {.name = "profile", .draw = profile_draw};
