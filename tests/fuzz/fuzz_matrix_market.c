/* Files made of anything: each is read or refused, and what was read fits its sizes. */
#include "matrix_market/matrix_market.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const MatrixMarketLimits limits = {.most_rows = 300, .most_entries = 10000};
    if (size == 0) return 0;
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    Triplets triplets;
    if (file && matrix_market_read(file, "m.mtx", &limits, &triplets) == JUDDER_OK) {
        double *A = malloc((size_t)triplets.rows * (size_t)triplets.columns * sizeof *A);
        if (A) triplets_dense(&triplets, A);
        free(A);
        triplets_release(&triplets);
    } else if (!error_located()) {
        abort();
    }
    if (file) fclose(file);
    return 0;
}
