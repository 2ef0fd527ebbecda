/* What the ring knows of the inside of the slab.  (SL-9), (SL-10) */
#include "slab/delay/delay_internal.h"
#include "slab/initial.h"

/* The time of an entry of the ring, counted from the oldest, and its place. */
static double entry_time(const SlabDelay *slab, size_t i) {
    const size_t stages = (size_t)slab->stages;
    return slab->t - slab->trip + ((double)(i / stages) + slab->node[i % stages]) * slab->dt;
}

static const double *entry(const SlabDelay *slab, size_t i) {
    const size_t stages = (size_t)slab->stages;
    return &slab->ring[(slab->slot * stages + i) % (slab->n * stages) * 2];
}

/* B at a time of the last round trip, straight between stages. */
static double ring_value(const SlabDelay *slab, double t, size_t k) {
    const size_t stages = (size_t)slab->stages, last = slab->n * stages - 1;
    const double cells = floor((t - slab->t + slab->trip) / slab->dt);
    size_t i = cells > 0 ? (size_t)cells * stages : 0;
    if (i > last) i = last;
    if (i > 0) i--;
    while (i + 2 <= last && entry_time(slab, i + 1) < t) i++;
    const double t_0 = entry_time(slab, i), t_1 = entry_time(slab, i + 1);
    const double part = (t - t_0) / (t_1 - t_0);
    return entry(slab, i)[k] + part * (entry(slab, i + 1)[k] - entry(slab, i)[k]);
}

static JudderErr tangential(const SlabDelay *slab, double z, int k, double b[2]) {
    const double H = slab->data.height, c = slab->c_1, sent = slab->t - (H - z) / c;
    double top = 0;
    if (sent > 0) TRY(signal_value(&slab->data.top[k], sent, &top));
    b[0] = ring_value(slab, slab->t - z / c, (size_t)k);                     /* b- */
    b[1] = 2 * top - ring_value(slab, slab->t - (2 * H - z) / c, (size_t)k); /* b+ */
    return JUDDER_OK;
}

JudderErr slab_delay_profile(const SlabDelay *slab, const double *z, size_t count, double (*u_t)[3],
                             double (*u_z)[3]) {
    const Normal *normal = slab->normal;
    const double H = slab->data.height;
    for (size_t i = 0; i < count; i++) {
        REQUIRE(z[i] >= 0 && z[i] <= H, error_input(NULL, "height z = %g: a number in [0, %g]", z[i], H));
        for (int k = 0; k < 3; k++) {
            const double c = k < 2 ? slab->c_1 : normal->c_2;
            double b[2];
            if (k < 2) {
                TRY(tangential(slab, z[i], k, b));
            } else {
                b[0] = normal->kind->outgoing(normal, slab->t - z[i] / c);
                b[1] = -normal->kind->outgoing(normal, slab->t - (2 * H - z[i]) / c);
            }
            u_t[i][k] = (b[0] + b[1]) / 2;
            u_z[i][k] = (b[1] - b[0]) / (2 * c);
        }
    }
    return JUDDER_OK;
}

void slab_delay_ring_displacement(const SlabDelay *slab, double u[2]) {
    const size_t stages = (size_t)slab->stages;
    for (size_t k = 0; k < 2; k++) {
        double sum = 0;
        for (size_t i = 0; i < slab->n * stages; i++) sum += slab->weight[i % stages] * slab->ring[2 * i + k];
        u[k] = slab->dt / 2 * sum - slab->start_sum[k] + slab->top_u[k]; /* (SL-9) */
    }
}

double slab_delay_energy(const SlabDelay *slab) {
    const size_t stages = (size_t)slab->stages;
    double sum = 0;
    for (size_t i = 0; i < slab->n * stages; i++) {
        const double *B = &slab->ring[2 * i];
        sum += slab->weight[i % stages] * (B[0] * B[0] + B[1] * B[1]);
    }
    const double *U = slab->U;
    return slab->Z * slab->dt / 4 * sum + slab->data.epsilon / 2 * (U[0] * U[0] + U[1] * U[1]);
}
