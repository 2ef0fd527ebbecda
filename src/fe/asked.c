#include "fe/asked.h"

#include "fe/start.h"

#include <stdbool.h>

typedef struct Request {
    double z;
    int go_on;
} Request;

static PetscErrorCode share(Request *request) {
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(request, sizeof *request, MPI_BYTE, 0, PETSC_COMM_WORLD));
    if (request->go_on)
        fe_stop_requested(); /* the first rank, which decides, learns what others were asked */
    PetscFunctionReturn(0);
}

PetscErrorCode fe_asked_at(const FeAsked *asked, double z) {
    PetscFunctionBeginUser;
    PetscCall(share(&(Request){z, true}));
    PetscCall(asked->answer(asked->of, z));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_asked_end(const FeAsked *asked, JudderErr *err) {
    Request request = {0, false};
    PetscFunctionBeginUser;
    for (;;) {
        PetscCall(share(&request));
        if (!request.go_on) break;
        const JudderErr one = fe_error(asked->answer(asked->of, request.z));
        if (*err == JUDDER_OK) *err = one;
    }
    PetscFunctionReturn(0);
}
