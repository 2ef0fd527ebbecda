/* The body as Newton's operator; an increment that does not end is tried again from stick. */
#include "fe/start.h"
#include "fe/whole/whole.h"

#include <math.h>

enum { MOST = 40 }; /* iterations */
/* A state holds within this, relative to the forces. */
static const double KEEP = 3e-9;

static void whole_set_row(void *of, int j, const Row *row, double b) {
    FeWhole *whole = of;
    whole->law[j] = *row;
    whole->law_b[j] = b;
}

static JudderErr whole_solve_rows(void *of, double tolerance, bool *failed) {
    FeWhole *whole = of;
    whole->taken = 0;
    return fe_error(whole_solve(whole, tolerance, failed));
}

static JudderErr whole_move(void *of, double part) {
    FeWhole *whole = of;
    const double more = part - whole->taken;
    whole->taken = part;
    return fe_error(VecAXPY(whole->u, more, whole->x));
}

static JudderErr whole_look(void *of, ContactLeft *left) {
    return fe_error(whole_evaluate(of, left));
}

static void whole_rounding(const void *of, int node, const ContactPoint *at, double rounding[2]) {
    const FeWhole *whole = of;
    (void)node;
    (void)at;
    rounding[0] = rounding[1] = KEEP * whole->scale;
}

static const NewtonOperator whole_operator = {.set_row = whole_set_row,
                                              .solve = whole_solve_rows,
                                              .move = whole_move,
                                              .evaluate = whole_look,
                                              .rounding = whole_rounding,
                                              .done = 1e-10,
                                              .enough = 1e-9,
                                              .patience = 3,
                                              .added = true};

ContactNewton whole_newton(FeWhole *whole) {
    const FeContact *contact = whole->contact;
    return (ContactNewton){.op = &whole_operator,
                           .of = whole,
                           .problem = {.n = whole->n,
                                       .dim = whole->dim,
                                       .gap = contact->gap,
                                       .mu = whole->mu,
                                       .area = contact->area,
                                       .contact_count = whole->n,
                                       .contact = contact->law},
                           .k = whole->k,
                           .at = {whole->w, whole->r, whole->before},
                           .node = whole->node,
                           .slid = whole->slid};
}

PetscErrorCode fe_whole_predict(FeWhole *whole, double times) {
    PetscFunctionBeginUser;
    PetscCall(VecWAXPY(whole->u, times, whole->motion, whole->base));
    whole->guessed = times != 0;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_stretch(FeWhole *whole, double times) {
    PetscFunctionBeginUser;
    PetscCall(VecAXPBY(whole->u, 1 - times, times, whole->base));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_try(FeWhole *whole, FeLoad load, FeWholeReport *report) {
    const ContactNewton newton = whole_newton(whole);
    /* as the guess says, from the states of the base, from stick */
    const NewtonStart starts[] = {
        {.most = MOST}, {.node = whole->accepted, .most = MOST}, {.stick = true, .most = MOST}};
    PetscFunctionBeginUser;
    *report = (FeWholeReport){.outcome = CONDENSED_LIMIT};
    PetscCall(whole_load(whole, load));
    PetscCall(whole_gather(whole, whole->base, whole->before));
    for (int k = whole->guessed ? 0 : 1; k < 3 && report->outcome != CONDENSED_SOLVED; k++) {
        NewtonReport attempt;
        if (k > 0) PetscCall(VecCopy(whole->base, whole->u));
        PetscCall(fe_code(contact_newton_solve(&newton, &starts[k], &attempt)));
        report->newton += attempt.iterations;
        if (attempt.outcome == NEWTON_SOLVED) report->outcome = CONDENSED_SOLVED;
    }
    whole->guessed = report->outcome == CONDENSED_SOLVED;
    if (whole->guessed)
        PetscCall(whole_defect(whole, &report->defect));
    else
        PetscCall(VecCopy(whole->base, whole->u));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_accept(FeWhole *whole, CondensedState *state) {
    const ContactNewton newton = whole_newton(whole);
    PetscFunctionBeginUser;
    contact_newton_keep(&newton, whole->accepted);
    PetscCall(VecWAXPY(whole->motion, -1, whole->base, whole->u));
    PetscCall(VecCopy(whole->u, whole->base));
    for (int i = 0; i < whole->n; i++) whole->accepted[i] = whole->node[i];
    if (state) contact_newton_accept(&newton, NULL, state);
    whole->guessed = false;
    PetscFunctionReturn(0);
}
