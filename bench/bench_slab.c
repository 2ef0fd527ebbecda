/* B6: the slab R71 by the delay method, by the upwind scheme and by Lax-Wendroff on the same grid: what a
 * step costs, and the mean error of the slip velocity over 100 us against the time it takes. */
#include "bench/peers/lax_wendroff.h"
#include "bench/record.h"
#include "slab/method/method.h"

#include <stdlib.h>

static const double H = 0.05;
enum { REPEATS = 9 }; /* of a march whose steps are timed; the least counts, for both methods */

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
                     .contact = &unilateral_contact,
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

static JudderErr keep(void *context, const double *recorded) {
    const SlabState *s = slab_row(recorded);
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

typedef enum Code { DELAY_EULER, DELAY, UPWIND, LAX_WENDROFF, CODES } Code;
static const char *const names[] = {"judder, delay, Euler", "judder, delay, second order",
                                    "upwind (renard2001)", "Lax-Wendroff"};

/* Seconds of a march; the codes on a grid take that many cells. */
static double march(const SlabData *data, Code code, long cells, const StepperListener *listener,
                    size_t *steps) {
    const SlabChoices choices = {.euler = code == DELAY_EULER, .cells = cells};
    const SlabMethod *method = code == UPWIND ? &slab_upwind_method : &slab_delay_method;
    Stepper *stepper = NULL;
    if (code == LAX_WENDROFF) {
        *steps = (size_t)ceil(data->final / data->step);
        return lax_march(data, (size_t)cells, listener);
    }
    if (method->create(data, &choices, &stepper) != JUDDER_OK) stop();
    if (listener) stepper->listener = *listener;
    const double begin = processor_seconds();
    if (stepper_march(stepper, 1, 0) != JUDDER_OK) stop();
    const double seconds = processor_seconds() - begin;
    *steps = stepper->done;
    stepper_destroy(&stepper);
    return seconds;
}

/* Laws whose steps are timed. */
static const double linear[3] = {0.8, 0.5, 1}, exponential[3] = {0.8, 0.5, 0.1},
                    stribeck[4] = {0.8, 0.5, 0.1, 0.01};
static const Friction laws[] = {
    {&linear_law, linear}, {&exponential_law, exponential}, {&stribeck_law, stribeck}};
enum { LAWS = sizeof laws / sizeof laws[0] };

static const double c_1 = 3141.94126, c_2 = 5784.59493;

static double nanoseconds_a_step(Code code, long resolution, Friction friction) {
    const bool grid = code >= UPWIND;
    const double cell = H / (double)resolution, step = grid ? 0.999 * cell / c_2 : cell / c_1;
    const double steps_wanted = grid ? 4e8 / (double)(resolution * 20) : 4e6;
    double best = INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        SlabData data = contact_loss(steps_wanted * step, step);
        data.friction = friction;
        size_t steps;
        const double seconds = march(&data, code, resolution, NULL, &steps);
        best = fmin(best, seconds / (double)steps);
    }
    return 1e9 * best;
}

static void measure_steps(void) {
    for (int k = 0; k < LAWS; k++)
        for (Code code = 0; code < CODES; code++) {
            if (k > 0 && code >= UPWIND) continue;
            char workload[64];
            snprintf(workload, sizeof workload, "a step, %s", laws[k].law->word.name);
            const BenchLine line = {"B6", workload, names[code]};
            bench_record(line, "ns, 500 cells", nanoseconds_a_step(code, 500, laws[k]));
            bench_record(line, "ns, 50000 cells", nanoseconds_a_step(code, 50000, laws[k]));
        }
}

typedef struct Price {
    double error, seconds;
} Price;

/* Mean error of the slip velocity over 100 us, and the least seconds of some runs. */
static Price price(Code code, double step, const Motion *reference) {
    const SlabData data = contact_loss(1e-4, step);
    const long cells = (long)(H / (c_2 * step)); /* c_2 dt/dz = 1, the best of the schemes on a grid */
    Motion m = {.room = (size_t)(1.5e-4 / step) + 64};
    m.at = malloc(m.room * sizeof *m.at);
    if (!m.at) exit(3);
    const StepperListener listener = {.record = keep, .context = &m};
    size_t steps;
    march(&data, code, cells, &listener, &steps);
    Price p = {mean_error(&m, reference), INFINITY};
    for (int i = 0; i < 3; i++) p.seconds = fmin(p.seconds, march(&data, code, cells, NULL, &steps));
    free(m.at);
    return p;
}

/* Where the curve of a code through its measured points meets the wanted error: seconds; NaN
 * if it does not. */
static double seconds_to(double wanted, const Price *points, int count) {
    for (int i = 1; i < count; i++)
        if (points[i].error <= wanted && points[i - 1].error > wanted) {
            const double part = log(points[i - 1].error / wanted) /
                                log(points[i - 1].error / points[i].error);
            return points[i - 1].seconds * pow(points[i].seconds / points[i - 1].seconds, part);
        }
    return NAN;
}

static void measure_errors(void) {
    enum { POINTS = 5 };
    static const double wanted = 0.04;
    Motion reference = {.room = 800000};
    reference.at = malloc(reference.room * sizeof *reference.at);
    if (!reference.at) exit(3);
    const SlabData fine = contact_loss(1e-4, 2.5e-10);
    const StepperListener listener = {.record = keep, .context = &reference};
    size_t steps;
    march(&fine, DELAY, 0, &listener, &steps);
    double own = NAN;
    for (Code code = DELAY; code < CODES; code++) {
        const double first = code == DELAY ? 1e-6 : 3.2e-8, factor = code == DELAY ? 4 : 2.4;
        Price points[POINTS];
        double step = first;
        for (int i = 0; i < POINTS; i++, step /= factor) {
            char workload[64];
            points[i] = price(code, step, &reference);
            snprintf(workload, sizeof workload, "error against time, step %.1e s", step);
            const BenchLine line = {"B6", workload, names[code]};
            bench_record(line, "mean error, m/s", points[i].error);
            bench_record(line, "seconds", points[i].seconds);
        }
        const double seconds = seconds_to(wanted, points, POINTS);
        const BenchLine line = {"B6", "to a mean error of 0.04 m/s", names[code]};
        bench_record(line, "seconds", seconds);
        if (code == DELAY) own = seconds;
        if (code != DELAY) bench_record(line, "ratio", seconds / own);
    }
    free(reference.at);
}

int main(void) {
    measure_steps();
    measure_errors();
    return 0;
}
