/* A file that is written from its beginning to its end. */
#ifndef JUDDER_RESULTS_PLACE_OUTPUT_H
#define JUDDER_RESULTS_PLACE_OUTPUT_H

#include "results/place/target.h"

#include <stdio.h>

typedef struct Output {
    Target target;
    FILE *file; /* NULL: none is open */
} Output;

JudderErr output_open(Output *output, const PlaceWish *wish);
/* Puts the file in its place; what could not be written is an error of the machine, and nothing is left. */
JudderErr output_close(Output *output);
/* Gives up the file: what was in its place stays. */
void output_abandon(Output *output);

#endif
