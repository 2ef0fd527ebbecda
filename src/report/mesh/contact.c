#include "report/mesh/contact.h"

#include "report/series/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int colours[SCHEMA_STATES] = {0, 1, 2, 5, 2};

/* With a minus as long as the plus. */
static const char *label_of(SchemaState state) {
    return state == SCHEMA_SLIP_MINUS ? "slip\xE2\x88\x92" : schema_state_names[state];
}

/* Columns: node, place, coordinates, state, gap, tractions, displacement. False: not of a contact node. */
static bool take_row(const BodyMesh *mesh, const double *row, ContactNode *node) {
    const int dim = mesh->dim;
    const double state = row[2 + dim];
    if (!(row[0] >= 0 && row[0] < (double)mesh->nodes && row[0] == floor(row[0]))) return false;
    if (!(row[1] >= 1 && row[1] <= 1e9) || !(state >= 0 && state < SCHEMA_STATES && state == floor(state)))
        return false;
    *node = (ContactNode){.node = (int)row[0],
                          .place = (int)row[1],
                          .state = (SchemaState)state,
                          .x = row + 2,
                          .gap = row[3 + dim],
                          .pressure = row[4 + dim],
                          .shear = dim == 2 ? row[5 + dim] : hypot(row[5 + dim], row[6 + dim])};
    return true;
}

static int before(const void *a, const void *b) {
    return ((const ContactNode *)a)->place - ((const ContactNode *)b)->place;
}

JudderErr contact_read(const BodySource *source, const ReaderSet *field, ContactNodes *nodes) {
    const bool state = strcmp(field->numbers.kind, "displacement") == 0;
    char kind[SCHEMA_KIND_SIZE + 8];
    snprintf(kind, sizeof kind, "contact%s%s", state ? "" : "_", state ? "" : field->numbers.kind);
    const ReaderSet *set = reader_find_beside(&source->study->fields, kind, &field->numbers);
    *nodes = (ContactNodes){0};
    if (!set || set->count != (size_t)(3 * source->mesh->dim + 4)) return JUDDER_OK;
    TRY(whole_read(source->reader, set, &nodes->table));
    if (!nodes->table) return JUDDER_OK;
    nodes->at = calloc(set->rows + 1, sizeof *nodes->at);
    for (size_t i = 0; nodes->at && i < set->rows; i++)
        nodes->count += take_row(source->mesh, nodes->table + i * set->count, &nodes->at[nodes->count]);
    if (!nodes->at) contact_release(nodes);
    REQUIRE(nodes->at, error_memory());
    qsort(nodes->at, nodes->count, sizeof *nodes->at, before);
    return JUDDER_OK;
}

void contact_release(ContactNodes *nodes) {
    free(nodes->at);
    free(nodes->table);
    *nodes = (ContactNodes){0};
}

/* Extent of the nodes along an axis, and its middle. */
static double extent(const ContactNodes *nodes, int axis, double *middle) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < nodes->count; i++)
        low = fmin(low, nodes->at[i].x[axis]), high = fmax(high, nodes->at[i].x[axis]);
    *middle = low / 2 + high / 2;
    return high - low;
}

int contact_axis(const BodySource *source, const ContactNodes *nodes, bool *below) {
    const int dim = source->mesh->dim;
    int axis = 1;
    double least = INFINITY, middle = 0, at, sum = 0;
    for (int k = 0; k < dim && nodes->count > 0; k++) {
        const double size = extent(nodes, k, &at);
        if (size < least) least = size, axis = k, middle = at;
    }
    for (size_t n = 0; n < source->mesh->nodes; n++)
        sum += source->mesh->x[n * (size_t)dim + (size_t)axis] - middle;
    *below = nodes->count > 0 && sum < 0;
    return axis;
}

void contact_count(const ContactNodes *nodes, char text[120]) {
    size_t counts[SCHEMA_STATES] = {0}, used = 0;
    for (size_t i = 0; i < nodes->count; i++) counts[nodes->at[i].state]++;
    text[0] = '\0';
    for (int s = SCHEMA_STATES - 1; s >= 0; s--)
        if (counts[s] > 0)
            used += (size_t)snprintf(text + used, 120 - used, "%s%zu %s", used ? ", " : "", counts[s],
                                     label_of((SchemaState)s));
}

/* What is said of a node under the pointer. */
static char *tip_of(const ContactNode *node) {
    char *text = NULL, p[40], q[40], gap[40];
    number_show(node->pressure, p);
    number_show(node->shear, q);
    number_show(node->gap, gap);
    const int length = isfinite(node->pressure)
                           ? asprintf(&text,
                                      "contact node %d: %s; pressure = %s Pa; shear = %s Pa; gap = %s m",
                                      node->place, label_of(node->state), p, q, gap)
                           : asprintf(&text, "contact node %d = %s", node->place, label_of(node->state));
    return length < 0 ? NULL : text;
}

JudderErr contact_mark(const ContactNodes *nodes, const double *places, Plot *plot) {
    double *x = malloc((nodes->count + 1) * sizeof *x), *y = malloc((nodes->count + 1) * sizeof *y);
    char **tips = calloc(nodes->count + 1, sizeof *tips);
    bool good = x && y && tips;
    for (int state = 0; good && state < SCHEMA_STATES; state++) {
        size_t count = 0;
        for (size_t i = 0; good && i < nodes->count; i++) {
            if ((int)nodes->at[i].state != state) continue;
            x[count] = places[2 * i], y[count] = places[2 * i + 1];
            tips[count] = tip_of(&nodes->at[i]);
            good = tips[count++] != NULL;
        }
        if (good && count > 0)
            plot_curve(plot, &(PlotCurve){.x = x,
                                          .y = y,
                                          .count = count,
                                          .colour = colours[state],
                                          .style = PLOT_RINGS,
                                          .label = label_of((SchemaState)state),
                                          .tips = tips});
        for (size_t i = 0; i < count; i++) free(tips[i]), tips[i] = NULL;
    }
    free(x);
    free(y);
    free(tips);
    return good ? JUDDER_OK : error_memory();
}

static bool is_loaded(const ContactNodes *nodes) {
    for (size_t i = 0; i < nodes->count; i++)
        if (isfinite(nodes->at[i].pressure) && nodes->at[i].pressure != 0) return true;
    return false;
}

/* --- 2-D: along the side --- */

/* The place of each node: a coordinate where the side runs along an axis, else the length of
 * the side so far. */
static void along_side(const BodySource *source, const ContactNodes *nodes, double *place, PlotAxis *axis) {
    bool below;
    double middle;
    const int normal = contact_axis(source, nodes, &below);
    const bool straight = extent(nodes, normal, &middle) < 1e-9 * source->mesh->size;
    for (size_t i = 0; i < nodes->count; i++) {
        const double *x = nodes->at[i].x, *last = nodes->at[i ? i - 1 : 0].x;
        place[i] = straight ? x[1 - normal] : (i ? place[i - 1] : 0) + hypot(x[0] - last[0], x[1] - last[1]);
    }
    plot_axis_name(axis, straight ? normal == 1 ? "x" : "y" : "way along the side", "m");
}

/* Each node's stretch reaches half way to its neighbours. */
static void shade(const ContactNodes *nodes, const double *place, Plot *plot) {
    for (size_t i = 0, end; i < nodes->count; i = end) {
        const SchemaState state = nodes->at[i].state;
        for (end = i + 1; end < nodes->count && nodes->at[end].state == state;) end++;
        const double from = i ? (place[i - 1] + place[i]) / 2 : place[0],
                     to = end < nodes->count ? (place[end - 1] + place[end]) / 2 : place[end - 1];
        if (state == SCHEMA_STICK) plot_band(plot, PLOT_STICK, fmin(from, to), fmax(from, to), 1);
        if (state == SCHEMA_OPEN) plot_band(plot, PLOT_OPEN, fmin(from, to), fmax(from, to), 1);
    }
}

static JudderErr draw_profile(const BodySource *source, const ContactNodes *nodes, Plot *plot) {
    double *place = malloc(3 * (nodes->count + 1) * sizeof *place);
    REQUIRE(place, error_memory());
    double *p = place + nodes->count + 1, *q = p + nodes->count + 1;
    along_side(source, nodes, place, plot_x(plot));
    plot_axis_name(plot_y(plot), "traction", "Pa");
    for (size_t i = 0; i < nodes->count; i++) p[i] = nodes->at[i].pressure, q[i] = nodes->at[i].shear;
    shade(nodes, place, plot);
    const PlotStyle style = nodes->count > 120 ? PLOT_LINE : PLOT_MARKED;
    plot_curve(plot, &(PlotCurve){place, p, nodes->count, 1, style, "pressure", NULL});
    plot_curve(plot, &(PlotCurve){place, q, nodes->count, 2, style, "shear", NULL});
    free(place);
    return JUDDER_OK;
}

/* --- 3-D: seen along the normal --- */

/* The faces all of whose nodes are contact nodes, with the pressure at the nodes of the mesh. */
static size_t side_faces(const BodySource *source, const ContactNodes *nodes, double *pressure, Face *faces) {
    const BodyMesh *mesh = source->mesh;
    size_t count = 0;
    for (size_t n = 0; n < mesh->nodes; n++) pressure[n] = (double)NAN;
    for (size_t i = 0; i < nodes->count; i++) pressure[nodes->at[i].node] = nodes->at[i].pressure;
    for (size_t f = 0; f < mesh->face_count; f++) {
        int known = 0;
        for (int k = 0; k < mesh->faces[f].count; k++) known += !isnan(pressure[mesh->faces[f].node[k]]);
        if (known == mesh->faces[f].count) faces[count++] = mesh->faces[f];
    }
    return count;
}

static JudderErr draw_shapes(const Scene *scene, Plot *plot) {
    SceneShapes shapes;
    TRY(scene_make(scene, &shapes));
    plot_shapes(plot, &(PlotShapes){.x = shapes.x,
                                    .y = shapes.y,
                                    .start = shapes.start,
                                    .count = shapes.count,
                                    .value = shapes.value,
                                    .low = scene->low,
                                    .high = scene->high,
                                    .name = "pressure",
                                    .unit = "Pa",
                                    .edges = !shapes.squares});
    scene_release(&shapes);
    return JUDDER_OK;
}

static JudderErr draw_patch(const BodySource *source, const ContactNodes *nodes, Plot *plot) {
    static const char *const names[] = {"x", "y", "z"};
    const BodyMesh *mesh = source->mesh;
    bool below;
    const int axis = contact_axis(source, nodes, &below);
    const View view = view_along(axis);
    double *pressure = malloc((mesh->nodes + 1) * sizeof *pressure),
           *places = malloc(2 * (nodes->count + 1) * sizeof *places);
    Face *faces = malloc((mesh->face_count + 1) * sizeof *faces);
    JudderErr err = pressure && places && faces ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        Scene scene = {.view = &view, .faces = faces, .x = mesh->x, .value = pressure};
        scene.count = side_faces(source, nodes, pressure, faces);
        for (size_t i = 0; i < nodes->count; i++) {
            if (isfinite(nodes->at[i].pressure)) scene.high = fmax(scene.high, nodes->at[i].pressure);
            view_place(&view, nodes->at[i].x, places + 2 * i);
        }
        plot_axis_name(plot_x(plot), names[axis == 0], "m");
        plot_axis_name(plot_y(plot), names[axis == 2 ? 1 : 2], "m");
        plot_equal(plot, false);
        if (scene.count > 0) err = draw_shapes(&scene, plot);
        if (err == JUDDER_OK) err = contact_mark(nodes, places, plot);
    }
    free(pressure);
    free(places);
    free(faces);
    return err;
}

JudderErr contact_figure(const BodySource *source, const ContactNodes *nodes, Plot **plot) {
    *plot = NULL;
    if (!is_loaded(nodes)) return JUDDER_OK;
    *plot = plot_create(FIGURE_HALF, source->mesh->dim == 2 ? 270 : FIGURE_HIGH);
    const JudderErr err = (source->mesh->dim == 2 ? draw_profile : draw_patch)(source, nodes, *plot);
    if (err != JUDDER_OK) plot_destroy(plot);
    return err;
}
