/* The studies of bodies: from the words of a case to src/fe, and from there to results. */
#ifndef JUDDER_COMPANION_STUDIES_H
#define JUDDER_COMPANION_STUDIES_H

#include "fe/path/path.h"
#include "study/body/body_model.h"

JudderErr companion_path(StudyRun *run);
JudderErr companion_stability(StudyRun *run);
JudderErr companion_system(StudyRun *run);

/* Mesh, material and fixed sides of a case as finite elements take them; fix has room for params->fix.count. */
FeBodyData companion_body(const BodyPrepared *made, FeFix *fix);
FeContactData companion_contact(const BodyPrepared *made);

/* The loads of a case as a path takes them, to be freed with their tractions. */
JudderErr companion_loads(const BodyPrepared *made, FePathLoad **loads);
void companion_loads_free(FePathLoad **loads, size_t count);

/* Mesh, displacement, stress and the contact nodes as fields of the study; u in the order of the mesh. First rank. */
JudderErr companion_mesh_fields(StudyRun *run, const Mesh *mesh);
/* *strain gets the size of the largest strain, about. */
JudderErr companion_state_fields(StudyRun *run, const FePath *path, const char *name, const double *u,
                                 double *strain);

#endif
