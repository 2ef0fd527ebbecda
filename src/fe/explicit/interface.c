/* The step of interface nodes (BD-8): free ones as the interior nodes, special ones with their loads,
 * supports and contact. Besides K everything does work with the mean of the velocities before and after, dt
 * (f + r - C v).(v + v+)/2; what of it is loss, load or method is separated here. */
#include "fe/explicit/explicit.h"

#include <math.h>

void explicit_to_rows(const Explicit *e, const OwnContact *own, const double *x, double *framed) {
    const int dim = e->body->dim;
    for (int row = 0; row < dim; row++) {
        framed[row] = 0;
        for (int i = 0; i < dim; i++) framed[row] += own->direction[row][i] * x[i];
    }
}

void explicit_from_rows(const Explicit *e, const OwnContact *own, const double *framed, double *x) {
    const int dim = e->body->dim;
    for (int i = 0; i < dim; i++) {
        x[i] = 0;
        for (int row = 0; row < dim; row++) x[i] += own->direction[row][i] * framed[row];
    }
}

/* One node in the axes of the body: what it has, and what acts. */
typedef struct InterfaceNode {
    int local;
    double mass;
    double u[3], v[3], f[3], Ku[3], Cv[3]; /* Cv with the drag */
    double after[3];
} InterfaceNode;

static void interface_take(const Explicit *e, int interface, InterfaceNode *n) {
    n->local = e->layout->interior + interface;
    n->mass = e->interface_mass[interface];
    for (int c = 0; c < e->body->dim; c++) {
        n->u[c] = e->u.c[c][n->local];
        n->v[c] = e->v.c[c][n->local];
        n->f[c] = n->mass * e->gravity[c];
        n->Ku[c] = e->Ku.c[c][interface];
        n->Cv[c] = e->drag * n->mass * n->v[c];
        if (e->damped) n->Cv[c] += e->Cv.c[c][interface];
    }
}

/* Writes the new numbers; work of forces f (with reactions in it) and of damping. */
static void interface_put(const Explicit *e, const InterfaceNode *n, StepWork *work) {
    const Fields *out = e->damped ? &e->v_other : &e->v;
    for (int c = 0; c < e->body->dim; c++) {
        const double next = n->u[c] + e->dt * n->after[c], mean = e->dt * (n->v[c] + n->after[c]) / 2;
        out->c[c][n->local] = n->after[c];
        e->u.c[c][n->local] = next;
        work->elastic += n->Ku[c] * next;
        work->viscous += e->dt * n->Cv[c] * n->v[c];
        work->total += (n->f[c] - n->Cv[c]) * mean;
        work->external += n->f[c] * mean;
    }
}

static void move_free(const Explicit *e, InterfaceNode *n, StepWork *work) {
    for (int c = 0; c < e->body->dim; c++) {
        n->after[c] = n->v[c] + e->dt / n->mass * (n->f[c] - n->Ku[c] - n->Cv[c]);
        work->kinetic += n->mass * n->after[c] * n->after[c];
    }
    interface_put(e, n, work);
}

static void move_fixed(const Explicit *e, const Special *s, const double *given, InterfaceNode *n,
                       StepWork *work) {
    for (int c = 0; c < e->body->dim; c++) {
        const double q = n->v[c] + e->dt / n->mass * (n->f[c] - n->Ku[c] - n->Cv[c]);
        n->after[c] = s->fixed[c] ? (given[c] - n->u[c]) / e->dt : q;
        n->f[c] += n->mass / e->dt * (n->after[c] - q);
        work->kinetic += n->mass * n->after[c] * n->after[c];
    }
    interface_put(e, n, work);
}

/* Contact forces do their own kinds of work: loss, work of the foundation, work of a given pressure. */
static void contact_work(const Explicit *e, const OwnContact *own, const double *before,
                         const ContactResult *to, StepWork *work) {
    const double dt = e->dt;
    for (int i = 0; i < e->body->dim; i++) work->total += dt * to->r[i] * (before[i] + to->v[i]) / 2;
    if (own->node.law->law->given) work->external += dt * to->r[0] * (before[0] + to->v[0]) / 2;
    for (int i = 1; i < e->body->dim; i++) {
        if (own->node.held[i - 1]) continue;
        work->friction -= dt * to->r[i] * (to->v[i] - e->contact_step.V[i - 1]);
        work->external += dt * to->r[i] * e->contact_step.V[i - 1];
    }
    work->several += to->several;
    work->jumped += to->jumped;
    work->uniqueness = fmax(work->uniqueness, to->uniqueness);
    work->pressure = fmax(work->pressure, to->r[0] / own->node.area);
}

static void move_contact(Explicit *e, OwnContact *own, const double *given, InterfaceNode *n,
                         StepWork *work) {
    const int dim = e->body->dim;
    double u[3] = {0}, before[3] = {0}, net[3], wanted[3] = {0}, q[3], reaction[3] = {0}, force[3],
           difference[3];
    ContactResult to;
    for (int c = 0; c < dim; c++) {
        net[c] = n->f[c] - n->Ku[c] - n->Cv[c];
        difference[c] = (given[c] - n->u[c]) / e->dt;
    }
    explicit_to_rows(e, own, n->u, u);
    explicit_to_rows(e, own, n->v, before);
    explicit_to_rows(e, own, net, force);
    explicit_to_rows(e, own, difference, wanted);
    for (int i = 0; i < dim; i++)
        q[i] = before[i] + e->dt / (i > 0 ? own->node.tangential_mass : own->node.mass) * force[i];
    const double gap = own->gap + u[0];
    contact_node_step(&e->contact_step, &own->node, q, gap, &to);
    for (int i = 1; i < dim; i++)
        if (own->node.held[i - 1]) {
            to.v[i] = wanted[i];
            reaction[i] = own->node.tangential_mass / e->dt * (wanted[i] - q[i]);
        }
    for (int i = 0; i < dim; i++) {
        work->kinetic += (i > 0 ? own->node.tangential_mass : own->node.mass) * to.v[i] * to.v[i];
        own->r[i] = to.r[i];
    }
    contact_work(e, own, before, &to, work);
    work->violation = fmax(work->violation, contact_node_violation(&e->contact_step, &own->node, gap, &to));
    for (int i = 0; i < dim; i++) {
        const double speed = fmax(fabs(q[i]), i > 0 ? fabs(e->V[i - 1]) : 0);
        work->force = fmax(work->force, own->node.tangential_mass / e->dt * speed);
    }
    work->force = fmax(work->force, to.r[0]);
    work->stored += (contact_stored(own->node.law, own->node.area, gap) +
                     contact_stored(own->node.law, own->node.area, gap + e->dt * to.v[0])) /
                    2;
    explicit_from_rows(e, own, to.v, n->after);
    explicit_from_rows(e, own, reaction, force);
    for (int c = 0; c < dim; c++) n->f[c] += force[c];
    interface_put(e, n, work);
}

static void move_special(Explicit *e, int s, StepWork *work) {
    const Special *special = &e->special[s];
    const int dim = e->body->dim;
    InterfaceNode n;
    interface_take(e, special->local - e->layout->interior, &n);
    for (int c = 0; c < dim; c++) n.f[c] += e->force[s * dim + c];
    const double *given = e->given + (long)s * dim;
    if (special->contact >= 0)
        move_contact(e, &e->own_contact[special->contact], given, &n, work);
    else if (special->any_fixed)
        move_fixed(e, special, given, &n, work);
    else
        move_free(e, &n, work);
}

void explicit_interface(Explicit *e, StepWork *work) {
    InterfaceNode n;
    for (int interface = 0; interface < layout_interface(e->layout); interface++) {
        if (e->is_special[interface]) continue;
        interface_take(e, interface, &n);
        move_free(e, &n, work);
    }
    for (int s = 0; s < e->specials; s++) move_special(e, s, work);
}
