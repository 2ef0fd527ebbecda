/* Where things are written: in the folder that was opened, at the name that was claimed, whatever others do
 * to the path meanwhile. */
#include "scratch.h"

#include "results/export/export.h"
#include "results/place/folder.h"
#include "results/place/output.h"
#include "results/vtu/vtu.h"

#include <errno.h>
#include <pthread.h>

static char home[64], outside[64];

static int enter(void **state) {
    if (scratch_make(state) != 0 || chdir(scratch) != 0) return -1;
    snprintf(home, sizeof home, "%s/home", scratch);
    snprintf(outside, sizeof outside, "%s/outside", scratch);
    return mkdir(home, 0777) == 0 && mkdir(outside, 0777) == 0 ? 0 : -1;
}

static int leave(void **state) {
    return chdir("/") == 0 ? scratch_remove(state) : -1;
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void holds(const char *path, const char *text) {
    char found[100] = "";
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s: %s", path, strerror(errno));
    if (!fgets(found, sizeof found, file)) found[0] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

static void refused(const PlaceWish *wish, const char *why) {
    Target target;
    assert_int_equal(target_create(&target, wish), JUDDER_INPUT);
    if (!strstr(error_message(), why)) fail_msg("\"%s\" without \"%s\"", error_message(), why);
}

/* The folder of the path becomes a link to another one after it was opened. */
static void a_folder_that_is_swapped_changes_nothing(void **state) {
    (void)state;
    Output output;
    put("outside/x", "precious");
    assert_int_equal(output_open(&output, &(PlaceWish){.path = "home/x"}), JUDDER_OK);
    fputs("new", output.file);
    assert_int_equal(rename("home", "moved"), 0);
    assert_int_equal(symlink("outside", "home"), 0);
    assert_int_equal(output_close(&output), JUDDER_OK);
    holds("outside/x", "precious");
    holds("moved/x", "new");
    assert_int_equal(folder_count("outside"), 1);
    assert_int_equal(folder_count("moved"), 1);
    assert_int_equal(unlink("home") + rename("moved", "home") + unlink("outside/x") + unlink("home/x"), 0);
}

/* A link, or a file with a second name, that comes after the look is replaced. */
static void a_link_that_comes_late_is_replaced(void **state) {
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        Output output;
        struct stat found;
        put("outside/x", "precious");
        assert_int_equal(output_open(&output, &(PlaceWish){.path = "home/x"}), JUDDER_OK);
        fputs("new", output.file);
        assert_int_equal(hard ? link("outside/x", "home/x") : symlink("../outside/x", "home/x"), 0);
        assert_int_equal(output_close(&output), JUDDER_OK);
        holds("outside/x", "precious");
        holds("home/x", "new");
        assert_true(lstat("home/x", &found) == 0 && S_ISREG(found.st_mode));
        unlink("home/x");
    }
    unlink("outside/x");
}

static void what_is_given_up_leaves_what_was_there(void **state) {
    (void)state;
    Output output;
    put("home/x", "old");
    assert_int_equal(output_open(&output, &(PlaceWish){.path = "home/x"}), JUDDER_OK);
    fputs("new", output.file);
    output_abandon(&output);
    holds("home/x", "old");
    assert_int_equal(folder_count("home"), 1);
    unlink("home/x");
}

static void a_name_is_claimed_once(void **state) {
    (void)state;
    Claim claim, second;
    const PlaceWish wish = {.path = "home/x"}, same = {.path = "home/../home//x"}, other = {.path = "home/y"};
    assert_int_equal(claim_take(&claim, &wish), JUDDER_OK);
    assert_int_equal(claim_take(&second, &same), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "another run is writing it (process"));
    refused(&wish, "another run is writing it");
    assert_int_equal(claim_take(&second, &other), JUDDER_OK);
    claim_release(&second);
    /* Who has the claim writes. */
    assert_int_equal(target_write(&(PlaceWish){.path = "home/x", .claimed = true}, "new", 3), JUDDER_OK);
    claim_release(&claim);
    claim_release(&claim);
    assert_int_equal(target_write(&wish, "newer", 5), JUDDER_OK);
    holds("home/x", "newer");
    assert_int_equal(folder_count("home"), 1);
    unlink("home/x");
}

enum { THREADS = 8, ROUNDS = 400 };
static int inside;
static long taken;

static void *claim_often(void *context) {
    for (int i = 0; i < ROUNDS; i++) {
        Claim claim;
        if (claim_take(&claim, &(PlaceWish){.path = "home/x"}) != JUDDER_OK) continue;
        if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) != 1) *(bool *)context = true;
        sched_yield();
        __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
        __atomic_add_fetch(&taken, 1, __ATOMIC_SEQ_CST);
        claim_release(&claim);
    }
    return NULL;
}

/* Whoever waits for a lock whose file is being removed must not hold it beside the next one. */
static void a_claim_is_of_one_at_a_time(void **state) {
    (void)state;
    pthread_t thread[THREADS];
    bool two = false;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, claim_often, &two), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    assert_false(two);
    assert_true(taken > 0);
    assert_int_equal(folder_count("home"), 0);
}

static void names_of_files_are_harmless(void **state) {
    (void)state;
    static const struct {
        const char *stem, *name;
    } names[] = {
        {"01_march", "01_march.csv"}, {"../../x", ".._.._x.csv"}, {"a\nb\x1b[1m\x7f", "a_b_[1m_.csv"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *name = output_folder_name(names[i].stem, "csv");
        assert_string_equal(name, names[i].name);
        free(name);
    }
    /* Two that differ beyond what is kept stay two; none ends inside a letter. */
    char one[600], two[600];
    memset(one, 'a', 199);
    for (size_t i = 199; i + 2 < sizeof one; i += 2) memcpy(one + i, "\xC3\xA4", 3);
    strcpy(two, one);
    two[500] = 'b';
    char *first = output_folder_name(one, "csv"), *second = output_folder_name(two, "csv");
    assert_string_not_equal(first, second);
    assert_true(strlen(first) <= PLACE_NAME_MOST && first[198] == 'a' && first[199] == '~');
    free(first);
    free(second);
}

static void lists_of_fields_follow_no_link(void **state) {
    (void)state;
    OutputFolder folder;
    const PvdEntry entry = {0.5, "x.vtu"};
    put("outside/x", "precious");
    assert_int_equal(symlink("../outside/x", "home/run.pvd"), 0);
    assert_int_equal(output_folder_open(&folder, "--vtu", "home/", "outside/x"), JUDDER_OK);
    OutputFolder again;
    assert_int_equal(output_folder_open(&again, "--csv", "home", "outside/x"), JUDDER_INPUT);
    PlaceWish where = output_folder_file(&folder, "run.pvd");
    assert_int_equal(pvd_write(&where, &entry, 1), JUDDER_INPUT);
    assert_string_equal(error_field(), "--vtu");
    assert_non_null(strstr(error_message(), "home/run.pvd: is a symbolic link"));
    assert_int_equal(unlink("home/run.pvd") + link("outside/x", "home/run.pvd"), 0);
    assert_int_equal(pvd_write(&where, &entry, 1), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "which is read"));
    holds("outside/x", "precious");
    unlink("home/run.pvd");
    assert_int_equal(pvd_write(&where, &entry, 1), JUDDER_OK);
    output_folder_close(&folder);
    assert_int_equal(folder_count("home"), 1);
    unlink("home/run.pvd");
    unlink("outside/x");
}

static void places_that_take_no_file_are_refused(void **state) {
    (void)state;
    refused(&(PlaceWish){.path = ""}, "names no file");
    refused(&(PlaceWish){.path = "home/"}, "home/");
    refused(&(PlaceWish){.path = "home/.."}, "home/..");
    refused(&(PlaceWish){.path = "."}, "directory");
    refused(&(PlaceWish){.path = "nowhere/x", .option = "--wav"}, "its folder does not exist");
    assert_string_equal(error_field(), "--wav");
    assert_int_equal(mkdir("home/.x.lock", 0777), 0);
    refused(&(PlaceWish){.path = "home/x"}, ".x.lock");
    assert_int_equal(rmdir("home/.x.lock") + mkfifo("home/.x.lock", 0600), 0);
    refused(&(PlaceWish){.path = "home/x"}, "is not a lock of judder");
    unlink("home/.x.lock");
    char long_text[200];
    memset(long_text, 'l', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    put("home/.x.lock", long_text); /* somebody's */
    refused(&(PlaceWish){.path = "home/x"}, "is not a lock of judder");
    struct stat found;
    assert_true(stat("home/.x.lock", &found) == 0 && found.st_size == sizeof long_text - 1);
    unlink("home/.x.lock");
    assert_int_equal(folder_count("home"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_that_is_swapped_changes_nothing),
        cmocka_unit_test(a_link_that_comes_late_is_replaced),
        cmocka_unit_test(what_is_given_up_leaves_what_was_there),
        cmocka_unit_test(a_name_is_claimed_once),
        cmocka_unit_test(a_claim_is_of_one_at_a_time),
        cmocka_unit_test(names_of_files_are_harmless),
        cmocka_unit_test(lists_of_fields_follow_no_link),
        cmocka_unit_test(places_that_take_no_file_are_refused),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
