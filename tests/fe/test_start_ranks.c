/* Errors and wishes to stop across PetscCall and across ranks. */
#include "fe/asked.h"
#include "fe/fe_test.h"

#include "base/log.h"

#include <petscvec.h>

static int ranks(void) {
    int count;
    MPI_Comm_size(PETSC_COMM_WORLD, &count);
    return count;
}

static PetscErrorCode deepest(JudderErr err) {
    PetscFunctionBeginUser;
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

static PetscErrorCode deeper(JudderErr err) {
    PetscFunctionBeginUser;
    PetscCall(deepest(err));
    PetscFunctionReturn(0);
}

static void our_errors_come_back_through_petsc(void **state) {
    (void)state;
    assert_int_equal(fe_error(deeper(JUDDER_OK)), JUDDER_OK);
    assert_int_equal(fe_error(deeper(error_input("fix", "no side %s", "tpo"))), JUDDER_INPUT);
    assert_string_equal(error_message(), "no side tpo");
    assert_string_equal(error_field(), "fix");
    assert_int_equal(fe_error(deeper(error_stopped("interrupted"))), JUDDER_STOPPED);
    /* What ranks have agreed on; a failure that they have not ends them all. */
    assert_int_equal(fe_error(deeper(fe_agree(error_memory()))), JUDDER_MACHINE);
    assert_string_equal(error_message(), "out of memory");
}

/* With several ranks such an error ends the run at once. */
static void what_petsc_says_is_kept(void **state) {
    (void)state;
    if (ranks() > 1) skip();
    Vec vector;
    assert_int_equal(VecCreate(PETSC_COMM_SELF, &vector), 0);
    assert_int_equal(fe_error(VecSetType(vector, "nonsense")), JUDDER_MACHINE);
    assert_contains(error_message(), "nonsense");
    VecDestroy(&vector);
}

static void ranks_agree_on_errors(void **state) {
    (void)state;
    assert_int_equal(fe_agree(JUDDER_OK), JUDDER_OK);
    const JudderErr own = fe_rank() == ranks() - 1 ? error_machine("disk full") : JUDDER_OK;
    assert_int_equal(fe_agree(own), JUDDER_MACHINE);
    char words[40];
    snprintf(words, sizeof words, "rank %d: disk full", ranks() - 1);
    assert_string_equal(error_message(), own == JUDDER_OK ? words : "disk full");
    assert_int_equal(fe_agree(own == JUDDER_OK ? JUDDER_OK : error_input("nu", "too large")), JUDDER_INPUT);
    assert_string_equal(error_field(), "nu");
}

static void the_first_rank_shares(void **state) {
    (void)state;
    char text[] = "what the first rank has";
    void *bytes = fe_rank() == 0 ? text : NULL;
    size_t size = fe_rank() == 0 ? sizeof text : 0;
    assert_int_equal(fe_share(&bytes, &size), JUDDER_OK);
    assert_int_equal(size, sizeof text);
    assert_string_equal(bytes, text);
    if (fe_rank() > 0) free(bytes);
    bytes = NULL, size = 0;
    assert_int_equal(fe_share(&bytes, &size), JUDDER_OK);
    assert_null(bytes);
}

static void one_rank_asked_to_stop_stops_all(void **state) {
    (void)state;
    assert_false(fe_stop_requested());
    if (fe_rank() == ranks() - 1) stop_request();
    assert_true(fe_stop_requested());
    assert_true(stop_requested()); /* also where nobody asked */
    stop_reset();
    assert_false(fe_stop_requested());
}

static PetscErrorCode no_answer(void *of, double z) {
    (void)of, (void)z;
    return 0;
}

/* While the first rank asks and the others serve, it learns that one of them was interrupted. */
static void the_rank_that_asks_learns_of_a_wish(void **state) {
    (void)state;
    const FeAsked asked = {.answer = no_answer};
    JudderErr err = JUDDER_OK;
    if (fe_rank() == ranks() - 1) stop_request();
    if (fe_rank() == 0) assert_int_equal(fe_asked_at(&asked, 1), 0);
    if (fe_rank() == 0) assert_true(stop_requested());
    assert_int_equal(fe_asked_end(&asked, &err), 0);
    stop_reset();
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(our_errors_come_back_through_petsc),
                                          cmocka_unit_test(what_petsc_says_is_kept),
                                          cmocka_unit_test(ranks_agree_on_errors),
                                          cmocka_unit_test(the_first_rank_shares),
                                          cmocka_unit_test(one_rank_asked_to_stop_stops_all),
                                          cmocka_unit_test(the_rank_that_asks_learns_of_a_wish)};
fe_run_tests(tests)
