/* The scalar inclusion  epsilon v' in alpha(t) - beta(v),  beta(v) = impedance v + pressure
 * mu(|v|) Sgn(v). */
#ifndef JUDDER_INCLUSION_H
#define JUDDER_INCLUSION_H

#include "judder/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The graph of beta: which loads a velocity can balance. */
typedef struct judder_graph judder_graph;

/* The law is borrowed: it must outlive the graph. */
JUDDER_API judder_status judder_graph_create(double impedance, double pressure, const judder_law *law,
                                             judder_graph **graph);
/* Straight pieces through count points v, beta, v, beta, ...; v must not decrease, vertical
 * pieces are allowed. */
JUDDER_API judder_status judder_graph_create_points(const double *points, size_t count, judder_graph **graph);
JUDDER_API void judder_graph_destroy(judder_graph **graph);

typedef enum judder_root_kind { JUDDER_ROOT_STABLE, JUDDER_ROOT_UNSTABLE, JUDDER_ROOT_FOLD } judder_root_kind;

typedef struct judder_root {
    double v;
    judder_root_kind kind;
} judder_root;

/* All v with load in beta(v), from left to right: returns how many, writes at most room. */
JUDDER_API size_t judder_graph_roots(const judder_graph *graph, double load, judder_root *roots, size_t room);
/* beta(v) as an interval. */
JUDDER_API void judder_graph_interval(const judder_graph *graph, double v, double *low, double *high);
/* How far a load is from beta(v): the judge of every answer. */
JUDDER_API double judder_graph_residual(const judder_graph *graph, double load, double v);

typedef struct judder_inclusion judder_inclusion;

typedef struct judder_inclusion_setup {
    const judder_graph *graph; /* borrowed */
    judder_signal load;        /* alpha(t) */
    const double *jumps;       /* times at which a function jumps, increasing; others are looked for */
    size_t jump_count;
    double start;   /* v at t = 0 */
    double epsilon; /* mass; 0: perfect delay, the limit of a vanishing mass */
    bool implicit;  /* implicit Euler steps instead of the motion between events; needs a mass */
    double final, step;
    judder_watch watch;
} judder_inclusion_setup;

typedef struct judder_inclusion_report {
    size_t steps, nonunique_steps, jumps;
    double t, v;     /* where it is */
    double residual; /* by how much the inclusion was missed at worst */
    bool stopped;
    bool no_solution; /* no velocity balances the load any more */
    bool unresolved;  /* the motion changes faster than doubles can separate times */
} judder_inclusion_report;

JUDDER_API judder_status judder_inclusion_create(const judder_inclusion_setup *setup,
                                                 judder_inclusion **inclusion);
JUDDER_API void judder_inclusion_destroy(judder_inclusion **inclusion);

/* v at a time, which must not decrease from call to call; at a jump the value before it. */
JUDDER_API judder_status judder_inclusion_advance(judder_inclusion *inclusion, double t, double *v);
/* From start to end, once, on an inclusion that was not advanced. Rows are t, load, v; rows
 * and report may be NULL. */
enum { JUDDER_INCLUSION_COLUMNS = 3 };
JUDDER_API judder_status judder_inclusion_march(judder_inclusion *inclusion, judder_rows *rows,
                                                judder_inclusion_report *report);

#ifdef __cplusplus
}
#endif

#endif
