/* What motion.c collects on the way, and what a march says at its end. */
#ifndef JUDDER_STUDY_SYSTEM_MOTION_VALUES_H
#define JUDDER_STUDY_SYSTEM_MOTION_VALUES_H

#include "study/system/motion.h"

enum { MOTION_ONSETS = 64 };

/* Numbers that a checkpoint keeps as they are. */
typedef struct MotionTally {
    size_t probes; /* reached */
    bool slipping;
    double episode_begun, episode_size, episode_sum, episode_most, slip_max;
    size_t episodes;
    double onset[MOTION_ONSETS]; /* the last times at which the first contact began to slip */
    size_t onsets;
    double range[2][2]; /* least and largest slip of the first contact over the fifth and the last tenth */
} MotionTally;

typedef struct MotionRun {
    MarchRun shared;
    const Motion *motion;
    size_t steps;
    Value *slip_times, *stick_times, *episode_times, *episode_sizes;
    double *row, *before; /* the recorded quantities now and a step before */
    double *v_now, *v_before;
    double *probe;
    MotionTally tally;
    SystemMarch *march;
    SystemMarchReport report;
} MotionRun;

/* Lists that events fill, first in the values. */
void motion_lists(MotionRun *m);
void motion_onset(MotionRun *m, double t);
JudderErr motion_values(MotionRun *m, const SystemView *view, const SystemMarchReport *report,
                        double seconds);

#endif
