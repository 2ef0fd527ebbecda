/* Files made of anything: each is read or refused with its line, and what was read is within its ranges. */
#include "contact_table/contact_table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_sound(const ContactRow *row) {
    const bool reaction = !row->has_reaction || isfinite(row->reaction[0]);
    return row->normal >= 1 && row->tangent >= 1 && row->state >= 0 && row->state <= 3 &&
           abs(row->direction) <= 1 && isfinite(row->slope) && isfinite(row->curvature) && reaction &&
           !isinf(row->mu);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    ContactTable table;
    if (file && contact_table_read(file, "contacts.csv", &table) == JUDDER_OK) {
        for (size_t i = 0; i < table.count; i++)
            if (!is_sound(&table.at[i])) abort();
        contact_table_release(&table);
    } else if (!error_located()) {
        abort();
    }
    if (file) fclose(file);
    return 0;
}
