/* What all kinds of normal contact share: reading a stretch, integrals over it, moving on. */
#include "slab/normal/normal.h"

#include "base/log.h"
#include "slab/initial.h"

#include <stdlib.h>

static const double most_trips = 1e6;
enum { STRETCHES_BETWEEN_QUESTIONS = 4096 };

JudderErr normal_create(const SlabData *data, Normal **normal) {
    Normal *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->kind = data->contact->given   ? &normal_pressure
                 : data->contact->rigid ? &normal_unilateral
                                        : &normal_compliance;
    made->c_2 = sqrt((data->lambda + 2 * data->G) / data->rho);
    made->Z_2 = data->rho * made->c_2;
    made->trip = 2 * data->height / made->c_2;
    if (!data->contact->given && !(data->step <= most_trips * made->trip)) {
        const double trip = made->trip;
        normal_destroy(&made);
        return error_input(
            "material",
            "the normal wave needs %g s for its round trip and the step is %g s: at most %g round "
            "trips in a step are followed",
            trip, data->step, most_trips);
    }
    const JudderErr err = made->kind->begin(made, data);
    if (err != JUDDER_OK) {
        normal_destroy(&made);
        return err;
    }
    *normal = made;
    return JUDDER_OK;
}

void normal_destroy(Normal **normal) {
    if (!*normal) return;
    if ((*normal)->own) (*normal)->kind->end(*normal);
    free(*normal);
    *normal = NULL;
}

void normal_serialise(Normal *normal, Archive *archive) {
    Normal copy = *normal;
    copy.kind = NULL, copy.own = NULL, copy.stepper = NULL;
    archive_array(archive, "normal", &copy, sizeof copy);
    if (copy.stretch.degree < 0 || copy.stretch.degree > CURVE_DEGREE || copy.left.degree < 0 ||
        copy.left.degree > CURVE_DEGREE) {
        archive_refuse(archive, "the degree of a stretch");
        return;
    }
    copy.kind = normal->kind, copy.own = normal->own, copy.stepper = normal->stepper;
    *normal = copy;
    normal->kind->serialise(normal, archive);
}

/* The integral of a polynomial of the stretch from its start to t. */
static double integral(const NormalStretch *p, const double *c, double from, double to) {
    CurvePiece piece = {.mid = p->mid, .per_half = p->per_half, .degree = p->degree};
    for (int k = 0; k <= p->degree; k++) piece.c[k] = c[k];
    return profile_piece_integral(&piece, from, to);
}

static double pressure_integral(const NormalStretch *p, double from, double to) {
    if (p->open) return 0;
    double sum = integral(p, p->pressure, from, to);
    if (p->amplitude != 0)
        sum += p->amplitude * exp(-p->rate * (from - p->start)) * -expm1(-p->rate * (to - from)) / p->rate;
    return sum;
}

double normal_displacement_at(const Normal *normal, double t) {
    /* u_3,t = b3+ + S/Z_2 (SL-4); in closed rigid contact the two cancel exactly. */
    const NormalStretch *p = &normal->stretch;
    if (!p->open && normal->kind->rigid) return p->u;
    return p->u + integral(p, p->incoming, p->start, t) + pressure_integral(p, p->start, t) / normal->Z_2;
}

double normal_velocity_at(const Normal *normal, double t) {
    const NormalStretch *p = &normal->stretch;
    if (!p->open && normal->kind->rigid) return 0;
    const double s = (t - p->mid) * p->per_half;
    double incoming = p->incoming[p->degree];
    for (int k = p->degree - 1; k >= 0; k--) incoming = incoming * s + p->incoming[k];
    return incoming + normal_pressure_at(normal, t) / normal->Z_2;
}

/* The integral of S over a stretch that was left since the mark, taken when it is requested. */
static double left_impulse(const Normal *normal) {
    if (!normal->has_left) return 0;
    return pressure_integral(&normal->left, fmax(normal->left.start, normal->mark), normal->left.end);
}

JudderErr normal_leave(Normal *normal, double t) {
    while (t > normal->stretch.end) {
        const NormalStretch *p = &normal->stretch;
        normal->impulse += left_impulse(normal);
        normal->left = *p;
        normal->has_left = true;
        /* A step may hold very many of them. */
        if (++normal->stretches % STRETCHES_BETWEEN_QUESTIONS == 0 && stop_overdue())
            return error_stopped("interrupted at t = %.9g", p->end);
        if (p->open) normal->open_time += p->end - p->start;
        TRY(normal->kind->next(normal));
    }
    return JUDDER_OK;
}

double normal_mean(const Normal *normal) {
    const NormalStretch *p = &normal->stretch;
    if (!(normal->t > normal->mark)) return normal_pressure_at(normal, normal->t);
    const double sum = normal->impulse + left_impulse(normal) +
                       pressure_integral(p, fmax(p->start, normal->mark), normal->t);
    return fmax(0, sum / (normal->t - normal->mark));
}

double normal_open_time(const Normal *normal) {
    const NormalStretch *p = &normal->stretch;
    return normal->open_time + (p->open ? normal->t - p->start : 0);
}

void normal_tell(Normal *normal, StepperEventKind kind, double t, double velocity) {
    normal->irregular = true;
    if (normal->stepper)
        slab_tell(normal->stepper, kind, t, kind == STEPPER_CLOSE ? velocity : 0,
                  kind == STEPPER_OPEN ? velocity : 0);
}
