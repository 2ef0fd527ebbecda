/* Words of loads: press, drag, traction, force, gravity, move; a path applies each in steps after the one
 * before, with its value at t = 0; in a march all act at once, with their values at the time. */
#include "study/body/body_model.h"

#include <math.h>

#define SIDE_FIELD(struct_)                                                                                  \
    {                                                                                                        \
        .key = "side", .type = PARAM_TEXT, .need = PARAM_REQUIRED, .offset = offsetof(struct_, side),        \
        .help = "name of a side or of a physical group"                                                      \
    }
#define STEPS_FIELD(struct_, number)                                                                         \
    {                                                                                                        \
        .key = "steps", .type = PARAM_COUNT, .offset = offsetof(struct_, steps), .preset = number, .low = 1, \
        .high = 1e6,                                                                                         \
        .help = "steps in which it is applied; changes of contact in between are found in any case"          \
    }
#define VECTOR_FIELD(name, struct_, unit_, text)                                                             \
    {                                                                                                        \
        .key = name, .type = PARAM_VECTOR, .need = PARAM_REQUIRED, .offset = offsetof(struct_, value),       \
        .unit = unit_, .help = text                                                                          \
    }

static JudderErr check_press(const void *params) {
    const PressWord *p = params;
    REQUIRE((p->force > 0) != (p->by.constant > 0 || signal_varies(&p->by)),
            error_input("force", "press takes a force or by, a displacement: one of them, and only one"));
    return JUDDER_OK;
}

static JudderErr check_traction(const void *params) {
    REQUIRE(((const TractionWord *)params)->parts.count > 0,
            error_input(NULL, "traction needs at least one { side = ..., value = {...} }"));
    return JUDDER_OK;
}

static const Param press_params[] = {
    SIDE_FIELD(PressWord),
    {.key = "force",
     .type = PARAM_NUMBER,
     .offset = offsetof(PressWord, force),
     .low = 0,
     .high = INFINITY,
     .above_low = true,
     .unit = "N",
     .preset_text = "none",
     .help = "the resultant that ends the pressing"},
    {.key = "by",
     .type = PARAM_SIGNAL,
     .offset = offsetof(PressWord, by),
     .low = 0,
     .high = INFINITY,
     .unit = "m",
     .preset_text = "none",
     .help = "displacement of the plate into the body, instead of a force"},
    STEPS_FIELD(PressWord, 10),
    {0},
};

static const Param drag_params[] = {
    SIDE_FIELD(SideVectorWord),
    VECTOR_FIELD("by", SideVectorWord, "m", "displacement added to that of the side"),
    STEPS_FIELD(SideVectorWord, 50),
    {0}};
static const Param move_params[] = {
    SIDE_FIELD(SideVectorWord),
    VECTOR_FIELD("to", SideVectorWord, "m", "displacement that the side ends with"),
    STEPS_FIELD(SideVectorWord, 10),
    {0}};
static const Param force_params[] = {
    SIDE_FIELD(SideVectorWord),
    VECTOR_FIELD("value", SideVectorWord, "N", "the whole force, spread evenly over the side"),
    STEPS_FIELD(SideVectorWord, 10),
    {0}};
static const Param gravity_params[] = {
    VECTOR_FIELD("value", GravityWord, "m/s^2", "acceleration; the force is rho times it"),
    STEPS_FIELD(GravityWord, 10),
    {0}};

static const Param part_params[] = {
    SIDE_FIELD(TractionPart), VECTOR_FIELD("value", TractionPart, "Pa", "force per area"), {0}};
static const Word part_table = {.name = "traction", .params = part_params, .size = sizeof(TractionPart)};

static const Param traction_params[] = {
    {.key = "parts",
     .type = PARAM_TABLES,
     .offset = offsetof(TractionWord, parts),
     .table = &part_table,
     .help = "the loaded sides, written without a name: traction{ {side = ..., value = ...}, ... }"},
    STEPS_FIELD(TractionWord, 10),
    {0}};

#define LOAD_WORD(word_name, text, how, fields, struct_)                                                     \
    .name = word_name, .kind = "load", .summary = text, .reference = "BD-1", .papers = "", .example = how,   \
    .params = fields, .size = sizeof(struct_)

const Word press_word = {
    LOAD_WORD("press", "Moves a side as a rigid plate into the body, until its resultant is the force.",
              "press{ side = \"top\", force = 55*N }", press_params, PressWord),
    .check = check_press};
const Word drag_word = {LOAD_WORD("drag", "Moves a side as a rigid plate, from where it is.",
                                  "drag{ side = \"top\", by = {-2*mm, 0}, steps = 50 }", drag_params,
                                  SideVectorWord)};
const Word move_word = {LOAD_WORD("move", "Gives a side its displacement.",
                                  "move{ side = \"left\", to = {0.1*mm, 0} }", move_params, SideVectorWord)};
const Word force_word = {LOAD_WORD("force", "A force on a side, spread evenly.",
                                   "force{ side = \"top\", value = {0, -10*N} }", force_params,
                                   SideVectorWord)};
const Word gravity_word = {LOAD_WORD("gravity", "The body's own weight.", "gravity{ value = {0, -9.81} }",
                                     gravity_params, GravityWord)};
const Word traction_word = {LOAD_WORD("traction", "Forces per area on several sides, growing together.",
                                      "traction{ {side = \"top\", value = {0, -1*MPa}}, steps = 5 }",
                                      traction_params, TractionWord),
                            .items = "parts", .check = check_traction};
