#include "complementarity/eicp/proof/certificate.h"

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
    if (certificate->count == certificate->room) {
        const size_t room = 2 * certificate->room + 16;
        EicpPiece *pieces = realloc(certificate->pieces, room * sizeof *pieces);
        REQUIRE(pieces, error_memory());
        certificate->pieces = pieces;
        certificate->room = room;
    }
    if (certificate->number_count + number_count > certificate->number_room) {
        const size_t room = 2 * certificate->number_room + number_count + 64;
        double *all = realloc(certificate->numbers, room * sizeof *all);
        REQUIRE(all, error_memory());
        certificate->numbers = all;
        certificate->number_room = room;
    }
    piece.at = certificate->number_count;
    certificate->pieces[certificate->count++] = piece;
    if (number_count > 0)
        memcpy(certificate->numbers + certificate->number_count, numbers, number_count * sizeof *numbers);
    certificate->number_count += number_count;
    return JUDDER_OK;
}
