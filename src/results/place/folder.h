/* A folder that takes several files, claimed as long as they are written. */
#ifndef JUDDER_RESULTS_PLACE_FOLDER_H
#define JUDDER_RESULTS_PLACE_FOLDER_H

#include "results/place/claim.h"

typedef struct OutputFolder {
    Place place;
    Claim claim;
    const char *option;
    const char *inputs[2]; /* what is read meanwhile */
} OutputFolder;

/* The folder that an option names, made unless it is there, for what comes from a file that is read. */
JudderErr output_folder_open(OutputFolder *folder, const char *option, const char *path, const char *input);
void output_folder_close(OutputFolder *folder);

/* The name of a file there, <stem>.<ending>, to be freed: what may not stand in a name is replaced, and one
 * that would be too long is cut and gets the sum of the whole. */
char *output_folder_name(const char *stem, const char *ending);
/* Where that file goes. */
PlaceWish output_folder_file(const OutputFolder *folder, const char *name);

#endif
