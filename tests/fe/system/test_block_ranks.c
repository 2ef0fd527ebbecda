/* The block of theory page 5: all n contact nodes in impending slip to the left, plane stress, top fixed,
 * cells twice as long as high. Its least all-slip mu comes from the condensed matrices alone, A x = mu B x,
 * so the whole chain from mesh to S is held to published digits. */
#include "fe/fe_test.h"

#include "base/dense.h"
#include "fe/body/load.h"
#include "fe/system/system.h"

static const FeFix top = {"top", {1, 1, 0}};

/* A and B from S with tangential dofs first, then normal ones: rows s t - mu n, columns s t, with s = -1 and
 * n down into the obstacle. */
static void pencil_of(const double *S, int n, double *A, double *B) {
    const double s = -1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i * n + j] = s * S[i * 2 * n + j] * s;
            B[i * n + j] = -S[(n + i) * 2 * n + j] * s;
        }
}

/* The least mu > 0 with a vector x >= 0, or NaN. */
static double all_slip(int n, const double *A, const double *B) {
    const size_t count = (size_t)n;
    double *re = calloc(count, sizeof *re), *im = calloc(count, sizeof *im),
           *beta = calloc(count, sizeof *beta);
    double *vectors = calloc(count * count, sizeof *vectors), best = NAN;
    assert_int_equal(dense_eigen_pencil(n, A, B, &(DensePencil){re, im, beta, vectors}), JUDDER_OK);
    for (int k = 0; k < n; k++) {
        if (im[k] != 0 || !(re[k] / beta[k] > 0)) continue;
        int positive = 0, negative = 0;
        for (int i = 0; i < n; i++) {
            positive += vectors[i * n + k] > 0;
            negative += vectors[i * n + k] < 0;
        }
        if ((positive == n || negative == n) && !(re[k] / beta[k] >= best)) best = re[k] / beta[k];
    }
    free(re);
    free(im);
    free(beta);
    free(vectors);
    return best;
}

typedef struct Block {
    int n;
    double nu, z; /* K + z M */
    bool lumped;
} Block;

/* On the first rank the least all-slip mu. */
static double block_mu(Block block) {
    const int n = block.n;
    Mesh *mesh = NULL;
    const MeshRectangle rectangle = {.length = 1, .height = .5, .cells = {n - 1, n - 1}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&rectangle, &mesh), JUDDER_OK);
    FeBodyData data = {.mesh = mesh, .lumped = block.lumped, .fix = &top, .fixes = 1};
    data.material = (FeMaterial){.rho = 1, .thickness = 1, .plane_stress = true};
    fe_lame(1, block.nu, &data.material.lambda, &data.material.G);
    FeBody *body = NULL;
    FeSystem *system = NULL;
    FeSideNodes *nodes = NULL;
    const MeshSide *side;
    GOOD(fe_body_create(&data, &body));
    GOOD(fe_side_find(body, "contact", "bottom", &side));
    GOOD(fe_side_nodes_create(body, side, &nodes));
    assert_int_equal(nodes->count, n);
    FeDof kept[2 * 33];
    for (int k = 0; k < 2 * n; k++) kept[k] = (FeDof){nodes->node[k % n], k / n};
    FeRows *rows = NULL;
    GOOD(rows_of_dofs(body, kept, 2 * n, &rows));
    GOOD(fe_system_create(body, &(FeSystemData){{1, block.z, 0}, rows, NULL}, &system));
    assert_int_equal(system->outcome, FE_SOLVED);
    double A[33 * 33], B[33 * 33], mu = NAN;
    if (fe_rank() == 0) {
        pencil_of(system->S, n, A, B);
        mu = all_slip(n, A, B);
    }
    GOOD(fe_system_destroy(&system));
    fe_rows_destroy(&rows);
    fe_side_nodes_destroy(&nodes);
    GOOD(fe_body_destroy(&body));
    mesh_destroy(&mesh);
    return mu;
}

static void critical_friction_of_the_block(void **state) {
    (void)state;
    const struct {
        Block block;
        double mu;
    } known[] = {{{.n = 2, .nu = .48}, 1.8708286934}, {{.n = 5, .nu = .48}, 1.7432667700},
                 {{.n = 9, .nu = .48}, 1.7244995322}, {{.n = 33, .nu = .48}, 1.7179970486},
                 {{.n = 2, .nu = .3}, 2.4494897428},  {{.n = 5, .nu = .3}, 2.2405092379},
                 {{.n = 9, .nu = .3}, 2.2205992877},  {{.n = 33, .nu = .3}, 2.2143214410}};
    for (size_t k = 0; k < COUNT_OF(known); k++) {
        const double mu = block_mu(known[k].block);
        if (fe_rank() == 0) assert_near(mu, known[k].mu, 2e-10);
    }
}

/* At z = lam^2 the least mu is the given one: growth rates of the page, lumped and consistent mass. */
static void growth_of_the_block(void **state) {
    (void)state;
    const struct {
        int n;
        bool lumped;
        double lambda;
    } known[] = {{2, true, .48055111}, {3, true, .91480974}, {2, false, .68610183}, {3, false, 1.09938105}};
    for (size_t k = 0; k < COUNT_OF(known); k++) {
        const Block block = {known[k].n, .48, known[k].lambda * known[k].lambda, known[k].lumped};
        const double mu = block_mu(block);
        if (fe_rank() == 0) assert_near(mu, 2, 1e-7);
    }
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(critical_friction_of_the_block),
                                          cmocka_unit_test(growth_of_the_block)};
fe_run_tests(tests)
