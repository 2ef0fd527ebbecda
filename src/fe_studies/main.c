/* judder-fe: the command line of judder with the studies of bodies. Words after -- are PETSc's. Under mpirun
 * the first rank prints and writes; the others run the same case without a voice. */
#include "cli/program.h"
#include "fe/start.h"
#include "fe_studies/studies.h"

#include <stdio.h>
#include <string.h>

/* Whether a verb is for all ranks: those that read or write files alone are for the first. */
static bool is_common(const char *verb) {
    return strcmp(verb, "run") == 0 || strcmp(verb, "check") == 0;
}

/* The words that PETSc gets: the program, then what follows "--". Starts at the "--", in whose place the
 * program's name comes. */
static char **petsc_words(int count, char **words, int *petsc_count) {
    int at = 1;
    while (at < count && strcmp(words[at], "--") != 0) at++;
    *petsc_count = at < count ? count - at : 1;
    return at < count ? words + at : words;
}

int main(int count, char **words) {
    int petsc_count;
    /* The processes of a sweep start PETSc, each for itself. */
    if (count > 1 && strcmp(words[1], "sweep") == 0)
        return judder_main(count, words, &fe_team, fe_study_list);
    char **petsc = petsc_words(count, words, &petsc_count);
    if (fe_start(petsc_count, petsc) != JUDDER_OK) {
        fprintf(stderr, "%s\n", error_message());
        return JUDDER_MACHINE;
    }
    const bool first = fe_team.first();
    if (!first && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        return JUDDER_MACHINE;
    int status = 0;
    if (first || (count > 1 && is_common(words[1])))
        status = judder_main(count, words, &fe_team, fe_study_list);
    fe_end();
    return status;
}
