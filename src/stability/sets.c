#include "stability/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to which residual a solution of dense eigenproblems is one, and how near two are the same. */
static const double GOOD = 1e-9, SAME = 1e-7;

enum { GRAZING_FUTURES = 4 };

static int futures_of(const SmallContact *contact) {
    if (contact->state == SMALL_CONTACT_SLIP) return 2;
    return contact->state == SMALL_CONTACT_GRAZING ? GRAZING_FUTURES : 1;
}

double futures_sets(const SmallMotion *motion) {
    double sets = 1;
    for (int i = 0; i < motion->contacts; i++) sets *= futures_of(&motion->contact[i]);
    return sets;
}

bool futures_affordable(const SmallMotion *motion) {
    return futures_affordable_sets(futures_sets(motion), motion->n);
}

bool futures_affordable_sets(double sets, int dofs) {
    const double n = dofs;
    return sets * (n * n * n + 100) <= 1e8;
}

void futures_release(Futures *futures) {
    for (int i = 0; i < futures->count; i++) {
        free(futures->at[i].future);
        free(futures->at[i].V);
    }
    free(futures->at);
    *futures = (Futures){0};
}

JudderErr sets_open(const SmallMotion *motion, Futures *found, Sets *sets) {
    const size_t n = (size_t)motion->n, square = n * n, contacts = (size_t)motion->contacts + 1;
    *found = (Futures){.complete = true};
    *sets = (Sets){.motion = motion,
                   .stiffness = malloc(square * sizeof(double)),
                   .choice = calloc(contacts, sizeof(int)),
                   .future = calloc(contacts, sizeof(Future)),
                   .way = calloc(contacts, sizeof(int)),
                   .unknown = calloc(n, sizeof(Unknown)),
                   .row = calloc(n, sizeof(int)),
                   .column = calloc(n, sizeof(int)),
                   .order = calloc(2 * n, sizeof(int)),
                   .found = found};
    /* One more row and column for the bordered matrices of families. */
    const size_t bordered = (n + 1) * (n + 1);
    double **const squares[] = {&sets->N0, &sets->N1, &sets->P, &sets->Q, &sets->vectors};
    double **const lines[] = {&sets->re, &sets->im, &sets->beta, &sets->y, &sets->V, &sets->V_0, &sets->left};
    bool memory = sets->stiffness && sets->choice && sets->future && sets->way && sets->unknown &&
                  sets->row && sets->column && sets->order;
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
        memory = (*squares[i] = calloc(bordered, sizeof(double))) && memory;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        memory = (*lines[i] = calloc(n + 1, sizeof(double))) && memory;
    if (!memory) {
        sets_close(sets);
        return error_memory();
    }
    small_motion_stiffness(motion, sets->stiffness);
    return JUDDER_OK;
}

void sets_close(Sets *sets) {
    void *const all[] = {sets->stiffness, sets->choice, sets->future, sets->way,    sets->unknown,
                         sets->N0,        sets->N1,     sets->P,      sets->Q,      sets->vectors,
                         sets->re,        sets->im,     sets->beta,   sets->y,      sets->V,
                         sets->V_0,       sets->left,   sets->row,    sets->column, sets->order};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static void decide(Sets *sets, int i) {
    static const Future grazing[GRAZING_FUTURES] = {FUTURE_STICK, FUTURE_SLIP, FUTURE_SLIP, FUTURE_OPEN};
    const SmallContact *contact = &sets->motion->contact[i];
    const int choice = sets->choice[i];
    switch (contact->state) {
    case SMALL_CONTACT_OPEN: sets->future[i] = FUTURE_OPEN; break;
    case SMALL_CONTACT_STUCK: sets->future[i] = FUTURE_STICK; break;
    case SMALL_CONTACT_SLIP:
        sets->future[i] = choice ? FUTURE_SLIP : FUTURE_STICK;
        sets->way[i] = contact->direction;
        break;
    case SMALL_CONTACT_GRAZING:
        sets->future[i] = grazing[choice];
        sets->way[i] = choice == 1 ? 1 : -1;
        break;
    }
}

static void list_unknowns(Sets *sets) {
    const SmallMotion *motion = sets->motion;
    for (int i = 0; i < motion->contacts; i++) decide(sets, i);
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
}

void sets_first(Sets *sets) {
    memset(sets->choice, 0, (size_t)sets->motion->contacts * sizeof *sets->choice);
    list_unknowns(sets);
}

bool sets_next(Sets *sets) {
    for (int i = 0; i < sets->motion->contacts; i++) {
        if (++sets->choice[i] < futures_of(&sets->motion->contact[i])) {
            list_unknowns(sets);
            return true;
        }
        sets->choice[i] = 0;
    }
    return false;
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

void sets_expand(const Sets *sets, const double *y, double *V) {
    memset(V, 0, (size_t)sets->motion->n * sizeof *V);
    for (int i = 0; i < sets->count; i++) V[sets->unknown[i].dof] = sets->unknown[i].sign * y[i];
}

static double largest_of(int n, const double *V) {
    double largest = 0;
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(V[i]));
    return largest;
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
    const double size = fmax(largest_of(n, V), scale * largest_of(n, rates->V));
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

static JudderErr keep(Sets *sets, FutureMode mode, const double *V, double scale) {
    Futures *found = sets->found;
    if (found->count == found->room) {
        const int room = found->room ? 2 * found->room : 8;
        FutureMode *at = realloc(found->at, (size_t)room * sizeof *at);
        REQUIRE(at, error_memory());
        found->at = at;
        found->room = room;
    }
    const size_t n = (size_t)sets->motion->n, contacts = (size_t)sets->motion->contacts;
    mode.future = malloc((contacts + 1) * sizeof *mode.future);
    mode.V = malloc((n + 1) * sizeof *mode.V);
    found->at[found->count++] = mode;
    REQUIRE(mode.future && mode.V, error_memory());
    memcpy(mode.future, sets->future, contacts * sizeof *mode.future);
    for (size_t i = 0; i < n; i++) mode.V[i] = scale * V[i] + 0.0; /* no negative zeros */
    return JUDDER_OK;
}

JudderErr sets_offer(Sets *sets, const SmallRates *rates, double mu, bool family) {
    const double largest = largest_of(sets->motion->n, rates->V),
                 residual = small_motion_residual(sets->motion, sets->stiffness, rates);
    if (!(residual <= GOOD) || (!rates->loaded && largest == 0)) return JUDDER_OK;
    const double scale = rates->loaded ? 1 : 1 / largest;
    sets->found->continuum = sets->found->continuum || (family && rates->loaded);
    FutureMode *known = find_known(sets, rates, mu, scale);
    if (known) {
        known->family = known->family || family; /* the end of a line may be the solution of a smaller set */
        return JUDDER_OK;
    }
    return keep(sets, (FutureMode){.mu = mu, .z = rates->z, .residual = residual, .family = family}, rates->V,
                scale);
}
