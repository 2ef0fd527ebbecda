/* A case as it was understood. */
#ifndef JUDDER_STUDY_ECHO_H
#define JUDDER_STUDY_ECHO_H

#include "case/case.h"
#include "results/value.h"

/* The case with every default filled in: an object. NULL: out of memory. */
Value *run_echo(const Case *read);
/* Keys of the papers behind the words of a case, each once, separated by spaces; to be freed.
 * NULL: out of memory. */
char *run_papers(const Case *read);

#endif
