/* States made of anything behind a right check sum: an archive gives values and numbers back, or refuses. */
#include "curve/signal.h"
#include "results/resume/resume.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static JudderErr ramp(void *context, double x, double *y) {
    (void)context;
    *y = x;
    return JUDDER_OK;
}

/* What was given back once comes back the same a second time. */
static void again(Value *value) {
    Archive *archive = NULL;
    size_t size;
    if (archive_create(&archive) != JUDDER_OK) return;
    value_archive(archive, "value", &value);
    const void *filled = archive_bytes(archive, &size);
    void *copy = malloc(size + 1);
    memcpy(copy, filled, size);
    archive_destroy(&archive);
    if (archive_open(copy, size, &archive) != JUDDER_OK) return;
    Value *second = NULL;
    value_archive(archive, "value", &second);
    char *one = value_json(value), *other = second ? value_json(second) : NULL;
    if (archive_state(archive) != JUDDER_OK || !one || !other || strcmp(one, other) != 0) abort();
    free(one);
    free(other);
    value_destroy(&second);
    archive_destroy(&archive);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Archive *archive = NULL;
    uint8_t *copy = malloc(size + 1);
    memcpy(copy, data, size);
    if (archive_open(copy, size, &archive) != JUDDER_OK) return 0;
    Value *value = NULL, *list = value_list();
    value_archive(archive, "value", &value);
    if (value) again(value);
    value_archive_numbers(archive, "list", list);
    /* Made once, since that takes time; whatever came back before is replaced. */
    static Track *track;
    const Signal signal = {.function = {.call = ramp}};
    const TrackSpan span = {.what = "load", .end = 1, .step = 1e-3};
    if (!track && track_create(&signal, &span, &track) != JUDDER_OK) abort();
    track_serialise(track, archive);
    if (archive_state(archive) == JUDDER_OK) curve_piece_value(track_piece(track), 0.5);
    value_destroy(&value);
    value_destroy(&list);
    archive_destroy(&archive);
    return 0;
}
