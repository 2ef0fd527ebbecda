/* Files that a case names: beside it or in folders below it, nowhere else, so that a stranger's case cannot
 * read what is not its own. And programs that judder starts: never out of the current folder. */
#ifndef JUDDER_BASE_PATH_H
#define JUDDER_BASE_PATH_H

#include "base/word.h"

#include <stdbool.h>
#include <stdio.h>

/* The path of a file named in the case file `from`, symbolic links resolved; to be freed. A file that is
 * missing, or lies outside the folder of the case, is an input error of that field. */
JudderErr path_below(const char *from, const char *field, const char *name, char **path);
/* Opens that file for reading, without following a link put there meanwhile. */
JudderErr path_open_below(const char *from, const char *field, const char *name, FILE **file);

/* The same for the file that a block names in the field of that key. Models use these: a field that its
 * table does not mark as PARAM_FILE, whose change --resume would not see, is refused. */
JudderErr block_path(const Block *block, const char *key, char **path);
JudderErr block_open(const Block *block, const char *key, FILE **file);

/* The path of a program in PATH; false: it is not there. Entries that are not absolute are passed over, the
 * empty one too: they would mean the current folder, which may be a stranger's. */
bool path_find_program(const char *name, char *path, size_t size);

#endif
