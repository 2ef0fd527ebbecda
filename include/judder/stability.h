/* Stability of an equilibrium with friction of a system given by its matrices, and of steady sliding.
 *
 * A normal dof points into the obstacle, so a normal reaction is negative; friction acts against the slip, so
 * the tangential reaction is opposite to the direction of slip. */
#ifndef JUDDER_STABILITY_H
#define JUDDER_STABILITY_H

#include "judder/complementarity.h"
#include "judder/eicp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct judder_system judder_system;

typedef enum judder_contact_state {
    JUDDER_CONTACT_OPEN,
    JUDDER_CONTACT_GRAZING, /* touches with zero reaction */
    JUDDER_CONTACT_STUCK,
    JUDDER_CONTACT_SLIP /* impending slip, or sliding */
} judder_contact_state;

typedef struct judder_contact {
    int normal, tangent; /* dofs */
    judder_contact_state state;
    int direction; /* of slip: 1 or -1; 0: from the reaction */
    double mu;
    double slope, curvature; /* mu'(r) where it slides; of the obstacle. Both need the reaction */
    double reaction[2];      /* normal, tangential; {0, 0}: one that fits the state */
} judder_contact;

typedef struct judder_system_setup {
    int n;
    const double *mass, *damping, *stiffness; /* mass and damping may be NULL where they are not requested */
    const judder_contact *contacts;
    int contact_count;
    const double *load; /* rate of load, for judder_system_rates; may be NULL */
} judder_system_setup;

JUDDER_API judder_status judder_system_create(const judder_system_setup *setup, judder_system **system);
JUDDER_API void judder_system_destroy(judder_system **system);
/* Whether the dofs that no contact holds are stable by themselves. */
JUDDER_API bool judder_system_free_is_stable(const judder_system *system);
/* How many contacts may slip or graze; which (that many positions, which may be NULL). */
JUDDER_API int judder_system_slipping(const judder_system *system, int *which);

/* A - mu B at z = lambda^2, of the slip rates of the contacts in slip (none may graze): what
 * judder_eicp_least takes. */
JUDDER_API judder_status judder_system_pencil(const judder_system *system, double z, double *A, double *B);

/* The state at mu = 0, from the energy of all motions that may begin there. */
typedef enum judder_rest {
    JUDDER_REST_UNDECIDED, /* the stiffness is not symmetric, or the system is too large for a proof */
    JUDDER_REST_STABLE,    /* proved, as are the next two */
    JUDDER_REST_NEUTRAL,
    JUDDER_REST_UNSTABLE
} judder_rest;

typedef struct judder_critical_mu {
    judder_eicp_report least; /* least mu at which a motion at lambda = 0 begins. Certified: it is proved that
                               * this is the least, or that there is none; never so of a state that grows at
                               * mu = 0 */
    double all_slip;          /* least with all contacts slipping; NAN: none, or not known */
    double not_positive_definite; /* below it nothing can happen; infinite: never lost; NAN: not known */
    double low, high; /* proved: no neutral motion below low, one in [low, high]; NAN: no proof of that */
    judder_rest without_friction;
    bool continuum; /* proved: every mu from the least one to somewhat above is a solution */
} judder_critical_mu;
/* slip (as many numbers as contacts may slip, may be NULL) gets the mode. search may be NULL. Systems of at
 * most 64 dofs and 256 sets of futures, with entries not too far apart, are decided by exact arithmetic, with
 * grazing contacts too (unless JUDDER_PROOFS=doubles is in the environment); in others no contact may graze.
 */
JUDDER_API judder_status judder_system_critical_mu(const judder_system *system,
                                                   const judder_eicp_search *search, double *slip,
                                                   judder_critical_mu *found);

/* What may follow the equilibrium. */
typedef struct judder_future {
    double lambda; /* growth rate, of judder_system_growth */
    double residual;
    bool family;       /* a member of a continuum */
    const double *V;   /* rates of all dofs */
    const int *future; /* of each contact: 0 stick, 1 slip, 2 open */
    bool proved;       /* of growth: it exists, and its lambda lies in [low, high], whatever was rounded */
    double low, high;
} judder_future;
/* Growth rates among which it is open whether some motion has one of them. */
typedef struct judder_open {
    double low, high; /* high may be infinite */
} judder_open;
typedef struct judder_futures {
    size_t count;
    bool continuum, complete; /* complete: everything is in the list, proved in the case of growth */
    const judder_future *at;
    void *owner;
    size_t open_count;
    const judder_open *open; /* of growth, in order */
    bool proved; /* what is said here is proved: continuum, complete, and every member of the list */
    judder_answer at_once; /* of growth: whether a motion without mass grows infinitely fast, which no rate
                            * tells; complete only if it is proved that none does */
} judder_futures;
/* Of a stiffness, mass or damping whose halves differ by less than 1e-13 of their size the mean of both is
 * the matrix; a mass that is less symmetric is refused. */
/* Growing motions with mu at every contact (NAN: that of each), the fastest first, damping counted; for small
 * systems: every set of contacts is examined. What cannot be decided is listed as open, never left out. They
 * leave in one direction, like exp(lambda t): where the stiffness is not symmetric, or the damping feeds some
 * motion, a list without members does not exclude that the system vibrates more and more. Needs the mass. */
JUDDER_API judder_status judder_system_growth(const judder_system *system, double mu,
                                              judder_futures *futures);
/* All responses to the rate of load. */
JUDDER_API judder_status judder_system_rates(const judder_system *system, judder_futures *futures);
JUDDER_API void judder_futures_release(judder_futures *futures);
/* The class of A - mu B at the mu of the contacts: one response to every load (P), no principal minor
 * negative (P0), no motion without load (R0, with grazing contacts too). set (a flag for each contact that
 * may slip) and V (rates of all dofs), both may be NULL, get the witness of a no. */
JUDDER_API judder_status judder_system_class(const judder_system *system, judder_class which, bool *set,
                                             double *V, judder_class_report *report);

/* Vibrations about steady sliding; the contacts in slip are those that slide. Needs the mass. */
typedef struct judder_vibration {
    double re, im; /* lambda, im >= 0: growth, and angular frequency */
    double residual;
} judder_vibration;
/* The fastest growing first: returns how many in *count, writes at most room. */
JUDDER_API judder_status judder_system_flutter(const judder_system *system, double mu, judder_vibration *at,
                                               size_t room, size_t *count);

/* Two modes of the undamped system whose frequencies meet. */
typedef struct judder_merging {
    int pair[2]; /* counted from 1 in order of frequency at mu = 0 */
    double mu, omega;
    double until; /* where they part again; NAN: not up to the end */
} judder_merging;
/* mu from 0 to up_to, in order of mu. */
JUDDER_API judder_status judder_system_merging(const judder_system *system, double up_to, judder_merging *at,
                                               size_t room, size_t *count);
/* The least mu in [0, up_to] from which some vibration grows; NAN: none, though sliding may still drift away
 * without vibration. */
JUDDER_API judder_status judder_system_flutter_mu(const judder_system *system, double up_to, double *mu);
/* The least mu in [0, up_to] from which steady sliding drifts away without vibration; NAN: none. */
JUDDER_API judder_status judder_system_divergence_mu(const judder_system *system, double up_to, double *mu);

#ifdef __cplusplus
}
#endif

#endif
