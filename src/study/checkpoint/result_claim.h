/* The claim to the result of a case. */
#ifndef JUDDER_STUDY_CHECKPOINT_RESULT_CLAIM_H
#define JUDDER_STUDY_CHECKPOINT_RESULT_CLAIM_H

#include "base/error.h"
#include "case/case.h"
#include "results/place/claim.h"

/* What a run or a sweep writes. */
typedef struct ResultPlan {
    const char *output;
    const char *beside; /* the ending of what keeps its state: ".checkpoint", ".journal" */
    const FileKind *beside_kind;
    const char *const *also; /* texts that may name files of the case as well; ends with NULL; may be NULL */
} ResultPlan;

/* Claims the name (results/place/claim.h), which is to be done before anything is computed. What the case
 * reads, its own file and those that it names, is refused as a place. */
JudderErr result_claim(const Case *read, const ResultPlan *plan, Claim *claim);

#endif
