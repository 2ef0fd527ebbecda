/* Dofs that no entry of a matrix joins to a contact: friction does not reach them, whatever is answered. */
#include "study/system/system_model.h"

#include <stdio.h>
#include <stdlib.h>

/* The first dof of the piece of a dof; the way there is shortened. */
static int first_of(int *up, int dof) {
    while (up[dof] != dof) dof = up[dof] = up[up[dof]];
    return dof;
}

static void join(int *up, int a, int b) {
    const int x = first_of(up, a), y = first_of(up, b);
    if (x < y)
        up[y] = x;
    else
        up[x] = y;
}

static void join_dense(int n, const double *A, int *up) {
    for (int i = 0; A && i < n; i++)
        for (int j = 0; j < n; j++)
            if (A[(long)i * n + j] != 0) join(up, i, j);
}

static void join_sparse(const Triplets *t, int *up) {
    for (size_t k = 0; t->rows > 0 && k < t->count; k++)
        if (t->value[k] != 0) join(up, t->row[k], t->column[k]);
}

static void join_all(const SystemPrepared *s, int n, int *up) {
    if (s->large) {
        join_sparse(&s->large->K, up);
        join_sparse(&s->large->M, up);
        join_sparse(&s->large->C, up);
    } else {
        join_dense(n, s->K, up);
        join_dense(n, s->M, up);
        join_dense(n, s->C, up);
    }
}

/* Which pieces a contact belongs to, and the contacts whose friction nothing feeds on. */
typedef struct Reached {
    int n;
    int *piece;        /* of each dof: its first dof */
    bool *has_contact; /* of each piece, by that */
    int apart;         /* contacts that slip whose normal nothing joins to their tangent */
} Reached;

static void reach(const SystemPrepared *s, Reached *r) {
    for (int i = 0; i < s->motion.contacts; i++) {
        const SmallContact *c = &s->contact[i];
        r->has_contact[r->piece[c->normal]] = r->has_contact[r->piece[c->tangent]] = true;
        r->apart += c->state == SMALL_CONTACT_SLIP && r->piece[c->normal] != r->piece[c->tangent];
    }
}

static void tell(StudyRun *run, const Reached *r) {
    char list[80] = "";
    size_t used = 0;
    int lost = 0;
    for (int i = 0; i < r->n; i++) {
        if (r->has_contact[r->piece[i]]) continue;
        if (lost++ < 4)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%d", lost > 1 ? ", " : "", i + 1);
    }
    if (lost)
        stability_tell(run,
                       "%d of %d dofs (%s%s) are joined to no contact by any matrix: friction does not reach "
                       "them",
                       lost, r->n, list, lost > 4 ? ", ..." : "");
    if (r->apart)
        stability_tell(
            run,
            "of %d contact%s in the state slip no matrix joins the normal to the tangent: friction "
            "feeds nothing there",
            r->apart, r->apart == 1 ? "" : "s");
}

JudderErr system_tell_pieces(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const int n = s->large ? s->large->n : s->motion.n;
    int *room = malloc((2 * (size_t)n + 1) * sizeof *room);
    Reached r = {.n = n, .piece = room + n, .has_contact = calloc((size_t)n + 1, sizeof *r.has_contact)};
    const bool good = room && r.has_contact;
    if (good) {
        for (int i = 0; i < n; i++) room[i] = i;
        join_all(s, n, room);
        for (int i = 0; i < n; i++) r.piece[i] = first_of(room, i);
        reach(s, &r);
        tell(run, &r);
    }
    free(room);
    free(r.has_contact);
    return good ? JUDDER_OK : error_memory();
}
