/* The first event in a step, by whole steps of shorter lengths that end on it  (MO-4).
 *
 * Between the ends of a step a function is a cubic of its values and slopes there. A zero that is known at
 * the beginning (slip that has just begun) is divided out. */
#include "system_march/events/events.h"

#include <float.h>
#include <math.h>

enum { LOCATE_MOST = 60, LOCATE_ROUNDS = 40 };

/* A trial step of length h into e->spare. */
static JudderErr try_step(Events *e, double h, bool *solved) {
    Moment *end = e->spare;
    const Moment *now = e->now;
    const double length = h + now->t_low;
    end->t = now->t + length;
    end->t_low = length - (end->t - now->t);
    TRY(e->propagator->step(e, h, end, solved));
    if (!*solved) return JUDDER_OK;
    TRY(events_evaluate(e, e->mode, e->version, end));
    *solved = !e->mass.singular;
    return JUDDER_OK;
}

/* One function over a step. */
typedef struct Course {
    double y0, d0, y1, d1; /* values and slopes at both ends */
    double zero;           /* what counts as nothing */
    int known;             /* order of its zero at the beginning */
} Course;

static bool course_of(const Events *e, int j, Course *course) {
    const Moment *a = e->now, *b = e->spare;
    if (!isfinite(a->value[j]) || !isfinite(b->value[j])) return false;
    *course = (Course){a->value[j], a->slope[j], b->value[j], b->slope[j], EVENT_ZERO * e->scale[j],
                       e->known[j]};
    if (course->known == 0 && course->y0 <= course->zero) course->known = 1;
    return true;
}

/* The cubic at the time s h, and its minimum between the ends. */
static double cubic(const Course *c, double h, double s) {
    const double va = h * c->d0, vb = h * c->d1, rise = c->y1 - c->y0;
    return c->y0 + s * (va + s * (3 * rise - 2 * va - vb + s * (va + vb - 2 * rise)));
}

static double cubic_minimum(const Course *c, double h) {
    double low = 0, high = 1;
    const double va = h * c->d0, vb = h * c->d1, rise = c->y1 - c->y0;
    for (int k = 0; k < 40; k++) {
        const double s = 0.5 * (low + high);
        const double slope = va + s * (2 * (3 * rise - 2 * va - vb) + 3 * s * (va + vb - 2 * rise));
        *(slope < 0 ? &low : &high) = s;
    }
    return 0.5 * (low + high);
}

/* Where the function vanishes first by its cubic, of h; y1 is negative. */
static double cubic_root(const Course *c, double h) {
    double low = 0, high = 1;
    if (c->known > 0) low = 1e-3;
    for (int k = 0; k < 40; k++) {
        const double s = 0.5 * (low + high);
        *(cubic(c, h, s) > 0 ? &low : &high) = s;
    }
    return 0.5 * (low + high);
}

typedef enum Suspicion { COURSE_CLEAR, COURSE_CROSSES, COURSE_MAY_DIP } Suspicion;

/* What the ends of a step say of a function, and where: *s. */
static Suspicion suspect(const Course *c, double h, double *s) {
    if (c->y1 < -c->zero || (c->y1 < c->zero && c->d1 < 0 && c->known == 0 && c->y0 > c->zero)) {
        *s = c->y1 < -c->zero ? cubic_root(c, h) : 1;
        return COURSE_CROSSES;
    }
    if (c->known > 0 || !(c->d0 < 0 && c->d1 > 0)) return COURSE_CLEAR;
    *s = cubic_minimum(c, h);
    const double va = h * c->d0, vb = h * c->d1, rise = c->y1 - c->y0;
    const double bend = fmax(fabs(6 * rise - 4 * va - 2 * vb), fabs(2 * va + 4 * vb - 6 * rise));
    return cubic(c, h, *s) < 0.02 * bend + c->zero ? COURSE_MAY_DIP : COURSE_CLEAR;
}

typedef struct Suspect {
    int function; /* -1: none */
    double h;
    Suspicion what;
} Suspect;

/* The function that seems to vanish first in the trial step of length h. `cleared`: one known to dip not. */
static Suspect first_suspect(const Events *e, double h, int except, const bool *cleared) {
    Suspect first = {.function = -1, .h = INFINITY};
    for (int j = 0; j < e->m->setup.contact_count * EVENT_FUNCTIONS; j++) {
        Course c;
        double s = 1;
        if (j == except || !course_of(e, j, &c)) continue;
        const Suspicion what = suspect(&c, h, &s);
        if (what == COURSE_CLEAR || (what == COURSE_MAY_DIP && cleared[j]) || s * h >= first.h) continue;
        first = (Suspect){j, s * h, what};
    }
    return first;
}

/* The value with its known zero divided out; positive before the event. */
static double reduced(const Events *e, int j, int known, double h) {
    const double y = e->spare->value[j];
    return known == 0 ? y : known == 1 ? y / h : y / (h * h);
}

/* Shortens h until the trial step ends where function j vanishes; it is negative at h. */
static JudderErr bring_to_zero(Events *e, int j, double guess, double *h, bool *solved) {
    Course c;
    course_of(e, j, &c);
    double low = 0, high = *h, y_low = c.known ? NAN : c.y0, y_high = reduced(e, j, c.known, *h), x = guess;
    const double exact = EVENT_EXACT * e->scale[j];
    for (int k = 0; k < LOCATE_MOST; k++) {
        if (!(x > low && x < high)) x = 0.5 * (low + high);
        TRY(try_step(e, x, solved));
        *h = x;
        if (!*solved) return JUDDER_OK;
        const double y = e->spare->value[j], slope = e->spare->slope[j], z = reduced(e, j, c.known, x);
        if (fabs(y) <= exact || high - low <= 4 * DBL_EPSILON * fmax(x, fabs(e->now->t) * 1e-3)) break;
        if (z > 0)
            low = x, y_low = z;
        else
            high = x, y_high = z;
        const double newton = x - y / slope, secant = low + (high - low) * y_low / (y_low - y_high);
        x = slope < 0 && k % 4 < 2 && newton > low && newton < high ? newton : secant;
        if (k % 6 == 5 || !isfinite(x)) x = 0.5 * (low + high);
    }
    return JUDDER_OK;
}

/* Looks for the least value of the function inside the step; the trial step then ends there.
 * *below: it is below zero there. */
static JudderErr bring_to_minimum(Events *e, const Suspect *dip, double *h, bool *solved, bool *below) {
    const int j = dip->function;
    Course c;
    course_of(e, j, &c);
    double low = 0, high = *h, d_low = c.d0, d_high = c.d1, x = dip->h;
    *below = false;
    for (int k = 0; k < LOCATE_MOST; k++) {
        if (!(x > low && x < high)) x = 0.5 * (low + high);
        TRY(try_step(e, x, solved));
        *h = x;
        if (!*solved) return JUDDER_OK;
        const double y = e->spare->value[j], d = e->spare->slope[j];
        *below = y < -c.zero;
        const double bend = (d_high - d_low) / (high - low);
        /* decided: below zero, surely above it, or at its end */
        if (*below || y > c.zero + 4 * d * d / fabs(bend) || high - low <= 1e-9 * high) break;
        if (d < 0)
            low = x, d_low = d;
        else
            high = x, d_high = d;
        x = k % 5 == 4 ? 0.5 * (low + high) : low - (high - low) * d_low / (d_high - d_low);
    }
    return JUDDER_OK;
}

/* Follows a dip: either the step is cut where the function is below zero, or it is as before. */
static JudderErr follow_dip(Events *e, const Suspect *dip, double *h, bool *solved) {
    const double whole = *h;
    bool below;
    TRY(bring_to_minimum(e, dip, h, solved, &below));
    if (!*solved || below) return JUDDER_OK;
    if (fabs(e->spare->value[dip->function]) <= EVENT_ZERO * e->scale[dip->function]) e->m->report.grazing++;
    e->cleared[dip->function] = true;
    *h = whole;
    return try_step(e, whole, solved);
}

JudderErr events_locate(Events *e, double *h, bool *solved, EventFound *found) {
    const int all = e->m->setup.contact_count * EVENT_FUNCTIONS;
    int event = -1;
    *found = (EventFound){.contact = -1};
    for (int j = 0; j < all; j++) e->cleared[j] = false;
    TRY(try_step(e, *h, solved));
    for (int round = 0; *solved && round < LOCATE_ROUNDS; round++) {
        const Suspect first = first_suspect(e, *h, event, e->cleared);
        if (first.function < 0) break;
        if (first.what == COURSE_MAY_DIP) {
            TRY(follow_dip(e, &first, h, solved));
            continue;
        }
        event = first.function;
        if (first.h < *h) TRY(bring_to_zero(e, event, first.h, h, solved));
    }
    if (!*solved || event < 0) return JUDDER_OK;
    *found = (EventFound){true, *h, event / EVENT_FUNCTIONS, (EventFunction)(event % EVENT_FUNCTIONS)};
    return JUDDER_OK;
}
