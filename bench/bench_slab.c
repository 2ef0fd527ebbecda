/* The slab by its two methods in one run: what a step costs, and what it costs to come to a mean error of 0.04 m/s on the contact-loss problem. */
#include "slab/delay.h"
#include "slab/grid/upwind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double H = 0.05;
static const double wanted = 0.04; /* m/s */
enum { REPEATS = 9 };              /* of a march whose steps are timed; the least counts, for both methods */

/* Of this process alone, so that a busy machine does not count. */
static double processor_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void stop(void) {
    fprintf(stderr, "bench_slab: %s\n", error_message());
    exit(1);
}

static JudderErr velocity_1(void *context, double z, double *y) {
    (void)context;
    *y = 3 * pow(sin(M_PI * z / H), 2) + 2 * (1 - z / H);
    return JUDDER_OK;
}

static JudderErr velocity_2(void *context, double z, double *y) {
    (void)context;
    *y = -1.5 * sin(2 * M_PI * z / H) + 0.5 * (1 - z / H);
    return JUDDER_OK;
}

static JudderErr velocity_3(void *context, double z, double *y) {
    (void)context;
    *y = 4 * pow(sin(M_PI * z / H), 2);
    return JUDDER_OK;
}

/* Steel that lifts off, lands, sticks and slips; case slab_contact_loss. */
static SlabData contact_loss(double final, double step) {
    static const double linear[3] = {0.8, 0.5, 1};
    SlabData data = {.height = H,
                     .lambda = 107e9,
                     .G = 77e9,
                     .rho = 7800,
                     .contact = SLAB_UNILATERAL,
                     .squeeze = 20e-6,
                     .epsilon = 10};
    data.friction = (Friction){&linear_law, linear};
    data.foundation[0].constant = 2;
    data.foundation[1].constant = 0.5;
    data.velocity[0].function.call = velocity_1;
    data.velocity[1].function.call = velocity_2;
    data.velocity[2].function.call = velocity_3;
    data.strain[0].constant = -4.5e-4;
    data.strain[2].constant = -data.squeeze / H;
    data.final = final;
    data.step = step;
    return data;
}

typedef struct Motion {
    size_t count, room, cursor;
    double (*at)[3]; /* t, v_1, v_2 */
    double distance;
    const struct Motion *reference;
} Motion;

static JudderErr keep(void *context, const SlabState *s) {
    Motion *m = context;
    if (m->count < m->room) {
        double *row = m->at[m->count++];
        row[0] = s->t, row[1] = s->slip[0], row[2] = s->slip[1];
    }
    return JUDDER_OK;
}

/* Time mean of the difference, this motion straight between its steps, on the steps of the reference. */
static double mean_error(const Motion *m, const Motion *reference) {
    double sum = 0, before = 0;
    size_t j = 0;
    for (size_t i = 0; i < reference->count; i++) {
        const double *r = reference->at[i];
        while (j + 2 < m->count && m->at[j + 1][0] < r[0]) j++;
        const double part = fmin(1, (r[0] - m->at[j][0]) / (m->at[j + 1][0] - m->at[j][0]));
        double miss[2];
        for (int k = 0; k < 2; k++)
            miss[k] = m->at[j][k + 1] + part * (m->at[j + 1][k + 1] - m->at[j][k + 1]) - r[k + 1];
        const double difference = hypot(miss[0], miss[1]);
        if (i > 0) sum += 0.5 * (difference + before) * (r[0] - reference->at[i - 1][0]);
        before = difference;
    }
    return sum / reference->at[reference->count - 1][0];
}

/* Seconds of a march; cells < 0: the delay method of that order, else upwind. */
static double march(const SlabData *data, long cells, SlabOrder order, const SlabWatch *watch,
                    size_t *steps) {
    SlabReport report;
    double begin = 0, seconds = 0;
    if (cells < 0) {
        SlabDelay *delay = NULL;
        if (slab_delay_create(data, &(SlabDelayOptions){order}, &delay) != JUDDER_OK) stop();
        begin = processor_seconds();
        if (slab_delay_march(delay, watch, &report) != JUDDER_OK) stop();
        seconds = processor_seconds() - begin;
        slab_delay_destroy(&delay);
    } else {
        SlabUpwind *upwind = NULL;
        if (slab_upwind_create(data, &(SlabUpwindOptions){cells}, &upwind) != JUDDER_OK) stop();
        begin = processor_seconds();
        if (slab_upwind_march(upwind, watch, &report) != JUDDER_OK) stop();
        seconds = processor_seconds() - begin;
        slab_upwind_destroy(&upwind);
    }
    *steps = report.steps;
    return seconds;
}

/* Laws whose steps are timed. */
static const double linear[3] = {0.8, 0.5, 1}, exponential[3] = {0.8, 0.5, 0.1},
                    stribeck[4] = {0.8, 0.5, 0.1, 0.01};
static const Friction laws[] = {
    {&linear_law, linear}, {&exponential_law, exponential}, {&stribeck_law, stribeck}};
enum { LAWS = sizeof laws / sizeof laws[0] };

static double nanoseconds_a_step(long resolution, bool upwind, SlabOrder order, Friction friction) {
    const double c_1 = 3141.94126, c_2 = 5784.59493, cell = H / (double)resolution;
    const double step = upwind ? 0.999 * cell / c_2 : cell / c_1;
    const double steps_wanted = upwind ? 4e8 / (double)(resolution * 20) : 4e6;
    double best = INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        SlabData data = contact_loss(steps_wanted * step, step);
        data.friction = friction;
        size_t steps;
        const double seconds = march(&data, upwind ? resolution : -1, order, NULL, &steps);
        best = fmin(best, seconds / (double)steps);
    }
    return 1e9 * best;
}

typedef struct Price {
    double step, error, seconds;
} Price;

static Price price(double step, long cells, SlabOrder order, const Motion *reference) {
    const SlabData data = contact_loss(1e-4, step);
    Motion m = {.room = (size_t)(1.5e-4 / step) + 64};
    m.at = malloc(m.room * sizeof *m.at);
    if (!m.at) exit(3);
    const SlabWatch watch = {.record = keep, .context = &m, .every = 1};
    size_t steps;
    march(&data, cells, order, &watch, &steps);
    Price p = {step, mean_error(&m, reference), INFINITY};
    for (int i = 0; i < 3; i++) p.seconds = fmin(p.seconds, march(&data, cells, order, NULL, &steps));
    free(m.at);
    return p;
}

static void time_to_error(void) {
    const double c_2 = 5784.59493;
    Motion reference = {.room = 800000};
    reference.at = malloc(reference.room * sizeof *reference.at);
    if (!reference.at) exit(3);
    const SlabData fine = contact_loss(1e-4, 2.5e-10);
    const SlabWatch watch = {.record = keep, .context = &reference, .every = 1};
    size_t steps;
    march(&fine, -1, SLAB_SDIRK2, &watch, &steps);
    Price delay = {0};
    for (double step = 4e-7; step > 1e-9; step *= 0.7) {
        delay = price(step, -1, SLAB_SDIRK2, &reference);
        if (delay.error <= wanted) break;
    }
    /* The grid scheme at its best Courant number, c_2 dt/dz = 1: two steps measured, the wanted error by the order between them. */
    const Price coarse = price(4e-9, (long)(H / (c_2 * 4e-9)), SLAB_SDIRK2, &reference);
    const Price finer = price(1e-9, (long)(H / (c_2 * 1e-9)), SLAB_SDIRK2, &reference);
    free(reference.at);
    const double order = log(coarse.error / finer.error) / log(4.0),
                 growth = log(finer.seconds / coarse.seconds) / log(4.0);
    const double shrink = pow(finer.error / wanted, 1 / order), seconds = finer.seconds * pow(shrink, growth);
    printf("\n| contact loss, 100 us | step | mean error | seconds |\n|---|---|---|---|\n");
    printf("| delay | %.2g s | %.3g m/s | %.3g |\n", delay.step, delay.error, delay.seconds);
    printf("| upwind, c_2 dt/dz = 1 | %.2g s | %.3g m/s | %.3g |\n", coarse.step, coarse.error,
           coarse.seconds);
    printf("| upwind, c_2 dt/dz = 1 | %.2g s | %.3g m/s | %.3g |\n", finer.step, finer.error, finer.seconds);
    printf("| upwind to %.2g m/s, by its order %.2f between the two | %.2g s | %.2g m/s | %.3g |\n", wanted,
           order, finer.step / shrink, wanted, seconds);
    printf("| ratio of times to %.2g m/s | | | %.2g |\n", wanted, seconds / delay.seconds);
}

int main(void) {
    static const long cells[2] = {500, 50000};
    double ns[LAWS][2][2], upwind[2];
    printf("| slab, ns a step, least of %d runs | 500 cells | 50 000 cells |\n|---|---|---|\n", REPEATS);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < LAWS; k++) {
            ns[k][0][i] = nanoseconds_a_step(cells[i], false, SLAB_EULER, laws[k]);
            ns[k][1][i] = nanoseconds_a_step(cells[i], false, SLAB_SDIRK2, laws[k]);
        }
        upwind[i] = nanoseconds_a_step(cells[i], true, SLAB_EULER, laws[0]);
    }
    for (int k = 0; k < LAWS; k++) {
        const char *name = laws[k].law->word.name;
        printf("| delay, Euler, %s | %.1f | %.1f |\n", name, ns[k][0][0], ns[k][0][1]);
        printf("| delay, second order, %s | %.1f | %.1f |\n", name, ns[k][1][0], ns[k][1][1]);
    }
    printf("| upwind, linear | %.0f | %.0f |\n", upwind[0], upwind[1]);
    printf("| ratio upwind/delay (second order, linear) | %.0f | %.0f |\n", upwind[0] / ns[0][1][0],
           upwind[1] / ns[0][1][1]);
    time_to_error();
    return 0;
}
