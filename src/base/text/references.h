/* The bibliography, and its entries. */
#ifndef JUDDER_BASE_TEXT_REFERENCES_H
#define JUDDER_BASE_TEXT_REFERENCES_H

#include <stdio.h>
#include <string.h>

/* The text of references.bib, put into the program when it is built. */
extern const char references_bib[];

/* The entry "@article{key, ... }" of a bibliography, from its @ to the closing bracket at the start of a
 * line; NULL: there is none. */
static inline const char *references_entry(const char *bibliography, const char *key, size_t *length) {
    char head[80];
    *length = 0;
    const int size = snprintf(head, sizeof head, "{%s,", key);
    if (size < 0 || (size_t)size >= sizeof head) return NULL;
    const char *at = strstr(bibliography, head);
    if (!at) return NULL;
    while (at > bibliography && *at != '@') at--;
    const char *end = strstr(at, "\n}");
    *length = end ? (size_t)(end - at) + 2 : strlen(at);
    return at;
}

#endif
