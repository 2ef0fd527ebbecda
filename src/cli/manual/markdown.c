/* Words as Markdown. */
#include "cli/manual/manual.h"

#include "case/case.h"
#include "study/run/list.h"

#include <string.h>

const WordKind word_kinds[] = {{"model", "Models", "models"},
                               {"mesh", "Meshes", NULL},
                               {"material", "Materials", NULL},
                               {"contact", "Contact", NULL},
                               {"friction", "Friction laws", "laws"},
                               {"load", "Loads", NULL},
                               {"selection", "Selection rules", NULL},
                               {"study", "Studies", "studies"},
                               {"matrix", "Matrices", NULL},
                               {"signal", "Signals", NULL},
                               {NULL, NULL, NULL}};

/* Rows of a table of fields; those of a table inside stand under its name. */
static void write_rows(const Param *params, const char *inside, FILE *out) {
    for (const Param *p = params; p->key; p++) {
        char allowed[320], preset[80], name[80];
        param_describe(p, allowed, sizeof allowed);
        param_describe_preset(p, preset, sizeof preset);
        snprintf(name, sizeof name, "%s%s", inside, p->key);
        fprintf(out, "| `%s` | ", name);
        for (const char *c = p->help; *c; c++) fputs(*c == '|' ? "\\|" : (const char[]){*c, '\0'}, out);
        fprintf(out, " | %s | %s |\n", allowed, preset);
        if (!p->table) continue;
        snprintf(name, sizeof name, "%s%s.", inside, p->key);
        write_rows(p->table->params, name, out);
    }
}

void markdown_fields(const Word *word, FILE *out) {
    if (!word->params[0].key) return;
    fputs("| field | is | allowed | default |\n|---|---|---|---|\n", out);
    write_rows(word->params, "", out);
    fputc('\n', out);
}

void markdown_word(const Word *word, int level, FILE *out) {
    fprintf(out, "%.*s `%s`\n\n%s", level, "######", word->name, word->summary);
    if (word->reference[0]) fprintf(out, " Equation (%s).", word->reference);
    if (word->formula) fprintf(out, "\n\n```\n%s\n```", word->formula);
    fprintf(out, "\n\n```lua\n%s\n```\n\n", word->example);
    markdown_fields(word, out);
}

void markdown_words(FILE *out) {
    fputs("# Words of a case\n\nMade by `judder explain --markdown` from the tables in the code; do not "
          "edit.\n\n",
          out);
    for (const WordKind *kind = word_kinds; kind->kind; kind++) {
        fprintf(out, "## %s\n\n", kind->title);
        for (const Word *const *word = vocabulary(); *word; word++)
            if (strcmp((*word)->kind, kind->kind) == 0) markdown_word(*word, 3, out);
    }
    fputs("## Units\n\nConstants to multiply with; everything is SI inside.\n\n| unit | is | value "
          "|\n|---|---|---|\n",
          out);
    for (const CaseUnit *unit = case_units; unit->name; unit++)
        fprintf(out, "| `%s` | %s | %.9g |\n", unit->name, unit->help, unit->value);
}
