/* Motions followed over any param of a case: stations at which they are known, joined to their neighbours by
 * likeness, never by order of frequency. Tells where more stations are needed, and between which of them
 * growth begins or ends. (ST-14)
 *
 * Whoever computes stations: add some, then again and again join, ask for what is wanted, add that.
 */
#ifndef JUDDER_STABILITY_TRACKS_TRACKS_H
#define JUDDER_STABILITY_TRACKS_TRACKS_H

#include "stability/tracks/motions.h"

typedef struct Station {
    double at, value; /* the place in the scale of the param, and the param there */
    MotionList motions;
    int *from;        /* of each motion: the one of the station before that it continues; -1: none */
    int *track;       /* of each, counted from 0 */
    double *likeness; /* of each with what it continues; NAN: nothing */
    double joined_to; /* the place of the station before, as it was when they were joined; NAN: not yet */
} Station;

typedef struct Tracks {
    int count;
    size_t room;
    Station *station; /* in order of place */
    int tracks;       /* how many there are */
    bool log;         /* the scale of the param: places are logarithms of it; set before the first station */
} Tracks;

/* Takes the motions over, also when it fails. A place that is there already is passed over. Motions of
 * other dofs than those before cannot be compared: an input error. */
JudderErr tracks_add(Tracks *tracks, double value, MotionList *motions);
/* Joins all neighbours and numbers the tracks: those of the first station in order of frequency, others as
 * they come. */
JudderErr tracks_join(Tracks *tracks);
void tracks_release(Tracks *tracks);

/* What is wanted between stations, all relative to the range from the first to the last, in the scale of the
 * param. */
typedef struct TracksWish {
    double finest;    /* nearer than this no station is added to know motions again */
    double tolerance; /* of thresholds */
    int most;         /* stations in all; half of them to know motions again */
} TracksWish;
/* Values of the param for further stations, at most `room`; returns how many. After tracks_join. */
int tracks_wanted(const Tracks *tracks, const TracksWish *wish, double *values, int room);
/* Between how many neighbours a motion is not known again, however near they are. After tracks_join. */
int tracks_doubts(const Tracks *tracks);
/* Whether everything was examined that the wish asks for, and nothing is left in doubt; after rounds until
 * nothing is wanted. */
bool tracks_settled(const Tracks *tracks, const TracksWish *wish);

/* Where growth of a track begins or ends. */
typedef struct TrackThreshold {
    double value, omega; /* of the param there */
    int track, partner;  /* without damping two frequencies meet there; partner -1: none */
    bool begins;         /* with the param rising */
} TrackThreshold;
/* After tracks_join; *found is to be freed. In order of place. */
JudderErr tracks_thresholds(const Tracks *tracks, TrackThreshold **found, int *count);

/* --- between the files --- */

/* The place of a value in the scale of the param, and back. */
double tracks_scale(const Tracks *tracks, double value);
double tracks_value(const Tracks *tracks, double at);

/* Whether a motion grows, beyond what rounding leaves of one that does not. */
bool track_grows(const Station *station, int motion);
/* The motion of a track at a station; -1: it is not there. */
int track_find(const Station *station, int track);
/* The motion with -conj(lam) beside one that grows: without damping they come in such pairs; -1: none. */
int track_partner(const Station *station, int motion);

#endif
