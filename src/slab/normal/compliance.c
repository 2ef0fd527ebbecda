/* Compliant contact: u_3,t = b3+ + max(-u_3, 0)/(eta Z_2), S = max(-u_3, 0)/eta.  (SL-5)
 *
 * The wave is kept as its means over the cells of a clock dt_2 = T_2/n_2. With a constant b3+ the
 * penetration y = -u_3 follows y' = -b3+ - max(y, 0)/(eta Z_2), solved exactly with its passages through 0;
 * the mean of what goes back is 2 (change of u_3)/dt_2 - b3+. So a stiff contact needs no small step, u_3
 * stays the sum of the ring, and replacing a wave by its means only ever loses energy.
 */
#include "slab/initial.h"
#include "slab/normal/normal.h"

#include <stdlib.h>

typedef struct Compliance {
    size_t n, slot;
    double dt, eta, rate; /* rate = 1/(eta Z_2) */
    double *B;            /* means of b3- over the last round trip */
    double cells;         /* that are done */
    double cell_start, cell_u, y;
} Compliance;

static double cell_time(const Compliance *c, double cells) {
    return cells * c->dt;
}

/* The stretch from a time with penetration y to the end of the cell or the next passage through 0. */
static void write_stretch(Normal *normal, double start) {
    Compliance *c = normal->own;
    const double b = -c->B[c->slot]; /* (SL-3) */
    const double end = cell_time(c, c->cells + 1);
    const bool open = c->y < 0 || (c->y == 0 && b > 0);
    NormalStretch *p = &normal->stretch;
    if (open != p->open && start > 0) normal_tell(normal, open ? STEPPER_OPEN : STEPPER_CLOSE, start, b);
    *p = (NormalStretch){.start = start, .end = end, .u = -c->y, .open = open, .incoming = {b}};
    double passage = INFINITY;
    if (open) {
        if (b < 0) passage = c->y / b;
    } else {
        if (b > 0) passage = log1p(c->rate * c->y / b) / c->rate;
        p->rate = c->rate;
        p->pressure[0] = -b / (c->rate * c->eta);
        p->amplitude = (c->y + b / c->rate) / c->eta;
    }
    if (passage < end - start) p->end = start + passage;
}

static JudderErr next(Normal *normal) {
    Compliance *c = normal->own;
    const double now = normal->stretch.end, u = normal_displacement_at(normal, now);
    if (now < cell_time(c, c->cells + 1)) {
        c->y = 0; /* the sign of b3+ says to which side it passes */
        write_stretch(normal, now);
        return JUDDER_OK;
    }
    c->y = -u;
    c->B[c->slot] = 2 * (u - c->cell_u) / c->dt + c->B[c->slot]; /* (SL-8) in the mean */
    c->cell_u = u;
    c->slot = c->slot + 1 == c->n ? 0 : c->slot + 1;
    c->cells++;
    write_stretch(normal, now);
    return JUDDER_OK;
}

static JudderErr begin(Normal *normal, const SlabData *data) {
    Compliance *c = calloc(1, sizeof *c);
    REQUIRE(c, error_memory());
    normal->own = c;
    REQUIRE(data->compliance > 0,
            error_input("eta", "compliance eta = %g: a number above 0 is needed", data->compliance));
    REQUIRE(normal->trip / data->step <= 1e8,
            error_input("step", "step = %g: at least %g, 1e8 steps in the round trip of the normal wave",
                        data->step, normal->trip / 1e8));
    c->n = (size_t)fmax(1, round(normal->trip / data->step));
    c->dt = normal->trip / (double)c->n;
    c->eta = data->compliance;
    c->rate = 1 / (c->eta * normal->Z_2);
    c->B = calloc(c->n, sizeof *c->B);
    REQUIRE(c->B, error_memory());
    double stretched;
    TRY(slab_strain_integral(data, 2, &stretched));
    c->y = data->squeeze + stretched;
    c->cell_u = -c->y;
    Curve incoming = {0};
    const JudderErr err = slab_incoming_create(data, 2, normal->c_2, &incoming);
    for (size_t i = 0; err == JUDDER_OK && i < c->n; i++)
        c->B[i] = -profile_integral(&incoming, (double)i * c->dt, (double)(i + 1) * c->dt) / c->dt;
    curve_release(&incoming);
    if (err == JUDDER_OK) write_stretch(normal, 0);
    return err;
}

static double outgoing(const Normal *normal, double t) {
    const Compliance *c = normal->own;
    const double back = floor(t / c->dt) - c->cells; /* 0: the present cell, which is not in the ring yet */
    if (back >= 0) return 2 * normal_velocity_at(normal, normal->t) - normal->stretch.incoming[0];
    const double n = (double)c->n;
    return c->B[(c->slot + (size_t)fmax(0, n + back)) % c->n];
}

static void compliance_serialise(Normal *normal, Archive *archive) {
    Compliance *c = normal->own;
    Compliance copy = *c;
    copy.B = NULL;
    archive_array(archive, "compliance", &copy, sizeof copy);
    if (copy.n != c->n || copy.slot >= c->n) {
        archive_refuse(archive, "the position in the normal ring");
        return;
    }
    copy.B = c->B;
    *c = copy;
    archive_array(archive, "normal ring", c->B, c->n * sizeof *c->B);
}

static void end(Normal *normal) {
    Compliance *c = normal->own;
    free(c->B);
    free(c);
}

const NormalKind normal_compliance = {.name = "compliance",
                                      .begin = begin,
                                      .next = next,
                                      .outgoing = outgoing,
                                      .serialise = compliance_serialise,
                                      .end = end};
