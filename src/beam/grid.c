#include "beam/beam.h"
const BeamMethod grid_method = {.name = "grid"};
