/* One page of Markdown for each verb, model, law and study, and an index. */
#include "cli/manual/manual.h"

#include "cli/verb_options.h"
#include "cli/verbs.h"
#include "stepper/stepper.h"
#include "study/run/list.h"

#include <string.h>

static const char made[] = "*Made by `judder manual pages` from the tables in the code; do not edit.*\n";

static JudderErr write_verb(const char *folder, const Verb *verb) {
    char name[80];
    FILE *out;
    snprintf(name, sizeof name, "%s.md", verb->name);
    TRY(manual_open(folder, name, &out));
    fprintf(out, "# judder %s\n\n%s%s.\n\n```\njudder %s\n```\n\n", verb->name,
            (const char[]){(char)(verb->summary[0] - 'a' + 'A'), '\0'}, verb->summary + 1, verb_usage(verb));
    fprintf(out, "```\n%s```\n\nAn example:\n\n```\n%s\n```\n\n", verb_help(verb), verb->example);
    if (verb_takes(verb) == VERB_TAKES_CASE) fputs("What a case may say: [words](../words.md). ", out);
    if (verb_takes(verb) == VERB_TAKES_RESULT) fputs("What a result holds: [results](../results.md). ", out);
    fprintf(out, "All verbs: [manual](../README.md).\n\n%s", made);
    return manual_close(&out);
}

static void write_links(const Model *model, FILE *out) {
    fputs("## Studies\n\n", out);
    const ModelStudy *study;
    for (size_t i = 0; (study = model_study_at(model, i)); i++)
        fprintf(out, "- [`%s`](../studies/%s.md): %s\n", study->word->name, study->word->name,
                study->word->summary);
    if (model->series) fputs("\n## What a march records\n\n| series | unit |\n|---|---|\n", out);
    for (const StepperColumn *column = model->series; column && column->name; column++)
        if (column->use & STEPPER_SERIES) fprintf(out, "| `%s` | %s |\n", column->name, column->unit);
    fprintf(out, "\n## A case to start from\n\n`judder new %s` prints it.\n\n```lua\n%s```\n\n",
            model->word.name, model->starter);
}

static void write_models_of(const Word *study, FILE *out) {
    fputs("Models that do it:", out);
    for (const Model *const *model = models; *model; model++)
        if (model_study_find(*model, study->name))
            fprintf(out, " [`%s`](../models/%s.md)", (*model)->word.name, (*model)->word.name);
    fputs(". What it reports: [results](../results.md).\n\n", out);
}

static void write_papers(const Word *word, FILE *out) {
    if (!word->papers[0]) return;
    fputs("Behind it:", out);
    for (const char *key = word->papers; *key;) {
        const size_t length = strcspn(key, " ");
        fprintf(out, " `%.*s`", (int)length, key);
        key += length + strspn(key + length, " ");
    }
    fputs(" in [references.bib](../../../references.bib).\n\n", out);
}

static JudderErr write_word(const char *folder, const Word *word) {
    char name[80];
    FILE *out;
    snprintf(name, sizeof name, "%s.md", word->name);
    TRY(manual_open(folder, name, &out));
    markdown_word(word, 1, out);
    if (strcmp(word->kind, "model") == 0) write_links(model_find(word->name), out);
    if (strcmp(word->kind, "study") == 0) write_models_of(word, out);
    write_papers(word, out);
    fprintf(out, "All words: [words](../words.md). The equations: [theory](../../theory).\n\n%s", made);
    return manual_close(&out);
}

static void index_words(const WordKind *kind, FILE *out) {
    fprintf(out, "\n## %s\n\n", kind->title);
    for (const Word *const *word = vocabulary(); *word; word++)
        if (strcmp((*word)->kind, kind->kind) == 0)
            fprintf(out, "- [`%s`](%s/%s.md): %s\n", (*word)->name, kind->folder, (*word)->name,
                    (*word)->summary);
}

static JudderErr write_index(const char *folder) {
    FILE *out;
    TRY(manual_open(folder, "index.md", &out));
    fputs("# Index\n\n## Verbs\n\n", out);
    for (const Verb *const *verb = verbs; *verb; verb++)
        fprintf(out, "- [`judder %s`](verbs/%s.md): %s\n", (*verb)->name, (*verb)->name, (*verb)->summary);
    for (const WordKind *kind = word_kinds; kind->kind; kind++)
        if (kind->folder) index_words(kind, out);
    fprintf(out, "\nEvery other word of a case: [words](words.md).\n\n%s", made);
    return manual_close(&out);
}

JudderErr write_pages(const char *folder) {
    char inside[1200];
    FILE *out;
    TRY(manual_open(folder, "words.md", &out));
    markdown_words(out);
    TRY(manual_close(&out));
    snprintf(inside, sizeof inside, "%.1000s/verbs", folder);
    for (const Verb *const *verb = verbs; *verb; verb++) TRY(write_verb(inside, *verb));
    for (const WordKind *kind = word_kinds; kind->kind; kind++) {
        if (!kind->folder) continue;
        snprintf(inside, sizeof inside, "%.1000s/%s", folder, kind->folder);
        for (const Word *const *word = vocabulary(); *word; word++)
            if (strcmp((*word)->kind, kind->kind) == 0) TRY(write_word(inside, *word));
    }
    return write_index(folder);
}
