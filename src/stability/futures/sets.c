#include "stability/futures/sets.h"

#include "base/array/grow.h"
#include "base/array/room.h"
#include "base/number/rounding.h"
#include "small_motion/damping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to which residual a solution that is not proved is listed, and how near two are the same. */
static const double GOOD = 1e-9, SAME = 1e-7;

enum { GRAZING_FUTURES = 4 };

int future_choices(const SmallContact *contact) {
    if (contact->state == SMALL_CONTACT_SLIP) return 2;
    return contact->state == SMALL_CONTACT_GRAZING ? GRAZING_FUTURES : 1;
}

bool futures_next(const SmallMotion *motion, int *choice) {
    for (int i = 0; i < motion->contacts; i++) {
        if (++choice[i] < future_choices(&motion->contact[i])) return true;
        choice[i] = 0;
    }
    return false;
}

double futures_sets(const SmallMotion *motion) {
    double sets = 1;
    for (int i = 0; i < motion->contacts; i++) sets *= future_choices(&motion->contact[i]);
    return sets;
}

bool futures_affordable(const SmallMotion *motion) {
    const int times = small_damping(motion) == DAMPING_GENERAL ? 2 : 1; /* (ST-20) */
    return futures_affordable_sets(futures_sets(motion), times * motion->n);
}

bool futures_affordable_sets(double sets, int dofs) {
    const double n = dofs;
    return sets * (n * n * n + 100) <= 1e9;
}

void futures_release(Futures *futures) {
    for (int i = 0; i < futures->count; i++) {
        free(futures->at[i].future);
        free(futures->at[i].V);
    }
    free(futures->at);
    free(futures->open);
    *futures = (Futures){0};
}

JudderErr sets_open(const SmallMotion *motion, Futures *found, Sets *sets) {
    const size_t n = (size_t)motion->n, square = n * n, contacts = (size_t)motion->contacts + 1;
    *found = (Futures){.complete = true};
    *sets = (Sets){.motion = motion, .found = found};
    /* One more row and column for the bordered matrices of families. */
    const size_t bordered = (n + 1) * (n + 1), m = n + 1;
    const bool memory = ROOM_TAKE(
        ROOM(sets->stiffness, square), ROOM(sets->stiffness_D, square), ROOM(sets->N0, bordered),
        ROOM(sets->N1, bordered), ROOM(sets->P, bordered), ROOM(sets->Q, bordered),
        ROOM(sets->vectors, bordered), ROOM(sets->P_low, bordered), ROOM(sets->P_D, bordered),
        ROOM(sets->Q_low, bordered), ROOM(sets->Q_D, bordered), ROOM(sets->re, m), ROOM(sets->im, m),
        ROOM(sets->beta, m), ROOM(sets->y, m), ROOM(sets->V, m), ROOM(sets->V_0, m), ROOM(sets->left, m),
        ROOM(sets->choice, contacts), ROOM(sets->future, contacts), ROOM(sets->way, contacts),
        ROOM(sets->unknown, n), ROOM(sets->whole, n), ROOM(sets->row, n), ROOM(sets->column, n),
        ROOM(sets->order, 2 * n));
    REQUIRE(memory, error_memory());
    small_motion_stiffness(motion, sets->stiffness);
    small_motion_stiffness_radius(motion, sets->stiffness_D);
    return JUDDER_OK;
}

void sets_close(Sets *sets) {
    free(sets->stiffness);
    discs_destroy(&sets->discs);
    *sets = (Sets){0};
}

Future future_choose(const SmallContact *contact, int choice, int *way) {
    static const Future grazing[GRAZING_FUTURES] = {FUTURE_STICK, FUTURE_SLIP, FUTURE_SLIP, FUTURE_OPEN};
    switch (contact->state) {
    case SMALL_CONTACT_SLIP: *way = contact->direction; return choice ? FUTURE_SLIP : FUTURE_STICK;
    case SMALL_CONTACT_GRAZING: *way = choice == 1 ? 1 : -1; return grazing[choice];
    case SMALL_CONTACT_STUCK: return FUTURE_STICK;
    case SMALL_CONTACT_OPEN: break;
    }
    return FUTURE_OPEN;
}

static void list_unknowns(Sets *sets) {
    const SmallMotion *motion = sets->motion;
    for (int i = 0; i < motion->contacts; i++)
        sets->future[i] = future_choose(&motion->contact[i], sets->choice[i], &sets->way[i]);
    sets->count = 0;
    for (int dof = 0; dof < motion->n; dof++) {
        Unknown unknown = {dof, 1, -1};
        bool moves = true;
        for (int i = 0; i < motion->contacts; i++) {
            const SmallContact *contact = &motion->contact[i];
            if (contact->normal == dof) moves = sets->future[i] == FUTURE_OPEN;
            if (contact->tangent != dof) continue;
            moves = sets->future[i] != FUTURE_STICK;
            if (sets->future[i] == FUTURE_SLIP) unknown = (Unknown){dof, sets->way[i], i};
        }
        if (moves) sets->unknown[sets->count++] = unknown;
    }
    sets->whole_count = sets->count;
    memcpy(sets->whole, sets->unknown, (size_t)sets->count * sizeof *sets->whole);
}

void sets_first(Sets *sets) {
    memset(sets->choice, 0, (size_t)sets->motion->contacts * sizeof *sets->choice);
    list_unknowns(sets);
}

bool sets_next(Sets *sets) {
    if (!futures_next(sets->motion, sets->choice)) return false;
    list_unknowns(sets);
    return true;
}

void sets_blocks(Sets *sets, const double *matrix) {
    const size_t n = (size_t)sets->motion->n, m = (size_t)sets->count;
    for (size_t r = 0; r < m; r++) {
        const Unknown *row = &sets->unknown[r];
        const double *line = matrix + (size_t)row->dof * n,
                     *normal = row->slipping >= 0
                                   ? matrix + (size_t)sets->motion->contact[row->slipping].normal * n
                                   : NULL;
        for (size_t j = 0; j < m; j++) {
            const Unknown *column = &sets->unknown[j];
            sets->N0[r * m + j] = row->sign * line[column->dof] * column->sign; /* (ST-4) */
            sets->N1[r * m + j] = normal ? normal[column->dof] * column->sign : 0;
        }
    }
}

void sets_combine(const Sets *sets, const double *mu, double *N) {
    const size_t m = (size_t)sets->count;
    for (size_t r = 0; r < m; r++) {
        const int slipping = sets->unknown[r].slipping;
        for (size_t j = 0; j < m; j++)
            N[r * m + j] = sets->N0[r * m + j] - (slipping >= 0 ? mu[slipping] * sets->N1[r * m + j] : 0);
    }
}

void sets_combine_exactly(const Sets *sets, const double *mu, const double *matrix_D, double *const N[3]) {
    const size_t n = (size_t)sets->motion->n, m = (size_t)sets->count;
    for (size_t r = 0; r < m; r++) {
        const Unknown *row = &sets->unknown[r];
        const int slipping = row->slipping;
        const size_t normal = slipping >= 0 ? (size_t)sets->motion->contact[slipping].normal : 0;
        for (size_t j = 0; j < m; j++) {
            const size_t at = r * m + j, column = (size_t)sets->unknown[j].dof;
            const double first = sets->N0[at], factor = slipping >= 0 ? mu[slipping] : 0,
                         product = factor * sets->N1[at], difference = first - product;
            N[0][at] = difference;
            N[1][at] = slipping < 0 ? 0
                                    : sum_error(first, -product, difference) -
                                          product_error(factor, sets->N1[at], product);
            N[2][at] = rounding_gamma(2) * fabs(N[1][at]);
            if (!matrix_D) continue;
            N[2][at] += matrix_D[(size_t)row->dof * n + column];
            if (slipping >= 0) N[2][at] += 2 * factor * matrix_D[normal * n + column];
        }
    }
}

void sets_radii(const Sets *sets, double *N0_D, double *N1_D) {
    const size_t n = (size_t)sets->motion->n, m = (size_t)sets->count;
    for (size_t at = 0; at < m * m; at++) {
        const Unknown *row = &sets->unknown[at / m];
        const size_t column = (size_t)sets->unknown[at % m].dof;
        N0_D[at] = sets->stiffness_D[(size_t)row->dof * n + column];
        N1_D[at] = 0;
        if (row->slipping >= 0)
            N1_D[at] = sets->stiffness_D[(size_t)sets->motion->contact[row->slipping].normal * n + column];
    }
}

void sets_expand(const Sets *sets, const double *y, double *V) {
    memset(V, 0, (size_t)sets->motion->n * sizeof *V);
    for (int i = 0; i < sets->count; i++) V[sets->unknown[i].dof] = sets->unknown[i].sign * y[i];
}

/* How far a rate of dof j may differ: rates under load are as large as the forces of their row make them, so
 * that a stiff contact is not overlooked beside a soft one; of a direction only the whole has a size. */
static double row_size(const Sets *sets, const SmallRates *rates, const double *V, int j, double size) {
    const size_t n = (size_t)sets->motion->n, at = (size_t)j * n;
    double force = 0;
    if (!rates->loaded || sets->stiffness[at + (size_t)j] == 0) return size;
    if (sets->motion->load) force = fabs(sets->motion->load[j]);
    for (size_t k = 0; k < n; k++)
        force += fabs(sets->stiffness[at + k]) * fmax(fabs(V[k]), fabs(rates->V[k]));
    return fmin(size, force / fabs(sets->stiffness[at + (size_t)j]));
}

static bool same_rates(const Sets *sets, const SmallRates *rates, const double *V, double scale) {
    const int n = sets->motion->n;
    const double size = fmax(dense_largest((size_t)n, V), scale * dense_largest((size_t)n, rates->V));
    for (int j = 0; j < n; j++)
        if (!(fabs(V[j] - scale * rates->V[j]) <= SAME * row_size(sets, rates, V, j, size))) return false;
    return true;
}

static FutureMode *find_known(const Sets *sets, const SmallRates *rates, double mu, double scale) {
    for (int i = 0; i < sets->found->count; i++) {
        FutureMode *mode = &sets->found->at[i];
        if (same_rates(sets, rates, mode->V, scale) && fabs(mode->mu - mu) <= SAME * fabs(mu) &&
            fabs(mode->z - rates->z) <= SAME * fabs(rates->z))
            return mode;
    }
    return NULL;
}

static JudderErr sets_append(Sets *sets, FutureMode mode, const double *V, double scale) {
    Futures *found = sets->found;
    REQUIRE(grow(&found->at, &found->room, (size_t)found->count + 1, sizeof *found->at), error_memory());
    const size_t n = (size_t)sets->motion->n, contacts = (size_t)sets->motion->contacts;
    mode.future = malloc((contacts + 1) * sizeof *mode.future);
    mode.V = malloc((n + 1) * sizeof *mode.V);
    found->at[found->count++] = mode;
    REQUIRE(mode.future && mode.V, error_memory());
    memcpy(mode.future, sets->future, contacts * sizeof *mode.future);
    for (size_t i = 0; i < n; i++) mode.V[i] = scale * V[i] + 0.0; /* no negative zeros */
    return JUDDER_OK;
}

/* What is proved of two sets are two solutions, however near, unless one is on the verge of the other set;
 * one that was only computed may be this one. */
JudderErr sets_keep(Sets *sets, const FutureMode *mode, const double *V, double scale) {
    const SmallRates rates = {.z = mode->z, .V = V};
    FutureMode *known = find_known(sets, &rates, mode->mu, scale);
    if (!known || (known->proved && !mode->verge && !known->verge)) return sets_append(sets, *mode, V, scale);
    if (known->proved) return JUDDER_OK;
    known->proved = true;
    known->mu = mode->mu, known->z = mode->z, known->residual = mode->residual;
    known->low = mode->low, known->high = mode->high;
    memcpy(known->future, sets->future, (size_t)sets->motion->contacts * sizeof *known->future);
    for (int i = 0; i < sets->motion->n; i++) known->V[i] = scale * V[i] + 0.0;
    return JUDDER_OK;
}

JudderErr sets_leave_open(Sets *sets, double low, double high) {
    Futures *found = sets->found;
    found->complete = false;
    REQUIRE(grow(&found->open, &found->open_room, (size_t)found->open_count + 1, sizeof *found->open),
            error_memory());
    found->open[found->open_count++] = (FutureOpen){low, high};
    return JUDDER_OK;
}

JudderErr sets_offer(Sets *sets, const SmallRates *rates, double mu, bool family) {
    const double largest = dense_largest((size_t)sets->motion->n, rates->V),
                 residual = small_motion_residual(sets->motion, sets->stiffness, rates);
    if (!(residual <= GOOD) || (!rates->loaded && largest == 0)) return JUDDER_OK;
    const double scale = rates->loaded ? 1 : 1 / largest;
    sets->found->continuum = sets->found->continuum || (family && rates->loaded);
    FutureMode *known = find_known(sets, rates, mu, scale);
    if (known) {
        known->family = known->family || family; /* the end of a line may be the solution of a smaller set */
        return JUDDER_OK;
    }
    return sets_append(
        sets,
        (FutureMode){
            .mu = mu, .z = rates->z, .residual = residual, .family = family, .low = NAN, .high = NAN},
        rates->V, scale);
}
