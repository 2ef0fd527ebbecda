/* The verbs of the command line: one file each, one list in program.c. */
#ifndef JUDDER_CLI_VERBS_H
#define JUDDER_CLI_VERBS_H

#include "base/error.h"
#include "case/case.h"
#include "cli/formats.h"

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_INCOMPLETE = 1, EXIT_INPUT = 2, EXIT_MACHINE = 3 };

struct Options;

typedef struct Verb {
    const char *name;
    const char *usage;   /* after "judder "; verb_usage adds the formats */
    const char *summary; /* one line */
    const char *help;    /* what the options do; verb_help adds the formats */
    const char *example; /* a command that works */
    const char *takes;   /* letters of options_read */
    JudderErr (*act)(const struct Options *options,
                     int *status);               /* status: EXIT_DONE unless it says otherwise */
    bool interruptible;                          /* a signal stops it at the next step */
    bool ends_at_once;                           /* a signal ends it; what it had begun is removed */
    bool tells_doubt;                            /* of the result that it read */
    JudderErr (*write)(int count, char **words); /* instead of act: reads its words itself */
    const ExportFormat *const *formats;          /* options of their own; NULL: none */
} Verb;

extern const Verb run_verb, check_verb, sweep_verb, report_verb, plot_verb, export_verb, new_verb,
    explain_verb, cite_verb;
extern const Verb *const verbs[]; /* ends with NULL */
extern const Verb manual_verb;    /* known, but not listed */

/* What the user requested, filled by options_read from a verb's words. */
typedef struct Options {
    const char *file;                        /* the one word that is no option */
    const char *output;                      /* -o */
    const char *format[EXPORT_MOST_FORMATS]; /* what each of export_formats is to write; NULL: nothing */
    const char *of;                          /* --of */
    const char *pitch;                       /* --pitch */
    const char *against, *log;               /* --against, --log */
    const char *from, *to, *x, *y;           /* --from, --to, --x, --y */
    const char *size;                        /* --size */
    const char *sample, *after, *jobs;       /* --sample, --after, --jobs */
    const char *checkpoint;                  /* --checkpoint */
    const char **over;                       /* --over, each */
    size_t over_count;
    bool json, quiet, markdown, resume, follow;
    CaseSetting *settings; /* --set */
    size_t setting_count;
    int passed_on; /* words after --, for the solvers of a body */
} Options;

/* Reads the words by the letters of what the verb takes: o = -o, j = --json, q = --quiet, s = --set, c =
 * those of export_formats, a = --of and --pitch, g = --of, --against, --log, --from, --to, --x, --y and
 * --size, v = --over, --sample, --after, --follow, --jobs and --resume, r = --resume and --checkpoint, m =
 * --markdown, p = words after -- that are passed on; f = a file is needed, w = a word may be given. */
JudderErr options_read(int count, char **words, const Verb *verb, Options *options);
void options_release(Options *options);

/* Prints the last error and gives the exit status of its kind. */
int report_error(JudderErr err);
/* Ends a verb that wrote to stdout: a full disk or a closed pipe is a failure of the machine. */
int finish_output(int status);
/* Says on stderr what speaks against the result that was read last, unless that is not wanted. */
void tell_doubt(const Options *options);
/* Reads the case that the options name. */
JudderErr read_case(const Options *options, Case **read);

#endif
