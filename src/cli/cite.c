/* judder cite: the papers behind the methods that a case uses. */
#include "cli/verbs.h"

#include "base/references.h"
#include "study/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The entry "@article{key, ... }" of the bibliography: from its @ to the closing bracket at
 * the start of a line. */
static void print_entry(const char *key) {
    char head[80];
    snprintf(head, sizeof head, "{%s,", key);
    const char *at = strstr(references_bib, head);
    if (!at) return;
    while (at > references_bib && *at != '@') at--;
    const char *end = strstr(at, "\n}");
    printf("%.*s\n}\n\n", end ? (int)(end - at) : (int)strlen(at), at);
}

static JudderErr cite_with(const Options *options) {
    Case *read = NULL;
    TRY(read_case(options, &read));
    char *keys = run_papers(read);
    case_destroy(&read);
    REQUIRE(keys, error_memory());
    for (char *key = strtok(keys, " "); key; key = strtok(NULL, " ")) print_entry(key);
    free(keys);
    return JUDDER_OK;
}

static int run(int count, char **words) {
    Options options;
    JudderErr err = options_read(count, words, "fs", &cite_verb, &options);
    if (err == JUDDER_OK) err = cite_with(&options);
    options_release(&options);
    return err == JUDDER_OK ? finish_output(EXIT_DONE) : report_error(err);
}

const Verb cite_verb = {
    .name = "cite",
    .usage = "cite CASE.lua",
    .summary = "the papers behind the methods that a case uses",
    .help = "Prints BibTeX entries.\n",
    .example = "judder cite first.lua >> paper.bib",
    .run = run,
};
