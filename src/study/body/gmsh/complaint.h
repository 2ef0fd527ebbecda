/* What gmsh complains about, out of the hundreds of lines that it says. */
#ifndef JUDDER_STUDY_BODY_GMSH_COMPLAINT_H
#define JUDDER_STUDY_BODY_GMSH_COMPLAINT_H

#include "base/error.h"

#include <stddef.h>

/* The first complaint that has a line, and the first of all: gmsh repeats itself by the hundred. */
typedef struct Complaint {
    int line; /* 0: none has a line */
    char located[300], first[300];
    char pending[1000]; /* a line that is not whole yet */
    size_t length;
} Complaint;

/* The next bytes that gmsh said. */
void complaint_hear(Complaint *complaint, const char *bytes, size_t count);
/* As an error of the input. */
JudderErr complaint_raise(const Complaint *complaint, const char *geo);

#endif
