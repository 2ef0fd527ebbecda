#include "study/checkpoint/result_claim.h"

#include "base/system/path.h"
#include "results/results.h"
#include "study/checkpoint/named_files.h"

#include <stdlib.h>

/* Paths of what is read; the first one is the case, lent. */
typedef struct Inputs {
    const char **at; /* ends with NULL */
    size_t count;
} Inputs;

static void inputs_release(Inputs *inputs) {
    for (size_t i = 1; i < inputs->count; i++) free((char *)(size_t)inputs->at[i]);
    free(inputs->at);
}

/* Whoever reads a file that is not there, or may not be read, says so. */
static void inputs_add(Inputs *inputs, const char *case_path, const char *name) {
    char *path = NULL;
    if (path_below(case_path, "file", name, &path) == JUDDER_OK) inputs->at[inputs->count++] = path;
}

static JudderErr inputs_collect(const Case *read, const ResultPlan *plan, Inputs *inputs) {
    NamedFiles named = {0};
    size_t also = 0;
    while (plan->also && plan->also[also]) also++;
    JudderErr err = named_files_list(read, &named);
    inputs->at = calloc(named.count + also + 2, sizeof *inputs->at);
    if (err == JUDDER_OK && !inputs->at) err = error_memory();
    if (err == JUDDER_OK) {
        inputs->at[inputs->count++] = case_file(read);
        for (size_t i = 0; i < named.count; i++) inputs_add(inputs, case_file(read), named.at[i].name);
        for (size_t i = 0; i < also; i++) inputs_add(inputs, case_file(read), plan->also[i]);
    }
    named_files_release(&named);
    return err;
}

JudderErr result_claim(const Case *read, const ResultPlan *plan, Claim *claim) {
    Inputs inputs = {0};
    JudderErr err = inputs_collect(read, plan, &inputs);
    if (err == JUDDER_OK)
        err = claim_take(claim, &(PlaceWish){.path = plan->output,
                                             .beside = plan->beside,
                                             .inputs = inputs.at,
                                             .kind = &results_kind,
                                             .beside_kind = plan->beside_kind});
    inputs_release(&inputs);
    return err;
}
