/* The event-driven march of a system: smooth steps in modes, which end exactly on events.  (MO-1)-(MO-12) */
#ifndef JUDDER_SYSTEM_MARCH_EVENTS_EVENTS_H
#define JUDDER_SYSTEM_MARCH_EVENTS_EVENTS_H

#include "friction/friction_root.h"
#include "system_march/events/propagator.h"
#include "system_march/state/state.h"

enum { EVENT_CONTACTS = 64, EVENT_ENUMERATED = 6, EVENT_REPEATS = 3, EVENT_MOMENTS = 6, EVENT_LARGEST = 4 };
/* Of the scale of a function: what counts as zero beside it; how near a located one is. */
#define EVENT_ZERO  1e-12
#define EVENT_EXACT 1e-14

typedef struct Events {
    SystemMarch *m;
    const Propagator *propagator;
    void *own;                           /* the propagator's */
    ContactMode *mode;                   /* of the contacts, now */
    ContactMode *made;                   /* in the last step */
    ContactMode *tried;                  /* by decide */
    ContactMode *before;                 /* the present event */
    unsigned long version, made_version; /* of both */
    unsigned long versions;              /* so far */
    Moment moment[EVENT_MOMENTS];
    Moment *now;           /* where the next step begins */
    Moment *begin, *end;   /* of the last step, in its mode: end is before what an event does */
    Moment *spare, *other; /* for the next trial, and for what an event changes */
    Moment *shown;
    int *known;      /* order of the zero at the begin of a step; EVENT_FUNCTIONS for each contact */
    int *fired;      /* of each contact: its function that vanished at the event, -1: none */
    int *leaves;     /* of each contact: the sign of the slip that must begin, 0: none must */
    int *choice;     /* work of events_decide */
    double *scale;   /* of the functions */
    double *largest; /* of each contact so far, EVENT_LARGEST each: |w|, |gap|, p, force */
    double speed_scale;
    bool *cleared; /* functions that were looked at and do not vanish inside the step */
    EventMemory *memory;
    ModeMass mass;
    bool creeping;            /* some contact has no stick */
    FrictionRoots **roots;    /* of the laws of contacts that creep or have no tangential mass; else NULL */
    double **kink;            /* of the laws: speeds; each ends with INFINITY */
    double *column;           /* M^-1 of unit forces on the dofs of contacts, one after the other, n each */
    double *force, *rate, *x; /* n: work of events_evaluate */
    double *silent;           /* of the signals: the next kink or jump */
    double cut;               /* the next silent event of any signal, or the final time */
    double step, step_min, step_max; /* lengths; step: of the next one */
    double tolerance;                /* 0: fixed steps */
    double error_before;
    double omega;     /* the highest frequency without friction */
    double *range;    /* least and largest u and v so far: 4 n */
    bool *mine;       /* dofs whose error is measured at their contact */
    bool wants_stage; /* the next step is one of the stage scheme */
    bool on_event;    /* the last step ended on one */
    size_t crowd;     /* events since the last whole step */
    SystemContactState *shown_contact;
} Events;

JudderErr events_create(SystemMarch *m, Events **events);
void events_destroy(Events **events);
/* To the grid time number `count` beyond those reached, or so many steps further with a tolerance. */
JudderErr events_advance(Events *e, size_t count);
JudderErr events_step(Events *e, bool *goes_on); /* one step; false: there is no next one */
JudderErr events_serialise(Events *e, Archive *archive);

/* --- signals, at times inside the present step --- */
JudderErr events_follow(Events *e);
double events_signal(const Events *e, int place, double t);
/* The shortest present piece of any signal: while contacts stick no error tells of their loads. */
double events_signal_piece(const Events *e);
double events_signal_slope(const Events *e, int place, double t);

/* --- modes --- */
/* mu at the slip velocity w on the piece of the mode, and its slope in the speed s w. */
typedef struct MuPoint {
    double mu, slope;
} MuPoint;
MuPoint events_mu(const Events *e, int contact, const ContactMode *mode, double w, double state);
/* At the beginning of slip. */
double events_mu_start(const Events *e, int contact, double state);
/* The piece of the law that holds the speed r; at a kink, the one that a growing or falling r enters. */
/* A contact that touches from now on, by what it does along the obstacle. */
void events_touch(Events *e, int contact);
void events_piece(const Events *e, int contact, double r, int grows, ContactMode *mode);
/* Normal force, its rate, of a contact whose force does not follow from the motion. */
double events_pressure(const Events *e, int contact, const double *u, double t);
double events_pressure_rate(const Events *e, int contact, const Moment *at);
/* Fills what follows from the state in a mode, (MO-1) and (MO-2). */
JudderErr events_evaluate(Events *e, const ContactMode *mode, unsigned long version, Moment *at);
static inline bool events_is_rigid(const Events *e, int contact) {
    return e->m->setup.contact[contact].normal >= 0 && e->m->law[contact].law->rigid;
}
double events_slip(const Events *e, int contact, const Moment *at);
/* Whether the law has no stick: then the contact slips at all times, along or against its sign. (MO-13) */
static inline bool events_creeps(const Events *e, int contact) {
    return e->creeping && friction_creeps(&e->m->friction[contact]);
}

/* --- the parts of the loop --- */
/* One step of at most h from e->now into e->spare; found: an event ends it. */
JudderErr events_locate(Events *e, double *h, bool *solved, EventFound *found);
/* The modes of all contacts that stick or may, from e->now, which stands on the event.  (MO-3) */
JudderErr events_decide(Events *e, bool *decided);
/* What the event at the end of the step does. */
JudderErr events_change(Events *e, const EventFound *found);
/* Slip without mass. */
bool events_is_light(const Events *e, int contact);
double events_resistance(const Events *e, int contact);
void events_jump(Events *e, int contact);
JudderErr events_impact(Events *e, bool *decided);
bool events_accumulates(Events *e, int contact, double *rest);
double events_short(const Events *e); /* a time in which nobody looks for events */
/* How fast falling friction feeds the motion: steps below .9 of its inverse leave one solution.  (MO-8) */
double events_fall(const Events *e);
double events_shorter(const Events *e, double h, double error);
void events_lengthen(Events *e, double h, double error);
void events_ranges(Events *e);
double events_error(Events *e, double h, const double *error_u, const double *error_v);
/* u, v and states of the laws at a time in the last step; with contacts. */
void events_between(Events *e, double t, Moment *at);
JudderErr events_show(Events *e, double t, SystemShown *shown);
/* What a contact does now, if that is not what it did before. */
void events_tell_change(Events *e, int contact, const ContactMode *before);
void events_tell(Events *e, int contact, StepperEventKind kind, double from, double to);
void events_copy(const Events *e, Moment *to, const Moment *from);
/* The state in e->now as the rest of the module sees it: m->t, u, v, contact. */
void events_publish(Events *e);
/* Modes of a state that was made elsewhere: at the start, or by the stage scheme. */
JudderErr events_begin(Events *e);
/* A step of the stage scheme from e->now. */
JudderErr events_stage_step(Events *e);
void events_scale(Events *e);
/* The trial step in e->spare becomes the last one made. */
void events_accept(Events *e, double h);
/* Finds room for the next trial beside the moments in use. */
void events_free_moments(Events *e);

#endif
