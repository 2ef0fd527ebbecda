/* A file being written, and pieces of XML in it. */
#ifndef JUDDER_RESULTS_VTU_OUTPUT_H
#define JUDDER_RESULTS_VTU_OUTPUT_H

#include "results/target.h"

#include <stdio.h>

typedef struct Output {
    Target target;
    FILE *file;
} Output;

JudderErr output_open(Output *output, const char *path);
/* Puts the file in its place; what could not be written is an error of the machine, and nothing is left. */
JudderErr output_close(Output *output);
/* A text as the value of an attribute. */
void output_attribute(Output *output, const char *text);

#endif
