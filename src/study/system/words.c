/* The table of a system's fields. */
#include "study/system/system_model.h"

#include "study/matrices.h"

#include <math.h>

static const Param contact_params[] = {
    {.key = "normal",
     .type = PARAM_COUNT,
     .offset = offsetof(SystemContact, normal),
     .low = 0,
     .high = MATRIX_MOST_SPARSE_ROWS,
     .preset_text = "none: a march then needs normal_force",
     .help = "dof of the normal displacement: positive into the obstacle, so that opening is negative; "
             "dofs count from 1"},
    {.key = "tangent",
     .type = PARAM_COUNT,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemContact, tangent),
     .low = 1,
     .high = MATRIX_MOST_SPARSE_ROWS,
     .help = "dof of the tangential displacement, in the unit of the normal one"},
    {.key = "state",
     .type = PARAM_CHOICE,
     .preset = -1,
     .preset_text = "none: stability needs it",
     .offset = offsetof(SystemContact, state),
     .choices = "open|grazing|stuck|slip",
     .help = "grazing: touching with zero reaction; stuck: reaction inside the cone; slip: on its edge, "
             "about to slip or sliding"},
    {.key = "direction",
     .type = PARAM_COUNT,
     .offset = offsetof(SystemContact, direction),
     .low = -1,
     .high = 1,
     .preset_text = "against the tangential reaction",
     .help = "of the slip along the tangent dof: 1 or -1; friction acts against it, so the tangential "
             "reaction has the other sign"},
    {.key = "mu",
     .type = PARAM_NUMBER,
     .offset = offsetof(SystemContact, mu),
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .preset_text = "none: questions that need it say so",
     .help = "coefficient of friction of the equilibrium; critical_mu does not use it"},
    {.key = "slope",
     .type = PARAM_NUMBER,
     .offset = offsetof(SystemContact, slope),
     .help = "mu'(v) at the slip speed, for flutter; negative: friction falls with speed"},
    {.key = "curvature",
     .type = PARAM_NUMBER,
     .offset = offsetof(SystemContact, curvature),
     .help = "of the obstacle"},
    {.key = "reaction",
     .type = PARAM_NUMBERS,
     .offset = offsetof(SystemContact, reaction),
     .preset_text = "one that fits the state",
     .help = "{normal, tangential} force of the obstacle on the particle: the normal one is negative, since "
             "the obstacle pushes back. Needed with slope or curvature. A march starts from it: the loads "
             "that balance it act throughout"},
    {.key = "friction",
     .type = PARAM_WORD,
     .offset = offsetof(SystemContact, friction),
     .of = "friction",
     .preset_text = "constant{ mu }",
     .help = "mu as a function of the slip speed or a state: of a march, and of flutter, which takes mu and "
             "slope at the speed of the slip where they are not given"},
    {.key = "normal_force",
     .type = PARAM_SIGNAL,
     .offset = offsetof(SystemContact, normal_force),
     .low = 0,
     .high = INFINITY,
     .unit = "N",
     .help = "march, for a contact without a normal dof"},
    {.key = "law",
     .type = PARAM_WORD,
     .offset = offsetof(SystemContact, law),
     .of = "contact",
     .preset_text = "unilateral{}",
     .help =
         "march, for a contact with a normal dof: unilateral{} or compliance{ stiffness, power }, a force "
         "over a penetration"},
    {.key = "gap",
     .type = PARAM_NUMBER,
     .offset = offsetof(SystemContact, gap),
     .unit = "m",
     .help = "march: distance to the obstacle where the normal displacement is 0"},
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
    {.key = "velocity",
     .type = PARAM_SIGNAL,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemFoundation, velocity),
     .unit = "m/s",
     .help = "along every tangent"},
    {0},
};

static const Word foundation_table = {
    .name = "foundation", .papers = "", .params = foundation_params, .size = sizeof(SystemFoundation)};

static const Param initial_params[] = {
    {.key = "displacement",
     .type = PARAM_NUMBERS,
     .offset = offsetof(SystemInitial, displacement),
     .preset_text = "0",
     .help = "one number for each dof"},
    {.key = "velocity",
     .type = PARAM_NUMBERS,
     .offset = offsetof(SystemInitial, velocity),
     .preset_text = "0",
     .help = "one number for each dof"},
    {0},
};

static const Word initial_table = {
    .name = "initial", .papers = "", .params = initial_params, .size = sizeof(SystemInitial)};

static const Param force_params[] = {
    {.key = "dof",
     .type = PARAM_COUNT,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemForce, dof),
     .low = 1,
     .high = MATRIX_MOST_ROWS,
     .help = "counted from 1"},
    {.key = "force",
     .type = PARAM_SIGNAL,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemForce, signal),
     .unit = "N",
     .help = "a number or a function of t"},
    {0},
};

static const Word force_table = {
    .name = "force", .papers = "", .params = force_params, .size = sizeof(SystemForce)};

static const Param drive_params[] = {
    {.key = "dof",
     .type = PARAM_COUNT,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemForce, dof),
     .low = 1,
     .high = MATRIX_MOST_ROWS,
     .help = "counted from 1"},
    {.key = "velocity",
     .type = PARAM_SIGNAL,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemForce, signal),
     .unit = "m/s",
     .help = "a number or a function of t; 0 holds the dof"},
    {0},
};

static const Word drive_table = {
    .name = "drive", .papers = "", .params = drive_params, .size = sizeof(SystemForce)};

const Param system_params[] = {
    {.key = "mass",
     .type = PARAM_MATRIX,
     .offset = offsetof(SystemParams, mass),
     .of = "matrix",
     .help = "M, as rows or matrix_market \"M.mtx\"; needed for growth, flutter and march"},
    {.key = "damping",
     .type = PARAM_MATRIX,
     .offset = offsetof(SystemParams, damping),
     .of = "matrix",
     .help = "C, viscous, for growth, flutter and march: rows, matrix_market \"C.mtx\" or rayleigh{}"},
    {.key = "stiffness",
     .type = PARAM_MATRIX,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemParams, stiffness),
     .of = "matrix",
     .help = "K, elastic and geometric, as rows or matrix_market \"K.mtx\""},
    {.key = "contacts",
     .type = PARAM_TABLES,
     .offset = offsetof(SystemParams, contacts),
     .table = &contact_table,
     .help = "the particles that touch an obstacle, or may"},
    {.key = "contact_table",
     .type = PARAM_FILE,
     .offset = offsetof(SystemParams, contact_table),
     .help = "the same from a file of comma-separated values, one line a contact: path from the folder of "
             "the case. "
             "Columns by name: normal, tangent, state; direction, mu, slope, curvature, reaction_normal, "
             "reaction_tangent, or area and pressure for the normal reaction"},
    {.key = "load",
     .type = PARAM_NUMBERS,
     .offset = offsetof(SystemParams, load),
     .help = "rate of load, one number for each dof, for the rate problem"},
    {.key = "forces",
     .type = PARAM_TABLES,
     .offset = offsetof(SystemParams, forces),
     .table = &force_table,
     .help = "march: forces on dofs, { dof, force }"},
    {.key = "drive",
     .type = PARAM_TABLES,
     .offset = offsetof(SystemParams, drive),
     .table = &drive_table,
     .help = "march: dofs that are moved, { dof, velocity }"},
    {.key = "foundation",
     .type = PARAM_TABLE,
     .offset = offsetof(SystemParams, foundation),
     .table = &foundation_table,
     .preset_text = "at rest",
     .help = "march, and flutter with a law that depends on the speed: how what it rubs on moves"},
    {.key = "initial",
     .type = PARAM_TABLE,
     .offset = offsetof(SystemParams, initial),
     .table = &initial_table,
     .preset_text = "at rest",
     .help = "march: the state at t = 0"},
    {.key = "watch",
     .type = PARAM_NUMBERS,
     .offset = offsetof(SystemParams, watch),
     .low = 1,
     .high = MATRIX_MOST_ROWS,
     .preset_text = "the first 8 and all tangents, 24 at most",
     .help = "march: dofs to record, counted from 1; contacts among them are recorded too"},
    {.key = "study",
     .type = PARAM_WORDS,
     .need = PARAM_REQUIRED,
     .offset = offsetof(SystemParams, study),
     .of = "study",
     .help = "what to compute"},
    {0},
};
