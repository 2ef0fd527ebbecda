#include "fe_studies/motion/slips.h"

#include "fe/body/serialise.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 20000000 };

void slips_release(Slips *s) {
    free(s->at);
    free(s->area);
    *s = (Slips){0};
}

JudderErr slips_create(const FeContact *contact, long steps, Slips *s) {
    *s = (Slips){.tangents = contact->body->dim - 1, .n = contact->n, .steps = steps};
    const double numbers = (double)(steps + 1) * s->n * s->tangents;
    REQUIRE(numbers <= MOST_NUMBERS,
            error_input("step",
                        "a ladder keeps %.3g slip velocities: at most %d are allowed, take longer steps",
                        numbers, MOST_NUMBERS));
    if (fe_rank() != 0) return JUDDER_OK;
    s->at = calloc((size_t)numbers + 1, sizeof *s->at);
    s->area = malloc(((size_t)s->n + 1) * sizeof *s->area);
    REQUIRE(s->at && s->area, error_memory());
    memcpy(s->area, contact->area, (size_t)s->n * sizeof *s->area);
    return JUDDER_OK;
}

void slips_keep(const FeMarchNow *now, Slips *s) {
    double *row = s->at + now->step * s->n * s->tangents;
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->tangents; i++)
            row[k * s->tangents + i] = now->v[(long)k * now->dim + 1 + i] - now->foundation[i];
}

JudderErr slips_serialise(Slips *s, const char *name, long rows, Archive *archive) {
    const size_t numbers = (size_t)rows * (size_t)(s->n * s->tangents);
    return fe_error(fe_serialise_first(archive, name, s->at, numbers * sizeof *s->at));
}

double slips_distance(const Slips *a, const Slips *b, double dt) {
    double sum = 0, area = 0;
    for (int k = 0; k < a->n; k++) area += a->area[k];
    for (long step = 0; step <= a->steps; step++)
        for (int k = 0; k < a->n; k++) {
            const double *one = a->at + (step * a->n + k) * a->tangents,
                         *two = b->at + (step * a->n + k) * a->tangents;
            double square = 0;
            for (int i = 0; i < a->tangents; i++) square += (one[i] - two[i]) * (one[i] - two[i]);
            sum += sqrt(square) * a->area[k] * (step == 0 || step == a->steps ? .5 : 1);
        }
    return sum * dt / area;
}
