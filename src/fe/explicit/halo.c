#include "fe/explicit/halo.h"

#include "fe/start.h"

#include <stdlib.h>

void halo_destroy(Halo **halo) {
    if (!*halo) return;
    Halo *h = *halo;
    for (int i = 0; h->request && i < 2 * h->ranks; i++)
        if (h->request[i] != MPI_REQUEST_NULL) MPI_Request_free(&h->request[i]);
    free(h->own_from);
    free(h->own_to);
    free(h->send_from);
    free(h->receive_to);
    free(h->send);
    free(h->receive);
    free(h->request);
    for (int i = 0; i < 2; i++) fields_release(&h->stash[i]);
    free(h);
    *halo = NULL;
}

/* Which rank has a number: first[r] <= number < first[r + 1]. */
static int rank_of(const int *first, int ranks, int number) {
    int low = 0, high = ranks;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (first[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Of each rank. */
typedef struct Borders {
    int ranks;
    int *first;            /* numbers with which ranks begin; ranks + 1 of them */
    int *sends, *receives; /* how many nodes with each rank */
} Borders;

/* Own nodes that another rank needs, in the order of their numbers; returns how many. */
static int list_sends(const Layout *layout, const Borders *b, int to, int *list) {
    const Numbering *n = layout->numbering;
    int count = 0;
    for (int own = 0; own < n->count; own++) {
        bool needed = false;
        for (int k = n->start[own]; k < n->start[own + 1] && !needed; k++)
            needed = n->column[k] >= b->first[to] && n->column[k] < b->first[to + 1];
        if (needed && list) list[count] = layout->local[own];
        count += needed;
    }
    return count;
}

/* Nodes of the stash that another rank has, in the order of their numbers. */
typedef struct Numbered {
    int number, place;
} Numbered;

static int by_number(const void *a, const void *b) {
    const int x = ((const Numbered *)a)->number, y = ((const Numbered *)b)->number;
    return (x > y) - (x < y);
}

static JudderErr list_receives(const Layout *layout, Halo *h) {
    Numbered *list = malloc(((size_t)layout->stash + 1) * sizeof *list);
    h->own_from = calloc((size_t)layout->stash + 1, sizeof *h->own_from);
    h->own_to = calloc((size_t)layout->stash + 1, sizeof *h->own_to);
    h->receive_to = calloc((size_t)layout->stash + 1, sizeof *h->receive_to);
    const bool good = list && h->own_from && h->own_to && h->receive_to;
    for (int s = 0; good && s < layout->stash; s++) {
        if (layout->stash_local[s] < 0) {
            list[h->receives++] = (Numbered){layout->stash_number[s], s};
            continue;
        }
        h->own_from[h->own] = layout->stash_local[s];
        h->own_to[h->own++] = s;
    }
    if (good) qsort(list, (size_t)h->receives, sizeof *list, by_number);
    for (int i = 0; good && i < h->receives; i++) h->receive_to[i] = list[i].place;
    free(list);
    return good ? JUDDER_OK : error_memory();
}

static JudderErr count_borders(const Layout *layout, const Halo *h, Borders *b) {
    b->sends = calloc((size_t)b->ranks + 1, sizeof *b->sends);
    b->receives = calloc((size_t)b->ranks + 1, sizeof *b->receives);
    REQUIRE(b->sends && b->receives, error_memory());
    for (int i = 0; i < h->receives; i++)
        b->receives[rank_of(b->first, b->ranks, layout->stash_number[h->receive_to[i]])]++;
    for (int r = 0; r < b->ranks; r++)
        if (b->receives[r] > 0) b->sends[r] = list_sends(layout, b, r, NULL);
    return JUDDER_OK;
}

static JudderErr halo_make_room(Halo *h, const Borders *b) {
    for (int r = 0; r < b->ranks; r++) {
        h->ranks += b->receives[r] > 0;
        h->sends += b->sends[r];
    }
    const size_t numbers = (size_t)(h->dim * h->fields);
    h->send_from = calloc((size_t)h->sends + 1, sizeof *h->send_from);
    h->send = calloc((size_t)h->sends * numbers + 1, sizeof *h->send);
    h->receive = calloc((size_t)h->receives * numbers + 1, sizeof *h->receive);
    h->request = calloc(2 * (size_t)h->ranks + 1, sizeof *h->request);
    REQUIRE(h->send_from && h->send && h->receive && h->request, error_memory());
    for (int i = 0; i < 2 * h->ranks; i++) h->request[i] = MPI_REQUEST_NULL;
    return JUDDER_OK;
}

static JudderErr halo_fill(const Layout *layout, Halo *h, Borders *b) {
    for (int i = 0; i < h->fields; i++) TRY(fields_create(h->dim, layout->stash, &h->stash[i]));
    TRY(list_receives(layout, h));
    TRY(count_borders(layout, h, b));
    TRY(halo_make_room(h, b));
    const int numbers = h->dim * h->fields;
    int sent = 0, received = 0, made = 0;
    for (int r = 0; r < b->ranks; r++) {
        if (b->receives[r] == 0) continue;
        list_sends(layout, b, r, h->send_from + sent);
        MPI_Recv_init(h->receive + (long)received * numbers, b->receives[r] * numbers, MPI_DOUBLE, r, 7,
                      PETSC_COMM_WORLD, &h->request[made++]);
        MPI_Send_init(h->send + (long)sent * numbers, b->sends[r] * numbers, MPI_DOUBLE, r, 7,
                      PETSC_COMM_WORLD, &h->request[made++]);
        sent += b->sends[r];
        received += b->receives[r];
    }
    return JUDDER_OK;
}

PetscErrorCode halo_create(const Layout *layout, int dim, int fields, Halo **halo) {
    Borders b = {0};
    PetscMPIInt ranks;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    b.ranks = ranks;
    *halo = calloc(1, sizeof **halo);
    b.first = calloc((size_t)ranks + 1, sizeof *b.first);
    JudderErr err = fe_agree(*halo && b.first ? JUDDER_OK : error_memory());
    if (err == JUDDER_OK) {
        MPI_Allgather(&layout->numbering->first, 1, MPI_INT, b.first, 1, MPI_INT, PETSC_COMM_WORLD);
        b.first[ranks] = layout->numbering->unknowns;
        (*halo)->dim = dim;
        (*halo)->fields = fields;
        err = fe_agree(halo_fill(layout, *halo, &b));
    }
    free(b.first);
    free(b.sends);
    free(b.receives);
    if (err != JUDDER_OK) halo_destroy(halo);
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

void halo_begin(Halo *h, const Fields *from) {
    double *out = h->send;
    for (int i = 0; i < h->sends; i++)
        for (int f = 0; f < h->fields; f++)
            for (int c = 0; c < h->dim; c++) *out++ = from[f].c[c][h->send_from[i]];
    if (h->ranks > 0) MPI_Startall(2 * h->ranks, h->request);
    for (int f = 0; f < h->fields; f++)
        for (int c = 0; c < h->dim; c++) {
            double *to = h->stash[f].c[c];
            const double *own = from[f].c[c];
            for (int i = 0; i < h->own; i++) to[h->own_to[i]] = own[h->own_from[i]];
        }
}

void halo_poll(void *halo) {
    Halo *h = halo;
    int done;
    if (h->ranks > 0) MPI_Testall(2 * h->ranks, h->request, &done, MPI_STATUSES_IGNORE);
}

void halo_end(Halo *h) {
    const double *in = h->receive;
    if (h->ranks > 0) MPI_Waitall(2 * h->ranks, h->request, MPI_STATUSES_IGNORE);
    for (int i = 0; i < h->receives; i++)
        for (int f = 0; f < h->fields; f++)
            for (int c = 0; c < h->dim; c++) h->stash[f].c[c][h->receive_to[i]] = *in++;
}
