/* Polygons with colours by value: the cells of a mesh. They are drawn in their order, so later ones hide
 * earlier ones; where the order does not matter, those of one colour share a path. */
#include "report/plot/internal.h"

#include <math.h>
#include <stdlib.h>

static int level_at(const OwnShapes *shapes, size_t i) {
    return shapes->value ? colour_level(shapes->value[i], shapes->low, shapes->high) : -1;
}

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

static void begin_path(const OwnShapes *shapes, int level, Text *out) {
    char colour[8];
    if (level < 0) {
        text_format(out, "<path class=\"plain%s\" d=\"", shapes->edges ? " cell" : "");
        return;
    }
    colour_of(level, colour);
    text_format(out, "<path fill=\"%s\" ", colour);
    if (shapes->edges)
        text_add(out, "class=\"cell\" d=\"");
    else
        text_format(out, "stroke=\"%s\" class=\"seam\" d=\"", colour);
}

/* Polygons of one level, or in order the run of that level which begins at `from`; returns where it ends. */
static size_t write_run(const OwnShapes *shapes, size_t from, int level, const Frame *frame, Text *out) {
    const size_t before = out->length;
    begin_path(shapes, level, out);
    const size_t empty = out->length;
    size_t i = from, corner = shapes->start[from];
    for (; i < shapes->count; i++) {
        const bool same = level_at(shapes, i) == level;
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
        for (size_t i = 0; i < shapes->count;) i = write_run(shapes, i, level_at(shapes, i), frame, out);
    else
        for (int level = -1; shapes->count > 0 && level < COLOURS; level++)
            write_run(shapes, 0, level, frame, out);
    text_add(out, "</g>\n");
}
