/* The studies of bodies: from the words of a case to src/fe, and from there to results. */
#ifndef JUDDER_FE_STUDIES_STUDIES_H
#define JUDDER_FE_STUDIES_STUDIES_H

#include "base/error.h"
#include "condensed/condensed.h"
#include "fe/path/path.h"
#include "mesh/mesh.h"
#include "study/body/body_model.h"
#include "study/body/remarks.h"

/* All of them, for the program and for the library of bodies. */
extern const CompanionModel fe_study_list[];

extern const struct MarchModel body_march;
/* The path that a study left or is following, out and back in. */
JudderErr fe_study_serialise(StudyRun *run, Archive *archive);
/* The path of a study, unloaded, as what it leaves. */
JudderErr fe_study_path_create(BodyPrepared *made, const Block *study);

/* Mesh, material and fixed sides of a case as finite elements take them; fix has room for
 * params->fix.count. */
FeBodyData fe_study_body(const BodyPrepared *made, FeFix *fix);
FeContactData fe_study_contact(const BodyPrepared *made);
/* Both, made; what was made before a failure is the caller's to destroy. Collective. */
JudderErr fe_study_body_create(const BodyPrepared *made, FeBody **body, FeContact **contact);
/* States of all contact nodes in the slip that the contact imposes; slip has room for 2 numbers a node
 * (FePencilData). */
JudderErr fe_study_imposed(const BodyPrepared *made, const FeContact *contact, CondensedNode *node,
                           double *slip);
/* A sentence on the pieces of the body that neither its fixed sides nor these nodes hold; empty: none. */
typedef struct LoosePieces {
    char text[400];
} LoosePieces;
JudderErr fe_study_loose(const BodyPrepared *made, const BodyHold *hold, int holds, LoosePieces *text);
/* The size of a side: its length times the thickness, or its area. */
double fe_study_side_area(const BodyPrepared *made, const MeshSide *side);

/* The loads of a case as a path takes them, to be freed with their tractions. */
JudderErr fe_study_loads(const BodyPrepared *made, FePathLoad **loads);
void fe_study_loads_free(FePathLoad **loads, size_t count);

/* Mesh, displacement, stress and the contact nodes as fields of the study; u in the order of
 * the mesh. First rank. */
JudderErr fe_study_mesh_fields(StudyRun *run, const Mesh *mesh);
/* *strain gets the size of the largest strain, about. */
JudderErr fe_study_state_fields(StudyRun *run, const FePath *path, const char *name, const double *u,
                                double *strain);

/* Appends to the note what the size of the strain, or the elements, leave in doubt. */
void fe_study_note_limits(StudyRun *run, const FeBody *body, double strain);

/* A mode as a motion of the mesh, with the states before it; its contact nodes get the states that they
 * take in it. First rank. */
typedef struct FeStudyMode {
    const FeContact *contact;
    const CondensedNode *node; /* states of the contact nodes */
    const double *u;           /* in the order of the mesh */
} FeStudyMode;
JudderErr fe_study_mode_fields(StudyRun *run, const FeStudyMode *mode, const char *name);

/* How far the touching nodes stand from where the obstacle first met them. */
void fe_study_slip(const CondensedState *state, double *mean, double *largest);

/* A body at one time: contact nodes in their frame, states as those of condensed/. */
typedef struct FeStudyState {
    const FeContact *contact;
    const double *u, *r; /* dim a contact node */
    const CondensedNode *node;
} FeStudyState;
/* The same three fields for any body, in the order of the mesh. */
JudderErr fe_study_fields(StudyRun *run, const FeStudyState *state, const char *name, const double *u,
                          double *strain);

#endif
