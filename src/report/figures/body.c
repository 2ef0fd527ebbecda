/* A body: some of its states, each as a picture with what the contact carries, and its modes. */
#include "report/figures/figure.h"

#include "report/mesh/picture.h"

#include <stdio.h>

enum { MOST_STATES = 4, MOST_MODES = 6 };

static JudderErr draw_motion(const BodySource *source, const ReaderSet *field, FigureSheet *sheet) {
    char caption[PICTURE_CAPTION];
    Plot *plot = NULL;
    TRY(picture_make(source, field, FIGURE_HALF, &plot, caption));
    return plot ? figure_add(sheet, &plot, true, caption) : JUDDER_OK;
}

static JudderErr draw_contact(const BodySource *source, const ReaderSet *field, FigureSheet *sheet) {
    char title[PICTURE_TITLE], caption[PICTURE_CAPTION];
    ContactNodes nodes;
    Plot *plot = NULL;
    TRY(contact_read(source, field, &nodes));
    picture_title(field, title);
    snprintf(caption, sizeof caption,
             source->mesh->dim == 2 ? "%s: what the contact carries along its side"
                                    : "%s: the contact seen along its normal; dots: its states",
             title);
    JudderErr err = contact_figure(source, &nodes, &plot);
    if (err == JUDDER_OK && plot) err = figure_add(sheet, &plot, true, caption);
    contact_release(&nodes);
    return err;
}

static size_t count_states(const BodySource *source) {
    size_t count = 0;
    bool state;
    for (size_t i = 0; i < source->study->fields.count; i++)
        count += picture_is_motion(source->mesh, &source->study->fields.at[i], &state) && state;
    return count;
}

/* Of many states the last, the first, and some between. */
static bool is_chosen(size_t position, size_t count) {
    if (count <= MOST_STATES) return true;
    for (size_t k = 0; k < MOST_STATES; k++)
        if (position == k * (count - 1) / (MOST_STATES - 1)) return true;
    return false;
}

static JudderErr draw_all(const BodySource *source, FigureSheet *sheet) {
    const ReaderSets *fields = &source->study->fields;
    const size_t count = count_states(source);
    size_t states = 0, modes = 0;
    for (size_t i = 0; i < fields->count; i++) {
        bool state;
        if (!picture_is_motion(source->mesh, &fields->at[i], &state)) continue;
        if (state ? !is_chosen(states++, count) : modes++ >= MOST_MODES) continue;
        TRY(draw_motion(source, &fields->at[i], sheet));
        if (state) TRY(draw_contact(source, &fields->at[i], sheet));
    }
    return JUDDER_OK;
}

static JudderErr body_draw(const FigureSource *source, FigureSheet *sheet) {
    BodySource body;
    TRY(body_source_open(source->reader, source->study, &body));
    const JudderErr err = body.mesh ? draw_all(&body, sheet) : JUDDER_OK;
    body_source_close(&body);
    return err;
}

const Figure body_figure = {.name = "body", .draw = body_draw};
