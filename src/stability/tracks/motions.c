#include "stability/tracks/motions.h"

#include "base/dense.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void motions_release(MotionList *list) {
    free(list->lam);
    free(list->vector);
    *list = (MotionList){0};
}

static JudderErr motions_make_room(MotionList *list) {
    if (list->count < list->room) return JUDDER_OK;
    const size_t room = list->room ? 2 * (size_t)list->room : 8, width = 2 * (size_t)list->width;
    double *lam = realloc(list->lam, 2 * room * sizeof *lam);
    if (lam) list->lam = lam;
    double *vector = realloc(list->vector, room * width * sizeof *vector);
    if (vector) list->vector = vector;
    REQUIRE(lam && vector, error_memory());
    list->room = (int)room;
    return JUDDER_OK;
}

/* Bits of a number that have nothing to do with those of its neighbours (splitmix64). */
static uint64_t motions_scramble(uint64_t number) {
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
    return number ^ (number >> 31);
}

/* Each dof goes into one of the sums, with a sign of its own: the same at every value of the param. */
static void keep_part(const WeighedMotion *motion, const double *part, int width, double *to) {
    for (int i = 0; i < width; i++) to[i] = 0;
    for (int i = 0; i < motion->dofs; i++) {
        const double weighed = motion->mass[i] > 0 ? sqrt(motion->mass[i]) * part[i] : 0;
        const uint64_t bits = motions_scramble((uint64_t)i);
        if (motion->dofs <= width)
            to[i] = weighed;
        else
            to[(bits >> 1) % (uint64_t)width] += bits & 1 ? weighed : -weighed;
    }
}

JudderErr motions_add(MotionList *list, const WeighedMotion *motion) {
    REQUIRE(list->dofs == 0 || list->dofs == motion->dofs,
            error_input(NULL, "motions of %d and of %d dofs in one list", list->dofs, motion->dofs));
    list->dofs = motion->dofs;
    list->width = motion->dofs < MOTIONS_WIDTH ? motion->dofs : MOTIONS_WIDTH;
    TRY(motions_make_room(list));
    const int width = list->width;
    double *to = list->vector + 2 * (size_t)list->count * (size_t)width;
    keep_part(motion, motion->x, width, to);
    keep_part(motion, motion->y, width, to + width);
    const double size = sqrt(dense_dot(2 * width, to, to));
    if (!isfinite(size) || !isfinite(motion->re) || !isfinite(motion->im)) return JUDDER_OK;
    for (int i = 0; i < 2 * width && size > 0; i++) to[i] /= size;
    list->lam[2 * list->count] = motion->re;
    list->lam[2 * list->count + 1] = motion->im;
    list->count++;
    return JUDDER_OK;
}

double complex motions_product(const MotionList *one, int i, const MotionList *other, int j) {
    const int n = one->width;
    const double *x = one->vector + 2 * (size_t)i * (size_t)n, *y = x + n,
                 *u = other->vector + 2 * (size_t)j * (size_t)n, *v = u + n;
    const double re = dense_dot(n, x, u) + dense_dot(n, y, v), im = dense_dot(n, x, v) - dense_dot(n, y, u);
    return re + I * im;
}

double motions_likeness(const MotionList *one, int i, const MotionList *other, int j) {
    const double complex product = motions_product(one, i, other, j);
    return fmin(1, creal(product * conj(product)));
}
