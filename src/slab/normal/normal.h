/* The normal part of the contact: the pressure S(t), the gap, and the normal wave that goes back.
 * (SL-3)-(SL-5), (SL-8)
 *
 * Normal motion does not depend on friction, so it runs ahead of it. Whatever the kind of contact, time is
 * cut into stretches on which the pressure is a polynomial in time plus an exponential; friction reads S(t)
 * inside the present stretch and asks for the next one when it leaves. A kind is one file and one constant.
 */
#ifndef JUDDER_SLAB_NORMAL_H
#define JUDDER_SLAB_NORMAL_H

#include "base/error.h"
#include "slab/slab.h"

#include <math.h>

typedef struct NormalStretch {
    double start, end;    /* times */
    double mid, per_half; /* s = (t - mid) per_half */
    int degree;           /* of both polynomials in s */
    double pressure[CURVE_DEGREE + 1];
    double incoming[CURVE_DEGREE + 1]; /* b3+ */
    double amplitude, rate;            /* pressure + amplitude exp(-rate (t - start)) */
    double u;                          /* u_3 at the start */
    bool open;
} NormalStretch;

typedef struct Normal Normal;

typedef struct NormalKind {
    const char *name;
    bool rigid;                                               /* a closed contact does not move */
    JudderErr (*begin)(Normal *normal, const SlabData *data); /* makes what it owns and the first stretch */
    JudderErr (*next)(Normal *normal); /* replaces the stretch by the one that follows */
    /* B_3(t) for a time in the last round trip up to now (SL-10) */
    double (*outgoing)(const Normal *normal, double t);
    void (*serialise)(Normal *normal, Archive *archive); /* what it owns, out and back in */
    void (*end)(Normal *normal);                         /* frees what it owns, complete or not */
} NormalKind;

extern const NormalKind normal_unilateral, normal_compliance, normal_pressure;

struct Normal {
    const NormalKind *kind;
    void *own;
    double Z_2, c_2, trip; /* trip = T_2 */
    NormalStretch stretch;
    size_t stretches;       /* how many were left */
    double t;               /* up to where friction has come */
    double mark, impulse;   /* integral of S from the mark to the start of the stretch that was left last */
    NormalStretch left;     /* the one that was left last */
    bool has_left;          /* since the mark */
    bool irregular;         /* S jumped or the contact opened or closed since the mark */
    double open_time;       /* before the stretch */
    const Stepper *stepper; /* tells of open and close; may be NULL */
};

JudderErr normal_create(const SlabData *data, Normal **normal);
void normal_destroy(Normal **normal);

/* The state, out and back in. */
void normal_serialise(Normal *normal, Archive *archive);

/* The polynomial of the pressure: all eight coefficients, zero above the degree, in pairs, which is shorter
 * than a loop. */
static inline double normal_polynomial_at(const NormalStretch *p, double t) {
    const double *c = p->pressure, s = (t - p->mid) * p->per_half, s2 = s * s, s4 = s2 * s2;
    return ((c[0] + c[1] * s) + (c[2] + c[3] * s) * s2) + ((c[4] + c[5] * s) + (c[6] + c[7] * s) * s2) * s4;
}
/* S and u_3 at a time inside the present stretch; the normal velocity there. */
static inline double normal_pressure_at(const Normal *normal, double t) {
    const NormalStretch *p = &normal->stretch;
    double sum = normal_polynomial_at(p, t);
    if (p->amplitude != 0) sum += p->amplitude * exp(-p->rate * (t - p->start));
    return sum > 0 ? sum : 0;
}
double normal_displacement_at(const Normal *normal, double t);
double normal_velocity_at(const Normal *normal, double t);

/* Leaves stretches behind until t lies in the present one. */
JudderErr normal_leave(Normal *normal, double t);
/* Moves on to t; at a border it stays in the stretch that ends there. */
static inline JudderErr normal_advance(Normal *normal, double t) {
    normal->t = t;
    return t <= normal->stretch.end ? JUDDER_OK : normal_leave(normal, t);
}
/* Starts a cell of friction at t. */
static inline void normal_set_mark(Normal *normal, double t) {
    normal->mark = t;
    normal->impulse = 0;
    normal->has_left = false;
    normal->irregular = false;
}
/* The mean of S from the mark to now. */
double normal_mean(const Normal *normal);
/* How long the contact has been open up to now. */
double normal_open_time(const Normal *normal);

/* For the kinds: tells of it and makes the cell irregular. */
void normal_tell(Normal *normal, StepperEventKind kind, double t, double velocity);

#endif
