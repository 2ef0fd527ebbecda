/* Bodies to which nothing happens at the contact, condensed and whole: no event is reported. */
#include "fe/path/path_test.h"

static const char *const ways[] = {"condensed", "whole"};

/* Moved along the obstacle and never pressed: each node begins to slide, once. */
static void a_box_that_is_not_pressed_slides_in_peace(void **state) {
    (void)state;
    Mesh *mesh = box_of("Q1", (double[]){1, .5, 1}, (int[]){5, 3, 5});
    const FePathLoad load[] = {{.moved = side_of(mesh, "top"), .motion = {.02, 0, .005}, .steps = 6},
                               {.moved = side_of(mesh, "top"), .motion = {0, 0, 0}, .steps = 6}};
    FePathData data = path_of(mesh, top_alone, 1, .5);
    data.load = load;
    data.loads = 2;
    for (size_t k = 0; k < COUNT_OF(ways); k++) {
        GOOD(PetscOptionsSetValue(NULL, "-fe_contact", ways[k]));
        Followed f = follow_path(&data);
        if (fe_rank() == 0) {
            assert_int_equal(f.path->contact->n, 36);
            if (f.events > 36) fail_msg("%s: %d events", ways[k], f.events);
        }
        forget_path(&f);
    }
    GOOD(PetscOptionsClearValue(NULL, "-fe_contact"));
    mesh_destroy(&mesh);
}

/* Given pressure: moved until some nodes slip, then by nothing, in many steps. */
static void a_load_of_nothing_changes_nothing(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 4, .4, 40, 4);
    FePathLoad load[] = {{.moved = side_of(mesh, "top"), .motion = {.004, 0}, .steps = 5},
                         {.moved = side_of(mesh, "top"), .motion = {0, 0}, .steps = 10}};
    FePathData data = path_of(mesh, top_alone, 1, .3);
    const FeMaterial m = test_material(2);
    data.contact.law = (Contact){.law = &pressure_contact, .pressure = .02 * m.G};
    data.load = load;
    for (size_t k = 0; k < COUNT_OF(ways); k++) {
        GOOD(PetscOptionsSetValue(NULL, "-fe_contact", ways[k]));
        int events[3] = {0};
        for (data.loads = 1; data.loads <= 2; data.loads++) {
            Followed f = follow_path(&data);
            events[data.loads] = f.events;
            if (fe_rank() == 0) assert_true(f.sum.slip > 0 && f.sum.slip <= f.events);
            forget_path(&f);
        }
        if (events[1] != events[2]) fail_msg("%s: %d and %d events", ways[k], events[1], events[2]);
    }
    GOOD(PetscOptionsClearValue(NULL, "-fe_contact"));
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_box_that_is_not_pressed_slides_in_peace),
    cmocka_unit_test(a_load_of_nothing_changes_nothing),
};

fe_run_tests(tests)
