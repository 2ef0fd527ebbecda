/* One point of a sweep: its run, what came out, and that as bytes. */
#ifndef JUDDER_STUDY_SWEEP_POINT_H
#define JUDDER_STUDY_SWEEP_POINT_H

#include "stability/tracks/motions.h"
#include "study/checkpoint/named_files.h"
#include "study/model.h"
#include "study/sweep/points/axes.h"
#include "study/sweep/points/sample.h"

#include <stdint.h>

/* What every point shares. */
typedef struct SweepPlan {
    const char *case_file, *text; /* of the case */
    size_t length;
    const CaseSetting *settings; /* of --set */
    size_t setting_count;
    SweepGrid grid;
    SampleWish sample;
    bool follow;        /* motions of flutter are kept */
    bool motions_alone; /* and little else is wanted of the points */
    const Team *team;   /* what a process needs to compute points */
    const CompanionModel *companions;
    uint64_t fingerprint; /* of the whole sweep */
    NamedFiles *files;    /* that any point names; grows with the points */
} SweepPlan;

/* The fingerprint, and the sum of a file, as the result holds them. */
enum { SWEEP_FINGERPRINT = 24 };
void sweep_fingerprint_text(const SweepPlan *plan, char text[SWEEP_FINGERPRINT]);
void sweep_file_text(const NamedFile *file, char text[SWEEP_FINGERPRINT]);

typedef enum PointOutcome {
    POINT_DONE,
    POINT_STOPPED,
    POINT_FAILED,
    POINT_REFUSED,
    POINT_MISSING
} PointOutcome;
extern const char *const point_outcome_names[]; /* "done", "stopped", "failed", "refused", "missing" */

typedef struct Point {
    PointOutcome outcome;
    char *reason;       /* "" if done */
    size_t count, room; /* of values */
    char **names;       /* "march.jumps" */
    double *values;
    Samples samples;
    MotionList motions; /* of a sweep that follows them */
    NamedFiles files;   /* that its case names */
} Point;

/* A file that the case names is not what it was at other points. */
JudderErr point_refuse_file(const char *name);

/* Reads the case with the values of the grid and does its studies in memory. What goes wrong belongs to
 * the point; an error is returned only if the machine fails. */
JudderErr point_run(const SweepPlan *plan, size_t index, Point *point);
void point_release(Point *point);

/* As bytes, to be freed, and back; false: the bytes are none of a point. */
JudderErr point_pack(const Point *point, unsigned char **bytes, size_t *size);
bool point_unpack(const unsigned char *bytes, size_t size, Point *point);
/* Whether a study of it could not answer what was asked. */
bool point_is_unanswered(const Point *point);
/* A point that only has an outcome. */
JudderErr point_fail(Point *point, PointOutcome outcome, const char *reason);

#endif
