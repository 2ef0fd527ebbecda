#include "report/mesh/picture.h"

#include "report/series/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest displacement in a picture, as a part of the body: of a state at most this, unless it
 * is larger in truth. */
static const double STATE_PART = 0.08, MODE_PART = 0.14;

/* What moves farther than so many sizes of the body is not drawn. */
static const double FARTHEST = 1e4;

typedef struct Picture {
    const BodySource *source;
    const ReaderSet *field;
    bool state;
    double *u, *x;  /* the motion; the places that are shown */
    double *value;  /* at the nodes, for the colours */
    double largest; /* of the motion */
    double factor;
    const char *name, *unit;
    double low, high, most; /* of the colours; the largest value */
    ContactNodes contact;
    View view;
} Picture;

bool picture_is_motion(const BodyMesh *mesh, const ReaderSet *set, bool *state) {
    *state = strcmp(set->numbers.kind, "displacement") == 0;
    const bool named = *state || strncmp(set->numbers.kind, "mode", 4) == 0;
    return named && set->rows == mesh->nodes && set->count == (size_t)mesh->dim;
}

void picture_title(const ReaderSet *field, char title[PICTURE_TITLE]) {
    if (field->numbers.key[0]) {
        snprintf(title, PICTURE_TITLE, "%s = %.9g", field->numbers.key, field->numbers.at);
        return;
    }
    snprintf(title, PICTURE_TITLE, "%.70s", field->name);
    for (char *c = title; *c; c++)
        if (*c == '_') *c = ' ';
}

/* --- what is shown --- */

/* 1, 2 or 5 times a power of ten, not above. */
static double round_down(double factor) {
    const double power = pow(10, floor(log10(factor))), part = factor / power;
    return power * (part >= 5 ? 5 : part >= 2 ? 2 : 1);
}

static double size_of(const double *u, int dim) {
    return dim == 2 ? hypot(u[0], u[1]) : sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
}

static void choose_factor(Picture *picture) {
    const BodyMesh *mesh = picture->source->mesh;
    const size_t dim = (size_t)mesh->dim;
    for (size_t n = 0; n < mesh->nodes; n++) {
        const double size = size_of(picture->u + n * dim, mesh->dim);
        if (isfinite(size)) picture->largest = fmax(picture->largest, size);
    }
    const double wanted = (picture->state ? STATE_PART : MODE_PART) * mesh->size / picture->largest;
    picture->factor = !isfinite(wanted) ? 1 : !picture->state ? wanted : wanted < 1 ? 1 : round_down(wanted);
}

/* von Mises, from xx yy zz xy yz zx. */
static double equivalent(const double *s) {
    const double a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
    return sqrt((a * a + b * b + c * c) / 2 + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

static int smaller(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Corners carry stresses without bound: the colours end where 99 of 100 nodes are, if the rest
 * goes far beyond. */
static JudderErr choose_range(Picture *picture) {
    const size_t nodes = picture->source->mesh->nodes;
    double *sorted = malloc((nodes + 1) * sizeof *sorted);
    size_t count = 0;
    REQUIRE(sorted, error_memory());
    for (size_t n = 0; n < nodes; n++)
        if (isfinite(picture->value[n])) sorted[count++] = picture->value[n];
    qsort(sorted, count, sizeof *sorted, smaller);
    picture->most = count ? sorted[count - 1] : 0;
    picture->high = count ? sorted[(size_t)(0.99 * (double)(count - 1))] : 0;
    if (picture->most < 1.3 * picture->high || !(picture->high > 0)) picture->high = picture->most;
    if (!(picture->high > 0)) picture->high = 1;
    free(sorted);
    return JUDDER_OK;
}

static JudderErr choose_value(Picture *picture) {
    const BodyMesh *mesh = picture->source->mesh;
    const ReaderSet *beside = reader_find_beside(&picture->source->study->fields, "stress",
                                                 &picture->field->numbers);
    double *stress = NULL;
    if (picture->state) TRY(body_field(picture->source, beside, 6, &stress));
    picture->value = malloc((mesh->nodes + 1) * sizeof *picture->value);
    for (size_t n = 0; picture->value && n < mesh->nodes; n++)
        picture->value[n] = stress
                                ? equivalent(stress + 6 * n)
                                : size_of(picture->u + n * (size_t)mesh->dim, mesh->dim) *
                                      (picture->state || !(picture->largest > 0) ? 1 : 1 / picture->largest);
    picture->name = stress ? "von Mises" : picture->state ? "displacement" : "motion";
    picture->unit = stress ? "Pa" : picture->state ? "m" : "";
    free(stress);
    REQUIRE(picture->value, error_memory());
    return choose_range(picture);
}

static JudderErr move_nodes(Picture *picture) {
    const BodyMesh *mesh = picture->source->mesh;
    const size_t count = mesh->nodes * (size_t)mesh->dim;
    picture->x = malloc((count + 1) * sizeof *picture->x);
    REQUIRE(picture->x, error_memory());
    for (size_t i = 0; i < count; i++) {
        picture->x[i] = mesh->x[i] + picture->factor * picture->u[i];
        if (!(fabs(picture->x[i] - mesh->x[i]) < FARTHEST * mesh->size)) picture->x[i] = (double)NAN;
    }
    return JUDDER_OK;
}

/* --- drawing --- */

/* The outline where the body was, or is; 2-D. */
static JudderErr draw_outline(const Picture *picture, const double *x, PlotStyle style, Plot *plot) {
    const BodyMesh *mesh = picture->source->mesh;
    const size_t room = mesh->edge_count * 4 + 1;
    double *xs = malloc(room * sizeof *xs), *ys = malloc(room * sizeof *ys);
    size_t count = 0;
    for (size_t e = 0; xs && ys && e < mesh->edge_count; e++) {
        for (int k = 0; k < mesh->edges[e].count; k++, count++) {
            const double *at = x + 2 * (size_t)mesh->edges[e].node[k];
            xs[count] = at[0], ys[count] = at[1];
        }
        xs[count] = ys[count] = (double)NAN, count++;
    }
    if (xs && ys) plot_curve(plot, &(PlotCurve){.x = xs, .y = ys, .count = count, .style = style});
    free(xs);
    free(ys);
    return xs && ys ? JUDDER_OK : error_memory();
}

static JudderErr draw_body(const Picture *picture, Plot *plot) {
    const BodyMesh *mesh = picture->source->mesh;
    SceneShapes shapes;
    const Scene scene = {.view = &picture->view,
                         .faces = mesh->faces,
                         .count = mesh->face_count,
                         .x = picture->x,
                         .value = picture->value,
                         .low = picture->low,
                         .high = picture->high};
    TRY(scene_make(&scene, &shapes));
    plot_shapes(plot, &(PlotShapes){.x = shapes.x,
                                    .y = shapes.y,
                                    .start = shapes.start,
                                    .count = shapes.count,
                                    .value = shapes.value,
                                    .low = picture->low,
                                    .high = picture->high,
                                    .name = picture->name,
                                    .unit = picture->unit,
                                    .edges = !shapes.squares,
                                    .ordered = mesh->dim == 3});
    scene_release(&shapes);
    if (mesh->dim == 3) return JUDDER_OK;
    return draw_outline(picture, mesh->x, PLOT_FAINT, plot);
}

static JudderErr draw_contact(const Picture *picture, Plot *plot) {
    const ContactNodes *nodes = &picture->contact;
    if (nodes->count == 0 || picture->source->mesh->dim == 3) return JUDDER_OK;
    double *places = malloc(2 * nodes->count * sizeof *places);
    REQUIRE(places, error_memory());
    for (size_t i = 0; i < nodes->count; i++)
        view_place(&picture->view, picture->x + 2 * (size_t)nodes->at[i].node, places + 2 * i);
    const JudderErr err = contact_mark(nodes, places, plot);
    free(places);
    return err;
}

/* Which way the axes of space run, at the lower left. */
static void draw_axes(const Picture *picture, const double low[2], Plot *plot) {
    static const char *const names[] = {"x", "y", "z"};
    const double length = 0.12 * picture->source->mesh->size;
    for (int k = 0; k < 3; k++) {
        const double x[] = {low[0], low[0] + length * picture->view.right[k]},
                     y[] = {low[1], low[1] + length * picture->view.up[k]};
        plot_curve(plot, &(PlotCurve){.x = x, .y = y, .count = 2, .colour = 0});
        plot_words(plot, low[0] + 1.3 * (x[1] - low[0]), low[1] + 1.3 * (y[1] - low[1]), "middle", names[k]);
    }
}

static void find_extent(const Picture *picture, double low[2], double high[2]) {
    const BodyMesh *mesh = picture->source->mesh;
    low[0] = low[1] = INFINITY, high[0] = high[1] = -INFINITY;
    for (size_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < mesh->faces[f].count; k++) {
            double place[2];
            view_place(&picture->view, picture->x + (size_t)mesh->faces[f].node[k] * (size_t)mesh->dim,
                       place);
            for (int i = 0; i < 2; i++) low[i] = fmin(low[i], place[i]), high[i] = fmax(high[i], place[i]);
        }
}

static JudderErr picture_draw_plot(Picture *picture, double width, Plot **plot) {
    const BodyMesh *mesh = picture->source->mesh;
    double low[2], high[2];
    bool below;
    const int up = contact_axis(picture->source, &picture->contact, &below);
    picture->view = mesh->dim == 2 ? view_flat() : view_aside(up, below);
    find_extent(picture, low, high);
    const double room = width - 150, aspect = (high[1] - low[1]) / (high[0] - low[0]);
    const double height = fmin(fmax(1.08 * room * aspect, 110), mesh->dim == 2 ? 400 : 320);
    *plot = plot_create(width, (isfinite(height) ? height : 300) + 92);
    plot_equal(*plot, mesh->dim == 3);
    plot_axis_name(plot_x(*plot), "x", "m");
    plot_axis_name(plot_y(*plot), "y", "m");
    TRY(draw_body(picture, *plot));
    if (mesh->dim == 3) draw_axes(picture, low, *plot);
    return draw_contact(picture, *plot);
}

/* --- words --- */

/* The root of "mode_flutter_02_re": the second of the list. */
static void say_flutter(const Picture *picture, char text[120]) {
    const SchemaNumbers *numbers = &picture->field->numbers;
    const Value *roots = value_get(picture->source->study->values, "flutter");
    const bool imaginary = strcmp(numbers->kind, "mode_flutter_im") == 0;
    if (numbers->number < 1 || (!imaginary && strcmp(numbers->kind, "mode_flutter_re") != 0)) return;
    const Value *root = value_at(roots, (size_t)numbers->number - 1), *re = value_get(root, "re"),
                *im = value_get(root, "im");
    if (value_kind(re) != VALUE_NUMBER || value_kind(im) != VALUE_NUMBER) return;
    snprintf(text, 120, ", \xCE\xBB = %.5g + %.5g i%s", value_as_number(re), value_as_number(im),
             imaginary ? ", a quarter of a period away" : "");
}

/* At which friction, or how fast, a mode grows: "mode_03" is the third of the list. */
static void say_mode(const Picture *picture, char text[120]) {
    const Value *modes = value_get(picture->source->study->values, "modes");
    const int number = picture->field->numbers.number;
    text[0] = '\0';
    say_flutter(picture, text);
    if (strcmp(picture->field->numbers.kind, "mode") != 0 || number < 1) return;
    const Value *mode = value_at(modes, (size_t)number - 1), *mu = value_get(mode, "mu"),
                *lambda = value_get(mode, "lambda");
    if (value_kind(mu) == VALUE_NUMBER && isfinite(value_as_number(mu)))
        snprintf(text, 120, ", \xCE\xBC = %.6g", value_as_number(mu));
    if (value_kind(lambda) == VALUE_NUMBER && isfinite(value_as_number(lambda)))
        snprintf(text, 120, ", growth rate %.6g", value_as_number(lambda));
}

static void say(const Picture *picture, char caption[PICTURE_CAPTION]) {
    char title[PICTURE_TITLE], mode[120], counts[120], most[40];
    picture_title(picture->field, title);
    say_mode(picture, mode);
    size_t used = (size_t)snprintf(caption, PICTURE_CAPTION, "%s%s: ", title, mode);
    if (picture->state && picture->factor == 1)
        used += (size_t)snprintf(caption + used, PICTURE_CAPTION - used, "deformed shape, true to scale");
    else if (picture->state)
        used += (size_t)snprintf(caption + used, PICTURE_CAPTION - used,
                                 "deformed shape, displacement shown %g times", picture->factor);
    else
        used += (size_t)snprintf(caption + used, PICTURE_CAPTION - used, "how the body moves away");
    if (picture->source->mesh->dim == 2)
        used += (size_t)snprintf(caption + used, PICTURE_CAPTION - used, "; thin line: %s",
                                 picture->state ? "unloaded" : "at rest");
    contact_count(&picture->contact, counts);
    if (counts[0]) used += (size_t)snprintf(caption + used, PICTURE_CAPTION - used, "; contact: %s", counts);
    number_show(picture->most, most);
    if (picture->high < picture->most)
        snprintf(caption + used, PICTURE_CAPTION - used, "; colours end below the largest, %s %s", most,
                 picture->unit);
}

JudderErr picture_make(const BodySource *source, const ReaderSet *field, double width, Plot **plot,
                       char caption[PICTURE_CAPTION]) {
    Picture picture = {.source = source, .field = field};
    *plot = NULL;
    caption[0] = '\0';
    if (!picture_is_motion(source->mesh, field, &picture.state)) return JUDDER_OK;
    JudderErr err = body_field(source, field, field->count, &picture.u);
    if (err == JUDDER_OK && picture.u) {
        choose_factor(&picture);
        err = contact_read(source, field, &picture.contact);
        if (err == JUDDER_OK) err = choose_value(&picture);
        if (err == JUDDER_OK) err = move_nodes(&picture);
        if (err == JUDDER_OK) err = picture_draw_plot(&picture, width, plot);
        if (err == JUDDER_OK) say(&picture, caption);
    }
    if (err != JUDDER_OK) plot_destroy(plot);
    contact_release(&picture.contact);
    free(picture.u);
    free(picture.x);
    free(picture.value);
    return err;
}
