/* Which systems are linear between events. */
#include "system_march/events/exact/exact.h"

enum { EXACT_DOFS = 200, EXACT_BENDS = 256 };

/* Whether a normal force is constant between its jumps. */
static bool is_stepwise(const Signal *signal) {
    if (signal->function.call) return false;
    for (size_t i = 0; i + 1 < signal->t.count; i++)
        if (signal->t.at[i] != signal->t.at[i + 1] && signal->value.at[i] != signal->value.at[i + 1])
            return false;
    return true;
}

static const char *refuse_contact(const Events *e, int i) {
    const SystemContactSetup *c = &e->m->setup.contact[i];
    const Friction *f = &e->m->friction[i];
    const FrictionLaw *law = f->law;
    if (c->normal >= 0 && !e->m->law[i].law->rigid) return "a contact is compliant";
    if (law->state_advance) return "a friction law has a state";
    if (!law->piecewise_linear)
        return "a friction law is curved (constant, linear and tabulated ones are straight in pieces)";
    if (friction_bends(f, NULL, 0) > EXACT_BENDS) return "a friction law has more than 256 bends";
    if (law->constant) return NULL;
    if (c->normal >= 0) return "mu depends on the speed where the normal force follows from the motion";
    if (!is_stepwise(c->normal_force)) return "mu depends on the speed where the normal force varies in time";
    return NULL;
}

bool exact_suits(const Events *e, const char **why_not) {
    const SystemMarchSetup *s = &e->m->setup;
    *why_not = s->n > EXACT_DOFS ? "it has more than 200 dofs" : NULL;
    for (int i = 0; i < s->contact_count && !*why_not; i++) *why_not = refuse_contact(e, i);
    for (int i = 0; i < s->n && !*why_not; i++)
        if (!e->m->driven[i] && !(s->M[(size_t)i * (size_t)(s->n + 1)] > 0))
            *why_not = "a dof that is not driven has no mass";
    return *why_not == NULL;
}
