/* The command line as a function, for `judder` and for its companion, and what its verbs know about the
 * program they run in. */
#ifndef JUDDER_CLI_PROGRAM_H
#define JUDDER_CLI_PROGRAM_H

#include "base/error.h"
#include "base/word.h"
#include "study/body/body_studies.h"

#include <stdio.h>

/* Finds the verb and runs it; returns the exit status. bodies = NULL: bodies are handed over
 * to the companion. */
int judder_main(int count, char **words, const BodyStudies *bodies);

/* The command that this program was started with, and an option that it may lack: a line for a shell. */
void print_command(FILE *out, const char *option);
/* The studies of bodies that judder_main was given. */
const BodyStudies *program_bodies(void);
/* The worst error of all processes of a program with bodies, which must all ask; else its own. */
JudderErr program_agree(JudderErr err);

/* Replaces this process by the companion if the model of a case needs one and this program is not it: same
 * words, same process. The companion stands beside this program or in PATH. Returns if there is nothing to
 * hand over, or with an error. */
JudderErr hand_over(const Block *model);

#endif
