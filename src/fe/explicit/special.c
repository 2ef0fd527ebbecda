/* Loads f of (BD-8) as a uniform acceleration, which every node feels, and rests at the nodes of the loaded
 * sides. */
#include "fe/explicit/explicit.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* The acceleration that most nodes of this rank get from a force: the median. */
static JudderErr uniform_part(const Explicit *e, const double *force, const double *mass, double *gravity) {
    const int dim = e->body->dim, count = e->body->numbering->count;
    double *ratio = malloc(((size_t)count + 1) * sizeof *ratio);
    REQUIRE(ratio, error_memory());
    for (int c = 0; c < dim; c++) {
        bool any = false;
        for (int i = 0; i < count; i++) {
            ratio[i] = force[(long)i * dim + c] / mass[(long)i * dim + c];
            any = any || ratio[i] != 0;
        }
        gravity[c] = 0;
        if (!any) continue;
        qsort(ratio, (size_t)count, sizeof *ratio, ascending);
        gravity[c] = ratio[count / 2];
    }
    free(ratio);
    return JUDDER_OK;
}

/* What is left of a force at a dof; rounding of the integrals counts as nothing. */
static double rest_of(double force, double mass, double gravity) {
    const double rest = force - mass * gravity;
    return fabs(rest) > 1e-12 * fabs(mass * gravity) ? rest : 0;
}

static PetscErrorCode split(Explicit *e, Vec force, Pattern *pattern, bool *special) {
    const PetscScalar *f, *m;
    const int dim = e->body->dim;
    PetscFunctionBeginUser;
    PetscCall(VecGetArrayRead(force, &f));
    PetscCall(VecGetArrayRead(e->body->lumped, &m));
    const JudderErr err = uniform_part(e, f, m, pattern->gravity);
    for (int i = 0; i < e->body->numbering->count * dim && err == JUDDER_OK; i++)
        if (rest_of(f[i], m[i], pattern->gravity[i % dim]) != 0) special[i / dim] = true;
    PetscCall(VecRestoreArrayRead(force, &f));
    PetscCall(VecRestoreArrayRead(e->body->lumped, &m));
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

/* The own number of a node of the mesh, or -1. */
static int own_number(const FeBody *body, int node) {
    const int own = body->numbering->number[node] - body->numbering->first;
    return own >= 0 && own < body->numbering->count && body->numbering->number[node] >= 0 ? own : -1;
}

PetscErrorCode explicit_mark(Explicit *e, bool *special) {
    const FeBody *body = e->body;
    PetscFunctionBeginUser;
    for (int node = 0; node < body->mesh->nodes; node++)
        for (int c = 0; c < body->dim; c++) {
            const int own = own_number(body, node);
            if (own >= 0 && body->fixed[(long)node * body->dim + c]) special[own] = true;
        }
    for (int k = 0; k < e->contact->n; k++) {
        const int own = own_number(body, e->contact->node[k]);
        if (own < 0) continue;
        special[own] = true;
        e->own_contacts++;
    }
    e->term = calloc((size_t)e->loads->terms + 1, sizeof *e->term);
    PetscCall(fe_code(fe_agree(e->term ? JUDDER_OK : error_memory())));
    PetscCall(split(e, e->loads->force_base, &e->base_force, special));
    for (int k = 0; k < e->loads->terms; k++)
        if (!e->loads->moves[k]) PetscCall(split(e, e->loads->unit[k], &e->term[k], special));
    PetscFunctionReturn(0);
}

/* The numbers of a vector at the special nodes, without the uniform acceleration if it is a force. */
static PetscErrorCode take_rests(Explicit *e, Vec vector, bool is_force, Pattern *pattern) {
    const PetscScalar *x, *m;
    const int dim = e->body->dim, first = e->body->numbering->first;
    PetscFunctionBeginUser;
    pattern->rest = calloc((size_t)(e->specials * dim) + 1, sizeof *pattern->rest);
    PetscCall(fe_code(fe_agree(pattern->rest ? JUDDER_OK : error_memory())));
    PetscCall(VecGetArrayRead(vector, &x));
    PetscCall(VecGetArrayRead(e->body->lumped, &m));
    for (int s = 0; s < e->specials; s++)
        for (int c = 0; c < dim; c++) {
            const long at = (long)(e->layout->number[e->special[s].local] - first) * dim + c;
            pattern->rest[s * dim + c] = is_force ? rest_of(x[at], m[at], pattern->gravity[c]) : x[at];
        }
    PetscCall(VecRestoreArrayRead(vector, &x));
    PetscCall(VecRestoreArrayRead(e->body->lumped, &m));
    PetscFunctionReturn(0);
}

static void list_contact(Explicit *e, int *of_local, double surface_mass) {
    const FeContact *contact = e->contact;
    const int dim = e->body->dim;
    int count = 0;
    for (int k = 0; k < contact->n; k++) {
        const int own = own_number(e->body, contact->node[k]);
        if (own < 0) continue;
        const int local = e->layout->local[own];
        OwnContact *at = &e->own_contact[count];
        at->k = k;
        at->gap = contact->gap[k];
        at->node.law = &contact->law[k];
        at->node.roots = e->roots[k];
        at->node.area = contact->area[k];
        at->node.mass = e->interface_mass[local - e->layout->interior];
        at->node.tangential_mass = at->node.mass + surface_mass * contact->area[k];
        for (int a = 1; a < dim; a++) at->node.held[a - 1] = contact->rows->place[k * dim + a] < 0;
        for (int a = 0; a < dim; a++) fe_rows_direction(contact->rows, k * dim + a, at->direction[a]);
        const Friction *friction = &contact->friction[k];
        if (friction->law->state_start) at->node.theta = friction->law->state_start(friction->params);
        of_local[local - e->layout->interior] = count++;
    }
}

static JudderErr list_specials(Explicit *e, const bool *marked, double surface_mass) {
    const Layout *l = e->layout;
    const int interface = layout_interface(l), dim = e->body->dim;
    int *contact = malloc(((size_t)interface + 1) * sizeof *contact);
    bool *fixed = calloc((size_t)(interface * dim) + 1, sizeof *fixed);
    e->is_special = calloc((size_t)interface + 1, sizeof *e->is_special);
    e->special = calloc((size_t)interface + 1, sizeof *e->special);
    e->own_contact = calloc((size_t)e->own_contacts + 1, sizeof *e->own_contact);
    const bool good = contact && fixed && e->is_special && e->special && e->own_contact;
    for (int i = 0; good && i < interface; i++) contact[i] = -1;
    if (good) list_contact(e, contact, surface_mass);
    for (int node = 0; good && node < e->body->mesh->nodes; node++) {
        const int own = own_number(e->body, node);
        if (own < 0 || l->local[own] < l->interior) continue;
        for (int c = 0; c < dim; c++)
            if (e->body->fixed[(long)node * dim + c]) fixed[(l->local[own] - l->interior) * dim + c] = true;
    }
    for (int i = 0; good && i < interface; i++) {
        if (!marked[l->number[l->interior + i] - l->numbering->first]) continue;
        Special *s = &e->special[e->specials++];
        e->is_special[i] = true;
        s->local = l->interior + i;
        s->contact = contact[i];
        for (int c = 0; c < dim; c++) s->fixed[c] = fixed[i * dim + c];
        s->any_fixed = s->fixed[0] || s->fixed[1] || s->fixed[2];
    }
    free(contact);
    free(fixed);
    return good ? JUDDER_OK : error_memory();
}

PetscErrorCode explicit_specials(Explicit *e, const bool *marked, double surface_mass) {
    const size_t dim = (size_t)e->body->dim;
    PetscFunctionBeginUser;
    JudderErr err = list_specials(e, marked, surface_mass);
    e->force = calloc((size_t)e->specials * dim + 1, sizeof *e->force);
    e->given = calloc((size_t)e->specials * dim + 1, sizeof *e->given);
    if (err == JUDDER_OK && !(e->force && e->given)) err = error_memory();
    PetscCall(fe_code(fe_agree(err)));
    PetscCall(take_rests(e, e->loads->force_base, true, &e->base_force));
    PetscCall(take_rests(e, e->loads->given_base, false, &e->base_given));
    for (int k = 0; k < e->loads->terms; k++)
        PetscCall(take_rests(e, e->loads->unit[k], !e->loads->moves[k], &e->term[k]));
    PetscFunctionReturn(0);
}
