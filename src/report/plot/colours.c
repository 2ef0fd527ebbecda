/* Colours for values: a scale of even steps, and the bar that says which colour is what. */
#include "report/plot/internal.h"

#include <math.h>
#include <stdio.h>

/* Ten colours of even steps in lightness, blue to yellow (viridis), straight between them. */
static void colour_at(double part, char text[8]) {
    static const unsigned anchors[] = {0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e,
                                       0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725};
    const double at = 9 * fmin(fmax(part, 0), 1);
    const int i = at >= 9 ? 8 : (int)at;
    unsigned mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const double a = anchors[i] >> shift & 255, b = anchors[i + 1] >> shift & 255;
        mixed |= (unsigned)lround(a + (at - i) * (b - a)) << shift;
    }
    snprintf(text, 8, "#%06x", mixed);
}

void colour_of(int level, char text[8]) {
    colour_at((level + 0.5) / COLOURS, text);
}

int colour_level(double value, double low, double high) {
    if (!isfinite(value)) return -1;
    const double part = (value - low) / (high - low);
    return part >= 1 ? COLOURS - 1 : part > 0 ? (int)(COLOURS * part) : 0;
}

void colour_bar_write(const ColourBar *bar, const Frame *f, Text *out) {
    const double x = f->left + f->width + 14, width = 13;
    Ticks ticks;
    ticks_make(&(TickWish){bar->low, bar->high, false, (size_t)fmax(2, f->height / 40), bar->unit}, &ticks);
    for (int level = 0; level < COLOURS; level++) {
        char colour[8];
        colour_of(level, colour);
        text_format(out,
                    "<path shape-rendering=\"crispEdges\" fill=\"%s\" d=\"M%.1f %.2fh%.1fV%.2fh-%.1fz\"/>",
                    colour, x, f->top + f->height * (1 - level / (double)COLOURS), width,
                    f->top + f->height * (1 - (level + 1) / (double)COLOURS), width);
    }
    for (size_t i = 0; i < ticks.count; i++) {
        const double y = f->top + f->height * (1 - (ticks.at[i].value - bar->low) / (bar->high - bar->low));
        /* The topmost one stays clear of the name. */
        text_format(out, "<path class=\"tick\" d=\"M%.1f %.1fh4\"/><text x=\"%.1f\" y=\"%.1f\">%s</text>",
                    x + width, y, x + width + 7, fmax(y + 4, f->top + 8), ticks.at[i].text);
    }
    text_format(out, "<text class=\"name\" text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">", x + width + 47,
                f->top - 10);
    text_escape(out, bar->name);
    const bool power = ticks.factor != 1 && ticks.prefix[0] == '1';
    if (bar->unit[0] || ticks.factor != 1) {
        text_format(out, " [%s%s", ticks.prefix, power && bar->unit[0] ? " " : "");
        text_escape(out, bar->unit);
        text_add(out, "]");
    }
    text_add(out, "</text>\n");
}
