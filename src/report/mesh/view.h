/* Polygons in space as a flat picture: projected, the far ones first; as a grid of squares
 * where they are too many. */
#ifndef JUDDER_REPORT_MESH_VIEW_H
#define JUDDER_REPORT_MESH_VIEW_H

#include "base/error.h"
#include "report/mesh/body_mesh.h"
#include "report/plot/plot.h"

/* How space is viewed: the picture's right and up, and towards the eye. In 2-D the plane itself. */
typedef struct View {
    int dim;
    double right[3], up[3], eye[3];
} View;

View view_flat(void);
/* From above and aside; `up` is an axis from 0, upwards or downwards. */
View view_aside(int up, bool downwards);
/* Along an axis, the other two as they come. */
View view_along(int axis);
void view_place(const View *view, const double *x, double place[2]);

/* What is viewed: places (dim a node), a value a node or NULL. */
typedef struct Scene {
    const View *view;
    const Face *faces;
    size_t count;
    const double *x, *value;
    double low, high; /* of the values, as far as colours tell them apart */
} Scene;

/* To be released; its numbers go to plot_shapes. Faces that look away are left out. */
typedef struct SceneShapes {
    double *x, *y, *value;
    size_t *start, count;
    bool squares; /* they were too many, and became a grid */
} SceneShapes;
enum { SCENE_FACES = 9000 }; /* more become squares */
JudderErr scene_make(const Scene *scene, SceneShapes *shapes);
void scene_release(SceneShapes *shapes);

#endif
