/* Tables of what a march needs beside the body: how the obstacle moves, and the state at the start. */
#include "study/body/body_model.h"

static const Param foundation_params[] = {
    {.key = "velocity",
     .type = PARAM_SIGNALS,
     .offset = offsetof(BodyFoundation, velocity),
     .components = 2,
     .unit = "m/s",
     .preset_text = "0",
     .help =
         "along the tangents of the obstacle (x and, in 3-D, z above a floor in x and z); a number is the "
         "first component"},
    {0},
};
const Word body_foundation_table = {
    .name = "foundation", .kind = "table", .params = foundation_params, .size = sizeof(BodyFoundation)};

static const Param initial_params[] = {
    {.key = "velocity",
     .type = PARAM_SIGNALS,
     .offset = offsetof(BodyInitial, velocity),
     .components = 3,
     .unit = "m/s",
     .preset_text = "0",
     .help = "a list, or a function of x, y (and z) that gives one number a direction"},
    {.key = "displacement",
     .type = PARAM_SIGNALS,
     .offset = offsetof(BodyInitial, displacement),
     .components = 3,
     .unit = "m",
     .preset_text = "0, or that of the path",
     .help = "as above; added to that of the path"},
    {0},
};
const Word body_initial_table = {
    .name = "initial", .kind = "table", .params = initial_params, .size = sizeof(BodyInitial)};
