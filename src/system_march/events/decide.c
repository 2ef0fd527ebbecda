/* What contacts do next, all together, by the accelerations  (MO-3):
 *
 *   w = 0:  a_w = 0 and |r_T| <= mu_s p (stuck), or s a_w >= 0 and r_T = -s mu(0+) p (slip s);
 *   0 <= -a_n _|_ p >= 0 of rigid obstacles
 *
 * Few are enumerated, most stuck contacts first: with mu_s > mu(0+) this is the limit of a steep fall. Many
 * by principal pivoting with the least index, which ends where the solution is the only one. */
#include "system_march/events/events.h"

#include <math.h>
#include <string.h>

enum { CHOICE_STICK, CHOICE_PLUS, CHOICE_MINUS, CHOICE_OPEN, CHOICES };

static bool rests(const Events *e, int i) {
    return events_slip(e, i, e->now) == 0 && !events_creeps(e, i);
}

/* What a contact may choose from: bits. */
static unsigned choices(const Events *e, int i) {
    const ContactMode *mode = &e->mode[i];
    const bool rigid = events_is_rigid(e, i);
    if (mode->node == STAGE_OPEN) return 1u << CHOICE_OPEN;
    const unsigned open = rigid ? 1u << CHOICE_OPEN : 0;
    if (!rests(e, i)) return open | 1u << (mode->sign > 0 ? CHOICE_PLUS : CHOICE_MINUS);
    const unsigned slips = 1u << CHOICE_PLUS | 1u << CHOICE_MINUS;
    return open | slips | (e->leaves[i] ? 0 : 1u << CHOICE_STICK);
}

static void choose(const Events *e, int i, int choice, ContactMode *mode) {
    if (choice == CHOICE_OPEN || choice == CHOICE_STICK) {
        *mode = (ContactMode){choice == CHOICE_OPEN ? STAGE_OPEN : STAGE_STICK, 1, 0, INFINITY};
        return;
    }
    const int sign = choice == CHOICE_PLUS ? 1 : -1;
    if (e->mode[i].node == STAGE_SLIP && e->mode[i].sign == sign && !rests(e, i)) {
        *mode = e->mode[i];
        return;
    }
    *mode = (ContactMode){STAGE_SLIP, sign, 0, INFINITY};
    events_piece(e, i, fabs(events_slip(e, i, e->now)), 1, mode);
}

/* What the contact does as things are. */
static int expected(const Events *e, int i) {
    const ContactMode *mode = &e->mode[i];
    if (mode->node == STAGE_OPEN) return CHOICE_OPEN;
    if (!rests(e, i)) return mode->sign > 0 ? CHOICE_PLUS : CHOICE_MINUS;
    if (!e->leaves[i]) return CHOICE_STICK;
    return e->leaves[i] > 0 ? CHOICE_PLUS : CHOICE_MINUS;
}

/* What counts as no acceleration of a dof of a contact: its forces are known to so much. */
static double small_acceleration(const Events *e, int i, int dof, int place) {
    return 1e-10 * e->largest[EVENT_LARGEST * i + 3] *
           e->column[(size_t)place * (size_t)e->m->setup.n + (size_t)dof];
}

static double small_slip(const Events *e, int i) {
    return small_acceleration(e, i, e->m->setup.contact[i].tangent, e->m->rub_of[e->m->width * (i + 1) - 1]);
}

/* What contact i wants instead of its tried mode; the same: it is content. */
static int wish(const Events *e, int i, int choice) {
    const Moment *at = e->now;
    const SystemContactSetup *c = &e->m->setup.contact[i];
    const double force = EVENT_ZERO * e->largest[EVENT_LARGEST * i + 3];
    if (choice == CHOICE_OPEN)
        return e->mode[i].node != STAGE_OPEN &&
                       at->a[c->normal] > small_acceleration(e, i, c->normal, e->m->rub_of[2 * i])
                   ? expected(e, i)
                   : CHOICE_OPEN;
    if (events_is_rigid(e, i) && at->p[i] < -force) return CHOICE_OPEN;
    if (!rests(e, i)) return choice;
    if (choice == CHOICE_STICK) {
        const double bound = friction_at_rest(&e->m->friction[i], at->state[i]) * at->p[i];
        if (fabs(at->r[i]) <= bound + force) return choice;
        return at->r[i] > 0 ? CHOICE_MINUS : CHOICE_PLUS;
    }
    if (e->mass.move[c->tangent] == DOF_LIGHT) return choice;
    const int sign = choice == CHOICE_PLUS ? 1 : -1;
    const double a_w = at->a[c->tangent] - events_signal_slope(e, e->m->velocity_signal[i], at->t);
    if (sign * a_w >= -small_slip(e, i)) return choice;
    return e->leaves[i] ? (sign > 0 ? CHOICE_MINUS : CHOICE_PLUS) : CHOICE_STICK;
}

/* Tries the choices; *content: all contacts are, else *first is the first that is not. */
static JudderErr try_choices(Events *e, const int *choice, bool *content, int *first) {
    const int count = e->m->setup.contact_count;
    for (int i = 0; i < count; i++) choose(e, i, choice[i], &e->tried[i]);
    TRY(events_evaluate(e, e->tried, ++e->versions, e->now));
    *content = false;
    *first = 0;
    if (e->mass.singular) return JUDDER_OK;
    for (int i = 0; i < count; i++) {
        *first = i;
        if (wish(e, i, choice[i]) != choice[i]) return JUDDER_OK;
    }
    *content = true;
    return JUDDER_OK;
}

/* The number of contacts that may choose, listed. */
static int undecided(const Events *e, int *list) {
    int count = 0;
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        const unsigned of_i = choices(e, i);
        if ((of_i & (of_i - 1)) == 0) continue;
        if (count < EVENT_ENUMERATED) list[count] = i;
        count++;
    }
    return count;
}

/* Fills the choices of one code, base CHOICES; false: one of them is not to be had. */
static bool decode(const Events *e, const int *list, int count, int code, int *choice) {
    for (int k = 0; k < count; k++, code /= CHOICES) {
        if (!(choices(e, list[k]) & 1u << code % CHOICES)) return false;
        choice[list[k]] = code % CHOICES;
    }
    return true;
}

static int moving(const int *list, int count, const int *choice) {
    int sum = 0;
    for (int k = 0; k < count; k++) sum += choice[list[k]] != CHOICE_STICK;
    return sum;
}

static JudderErr enumerate(Events *e, const int *list, int count, int *choice, bool *content) {
    int codes = 1, first;
    for (int k = 0; k < count; k++) codes *= CHOICES;
    for (int moves = 0; moves <= count; moves++)
        for (int code = 0; code < codes; code++) {
            if (!decode(e, list, count, code, choice) || moving(list, count, choice) != moves) continue;
            TRY(try_choices(e, choice, content, &first));
            if (*content) return JUDDER_OK;
        }
    return JUDDER_OK;
}

static JudderErr pivot(Events *e, int *choice, bool *content) {
    const int most = 50 + 10 * e->m->setup.contact_count;
    for (int k = 0; k < most && !*content; k++) {
        int first;
        TRY(try_choices(e, choice, content, &first));
        if (!*content) choice[first] = wish(e, first, choice[first]);
    }
    return JUDDER_OK;
}

/* Zeros at the beginning of the next step: slip that begins now, a gap that opens, a kink just passed. */
static void note_zeros(Events *e) {
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        const SystemContactSetup *c = &e->m->setup.contact[i];
        int *known = e->known + i * EVENT_FUNCTIONS;
        const double *value = e->now->value + i * EVENT_FUNCTIONS,
                     *slope = e->now->slope + i * EVENT_FUNCTIONS;
        for (int k = 0; k < EVENT_FUNCTIONS; k++) known[k] = 0;
        if (e->mode[i].node == STAGE_SLIP && value[EVENT_FIRST] == 0)
            known[EVENT_FIRST] = slope[EVENT_FIRST] > 10 * small_slip(e, i) ? 1 : 2;
        if (e->mode[i].node == STAGE_SLIP && value[EVENT_SECOND] == 0) known[EVENT_SECOND] = 1;
        if (e->mode[i].node == STAGE_OPEN && value[EVENT_FIRST] == 0)
            known[EVENT_FIRST] = e->now->v[c->normal] < 0 ? 1 : 2;
        if (e->mode[i].node != STAGE_OPEN && value[EVENT_NORMAL] == 0) known[EVENT_NORMAL] = 1;
    }
}

static JudderErr decide(Events *e, bool *decided) {
    int list[EVENT_ENUMERATED], first;
    int *choice = e->choice;
    for (int i = 0; i < e->m->setup.contact_count; i++) choice[i] = expected(e, i);
    TRY(try_choices(e, choice, decided, &first));
    const int count = undecided(e, list);
    if (!*decided && count <= EVENT_ENUMERATED) TRY(enumerate(e, list, count, choice, decided));
    if (!*decided && count > EVENT_ENUMERATED) TRY(pivot(e, choice, decided));
    return JUDDER_OK;
}

JudderErr events_decide(Events *e, bool *decided) {
    const int count = e->m->setup.contact_count;
    bool leaves = false;
    *decided = false;
    TRY(decide(e, decided));
    /* One that begins to slip may hold another which was to begin too. */
    for (int i = 0; i < count && !*decided; i++) leaves = leaves || e->leaves[i], e->leaves[i] = 0;
    if (leaves) TRY(decide(e, decided));
    if (!*decided) return JUDDER_OK;
    memcpy(e->mode, e->tried, (size_t)count * sizeof *e->mode);
    e->version = e->versions;
    note_zeros(e);
    return JUDDER_OK;
}
