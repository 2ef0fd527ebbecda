#include "fe/asked.h"

#include "fe/start.h"

#include <stdbool.h>

typedef enum Kind { END, AT, GATHER } Kind;

typedef struct Request {
    double z;
    Kind kind;
} Request;

static PetscErrorCode share(Request *request) {
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(request, sizeof *request, MPI_BYTE, 0, PETSC_COMM_WORLD));
    if (request->kind != END)
        fe_stop_requested(); /* the first rank, which decides, learns what others were asked */
    PetscFunctionReturn(0);
}

PetscErrorCode fe_asked_at(const FeAsked *asked, double z) {
    PetscFunctionBeginUser;
    PetscCall(share(&(Request){z, AT}));
    PetscCall(asked->answer(asked->of, z));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_asked_end(const FeAsked *asked, JudderErr *err) {
    Request request = {0, END};
    PetscFunctionBeginUser;
    for (;;) {
        PetscCall(share(&request));
        if (request.kind == END) break;
        const JudderErr one = fe_error(request.kind == GATHER ? asked->gather(asked->of)
                                                              : asked->answer(asked->of, request.z));
        if (*err == JUDDER_OK) *err = one;
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode gather(const FeAsked *asked) {
    PetscFunctionBeginUser;
    PetscCall(share(&(Request){0, GATHER}));
    PetscCall(asked->gather(asked->of));
    PetscFunctionReturn(0);
}

static JudderErr certain_of(const FeAsked *asked) {
    return asked->certain->contact ? JUDDER_OK : fe_error(gather(asked));
}

static JudderErr enclose(void *context, double z, const PencilBox *box, bool *enclosed) {
    const FeAsked *asked = context;
    TRY(certain_of(asked));
    return enclosed_box(asked->certain, (EnclosedWeights){1, z}, box, enclosed);
}

static JudderErr enclose_inverse(void *context, double t, const PencilBox *box, bool *enclosed) {
    const FeAsked *asked = context;
    TRY(certain_of(asked));
    return enclosed_box(asked->certain, (EnclosedWeights){t, 1}, box, enclosed);
}

static JudderErr mass_is_semidefinite(void *context, bool *proved) {
    const FeAsked *asked = context;
    TRY(certain_of(asked));
    return enclosed_mass_is_semidefinite(asked->certain, proved);
}

Pencil fe_asked_pencil(FeAsked *asked, int n) {
    return (Pencil){.n = n,
                    .context = asked,
                    .enclose = enclose,
                    .enclose_inverse = enclose_inverse,
                    .mass_is_semidefinite = mass_is_semidefinite};
}
