/* A deformable body as a model of the program. Plain C: what needs PETSc comes through BodyStudies. */
#include "study/body/body_model.h"

#include "mesh/generate.h"
#include "study/words.h"

#include <stdio.h>
#include <stdlib.h>

static const Param body_params[] = {
    {.key = "mesh",
     .type = PARAM_WORD,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BodyParams, mesh),
     .of = "mesh",
     .help = "the shape and its cells"},
    {.key = "material",
     .type = PARAM_WORD,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BodyParams, material),
     .of = "material",
     .help = "what it is made of"},
    {.key = "study",
     .type = PARAM_WORDS,
     .need = PARAM_REQUIRED,
     .offset = offsetof(BodyParams, study),
     .of = "study",
     .help = "what to compute"},
    {0},
};

static JudderErr make_mesh(const Block *block, Mesh **mesh) {
    const BodyRectangle *p = block->params;
    char element[8];
    choice_name(body_elements, p->element, element, sizeof element);
    const MeshRectangle rectangle = {.length = p->length,
                                     .height = p->height,
                                     .cells = {(int)p->cells.at[0], (int)p->cells.at[1]},
                                     .element = element};
    return block_locate(block, mesh_rectangle(&rectangle, mesh));
}

static void release(const Block *model, void **prepared) {
    (void)model;
    BodyPrepared *made = *prepared;
    if (made) mesh_destroy(&made->mesh);
    free(made);
    *prepared = NULL;
}

static JudderErr prepare(const Block *model, void **prepared) {
    BodyPrepared *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->params = model->params;
    *prepared = made;
    const JudderErr err = make_mesh(&made->params->mesh, &made->mesh);
    if (err != JUDDER_OK) release(model, prepared);
    return err;
}

static const BlockList *list(const Block *model) {
    return &((const BodyParams *)model->params)->study;
}

static JudderErr check_path(StudyRun *run) {
    const BodyPrepared *prepared = run->prepared;
    REQUIRE(run->bodies && run->bodies->path,
            block_locate(run->study, error_input(NULL, "path: this program has no load paths of bodies")));
    snprintf(run->note, sizeof run->note, "path: load path of a body of %d nodes", prepared->mesh->nodes);
    return JUDDER_OK;
}

static JudderErr run_path(StudyRun *run) {
    return run->bodies->path(run);
}

static const ModelStudy body_studies[] = {{&path_word, check_path, run_path}, {0}};

static const char starter[] =
    "-- A deformable body by finite elements. Run it:  judder run case.lua\n"
    "return body {\n"
    "  mesh     = rectangle{ length = 80*mm, height = 40*mm, cells = {32, 32}, element = \"Q1\" },\n"
    "  material = elastic{ E = 5*MPa, nu = 0.48, rho = 1200 },\n"
    "  study    = path{},\n"
    "}\n";

const Model body_model = {
    .word = {.name = "body",
             .kind = "model",
             .summary = "A deformable body by finite elements, in contact along a side.",
             .reference = "",
             .papers = "pinto2004",
             .example = "body{ mesh = rectangle{ ... }, material = elastic{ ... }, study = path{} }",
             .params = body_params,
             .size = sizeof(BodyParams)},
    .studies = body_studies,
    .starter = starter,
    .prepare = prepare,
    .release = release,
    .list = list,
    .companion = "judder-fe",
};
