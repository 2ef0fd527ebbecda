/* Polygons with colours by value: the cells of a mesh. They are drawn in their order, so later ones hide
 * earlier ones; where the order does not matter, those of one colour share a path. */
#include "report/plot/internal.h"

#include <math.h>

/* Closed, relative, in hundredths: as curves are. Nothing where a corner has no place. */
static void write_polygon(const double *x, const double *y, size_t corners, const Frame *frame, Text *out) {
    for (size_t k = 0; k < corners; k++)
        if (!isfinite(scale_place(&frame->x, x[k])) || !isfinite(scale_place(&frame->y, y[k]))) return;
    long last[2] = {0, 0};
    for (size_t k = 0; k < corners; k++) {
        const long at[2] = {lround(100 * scale_place(&frame->x, x[k])),
                            lround(100 * scale_place(&frame->y, y[k]))};
        text_add(out, k == 0 ? "M" : k == 1 ? "l" : at[0] < last[0] ? "" : " ");
        path_number(out, at[0] - last[0], true);
        path_number(out, at[1] - last[1], false);
        last[0] = at[0], last[1] = at[1];
    }
    text_add(out, "z");
}

/* How a polygon looks: its colour, and whether its edges are drawn. Edges of small ones would
 * hide the colours. */
typedef struct Look {
    int level;
    bool edged;
} Look;

static const double SMALL = 2.5; /* units of the picture */

static Look look_of(const OwnShapes *shapes, size_t i, const Frame *frame) {
    const Look look = {shapes->value ? colour_level(shapes->value[i], shapes->low, shapes->high) : -1, false};
    if (!shapes->edges) return look;
    const size_t from = shapes->start[i], to = shapes->start[i + 1];
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t k = from; k < to; k++) {
        const double x = scale_place(&frame->x, shapes->x[k]), y = scale_place(&frame->y, shapes->y[k]);
        low[0] = fmin(low[0], x), high[0] = fmax(high[0], x);
        low[1] = fmin(low[1], y), high[1] = fmax(high[1], y);
    }
    return (Look){look.level, fmin(high[0] - low[0], high[1] - low[1]) > SMALL};
}

static bool same_look(Look a, Look b) {
    return a.level == b.level && a.edged == b.edged;
}

static void begin_path(Look look, Text *out) {
    char colour[8];
    if (look.level < 0) {
        text_format(out, "<path class=\"plain%s\" d=\"", look.edged ? " cell" : "");
        return;
    }
    colour_of(look.level, colour);
    text_format(out, "<path fill=\"%s\" ", colour);
    if (look.edged)
        text_add(out, "class=\"cell\" d=\"");
    else
        text_format(out, "stroke=\"%s\" class=\"seam\" d=\"", colour);
}

/* Polygons of one look, or in order the run of that look which begins at `from`; returns where it ends. */
static size_t write_run(const OwnShapes *shapes, size_t from, Look look, const Frame *frame, Text *out) {
    const size_t before = out->length;
    begin_path(look, out);
    const size_t empty = out->length;
    size_t i = from, corner = shapes->start[from];
    for (; i < shapes->count; i++) {
        const bool same = same_look(look_of(shapes, i, frame), look);
        if (!same && shapes->ordered) break;
        if (same)
            write_polygon(shapes->x + corner, shapes->y + corner, shapes->start[i + 1] - corner, frame, out);
        corner = shapes->start[i + 1];
    }
    if (out->length == empty)
        out->length = before;
    else
        text_add(out, "\"/>\n");
    return i;
}

void shapes_write(const OwnShapes *shapes, const Frame *frame, Text *out) {
    text_add(out, "<g class=\"shapes\">");
    if (shapes->ordered)
        for (size_t i = 0; i < shapes->count;)
            i = write_run(shapes, i, look_of(shapes, i, frame), frame, out);
    else
        for (int level = -1; shapes->count > 0 && level < COLOURS; level++)
            for (int edged = 0; edged <= shapes->edges; edged++)
                write_run(shapes, 0, (Look){level, edged}, frame, out);
    text_add(out, "</g>\n");
}
