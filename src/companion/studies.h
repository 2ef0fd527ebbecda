/* The studies of bodies: from the words of a case to src/fe, and from there to results. */
#ifndef JUDDER_COMPANION_STUDIES_H
#define JUDDER_COMPANION_STUDIES_H

#include "fe/path/path.h"
#include "study/body/body_model.h"
#include "study/body/remarks.h"

/* All of them, for the program and for the library of bodies. */
extern const CompanionModel companion_list[];

extern const struct MarchModel body_march;
/* The path that a study left or is following, out and back in. */
JudderErr companion_serialise(StudyRun *run, Archive *archive);
/* The path of a study, unloaded, as what it leaves. */
JudderErr companion_path_create(BodyPrepared *made, const Block *study);

/* Mesh, material and fixed sides of a case as finite elements take them; fix has room for
 * params->fix.count. */
FeBodyData companion_body(const BodyPrepared *made, FeFix *fix);
FeContactData companion_contact(const BodyPrepared *made);
/* Both, made; what was made before a failure is the caller's to destroy. Collective. */
JudderErr companion_body_create(const BodyPrepared *made, FeBody **body, FeContact **contact);
/* States of all contact nodes in the slip that the contact imposes; slip has room for 2 numbers a node
 * (FePencilData). */
JudderErr companion_imposed(const BodyPrepared *made, const FeContact *contact, CondensedNode *node,
                            double *slip);
/* A sentence on the pieces of the body that neither its fixed sides nor these nodes hold; empty: none. */
typedef struct LoosePieces {
    char text[400];
} LoosePieces;
JudderErr companion_loose(const BodyPrepared *made, const BodyHold *hold, int holds, LoosePieces *text);
/* The size of a side: its length times the thickness, or its area. */
double companion_side_area(const BodyPrepared *made, const MeshSide *side);

/* The loads of a case as a path takes them, to be freed with their tractions. */
JudderErr companion_loads(const BodyPrepared *made, FePathLoad **loads);
void companion_loads_free(FePathLoad **loads, size_t count);

/* Mesh, displacement, stress and the contact nodes as fields of the study; u in the order of
 * the mesh. First rank. */
JudderErr companion_mesh_fields(StudyRun *run, const Mesh *mesh);
/* *strain gets the size of the largest strain, about. */
JudderErr companion_state_fields(StudyRun *run, const FePath *path, const char *name, const double *u,
                                 double *strain);

/* Appends to the note what the size of the strain, or the elements, leave in doubt. */
void companion_note_limits(StudyRun *run, const FeBody *body, double strain);

/* A mode as a motion of the mesh, with the states before it; its contact nodes get the states that they
 * take in it. First rank. */
typedef struct CompanionMode {
    const FeContact *contact;
    const CondensedNode *node; /* states of the contact nodes */
    const double *u;           /* in the order of the mesh */
} CompanionMode;
JudderErr companion_mode_fields(StudyRun *run, const CompanionMode *mode, const char *name);

/* How far the touching nodes stand from where the obstacle first met them. */
void companion_slip(const CondensedState *state, double *mean, double *largest);

/* A body at one time: contact nodes in their frame, states as those of condensed/. */
typedef struct CompanionState {
    const FeContact *contact;
    const double *u, *r; /* dim a contact node */
    const CondensedNode *node;
} CompanionState;
/* The same three fields for any body, in the order of the mesh. */
JudderErr companion_fields(StudyRun *run, const CompanionState *state, const char *name, const double *u,
                           double *strain);

#endif
