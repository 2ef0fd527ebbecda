/* The command line as a function, for `judder` and for its companion, and what its verbs know about the
 * program they run in. */
#ifndef JUDDER_CLI_PROGRAM_H
#define JUDDER_CLI_PROGRAM_H

#include "base/team.h"
#include "study/model.h"

#include <stdio.h>

/* Finds the verb and runs it; returns the exit status. companions = NULL: models that have a companion are
 * handed over to it. */
int judder_main(int count, char **words, const Team *team, const CompanionModel *companions);

/* The command that this program was started with, and an option that it may lack: a line for a shell. */
void print_command(FILE *out, const char *option);
/* What judder_main was given. */
const Team *program_team(void);
const CompanionModel *program_companions(void);

/* Replaces this process by the companion if the model of a case needs one and this program is not it: same
 * words, same process. The companion stands beside this program or in PATH. Returns if there is nothing to
 * hand over, or with an error. */
JudderErr hand_over(const Block *model);

#endif
