/* B9: the implicit march of a body of 1e5 dofs with 500 contact nodes: a step against one solve with the
 * factors of Khat, taken in turns in one run, in time of the processor. */
#include "base/log.h"
#include "bench/record.h"
#include "fe/body/field.h"
#include "fe/march/march.h"
#include "fe/start.h"
#include "fe/system/system.h"
#include "mesh/generate.h"

enum { COLUMNS = 500, ROWS = 100, STEPS = 40 };

typedef struct Linear {
    double mu_s, mu_d, v_c;
} Linear;

static const FeFix top = {"top", {1, 1, 0}};

/* Pressed down and swept by a foundation that speeds up: fronts of slip run along the contact. */
static FeMarchData block(const Mesh *mesh, const Linear *law, const ContactLaw *contact) {
    FeMarchData data = {.body = {.mesh = mesh, .fix = &top, .fixes = 1},
                        .contact = {.side = mesh_side_find(mesh, "bottom"),
                                    .law = {.law = contact, .stiffness = 10, .power = 1},
                                    .friction = {&linear_law, law}},
                        .pressure = {.constant = .2},
                        .foundation = {{.constant = .1}},
                        .final = 1,
                        .step = .002};
    FeMaterial *m = &data.body.material;
    *m = (FeMaterial){.rho = 1, .thickness = 1};
    fe_lame(1, .3, &m->lambda, &m->G);
    m->viscous_lambda = .05 * m->lambda;
    m->viscous_G = .05 * m->G;
    return data;
}

/* The factors of the same matrix, without a Schur complement. */
static PetscErrorCode solver_create(const FeMarchData *data, FeBody **body, FeSystem **system) {
    PetscFunctionBeginUser;
    const double h = (1 - sqrt(.5)) * fe_march_dt(data);
    PetscCall(fe_body_create(&data->body, body));
    const FeSystemData same = {.of = {.stiffness = h, .mass = 1 / h, .damping = 1}, .solver = &mumps_solver};
    PetscCall(fe_system_create(*body, &same, system));
    PetscCall(VecSet((*system)->b, 1));
    PetscFunctionReturn(0);
}

static PetscErrorCode measure(const FeMarchData *data, FeSystem *system) {
    void *engine = NULL;
    FeMarchNow now;
    double step = 0, solve = 0, t = processor_seconds();
    PetscFunctionBeginUser;
    PetscCall(implicit_march.create(data, &engine));
    const double set_up = processor_seconds() - t;
    for (int i = 0; i < STEPS; i++) {
        t = processor_seconds();
        PetscCall(implicit_march.step(engine));
        step += (processor_seconds() - t) / STEPS;
        t = processor_seconds();
        PetscCall(system->solver->solve(system, system->b, system->x));
        solve += (processor_seconds() - t) / STEPS;
    }
    implicit_march.now(engine, &now);
    if (fe_rank() == 0) {
        char workload[96];
        snprintf(workload, sizeof workload, "implicit, %d dofs, %d contact nodes, %s",
                 2 * data->body.mesh->nodes, COLUMNS + 1, data->contact.law.law->word.name);
        const BenchLine line = {"B9", workload, "judder, implicit march"};
        bench_record(line, "ms a step", 1e3 * step);
        bench_record(line, "ms a solve with the factor", 1e3 * solve);
        bench_record(line, "step / solve", step / solve);
        bench_record(line, "iterations a stage", (double)now.report.iterations / (2. * STEPS));
        bench_record(line, "seconds to set up", set_up);
    }
    PetscCall(implicit_march.destroy(&engine));
    PetscFunctionReturn(0);
}

static PetscErrorCode measure_all(void) {
    const MeshRectangle rectangle = {.length = 1, .height = .2, .cells = {COLUMNS, ROWS}, .element = "Q1"};
    const ContactLaw *const laws[] = {&pressure_contact, &compliance_contact, &unilateral_contact};
    const Linear law = {.8, .3, .5};
    Mesh *mesh = NULL;
    FeBody *body = NULL;
    FeSystem *system = NULL;
    PetscFunctionBeginUser;
    PetscCall(fe_code(mesh_rectangle(&rectangle, &mesh)));
    FeMarchData data = block(mesh, &law, laws[0]);
    PetscCall(solver_create(&data, &body, &system));
    for (int i = 0; i < 3; i++) {
        data = block(mesh, &law, laws[i]);
        /* Pressed by its own weight where nothing else presses. */
        const FePathLoad weight = {.weight = {0, -1, 0}, .steps = 1};
        if (!laws[i]->given) data.load = &weight, data.loads = 1;
        PetscCall(measure(&data, system));
    }
    PetscCall(fe_system_destroy(&system));
    PetscCall(fe_body_destroy(&body));
    mesh_destroy(&mesh);
    PetscFunctionReturn(0);
}

int main(int count, char **words) {
    if (fe_start(count, words) != JUDDER_OK) return 3;
    const JudderErr err = fe_error(measure_all());
    if (err != JUDDER_OK) fprintf(stderr, "%s\n", error_message());
    fe_end();
    return err;
}
