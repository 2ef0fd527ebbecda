/* Stability of an equilibrium with friction of a system given by its matrices, and of steady sliding.
 *
 * A normal dof points into the obstacle, so a normal reaction is negative; friction acts against the slip, so
 * the tangential reaction is opposite to the direction of slip. */
#ifndef JUDDER_STABILITY_H
#define JUDDER_STABILITY_H

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
    const double *mass, *damping, *stiffness; /* mass and damping may be NULL where they are not asked for */
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

typedef struct judder_critical_mu {
    judder_eicp_report least;     /* least mu at which the equilibrium is unstable */
    double all_slip;              /* least with all contacts slipping; NAN: none */
    double not_positive_definite; /* below it nothing can happen; infinite: never lost */
} judder_critical_mu;
/* slip (as many numbers as contacts may slip, may be NULL) gets the mode. No contact may
 * graze. search may be NULL. */
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
} judder_future;
typedef struct judder_futures {
    size_t count;
    bool continuum, complete;
    const judder_future *at;
    void *owner;
} judder_futures;
/* Growing motions with mu at every contact (NAN: that of each), the fastest first; for small systems: every
 * set of contacts is looked at. Needs the mass. */
JUDDER_API judder_status judder_system_growth(const judder_system *system, double mu,
                                              judder_futures *futures);
/* All responses to the rate of load. */
JUDDER_API judder_status judder_system_rates(const judder_system *system, judder_futures *futures);
JUDDER_API void judder_futures_release(judder_futures *futures);

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
/* The least mu in (0, up_to] from which steady sliding drifts away without vibration; NAN: none. */
JUDDER_API judder_status judder_system_divergence_mu(const judder_system *system, double up_to, double *mu);

#ifdef __cplusplus
}
#endif

#endif
