/* Unilateral contact by exact events: g >= 0, S >= 0, g S = 0.  (SL-3), (SL-4), (SL-8)
 *
 * Closed: u_3 = 0, S = -Z_2 b3+, b3- = -b3+. Open: S = 0, u_3,t = b3+ = b3-. One round trip later b3+ =
 * -b3-: what arrives at a place x = t - k T_2 of the trip k is always the initial profile p(x) with a sign,
 * the same sign after a closed contact and the opposite one after flight. So the memory is a list of signs
 * along the trip, and lift-off (b3+ becomes positive) and landing (the gap, an integral of b3+, becomes
 * negative) are zeros of polynomials, found to rounding however many of them fall into one step.
 */
#include "base/roots.h"
#include "slab/initial.h"
#include "slab/normal/normal.h"

#include <stdlib.h>
#include <string.h>

enum { SIGNS = 8192, STUCK = 8 };

typedef struct SignRun {
    double end; /* place in the trip where the run ends */
    double sign;
} SignRun;

typedef struct SignList {
    size_t count;
    SignRun runs[SIGNS];
} SignList;

typedef struct Events {
    Curve profile;     /* p over [0, T_2] */
    SignList lists[2]; /* of this trip, and of the next one as far as it is known */
    int present;       /* which of them is being read */
    double trips;      /* k */
    double x, x_end;   /* the stretch within the trip */
    size_t piece, run; /* that hold it */
    double gap;        /* at x */
    bool open;
    bool flips;  /* the contact opens or closes at x_end */
    double size; /* of p */
} Events;

/* Appends a run of the next trip's signs. The list cannot overflow: once it is half full, runs that are too
 * short to matter are joined to the one before. */
static void append_sign(Events *e, double trip, double end, double sign) {
    SignList *list = &e->lists[1 - e->present];
    const double from = list->count ? list->runs[list->count - 1].end : 0;
    if (!(end > from)) return;
    const bool crowded = list->count > SIGNS / 2 && end - from < 4 * trip / SIGNS;
    if (list->count && (list->runs[list->count - 1].sign == sign || crowded))
        list->runs[list->count - 1].end = end;
    else
        list->runs[list->count++] = (SignRun){end, sign};
}

static double time_of(const Normal *normal, double x) {
    const Events *e = normal->own;
    return e->trips * normal->trip + x;
}

/* Whether the bounds of the profile on the piece already exclude a change of state: most stretches need no
 * search. */
static bool cannot_flip(const Events *e, const CurvePiece *piece, double sign) {
    double variation = 0;
    for (int k = 1; k <= piece->degree; k++) variation += fabs(piece->c[k]);
    const double middle = sign * piece->c[0];
    if (!e->open) return middle + variation <= 0;
    return e->gap + fmin(0, middle - variation) * (e->x_end - e->x) > 0;
}

static double value_at(const void *context, double s) {
    return exp_polynomial_value(context, s);
}

/* The zero of a monotone g that changes its sign on [0, 1]: Newton from the chord, once more when
 * the step has become so small that the next one is below rounding; the bracket where this does
 * not come about quickly. */
static double monotone_zero(const ExpPolynomial *g) {
    double s = g->c[0] / (g->c[0] - exp_polynomial_value(g, 1));
    bool near = false;
    for (int i = 0; i < 8; i++) {
        double value = g->c[g->degree], slope = 0;
        for (int k = g->degree - 1; k >= 0; k--) {
            slope = slope * s + value;
            value = value * s + g->c[k];
        }
        const double next = s - value / slope;
        if (!(next >= 0 && next <= 1)) break;
        if (near) return next;
        near = fabs(next - s) <= 1e-9;
        s = next;
    }
    return root_bracketed(value_at, g, 0, 1);
}

/* The first place in [0, 1] after which g is below 0 (side -1) or above (+1) by more than the tolerance. A g
 * whose first coefficient outweighs the others is monotone: then no critical points need to be found. */
static bool first_exit(const ExpPolynomial *g, int side, double tolerance, double *s) {
    if (side * g->c[0] > tolerance) {
        *s = 0;
        return true;
    }
    double bends = 0;
    for (int k = 2; k <= g->degree; k++) bends += k * fabs(g->c[k]);
    int found_side;
    if (fabs(g->c[1]) < bends)
        return exp_polynomial_first_exit(g, side < 0 ? 0 : -INFINITY, side < 0 ? INFINITY : 0, tolerance, s,
                                         &found_side);
    if (side * exp_polynomial_value(g, 1) <= tolerance) return false;
    *s = side * g->c[0] >= 0 ? 0 : monotone_zero(g);
    return true;
}

/* Where the contact changes its state between x and x_end, given the signed profile there; false: it does
 * not. */
static bool find_flip(const Normal *normal, const Events *e, const CurvePiece *piece, double sign,
                      double *x) {
    if (cannot_flip(e, piece, sign)) return false;
    const double length = e->x_end - e->x;
    ExpPolynomial g;
    curve_piece_restrict(piece, e->x, e->x_end, &g);
    for (int k = 0; k <= g.degree; k++) g.c[k] *= sign;
    double s = 0;
    bool found;
    if (e->open) {
        for (int k = g.degree; k >= 0; k--) g.c[k + 1] = g.c[k] * length / (k + 1);
        g.c[0] = e->gap;
        g.degree++;
        found = first_exit(&g, -1, 1e-15 * e->size * normal->trip, &s);
    } else {
        if (g.degree == 0) g.c[1] = 0;
        found = first_exit(&g, 1, 1e-14 * e->size, &s);
    }
    if (found) *x = e->x + s * length;
    return found;
}

static void write_stretch(Normal *normal, const CurvePiece *piece, double sign) {
    Events *e = normal->own;
    NormalStretch *p = &normal->stretch;
    *p = (NormalStretch){.start = time_of(normal, e->x),
                         .end = time_of(normal, e->x_end),
                         .mid = time_of(normal, piece->mid),
                         .per_half = piece->per_half,
                         .degree = piece->degree,
                         .u = e->gap,
                         .open = e->open};
    for (int k = 0; k <= piece->degree; k++) {
        p->incoming[k] = sign * piece->c[k];
        p->pressure[k] = e->open ? 0 : -normal->Z_2 * sign * piece->c[k]; /* (SL-4) */
    }
}

/* The stretch that starts at x: up to the end of the piece, of the run of signs, or of the state of the
 * contact. */
static void open_stretch(Normal *normal) {
    Events *e = normal->own;
    const CurvePiece *piece = &e->profile.pieces[e->piece];
    const SignRun *run = &e->lists[e->present].runs[e->run];
    const double sign = run->sign;
    for (int tries = 0;; tries++) {
        double x = e->x;
        e->x_end = fmin(piece->end, run->end);
        e->flips = tries < STUCK && find_flip(normal, e, piece, sign, &x);
        if (e->flips && x > e->x && x < e->x_end) e->x_end = x;
        if (!e->flips || x > e->x) break;
        /* It changes here and now, as where the sign of the wave jumps. */
        e->open = !e->open;
        e->gap = 0;
        normal_tell(normal, e->open ? STEPPER_OPEN : STEPPER_CLOSE, time_of(normal, e->x),
                    sign * curve_piece_value(piece, e->x));
    }
    write_stretch(normal, piece, sign);
}

/* The next place in the lists; at the end of the trip the list that was written becomes the one that is
 * read. */
static void move_on(Normal *normal) {
    Events *e = normal->own;
    SignList *read = &e->lists[e->present];
    const double before = read->runs[e->run].sign;
    e->x = e->x_end;
    while (e->piece + 1 < e->profile.count && e->profile.pieces[e->piece].end <= e->x) e->piece++;
    while (e->run + 1 < read->count && read->runs[e->run].end <= e->x) e->run++;
    bool jump = read->runs[e->run].sign != before ||
                (e->profile.pieces[e->piece].jump && e->profile.pieces[e->piece].start == e->x);
    if (e->x >= normal->trip) {
        e->x = 0;
        e->trips++;
        e->piece = e->run = 0;
        e->present = 1 - e->present;
        read->count = 0;
        jump = true;
    }
    if (jump && !e->open) normal->irregular = true;
}

static JudderErr next(Normal *normal) {
    Events *e = normal->own;
    const double sign = e->lists[e->present].runs[e->run].sign;
    append_sign(e, normal->trip, e->x_end, e->open ? -sign : sign); /* (SL-3), (SL-8) */
    if (e->open) e->gap = fmax(0, normal_displacement_at(normal, normal->stretch.end));
    if (e->flips) {
        const double velocity = sign * curve_piece_value(&e->profile.pieces[e->piece], e->x_end);
        e->open = !e->open;
        e->gap = 0;
        normal_tell(normal, e->open ? STEPPER_OPEN : STEPPER_CLOSE, time_of(normal, e->x_end), velocity);
    }
    move_on(normal);
    open_stretch(normal);
    return JUDDER_OK;
}

static JudderErr begin(Normal *normal, const SlabData *data) {
    Events *e = calloc(1, sizeof *e);
    REQUIRE(e, error_memory());
    normal->own = e;
    TRY(slab_incoming_create(data, 2, normal->c_2, &e->profile));
    e->profile.pieces[e->profile.count - 1].end = normal->trip;
    e->size = profile_size(&e->profile);
    double stretched;
    TRY(slab_strain_integral(data, 2, &stretched));
    const double gap = -data->squeeze - stretched;
    const double rounding = 1e-11 * (fabs(data->squeeze) + fabs(stretched));
    REQUIRE(gap >= -rounding,
            error_input("initial",
                        "squeeze %g and the initial strain put the contact %g below the foundation: "
                        "u_3(0) = -squeeze - integral of u_3,z must not be negative",
                        data->squeeze, -gap));
    e->gap = gap > rounding ? gap : 0;
    e->open = e->gap > 0;
    e->lists[0].count = 1;
    e->lists[0].runs[0] = (SignRun){normal->trip, 1};
    open_stretch(normal);
    return JUDDER_OK;
}

static double sign_at(const SignList *list, double x) {
    size_t low = 0, high = list->count - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (list->runs[middle].end < x)
            low = middle + 1;
        else
            high = middle;
    }
    return list->runs[low].sign;
}

static double outgoing(const Normal *normal, double t) {
    const Events *e = normal->own;
    double x = t - e->trips * normal->trip;
    const SignList *list = &e->lists[1 - e->present];
    if (x < 0) {
        x = fmax(0, x + normal->trip);
        list = &e->lists[e->present];
    }
    double sign;
    if (list == &e->lists[e->present])
        sign = sign_at(list, x);
    else if (x <= e->x && list->count)
        sign = sign_at(list, x);
    else /* in the present stretch, which is not in the list yet */
        sign = (e->open ? -1 : 1) * e->lists[e->present].runs[e->run].sign;
    return -sign * profile_value(&e->profile, x);
}

static void serialise_signs(SignList *list, Archive *archive) {
    const size_t count = archive_count(archive, "signs", list->count, sizeof *list->runs);
    if (count > SIGNS) {
        archive_refuse(archive, "the number of signs");
        return;
    }
    list->count = count;
    archive_array(archive, "runs", list->runs, count * sizeof *list->runs);
}

static void events_serialise(Normal *normal, Archive *archive) {
    Events *e = normal->own;
    double numbers[] = {e->trips, e->x, e->x_end, e->gap};
    size_t places[] = {(size_t)e->present, e->piece, e->run};
    archive_array(archive, "flight", numbers, sizeof numbers);
    archive_array(archive, "places", places, sizeof places);
    archive_flag(archive, "open", &e->open);
    archive_flag(archive, "flips", &e->flips);
    for (int i = 0; i < 2; i++) serialise_signs(&e->lists[i], archive);
    if (places[0] > 1 || places[1] >= e->profile.count || places[2] >= e->lists[places[0]].count) {
        archive_refuse(archive, "the place in the trip");
        return;
    }
    e->trips = numbers[0], e->x = numbers[1], e->x_end = numbers[2], e->gap = numbers[3];
    e->present = (int)places[0], e->piece = places[1], e->run = places[2];
}

static void end(Normal *normal) {
    Events *e = normal->own;
    curve_release(&e->profile);
    free(e);
}

const NormalKind normal_unilateral = {.name = "unilateral",
                                      .rigid = true,
                                      .begin = begin,
                                      .next = next,
                                      .outgoing = outgoing,
                                      .serialise = events_serialise,
                                      .end = end};
