#include "condensed/law.h"

#include <stddef.h>
#include <string.h>

const CondensedLaw *const condensed_laws[] = {&condensed_unilateral, &condensed_compliance,
                                              &condensed_pressure, NULL};

const CondensedLaw *condensed_law_find(const char *name) {
    for (size_t i = 0; condensed_laws[i]; i++)
        if (!strcmp(condensed_laws[i]->name, name)) return condensed_laws[i];
    return NULL;
}
