#include "results/vtu/xml.h"

/* Control characters have no place in XML 1.0. */
void xml_attribute(FILE *file, const char *text) {
    putc('"', file);
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '"')
            fputs("&quot;", file);
        else
            putc((unsigned char)*text < 0x20 ? '_' : *text, file);
    }
    putc('"', file);
}
