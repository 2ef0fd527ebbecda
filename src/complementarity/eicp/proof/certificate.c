#include "complementarity/eicp/proof/certificate.h"

#include "base/array/grow.h"

#include <stdlib.h>
#include <string.h>

JudderErr eicp_certificate_create(int n, double from, double upto, EicpCertificate **certificate) {
    EicpCertificate *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    *made = (EicpCertificate){.n = n, .from = from, .upto = upto};
    *certificate = made;
    return JUDDER_OK;
}

void eicp_certificate_destroy(EicpCertificate **certificate) {
    if (!*certificate) return;
    free((*certificate)->pieces);
    free((*certificate)->numbers);
    free(*certificate);
    *certificate = NULL;
}

JudderErr eicp_certificate_add(EicpCertificate *certificate, EicpPiece piece, const double *numbers,
                               size_t number_count) {
    REQUIRE(grow(&certificate->pieces, &certificate->room, certificate->count + 1, sizeof piece) &&
                grow(&certificate->numbers, &certificate->number_room,
                     certificate->number_count + number_count, sizeof *numbers),
            error_memory());
    piece.at = certificate->number_count;
    certificate->pieces[certificate->count++] = piece;
    if (number_count > 0)
        memcpy(certificate->numbers + certificate->number_count, numbers, number_count * sizeof *numbers);
    certificate->number_count += number_count;
    return JUDDER_OK;
}
