/* The contact nodes of a body in one state: their states on a picture, what they carry along the side. */
#ifndef JUDDER_REPORT_MESH_CONTACT_H
#define JUDDER_REPORT_MESH_CONTACT_H

#include "base/error.h"
#include "report/mesh/view.h"
#include "schema/schema.h"

/* One contact node. Of a mode, gap and tractions are no numbers. */
typedef struct ContactNode {
    int node, place; /* of the mesh; along the side, from 1 */
    SchemaState state;
    const double *x;
    double gap, pressure, shear;
} ContactNode;

typedef struct ContactNodes {
    size_t count;
    ContactNode *at;
    double *table; /* what they point into */
} ContactNodes;

/* The contact nodes of a displacement or a mode; none if there is no table of them. */
JudderErr contact_read(const BodySource *source, const ReaderSet *field, ContactNodes *nodes);
void contact_release(ContactNodes *nodes);

/* The axis along which the nodes hardly differ: the normal of a side along axes; and whether
 * the body is below it. */
int contact_axis(const BodySource *source, const ContactNodes *nodes, bool *below);
/* Dots with the colour of the state at places, two numbers a node. */
JudderErr contact_mark(const ContactNodes *nodes, const double *places, Plot *plot);
/* "40 stick, 12 slip" */
void contact_count(const ContactNodes *nodes, char text[120]);

/* What the nodes carry: in 2-D over the place along the side, with sticking and open stretches shaded; in 3-D
 * the side seen along its normal. *plot is NULL if they carry nothing. */
JudderErr contact_figure(const BodySource *source, const ContactNodes *nodes, Plot **plot);

#endif
