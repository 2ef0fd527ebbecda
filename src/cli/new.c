/* judder new: a commented case to start from. */
#include "cli/verbs.h"

#include "study/run/list.h"

#include <stdio.h>

static JudderErr print_starter(const Options *options, int *status) {
    (void)status;
    char known[200];
    size_t used = 0;
    for (const Model *const *model = models; *model && used < sizeof known; model++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                 (*model)->word.name);
    REQUIRE(options->file, error_input(NULL, "judder new: name a model: %s", known));
    const Model *model = model_find(options->file);
    NearWord near = near_start(options->file);
    for (const Model *const *other = models; *other; other++) near_offer(&near, (*other)->word.name);
    REQUIRE(model || !near.best,
            error_input(NULL, "judder new: %s is no model: did you mean %s? There are %s", options->file,
                        near.best, known));
    REQUIRE(model, error_input(NULL, "judder new: %s is no model: there are %s", options->file, known));
    fputs(model->starter, stdout);
    return JUDDER_OK;
}

const Verb new_verb = {
    .name = "new",
    .usage = "new MODEL",
    .summary = "print a commented starter case for a model",
    .help = "Writes to stdout; redirect it into a file and edit it.\n",
    .example = "judder new inclusion > first.lua",
    .takes = "w",
    .act = print_starter,
};
