/* What the files of this folder share: the structs of the words, and what is made of them once for all studies. */
#ifndef JUDDER_STUDY_BODY_BODY_MODEL_H
#define JUDDER_STUDY_BODY_BODY_MODEL_H

#include "mesh/mesh.h"
#include "study/body/body_studies.h"
#include "study/model.h"

typedef struct BodyRectangle {
    double length, height;
    Numbers cells;
    int element; /* position in body_elements */
} BodyRectangle;

#define body_elements "P1|P2|Q1"

typedef struct BodyPath {
    const char *name;
} BodyPath;

typedef struct BodyParams {
    Block mesh, material;
    BlockList study;
} BodyParams;

typedef struct BodyPrepared {
    const BodyParams *params;
    Mesh *mesh;
} BodyPrepared;

extern const Word rectangle_word, path_word;

#endif
