/* The words that the program knows: complete, each once, and good enough to be explained. */
#include "friction/friction.h"
#include "judder_test.h"
#include "study/run/list.h"
#include "study/words.h"

static int times_known(const char *name) {
    int times = 0;
    for (const Word *const *word = vocabulary(); *word; word++) times += strcmp((*word)->name, name) == 0;
    return times;
}

static void every_word_is_known_once(void **state) {
    (void)state;
    for (const FrictionLaw *const *law = friction_laws; *law; law++)
        assert_int_equal(times_known((*law)->word.name), 1);
    for (const Model *const *model = models; *model; model++) {
        assert_int_equal(times_known((*model)->word.name), 1);
        assert_ptr_equal(model_find((*model)->word.name), *model);
        for (const ModelStudy *study = (*model)->studies; study->word; study++) {
            assert_int_equal(times_known(study->word->name), 1);
            assert_ptr_equal(model_study_find(*model, study->word->name), study);
        }
    }
    for (const Word *const *word = vocabulary(); *word; word++)
        assert_int_equal(times_known((*word)->name), 1);
    assert_null(model_find("nothing"));
    assert_null(model_study_find(models[0], "nothing"));
}

static void every_word_says_what_it_is(void **state) {
    (void)state;
    for (const Word *const *word = vocabulary(); *word; word++) {
        assert_non_null((*word)->reference);
        assert_non_null((*word)->papers);
        assert_true(strlen((*word)->summary) > 10);
        assert_non_null(strstr((*word)->example, (*word)->name));
        for (const Param *p = (*word)->params; p->key; p++) assert_true(strlen(p->help) > 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_is_known_once),
        cmocka_unit_test(every_word_says_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
