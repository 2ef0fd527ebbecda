/* Answers about steady sliding, by whatever solver. */
#ifndef JUDDER_STUDY_STABILITY_FLUTTER_H
#define JUDDER_STUDY_STABILITY_FLUTTER_H

#include "stability/flutter/flutter.h"
#include "study/model.h"

typedef struct StabilityFlutter {
    double mu;       /* NAN: that of the contacts */
    double from, to; /* Hz */
    double up_to_mu;
    long count;
    /* Of bodies. */
    double speed;    /* of the slip; NAN: friction does not depend on it */
    double pressure; /* of an imposed state */
    bool march_mass, participation;
} StabilityFlutter;

/* --- the answer --- */

typedef struct AnswerIntervals {
    size_t count, room;
    MuInterval *at;
} AnswerIntervals;

typedef struct AnswerPart {
    int contact;
    double re, im; /* d lam/d mu of that contact alone */
} AnswerPart;
typedef struct AnswerRoot {
    FlutterRoot root;
    bool driven; /* the parts of the contacts are reported */
    size_t parts, room;
    AnswerPart *part;
} AnswerRoot;

typedef struct AnswerSliding {
    bool told; /* the roots of one mu, and what was followed in mu */
    size_t roots, room;
    AnswerRoot *root;
    int counted; /* roots of the band, not by looking for them; below 0: not known */
    bool onset_sought;
    double mu, frequency; /* where flutter begins */
    double divergence_mu, followed_to;
    MergingList merging;
    AnswerIntervals unstable;
    int nodes, moving_dofs; /* below 0: not told */
    bool projected;         /* to be followed in mu */
    int samples, dimension;
    double residual;
} AnswerSliding;

JudderErr answer_add_interval(AnswerIntervals *list, double from, double to);
JudderErr answer_add_root(AnswerSliding *sliding, const FlutterRoot *root);
JudderErr answer_add_part(AnswerRoot *root, const AnswerPart *part);
JudderErr answer_set_merging(AnswerSliding *sliding, const MergingList *list);

/* --- how it is found --- */

/* Whether a root is proved to grow, or seems to where nothing is proved. */
bool stability_flutter_grows(const FlutterRoot *root);
/* Where the flutter of one mu is requested, and in which band of Hz. */
bool stability_has_band(const StabilityFlutter *flutter);
/* "0 to 2000 Hz" */
typedef struct StabilityBand {
    char text[80];
} StabilityBand;
StabilityBand stability_band(const StabilityFlutter *flutter);
FlutterSearch stability_flutter_search(const StudyRun *run);
JudderErr stability_flutter(StudyRun *run, const Sliding *sliding, double mu);

/* Up to which angular frequency a mesh shows waves as they are, from which on it shows none, and its contact
 * nodes. */
typedef struct FlutterMesh {
    double resolved, hopeless;
    int slide, stick, open;
} FlutterMesh;

/* What was found about steady sliding, by whatever solver. */
typedef struct FlutterAnswer {
    FlutterSearch search;
    double mu;
    const FlutterRoots *roots; /* at that mu, the largest growth first */
    bool followed;             /* in mu: what is below was looked for */
    const MergingList *merging;
    const MuIntervals *intervals; /* NULL: no damping */
    double divergence;            /* of sliding; NAN: none */
    bool is_counted;         /* the roots of the band, those with im = 0 that grow among them, were counted */
    int counted;             /* in another way than by looking for them: so many */
    int counted_growing;     /* of those: so many grow; below 0: not known of all */
    bool cut;                /* the list need not hold all of the band: it is as long as was requested, or has
                              * the nearest roots only, and not those that are damped strongly */
    bool all;                /* every root there is was computed, not those near a frequency */
    const FlutterMesh *mesh; /* NULL: the system is none of a mesh */
} FlutterAnswer;

/* The roots in the list, and the one that grows most. */
typedef struct FlutterListed {
    int listed, growing, unsure; /* unsure: neither proved to grow nor not to */
    const FlutterRoot *worst;    /* NULL: none grows */
} FlutterListed;
FlutterListed stability_flutter_listed(const FlutterAnswer *answer);
bool stability_in_band(const FlutterSearch *search, double omega);
/* A band without a root, or in which the mesh shows no wave, has no answer: then *fits is false, and the
 * verdict says so. lowest: the lowest angular frequency there is; NAN: not known. */
JudderErr stability_flutter_fits(StudyRun *run, const FlutterAnswer *answer, double lowest, bool *fits);

/* What can be said of the roots at that mu, and how surely. */
void stability_flutter_verdict(StudyRun *run, const FlutterAnswer *answer);

/* Keeps it in the answer, and writes the notes. One root is kept for each of the band, in their order. */
JudderErr stability_flutter_tell(StudyRun *run, const FlutterAnswer *answer);
/* Whether a root belongs to what is listed: it lies in the band, or diverges without vibration. */
bool stability_flutter_lists(const FlutterSearch *search, const FlutterRoot *root);

#endif
