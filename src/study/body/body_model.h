/* The deformable body as a model of the program: what its words fill, what is made of it once for all
 * studies, and the checks of its studies; a program with finite elements runs them (CompanionModel). */
#ifndef JUDDER_STUDY_BODY_BODY_MODEL_H
#define JUDDER_STUDY_BODY_BODY_MODEL_H

#include "contact/contact.h"
#include "curve/signal.h"
#include "friction/friction.h"
#include "study/body/mesh_words.h"
#include "study/studies.h"
#include "study/words.h"

enum { BODY_MASS_CONSISTENT, BODY_MASS_LUMPED };
enum { BODY_STATE_PATH, BODY_STATE_SLIP_LEFT, BODY_STATE_SLIP_RIGHT, BODY_STATE_SLIP };

/* Words of kind "load", applied one after the other. */
typedef struct PressWord {
    const char *side;
    double force;
    Signal by;
    long steps;
} PressWord;

typedef struct SideVectorWord { /* drag: by; force: value; move: to */
    const char *side;
    SignalVector value;
    long steps;
} SideVectorWord;

typedef struct TractionPart {
    const char *side;
    SignalVector value;
} TractionPart;

typedef struct TractionWord {
    BlockList parts;
    long steps;
} TractionWord;

typedef struct GravityWord {
    SignalVector value;
    long steps;
} GravityWord;

extern const Word press_word, drag_word, traction_word, force_word, gravity_word, move_word;

typedef struct PathWord {
    Matrix watch;
    double tolerance;
    long every;
    bool events;
    const char *name;
} PathWord;

typedef struct BodyContact {
    const char *side;
    Block law, friction;
    int state;
    Numbers direction, normal;
} BodyContact;

/* Of a march. */
typedef struct BodyFoundation {
    Signal velocity[2];
} BodyFoundation;

typedef struct BodyInitial {
    Signal velocity[3], displacement[3];
} BodyInitial;

extern const Word body_foundation_table, body_initial_table;

enum { BODY_METHOD_IMPLICIT, BODY_METHOD_EXPLICIT };

typedef struct BodyParams {
    Block mesh, material;
    int mass;
    Block damping;
    Groups fix;
    BodyContact contact;
    BlockList load;
    BodyFoundation foundation;
    BodyInitial initial;
    Block selection;
    int method;
    BlockList study;
} BodyParams;

typedef struct BodyPrepared {
    const BodyParams *params;
    Mesh *mesh;
    const MeshSide *contact_side;
    Friction friction;
    void *computed; /* what a study leaves for those after it, and how it is let go */
    const Block *computed_by;
    void (*forget)(void **computed);
} BodyPrepared;

/* A motion that can only be checked: the companion has the other. */
extern const struct MarchModel body_march_elsewhere;
/* Where the slip of state = "slip" goes: contact.direction, or the last drag{} among the loads. */
JudderErr body_slip_direction(const BodyPrepared *made, double direction[3]);
/* Whether a path stands before the study in the list. */
bool body_path_before(const StudyRun *run);
/* Refuses points that do not lie in the box around the mesh. */
JudderErr body_check_watch(const Mesh *mesh, const Matrix *watch);

JudderErr body_check_march(StudyRun *run);
JudderErr body_check_ladder(StudyRun *run, double final, double step);

/* The side of a name, or an input error of that field that offers the nearest name and lists all. */
JudderErr body_side_find(const Mesh *mesh, const char *field, const char *name, const MeshSide **side);
/* Refuses a load that the mesh or the fixed sides cannot take. */
JudderErr body_load_check(const BodyPrepared *prepared, const Block *load);

#endif
