/* Dofs by what they do. */
#include "system_march/state/state.h"

#include <math.h>
#include <stdlib.h>

static JudderErr check_symmetric(const char *what, int n, const double *A) {
    if (!A) return JUDDER_OK;
    double largest = 0;
    for (int i = 0; i < n * n; i++) {
        REQUIRE(isfinite(A[i]), error_input(what, "%s has an invalid number", what));
        largest = fmax(largest, fabs(A[i]));
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double a = A[i * n + j], b = A[j * n + i];
            REQUIRE(
                fabs(a - b) <= 1e-9 * largest,
                error_input(what,
                            "%s is not symmetric in row %d, column %d (%g and %g): a march needs symmetric "
                            "matrices",
                            what, i + 1, j + 1, a, b));
        }
    return JUDDER_OK;
}

static JudderErr claim(SystemMarch *m, int dof, const char *what, int *owner) {
    REQUIRE(dof >= 0 && dof < m->setup.n,
            error_input(what, "%s is dof %d: there are %d, counted from 1", what, dof + 1, m->setup.n));
    REQUIRE(owner[dof] == 0, error_input(what, "%s is dof %d, which is used already", what, dof + 1));
    owner[dof] = 1;
    return JUDDER_OK;
}

static JudderErr sort_owned(SystemMarch *m, int *owner) {
    const SystemMarchSetup *s = &m->setup;
    bool any = false;
    for (int i = 0; i < s->contact_count; i++) any = any || s->contact[i].normal >= 0;
    m->width = any ? 2 : 1;
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        m->law[i] = c->normal >= 0 ? c->law : (Contact){.law = &pressure_contact};
        m->friction[i] = c->friction;
        if (any) m->rub_of[2 * i] = -1;
        if (c->normal >= 0) {
            TRY(claim(m, c->normal, "normal", owner));
            m->rub_of[2 * i] = m->rub_count;
            m->sign[m->rub_count] = -1;
            m->rub[m->rub_count++] = c->normal;
            m->heavy = m->heavy || (m->law[i].law->rigid && s->M[c->normal * (s->n + 1)] > 0);
        }
        TRY(claim(m, c->tangent, "tangent", owner));
        m->rub_of[m->width * (i + 1) - 1] = m->rub_count;
        m->sign[m->rub_count] = 1;
        m->rub[m->rub_count++] = c->tangent;
    }
    for (int i = 0; i < s->drive_count; i++) {
        TRY(claim(m, s->drive[i].dof, "drive", owner));
        m->driven[s->drive[i].dof] = true;
    }
    for (int i = 0; i < s->force_count; i++)
        REQUIRE(s->force[i].dof >= 0 && s->force[i].dof < s->n,
                error_input("forces", "a force acts on dof %d: there are %d, counted from 1",
                            s->force[i].dof + 1, s->n));
    for (int i = 0; i < s->n; i++)
        if (!owner[i]) m->inner[m->inner_count++] = i;
    return JUDDER_OK;
}

JudderErr system_check_matrices(const SystemMarch *m) {
    const SystemMarchSetup *s = &m->setup;
    TRY(check_symmetric("mass", s->n, s->M));
    TRY(check_symmetric("damping", s->n, s->C));
    return check_symmetric("stiffness", s->n, s->K);
}

JudderErr system_sort_dofs(SystemMarch *m) {
    int *owner = calloc((size_t)m->setup.n, sizeof *owner);
    REQUIRE(owner, error_memory());
    const JudderErr err = sort_owned(m, owner);
    free(owner);
    return err;
}
