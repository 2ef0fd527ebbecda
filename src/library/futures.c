/* What may follow an equilibrium, and vibrations about steady sliding. (ST-7), (ST-10), (ST-12), (ST-14) */
#include "library/system.h"

#include "exact/exact.h"
#include "small_motion/damping.h"
#include "stability/certain/condensed.h"
#include "stability/flutter/flutter.h"
#include "stability/futures.h"
#include "stability/rate.h"

#include <math.h>
#include <stdlib.h>

typedef struct FutureList {
    Owned owned;
    judder_future *at;
    judder_open *open;
} FutureList;

/* Rates of all dofs in the units of the caller; a direction has the largest rate 1. */
static void futures_restore(const judder_system *system, bool direction_only, double *V) {
    double largest = 0;
    for (int i = 0; i < system->motion.n; i++) {
        V[i] *= system->unit[i];
        largest = fmax(largest, fabs(V[i]));
    }
    for (int i = 0; i < system->motion.n && direction_only && largest > 0; i++) V[i] /= largest;
}

/* Neighbours of the square root that are certain to lie on either side of it. */
static double root_below(double z) {
    const double root = sqrt(z);
    return fma(root, root, -z) == 0 ? root : nextafter(root, 0);
}

static double root_above(double z) {
    const double root = sqrt(z);
    return fma(root, root, -z) == 0 ? root : nextafter(root, INFINITY);
}

JudderErr futures_list_open(int room, judder_futures *futures) {
    FutureList *list = calloc(1, sizeof *list);
    REQUIRE(list, error_memory());
    *futures = (judder_futures){.owner = list};
    list->at = calloc((size_t)room + 1, sizeof *list->at);
    REQUIRE(list->at, error_memory());
    futures->at = list->at;
    return JUDDER_OK;
}

JudderErr futures_list_add(const judder_system *system, const FutureGiven *given, judder_futures *futures) {
    FutureList *list = futures->owner;
    const size_t n = (size_t)system->motion.n, contacts = (size_t)system->motion.contacts;
    double *V;
    TRY(owned_copy(&list->owned, given->V, n, &V));
    int *future = arena_zero(&list->owned, (contacts + 1) * sizeof *future);
    REQUIRE(future, error_memory());
    for (size_t i = 0; i < contacts; i++) future[i] = (int)given->future[i];
    list->at[futures->count++] = (judder_future){.lambda = given->z >= 0 ? sqrt(given->z) : 0,
                                                 .residual = given->residual,
                                                 .family = given->family,
                                                 .V = V,
                                                 .future = future,
                                                 .proved = !isnan(given->low),
                                                 .low = isnan(given->low) ? NAN : root_below(given->low),
                                                 .high = isnan(given->high) ? NAN : root_above(given->high)};
    return JUDDER_OK;
}

/* A future of the condensed motion has its contacts alone, and its rates must be filled in. */
static JudderErr list_one(const judder_system *system, const FutureMode *mode, bool condensed,
                          judder_futures *futures) {
    const size_t n = (size_t)system->motion.n, contacts = (size_t)system->motion.contacts;
    double *V = calloc(n, sizeof *V);
    Future *future = calloc(contacts + 1, sizeof *future);
    JudderErr err = V && future ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK && condensed) err = condenser_expand(system->condenser, 0, true, mode->V, V);
    for (size_t i = 0; i < n && !condensed && V; i++) V[i] = mode->V[i];
    for (size_t i = 0; i < contacts && future; i++)
        future[i] = system->contact[i].state == SMALL_CONTACT_OPEN ? FUTURE_OPEN : FUTURE_STICK;
    for (int i = 0; i < system->count && future; i++)
        future[system->which[i]] = mode->future[condensed ? i : system->which[i]];
    if (err == JUDDER_OK) {
        futures_restore(system, !condensed, V);
        const FutureGiven given = {mode->z,
                                   mode->proved ? mode->low : NAN,
                                   mode->proved ? mode->high : NAN,
                                   mode->residual,
                                   mode->family,
                                   V,
                                   future};
        err = futures_list_add(system, &given, futures);
    }
    free(V);
    free(future);
    return err;
}

static JudderErr list_all(const judder_system *system, const Futures *found, bool condensed,
                          judder_futures *futures) {
    TRY(futures_list_open(found->count, futures));
    futures->continuum = found->continuum;
    futures->complete = found->complete;
    for (int i = 0; i < found->count; i++) TRY(list_one(system, &found->at[i], condensed, futures));
    FutureList *list = futures->owner;
    list->open = calloc((size_t)found->open_count + 1, sizeof *list->open);
    REQUIRE(list->open, error_memory());
    futures->open = list->open;
    for (int i = 0; i < found->open_count; i++)
        list->open[futures->open_count++] = (judder_open){root_below(fmax(found->open[i].low, 0)),
                                                          root_above(fmax(found->open[i].high, 0))};
    futures->proved = !condensed && found->complete;
    return JUDDER_OK;
}

void judder_futures_release(judder_futures *futures) {
    if (!futures) return;
    FutureList *list = futures->owner;
    if (list) {
        arena_release(&list->owned);
        free(list->at);
        free(list->open);
    }
    free(list);
    *futures = (judder_futures){0};
}

static JudderErr check_affordable(const judder_system *system, const SmallMotion *motion) {
    REQUIRE(
        futures_affordable(motion),
        error_input("contacts",
                    "%d contacts that may slip in %d dofs%s are too many to examine every set of them",
                    system->count, motion->n,
                    small_damping(motion) == DAMPING_GENERAL ? " with damping, which counts twice," : ""));
    return JUDDER_OK;
}

static JudderErr ask_at_once(const judder_system *system, const double *mu, bool counted,
                             judder_futures *futures) {
    static const judder_answer names[] = {[AT_ONCE_NO] = JUDDER_ANSWER_NO,
                                          [AT_ONCE_YES] = JUDDER_ANSWER_YES,
                                          [AT_ONCE_UNDECIDED] = JUDDER_ANSWER_UNKNOWN};
    AtOnce answer;
    TRY(exact_at_once(&system->given, mu, counted, &answer));
    futures->at_once = names[answer];
    futures->complete = futures->complete && answer == AT_ONCE_NO;
    futures->proved = futures->proved && answer != AT_ONCE_UNDECIDED;
    return JUDDER_OK;
}

static bool may_slip(const SmallContact *contact) {
    return contact->state == SMALL_CONTACT_SLIP || contact->state == SMALL_CONTACT_GRAZING;
}

static JudderErr system_list_growth(const judder_system *system, double mu, judder_futures *futures) {
    REQUIRE(system->motion.M, error_input("mass", "growth needs the mass"));
    for (int i = 0; i < system->motion.contacts; i++)
        REQUIRE(system->given.contact[i].slope == 0 || !may_slip(&system->given.contact[i]),
                error_input("slope",
                            "the slope of contact %d is %g: growth from rest counts none; allowed is 0", i,
                            system->given.contact[i].slope));
    REQUIRE(isnan(mu) || (isfinite(mu) && mu >= 0),
            error_input("mu", "mu is %g: allowed is a number >= 0", mu));
    double *all = malloc(((size_t)system->motion.contacts + 1) * sizeof *all);
    REQUIRE(all, error_memory());
    for (int i = 0; i < system->motion.contacts; i++) all[i] = isnan(mu) ? system->contact[i].mu : mu;
    Futures found = {0};
    bool decided = false;
    /* Doubles decide most lists, and cost a hundredth: exact arithmetic is for what they leave open. */
    const bool affordable = futures_affordable(&system->motion);
    JudderErr err = affordable ? futures_growth(&system->motion, all, &found) : JUDDER_OK;
    if (err == JUDDER_OK && !found.complete) err = system_prove_growth(system, all, futures, &decided);
    if (err == JUDDER_OK && !decided) err = check_affordable(system, &system->motion);
    if (err == JUDDER_OK && !decided) err = list_all(system, &found, false, futures);
    if (err == JUDDER_OK) err = ask_at_once(system, all, !decided && found.complete, futures);
    futures_release(&found);
    free(all);
    return err;
}

judder_status judder_system_growth(const judder_system *system, double mu, judder_futures *futures) {
    if (!is_given(system, "system") || !is_given(futures, "futures")) return JUDDER_STATUS_INPUT;
    *futures = (judder_futures){0};
    const JudderErr err = system_list_growth(system, mu, futures);
    if (err != JUDDER_OK) judder_futures_release(futures);
    return status_of(err);
}

/* Whether so many responses are all, proved of the enclosed matrices and load. */
static JudderErr rates_are_all(const judder_system *system, const double *mu, int count, bool *all) {
    RateRoom room;
    RateReport report = {0};
    bool enclosed = false;
    *all = false;
    if (condenser_grazing(system->condenser) > 0) return JUDDER_OK;
    const Pencil pencil = condenser_pencil(system->condenser);
    TRY(rate_room_open(&pencil, &room));
    JudderErr err = condenser_enclose_load(system->condenser,
                                           &(EnclosedLoad){room.a, room.b, room.a_D, room.b_D}, &enclosed);
    const RateProblem problem = rate_room_problem(&room, system->count, mu);
    if (err == JUDDER_OK && enclosed) err = rate_solve(&problem, &report);
    *all = err == JUDDER_OK && report.all && report.solutions.count == count;
    rate_release(&report);
    rate_room_release(&room);
    return err;
}

static JudderErr rates_of(const judder_system *system, const CondensedMotion *condensed,
                          judder_futures *futures) {
    TRY(check_affordable(system, &condensed->motion));
    double *mu = malloc(((size_t)system->count + 1) * sizeof *mu);
    REQUIRE(mu, error_memory());
    for (int i = 0; i < system->count; i++) mu[i] = system->contact[system->which[i]].mu;
    Futures found = {0};
    JudderErr err = futures_rates(&condensed->motion, mu, &found);
    if (err == JUDDER_OK) err = rates_are_all(system, mu, found.count, &found.complete);
    if (err == JUDDER_OK) err = list_all(system, &found, true, futures);
    futures_release(&found);
    free(mu);
    return err;
}

static JudderErr system_list_rates(const judder_system *system, judder_futures *futures) {
    REQUIRE(system->motion.load, error_input("load", "the system has no load"));
    REQUIRE(system->count > 0, error_input("contacts", "no contact is in the state slip or grazing"));
    bool decided;
    TRY(system_prove_rates(system, futures, &decided));
    if (decided) return JUDDER_OK;
    CondensedMotion condensed;
    TRY(condensed_motion_create(system->condenser, 0, &condensed));
    const JudderErr err = rates_of(system, &condensed, futures);
    condensed_motion_release(&condensed);
    return err;
}

judder_status judder_system_rates(const judder_system *system, judder_futures *futures) {
    if (!is_given(system, "system") || !is_given(futures, "futures")) return JUDDER_STATUS_INPUT;
    *futures = (judder_futures){0};
    const JudderErr err = system_list_rates(system, futures);
    if (err != JUDDER_OK) judder_futures_release(futures);
    return status_of(err);
}

/* --- steady sliding --- */

static JudderErr open_sliding(const judder_system *system, Sliding *sliding) {
    TRY(check_given(system, "system"));
    REQUIRE(system->motion.M, error_input("mass", "flutter needs the mass"));
    return sliding_create(&system->motion, sliding);
}

static JudderErr system_vibrations(const judder_system *system, double mu, judder_vibration *at, size_t room,
                                   size_t *count) {
    REQUIRE(isfinite(mu) && mu >= 0, error_input("mu", "mu is %g: allowed is a number >= 0", mu));
    if (room > 0) TRY(check_given(at, "at"));
    TRY(check_given(count, "count"));
    Sliding sliding;
    TRY(open_sliding(system, &sliding));
    FlutterRoots roots;
    const JudderErr err = flutter_roots(&sliding, mu, &roots);
    sliding_release(&sliding);
    TRY(err);
    *count = (size_t)roots.count;
    for (size_t i = 0; i < *count && i < room; i++)
        at[i] = (judder_vibration){roots.at[i].re, roots.at[i].im, roots.at[i].residual};
    flutter_roots_release(&roots);
    return JUDDER_OK;
}

judder_status judder_system_flutter(const judder_system *system, double mu, judder_vibration *at, size_t room,
                                    size_t *count) {
    return status_of(system_vibrations(system, mu, at, room, count));
}

static FlutterSearch whole_search(const Sliding *sliding, double up_to) {
    return (FlutterSearch){.up_to = up_to, .to = INFINITY, .lowest = sliding->n};
}

static JudderErr check_up_to(double up_to) {
    REQUIRE(isfinite(up_to) && up_to > 0,
            error_input("up_to", "up_to is %g: allowed is a number > 0", up_to));
    return JUDDER_OK;
}

static JudderErr system_merging(const judder_system *system, double up_to, MergingList *list) {
    TRY(check_up_to(up_to));
    Sliding sliding;
    TRY(open_sliding(system, &sliding));
    const FlutterSearch search = whole_search(&sliding, up_to);
    const JudderErr err = flutter_merging(&sliding, &search, list);
    sliding_release(&sliding);
    return err;
}

judder_status judder_system_merging(const judder_system *system, double up_to, judder_merging *at,
                                    size_t room, size_t *count) {
    MergingList list = {0};
    JudderErr err = room > 0 ? check_given(at, "at") : JUDDER_OK;
    if (err == JUDDER_OK) err = check_given(count, "count");
    if (err == JUDDER_OK) err = system_merging(system, up_to, &list);
    if (err != JUDDER_OK) return status_of(err);
    *count = (size_t)list.count;
    for (size_t i = 0; i < *count && i < room; i++) {
        const Merging *m = &list.at[i];
        at[i] = (judder_merging){{m->pair[0], m->pair[1]}, m->mu, m->omega, m->until};
    }
    merging_release(&list);
    return JUDDER_STATUS_OK;
}

/* With damping by the roots, without it by the pairs that merge. */
static JudderErr least_growth(const Sliding *sliding, double up_to, double *mu) {
    const FlutterSearch search = whole_search(sliding, up_to);
    MuIntervals found = {.whole = true};
    MergingList list = {.whole = true};
    TRY(flutter_merging(sliding, &search, &list));
    const JudderErr err = sliding->damped ? flutter_intervals(sliding, &search, &list, &found) : JUDDER_OK;
    int first = 0; /* pairs that meet and pass begin nothing */
    while (first < list.count && isnan(list.at[first].begins)) first++;
    const bool whole = found.whole && list.whole, none = sliding->damped ? !found.count : first == list.count;
    if (!none) *mu = sliding->damped ? found.at[0].from : list.at[first].begins;
    intervals_release(&found);
    merging_release(&list);
    TRY(err);
    return whole || !none ? JUDDER_OK
                          : error_stopped("interrupted: nothing grows up to where the search was");
}

static JudderErr least_mu(const judder_system *system, double up_to,
                          JudderErr (*find)(const Sliding *sliding, double up_to, double *mu), double *mu) {
    Sliding sliding;
    TRY(check_given(mu, "mu"));
    *mu = NAN;
    TRY(check_up_to(up_to));
    TRY(open_sliding(system, &sliding));
    const JudderErr err = find(&sliding, up_to, mu);
    sliding_release(&sliding);
    return err;
}

judder_status judder_system_flutter_mu(const judder_system *system, double up_to, double *mu) {
    return status_of(least_mu(system, up_to, least_growth, mu));
}

judder_status judder_system_divergence_mu(const judder_system *system, double up_to, double *mu) {
    return status_of(least_mu(system, up_to, sliding_divergence, mu));
}
