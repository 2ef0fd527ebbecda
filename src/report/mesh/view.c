#include "report/mesh/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

View view_flat(void) {
    return (View){.dim = 2, .right = {1, 0, 0}, .up = {0, 1, 0}};
}

View view_aside(int up, bool downwards) {
    /* x runs to the right, whichever axis is upwards. */
    const double azimuth = up == 1 ? -0.55 : -1.02, elevation = 0.45;
    const int a = (up + 1) % 3, b = (up + 2) % 3;
    const double sign = downwards ? -1 : 1;
    View view = {.dim = 3};
    /* Axes a, b, up are right-handed; upside down, b changes its sign with `up`. */
    view.right[a] = -sin(azimuth), view.right[b] = sign * cos(azimuth);
    view.up[a] = -sin(elevation) * cos(azimuth), view.up[b] = -sign * sin(elevation) * sin(azimuth);
    view.up[up] = sign * cos(elevation);
    view.eye[a] = cos(elevation) * cos(azimuth), view.eye[b] = sign * cos(elevation) * sin(azimuth);
    view.eye[up] = sign * sin(elevation);
    return view;
}

View view_along(int axis) {
    View view = {.dim = 3};
    view.right[axis == 0] = 1;
    view.up[axis == 2 ? 1 : 2] = 1;
    return view;
}

static double dot(const double *a, const double *x, int dim) {
    return a[0] * x[0] + a[1] * x[1] + (dim == 3 ? a[2] * x[2] : 0);
}

void view_place(const View *view, const double *x, double place[2]) {
    place[0] = dot(view->right, x, view->dim);
    place[1] = dot(view->up, x, view->dim);
}

/* --- polygons --- */

typedef struct Seen {
    size_t face;
    double depth;
} Seen;

typedef struct Flat {
    double x[MOST_FACET_NODES], y[MOST_FACET_NODES], depth, area, value;
} Flat;

static Flat flatten(const Scene *scene, const Face *face) {
    const View *view = scene->view;
    Flat flat = {.value = scene->value ? 0 : (double)NAN};
    for (int k = 0; k < face->count; k++) {
        const double *x = scene->x + (size_t)face->node[k] * (size_t)view->dim;
        double place[2];
        view_place(view, x, place);
        flat.x[k] = place[0], flat.y[k] = place[1];
        flat.depth += dot(view->eye, x, view->dim) / face->count;
        if (scene->value) flat.value += scene->value[face->node[k]] / face->count;
    }
    for (int k = 0; k < face->count; k++) {
        const int next = (k + 1) % face->count;
        flat.area += (flat.x[k] * flat.y[next] - flat.x[next] * flat.y[k]) / 2;
    }
    return flat;
}

/* Whether it looks this way; what looks along an axis sees both sides. */
static bool is_seen(const View *view, const Flat *flat) {
    if (!isfinite(flat->area)) return false;
    const bool aside = view->dim == 3 && dot(view->eye, view->eye, 3) > 0;
    return !aside || flat->area > 0;
}

static int farther(const void *a, const void *b) {
    const double x = ((const Seen *)a)->depth, y = ((const Seen *)b)->depth;
    return (x > y) - (x < y);
}

static bool shapes_make_room(SceneShapes *shapes, size_t corners, size_t count) {
    shapes->x = malloc((corners + 1) * sizeof *shapes->x);
    shapes->y = malloc((corners + 1) * sizeof *shapes->y);
    shapes->value = malloc((count + 1) * sizeof *shapes->value);
    shapes->start = malloc((count + 1) * sizeof *shapes->start);
    return shapes->x && shapes->y && shapes->value && shapes->start;
}

static JudderErr make_polygons(const Scene *scene, const Seen *seen, SceneShapes *shapes) {
    const size_t count = shapes->count;
    REQUIRE(shapes_make_room(shapes, MOST_FACET_NODES * count, count), error_memory());
    size_t corner = 0;
    for (size_t i = 0; i < count; i++) {
        const Face *face = &scene->faces[seen[i].face];
        const Flat flat = flatten(scene, face);
        shapes->start[i] = corner;
        shapes->value[i] = flat.value;
        for (int k = 0; k < face->count; k++) shapes->x[corner] = flat.x[k], shapes->y[corner++] = flat.y[k];
    }
    shapes->start[count] = corner;
    return JUDDER_OK;
}

/* --- squares: of all polygons over the middle of a square the nearest gives its value --- */

enum { SQUARES_WIDE = 280, STEPS = 40 };

typedef struct Raster {
    double left, bottom, side;
    size_t columns, rows;
    double *depth, *value;
} Raster;

static void flat_widen(const Flat *flat, int corners, double low[2], double high[2]) {
    for (int k = 0; k < corners; k++) {
        low[0] = fmin(low[0], flat->x[k]), high[0] = fmax(high[0], flat->x[k]);
        low[1] = fmin(low[1], flat->y[k]), high[1] = fmax(high[1], flat->y[k]);
    }
}

static bool raster_make(const Scene *scene, const Seen *seen, size_t count, Raster *raster) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        const Face *face = &scene->faces[seen[i].face];
        const Flat flat = flatten(scene, face);
        flat_widen(&flat, face->count, low, high);
    }
    const double most = fmax(high[0] - low[0], high[1] - low[1]);
    *raster = (Raster){.left = low[0], .bottom = low[1], .side = most / SQUARES_WIDE};
    if (!(raster->side > 0) || !isfinite(raster->side)) return false;
    raster->columns = (size_t)((high[0] - low[0]) / raster->side) + 1;
    raster->rows = (size_t)((high[1] - low[1]) / raster->side) + 1;
    const size_t cells = raster->columns * raster->rows;
    raster->depth = malloc(cells * sizeof *raster->depth);
    raster->value = malloc(cells * sizeof *raster->value);
    for (size_t i = 0; raster->depth && raster->value && i < cells; i++)
        raster->depth[i] = -INFINITY, raster->value[i] = (double)NAN;
    return true;
}

static bool is_inside(const Flat *flat, int corners, double x, double y) {
    bool inside = false;
    for (int k = 0, last = corners - 1; k < corners; last = k++)
        if ((flat->y[k] > y) != (flat->y[last] > y) &&
            x < flat->x[k] + (y - flat->y[k]) * (flat->x[last] - flat->x[k]) / (flat->y[last] - flat->y[k]))
            inside = !inside;
    return inside;
}

static size_t square_at(double place, double from, double side, size_t most) {
    const double at = (place - from) / side;
    return at <= 0 ? 0 : at >= (double)most ? most : (size_t)at;
}

static void raster_add(Raster *raster, const Flat *flat, int corners) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    flat_widen(flat, corners, low, high);
    const size_t i_end = square_at(high[0], raster->left, raster->side, raster->columns - 1),
                 j_end = square_at(high[1], raster->bottom, raster->side, raster->rows - 1);
    for (size_t i = square_at(low[0], raster->left, raster->side, raster->columns - 1); i <= i_end; i++)
        for (size_t j = square_at(low[1], raster->bottom, raster->side, raster->rows - 1); j <= j_end; j++) {
            const double x = raster->left + ((double)i + 0.5) * raster->side,
                         y = raster->bottom + ((double)j + 0.5) * raster->side;
            const size_t at = i * raster->rows + j;
            if (flat->depth < raster->depth[at] || !is_inside(flat, corners, x, y)) continue;
            raster->depth[at] = flat->depth;
            raster->value[at] = flat->value;
        }
}

/* What colours tell apart: 0 for nothing, else steps of the range from 1 on. */
static int step_of(const Scene *scene, const Raster *raster, size_t at) {
    if (raster->depth[at] == -INFINITY) return 0;
    const double part = (raster->value[at] - scene->low) / (scene->high - scene->low);
    return part > 0 ? 1 + (int)fmin(STEPS * part, STEPS - 1) : 1;
}

/* Neighbours above each other that look the same become one. */
static void join_squares(const Scene *scene, const Raster *raster, SceneShapes *shapes) {
    for (size_t i = 0; i < raster->columns; i++)
        for (size_t j = 0, end; j < raster->rows; j = end) {
            const size_t at = i * raster->rows + j;
            const int step = step_of(scene, raster, at);
            for (end = j + 1; end < raster->rows && step_of(scene, raster, at + end - j) == step;) end++;
            if (step == 0) continue;
            const double s = raster->side, x = raster->left + (double)i * s,
                         y = raster->bottom + (double)j * s, top = raster->bottom + (double)end * s;
            const size_t k = 4 * shapes->count;
            shapes->start[shapes->count] = k;
            shapes->value[shapes->count++] = scene->value ? scene->low + (step - 0.5) / STEPS *
                                                                             (scene->high - scene->low)
                                                          : (double)NAN;
            memcpy(shapes->x + k, (const double[]){x, x + s, x + s, x}, 4 * sizeof x);
            memcpy(shapes->y + k, (const double[]){y, y, top, top}, 4 * sizeof y);
        }
    shapes->start[shapes->count] = 4 * shapes->count;
}

static JudderErr make_squares(const Scene *scene, const Seen *seen, SceneShapes *shapes) {
    Raster raster;
    const size_t count = shapes->count;
    shapes->count = 0;
    shapes->squares = true;
    if (!raster_make(scene, seen, count, &raster)) return JUDDER_OK;
    const size_t cells = raster.columns * raster.rows;
    const bool room = shapes_make_room(shapes, 4 * cells, cells) && raster.depth && raster.value;
    for (size_t i = 0; room && i < count; i++) {
        const Flat flat = flatten(scene, &scene->faces[seen[i].face]);
        raster_add(&raster, &flat, scene->faces[seen[i].face].count);
    }
    if (room) join_squares(scene, &raster, shapes);
    free(raster.depth);
    free(raster.value);
    return room ? JUDDER_OK : error_memory();
}

JudderErr scene_make(const Scene *scene, SceneShapes *shapes) {
    *shapes = (SceneShapes){0};
    Seen *seen = malloc((scene->count + 1) * sizeof *seen);
    REQUIRE(seen, error_memory());
    for (size_t i = 0; i < scene->count; i++) {
        const Flat flat = flatten(scene, &scene->faces[i]);
        if (is_seen(scene->view, &flat)) seen[shapes->count++] = (Seen){i, flat.depth};
    }
    qsort(seen, shapes->count, sizeof *seen, farther);
    const JudderErr err = (shapes->count > SCENE_FACES ? make_squares : make_polygons)(scene, seen, shapes);
    free(seen);
    if (err != JUDDER_OK) scene_release(shapes);
    return err;
}

void scene_release(SceneShapes *shapes) {
    free(shapes->x);
    free(shapes->y);
    free(shapes->value);
    free(shapes->start);
    *shapes = (SceneShapes){0};
}
