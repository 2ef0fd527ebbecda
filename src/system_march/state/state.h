/* What the files of this module share. */
#ifndef JUDDER_SYSTEM_MARCH_STATE_STATE_H
#define JUDDER_SYSTEM_MARCH_STATE_STATE_H

#include "base/dense.h"
#include "contact/contact.h"
#include "friction/friction.h"
#include "system_march/state/setup.h"

/* A signal that several may follow. */
typedef struct Followed {
    const Signal *signal;
    Track *track; /* NULL: constant */
    double at[3]; /* at the beginning of the step and at its two stages */
} Followed;

/* One stage of length h: Khat = M/h + C + h K with the driven dofs left out, condensed onto the contacts. */
typedef struct StageSolver {
    double h;
    double *Khat;         /* n^2 */
    double *condensed;    /* S */
    DenseFactor *inner;   /* of the dofs that are free of contact; NULL: none */
    double *transmission; /* inner^-1 Khat_ic, inner by contact dofs */
    Stage *stage;
} StageSolver;

/* What a stage ends with. */
typedef struct StageEnd {
    double *V, *U, *a; /* n */
    double *f;         /* forces, driven dofs and contacts not counted */
    double *law_state; /* of the contacts, at the base */
    StageState contact;
} StageEnd;

/* A contact at a point of time, for locating events. */
typedef struct ContactPoint {
    double t, slip, gap, pressure;
    double margin; /* distance of the friction from its bound at rest */
    StageNode node;
} ContactPoint;

/* What is counted over the steps. */
typedef struct SystemTally {
    bool slipping;
    double episode_begun, episode_size, episode_sum, episode_most, slip_max;
    size_t episodes;
    double range[2][2]; /* least and largest slip of the first contact over the fifth and the last tenth */
} SystemTally;

struct Events;
struct SystemSections;

/* What rows show: the state at a time. */
typedef struct SystemShown {
    double t;
    const double *u, *v;
    const SystemContactState *contact;
    double kinetic, elastic;
} SystemShown;

typedef struct SystemMarch {
    Stepper stepper;
    SystemMarchSetup setup;
    SystemColumns columns;
    StepperColumn *column; /* the same, as the stepper shows them */
    double dt;
    int signal_count;
    Followed *signal;
    /* places among the signals, -1: none */
    int *force_signal, *drive_signal, *velocity_signal, *normal_signal;
    /* Dofs by what they do. */
    int inner_count, rub_count; /* rub: dofs of contacts */
    int *inner, *rub;
    double *sign; /* of the rub dofs: -1 where the dof points into the obstacle */
    int *rub_of;  /* stage dof -> place in rub, -1: a normal dof that does not exist */
    int width;    /* dofs of a contact in the stage problem: 1 or 2 */
    bool *driven; /* n */
    Contact *law;
    Friction *friction;
    bool heavy; /* some normal dof that must stop at once carries mass */
    StageSolver sdirk, euler;
    /* The state. */
    double t;
    double *u, *v;
    SystemContactState *contact;
    SystemEnergy energy;
    StageState last;    /* the last stage: where the next one starts */
    bool *fresh;        /* contacts that closed in the last step */
    double energy_size; /* largest energy so far */
    SystemMarchReport report;
    SystemTally tally;
    double *row, *row_before, *v_before; /* rows now and a step before */
    /* Work. */
    StageEnd end[2];
    double *u_b, *v_b, *state_b, *rhs, *inner_x, *rub_b, *gap_b, *p, *V_f, *Kx;
    StageState kept;
    ContactPoint *before, *now; /* the last two points of each contact */
    struct SystemSections *sections;
    struct Events *events; /* NULL: every step is one of the stage scheme */
} SystemMarch;

/* Symmetric matrices, and no dof with two masters: fills inner, rub, driven and what belongs to them. */
JudderErr system_check_matrices(const SystemMarch *m);
JudderErr system_sort_dofs(SystemMarch *m);
JudderErr system_open_signals(SystemMarch *m);
/* Moves all signals to the step from t of length dt, with stages at t + first and t + dt. */
JudderErr system_follow(SystemMarch *m, double t, double first, double dt);
/* A step that was made: its stages, their weights in time, its end. */
typedef struct StepMade {
    int count;
    double weight[2], t[2];
    double h;
} StepMade;
/* f: forces and the loads that balance the reactions at u = 0. */
void system_loads(SystemMarch *m, int which, double *f);
/* Adds a step to the account; u, v are still those before it. */
void system_account(SystemMarch *m, const StepMade *step);
/* Kinetic and elastic energy of u, v. */
void system_energy_of(SystemMarch *m, const double *u, const double *v, double *kinetic, double *elastic);
/* A row of what is shown. */
void system_rows_show(const SystemMarch *m, const SystemShown *shown, double *row);
/* Rows: room for them; the present one and the probes up to it. */
JudderErr system_rows_open(SystemMarch *m);
void system_rows_take(SystemMarch *m);
/* Notes the end of a step. */
void system_tally_open(SystemTally *tally);
void system_tally_step(SystemMarch *m);
/* The same for a step of any length. */
typedef struct SystemMove {
    double from, time; /* of the step */
    double slipped;    /* of all contacts */
    double fastest;
    bool slips; /* some contact does */
} SystemMove;
void system_tally_move(SystemMarch *m, const SystemMove *move, double first_slip);
void system_report_values(Stepper *stepper, StepperReport *report);

static inline double system_signal(const SystemMarch *m, int place, int which) {
    return place < 0 ? 0 : m->signal[place].at[which];
}
/* What a contact does at the end of a stage; one that creeps slips, though rounding may hide it. */
static inline StageNode system_node(const SystemMarch *m, const StageEnd *end, int contact) {
    const StageNode node = end->contact.node[contact];
    return node == STAGE_STICK && friction_creeps(&m->friction[contact]) ? STAGE_SLIP : node;
}
static inline bool system_is_rigid(const SystemMarch *m, int contact) {
    return m->setup.contact[contact].normal >= 0 && m->law[contact].law->rigid;
}

#endif
