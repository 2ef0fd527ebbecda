/* The grid method: Crank-Nicolson [crank1947] for velocity v, curvature m = u_xx and temperature on N cells.
 * (BM-11)
 *
 * In the middle of a step, A v = b + e_N sigma with A = (2/h) M + c^2 (h/2 + d) D'MD constant, symmetric,
 * positive definite and pentadiagonal, and a tridiagonal matrix for heat. The contact's node is the last:
 * after the forward sweeps its velocity and temperature are linear in sigma and q, friction is decided
 * there, and the backward sweeps follow. The law holds in the middle of the step, which makes the discrete
 * energy balance exact.
 */
#include "beam/beam.h"
#include "beam/modes.h"

#include <math.h>
#include <stdlib.h>

typedef struct Grid {
    size_t cells;
    double dx;
    double *v, *m, *th;              /* at the nodes 0..N */
    double *mid, *heat;              /* right-hand sides, then values in the middle of the step */
    double *pivot, *below, *further; /* L D L' of A; rows 1..N */
    double *heat_pivot, *heat_below;
    double *mean_weight; /* gives the mean from the right-hand side of heat */
    double *force_share;
    double *memory;
} Grid;

/* Mass of a node: half a cell at the end. */
static double mass(const Grid *grid, size_t i) {
    return i == grid->cells ? grid->dx / 2 : grid->dx;
}

/* A = (2/h) M + stiff times the square of second differences, factorised row by row as L D L'. */
static void factor_elastic(const BeamSetup *setup, Grid *grid) {
    const size_t N = grid->cells;
    const double h = setup->step, dx = grid->dx,
                 stiff = setup->c * setup->c * (h / 2 + setup->damping) / (dx * dx * dx);
    double *D = grid->pivot, *L1 = grid->below, *L2 = grid->further;
    for (size_t i = 1; i <= N; i++) {
        /* Row i of the curvature's square: rows j = i-1, i, i+1 of second differences meet here; m_N = 0,
         * row 0 is 2 v_1 with half a weight. */
        double diagonal = (i == 1 ? 2 : 1) + (i < N ? 4 : 0) + (i + 1 < N ? 1 : 0);
        const double next = i < 2 ? 0 : -2.0 + (i < N ? -2.0 : 0), far = i < 3 ? 0 : 1;
        diagonal = diagonal * stiff + 2 / h * mass(grid, i);
        const double b = next * stiff, a = far * stiff;
        L2[i] = i >= 3 ? a / D[i - 2] : 0;
        L1[i] = i >= 2 ? (b - (i >= 3 ? L2[i] * D[i - 2] * L1[i - 1] : 0)) / D[i - 1] : 0;
        D[i] = diagonal - (i >= 2 ? L1[i] * L1[i] * D[i - 1] : 0) - (i >= 3 ? L2[i] * L2[i] * D[i - 2] : 0);
    }
}

static void factor_heat(const BeamSetup *setup, Grid *grid) {
    const size_t N = grid->cells;
    const double h = setup->step, flow = setup->k / grid->dx;
    double *D = grid->heat_pivot, *L = grid->heat_below;
    for (size_t i = 1; i <= N; i++) {
        const double diagonal = 2 / h * mass(grid, i) + (i < N ? 2 * flow : flow + setup->h_b);
        L[i] = i >= 2 ? -flow / D[i - 1] : 0;
        D[i] = diagonal - (i >= 2 ? L[i] * L[i] * D[i - 1] : 0);
    }
    /* The mean is w'x with A x = b: solve A g = w once, then it is g'b. */
    double *g = grid->mean_weight;
    for (size_t i = 1; i <= N; i++) g[i] = mass(grid, i) - (i >= 2 ? L[i] * g[i - 1] : 0);
    for (size_t i = N; i >= 1; i--) g[i] = g[i] / D[i] - (i < N ? L[i + 1] * g[i + 1] : 0);
}

static void close_grid(Beam *beam) {
    Grid *grid = beam->work;
    if (!grid) return;
    free(grid->force_share);
    free(grid->memory);
    free(grid);
    beam->work = NULL;
}

static JudderErr allocate(Beam *beam, Grid **made) {
    const size_t N = beam->setup.cells, nodes = N + 2, forces = beam->drive.force_nodes;
    Grid *grid = calloc(1, sizeof *grid);
    REQUIRE(grid, error_memory());
    beam->work = grid;
    grid->cells = N;
    grid->dx = 1 / (double)N;
    grid->memory = calloc(11 * nodes, sizeof *grid->memory);
    grid->force_share = calloc(nodes * forces + 1, sizeof *grid->force_share);
    REQUIRE(grid->memory && grid->force_share, error_memory());
    double **const arrays[] = {&grid->v,          &grid->m,          &grid->th,         &grid->mid,
                               &grid->heat,       &grid->pivot,      &grid->below,      &grid->further,
                               &grid->heat_pivot, &grid->heat_below, &grid->mean_weight};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) *arrays[i] = grid->memory + i * nodes;
    *made = grid;
    return JUDDER_OK;
}

static JudderErr value_of(const Function *f, const char *what, double x, double *y) {
    JudderErr err = f->call(f->context, x, y);
    if (err == JUDDER_OK && !isfinite(*y))
        err = error_input("initial", "%s at x = %.6g is not a finite number", what, x);
    if (err == JUDDER_INPUT && f->file) error_locate(f->file, f->line);
    return err;
}

static JudderErr start(Beam *beam, Grid *grid) {
    const BeamSetup *setup = &beam->setup;
    const size_t N = grid->cells;
    const DriveValues *now = &beam->drive.now;
    double *u = grid->mid;
    for (size_t i = 0; i <= N; i++) {
        const double x = (double)i * grid->dx;
        u[i] = 0;
        grid->th[i] = now->wall;
        if (setup->start == BEAM_COMPATIBLE) grid->v[i] = now->velocity * x * x * (3 - x) / 2;
        if (setup->start == BEAM_GIVEN) TRY(value_of(&setup->start_velocity, "velocity", x, &grid->v[i]));
        if (setup->start_displacement.call)
            TRY(value_of(&setup->start_displacement, "displacement", x, &u[i]));
        if (setup->start_temperature.call)
            TRY(value_of(&setup->start_temperature, "temperature", x, &grid->th[i]));
    }
    grid->v[0] = 0;
    grid->m[0] = 2 * u[1] / (grid->dx * grid->dx);
    for (size_t i = 1; i < N; i++) grid->m[i] = (u[i - 1] - 2 * u[i] + u[i + 1]) / (grid->dx * grid->dx);
    double mean = (grid->th[0] + grid->th[N]) / 2;
    for (size_t i = 1; i < N; i++) mean += grid->th[i];
    const double w = grid->v[N] - now->velocity;
    beam->now = (BeamSample){0, u[N], grid->v[N], grid->th[N], mean * grid->dx, 0, w};
    beam->state = w < 0 ? BEAM_SLIP_DOWN : w > 0 ? BEAM_SLIP_UP : BEAM_STICK;
    return JUDDER_OK;
}

static double energy(const Beam *beam) {
    const Grid *grid = beam->work;
    const double c2 = beam->setup.c * beam->setup.c;
    double sum = c2 * grid->m[0] * grid->m[0] * grid->dx / 2;
    for (size_t i = 1; i < grid->cells; i++)
        sum += grid->dx * (grid->v[i] * grid->v[i] + c2 * grid->m[i] * grid->m[i]);
    return (sum + grid->dx / 2 * grid->v[grid->cells] * grid->v[grid->cells]) / 2;
}

/* Heat in the nodes that are free. */
static double heat(const Beam *beam) {
    const Grid *grid = beam->work;
    double sum = 0;
    for (size_t i = 1; i <= grid->cells; i++) sum += mass(grid, i) * grid->th[i];
    return sum;
}

static JudderErr open_grid(Beam *beam) {
    Grid *grid = NULL;
    TRY(allocate(beam, &grid));
    factor_elastic(&beam->setup, grid);
    factor_heat(&beam->setup, grid);
    const size_t nodes = beam->drive.force_nodes;
    for (size_t i = 0; nodes && i <= grid->cells; i++)
        drive_force_weights(&beam->drive, (double)i * grid->dx, grid->force_share + i * nodes);
    TRY(start(beam, grid));
    beam->energy_exact = true;
    return JUDDER_OK;
}

/* Right-hand side of the elastic problem and its forward sweep; returns the velocity of the contact's node
 * without sigma. */
static double forward_elastic(Beam *beam, Grid *grid) {
    const BeamSetup *setup = &beam->setup;
    const size_t N = grid->cells, nodes = beam->drive.force_nodes;
    const double inertia = 2 / setup->step, pull = setup->c * setup->c / grid->dx;
    const double *m = grid->m;
    double *y = grid->mid;
    for (size_t i = 1; i < N; i++)
        y[i] = inertia * grid->dx * grid->v[i] - pull * (m[i - 1] - 2 * m[i] + m[i + 1]);
    y[N] = inertia * grid->dx / 2 * grid->v[N] - pull * m[N - 1];
    for (size_t i = 1; nodes && i <= N; i++) {
        double f = 0;
        for (size_t j = 0; j < nodes; j++) f += grid->force_share[i * nodes + j] * beam->drive.force_next[j];
        y[i] += mass(grid, i) * f;
    }
    y[2] -= grid->below[2] * y[1];
    for (size_t i = 3; i <= N; i++) y[i] -= grid->below[i] * y[i - 1] + grid->further[i] * y[i - 2];
    return y[N] / grid->pivot[N];
}

static void backward_elastic(Grid *grid, double sigma) {
    const size_t N = grid->cells;
    double *y = grid->mid;
    y[N] = (y[N] + sigma) / grid->pivot[N];
    y[N - 1] = y[N - 1] / grid->pivot[N - 1] - grid->below[N] * y[N];
    for (size_t i = N - 2; i >= 1; i--)
        y[i] = y[i] / grid->pivot[i] - grid->below[i + 1] * y[i + 1] - grid->further[i + 2] * y[i + 2];
}

/* The same for heat; *mean is the mean temperature in the middle of the step without friction. */
static double forward_heat(Beam *beam, Grid *grid, const DriveValues *mid, double *mean) {
    const BeamSetup *setup = &beam->setup;
    const size_t N = grid->cells;
    const double inertia = 2 / setup->step;
    double *y = grid->heat;
    for (size_t i = 1; i <= N; i++) y[i] = inertia * mass(grid, i) * grid->th[i];
    y[1] += setup->k / grid->dx * mid->wall;
    y[N] += setup->h_b * mid->foundation;
    double sum = 0;
    for (size_t i = 1; i <= N; i++) sum += grid->mean_weight[i] * y[i];
    *mean = sum + grid->dx / 2 * mid->wall;
    for (size_t i = 2; i <= N; i++) y[i] -= grid->heat_below[i] * y[i - 1];
    return y[N] / grid->heat_pivot[N];
}

static void backward_heat(Grid *grid, double q) {
    const size_t N = grid->cells;
    double *y = grid->heat;
    y[N] = (y[N] + q) / grid->heat_pivot[N];
    for (size_t i = N - 1; i >= 1; i--)
        y[i] = y[i] / grid->heat_pivot[i] - grid->heat_below[i + 1] * y[i + 1];
}

/* Velocity, curvature and temperature at the end of the step; the power of the force and of damping goes
 * into the balance. */
static void advance(Beam *beam, Grid *grid, double sigma) {
    const BeamSetup *setup = &beam->setup;
    const size_t N = grid->cells, nodes = beam->drive.force_nodes;
    const double h = setup->step, per = 1 / (grid->dx * grid->dx), c2 = setup->c * setup->c;
    const double *mid = grid->mid;
    const double first = 2 * mid[1] * per;
    double damped = first * first / 2, power = 0;
    grid->m[0] += h * first;
    for (size_t i = 1; i < N; i++) {
        const double rate = ((i > 1 ? mid[i - 1] : 0) - 2 * mid[i] + mid[i + 1]) * per;
        grid->m[i] += h * rate;
        damped += rate * rate;
    }
    for (size_t i = 1; i <= N; i++) {
        grid->v[i] = 2 * mid[i] - grid->v[i];
        grid->th[i] = 2 * grid->heat[i] - grid->th[i];
    }
    for (size_t i = 1; nodes && i <= N; i++)
        for (size_t j = 0; j < nodes; j++)
            power += mass(grid, i) * mid[i] * grid->force_share[i * nodes + j] * beam->drive.force_next[j];
    const double loss = setup->damping * c2 * damped * grid->dx, work = sigma * mid[N];
    beam->balance.energy_flow += h * (work + power - loss);
    beam->balance.energy_scale += h * (fabs(work) + fabs(power) + loss);
}

static void balance_heat(Beam *beam, const Grid *grid, const DriveValues *mid, double q) {
    const BeamSetup *setup = &beam->setup;
    const double h = setup->step, out = setup->h_b * (grid->heat[grid->cells] - mid->foundation),
                 wall = setup->k / grid->dx * (grid->heat[1] - mid->wall);
    beam->balance.heat_flow += h * (q - out - wall);
    beam->balance.heat_scale += h * (q + fabs(out) + fabs(wall));
    beam->balance.heat_in += h * q;
}

static JudderErr step_grid(Beam *beam, double t) {
    Grid *grid = beam->work;
    const size_t N = grid->cells;
    const double h = beam->setup.step, middle = beam->now.t + h / 2;
    DriveValues mid = beam->drive.now;
    if (!beam->drive.steady || beam->drive.force_nodes) TRY(drive_before(&beam->drive, middle, &mid));
    double mean;
    const double velocity = forward_elastic(beam, grid), temperature = forward_heat(beam, grid, &mid, &mean);
    const BeamContact contact = {.W = velocity - mid.velocity,
                                 .R = 1 / grid->pivot[N],
                                 .Th_0 = mean,
                                 .S = grid->mean_weight[N],
                                 .t_0 = temperature,
                                 .s_1 = 1 / grid->heat_pivot[N]};
    size_t roots;
    const ContactRoot root = contact_select(&beam->law, &contact, fabs(beam->decided_slip), &roots);
    const double sign = contact.W < 0 ? -1 : 1, sigma = -sign * root.g, w = sign * root.r,
                 q = root.g * root.r;
    beam->nonunique += roots > 1;
    if (root.r == 0) beam->stick_time += h;
    beam_change_state(beam, middle, root.r == 0 ? BEAM_STICK : w < 0 ? BEAM_SLIP_DOWN : BEAM_SLIP_UP);
    backward_elastic(grid, sigma);
    backward_heat(grid, q);
    advance(beam, grid, sigma);
    balance_heat(beam, grid, &mid, q);
    beam->balance.friction_work -= sigma * w * h;
    beam->sigma = sigma;
    beam->q = q;
    beam->decided_slip = w;
    beam->decided_mean = contact.Th_0 + contact.S * q;
    beam->decided_temperature = contact.t_0 + contact.s_1 * q;
    if (!beam->drive.steady || beam->drive.force_nodes) TRY(drive_move(&beam->drive, t));
    grid->th[0] = beam->drive.now.wall;
    beam->now = (BeamSample){.t = t,
                             .displacement = beam->now.displacement + h * (mid.velocity + w),
                             .velocity = grid->v[N],
                             .temperature = grid->th[N],
                             .mean = heat(beam) + grid->dx / 2 * grid->th[0],
                             .shear = sigma,
                             /* A step in stick has none, though its end may ring about that. */
                             .slip = root.r == 0 ? 0 : grid->v[N] - beam->drive.now.velocity};
    return JUDDER_OK;
}

/* The deflection by two sums of the curvature, as the scheme differs it; between nodes, straight. */
static void profile(const Beam *beam, size_t count, double *u, double *th) {
    const Grid *grid = beam->work;
    const double dx = grid->dx;
    double before = 0, here = 0, after = grid->m[0] * dx * dx / 2;
    size_t node = 0; /* `here` is u at it */
    for (size_t i = 0; i < count; i++) {
        const double x = (double)i / (double)(count - 1) * (double)grid->cells;
        while ((double)node + 1 < x && node + 1 < grid->cells) {
            node++;
            before = here;
            here = after;
            after = 2 * here - before + grid->m[node] * dx * dx;
        }
        const double part = x - (double)node;
        u[i] = here + part * (after - here);
        th[i] = grid->th[node] + part * (grid->th[node + 1] - grid->th[node]);
    }
}

static void grid_serialise(Beam *beam, Archive *archive) {
    const Grid *grid = beam->work;
    const size_t size = (grid->cells + 1) * sizeof(double);
    archive_array(archive, "v", grid->v, size);
    archive_array(archive, "m", grid->m, size);
    archive_array(archive, "th", grid->th, size);
}

const BeamMethod grid_method = {.name = "grid",
                                .open = open_grid,
                                .close = close_grid,
                                .step = step_grid,
                                .energy = energy,
                                .heat = heat,
                                .profile = profile,
                                .serialise = grid_serialise};
