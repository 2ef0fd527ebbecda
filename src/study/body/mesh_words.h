/* The mesh of a body in the words of a case. */
#ifndef JUDDER_STUDY_BODY_MESH_WORDS_H
#define JUDDER_STUDY_BODY_MESH_WORDS_H

#include "mesh/mesh.h"
#include "study/model.h"

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
    double scale; /* m a unit of the file */
} GmshWord;

extern const Word rectangle_word, box_word, gmsh_word;
/* Makes or reads the mesh that a word of that kind describes. */
JudderErr body_mesh_make(const Block *block, Mesh **mesh);
/* The mesh of a file that gmsh{} names; a .geo file is meshed by the program gmsh first. */
JudderErr body_gmsh_read(const Block *block, Mesh **mesh);
/* Adds to the note of the first study, and tells, what is odd about the mesh of a file: its size, nodes that
 * are not joined, pieces, a $Periodic that is not followed. */
void body_remark_mesh(StudyRun *run);
/* How it hangs together, if that is odd: "; 12 nodes lie where another one lies, ...". */
JudderErr body_remark_joints(const Mesh *mesh, char *text, size_t size);

#endif
