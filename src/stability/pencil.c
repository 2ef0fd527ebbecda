#include "stability/pencil.h"

#include <stddef.h>

const char *const pencil_rest_names[] = {"undecided", "stable", "neutral", "unstable", NULL};
