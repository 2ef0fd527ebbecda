#include "beam/contact.h"

#include "base/roots.h"

#include <math.h>
#include <stdlib.h>

enum { SCAN = 96, NEWTON = 60 };

void beam_law_close(BeamLaw *law) {
    free((void *)(size_t)law->bends);
    law->bends = NULL;
}

JudderErr beam_law_open(const Friction *friction, double alpha, double beta, BeamLaw *law) {
    *law = (BeamLaw){.friction = *friction, .alpha = alpha, .beta = beta};
    REQUIRE(!friction->law->state_advance,
            error_input("friction",
                        "the law %s has a memory: the beam takes laws of the slip speed and the "
                        "temperature",
                        friction->law->word.name));
    law->jumps = friction_jumps(friction);
    law->constant = friction->law->constant && !law->jumps;
    if (law->constant) law->mu = friction_at_rest(friction, 0);
    law->thermal = friction_thermal(friction);
    if (law->constant || law->thermal) return JUDDER_OK;
    law->bend_count = friction_bends(friction, NULL, 0);
    double *bends = malloc((law->bend_count + 1) * sizeof *bends);
    REQUIRE(bends, error_memory());
    friction_bends(friction, bends, law->bend_count);
    law->bends = bends;
    const JudderErr err = friction_steepest_fall(friction, &law->steepest);
    if (err != JUDDER_OK) beam_law_close(law);
    return err;
}

double contact_excess(const BeamLaw *law, const BeamContact *contact) {
    return fabs(contact->W) / contact->R - beam_mu(law, 0, contact->t_0) * beam_bound(law, contact->Th_0);
}

/* A g^2 + b g = C with A = m S R, b = 1 - m S |W|, C = m Th_0 >= 0: one root that is not negative. */
ContactRoot contact_quadratic(double m, const BeamContact *contact) {
    const double size = fabs(contact->W), C = m * contact->Th_0;
    if (size <= contact->R * C) return (ContactRoot){size / contact->R, 0, true};
    const double A = m * contact->S * contact->R, b = 1 - m * contact->S * size;
    const double root = sqrt(b * b + 4 * A * C);
    const double g = b > 0 ? 2 * C / (b + root) : A > 0 ? (root - b) / (2 * A) : 0;
    const double r = size - contact->R * g;
    return (ContactRoot){g, r > 0 ? r : 0, true};
}

/* phi(g) = g - mu h: negative at g = 0 (or zero), positive at |W|/R if the end cannot stick. */
static double defect(const BeamLaw *law, const BeamContact *c, double g) {
    const double r = fmax(fabs(c->W) - c->R * g, 0), q = g * r;
    /* In slip, so that r = 0 is its onset. */
    const double mu = r == 0 && law->jumps ? friction_onset(&law->friction, 0)
                                           : beam_mu(law, r, c->t_0 + c->s_1 * q);
    return g - mu * beam_bound(law, c->Th_0 + c->S * q);
}

typedef struct Search {
    const BeamLaw *law;
    const BeamContact *contact;
} Search;

static double defect_of(const void *context, double g) {
    const Search *search = context;
    return defect(search->law, search->contact, g);
}

/* max(-mu_r), |mu_th| and a bound of mu over all that a root could be. */
static void steepest(const BeamLaw *law, const BeamContact *c, double most_q, double bounds[3]) {
    const double size = fabs(c->W);
    bounds[0] = law->steepest;
    bounds[1] = 0;
    if (law->thermal)
        surface_steepest(law->thermal, size, c->t_0, c->t_0 + c->s_1 * most_q, &bounds[0], &bounds[1]);
    const double mu = law->constant ? law->mu : fmax(beam_mu(law, 0, c->t_0), beam_mu(law, size, c->t_0));
    bounds[2] = mu + bounds[0] * size + bounds[1] * c->s_1 * most_q;
}

/* Only a falling mu or a bound that rises with the heat can turn phi down. */
bool contact_is_unique(const BeamLaw *law, const BeamContact *c) {
    const double size = fabs(c->W), most_q = size * size / (4 * c->R);
    const double p = law->alpha * fmax(c->Th_0 + c->S * most_q, 0);
    const double h = law->beta > 0 ? fmin(p, 1 / (4 * law->beta)) : p;
    double bounds[3];
    steepest(law, c, most_q, bounds);
    return c->R * bounds[0] * h + size * (c->s_1 * bounds[1] * h + c->S * bounds[2] * law->alpha) < 1;
}

/* The root in a bracket with phi(low) <= 0 <= phi(high): Newton by differences inside the bracket, from a
 * guess. */
static double refine(const Search *search, double low, double high, double guess) {
    double g = guess > low && guess < high ? guess : low + (high - low) / 2;
    double older = NAN, older_value = NAN;
    for (int i = 0; i < NEWTON; i++) {
        const double value = defect_of(search, g);
        if (value == 0) return g;
        if (value < 0)
            low = g;
        else
            high = g;
        double slope = isnan(older) ? 1 : (value - older_value) / (g - older);
        if (!(slope > 0)) slope = 1;
        older = g;
        older_value = value;
        double next = g - value / slope;
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (fabs(next - g) <= 4e-16 * fabs(g) || next == low || next == high) return next;
        g = next;
    }
    return root_bracketed(defect_of, search, low, high);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Places in [0, |W|/R] between which phi is taken to have one root at most: an even scan, and the bends of
 * mu. */
static size_t places(const BeamLaw *law, const BeamContact *c, double *at, size_t room) {
    const double top = fabs(c->W) / c->R;
    size_t count = 0;
    for (size_t i = 0; i <= SCAN; i++) at[count++] = top * (double)i / SCAN;
    for (size_t i = 0; i < law->bend_count && count < room; i++) {
        const double g = (fabs(c->W) - law->bends[i]) / c->R;
        if (g > 0 && g < top) at[count++] = g;
    }
    qsort(at, count, sizeof *at, compare);
    return count;
}

size_t contact_roots(const BeamLaw *law, const BeamContact *contact, ContactRoot roots[CONTACT_MOST_ROOTS]) {
    enum { ROOM = SCAN + 400 };
    double at[ROOM];
    const Search search = {law, contact};
    const double size = fabs(contact->W), top = size / contact->R;
    size_t count = 0;
    if (contact_excess(law, contact) <= 0) roots[count++] = (ContactRoot){top, 0, true};
    const size_t places_count = places(law, contact, at, ROOM);
    double low = at[0], low_value = defect(law, contact, low);
    if (low_value >= 0 && size > 0) roots[count++] = (ContactRoot){0, size, true};
    for (size_t i = 1; i < places_count && count < CONTACT_MOST_ROOTS; i++) {
        const double high = at[i], value = defect(law, contact, high);
        const bool last = i + 1 == places_count; /* g = |W|/R is stick, not slip */
        if (low_value < 0 && value >= 0 && !(last && value == 0)) {
            const double g = refine(&search, low, high, low);
            roots[count++] = (ContactRoot){g, fmax(size - contact->R * g, 0), true};
        } else if (low_value > 0 && value < 0) {
            const double g = root_bracketed(defect_of, &search, low, high);
            roots[count++] = (ContactRoot){g, fmax(size - contact->R * g, 0), false};
        }
        low = high;
        low_value = value;
    }
    if (count == 0) roots[count++] = (ContactRoot){top, 0, true};
    return count;
}

ContactRoot contact_select(const BeamLaw *law, const BeamContact *contact, double last_r, size_t *count) {
    const double size = fabs(contact->W), top = size / contact->R;
    *count = 1;
    if (law->constant && law->beta == 0 && contact->Th_0 >= 0)
        return contact_quadratic(law->mu * law->alpha, contact);
    if (contact_is_unique(law, contact)) {
        if (contact_excess(law, contact) <= 0) return (ContactRoot){top, 0, true};
        const Search search = {law, contact};
        if (defect(law, contact, 0) >= 0) return (ContactRoot){0, size, true};
        const double g = refine(&search, 0, top, fmax(size - last_r, 0) / contact->R);
        return (ContactRoot){g, fmax(size - contact->R * g, 0), true};
    }
    ContactRoot roots[CONTACT_MOST_ROOTS];
    *count = contact_roots(law, contact, roots);
    /* Where mu jumps nothing lies between a slip and stick: the end slides on while it can. */
    const size_t first = law->jumps && last_r > 0 && *count > 1 && roots[0].r == 0 ? 1 : 0;
    ContactRoot best = roots[first];
    for (size_t i = first + 1; i < *count; i++)
        if (roots[i].stable && (!best.stable || fabs(roots[i].r - last_r) < fabs(best.r - last_r)))
            best = roots[i];
    return best;
}
