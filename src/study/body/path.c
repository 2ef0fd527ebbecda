/* path{}: the quasi-static motion under the loads, one after the other. */
#include "study/body/body_model.h"

#include "base/field.h"
#include "study/body/remarks.h"

#include <math.h>
#include <stdio.h>

static const Param path_params[] = {
    FIELD(PathWord, watch, MATRIX, "points whose nearest nodes are reported at the end: { {x, y}, ... }",
          .unit = "m", .preset_text = "none"),
    FIELD(PathWord, every, COUNT,
          "keep the fields of every n-th step; 0: those of the last step of each load alone", WITHIN(0, 1e9),
          .preset = 0),
    FIELD(PathWord, events, FLAG,
          "find every change of contact and cut the step there; false: whole steps alone, as always with "
          "bodies in 3-D beyond 150 000 dofs",
          .preset = 1),
    FIELD(PathWord, tolerance, NUMBER, "largest relative defect that a step may have", WITHIN(1e-14, 1e-2),
          .preset = 1e-9),
    FIELD(PathWord, name, TEXT, "its name in the results", .preset_text = "path"),
    {0},
};

const Word path_word = {
    .name = "path",
    .kind = "study",
    .summary = "Follows a body slowly through its loads: which contact nodes stick, slip and open.",
    .reference = "BD-3",
    .papers = "pinto2004",
    .example = "path{ watch = { {0, 0} } }",
    .params = path_params,
    .size = sizeof(PathWord)};

/* A path has no time. */
static JudderErr check_law(const BodyPrepared *made) {
    const Block *law = &made->params->contact.law;
    REQUIRE(!signal_varies(&((const ContactParams *)law->params)->S),
            error_input("S", "S varies in time: a path has none, so a number is needed"));
    return JUDDER_OK;
}

/* A path goes through equilibria, so that slip is slow without end: the law must have one mu there. */
static JudderErr check_friction(const BodyPrepared *made) {
    const Friction *f = &made->friction;
    if (!f->law) return JUDDER_OK;
    REQUIRE(
        !friction_jumps(f),
        error_input("mu_s",
                    "mu_s = %g above mu = %g: path{} follows equilibria, and where friction drops as slip "
                    "begins there is none next to the last; leave mu_s out, or use march{}",
                    friction_at_rest(f, 0), friction_onset(f, 0)));
    REQUIRE(!friction_creeps(f),
            error_input("form", "form = \"asinh\" has mu(0) = 0: a body under load creeps and path{} has no "
                                "equilibrium to follow; use form = \"log1p\", or march{}"));
    return JUDDER_OK;
}

/* A point outside the mesh is a slip of the pen: its nearest node could be anywhere. */
JudderErr body_check_watch(const Mesh *mesh, const Matrix *watch) {
    REQUIRE(
        watch->at == NULL || watch->columns == (size_t)mesh->dim,
        error_input("watch", "watch has points of %zu numbers: %d are needed", watch->columns, mesh->dim));
    for (int i = 0; i < mesh->dim; i++) {
        double low = INFINITY, high = -INFINITY;
        for (int n = 0; n < mesh->nodes; n++) {
            low = fmin(low, mesh->x[(long)n * mesh->dim + i]);
            high = fmax(high, mesh->x[(long)n * mesh->dim + i]);
        }
        const double slack = 1e-6 * (high - low);
        for (size_t k = 0; k < watch->rows; k++) {
            const double x = watch->at[k * watch->columns + (size_t)i];
            REQUIRE(x >= low - slack && x <= high + slack,
                    error_input("watch", "point %zu of watch has %c = %g: the body goes from %g to %g", k + 1,
                                "xyz"[i], x, low, high));
        }
    }
    return JUDDER_OK;
}

JudderErr body_check_path(StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const PathWord *p = run->study->params;
    const Mesh *mesh = made->mesh;
    REQUIRE(made->contact_side,
            block_refuse(run->model, "contact", "path needs the field contact: where the body touches"));
    REQUIRE(made->params->load.count > 0, block_refuse(run->model, "load", "path needs at least one load"));
    TRY(block_locate(run->study, body_check_watch(mesh, &p->watch)));
    TRY(block_locate(&made->params->contact.law, check_law(made)));
    TRY(block_locate(&made->params->contact.friction, check_friction(made)));
    int cells = 0;
    for (int i = 0; i < mesh->blocks; i++) cells += mesh->block[i].cells;
    study_note(run, "path through %zu load%s, %d nodes, %d cells, %d contact nodes", made->params->load.count,
               made->params->load.count == 1 ? "" : "s", mesh->nodes, cells, made->contact_side->nodes);
    return body_remark(run);
}
