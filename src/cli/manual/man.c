/* Man pages: judder(1), one for each verb, judder-fe(1), and judder-case(5) with every word. */
#include "cli/manual/manual.h"

#include "base/version.h"
#include "cli/verb_options.h"
#include "cli/verbs.h"
#include "study/run/list.h"

#include <ctype.h>
#include <string.h>

/* Text of a man page: a backslash, a hyphen and a dot or quote at the start of a line mean
 * something there. */
static void write_text(const char *text, FILE *out) {
    bool fresh = true;
    for (const char *c = text; *c; c++) {
        if (fresh && (*c == '.' || *c == '\'')) fputs("\\&", out);
        if (*c == '\\')
            fputs("\\e", out);
        else if (*c == '-')
            fputs("\\-", out);
        else
            fputc(*c, out);
        fresh = *c == '\n';
    }
}

static void write_head(const char *name, int section, const char *summary, FILE *out) {
    fprintf(out, ".TH %s %d \"\" \"judder %s\" \"judder\"\n.SH NAME\n", name, section, JUDDER_VERSION);
    write_text(name, out);
    fputs(" \\- ", out);
    write_text(summary, out);
    fputc('\n', out);
}

/* Text whose lines stay as they are. */
static void write_lines(const char *text, FILE *out) {
    fputs(".nf\n", out);
    write_text(text, out);
    if (text[0] && text[strlen(text) - 1] != '\n') fputc('\n', out);
    fputs(".fi\n", out);
}

static void write_verb_names(FILE *out) {
    for (const Verb *const *verb = verbs; *verb; verb++)
        fprintf(out, ".BR judder\\-%s (1),\n", (*verb)->name);
}

static const char exit_status[] =
    ".SH EXIT STATUS\n0 done; 1 ended without its goal or interrupted, what was computed is saved; 2 the "
    "input is wrong, with file and line; 3 the machine failed.\n";

static JudderErr write_program(const char *folder) {
    FILE *out;
    TRY(manual_open(folder, "judder.1", &out));
    write_head("judder", 1, "will it slide, stick, or squeal?", out);
    fputs(".SH SYNOPSIS\n.B judder\n.I VERB\n[...]\n.SH DESCRIPTION\nA case file describes a body, its "
          "contact and its friction law; "
          "judder computes how it slides, which of several possible solutions is selected, and "
          "why.\nDeformable bodies are computed by "
          "the companion program\n.BR judder\\-fe (1),\nwhich judder starts by itself.\n.SH VERBS\n",
          out);
    for (const Verb *const *verb = verbs; *verb; verb++) {
        fputs(".TP\n.B ", out);
        write_text(verb_usage(*verb), out);
        fputc('\n', out);
        write_text((*verb)->summary, out);
        fputc('\n', out);
    }
    fputs(exit_status, out);
    fputs(".SH EXAMPLES\n", out);
    write_lines("judder new inclusion > first.lua\njudder run first.lua\njudder report first.h5\n", out);
    fputs(".SH SEE ALSO\n", out);
    write_verb_names(out);
    fputs(".BR judder\\-fe (1),\n.BR judder\\-case (5)\n", out);
    return manual_close(&out);
}

static JudderErr write_verb(const char *folder, const Verb *verb) {
    char file[90], name[80], usage[300];
    FILE *out;
    snprintf(name, sizeof name, "judder-%s", verb->name);
    snprintf(file, sizeof file, "%s.1", name);
    snprintf(usage, sizeof usage, "judder %.280s\n", verb_usage(verb));
    TRY(manual_open(folder, file, &out));
    write_head(name, 1, verb->summary, out);
    fputs(".SH SYNOPSIS\n", out);
    write_lines(usage, out);
    fputs(".SH DESCRIPTION\n", out);
    write_lines(verb_help(verb), out);
    fputs(".SH EXAMPLE\n", out);
    write_lines(verb->example, out);
    fputs(".SH SEE ALSO\n.BR judder (1),\n.BR judder\\-case (5)\n", out);
    return manual_close(&out);
}

static JudderErr write_companion(const char *folder) {
    FILE *out;
    TRY(manual_open(folder, "judder-fe.1", &out));
    write_head("judder-fe", 1, "judder for deformable bodies, alone or under mpirun", out);
    fputs(".SH SYNOPSIS\n.B judder\\-fe\n.I VERB\n[...] [\\-\\- options of PETSc]\n.br\n.B mpirun\n\\-n "
          "N\n.B judder\\-fe run\nCASE.lua\n"
          ".SH DESCRIPTION\nThe verbs of\n.BR judder (1)\nwith the studies of bodies by finite elements. "
          "judder starts it when a case needs it; "
          "under mpirun it is called by its own name. What follows \\-\\- goes to PETSc untouched.\n",
          out);
    fputs(".SH ENVIRONMENT\n.TP\n.B PETSC_OPTIONS\noptions of PETSc, as after \\-\\-; files of settings "
          "(.petscrc) are not read\n.TP\n.B JUDDER_MESH_SECONDS\nhow long gmsh may mesh a .geo file: 600\n"
          ".TP\n.B JUDDER_MESH_MEMORY\nhow many megabytes it may use: half of the memory of the machine\n",
          out);
    fputs(exit_status, out);
    fputs(".SH SEE ALSO\n.BR judder (1),\n.BR judder\\-case (5)\n", out);
    return manual_close(&out);
}

static void write_field(const Param *p, const char *inside, FILE *out) {
    char allowed[320], preset[80], name[80];
    param_describe(p, allowed, sizeof allowed);
    param_describe_preset(p, preset, sizeof preset);
    snprintf(name, sizeof name, "%s%s", inside, p->key);
    fputs(".TP\n.B ", out);
    write_text(name, out);
    fputc('\n', out);
    write_text(p->help, out);
    fputs("; ", out);
    write_text(allowed, out);
    fputs(p->need == PARAM_REQUIRED ? "; " : "; default: ", out);
    write_text(preset, out);
    fputc('\n', out);
    if (!p->table) return;
    snprintf(name, sizeof name, "%s%s.", inside, p->key);
    for (const Param *inner = p->table->params; inner->key; inner++) write_field(inner, name, out);
}

static void write_word(const Word *word, FILE *out) {
    fprintf(out, ".SS %s\n", word->name);
    write_text(word->summary, out);
    fputs("\n.PP\n", out);
    if (word->formula) write_lines(word->formula, out);
    write_lines(word->example, out);
    for (const Param *p = word->params; p->key; p++) write_field(p, "", out);
}

static JudderErr write_case(const char *folder) {
    FILE *out;
    TRY(manual_open(folder, "judder-case.5", &out));
    write_head("judder-case", 5, "the words of a case of judder", out);
    fputs(".SH DESCRIPTION\nA case is a file of Lua 5.4 that returns one model. It runs in a sandbox: "
          "arithmetic, math, the words below and the "
          "units; no files, no loading of code, limits on time and memory.\n",
          out);
    for (const WordKind *kind = word_kinds; kind->kind; kind++) {
        fputs(".SH ", out);
        for (const char *c = kind->title; *c; c++) fputc(toupper((unsigned char)*c), out);
        fputc('\n', out);
        for (const Word *const *word = vocabulary(); *word; word++)
            if (strcmp((*word)->kind, kind->kind) == 0) write_word(*word, out);
    }
    fputs(".SH UNITS\n", out);
    for (const CaseUnit *unit = case_units; unit->name; unit++)
        fprintf(out, ".TP\n.B %s\n%s\n", unit->name, unit->help);
    fputs(".SH SEE ALSO\n.BR judder (1),\n.BR judder\\-explain (1)\n", out);
    return manual_close(&out);
}

JudderErr write_man_pages(const char *folder) {
    char inside[1200];
    snprintf(inside, sizeof inside, "%.1000s/man1", folder);
    TRY(write_program(inside));
    TRY(write_companion(inside));
    for (const Verb *const *verb = verbs; *verb; verb++) TRY(write_verb(inside, *verb));
    snprintf(inside, sizeof inside, "%.1000s/man5", folder);
    return write_case(inside);
}
