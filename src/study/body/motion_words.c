/* Tables of what a march needs beside the body: how the obstacle moves, and the state at the start. */
#include "study/body/body_model.h"

#include "base/field.h"

static const Param foundation_params[] = {
    FIELD(BodyFoundation, velocity, SIGNALS,
          "along the tangents of the obstacle (x and, in 3-D, z above a floor in x and z); a number is the "
          "first component",
          .unit = "m/s", .preset_text = "0", .components = 2),
    {0},
};
const Word body_foundation_table = {
    .name = "foundation", .kind = "table", .params = foundation_params, .size = sizeof(BodyFoundation)};

static const Param initial_params[] = {
    FIELD(BodyInitial, velocity, SIGNALS,
          "a list, or a function of x, y (and z) that gives one number a direction", .unit = "m/s",
          .preset_text = "0", .components = 3),
    FIELD(BodyInitial, displacement, SIGNALS, "as above; added to that of the path", .unit = "m",
          .preset_text = "0, or that of the path", .components = 3),
    {0},
};
const Word body_initial_table = {
    .name = "initial", .kind = "table", .params = initial_params, .size = sizeof(BodyInitial)};
