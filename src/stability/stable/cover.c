#include "stability/stable/cover.h"

#include "base/array/grow.h"

#include <math.h>
#include <stdlib.h>

enum { BISECTIONS = 24, SQUARES = 6 };

JudderErr cover_create(const Pencil *pencil, Cover **cover) {
    const size_t n = (size_t)pencil->n, square = n * n;
    Cover *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->pencil = pencil;
    made->memory = calloc(3 * square + 3 * n + 1, sizeof(double));
    if (!made->memory) {
        cover_destroy(&made);
        return error_memory();
    }
    double *at = made->memory;
    made->room = (FormRoom){.n = pencil->n, .F = at, .F_D = at + square, .M = at + 2 * square};
    at += 3 * square;
    made->room.D = at, made->room.x = at + n;
    made->slip = at + 2 * n;
    *cover = made;
    return JUDDER_OK;
}

static void place_destroy(Place *place) {
    if (place) free(place->box.A);
    free(place);
}

void cover_destroy(Cover **cover) {
    Cover *c = *cover;
    if (!c) return;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < c->places[side]; i++) place_destroy(c->place[side][i]);
        free(c->place[side]);
    }
    free(c->memory);
    free(c->at);
    free(c);
    *cover = NULL;
}

bool cover_is_over(const Cover *cover) {
    return stop_requested() || cover->places[0] + cover->places[1] >= cover->most ||
           work_seconds() > cover->deadline;
}

static JudderErr cover_enclose(const Cover *cover, int side, Place *place) {
    const Pencil *pencil = cover->pencil;
    const size_t square = (size_t)pencil->n * (size_t)pencil->n;
    double *room = malloc((SQUARES * square + 1) * sizeof *room);
    REQUIRE(room, error_memory());
    place->box = (PencilBox){.A = room,
                             .B = room + square,
                             .C = room + 2 * square,
                             .A_D = room + 3 * square,
                             .B_D = room + 4 * square,
                             .C_D = room + 5 * square,
                             .definite = &place->definite};
    return side == COVER_Z
               ? pencil->enclose(pencil->context, place->at, &place->box, &place->enclosed)
               : pencil->enclose_inverse(pencil->context, place->at, &place->box, &place->enclosed);
}

JudderErr cover_place(Cover *cover, int side, double at, const Place **place) {
    for (int i = 0; i < cover->places[side]; i++)
        if (cover->place[side][i]->at == at) {
            *place = cover->place[side][i];
            return JUDDER_OK;
        }
    REQUIRE(grow(&cover->place[side], &cover->place_room[side], (size_t)cover->places[side] + 1,
                 sizeof *cover->place[side]),
            error_memory());
    Place *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->at = at;
    cover->place[side][cover->places[side]++] = made;
    TRY(cover_enclose(cover, side, made));
    *place = made;
    return JUDDER_OK;
}

static JudderErr cover_holds(Cover *cover, const CoverInterval *interval, double mu, bool *proved) {
    const double at[3] = {interval->from, interval->to, interval->beyond};
    const Place *place[3];
    *proved = false;
    for (int k = 0; k < 3; k++) {
        TRY(cover_place(cover, interval->side, at[k], &place[k]));
        if (!place[k]->enclosed || !place[k]->definite) return JUDDER_OK;
    }
    return form_excludes(&cover->room, place, mu, proved);
}

/* The largest mu that can be proved, from 0 or from what is known already. Without a bound it grows tenfold
 * until it fails. */
static JudderErr cover_measure(Cover *cover, CoverInterval *interval, double known) {
    bool proved = false;
    double high = isfinite(cover->cap) ? cover->cap : isfinite(known) ? fmax(known, 1) : 1;
    interval->mu = 0;
    TRY(cover_holds(cover, interval, high, &proved));
    for (int i = 0; i < 12 && proved && isinf(cover->cap); i++) {
        interval->mu = high;
        high *= 10;
        TRY(cover_holds(cover, interval, high, &proved));
    }
    if (proved) interval->mu = high;
    for (int i = 0; i < BISECTIONS && !proved && high - interval->mu > 1e-8 * high; i++) {
        const double middle = (interval->mu + high) / 2;
        bool good = false;
        TRY(cover_holds(cover, interval, middle, &good));
        if (good)
            interval->mu = middle;
        else
            high = middle;
    }
    return JUDDER_OK;
}

static JudderErr cover_append(Cover *cover, CoverInterval interval, double known) {
    REQUIRE(grow(&cover->at, &cover->count_room, (size_t)cover->count + 1, sizeof *cover->at),
            error_memory());
    TRY(cover_measure(cover, &interval, known));
    cover->at[cover->count++] = interval;
    return JUDDER_OK;
}

const CoverInterval *cover_worst(const Cover *cover) {
    const CoverInterval *worst = &cover->at[0];
    for (int i = 1; i < cover->count; i++)
        if (cover->at[i].mu < worst->mu) worst = &cover->at[i];
    return worst;
}

JudderErr cover_split(Cover *cover, bool *split) {
    CoverInterval *worst = &cover->at[cover_worst(cover) - cover->at];
    const CoverInterval whole = *worst;
    const double middle = whole.from > 0 && whole.to > 4 * whole.from
                              ? sqrt(whole.from * whole.to)
                              : whole.from + (whole.to - whole.from) / 2;
    *split = middle > whole.from * (1 + 1e-12) && middle < whole.to * (1 - 1e-12) && middle > 0;
    if (!*split) return JUDDER_OK;
    CoverInterval low = whole, high = whole;
    low.depth = high.depth = whole.depth + 1;
    low.to = high.from = middle;
    low.beyond = whole.to;
    TRY(cover_measure(cover, &low, whole.mu));
    cover->at[worst - cover->at] = low;
    TRY(cover_append(cover, high, whole.mu));
    if (cover->progress) progress_update(cover->progress, 0, cover_worst(cover)->mu);
    return JUDDER_OK;
}

static double cover_trace(const Cover *cover, const Place *place) {
    double sum = 0;
    for (int i = 0; i < cover->room.n; i++) sum += place->box.A[i * cover->room.n + i];
    return sum;
}

/* A power of two near the z at which inertia is as large as stiffness. */
static JudderErr natural_z(Cover *cover, double *unit, const char **reason) {
    const Place *still, *moved, *mass;
    TRY(cover_place(cover, COVER_Z, 0, &still));
    TRY(cover_place(cover, COVER_T, 0, &mass));
    if (!still->enclosed || !still->definite)
        *reason = "the part of the stiffness that follows the contacts is not proved positive definite";
    else if (!mass->enclosed || !mass->definite)
        *reason = "the part of the mass that follows the contacts is not proved positive definite";
    if (*reason[0]) return JUDDER_OK;
    *unit = cover_trace(cover, still) / cover_trace(cover, mass);
    for (int i = 0; i < 2 && *unit > 0 && isfinite(*unit); i++) {
        TRY(cover_place(cover, COVER_Z, *unit, &moved));
        const double more = cover_trace(cover, moved) - cover_trace(cover, still);
        if (!moved->enclosed || !(more > 0)) break;
        *unit *= cover_trace(cover, still) / more;
    }
    if (!(*unit > 0) || !isfinite(*unit))
        *reason = "the contacts that may slip move without inertia or without stiffness";
    else
        *unit = ldexp(1, (int)lround(log2(*unit)));
    return JUDDER_OK;
}

JudderErr cover_begin(Cover *cover, const char **reason) {
    double unit = 0;
    TRY(natural_z(cover, &unit, reason));
    if ((*reason)[0]) return JUDDER_OK;
    /* The unit is a power of two: the seam z = unit, t = 1/unit is the same place exactly. */
    for (int side = 0; side < 2; side++) {
        const double end = side == COVER_Z ? unit : 1 / unit;
        const double at[] = {0, end / 16, end / 4, end, 4 * end};
        for (int k = 0; k < 3 && !cover_is_over(cover); k++)
            TRY(cover_append(cover, (CoverInterval){side, 0, at[k], at[k + 1], at[k + 2], 0}, cover->cap));
    }
    if (cover_is_over(cover)) *reason = "the time did not suffice";
    return JUDDER_OK;
}
