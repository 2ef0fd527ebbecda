/* What the files of the delay method share. */
#ifndef JUDDER_SLAB_DELAY_INTERNAL_H
#define JUDDER_SLAB_DELAY_INTERNAL_H

#include "friction/friction_root.h"
#include "slab/damping.h"
#include "slab/delay/delay.h"
#include "slab/normal/normal.h"
#include "slab/passage.h"

enum { STAGES = 2, HISTORY = 2, STEPS_BETWEEN_QUESTIONS = 4096 };

/* The loads w = b+ - V of stages that are over, to find the moment of a jump. */
typedef struct Passed {
    double t, w[2], S;
} Passed;

struct SlabDelay {
    Stepper stepper;
    SlabState row;
    SlabData data;
    FrictionRoots *roots;
    Normal *normal;
    Damping *damping; /* NULL: none */
    Track *foundation[2], *top[2];
    bool driven, top_moves; /* whether a velocity of the foundation or the top must be followed */

    double Z, c_1, trip; /* trip = T_1 = n dt */
    size_t n;            /* steps of a round trip */
    double dt;
    int stages;
    double node[STAGES], weight[STAGES]; /* of the method: where stages lie in a step, how much they count */
    double gamma, A, per_A, lag;         /* lag = eps/(gamma dt), A = Z + lag */
    double lag_old, lag_new;  /* of the second stage: lag (1 - share), lag share, share = (1 - gamma)/gamma */
    bool plain;               /* simple law, mass, nothing driven or damped: the way of the inner loop */
    struct DelayFrame *frame; /* of the plain way; else NULL */
    double *ring;             /* B at every stage of the last round trip: [n][stages][2] */
    size_t slot;
    double *fronts; /* of each step of the ring: where in it, of 1, the wave jumps; NAN: nowhere. NULL: not
                       known */
    double start_sum[2]; /* (dt/2) sum of the ring at t = 0 (SL-9) */

    double t, U[2], V[2];  /* velocities at the contact: of the slab, of the foundation */
    double u[2], top_u[2]; /* displacements: of the contact, of what the top has sent down */
    double force[2];       /* of the slab on the foundation at the last stage */
    double state;          /* of the law */
    bool fits;             /* the slip at t = 0 is one that the waves there allow */
    double front;          /* of the stage at hand: when the load jumps in it; NAN: it does not */
    double front_time;     /* of the last one, */
    size_t front_step;     /* and the step that it is in, counted from 1; 0: there was none */
    double margin;         /* |q|^2 - (S mu(0))^2 at the last stage */
    bool sticks;
    Passed passed[HISTORY]; /* the last stage first; of perfect delay */
    double jump_time;       /* of the last jump of perfect delay, */
    size_t jump_step;       /* and the step that it is in, counted from 1; 0: there was none */
    bool passages;          /* with mass and a law that falls: a jump takes several steps */
    Passage passage;
    double calm; /* slip speed from which the law falls no more; infinite if unknown */
    double old_t, old_U[2], old_V[2], old_u[2]; /* before the present step, for probes inside it */

    double next_probe;  /* infinite if there is none */
    size_t probes_seen; /* begun: their normal part is known */
    size_t nonunique, jumps;
    size_t stick_steps;
    double pressure_min, pressure_max, energy_defect;
};

extern const StepperKind delay_stepper;
/* The state, out and back in. */
JudderErr delay_serialise(Stepper *stepper, Archive *archive);

/* One step. */
JudderErr delay_step(SlabDelay *slab);
/* At most so many steps in which nothing happens, of a plain slab that is prepared for it; *leaves: the next
 * one needs delay_step. */
JudderErr delay_run_prepare(SlabDelay *slab);
JudderErr delay_run(SlabDelay *slab, size_t most, bool *leaves);
/* Events of a stage that ends at now->t, after the velocity there is known. */
void delay_tell_jump(SlabDelay *slab, int stage, const Passed *now, const FrictionRoot *root, double from);
/* With mass: a jump is over when the slip speed has come to another stable branch. */
void delay_tell_passage(SlabDelay *slab);
void delay_tell_state(SlabDelay *slab, double t, bool sticks, double margin);

/* Fronts of the arriving wave (delay_fronts.c): room for them, those of the initial data, the one between two
 * times of the present step (NAN: none), a new one in it, and that of a start that the waves do not allow. */
JudderErr delay_fronts_create(SlabDelay *slab);
void delay_fronts_initial(SlabDelay *slab, const Curve *incoming);
double delay_front_between(const SlabDelay *slab, double from, double to);
void delay_front_put(SlabDelay *slab, double t);
void delay_front_start(SlabDelay *slab);

/* Probes that lie in the step that is being made: the normal part at their times, then the rest. */
JudderErr delay_probe_normal(SlabDelay *slab, double until);
void delay_probe_finish(SlabDelay *slab);

#endif
