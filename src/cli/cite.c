/* judder cite: the papers behind the methods that a case uses. */
#include "cli/verbs.h"

#include "base/text/references.h"
#include "study/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_entry(const char *key) {
    size_t length;
    const char *entry = references_entry(references_bib, key, &length);
    if (entry) printf("%.*s\n\n", (int)length, entry);
}

static JudderErr cite_with(const Options *options, int *status) {
    (void)status;
    Case *read = NULL;
    TRY(read_case(options, &read));
    char *keys = run_papers(read);
    case_destroy(&read);
    REQUIRE(keys, error_memory());
    for (char *key = strtok(keys, " "); key; key = strtok(NULL, " ")) print_entry(key);
    free(keys);
    return JUDDER_OK;
}

const Verb cite_verb = {
    .name = "cite",
    .usage = "cite CASE.lua",
    .summary = "the papers behind the methods that a case uses",
    .help = "Prints BibTeX entries.\n",
    .example = "judder cite first.lua >> paper.bib",
    .takes = "fs",
    .act = cite_with,
};
