/* Paths on which nothing happens, or every node does one thing once: what rounding says is no event. */
#include "condensed/block.h"
#include "condensed/condensed_cases.h"

enum { NODES = 36 };

static void make_block(ElasticBlock *block) {
    *block = (ElasticBlock){
        .columns = NODES - 1, .rows = 8, .length = 0.4, .height = 0.08, .E = 5e6, .nu = 0.3, .thickness = 1};
    block_make(block);
}

/* The block in 2-D; in 3-D the same block with a second tangent that resists like the first. */
static void make_case(Case *c, const ElasticBlock *block, int dim, const Contact *contact) {
    const int size = dim * NODES;
    case_make(c, NODES, dim);
    c->contact = *contact;
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            for (int a = 0; a < dim; a++)
                for (int b = 0; b < dim; b++) {
                    const bool known = a < 2 && b < 2;
                    if (known || a == b)
                        c->S[(dim * i + a) * size + dim * j + b] =
                            block->S[(2 * i + (a > 0)) * 2 * NODES + 2 * j + (b > 0)];
                }
    for (int i = 0; i < NODES; i++) {
        c->mu[i] = 0.4;
        c->area[i] = block->length / (NODES - 1) * (i == 0 || i == NODES - 1 ? 0.5 : 1);
    }
    case_open(c);
}

/* The plate moved by `up` and `right`, as forces on the contact nodes. */
static void set_load(Case *c, const ElasticBlock *block, int k, double up, double right) {
    const int dim = c->problem.dim;
    for (int i = 0; i < NODES; i++)
        for (int a = 0; a < 2; a++)
            c->f[k][dim * i + a] = up * block->lift[2 * i + a] + right * block->pull[2 * i + a];
}

static const Contact laws[] = {{.law = &pressure_contact, .pressure = 1e4},
                               {.law = &compliance_contact, .stiffness = 1e9, .power = 1},
                               {.law = &unilateral_contact}};

/* Pressed and pulled until some nodes slip; then the load stays, in many steps. */
static void a_load_that_stays_changes_nothing(void **state) {
    (void)state;
    ElasticBlock block;
    make_block(&block);
    for (int dim = 2; dim <= 3; dim++)
        for (size_t k = 0; k < COUNT_OF(laws); k++) {
            static Case c;
            make_case(&c, &block, dim, &laws[k]);
            set_load(&c, &block, 1, -1e-4, 0);
            set_load(&c, &block, 2, -1e-4, k == 0 ? 1.8e-4 : 1.2e-4);
            memcpy(c.f[3], c.f[2], sizeof c.f[3]);
            assert_int_equal(case_follow(&c, 0, 1, 2, NULL), CONDENSED_SOLVED);
            assert_int_equal(case_follow(&c, 1, 2, 10, NULL), CONDENSED_SOLVED);
            const long before = c.report.events;
            CondensedSummary summary;
            condensed_summarise(&c.problem, c.state, &summary);
            assert_true(summary.slip > 0);
            assert_int_equal(case_follow(&c, 2, 3, 20, NULL), CONDENSED_SOLVED);
            if (c.report.events != before)
                fail_msg("%s in %d-D: %ld events", laws[k].law->word.name, dim, c.report.events - before);
            assert_at_most(c.report.defect, 1e-11);
            case_close(&c);
        }
    block_release(&block);
}

/* The plate is moved along the obstacle and never pressed: each node begins to slide, once. */
static void a_body_that_is_not_pressed_slides_in_peace(void **state) {
    (void)state;
    ElasticBlock block;
    make_block(&block);
    for (int dim = 2; dim <= 3; dim++)
        for (size_t k = 1; k < COUNT_OF(laws); k++) {
            static Case c;
            make_case(&c, &block, dim, &laws[k]);
            set_load(&c, &block, 1, 0, 1e-3);
            set_load(&c, &block, 2, 0, 1.7e-3);
            assert_int_equal(case_follow(&c, 0, 1, 10, NULL), CONDENSED_SOLVED);
            assert_int_equal(case_follow(&c, 1, 2, 10, NULL), CONDENSED_SOLVED);
            if (c.report.events > NODES)
                fail_msg("%s in %d-D: %ld events", laws[k].law->word.name, dim, c.report.events);
            for (int j = 0; j < dim * NODES; j++) assert_near(c.state->r[j], 0, 1e-9);
            case_close(&c);
        }
    block_release(&block);
}

/* Given pressure, pulled and let go: every node that slipped sticks once before it may slip back. */
static void unloading_tells_each_change_once(void **state) {
    (void)state;
    ElasticBlock block;
    make_block(&block);
    static Case c;
    make_case(&c, &block, 2, &laws[0]);
    set_load(&c, &block, 1, 0, 2e-4);
    assert_int_equal(case_follow(&c, 0, 1, 10, NULL), CONDENSED_SOLVED);
    CondensedSummary pulled, back;
    condensed_summarise(&c.problem, c.state, &pulled);
    assert_int_equal(c.report.events, pulled.slip);
    assert_int_equal(case_follow(&c, 1, 2, 10, NULL), CONDENSED_SOLVED);
    condensed_summarise(&c.problem, c.state, &back);
    assert_true(pulled.slip > 0 && back.slip_minus == back.slip);
    assert_int_equal(c.report.events, 2 * pulled.slip + back.slip);
    case_close(&c);
    block_release(&block);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_that_stays_changes_nothing),
        cmocka_unit_test(a_body_that_is_not_pressed_slides_in_peace),
        cmocka_unit_test(unloading_tells_each_change_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
