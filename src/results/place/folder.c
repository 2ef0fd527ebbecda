#include "results/place/folder.h"

#include "base/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEM_MOST = 200 };

JudderErr output_folder_open(OutputFolder *folder, const char *option, const char *path, const char *input) {
    *folder = (OutputFolder){.option = option, .inputs = {input}};
    TRY(place_folder(&folder->place, option, path));
    const JudderErr err = claim_folder(&folder->claim, &folder->place, option, folder->inputs);
    if (err != JUDDER_OK) place_close(&folder->place);
    return err;
}

void output_folder_close(OutputFolder *folder) {
    claim_release(&folder->claim);
    place_close(&folder->place);
}

/* The bytes of a text that are kept, not ending inside a UTF-8 sequence. */
static size_t kept_length(const char *text, size_t most) {
    size_t length = strlen(text);
    if (length <= most) return length;
    for (length = most; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;) length--;
    return length;
}

char *output_folder_name(const char *stem, const char *ending) {
    const size_t whole = strlen(stem), kept = kept_length(stem, STEM_MOST);
    char *name = NULL, sum[24] = "";
    if (kept < whole)
        snprintf(sum, sizeof sum, "~%016llx", (unsigned long long)bytes_sum(BYTES_SUM_START, stem, whole));
    if (asprintf(&name, "%.*s%s.%s", (int)kept, stem, sum, ending) < 0) return NULL;
    for (char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < 0x20 || *c == 0x7f) *c = '_';
    return name;
}

PlaceWish output_folder_file(const OutputFolder *folder, const char *name) {
    return (PlaceWish){.path = name,
                       .option = folder->option,
                       .inputs = folder->inputs,
                       .in = &folder->place,
                       .claimed = true};
}
