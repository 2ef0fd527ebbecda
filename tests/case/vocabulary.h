/* A small vocabulary with a field of every type: the case module knows no model, so its tests need none. */
#ifndef JUDDER_TESTS_CASE_VOCABULARY_H
#define JUDDER_TESTS_CASE_VOCABULARY_H

#include "case/case.h"

#include <math.h>

typedef struct Wheel {
    double radius;
    long teeth;
} Wheel;

typedef struct Support {
    double height;
    int kind;
    Signal force;
} Support;

typedef struct Rig {
    double width, ratio, tilt;
    long count;
    bool fine;
    const char *title;
    int mode;
    Numbers times, outline;
    Signal load, drive[3];
    Function shape;
    Block part;
    BlockList parts;
    Support support;
    Matrix grid;
    BlockList bolts;
    Groups clamps;
} Rig;

/* Entries without a name are its spokes. */
typedef struct Hub {
    BlockList spokes;
    double width;
} Hub;

/* A rod may hold a part: a word inside a word of its own kind. */
typedef struct Rod {
    double length;
    Block tip;
} Rod;

static inline JudderErr check_wheel(const void *params) {
    const Wheel *p = params;
    REQUIRE(p->radius * 100 >= (double)p->teeth,
            error_input("teeth", "teeth is %ld: too many for the radius", p->teeth));
    return JUDDER_OK;
}

static inline JudderErr check_support(const void *params) {
    const Support *p = params;
    REQUIRE(p->height != 13, error_input("height", "height is 13: that brings bad luck"));
    return JUDDER_OK;
}

#define FIELD(type, name) .key = #name, .offset = offsetof(type, name)

static const Param wheel_params[] = {
    {FIELD(Wheel, radius), .type = PARAM_NUMBER, .need = PARAM_REQUIRED, .high = INFINITY, .unit = "m"},
    {FIELD(Wheel, teeth), .type = PARAM_COUNT, .preset = 8, .low = 1, .high = 1000},
    {0},
};
static const Word wheel_word = {.name = "wheel",
                                .kind = "part",
                                .example = "wheel{ radius = 1 }",
                                .params = wheel_params,
                                .size = sizeof(Wheel),
                                .bare = "radius",
                                .check = check_wheel};

static const Param rod_params[] = {
    {FIELD(Rod, length), .type = PARAM_NUMBER, .preset = 2, .high = 10, .above_low = true,
     .below_high = true},
    {FIELD(Rod, tip), .type = PARAM_WORD, .of = "part"},
    {0},
};
static const Word rod_word = {
    .name = "rod", .kind = "part", .example = "rod{ length = 1 }", .params = rod_params, .size = sizeof(Rod)};

static const Param support_params[] = {
    {FIELD(Support, height), .type = PARAM_NUMBER, .preset = 7},
    {FIELD(Support, kind), .type = PARAM_CHOICE, .choices = "spring|rigid"},
    {FIELD(Support, force), .type = PARAM_SIGNAL, .preset = 4, .high = 100},
    {0},
};
static const Word support_word = {
    .name = "support", .params = support_params, .size = sizeof(Support), .check = check_support};

static const Param hub_params[] = {
    {FIELD(Hub, spokes), .type = PARAM_TABLES, .table = &support_word},
    {FIELD(Hub, width), .type = PARAM_NUMBER, .preset = 1},
    {0},
};
static const Word hub_word = {.name = "hub",
                              .kind = "part",
                              .example = "hub{ {height = 1} }",
                              .params = hub_params,
                              .size = sizeof(Hub),
                              .items = "spokes"};

static const Param rig_params[] = {
    {FIELD(Rig, width), .type = PARAM_NUMBER, .need = PARAM_REQUIRED, .high = INFINITY, .above_low = true,
     .unit = "m"},
    {FIELD(Rig, ratio), .type = PARAM_NUMBER, .preset = 0.5, .low = 0, .high = 1},
    {FIELD(Rig, tilt), .type = PARAM_NUMBER, .preset = -1},
    {FIELD(Rig, count), .type = PARAM_COUNT, .preset = 3, .low = 1, .high = 1000},
    {FIELD(Rig, fine), .type = PARAM_FLAG, .preset = 1},
    {FIELD(Rig, title), .type = PARAM_TEXT, .preset_text = "untitled"},
    {FIELD(Rig, mode), .type = PARAM_CHOICE, .choices = "fast|slow|exact", .preset = 1},
    {FIELD(Rig, times), .type = PARAM_NUMBERS, .low = -5, .high = 5},
    {FIELD(Rig, outline), .type = PARAM_POINTS},
    {FIELD(Rig, load), .type = PARAM_SIGNAL, .preset = 2, .low = -100, .high = 100},
    {FIELD(Rig, drive), .type = PARAM_SIGNALS, .preset = 6, .components = 3},
    {FIELD(Rig, shape), .type = PARAM_FUNCTION},
    {FIELD(Rig, part), .type = PARAM_WORD, .of = "part"},
    {FIELD(Rig, parts), .type = PARAM_WORDS, .of = "part"},
    {FIELD(Rig, support), .type = PARAM_TABLE, .table = &support_word},
    {FIELD(Rig, grid), .type = PARAM_MATRIX, .of = "part", .low = -9, .high = 9},
    {FIELD(Rig, bolts), .type = PARAM_TABLES, .table = &support_word},
    {FIELD(Rig, clamps), .type = PARAM_GROUPS, .choices = "x|y|z"},
    {0},
};
static const Word rig_word = {
    .name = "rig", .kind = "model", .example = "rig{ width = 1 }", .params = rig_params, .size = sizeof(Rig)};

static const Word *const vocabulary[] = {&rig_word, &wheel_word, &rod_word, &hub_word, &table_of_word, NULL};

#endif
