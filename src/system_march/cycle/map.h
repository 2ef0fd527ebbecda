/* The map from section to section, with its derivative. */
#ifndef JUDDER_SYSTEM_MARCH_CYCLE_MAP_H
#define JUDDER_SYSTEM_MARCH_CYCLE_MAP_H

#include "base/dense.h"
#include "system_march/cycle/cycle.h"
#include "system_march/run.h"

/* Derivatives along the motion, columns of 2n numbers (u, then v) one after the other. */
typedef struct Variation {
    double *Phi;      /* by the state at the start */
    double *saved;    /* a copy, while an event is passed */
    double *rhs;      /* columns of the two stages */
    double *gradient; /* 2n: of an event function or of the section */
    double *reset;    /* n by n: velocities after an impact by those before */
    double *rows[3];  /* M, C and K with the friction of a mode, n by n */
    int *free, count; /* dofs that move freely in the mode */
    DenseFactor *factor;
    bool simultaneous; /* several contacts had an event at once: one derivative of several was taken */
} Variation;

typedef struct CycleMap {
    CycleSetup setup;
    SystemMarchSetup system; /* of a march from u, v */
    CycleSection section;
    int n, crossings; /* of the section that make one cycle */
    double step;
    double *u, *v;       /* the start */
    double *rate;        /* n: mean velocities, where dofs are moved with constant ones */
    bool *driven, *held; /* n, 2n: numbers of the state that are not free at the start */
    double least_time;   /* crossings before it are not counted */
    /* Of the last run. */
    double T;
    double *u_end, *v_end;
    double *DP;     /* 2n by 2n, row-major; of the map */
    double *grad;   /* 2n: of the section */
    double size[2]; /* ranges of u and of v */
    CycleMotion motion;
    bool crossed, lost, undecided, stopped;
    Variation variation;
    CycleWatch *watch;
    void *watch_context;
    /* The march under way. */
    SystemMarch *march;
    double low[2], high[2];         /* of u and v of the first contact's dof so far in this cycle */
    double *range_low, *range_high; /* 2n */
    size_t asked;
} CycleMap;

JudderErr cycle_map_create(const CycleSetup *setup, CycleMap **map);
void cycle_map_destroy(CycleMap **map);
/* Another length of steps. */
void cycle_map_set_step(CycleMap *map, double step);
/* Another system of the same dofs and contacts: the map of the next parameter. */
JudderErr cycle_map_set_system(CycleMap *map, const SystemMarchSetup *system);

/* From u, v over one cycle; derive: DP too. crossed is false if the section is not reached in time. */
JudderErr cycle_map_run(CycleMap *map, bool derive);
/* A march from u, v; step by step: *crossed at a crossing. */
JudderErr cycle_map_open(CycleMap *map, double final);
JudderErr cycle_map_step(CycleMap *map, bool derive, bool *crossed);
void cycle_map_close(CycleMap *map);
/* The present state becomes the end, and the range of the cycle its size. */
void cycle_map_take_end(CycleMap *map);

/* --- the section --- */
double cycle_section_value(const CycleMap *map, const Events *e, const Moment *at);
double cycle_section_slope(const CycleMap *map, const Events *e, const Moment *at);
/* Whether the step just made passes it; one that begins on it, up to rounding, does not. */
bool cycle_section_crossed(const CycleMap *map, const Events *e);
/* Cuts the step just made where the section is crossed. */
JudderErr cycle_section_cut(CycleMap *map, Events *e);

/* --- derivatives --- */
JudderErr variation_create(int n, Variation *variation);
void variation_destroy(Variation *variation);
void variation_begin(const CycleMap *map, Variation *variation);
JudderErr variation_step(Variation *variation, Events *e);
JudderErr variation_event(Variation *variation, Events *e);
/* How an event function of a contact in the mode of the last step changes with the state at its end. */
JudderErr variation_gradient(Variation *variation, Events *e, int contact, int function);
/* DP of the map that ends on the section, or at a time. */
JudderErr variation_end(CycleMap *map, Events *e);

#endif
