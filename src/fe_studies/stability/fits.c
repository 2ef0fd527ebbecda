/* Whether a body can be asked at all: a piece that nothing holds moves without any force, and what its
 * matrices say is no answer. */
#include "fe/start.h"
#include "fe_studies/stability/asking.h"
#include "study/body/remarks.h"

#include <stdio.h>
#include <stdlib.h>

/* Of the first rank: the nodes that touch, as they hold the body. */
static int list_holds(const Asking *a, BodyHold *hold) {
    int count = 0;
    for (int k = 0; k < a->contact->n; k++)
        if (a->node[k] != CONDENSED_OPEN)
            hold[count++] = (BodyHold){a->contact->node[k], a->node[k] == CONDENSED_STICK};
    return count;
}

JudderErr fe_study_loose(const BodyPrepared *made, const BodyHold *hold, int holds, LoosePieces *text) {
    BodyPieces pieces = {0};
    text->text[0] = '\0';
    TRY(body_pieces(made, hold, holds, &pieces));
    if (pieces.count < 2 || pieces.loose == 0) return JUDDER_OK;
    snprintf(text->text, sizeof text->text,
             "the mesh is in %d pieces that share no node, and %d of them can move without any force (the "
             "first with %d nodes, one at (%.3g, %.3g, %.3g)): join them in the mesh, or fix each",
             pieces.count, pieces.loose, pieces.loose_nodes, pieces.at[0], pieces.at[1], pieces.at[2]);
    return JUDDER_OK;
}

static JudderErr judge_pieces(const Asking *a, bool *fits) {
    BodyHold *hold = calloc((size_t)a->contact->n + 1, sizeof *hold);
    LoosePieces loose;
    REQUIRE(hold, error_memory());
    const JudderErr err = fe_study_loose(a->made, hold, list_holds(a, hold), &loose);
    free(hold);
    *fits = !loose.text[0];
    if (err != JUDDER_OK || *fits) return err;
    return stability_unanswered(a->run, STABILITY_REST | STABILITY_SLIDING, "%s", loose.text);
}

JudderErr asking_without_path(const Asking *a) {
    LoosePieces loose;
    TRY(fe_study_loose(a->made, NULL, 0, &loose));
    if (loose.text[0])
        return stability_unanswered(a->run, STABILITY_REST | STABILITY_SLIDING, "%s", loose.text);
    a->run->outcome = STUDY_FAILED;
    snprintf(a->run->reason, sizeof a->run->reason, "the path before it did not reach its end");
    return JUDDER_OK;
}

JudderErr asking_fits(const Asking *a, bool *fits) {
    *fits = true;
    TRY(fe_agree(fe_rank() == 0 ? judge_pieces(a, fits) : JUDDER_OK));
    int all = *fits;
    MPI_Bcast(&all, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    *fits = all;
    return JUDDER_OK;
}

void asking_doubt(const Asking *a) {
    const char *uneven = body_uneven_elements(a->made);
    if (!uneven || !a->run->verdict[0]) return;
    study_verdict(a->run, CERTAINTY_COMPUTED,
                  "the contact side has %s tetrahedra, on whose corners a uniform pressure puts no force, so "
                  "contact states and growth may be far off: take P1 or Q1",
                  uneven);
}
