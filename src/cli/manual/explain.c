/* judder explain: what a word of a case means, from the parameter tables; with --markdown the
 * page of the manual. */
#include "cli/manual/manual.h"

#include "cli/verbs.h"
#include "schema/schema.h"
#include "study/run/list.h"

#include <stdio.h>
#include <string.h>

/* "one of constant, linear, ...": what stands for a law, a mesh, a load. */
static void explain_words_of(const char *kind, int indent) {
    bool begun = false;
    for (const Word *const *word = vocabulary(); *word; word++) {
        if (strcmp((*word)->kind, kind) != 0) continue;
        if (!begun) printf("%*s%-12s one of ", indent, "", "");
        printf("%s%s", begun ? ", " : "", (*word)->name);
        begun = true;
    }
    if (begun) putchar('\n');
}

static void explain_print_field(const Param *p, int indent) {
    char allowed[320], preset[80];
    param_describe(p, allowed, sizeof allowed);
    param_describe_preset(p, preset, sizeof preset);
    printf("%*s%-12s %s\n", indent, "", p->key, p->help);
    printf("%*s%-12s %s; %s%s\n", indent, "", "", allowed,
           p->need == PARAM_REQUIRED ? "" : "default: ", preset);
    if (p->of && strcmp(p->of, "study") != 0) explain_words_of(p->of, indent);
    if (!p->table) return;
    for (const Param *inner = p->table->params; inner->key; inner++) explain_print_field(inner, indent + 4);
}

static void explain_print_lines(const char *before, const char *text) {
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        printf("%s%.*s\n", before, (int)strcspn(text, "\n"), text);
}

static void explain_print_word(const Word *word) {
    printf("%s (%s)\n  %s\n", word->name, word->kind, word->summary);
    if (word->reference[0]) printf("  equation (%s)", word->reference);
    if (word->papers[0]) printf("%s%s", word->reference[0] ? "; papers: " : "  papers: ", word->papers);
    if (word->reference[0] || word->papers[0]) putchar('\n');
    if (word->formula) explain_print_lines("  ", word->formula);
    printf("  example: %s\n", word->example);
    if (word->params[0].key) puts("  fields:");
    for (const Param *p = word->params; p->key; p++) explain_print_field(p, 4);
    const Model *model = strcmp(word->kind, "model") == 0 ? model_find(word->name) : NULL;
    if (!model) return;
    printf("  studies:");
    const ModelStudy *study;
    for (size_t i = 0; (study = model_study_at(model, i)); i++) printf(" %s", study->word->name);
    putchar('\n');
}

static void explain_print_all(void) {
    for (const WordKind *kind = word_kinds; kind->kind; kind++) {
        printf("%s\n", kind->title);
        for (const Word *const *word = vocabulary(); *word; word++)
            if (strcmp((*word)->kind, kind->kind) == 0)
                printf("  %-15s %s\n", (*word)->name, (*word)->summary);
    }
    puts("Params\n  param{ V = 1 }  declares what --set may change, and gives the values back as a table");
    printf("Units, to multiply with:");
    for (const CaseUnit *unit = case_units; unit->name; unit++) printf(" %s", unit->name);
    puts("\n\n`judder explain WORD` lists the fields of a keyword.");
}

/* The field of that name in a word, or in a table inside it. */
static bool explain_field(const char *where, const Word *word, const char *name) {
    bool found = false;
    for (const Param *p = word->params; p->key; p++) {
        char inside[120];
        if (strcmp(p->key, name) == 0) {
            printf("field of %s:\n", where);
            explain_print_field(p, 2);
            found = true;
        }
        snprintf(inside, sizeof inside, "%s of %s", p->key, where);
        if (p->table) found = explain_field(inside, p->table, name) || found;
    }
    return found;
}

/* The last part of "flutter.re". */
static const char *explain_last_part(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* A name in results, of each study that has it; `inside`: of a value inside a list or an object alone. */
static bool explain_result(const char *name, bool inside) {
    bool found = false;
    for (const SchemaTable *const *list = schema_tables; *list; list++)
        for (const SchemaTable *table = *list; table->entries; table++)
            for (const SchemaEntry *entry = table->entries; entry->name; entry++) {
                const char *form = inside ? explain_last_part(entry->name) : entry->name;
                if (strchr(form, '*') || !schema_has_form(name, form)) continue;
                printf("%s of %s (%s):\n  %-12s %s\n", schema_part_names[table->part],
                       table->studies ? table->studies : "all studies",
                       table->models ? table->models : "all models", inside ? entry->name : name,
                       entry->meaning);
                printf("  %-12s unit: %s\n", "", entry->unit[0] ? entry->unit : "none");
                if (table->codes) printf("  %-12s states: %s\n", "", table->codes);
                found = true;
            }
    return found;
}

/* A name that is a field of some words, in results, a unit, or param. */
static bool explain_other(const char *name) {
    bool found = false;
    for (const Word *const *word = vocabulary(); *word; word++) {
        found = explain_field((*word)->name, *word, name) || found;
    }
    found = explain_result(name, false) || found;
    for (const CaseUnit *unit = case_units; unit->name; unit++)
        if (strcmp(unit->name, name) == 0) {
            printf("%s: unit, %s = %g in SI; write 5*%s\n", name, unit->help, unit->value, name);
            found = true;
        }
    if (strcmp(name, "param") == 0) {
        puts("param: declares what --set may change\n  example: local p = param{ V = 1, mu_s = 0.8 }   then  "
             "judder run case.lua --set V=2\n"
             "  values are numbers, texts, true or false");
        found = true;
    }
    return found;
}

static void explain_offer_fields(NearWord *near, const Word *word) {
    for (const Param *p = word->params; p->key; p++) {
        near_offer(near, p->key);
        if (p->table) explain_offer_fields(near, p->table);
    }
}

/* Words first: of names that are equally near a word is more likely meant than a field. */
static const char *explain_nearest(const char *name) {
    NearWord near = near_start(name);
    for (const Word *const *word = vocabulary(); *word; word++) near_offer(&near, (*word)->name);
    for (const Word *const *word = vocabulary(); *word; word++) explain_offer_fields(&near, *word);
    near_offer(&near, "param");
    for (const SchemaTable *const *list = schema_tables; *list; list++)
        for (const SchemaTable *table = *list; table->entries; table++)
            for (const SchemaEntry *entry = table->entries; entry->name; entry++)
                if (!strpbrk(entry->name, "#*")) near_offer(&near, entry->name);
    return near.best;
}

static JudderErr explain_word(const char *name) {
    for (const Word *const *word = vocabulary(); *word; word++)
        if (strcmp((*word)->name, name) == 0) {
            explain_print_word(*word);
            explain_result(name, false);
            return JUDDER_OK;
        }
    if (explain_other(name) || explain_result(name, true)) return JUDDER_OK;
    const char *near = explain_nearest(name);
    REQUIRE(near,
            error_input(NULL,
                        "judder explain: %s is no word, field or unit of a case: `judder explain` lists "
                        "the words",
                        name));
    return error_input(NULL, "judder explain: %s is no word, field or unit of a case: did you mean %s?", name,
                       near);
}

static JudderErr explain_with(const Options *options, int *status) {
    (void)status;
    if (options->file) return explain_word(options->file);
    if (options->markdown)
        markdown_words(stdout);
    else
        explain_print_all();
    return JUDDER_OK;
}

const Verb explain_verb = {
    .name = "explain",
    .usage = "explain [WORD]",
    .summary = "what a word of a case means: fields, units, ranges; or a name in results",
    .help =
        "  WORD         a word, a field, a unit, or a name in results; without one, all words are listed\n"
        "  --markdown   the manual's page of all words\n",
    .example = "judder explain linear",
    .takes = "wm",
    .act = explain_with,
};
