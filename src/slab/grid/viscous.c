/* rho u_tt = (G u_z + eta Gbar u_zt)_z with the strain e of each cell and the velocity v of each node as
 * unknowns:
 *   M v' = K(G e + eta Gbar e') - f at node 0,  e' = (v_{i+1} - v_i)/h_i,  v = V_top at the top.
 * Two-stage SDIRK [alexander1977], gamma = 1 - 1/sqrt 2, s = gamma dt: each stage is an implicit Euler step
 * of length s from a base (v_b, e_b), with the same matrix. Eliminated from the top down it leaves d_0 v_0 +
 * s f = r_0 at the contact, an inclusion in v_0 alone.  (SL-13), (SL-11)
 */
#include "slab/grid/viscous.h"

#include "slab/grid/book.h"
#include "slab/grid/contact.h"
#include "slab/grid/drive.h"
#include "slab/grid/viscous_mesh.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_A_LOOK = 256 };
static const double gamma_sdirk = 0.29289321881345248; /* 1 - 1/sqrt 2 */

struct SlabViscous {
    Stepper stepper;
    SlabData given;
    const SlabData *data; /* as given */
    double dt, stage;     /* stage = gamma dt */
    double shear;         /* eta Gbar */
    double Z;
    ViscousMesh mesh;
    Pair *memory;
    Pair *v, *e;           /* at the present time */
    Pair *v_base, *e_base; /* of the stage */
    Pair *v_first, *r;     /* velocity of the first stage; reduced right-hand side */
    FrictionRoots *roots;
    GridDrive drive;
    double law_state;
    SlabState now;
    bool several;
    GridBook book;
};

/* rhs_i = (M v_b)_i + s G (e_{b,i} - e_{b,i-1}), reduced from the top down. */
static void eliminate(const SlabViscous *s, Pair *restrict v_base, Pair *restrict e_base) {
    const ViscousMesh *mesh = &s->mesh;
    const double sG = s->stage * s->data->G;
    Pair *restrict r = s->r;
    for (int k = 0; k < 2; k++) r[mesh->cells][k] = s->drive.V_top[k];
    for (size_t i = mesh->cells - 1; i > 0; i--) {
        const double m = mesh->mass[i], up = mesh->mass_off[i], down = mesh->mass_off[i - 1], l = mesh->l[i];
        for (int k = 0; k < 2; k++)
            r[i][k] = m * v_base[i][k] + up * v_base[i + 1][k] + down * v_base[i - 1][k] +
                      sG * (e_base[i][k] - e_base[i - 1][k]) - l * r[i + 1][k];
    }
    for (int k = 0; k < 2; k++)
        r[0][k] = mesh->mass[0] * v_base[0][k] + mesh->mass_off[0] * v_base[1][k] + sG * e_base[0][k] -
                  mesh->l[0] * r[1][k];
}

/* d_0 (v + V) + s f = r_0.  (SL-13) */
static void contact(SlabViscous *s, const double before[2], double law_state) {
    const double A = s->mesh.pivot[0] / s->stage;
    GridPull pull = {.A = A, .S = s->drive.S, .before = {before[0], before[1]}, .state = law_state};
    for (int k = 0; k < 2; k++) pull.q[k] = s->r[0][k] / s->stage - A * s->drive.V[k];
    const GridSlip found = grid_slip(s->roots, &pull);
    s->several = s->several || found.several;
    for (int k = 0; k < 2; k++) {
        s->now.slip[k] = found.slip[k];
        s->now.traction[k] = found.traction[k];
        s->now.velocity[k] = found.slip[k] + s->drive.V[k];
    }
    s->now.pressure = s->drive.S;
}

static void substitute(const SlabViscous *s, Pair *restrict v) {
    const ViscousMesh *mesh = &s->mesh;
    const size_t n = mesh->cells;
    for (int k = 0; k < 2; k++) v[0][k] = s->now.velocity[k];
    for (size_t i = 1; i < n; i++)
        for (int k = 0; k < 2; k++)
            v[i][k] = (s->r[i][k] - mesh->off[i - 1] * v[i - 1][k]) * mesh->per_pivot[i];
    for (int k = 0; k < 2; k++) v[n][k] = s->r[n][k];
}

/* One stage at time t from the base; the velocity goes to v. */
static JudderErr solve_stage(SlabViscous *s, double t, double law_state, Pair *v) {
    TRY(grid_drive_at(&s->drive, t));
    eliminate(s, s->v_base, s->e_base);
    const double before[2] = {s->now.slip[0], s->now.slip[1]};
    contact(s, before, law_state);
    substitute(s, v);
    return JUDDER_OK;
}

/* The power of contact and top on the slab minus the viscous loss, in a stage whose velocity v came from
 * v_base. */
static double stage_power(const SlabViscous *s, Pair *v) {
    const ViscousMesh *mesh = &s->mesh;
    const size_t n = mesh->cells;
    double power = 0;
    for (int k = 0; k < 2; k++) {
        const double rate = (v[n][k] - v[n - 1][k]) / mesh->h[n - 1];
        const double stress = s->data->G * (s->e_base[n - 1][k] + s->stage * rate) + s->shear * rate;
        const double inertia = mesh->mass[n] * (v[n][k] - s->v_base[n][k]) +
                               mesh->mass_off[n - 1] * (v[n - 1][k] - s->v_base[n - 1][k]);
        power += s->now.traction[k] * v[0][k] + (stress + inertia / s->stage) * v[n][k];
    }
    double loss = 0;
    for (size_t i = 0; i < n; i++) {
        const double a = v[i + 1][0] - v[i][0], b = v[i + 1][1] - v[i][1];
        loss += (a * a + b * b) / mesh->h[i];
    }
    return power - s->shear * loss;
}

/* The base of the second stage: what the first one says of the rates, over (1 - gamma) dt. */
static void second_base(SlabViscous *s) {
    const ViscousMesh *mesh = &s->mesh;
    const double ratio = (1 - gamma_sdirk) / gamma_sdirk, rest = (1 - gamma_sdirk) * s->dt;
    for (size_t i = 0; i <= mesh->cells; i++)
        for (int k = 0; k < 2; k++) s->v_base[i][k] = s->v[i][k] + ratio * (s->v_first[i][k] - s->v[i][k]);
    for (size_t i = 0; i < mesh->cells; i++)
        for (int k = 0; k < 2; k++)
            s->e_base[i][k] = s->e[i][k] + rest * (s->v_first[i + 1][k] - s->v_first[i][k]) / mesh->h[i];
}

static double advance(const SlabViscous *s, double r, double dt) {
    const Friction *f = &s->data->friction;
    return f->law->state_advance ? f->law->state_advance(f->params, s->law_state, fmax(r, 0), dt) : 0;
}

static double slip_speed(const SlabViscous *s) {
    return sqrt(s->now.slip[0] * s->now.slip[0] + s->now.slip[1] * s->now.slip[1]);
}

/* One step; *created is the energy beyond the work of its stages, weighted as the method weighs them. */
static JudderErr step(SlabViscous *s, double *created) {
    const double t = (double)s->stepper.done * s->dt, end = (double)(s->stepper.done + 1) * s->dt,
                 g = gamma_sdirk;
    const size_t nodes = s->mesh.cells + 1;
    const double energy = slab_viscous_energy(s), r_0 = slip_speed(s);
    s->several = false;
    for (size_t i = 0; i < nodes; i++)
        for (int k = 0; k < 2; k++) s->v_base[i][k] = s->v[i][k], s->e_base[i][k] = s->e[i][k];
    TRY(solve_stage(s, t + g * s->dt, advance(s, r_0, g * s->dt), s->v_first));
    const double r_1 = slip_speed(s), first = stage_power(s, s->v_first);
    second_base(s);
    /* The state of a law at the end of the step, with the speed continued straight from its start through
     * the first stage. */
    TRY(solve_stage(s, end, advance(s, r_0 + (r_1 - r_0) / (2 * g), s->dt), s->v));
    const double second = stage_power(s, s->v);
    for (size_t i = 0; i + 1 < nodes; i++)
        for (int k = 0; k < 2; k++)
            s->e[i][k] = s->e_base[i][k] + s->stage * (s->v[i + 1][k] - s->v[i][k]) / s->mesh.h[i];
    s->law_state = advance(s, (1 - g) * r_1 + g * slip_speed(s), s->dt);
    for (int k = 0; k < 2; k++)
        s->now.displacement[k] += s->dt * ((1 - g) * s->v_first[0][k] + g * s->v[0][k]);
    s->now.t = end;
    s->stepper.done++;
    *created = slab_viscous_energy(s) - energy - s->dt * ((1 - g) * first + g * second);
    return JUDDER_OK;
}

double slab_viscous_energy(const SlabViscous *s) {
    const ViscousMesh *mesh = &s->mesh;
    double kinetic = 0, elastic = 0;
    for (size_t i = 0; i < mesh->cells; i++)
        for (int k = 0; k < 2; k++) {
            kinetic += s->v[i][k] * (mesh->mass[i] * s->v[i][k] + 2 * mesh->mass_off[i] * s->v[i + 1][k]);
            elastic += mesh->h[i] * s->e[i][k] * s->e[i][k];
        }
    const double *top = s->v[mesh->cells];
    kinetic += mesh->mass[mesh->cells] * (top[0] * top[0] + top[1] * top[1]);
    return kinetic / 2 + s->data->G * elastic / 2;
}

static JudderErr begin(Stepper *stepper) {
    SlabViscous *s = (SlabViscous *)stepper;
    s->book.energy = slab_viscous_energy(s);
    return grid_book_begin(&s->book, &s->now);
}

static JudderErr advance_steps(Stepper *stepper, size_t count) {
    SlabViscous *s = (SlabViscous *)stepper;
    GridBook *book = &s->book;
    for (const size_t end = stepper->done + count; stepper->done < end;) {
        double created;
        TRY(step(s, &created));
        book->nonunique += s->several;
        if (stepper->done % STEPS_A_LOOK == 0 || book->energy == 0)
            book->energy = fmax(book->energy, slab_viscous_energy(s));
        if (book->energy > 0) book->energy_defect = fmax(book->energy_defect, created / book->energy);
        grid_book_step(book, &s->now, s->law_state);
    }
    return JUDDER_OK;
}

static const double *row(Stepper *stepper) {
    return &((SlabViscous *)stepper)->now.t;
}

SlabReport slab_viscous_report(const SlabViscous *s) {
    return grid_book_report(&s->book);
}

static void report(Stepper *stepper, StepperReport *report) {
    const SlabReport found = slab_viscous_report((const SlabViscous *)stepper);
    slab_report_values(stepper, &found, report);
}

static JudderErr viscous_serialise(Stepper *stepper, Archive *archive) {
    SlabViscous *s = (SlabViscous *)stepper;
    const size_t nodes = s->mesh.cells + 1;
    archive_array(archive, "now", &s->now, sizeof s->now);
    archive_array(archive, "law state", &s->law_state, sizeof s->law_state);
    archive_array(archive, "velocities", s->v, nodes * sizeof *s->v);
    archive_array(archive, "strains", s->e, nodes * sizeof *s->e);
    grid_drive_serialise(&s->drive, archive);
    grid_book_serialise(&s->book, archive);
    return archive_state(archive);
}

static void destroy(Stepper *stepper) {
    SlabViscous *s = (SlabViscous *)stepper;
    slab_viscous_destroy(&s);
}

static const StepperKind kind = {.lists = slab_lists,
                                 .begin = begin,
                                 .advance = advance_steps,
                                 .row = row,
                                 .report = report,
                                 .serialise = viscous_serialise,
                                 .destroy = destroy};

void slab_viscous_profile(const SlabViscous *s, double z, double velocity[3], double strain[3]) {
    const ViscousMesh *mesh = &s->mesh;
    size_t low = 0, high = mesh->cells;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(mesh->z[middle] <= z ? &low : &high) = middle;
    }
    const double x = fmin(fmax((z - mesh->z[low]) / mesh->h[low], 0), 1);
    for (int k = 0; k < 2; k++) {
        velocity[k] = s->v[low][k] + x * (s->v[low + 1][k] - s->v[low][k]);
        strain[k] = s->e[low][k];
    }
    velocity[2] = 0;
    strain[2] = s->data->contact->rigid ? -s->data->squeeze / s->data->height : 0;
}

double slab_viscous_time_step(const SlabViscous *viscous) {
    return viscous->dt;
}

size_t slab_viscous_cells(const SlabViscous *viscous) {
    return viscous->mesh.cells;
}

/* Velocities at the nodes; strains as means over the cells, by two Gauss points. */
static JudderErr fill_fields(SlabViscous *s) {
    const size_t n = s->mesh.cells;
    double *z = malloc(4 * (n + 1) * sizeof *z);
    REQUIRE(z, error_memory());
    double *value = z + 2 * (n + 1);
    for (size_t i = 0; i < n; i++) {
        const double middle = (s->mesh.z[i] + s->mesh.z[i + 1]) / 2, away = s->mesh.h[i] / sqrt(12);
        z[2 * i] = middle - away;
        z[2 * i + 1] = middle + away;
    }
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < 2 && err == JUDDER_OK; k++) {
        err = grid_sample(&s->data->strain[k], "strain", s->data->height, 2 * n, z, value);
        for (size_t i = 0; i < n && err == JUDDER_OK; i++) s->e[i][k] = (value[2 * i] + value[2 * i + 1]) / 2;
        if (err == JUDDER_OK)
            err = grid_sample(&s->data->velocity[k], "velocity", s->data->height, n + 1, s->mesh.z, value);
        for (size_t i = 0; i <= n && err == JUDDER_OK; i++) s->v[i][k] = value[i];
        s->v[n][k] = s->drive.V_top[k];
    }
    free(z);
    return err;
}

/* Normal waves are not followed: the normal fields must be the static ones of the squeeze. */
static JudderErr static_pressure(const SlabData *data, double *S) {
    enum { PLACES = 33 };
    double z[PLACES], velocity[PLACES], strain[PLACES];
    const double still = -data->squeeze / data->height;
    for (int i = 0; i < PLACES; i++) z[i] = data->height * i / (PLACES - 1);
    TRY(grid_sample(&data->velocity[2], "velocity", data->height, PLACES, z, velocity));
    TRY(grid_sample(&data->strain[2], "strain", data->height, PLACES, z, strain));
    for (int i = 0; i < PLACES; i++) {
        REQUIRE(velocity[i] == 0,
                error_input("velocity",
                            "the third component is %g m/s at z = %g m: with viscosity the normal "
                            "motion must be at rest, or the pressure given",
                            velocity[i], z[i]));
        REQUIRE(fabs(strain[i] - still) <= 1e-9 * fabs(still),
                error_input("strain",
                            "the third component is %g at z = %g m: with viscosity it must be the "
                            "static one, -squeeze/height = %g, or the pressure given",
                            strain[i], z[i], still));
    }
    *S = (data->lambda + 2 * data->G) * data->squeeze / data->height; /* (SL-4) */
    REQUIRE(*S >= 0, error_input("squeeze", "squeeze = %g m: it must not be negative", data->squeeze));
    return JUDDER_OK;
}

/* The contact at t = 0, with the velocity as given: the bulk has mass, so it keeps it. */
static void start_contact(SlabViscous *s) {
    SlabState *now = &s->now;
    GridPull pull = {.S = s->drive.S, .state = s->law_state};
    for (int k = 0; k < 2; k++) {
        now->velocity[k] = s->v[0][k];
        now->slip[k] = pull.before[k] = s->v[0][k] - s->drive.V[k];
        pull.q[k] = s->data->G * s->e[0][k] + s->shear * (s->v[1][k] - s->v[0][k]) / s->mesh.h[0];
    }
    now->pressure = s->drive.S;
    grid_traction(s->roots, &pull, now->traction);
}

static JudderErr viscous_open(SlabViscous *s, const SlabViscousOptions *options) {
    const SlabData *data = s->data;
    REQUIRE(data->eta > 0,
            error_input("eta", "eta = %g: the viscous method needs a positive one", data->eta));
    REQUIRE(data->contact->rigid || data->contact->given,
            error_input("contact", "viscosity needs pressure{} or unilateral{}, not compliance{}"));
    s->stepper = (Stepper){
        .kind = &kind, .column = slab_columns, .columns = SLAB_COLUMNS, .look = STEPS_A_LOOK};
    TRY(grid_steps(data, &s->stepper.steps, &s->dt));
    s->stage = gamma_sdirk * s->dt;
    s->shear = data->eta * (data->eta_shear > 0 ? data->eta_shear : data->G);
    s->Z = sqrt(data->G * data->rho);
    TRY(viscous_mesh_open(&s->mesh, data, options, s->dt, s->stage));
    const size_t nodes = s->mesh.cells + 1;
    s->memory = calloc(6 * nodes, sizeof *s->memory);
    REQUIRE(s->memory, error_memory());
    Pair **const parts[] = {&s->v, &s->e, &s->v_base, &s->e_base, &s->v_first, &s->r};
    for (size_t i = 0; i < 6; i++) *parts[i] = s->memory + i * nodes;
    TRY(friction_roots_create(data->friction, &s->roots));
    TRY(grid_drive_open(&s->drive, data));
    if (data->contact->rigid) TRY(static_pressure(data, &s->drive.S));
    TRY(fill_fields(s));
    if (data->friction.law->state_start)
        s->law_state = data->friction.law->state_start(data->friction.params);
    start_contact(s);
    s->book = (GridBook){.stepper = &s->stepper, .roots = s->roots, .data = data, .Z = s->Z};
    return JUDDER_OK;
}

JudderErr slab_viscous_create(const SlabData *data, const SlabViscousOptions *options,
                              SlabViscous **viscous) {
    SlabViscous *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->given = *data;
    made->data = &made->given;
    const JudderErr err = viscous_open(made, options);
    if (err != JUDDER_OK) {
        slab_viscous_destroy(&made);
        return err;
    }
    *viscous = made;
    return JUDDER_OK;
}

void slab_viscous_destroy(SlabViscous **viscous) {
    if (!*viscous) return;
    free((*viscous)->memory);
    viscous_mesh_close(&(*viscous)->mesh);
    friction_roots_destroy(&(*viscous)->roots);
    grid_drive_close(&(*viscous)->drive);
    free(*viscous);
    *viscous = NULL;
}
