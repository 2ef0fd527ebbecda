/* Points as paths: short numbers, gaps where a point has no place, no point that a neighbour hides. */
#include "report/plot/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A hundredth of the unit of the picture: enough to zoom in ten times. */
static const double grain = 100;

void path_number(Text *out, long hundredths, bool first) {
    char digits[32];
    const long size = hundredths < 0 ? -hundredths : hundredths;
    const char *sign = hundredths < 0 ? "-" : first ? "" : " ";
    if (size % 100 == 0)
        snprintf(digits, sizeof digits, "%s%ld", sign, size / 100);
    else if (size / 100 == 0)
        snprintf(digits, sizeof digits, size % 10 ? "%s.%02ld" : "%s.%ld", sign,
                 size % 10 ? size : size / 10);
    else
        snprintf(digits, sizeof digits, size % 10 ? "%s%ld.%02ld" : "%s%ld.%ld", sign, size / 100,
                 size % 10 ? size % 100 : size % 100 / 10);
    text_add(out, digits);
}

static bool place(const Frame *frame, const OwnCurve *curve, size_t i, long at[2]) {
    const double x = scale_place(&frame->x, curve->x[i]), y = scale_place(&frame->y, curve->y[i]);
    if (!isfinite(x) || !isfinite(y)) return false;
    at[0] = lround(x * grain), at[1] = lround(y * grain);
    return true;
}

void path_write(Text *out, const Frame *frame, const OwnCurve *curve) {
    long last[2] = {0, 0}, now[2];
    bool drawing = false, moved = false;
    for (size_t i = 0; i < curve->count; i++) {
        if (!place(frame, curve, i, now)) {
            /* A point between two gaps would be invisible: make it a dot. */
            if (drawing && moved) text_add(out, "h0");
            drawing = false;
            continue;
        }
        if (drawing && now[0] == last[0] && now[1] == last[1]) continue;
        if (drawing) {
            if (moved) text_add(out, "l");
            path_number(out, now[0] - last[0], moved);
            path_number(out, now[1] - last[1], false);
        } else {
            text_add(out, "M");
            path_number(out, now[0], true);
            path_number(out, now[1], false);
        }
        moved = !drawing;
        drawing = true;
        last[0] = now[0], last[1] = now[1];
    }
    if (drawing && moved) text_add(out, "h0");
}

/* Whether no dot was in this half unit of the picture before; marks it. */
static bool is_new(unsigned char *seen, const Frame *frame, const long at[2]) {
    const long rows = (long)(2 * frame->height) + 2, column = at[0] / 50, row = at[1] / 50;
    if (at[0] < 0 || at[1] < 0 || row >= rows || column > (long)(2 * frame->width)) return false;
    const size_t place = (size_t)(column * rows + row);
    const bool fresh = !(seen[place / 8] >> place % 8 & 1);
    seen[place / 8] |= (unsigned char)(1 << place % 8);
    return fresh;
}

void dots_write(Text *out, Text *tips, const Frame *frame, const OwnCurve *curve) {
    long now[2], last[2] = {0, 0};
    const size_t places = (size_t)((2 * frame->width + 2) * (2 * frame->height + 2));
    unsigned char *seen = calloc(places / 8 + 1, 1);
    bool begun = false;
    out->failed = out->failed || !seen;
    for (size_t i = 0; seen && i < curve->count; i++) {
        if (!place(frame, curve, i, now) || !is_new(seen, frame, now)) continue;
        for (int k = 0; k < 2; k++) now[k] = (now[k] + 5) / 10 * 10;
        text_add(out, begun ? "m" : "M");
        if (tips && begun) text_add(tips, "\n");
        if (tips && curve->tips) text_escape(tips, curve->tips[i]);
        path_number(out, now[0] - last[0], true);
        path_number(out, now[1] - last[1], false);
        text_add(out, "h0");
        begun = true;
        last[0] = now[0], last[1] = now[1];
    }
    free(seen);
}
