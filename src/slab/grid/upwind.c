/* Both waves of a component lie in one array each, ordered so that they run towards index 0: `toward` from
 * the contact to the top, `away` from the top to the contact. Then one in-place loop, reading ahead of
 * what it writes, carries any of them.
 *
 * Energy: (rho dz/4) (sum |b+|^2 + sum |b-|^2) over the entries a carry writes. For c dt/dz <= 1 a carry
 * adds at most what enters minus what leaves, (Z dt/4)(|in|^2 - |out|^2), so the scheme never creates
 * energy; at the contact that is the power of friction and pressure minus the change of (eps/2)|u_T,t|^2
 * and a loss (eps/2)|dv|^2.
 */
#include "slab/grid/upwind.h"

#include "slab/grid/book.h"
#include "slab/grid/contact.h"
#include "slab/grid/drive.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_A_LOOK = 256 }; /* between two looks at the energy and at go_on */
const double slab_upwind_courant = 0.578;
static const double most_cells = 1e8;

struct SlabUpwind {
    Stepper stepper;
    SlabData given;
    const SlabData *data; /* as given */
    size_t cells;
    int components; /* 3, or 2 when the pressure is given */
    double dt, dz;
    double c[3], Z[3], courant[3];
    double *memory, *toward[3], *away[3];
    FrictionRoots *roots;
    GridDrive drive;
    double law_state;
    SlabState now;
    double mass_energy;    /* (eps/2)|u_T,t|^2 of the step before the present one */
    double power;          /* of the contact on the slab at the present time */
    double work, turnover; /* done on the slab by contact and top, and the sum of its amounts */
    GridBook book;
};

/* Twice the width where the processor has it, with the same rounding; resolved once when the program is
 * loaded, which sanitizers do not bear. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* b_i += d (b_{i+1} - b_i): one step towards index 0.  (SL-12) */
WIDE static void carry(double *restrict b, size_t count, double d) {
    for (size_t i = 0; i < count; i++) b[i] += d * (b[i + 1] - b[i]);
}

static double sum_of_squares(const double *restrict b, size_t count) {
    double sum[4] = {0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += b[i + (size_t)k] * b[i + (size_t)k];
    for (; i < count; i++) sum[0] += b[i] * b[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

double slab_upwind_energy(const SlabUpwind *u) {
    double sum = 0;
    for (int k = 0; k < u->components; k++)
        sum += sum_of_squares(u->toward[k], u->cells) + sum_of_squares(u->away[k], u->cells);
    return u->data->rho * u->dz / 4 * sum + u->mass_energy;
}

/* Signorini by implicit Euler: free flight if that leaves a gap, else the velocity that just closes it.
 * (SL-4), (SL-12) */
static void rigid_contact(SlabUpwind *u, double arriving) {
    SlabState *now = &u->now;
    const double free_gap = now->displacement[2] + u->dt * arriving;
    const double gap = free_gap > 0 ? free_gap : 0;
    now->velocity[2] = free_gap > 0 ? arriving : (gap - now->displacement[2]) / u->dt;
    now->pressure = fmax(0, u->Z[2] * (now->velocity[2] - arriving));
    now->displacement[2] = now->gap = gap;
}

/* u_3,t = b3+ + max(-u_3, 0)/(eta Z_2), implicit.  (SL-5) */
static void compliant_contact(SlabUpwind *u, double arriving) {
    SlabState *now = &u->now;
    const double eta = u->data->compliance, free_gap = now->displacement[2] + u->dt * arriving;
    const double gap = free_gap >= 0 ? free_gap : free_gap / (1 + u->dt / (eta * u->Z[2]));
    now->pressure = fmax(0, -gap / eta);
    now->velocity[2] = arriving + now->pressure / u->Z[2];
    now->displacement[2] = gap;
    now->gap = fmax(gap, 0);
}

static void normal_contact(SlabUpwind *u) {
    if (u->data->contact->given) {
        u->now.pressure = u->drive.S;
        return;
    }
    const double arriving = u->toward[2][0];
    if (u->data->contact->rigid)
        rigid_contact(u, arriving);
    else
        compliant_contact(u, arriving);
    u->away[2][u->cells] = 2 * u->now.velocity[2] - arriving; /* (SL-8) */
}

/* eps (u_T,t - u_T,t^n)/dt = Z (w - v) - S mu(|v|) Dir(v), absolute acceleration; returns whether
 * other roots were possible.  (SL-7), (SL-11) */
static bool tangential_contact(SlabUpwind *u, double mass_rate) {
    SlabState *now = &u->now;
    GridPull pull = {.A = u->Z[0] + mass_rate, .S = now->pressure, .state = u->law_state};
    for (int k = 0; k < 2; k++) {
        const double V = u->drive.V[k];
        pull.q[k] = u->Z[0] * (u->toward[k][0] - V) + mass_rate * (now->velocity[k] - V);
        pull.before[k] = now->slip[k];
    }
    const GridSlip found = grid_slip(u->roots, &pull);
    for (int k = 0; k < 2; k++) {
        now->slip[k] = found.slip[k];
        now->traction[k] = found.traction[k];
        now->velocity[k] = found.slip[k] + u->drive.V[k];
        u->away[k][u->cells] = 2 * now->velocity[k] - u->toward[k][0]; /* (SL-8) */
    }
    return found.several;
}

static double contact_power(const SlabState *s) {
    return s->traction[0] * s->velocity[0] + s->traction[1] * s->velocity[1] + s->pressure * s->velocity[2];
}

static double mass_energy(const SlabUpwind *u) {
    const double *v = u->now.velocity;
    return u->data->epsilon / 2 * (v[0] * v[0] + v[1] * v[1]);
}

/* Adds the work that the coming carry will find at both ends. */
static void count_work(SlabUpwind *u) {
    double top = 0;
    for (int k = 0; k < u->components; k++) {
        const double in = u->toward[k][u->cells], out = u->away[k][0];
        top += u->Z[k] / 4 * (in * in - out * out);
    }
    u->work += u->dt * (u->power + top);
    u->turnover += u->dt * (fabs(u->power) + fabs(top));
    u->mass_energy = mass_energy(u);
}

static JudderErr step(SlabUpwind *u, bool *several) {
    const double t = (double)(u->stepper.done + 1) * u->dt;
    TRY(grid_drive_at(&u->drive, t));
    count_work(u);
    for (int k = 0; k < u->components; k++) {
        carry(u->toward[k], u->cells, u->courant[k]);
        carry(u->away[k], u->cells, u->courant[k]);
        u->toward[k][u->cells] = (k < 2 ? 2 * u->drive.V_top[k] : 0) - u->away[k][0]; /* (SL-3) at the top */
    }
    SlabState *now = &u->now;
    now->t = t;
    normal_contact(u);
    *several = tangential_contact(u, u->data->epsilon / u->dt);
    for (int k = 0; k < 2; k++) now->displacement[k] += u->dt * now->velocity[k];
    u->power = contact_power(now);
    const FrictionLaw *law = u->data->friction.law;
    if (law->state_advance)
        u->law_state = law->state_advance(u->data->friction.params, u->law_state,
                                          hypot(now->slip[0], now->slip[1]), u->dt);
    u->stepper.done++;
    return JUDDER_OK;
}

static JudderErr begin(Stepper *stepper) {
    SlabUpwind *u = (SlabUpwind *)stepper;
    u->book.energy = slab_upwind_energy(u);
    u->book.work = u->work;
    return grid_book_begin(&u->book, &u->now);
}

static JudderErr advance(Stepper *stepper, size_t count) {
    SlabUpwind *u = (SlabUpwind *)stepper;
    GridBook *book = &u->book;
    for (const size_t end = stepper->done + count; stepper->done < end;) {
        bool several;
        TRY(step(u, &several));
        book->nonunique += several;
        if (stepper->done % STEPS_A_LOOK == 0 || stepper->done == stepper->steps) {
            const double created = slab_upwind_energy(u) - book->energy - (u->work - book->work);
            const double scale = book->energy + u->turnover;
            if (scale > 0) book->energy_defect = fmax(book->energy_defect, created / scale);
        }
        grid_book_step(book, &u->now, u->law_state);
    }
    return JUDDER_OK;
}

static const double *row(Stepper *stepper) {
    return &((SlabUpwind *)stepper)->now.t;
}

SlabReport slab_upwind_report(const SlabUpwind *u) {
    return grid_book_report(&u->book);
}

static void report(Stepper *stepper, StepperReport *report) {
    const SlabReport found = slab_upwind_report((const SlabUpwind *)stepper);
    slab_report_values(stepper, &found, report);
}

static JudderErr upwind_serialise(Stepper *stepper, Archive *archive) {
    SlabUpwind *u = (SlabUpwind *)stepper;
    double numbers[] = {u->law_state, u->mass_energy, u->power, u->work, u->turnover};
    archive_array(archive, "now", &u->now, sizeof u->now);
    archive_array(archive, "numbers", numbers, sizeof numbers);
    u->law_state = numbers[0], u->mass_energy = numbers[1], u->power = numbers[2];
    u->work = numbers[3], u->turnover = numbers[4];
    archive_array(archive, "waves", u->memory,
                  2 * (size_t)u->components * (u->cells + 1) * sizeof *u->memory);
    grid_drive_serialise(&u->drive, archive);
    grid_book_serialise(&u->book, archive);
    return archive_state(archive);
}

static void destroy(Stepper *stepper) {
    SlabUpwind *u = (SlabUpwind *)stepper;
    slab_upwind_destroy(&u);
}

static const StepperKind kind = {.lists = slab_lists,
                                 .begin = begin,
                                 .advance = advance,
                                 .row = row,
                                 .report = report,
                                 .serialise = upwind_serialise,
                                 .destroy = destroy};

void slab_upwind_profile(const SlabUpwind *u, double z, double velocity[3], double strain[3]) {
    const double x = fmin(fmax(z / u->dz, 0), (double)u->cells);
    const size_t i = x < (double)u->cells ? (size_t)x : u->cells - 1;
    const double s = x - (double)i;
    for (int k = 0; k < 3; k++) {
        velocity[k] = strain[k] = 0;
        if (k >= u->components) continue;
        const double *up = u->toward[k] + i, *down = u->away[k] + u->cells - i;
        const double plus = up[0] + s * (up[1] - up[0]), minus = down[0] + s * (down[-1] - down[0]);
        velocity[k] = (plus + minus) / 2; /* (SL-2) */
        strain[k] = (plus - minus) / (2 * u->c[k]);
    }
}

double slab_upwind_time_step(const SlabUpwind *upwind) {
    return upwind->dt;
}

size_t slab_upwind_cells(const SlabUpwind *upwind) {
    return upwind->cells;
}

/* The cells given or chosen, and the condition of Courant, Friedrichs and Lewy.  (SL-12) */
static JudderErr choose_cells(SlabUpwind *u, long asked) {
    const SlabData *data = u->data;
    const double fastest = u->c[u->components - 1];
    REQUIRE(asked >= 0, error_input("cells", "cells = %ld: it must be 0 or more", asked));
    const double wanted = slab_upwind_courant * data->height / (fastest * data->step);
    const double cells = asked > 0 ? (double)asked : fmax(1, round(wanted));
    REQUIRE(cells <= most_cells,
            error_input(asked > 0 ? "cells" : "step", "%g cells: at most %g are allowed", cells, most_cells));
    u->cells = (size_t)cells;
    u->dz = data->height / cells;
    const double largest = u->dz / fastest;
    REQUIRE(data->step <= largest * (1 + 1e-12),
            error_input("step",
                        "step = %g s is too long for the upwind method: %zu cell%s allow%s at most %g s "
                        "(c dt/dz <= 1); this step allows %.0f cells",
                        data->step, u->cells, u->cells == 1 ? "" : "s", u->cells == 1 ? "s" : "", largest,
                        floor(data->height / (fastest * data->step))));
    return JUDDER_OK;
}

static JudderErr fill_waves(SlabUpwind *u) {
    const size_t nodes = u->cells + 1;
    double *z = malloc(3 * nodes * sizeof *z);
    REQUIRE(z, error_memory());
    double *velocity = z + nodes, *strain = velocity + nodes;
    for (size_t i = 0; i < nodes; i++) z[i] = i < u->cells ? (double)i * u->dz : u->data->height;
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < u->components && err == JUDDER_OK; k++) {
        err = grid_sample(&u->data->velocity[k], "velocity", u->data->height, nodes, z, velocity);
        if (err == JUDDER_OK)
            err = grid_sample(&u->data->strain[k], "strain", u->data->height, nodes, z, strain);
        for (size_t i = 0; i < nodes && err == JUDDER_OK; i++) { /* (SL-2) */
            u->toward[k][i] = velocity[i] + u->c[k] * strain[i];
            u->away[k][u->cells - i] = velocity[i] - u->c[k] * strain[i];
        }
        u->now.velocity[k] = velocity[0];
    }
    free(z);
    return err;
}

/* Gap, pressure and normal velocity at t = 0. */
static JudderErr start_normal(SlabUpwind *u) {
    SlabState *now = &u->now;
    now->pressure = u->drive.S;
    if (u->components < 3) return JUDDER_OK;
    TRY(grid_initial_gap(u->data, &now->displacement[2]));
    const double arriving = u->toward[2][0], gap = now->displacement[2];
    now->gap = fmax(gap, 0);
    if (!u->data->contact->rigid && !u->data->contact->given)
        now->pressure = fmax(0, -gap / u->data->compliance); /* (SL-5) */
    else
        now->pressure = gap > 0 ? 0 : fmax(0, -u->Z[2] * arriving); /* (SL-4) */
    now->velocity[2] = arriving + now->pressure / u->Z[2];
    u->away[2][u->cells] = 2 * now->velocity[2] - arriving;
    u->toward[2][u->cells] = -u->away[2][0];
    return JUDDER_OK;
}

/* Slip and traction at t = 0: a mass keeps its velocity; without mass the velocity takes the root that the
 * flow reaches.  (DI-4) */
static void start_tangential(SlabUpwind *u) {
    SlabState *now = &u->now;
    GridPull pull = {.S = now->pressure, .state = u->law_state};
    for (int k = 0; k < 2; k++) {
        now->slip[k] = pull.before[k] = now->velocity[k] - u->drive.V[k];
        pull.q[k] = u->Z[0] * (u->toward[k][0] - now->velocity[k]);
        u->toward[k][u->cells] = 2 * u->drive.V_top[k] - u->away[k][0];
    }
    if (u->data->epsilon > 0)
        grid_traction(u->roots, &pull, now->traction);
    else
        tangential_contact(u, 0);
    /* The mass as it was a step ago, by (SL-7) backwards: the books of the first step then close like all
     * others. */
    for (int k = 0; k < 2 && u->data->epsilon > 0; k++) {
        const double before = now->velocity[k] - u->dt / u->data->epsilon * (pull.q[k] + now->traction[k]);
        u->mass_energy += u->data->epsilon / 2 * before * before;
    }
    u->power = contact_power(now);
}

static JudderErr upwind_open(SlabUpwind *u, const SlabUpwindOptions *options) {
    const SlabData *data = u->data;
    REQUIRE(data->eta == 0,
            error_input("selection", "eta = %g: the upwind method has no viscosity", data->eta));
    u->components = data->contact->given ? 2 : 3;
    u->stepper = (Stepper){
        .kind = &kind, .column = slab_columns, .columns = SLAB_COLUMNS, .look = STEPS_A_LOOK};
    TRY(grid_steps(data, &u->stepper.steps, &u->dt));
    for (int k = 0; k < 3; k++) { /* (SL-1) */
        u->c[k] = sqrt((k < 2 ? data->G : data->lambda + 2 * data->G) / data->rho);
        u->Z[k] = data->rho * u->c[k];
    }
    TRY(choose_cells(u, options ? options->cells : 0));
    for (int k = 0; k < 3; k++) u->courant[k] = u->c[k] * u->dt / u->dz;
    const size_t nodes = u->cells + 1;
    u->memory = calloc(2 * (size_t)u->components * nodes, sizeof *u->memory);
    REQUIRE(u->memory, error_memory());
    for (int k = 0; k < u->components; k++) {
        u->toward[k] = u->memory + 2 * (size_t)k * nodes;
        u->away[k] = u->toward[k] + nodes;
    }
    TRY(friction_roots_create(data->friction, &u->roots));
    TRY(grid_drive_open(&u->drive, data));
    TRY(fill_waves(u));
    if (data->friction.law->state_start)
        u->law_state = data->friction.law->state_start(data->friction.params);
    TRY(start_normal(u));
    start_tangential(u);
    u->book = (GridBook){.stepper = &u->stepper, .roots = u->roots, .data = data, .Z = u->Z[0]};
    return JUDDER_OK;
}

JudderErr slab_upwind_create(const SlabData *data, const SlabUpwindOptions *options, SlabUpwind **upwind) {
    SlabUpwind *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->given = *data;
    made->data = &made->given;
    const JudderErr err = upwind_open(made, options);
    if (err != JUDDER_OK) {
        slab_upwind_destroy(&made);
        return err;
    }
    *upwind = made;
    return JUDDER_OK;
}

void slab_upwind_destroy(SlabUpwind **upwind) {
    if (!*upwind) return;
    free((*upwind)->memory);
    friction_roots_destroy(&(*upwind)->roots);
    grid_drive_close(&(*upwind)->drive);
    free(*upwind);
    *upwind = NULL;
}
