#include "stability/certain/judge.h"

#include "complementarity/eicp/existence/exists.h"

#include <math.h>
#include <stdlib.h>

JudderErr pencil_enclosure_create(const Pencil *pencil, PencilEnclosure *made) {
    const size_t n = (size_t)pencil->n, count = n * n;
    *made = (PencilEnclosure){.n = pencil->n, .room = malloc((4 * count + 1) * sizeof(double))};
    REQUIRE(made->room, error_memory());
    double *at = made->room;
    made->box = (PencilBox){.A = at,
                            .B = at + count,
                            .A_D = at + 2 * count,
                            .B_D = at + 3 * count,
                            .definite = &made->definite,
                            .reason = &made->reason};
    made->reason = "nobody bounds what rounding did to them";
    return pencil->enclose ? pencil->enclose(pencil->context, 0, &made->box, &made->enclosed) : JUDDER_OK;
}

void pencil_enclosure_release(PencilEnclosure *made) {
    free(made->room);
    made->room = NULL;
}

JudderErr critical_judge(const PencilEnclosure *data, const CriticalClaim *claim, CriticalVerdict *verdict) {
    const EicpRadii radii = {data->box.A_D, data->box.B_D};
    const EicpBounded bounded = {{data->n, data->box.A, data->box.B}, &radii};
    *verdict = (CriticalVerdict){.low = NAN, .high = NAN, .existence = ""};
    if (!data->enclosed) return JUDDER_OK;
    if (claim->certificate)
        TRY(eicp_certificate_low(&bounded, claim->from, claim->certificate, &verdict->low));
    if (!claim->x) return JUDDER_OK;
    const EicpPoint point = {claim->from, claim->mu, claim->x};
    return eicp_exists_within(&bounded, &point, &verdict->high, &verdict->existence);
}
