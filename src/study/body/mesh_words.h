/* The mesh of a body in the words of a case. */
#ifndef JUDDER_STUDY_BODY_MESH_WORDS_H
#define JUDDER_STUDY_BODY_MESH_WORDS_H

#include "base/word.h"
#include "mesh/mesh.h"

/* Words of kind "mesh". */
typedef struct RectangleWord {
    double length, height;
    Numbers cells;
    int element, diagonals;
    Numbers grade_x, grade_y;
    int periodic;
} RectangleWord;

typedef struct BoxWord {
    double length, height, depth;
    Numbers cells;
    int element;
    Numbers grade_x, grade_y, grade_z;
    int periodic;
} BoxWord;

typedef struct GmshWord {
    const char *file;
} GmshWord;

extern const Word rectangle_word, box_word, gmsh_word;
/* Makes or reads the mesh that a word of that kind describes. */
JudderErr body_mesh_make(const Block *block, Mesh **mesh);
/* The mesh of a file that gmsh "..." names; a .geo file is meshed by the program gmsh first. */
JudderErr body_gmsh_read(const Block *block, Mesh **mesh);

#endif
