/* Words of loads: press, drag, traction, force, gravity, move; a path applies each in steps after the one
 * before, with its value at t = 0; in a march all act at once, with their values at the time. */
#include "study/body/body_model.h"

#include "base/field.h"

#include <math.h>

#define SIDE_FIELD(Struct) FIELD(Struct, side, TEXT, "name of a side or of a physical group", REQUIRED)
#define STEPS_FIELD(Struct, number)                                                                          \
    FIELD(Struct, steps, COUNT,                                                                              \
          "steps in which it is applied; changes of contact in between are found in any case",               \
          WITHIN(1, 1e6), .preset = number)
#define VECTOR_FIELD(name, Struct, unit_, text)                                                              \
    FIELD_AS(name, Struct, value, VECTOR, text, REQUIRED, .unit = unit_)

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
    FIELD(PressWord, force, NUMBER, "the resultant that ends the pressing", POSITIVE, .unit = "N",
          .preset_text = "none"),
    FIELD(PressWord, by, SIGNAL, "displacement of the plate into the body, instead of a force", NOT_NEGATIVE,
          .unit = "m", .preset_text = "none"),
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
    FIELD(TractionWord, parts, TABLES,
          "the loaded sides, written without a name: traction{ {side = ..., value = ...}, ... }",
          .table = &part_table),
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
