/* What a person should know about a body before believing its answers: what can be seen before anything
 * runs, and what the mesh and the material can say at all. */
#ifndef JUDDER_STUDY_BODY_REMARKS_H
#define JUDDER_STUDY_BODY_REMARKS_H

#include "study/body/body_model.h"

/* Adds to the note of a study that is checked, and tells the run, what is odd: the mesh (first study), and
 * the band and the units where vibrations are requested. */
JudderErr body_remark(StudyRun *run);

/* Waves in the material against the mesh; m/s, m. */
typedef struct BodyWaves {
    double shear, rayleigh;
    double spacing; /* of the nodes along the longest edges, mean over the volume, about */
} BodyWaves;
BodyWaves body_waves(const BodyPrepared *made);
/* Hz at which a surface wave is so many distances of nodes long. */
double body_frequency(const BodyWaves *waves, double distances);
/* So many make a wave that a mesh of linear elements shows as it is, within about 5 %; below so few it shows
 * none. */
enum { BODY_RESOLVED = 6, BODY_HOPELESS = 3 };

/* A node of the contact that holds the body: against the obstacle, or, if it sticks, in all directions. */
typedef struct BodyHold {
    int node;
    bool sticks;
} BodyHold;

typedef struct BodyPieces {
    int count;
    int loose;       /* how many of them can move without any force */
    int loose_nodes; /* of the first of those, and a point of it */
    double at[3];
} BodyPieces;
/* Which pieces the fixed sides and these nodes of the contact hold. */
JudderErr body_pieces(const BodyPrepared *made, const BodyHold *hold, int holds, BodyPieces *pieces);

/* The contact side against its flat obstacle. */
typedef struct BodyFlatness {
    double normal[3]; /* of the obstacle, towards the body */
    double departs;   /* m, of the highest node above the lowest */
    double extent;    /* of the side along the obstacle */
    int touching;     /* nodes as low as the lowest */
} BodyFlatness;
BodyFlatness body_flatness(const BodyPrepared *made);

/* The elements of the contact side whose corners carry no part of a uniform pressure; NULL: none. */
const char *body_uneven_elements(const BodyPrepared *made);

#endif
