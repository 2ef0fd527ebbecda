/* Files that a case names: beside it or in folders below it, nowhere else, so that a stranger's case cannot
 * read what is not its own. */
#ifndef JUDDER_BASE_PATH_H
#define JUDDER_BASE_PATH_H

#include "base/error.h"

#include <stdio.h>

/* The path of a file named in the case file `from`, symbolic links resolved; to be freed. A file that is
 * missing, or lies outside the folder of the case, is an input error of that field. */
JudderErr path_below(const char *from, const char *field, const char *name, char **path);
/* Opens that file for reading, without following a link put there meanwhile. */
JudderErr path_open_below(const char *from, const char *field, const char *name, FILE **file);

#endif
