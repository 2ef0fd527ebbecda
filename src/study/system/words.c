/* The table of a system's fields. */
#include "study/system/system_model.h"

#include "base/field.h"
#include "study/matrices.h"

#include <math.h>

static const Param contact_params[] = {
    FIELD(SystemContact, normal, COUNT,
          "dof of the normal displacement: positive into the obstacle, so that opening is negative; dofs "
          "count from 1",
          WITHIN(0, MATRIX_MOST_SPARSE_ROWS), .preset_text = "none: a march then needs normal_force"),
    FIELD(SystemContact, tangent, COUNT, "dof of the tangential displacement, in the unit of the normal one",
          REQUIRED, WITHIN(1, MATRIX_MOST_SPARSE_ROWS)),
    FIELD(SystemContact, state, CHOICE,
          "grazing: touching with zero reaction; stuck: reaction inside the cone; slip: on its edge, about "
          "to slip or sliding",
          .preset = -1, .preset_text = "none: stability needs it", .choices = "open|grazing|stuck|slip"),
    FIELD(SystemContact, direction, COUNT,
          "of the slip along the tangent dof: 1 or -1; friction acts against it, so the tangential reaction "
          "has the other sign",
          WITHIN(-1, 1), .preset_text = "against the tangential reaction"),
    FIELD(SystemContact, mu, NUMBER,
          "coefficient of friction of the equilibrium; critical_mu does not use it", NOT_NEGATIVE,
          .preset = NAN, .preset_text = "none: questions that need it say so"),
    FIELD(SystemContact, slope, NUMBER,
          "mu'(v) at the slip speed, for flutter; negative: friction falls with speed"),
    FIELD(SystemContact, curvature, NUMBER, "of the obstacle"),
    FIELD(SystemContact, reaction, NUMBERS,
          "{normal, tangential} force of the obstacle on the particle: the normal one is negative, since the "
          "obstacle pushes back. Needed with slope or curvature. A march starts from it: the loads that "
          "balance it act throughout",
          .preset_text = "one that fits the state"),
    FIELD(SystemContact, friction, WORD,
          "mu as a function of the slip speed or a state: of a march, and of flutter, which takes mu and "
          "slope at the speed of the slip where they are not given",
          .preset_text = "constant{ mu }", .of = "friction"),
    FIELD(SystemContact, normal_force, SIGNAL, "march, for a contact without a normal dof", NOT_NEGATIVE,
          .unit = "N"),
    FIELD(SystemContact, law, WORD,
          "march, for a contact with a normal dof: unilateral{} or compliance{ stiffness, power }, a force "
          "over a penetration",
          .preset_text = "unilateral{}", .of = "contact"),
    FIELD(SystemContact, gap, NUMBER, "march: distance to the obstacle where the normal displacement is 0",
          .unit = "m"),
    FIELD(SystemContact, restitution, NUMBER,
          "march, unilateral contact: speed after an impact over the speed before it", WITHIN(0, 1)),
    {0},
};

static JudderErr check_contact(const void *params) {
    const SystemContact *p = params;
    REQUIRE(
        !p->law.word || !contact_of_word(&p->law).law->given,
        error_input("law", "a contact of a system under a given force has normal_force and no normal dof"));
    REQUIRE(!p->law.word || p->normal > 0, error_input("law", "a contact with a law needs its normal dof"));
    return JUDDER_OK;
}

static const Word contact_table = {.name = "contact",
                                   .papers = "",
                                   .params = contact_params,
                                   .size = sizeof(SystemContact),
                                   .check = check_contact};

static const Param foundation_params[] = {
    FIELD(SystemFoundation, velocity, SIGNAL, "along every tangent", REQUIRED, .unit = "m/s"),
    {0},
};

static const Word foundation_table = {
    .name = "foundation", .papers = "", .params = foundation_params, .size = sizeof(SystemFoundation)};

static const Param initial_params[] = {
    FIELD(SystemInitial, displacement, NUMBERS, "one number for each dof", .preset_text = "0"),
    FIELD(SystemInitial, velocity, NUMBERS, "one number for each dof", .preset_text = "0"),
    {0},
};

static const Word initial_table = {
    .name = "initial", .papers = "", .params = initial_params, .size = sizeof(SystemInitial)};

static const Param force_params[] = {
    FIELD(SystemForce, dof, COUNT, "counted from 1", REQUIRED, WITHIN(1, MATRIX_MOST_ROWS)),
    FIELD_AS("force", SystemForce, signal, SIGNAL, "a number or a function of t", REQUIRED, .unit = "N"),
    {0},
};

static const Word force_table = {
    .name = "force", .papers = "", .params = force_params, .size = sizeof(SystemForce)};

static const Param drive_params[] = {
    FIELD(SystemForce, dof, COUNT, "counted from 1", REQUIRED, WITHIN(1, MATRIX_MOST_ROWS)),
    FIELD_AS("velocity", SystemForce, signal, SIGNAL, "a number or a function of t; 0 holds the dof",
             REQUIRED, .unit = "m/s"),
    {0},
};

static const Word drive_table = {
    .name = "drive", .papers = "", .params = drive_params, .size = sizeof(SystemForce)};

const Param system_params[] = {
    FIELD(SystemParams, mass, MATRIX,
          "M, as rows or matrix_market \"M.mtx\"; needed for growth, flutter and march", .of = "matrix"),
    FIELD(SystemParams, damping, MATRIX,
          "C, viscous, for growth, flutter and march: rows, matrix_market \"C.mtx\" or rayleigh{}",
          .of = "matrix"),
    FIELD(SystemParams, stiffness, MATRIX, "K, elastic and geometric, as rows or matrix_market \"K.mtx\"",
          REQUIRED, .of = "matrix"),
    FIELD(SystemParams, contacts, TABLES, "the particles that touch an obstacle, or may",
          .table = &contact_table),
    FIELD(SystemParams, contact_table, FILE,
          "the same from a file of comma-separated values, one line a contact: path from the folder of the "
          "case. Columns by name: normal, tangent, state; direction, mu, slope, curvature, reaction_normal, "
          "reaction_tangent, or area and pressure for the normal reaction"),
    FIELD(SystemParams, load, NUMBERS, "rate of load, one number for each dof, for the rate problem"),
    FIELD(SystemParams, forces, TABLES, "march: forces on dofs, { dof, force }", .table = &force_table),
    FIELD(SystemParams, drive, TABLES, "march: dofs that are moved, { dof, velocity }",
          .table = &drive_table),
    FIELD(SystemParams, foundation, TABLE,
          "march, and flutter with a law that depends on the speed: how what it rubs on moves",
          .preset_text = "at rest", .table = &foundation_table),
    FIELD(SystemParams, initial, TABLE, "march: the state at t = 0", .preset_text = "at rest",
          .table = &initial_table),
    FIELD(SystemParams, watch, NUMBERS,
          "march: dofs to record, counted from 1; contacts among them are recorded too",
          WITHIN(1, MATRIX_MOST_ROWS), .preset_text = "the first 8 and all tangents, 24 at most"),
    FIELD(SystemParams, study, WORDS, "what to compute", REQUIRED, .of = "study"),
    {0},
};
