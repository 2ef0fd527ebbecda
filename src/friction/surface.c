#include "friction/surface.h"

#include "base/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_PATCHES = 100000,
    NODES = 8,
    CHECKS = 5,
    LOWEST = -20,
    HIGHEST = 40,
    SIDES = HIGHEST - LOWEST + 2,
    DEEPEST = 90
};
static const double tolerance = 1e-12, check_at[CHECKS] = {-0.97, -0.5432, 0.1099, 0.4339, 0.8765};

typedef struct Patch {
    double low[2], high[2]; /* of r and theta */
    bool made;              /* the function has been asked */
    int split;              /* -1: a leaf; else across which variable */
    struct Patch *half[2];
    double c[NODES][NODES]; /* powers of r, then theta, both mapped to [-1, 1] */
    double fall, heat;      /* bounds of -mu_r and |mu_theta| */
} Patch;

struct Surface {
    Function function;
    Patch *boxes[SIDES][2 * SIDES];
    double scale, error;
    bool failed, stopped;
    size_t patches;
    char message[400];
    double seen_r, seen_low, seen_high, seen_fall, seen_heat; /* of the last net of points */
    double (*makers)[2];                                      /* the points for which patches were made */
    size_t maker_count, maker_room;
};

static void patch_destroy(Patch *patch) {
    if (!patch) return;
    patch_destroy(patch->half[0]);
    patch_destroy(patch->half[1]);
    free(patch);
}

JudderErr surface_create(const Function *function, Surface **surface) {
    Surface *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->function = *function;
    made->seen_low = INFINITY;
    made->seen_high = -INFINITY;
    *surface = made;
    return JUDDER_OK;
}

static void clear(Surface *surface) {
    for (size_t i = 0; i < SIDES; i++)
        for (size_t j = 0; j < 2 * SIDES; j++) {
            patch_destroy(surface->boxes[i][j]);
            surface->boxes[i][j] = NULL;
        }
    surface->maker_count = surface->patches = 0;
}

void surface_destroy(Surface **surface) {
    if (!*surface) return;
    clear(*surface);
    free((*surface)->makers);
    free(*surface);
    *surface = NULL;
}

static void fail(Surface *surface, const char *message) {
    if (surface->failed) return;
    surface->failed = true;
    snprintf(surface->message, sizeof surface->message, "%s", message);
}

/* NAN where the function is not finite: the patch is then cut until such places are outside of those that
 * are used. */
static double ask(Surface *surface, double r, double theta) {
    const Function *f = &surface->function;
    double mu = 0;
    if (surface->failed) return 0;
    if (stop_overdue()) {
        surface->stopped = true;
        fail(surface, "interrupted while mu was evaluated");
        return 0;
    }
    if (f->call_two(f->context, r, theta, &mu) != JUDDER_OK) {
        fail(surface, error_message());
        return 0;
    }
    if (!isfinite(mu)) return NAN;
    surface->scale = fmax(surface->scale, fabs(mu));
    return mu;
}

double surface_error(const Surface *surface) {
    return surface->error;
}

/* Chebyshev coefficients of the values at the extrema of T_7, taken with a stride. */
static void transform(double *at, size_t stride) {
    double out[NODES];
    const int n = NODES - 1;
    for (int k = 0; k <= n; k++) {
        double sum = 0;
        for (int j = 0; j <= n; j++)
            sum += (j == 0 || j == n ? 0.5 : 1) * at[(size_t)j * stride] * cos(M_PI * k * (n - j) / n);
        out[k] = sum * 2 / n * (k == 0 || k == n ? 0.5 : 1);
    }
    for (int k = 0; k <= n; k++) at[(size_t)k * stride] = out[k];
}

/* From Chebyshev coefficients to powers. */
static void to_powers(double *at, size_t stride) {
    double sum[NODES] = {0}, older[NODES] = {1}, newer[NODES] = {0, 1};
    sum[0] = at[0];
    for (int k = 1; k < NODES; k++) {
        for (int i = 0; i <= k; i++) sum[i] += at[(size_t)k * stride] * newer[i];
        double next[NODES];
        for (int i = 0; i < NODES; i++) next[i] = (i ? 2 * newer[i - 1] : 0) - older[i];
        for (int i = 0; i < NODES; i++) older[i] = newer[i], newer[i] = next[i];
    }
    for (int k = 0; k < NODES; k++) at[(size_t)k * stride] = sum[k];
}

static double middle_of(const Patch *patch, int axis) {
    return patch->low[axis] + (patch->high[axis] - patch->low[axis]) / 2;
}

static double half_of(const Patch *patch, int axis) {
    return (patch->high[axis] - patch->low[axis]) / 2;
}

static SurfaceValue evaluate(const Patch *patch, double r, double theta) {
    const double x = (r - middle_of(patch, 0)) / half_of(patch, 0),
                 y = (theta - middle_of(patch, 1)) / half_of(patch, 1);
    double mu = 0, by_x = 0, by_y = 0;
    for (int i = NODES - 1; i >= 0; i--) {
        double row = 0, slope = 0;
        for (int j = NODES - 1; j >= 0; j--) {
            slope = slope * y + row;
            row = row * y + patch->c[i][j];
        }
        by_x = by_x * x + mu;
        mu = mu * x + row;
        by_y = by_y * x + slope;
    }
    return (SurfaceValue){mu, by_x / half_of(patch, 0), by_y / half_of(patch, 1)};
}

/* The polynomial through the nodes; returns how much rougher it is along each variable: the weight of its
 * two highest degrees. */
static void interpolate(Surface *surface, Patch *patch, double rough[2]) {
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++) {
            const double r = middle_of(patch, 0) - half_of(patch, 0) * cos(M_PI * i / (NODES - 1)),
                         theta = middle_of(patch, 1) - half_of(patch, 1) * cos(M_PI * j / (NODES - 1));
            patch->c[i][j] = ask(surface, fmax(r, 0), theta);
        }
    for (int i = 0; i < NODES; i++) transform(patch->c[i], 1);
    for (int j = 0; j < NODES; j++) transform(&patch->c[0][j], NODES);
    rough[0] = rough[1] = 0;
    for (int i = 0; i < NODES; i++) {
        rough[0] += fabs(patch->c[NODES - 1][i]) + fabs(patch->c[NODES - 2][i]);
        rough[1] += fabs(patch->c[i][NODES - 1]) + fabs(patch->c[i][NODES - 2]);
    }
    for (int i = 0; i < NODES; i++) to_powers(patch->c[i], 1);
    for (int j = 0; j < NODES; j++) to_powers(&patch->c[0][j], NODES);
}

static void bound_slopes(Patch *patch) {
    double r = 0, theta = 0;
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++) {
            r += i * fabs(patch->c[i][j]);
            theta += j * fabs(patch->c[i][j]);
        }
    patch->fall = r / half_of(patch, 0);
    patch->heat = theta / half_of(patch, 1);
}

static Patch *new_patch(Surface *surface, const double low[2], const double high[2]) {
    if (++surface->patches > MOST_PATCHES) {
        fail(surface, "mu changes too fast with v or theta: its patches became too many");
        return NULL;
    }
    Patch *patch = calloc(1, sizeof *patch);
    if (!patch) {
        fail(surface, "out of memory");
        return NULL;
    }
    for (int i = 0; i < 2; i++) patch->low[i] = low[i], patch->high[i] = high[i];
    patch->split = -1;
    return patch;
}

/* A patch that numbers cannot cut further but on which the function is not finite. */
static void fail_at(Surface *surface, const Patch *patch) {
    char text[200];
    snprintf(text, sizeof text, "mu is not a finite number near v = %.6g, theta = %.6g", middle_of(patch, 0),
             middle_of(patch, 1));
    fail(surface, text);
}

/* Asks the function on a patch; a patch that is too rough gets two halves, unless it is as small as
 * numbers allow. */
static void make(Surface *surface, Patch *patch, int depth) {
    double rough[2], worst = 0;
    interpolate(surface, patch, rough);
    patch->made = true;
    for (int i = 0; i < CHECKS; i++)
        for (int j = 0; j < CHECKS; j++) {
            const double r = middle_of(patch, 0) + half_of(patch, 0) * check_at[i],
                         theta = middle_of(patch, 1) + half_of(patch, 1) * check_at[CHECKS - 1 - j];
            const double miss = fabs(ask(surface, r, theta) - evaluate(patch, r, theta).mu);
            worst = miss <= worst ? worst : miss; /* keeps what is not a number */
        }
    bound_slopes(patch);
    const bool good = worst <= tolerance * surface->scale;
    const int axis = isfinite(worst) ? rough[0] <= rough[1] : depth % 2;
    const double cut = middle_of(patch, axis);
    if (good || surface->failed || depth >= DEEPEST || !(half_of(patch, axis) > 1e-14 * fabs(cut))) {
        if (!isfinite(worst)) fail_at(surface, patch);
        surface->error = fmax(surface->error, worst);
        return;
    }
    double inner_high[2] = {patch->high[0], patch->high[1]}, inner_low[2] = {patch->low[0], patch->low[1]};
    inner_high[axis] = inner_low[axis] = cut;
    patch->half[0] = new_patch(surface, patch->low, inner_high);
    patch->half[1] = new_patch(surface, inner_low, patch->high);
    if (patch->half[0] && patch->half[1]) patch->split = axis;
}

/* The side [low, high] that holds |x|: [0, 2^LOWEST], then doubling. */
static size_t side_of(double x, double *low, double *high) {
    int exponent;
    frexp(x, &exponent);
    if (x == 0 || exponent <= LOWEST) exponent = LOWEST;
    if (exponent > HIGHEST) exponent = HIGHEST;
    *high = ldexp(1, exponent);
    *low = exponent == LOWEST ? 0 : *high / 2;
    return (size_t)(exponent - LOWEST);
}

static void note_maker(Surface *surface, double r, double theta) {
    if (surface->maker_count == surface->maker_room) {
        const size_t room = 2 * surface->maker_room + 64;
        double(*more)[2] = realloc(surface->makers, room * sizeof *more);
        if (!more) fail(surface, "out of memory");
        if (!more) return;
        surface->makers = more;
        surface->maker_room = room;
    }
    surface->makers[surface->maker_count][0] = r;
    surface->makers[surface->maker_count++][1] = theta;
}

static Patch *find(Surface *surface, double r, double theta) {
    double low[2], high[2];
    const size_t i = side_of(r, &low[0], &high[0]);
    size_t j = side_of(fabs(theta), &low[1], &high[1]);
    if (theta < 0) {
        const double swap = low[1];
        low[1] = -high[1];
        high[1] = -swap;
        j += SIDES;
    }
    if (!surface->boxes[i][j]) surface->boxes[i][j] = new_patch(surface, low, high);
    Patch *patch = surface->boxes[i][j];
    bool known = true;
    for (int depth = 0; patch; depth++) {
        if (!patch->made && known) note_maker(surface, r, theta);
        known = known && patch->made;
        if (!patch->made) make(surface, patch, depth);
        if (patch->split < 0) break;
        patch = patch->half[(patch->split == 0 ? r : theta) > middle_of(patch, patch->split)];
    }
    return patch;
}

SurfaceValue surface_slopes(Surface *surface, double r, double theta) {
    const double top = ldexp(1, HIGHEST);
    const double at = fmin(fmax(r, 0), top), hot = fmin(fmax(theta, -top), top);
    const Patch *patch = find(surface, at, hot);
    if (!patch || surface->failed) return (SurfaceValue){0, 0, 0};
    SurfaceValue value = evaluate(patch, at, hot);
    value.mu = fmax(value.mu, 0);
    return value;
}

double surface_value(Surface *surface, double r, double theta) {
    return surface_slopes(surface, r, theta).mu;
}

JudderErr surface_fault(Surface *surface, double r, double theta) {
    const Function *f = &surface->function;
    char text[200];
    if (!surface->failed) {
        const double top = ldexp(1, HIGHEST);
        r = fmin(r, top);
        theta = fmin(fmax(theta, -top), top);
        const Patch *patch = find(surface, r, theta);
        const double mu = patch ? evaluate(patch, r, theta).mu : 0;
        snprintf(text, sizeof text, "mu is %.6g at v = %.6g, theta = %.6g: it must not be negative", mu, r,
                 theta);
        if (!surface->failed && mu < -1e-9 * surface->scale) fail(surface, text);
    }
    if (!surface->failed) return JUDDER_OK;
    REQUIRE(!surface->stopped, error_stopped("%s", surface->message));
    const JudderErr err = error_input("mu", "%s", surface->message);
    if (f->file) error_locate(f->file, f->line);
    return err;
}

void surface_steepest(Surface *surface, double r, double low, double high, double *fall, double *heat) {
    enum { ACROSS = 33, ALONG = 17 };
    if (!(r <= surface->seen_r && low >= surface->seen_low && high <= surface->seen_high)) {
        /* A wider net than requested, so that the next questions are answered at once. */
        const double margin = 0.5 * (high - low) + 0.01 * (fabs(high) + fabs(low)) + 1e-9;
        surface->seen_r = fmax(2 * r, surface->seen_r);
        surface->seen_low = fmin(low - margin, surface->seen_low);
        surface->seen_high = fmax(high + margin, surface->seen_high);
        for (int i = 0; i < ACROSS; i++)
            for (int j = 0; j < ALONG; j++) {
                const double theta = surface->seen_low +
                                     (surface->seen_high - surface->seen_low) * j / (ALONG - 1);
                const Patch *patch = find(surface, surface->seen_r * i / (ACROSS - 1), theta);
                if (!patch) continue;
                surface->seen_fall = fmax(surface->seen_fall, patch->fall);
                surface->seen_heat = fmax(surface->seen_heat, patch->heat);
            }
    }
    *fall = surface->seen_fall;
    *heat = surface->seen_heat;
}

/* Makes the patches anew. */
static void make_again(Surface *surface, Archive *archive, double (*points)[2], size_t count) {
    clear(surface);
    surface->scale = surface->error = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(points[i][0] >= 0) || !isfinite(points[i][0]) || !isfinite(points[i][1]))
            archive_refuse(archive, "a point of the surface");
        else
            find(surface, points[i][0], points[i][1]);
    }
}

void surface_serialise(Surface *surface, Archive *archive) {
    double seen[] = {surface->seen_r, surface->seen_low, surface->seen_high, surface->seen_fall,
                     surface->seen_heat};
    archive_array(archive, "seen", seen, sizeof seen);
    const size_t count = archive_count(archive, "makers", surface->maker_count, sizeof *surface->makers);
    double(*points)[2] = calloc(count + 1, sizeof *points);
    if (!points) {
        archive_refuse(archive, "no memory for a surface");
        return;
    }
    for (size_t i = 0; i < count && !archive_restores(archive); i++)
        points[i][0] = surface->makers[i][0], points[i][1] = surface->makers[i][1];
    archive_array(archive, "points", points, count * sizeof *points);
    if (archive_restores(archive)) {
        make_again(surface, archive, points, count);
        surface->seen_r = seen[0], surface->seen_low = seen[1], surface->seen_high = seen[2];
        surface->seen_fall = seen[3], surface->seen_heat = seen[4];
    }
    free(points);
}
