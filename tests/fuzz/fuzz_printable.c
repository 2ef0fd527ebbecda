/* Any bytes: what is shown holds nothing that a terminal obeys, is UTF-8, and stays when it comes again. */
#include "base/text/printable.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const size_t room = data[0];
    char *text = malloc(size), *shown = malloc(room ? room : 1);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const size_t whole = printable_text(text, shown, room);
    if (whole < strlen(text)) abort();
    if (room && strlen(shown) >= room) abort();
    for (const char *at = shown; room && *at;) {
        const size_t length = utf8_length(at);
        if (length == 0 || !printable_code(utf8_code(at, length))) abort();
        at += length;
    }
    char again[256];
    if (room && (printable_text(shown, again, sizeof again) != strlen(shown) || strcmp(again, shown) != 0))
        abort();
    free(shown);
    free(text);
    return 0;
}
