/* A march of a body under way, between the files that run it and that report it. */
#ifndef JUDDER_COMPANION_MARCH_H
#define JUDDER_COMPANION_MARCH_H

#include "companion/motion/motion.h"
#include "study/march_run.h"

enum { MARCH_MOST_EVENTS = 1000000 }; /* that are written */

typedef struct Marching {
    MarchRun shared;
    const BodyPrepared *made;
    const March *word;
    CompanionMotion motion;
    void *engine;
    const FeContact *contact;
    long steps;
    /* The series: columns, with names of those of watched nodes; the present row and the one before. */
    int columns;
    ResultsColumn *column;
    char (*name)[32];
    int *watched; /* places among the contact nodes */
    double *row, *before, *probes;
    size_t reached; /* probes */
    /* Contact nodes: states before, states as a path names them. */
    StageNode *was;
    CondensedNode *node;
    double *u, *v; /* the last fields, in the order of the mesh */
    long events, seen;
    int fields;
    double stuck, open; /* sums over the steps of the parts of the nodes */
    double strain;
    bool lost, stopped;
} Marching;

/* Values, probes, outcome and note at the end. First rank. */
JudderErr march_report(Marching *m, const FeMarchNow *now, double seconds);

#endif
