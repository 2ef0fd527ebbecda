/* B11: what a proof of the least mu costs beside the solve, from the sparse matrix on; the block of squares
 * with all contact nodes in impending slip to the left. */
#include "base/log.h"
#include "bench/record.h"
#include "condensed/condensed.h"
#include "fe/stability/pencil.h"
#include "fe/start.h"
#include "fe/system/system.h"
#include "mesh/generate.h"
#include "stability/critical.h"

#include <stdlib.h>

static void stop(void) {
    fprintf(stderr, "bench_proof: %s\n", error_message());
    exit(1);
}

static void good(PetscErrorCode code) {
    if (fe_error(code) != JUDDER_OK) stop();
}

typedef struct SlidingBlock {
    Mesh *mesh;
    FeBody *body;
    FeContact *contact;
    FeSystem *system;
    FePencil *pencil;
} SlidingBlock;

static SlidingBlock stand(int n) {
    SlidingBlock b = {0};
    const MeshRectangle r = {.length = 1, .height = .5, .cells = {n - 1, n - 1}, .element = "Q1"};
    const FeFix fix = {"top", {1, 1, 0}};
    FeBodyData data = {.lumped = true, .fix = &fix, .fixes = 1};
    data.material = (FeMaterial){.rho = 1, .thickness = 1, .plane_stress = true};
    fe_lame(1, .3, &data.material.lambda, &data.material.G);
    if (mesh_rectangle(&r, &b.mesh) != JUDDER_OK) stop();
    data.mesh = b.mesh;
    const MeshSide *side;
    good(fe_body_create(&data, &b.body));
    good(fe_side_find(b.body, "contact", "bottom", &side));
    good(fe_contact_create(b.body, &(FeContactData){.side = side}, &b.contact));
    return b;
}

static void leave(SlidingBlock *b) {
    good(fe_pencil_destroy(&b->pencil));
    good(fe_system_destroy(&b->system));
    fe_contact_destroy(&b->contact);
    good(fe_body_destroy(&b->body));
    mesh_destroy(&b->mesh);
}

typedef struct Question {
    CriticalMu found;
    EicpReport solved;
    double *x;
    double solve, proof; /* seconds */
} Question;

/* The solve: condensed matrices and their least mu, nothing proved. */
static JudderErr solve(const Pencil *pencil, Question *q) {
    const size_t n = (size_t)pencil->n;
    double *A = malloc(2 * n * n * sizeof *A);
    REQUIRE(A, error_memory());
    const Eicp eicp = {pencil->n, A, A + n * n};
    const EicpSearch search = {.to = INFINITY, .uncertified = true};
    JudderErr err = pencil->at(pencil->context, 0, A, A + n * n);
    if (err == JUDDER_OK) err = eicp_least(&eicp, &search, q->x, &q->solved);
    free(A);
    return err;
}

static JudderErr ask(void *context, const Pencil *pencil) {
    Question *q = context;
    double begin = processor_seconds();
    TRY(solve(pencil, q));
    q->solve += processor_seconds() - begin;
    begin = processor_seconds();
    TRY(critical_mu(pencil, &(EicpSearch){.to = INFINITY}, q->x, &q->found));
    q->proof = processor_seconds() - begin;
    return JUDDER_OK;
}

static void measure(int n) {
    char workload[60];
    snprintf(workload, sizeof workload, "block, %d contact nodes, %d dofs", n, 2 * n * (n - 1));
    const BenchLine line = {"B11", workload, "judder"};
    SlidingBlock b = stand(n);
    CondensedNode *node = calloc((size_t)n, sizeof *node);
    Question q = {.x = calloc((size_t)n, sizeof(double))};
    if (!node || !q.x) stop();
    for (int i = 0; i < n; i++) node[i] = CONDENSED_SLIP_MINUS;
    const double begin = processor_seconds();
    const FeSystemData system = {{1, 0, 0}, b.contact->rows, NULL};
    good(fe_system_create(b.body, &system, &b.system));
    q.solve = processor_seconds() - begin;
    good(fe_pencil_create(
        &(FePencilData){.body = b.body, .contact = b.contact, .still = b.system, .node = node}, &b.pencil));
    good(fe_pencil_ask(b.pencil, ask, &q));
    bench_record(line, "solve, s", q.solve);
    bench_record(line, "proof, s", q.proof);
    bench_record(line, "proof/solve", q.proof / q.solve);
    bench_record(line, "high/low - 1", q.found.high / q.found.low - 1);
    bench_words(line, "certified", q.found.certified ? "yes" : "no");
    free(node);
    free(q.x);
    leave(&b);
}

int main(void) {
    char name[] = "bench_proof", *words[] = {name, NULL};
    if (fe_start(1, words) != JUDDER_OK) stop();
    static const int sizes[] = {33, 65, 129, 257};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) measure(sizes[i]);
    fe_end();
    return 0;
}
