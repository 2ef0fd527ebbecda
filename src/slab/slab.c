#include "slab/slab.h"

const char *const slab_event_names[] = {"stick", "slip", "jump", "open", "close"};
