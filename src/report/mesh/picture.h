/* Pictures of a body: its mesh displaced by a field of the study, coloured, with the states of
 * its contact nodes. */
#ifndef JUDDER_REPORT_MESH_PICTURE_H
#define JUDDER_REPORT_MESH_PICTURE_H

#include "base/error.h"
#include "report/mesh/contact.h"

enum { PICTURE_CAPTION = 400, PICTURE_TITLE = 80 };

/* Whether a field is a motion of the mesh; state: a displacement, else a mode. */
bool picture_is_motion(const BodyMesh *mesh, const ReaderSet *set, bool *state);
/* "s = 2" or "t = 0.1" of a state, "mode 01" of a mode. */
void picture_title(const ReaderSet *field, char title[PICTURE_TITLE]);

/* The picture of a motion, so wide; its caption says what it shows. */
JudderErr picture_make(const BodySource *source, const ReaderSet *field, double width, Plot **plot,
                       char caption[PICTURE_CAPTION]);

#endif
