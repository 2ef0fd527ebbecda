/* A figure as SVG. */
#include "report/plot/internal.h"
#include "report/plot/style.h"

#include <math.h>
#include <string.h>

static void write_axis_name(const PlotAxis *axis, const Ticks *ticks, Text *out) {
    const bool power = ticks->factor != 1 && strncmp(ticks->prefix, "10", 2) == 0;
    text_escape(out, axis->name);
    if (power || axis->unit[0]) {
        text_format(out, " [%s%s", ticks->prefix, power && axis->unit[0] ? " " : "");
        text_escape(out, axis->unit);
        text_add(out, "]");
    }
    text_add(out, "</text>\n");
}

/* The grid lines of an axis, and what stands at them. */
static void write_ticks(const Frame *f, bool vertical, Text *out) {
    const Scale *scale = vertical ? &f->y : &f->x;
    const double bottom = f->top + f->height;
    text_format(out, "<g class=\"t%c\">", vertical ? 'y' : 'x');
    for (size_t i = 0; i < scale->ticks.count; i++) {
        const Tick *tick = &scale->ticks.at[i];
        const double at = (vertical ? f->top : f->left) + scale_place(scale, tick->value);
        text_format(out, "<path class=\"%s\" d=\"M%.1f %.1f%c%.1f\"/>", tick->minor ? "minor" : "grid",
                    vertical ? f->left : at, vertical ? at : f->top, vertical ? 'H' : 'V',
                    vertical ? f->left + f->width : bottom);
        if (tick->minor) continue;
        text_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", vertical ? f->left - 6 : at,
                    vertical ? at + 4 : bottom + 16, vertical ? "end" : "middle");
        text_escape(out, tick->text);
        text_add(out, "</text>");
    }
    text_add(out, "</g>");
}

static void write_axes(const Plot *plot, const Frame *f, Text *out) {
    const double middle = f->top + f->height / 2;
    write_ticks(f, false, out);
    text_format(out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
                f->left + f->width / 2, f->top + f->height + 36);
    write_axis_name(&plot->x, &f->x.ticks, out);
    write_ticks(f, true, out);
    text_format(out,
                "<text class=\"name\" x=\"13\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 13 "
                "%.1f)\">",
                middle, middle);
    write_axis_name(&plot->y, &f->y.ticks, out);
}

static void write_scale(char letter, const PlotAxis *axis, const Scale *scale, Text *out) {
    text_format(out, " data-%c=\"%.9g %.9g %d %.9g\" data-%cname=\"", letter, scale->low, scale->high,
                scale->log, scale->ticks.factor, letter);
    text_escape(out, axis->name);
    text_format(out, "\" data-%cunit=\"%s%s", letter, scale->ticks.prefix,
                scale->ticks.prefix[0] == '1' && axis->unit[0] ? " " : "");
    text_escape(out, axis->unit);
    text_add(out, "\"");
}

static void write_bands(const Plot *plot, const Frame *f, Text *out) {
    static const char *const classes[] = {"stick", "open"};
    for (size_t i = 0; i < plot->band_count; i++) {
        const Band *band = &plot->bands[i];
        const double from = fmax(scale_place(&f->x, band->from), 0),
                     to = fmin(scale_place(&f->x, band->to), f->width);
        if (!(to > from)) continue;
        text_format(out, "<rect class=\"%s\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"%.1f\"",
                    classes[band->kind], from, to - from, f->height);
        if (band->opacity < 1) text_format(out, " opacity=\"%.2f\"", band->opacity);
        text_add(out, "/>");
    }
}

static void write_marks(const Plot *plot, const Frame *f, Text *out) {
    for (size_t i = 0; i < plot->mark_count; i++) {
        const double x = scale_place(&f->x, plot->marks[i].x);
        if (!(x >= 0 && x <= f->width)) continue;
        text_add(out, "<path class=\"mark ");
        text_escape(out, plot->marks[i].kind);
        text_format(out, "\" d=\"M%.2f 0v8\"/>", x);
    }
}

static const char *const curve_classes[] = {"line", "thick", "faint", "dashed", "dots", "line", "rings"};

static void write_curves(const Plot *plot, const Frame *f, Text *out) {
    for (size_t i = 0; i < plot->curve_count; i++) {
        const OwnCurve *curve = &plot->curves[i];
        for (int dots = 0; dots < 2; dots++) {
            const bool dotted = curve->style == PLOT_DOTS || curve->style == PLOT_RINGS;
            if (curve->style == PLOT_MARKED ? false : dotted != (dots == 1)) continue;
            text_format(out, "<path class=\"c%d %s\"", curve->colour,
                        dots && !dotted ? "rings" : curve_classes[curve->style]);
            if (curve->label && !(dots && !dotted)) {
                text_add(out, " data-label=\"");
                text_escape(out, curve->label);
                text_add(out, "\"");
            }
            Text tips = {0};
            text_add(out, " d=\"");
            if (dots)
                dots_write(out, curve->tips ? &tips : NULL, f, curve);
            else
                path_write(out, f, curve);
            if (curve->tips) text_format(out, "\" data-tips=\"%s", tips.at ? tips.at : "");
            out->failed = out->failed || tips.failed;
            text_release(&tips);
            text_add(out, "\"/>\n");
        }
    }
}

static void write_words(const Plot *plot, const Frame *f, Text *out) {
    for (size_t i = 0; i < plot->words_count; i++) {
        const Words *words = &plot->words[i];
        const double x = scale_place(&f->x, words->x), y = scale_place(&f->y, words->y);
        if (!isfinite(x) || !isfinite(y)) continue;
        text_format(out, "<text class=\"words\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y,
                    words->anchor);
        text_escape(out, words->text);
        text_add(out, "</text>");
    }
}

static void write_legend(const Plot *plot, const Frame *f, Text *out) {
    double x = f->left, y = 14;
    for (size_t i = 0; i < plot->curve_count; i++) {
        const OwnCurve *curve = &plot->curves[i];
        if (!curve->label) continue;
        const double needed = 34 + text_width(curve->label, PLOT_TICK_SIZE);
        if (x > f->left && x + needed > plot->width - 40) x = f->left, y += PLOT_LEGEND_HEIGHT;
        const bool dotted = curve->style == PLOT_DOTS || curve->style == PLOT_RINGS;
        text_format(out, "<path class=\"c%d %s\" d=\"M%.1f %.1fh%s\"/>", curve->colour,
                    dotted ? "rings" : curve_classes[curve->style], dotted ? x + 9 : x, y - 4,
                    dotted ? "0" : "18");
        text_format(out, "<text x=\"%.1f\" y=\"%.1f\">", x + 23, y);
        text_escape(out, curve->label);
        text_add(out, "</text>");
        x += needed;
    }
    for (int kind = 0; kind < 2; kind++) {
        bool used = false;
        for (size_t i = 0; i < plot->band_count; i++) used = used || (int)plot->bands[i].kind == kind;
        if (!used) continue;
        text_format(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"18\" height=\"10\"/>",
                    kind == PLOT_STICK ? "stick" : "open", x, y - 9);
        text_format(out, "<text x=\"%.1f\" y=\"%.1f\">%s</text>", x + 23, y,
                    kind == PLOT_STICK ? "stick" : "open");
        x += 60;
    }
}

bool plot_draw(const Plot *plot, bool alone, const char *description, Text *out) {
    if (!plot || plot->failed) return false;
    const Frame f = plot_layout(plot);
    text_format(out, "<svg class=\"figure\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\"",
                plot->width, plot->height);
    if (alone) text_format(out, " width=\"%g\" height=\"%g\"", plot->width, plot->height);
    text_format(out, " role=\"img\" font-size=\"%g\">\n<title>", PLOT_TICK_SIZE);
    text_escape(out, description);
    text_add(out, "</title>\n");
    if (alone)
        text_format(out, "<style>%s</style><rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n",
                    figure_css);
    if (plot->bare) text_add(out, "<g class=\"tx\"></g><g class=\"ty\"></g>\n");
    if (!plot->bare) write_axes(plot, &f, out);
    text_format(
        out,
        "<svg class=\"area\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" viewBox=\"0 0 %.1f %.1f\" "
        "preserveAspectRatio=\"none\" overflow=\"hidden\"",
        f.left, f.top, f.width, f.height, f.width, f.height);
    write_scale('x', &plot->x, &f.x, out);
    write_scale('y', &plot->y, &f.y, out);
    text_format(out, "%s%s>\n", plot->equal ? " data-equal=\"1\"" : "", plot->bare ? " data-bare=\"1\"" : "");
    write_bands(plot, &f, out);
    if (plot->map_z) map_write(plot, &f, out);
    if (plot->shapes.count) shapes_write(&plot->shapes, &f, out);
    write_curves(plot, &f, out);
    write_marks(plot, &f, out);
    write_words(plot, &f, out);
    text_format(out, "</svg>\n<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                f.left, f.top, f.width, f.height);
    ColourBar bar;
    if (plot_bar(plot, &bar)) colour_bar_write(&bar, &f, out);
    write_legend(plot, &f, out);
    text_add(out, "</svg>\n");
    return !out->failed;
}
