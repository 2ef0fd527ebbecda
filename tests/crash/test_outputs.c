/* What is written stays where it was asked to: no link is followed, no file that is read is replaced, and of
 * two that write to one name the second is refused before it has done anything. */
#include "crash/outputs.h"

#include <sys/stat.h>

static const char long_one[] = "return inclusion { friction = constant{ mu = 0.5 }, load = 1, "
                               "study = march{ final = 1e9, step = 1e-3, every = 1000000 } }\n";
static const char matrices[] =
    "local p = param{ mu = 0.4 }\nreturn system { stiffness = matrix_market 'M.mtx',\n"
    "  contacts = { { normal = 1, tangent = 2, state = 'slip', direction = 1, mu = p.mu } },\n"
    "  study = stability{ critical_mu = true } }\n";
/* Nothing was written through or over anything, and nothing is left behind. */
static void nothing_has_changed(void) {
    char text[100] = "";
    FILE *file = fopen("victim", "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, precious);
    assert_int_equal(system("cmp kept.h5 copy.h5"), 0);
    assert_int_equal(files_with(".tmp"), 0);
    assert_int_equal(files_with(".lock"), 0);
}

/* Every way to write one file, to the name "out". */
static const char *const writers[] = {
    "run small.lua -o out --quiet",
    "run small.lua -o out --quiet --resume",
    "sweep swept.lua --over mu=0.4:0.5:2 -o out --quiet --jobs 1",
    "report kept.h5 -o out",
    "export kept.h5 --wav out --of v",
};

static bool is_link(const char *name) {
    struct stat found;
    return lstat(name, &found) == 0 && S_ISLNK(found.st_mode);
}

static void links_are_refused(void **state) {
    (void)state;
    static const char *const targets[] = {"victim", "nothing_yet", "/tmp", "out", "/dev/null"};
    leave_something();
    for (size_t t = 0; t < COUNT_OF(targets); t++)
        for (size_t w = 0; w < COUNT_OF(writers); w++) {
            assert_int_equal(symlink(targets[t], "out"), 0);
            ends(judder(writers[w]), 2, "symbolic link");
            assert_true(is_link("out"));
            assert_false(exists("nothing_yet"));
            nothing_has_changed();
            unlink("out");
        }
    assert_int_equal(symlink("victim", "out.svg"), 0);
    ends(judder("plot kept.h5 --of v -o out.svg"), 2, "symbolic link");
    assert_int_equal(symlink("victim", "out.png"), 0);
    ends(judder("plot kept.h5 --of v -o out.png"), 2, "symbolic link");
    nothing_has_changed();
}

/* What else a run writes: its state, and the claim to its name. */
static void links_beside_a_result_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *name, *words;
    } beside[] = {{"out.checkpoint", "run small.lua -o out --quiet --checkpoint 0"},
                  {"out.checkpoint", "run small.lua -o out --quiet --resume"},
                  {"out.journal", "sweep swept.lua --over mu=0.4:0.5:2 -o out --quiet --jobs 1"},
                  {"out.journal", "sweep swept.lua --over mu=0.4:0.5:2 -o out --quiet --jobs 1 --resume"},
                  {".out.lock", "run small.lua -o out --quiet"},
                  {".out.lock", "report kept.h5 -o out"}};
    leave_something();
    for (size_t i = 0; i < COUNT_OF(beside); i++) {
        assert_int_equal(symlink("victim", beside[i].name), 0);
        ends(judder(beside[i].words), 2, "symbolic link");
        assert_true(is_link(beside[i].name));
        assert_false(exists("out"));
        unlink(beside[i].name);
        nothing_has_changed();
    }
    /* A second name of the file is no better. */
    static const char *const names[] = {"out.journal", ".out.lock"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_int_equal(link("victim", names[i]), 0);
        ends(judder("sweep swept.lua --over mu=0.4:0.5:2 -o out --quiet --jobs 1"), 2, "remove it");
        unlink(names[i]);
        nothing_has_changed();
    }
}

static void folders_of_tables_lead_nowhere_else(void **state) {
    (void)state;
    leave_something();
    assert_int_equal(system("mkdir elsewhere; ln -s elsewhere tables; ln -s elsewhere/ slashed"), 0);
    ends(judder("export kept.h5 --csv tables"), 2, "symbolic link");
    ends(judder("export kept.h5 --csv slashed/"), 2, "symbolic link");
    assert_int_equal(system("test -z \"$(ls -A elsewhere)\""), 0);
    assert_int_equal(system("rm tables; mkdir tables; ln -s ../victim tables/01_march_series.csv"), 0);
    ends(judder("export kept.h5 --csv tables"), 2, "01_march_series.csv: is a symbolic link");
    nothing_has_changed();
    assert_int_equal(system("rm tables/*; mkfifo tables/01_march_series.csv"), 0);
    ends(judder("export kept.h5 --csv tables"), 2, "not a regular file");
    /* One with a second name is replaced, and what has the other name stays. */
    assert_int_equal(system("rm tables/*; ln victim tables/01_march_series.csv"), 0);
    assert_int_equal(judder("export kept.h5 --csv tables"), 0);
    assert_int_equal(system("test -z \"$(ls -A tables | grep '^[.]')\""), 0);
    nothing_has_changed();
    assert_int_equal(system("mkdir pages; ln -s ../victim pages/words.md"), 0);
    ends(judder("manual pages pages"), 2, "symbolic link");
    nothing_has_changed();
}

static void what_is_read_is_never_replaced(void **state) {
    (void)state;
    leave_something();
    ends(judder("export kept.h5 --wav kept.h5 --of v"), 2, "which is read");
    ends(judder("report kept.h5 -o kept.h5"), 2, "which is read");
    assert_int_equal(system("mkdir tables; ln kept.h5 same.svg; ln kept.h5 tables/01_march_series.csv"), 0);
    ends(judder("plot kept.h5 --of v -o same.svg"), 2, "which is read");
    ends(judder("export tables/01_march_series.csv --csv tables"), 2, "which is read");
    ends(judder("sweep swept.lua --over mu=0.4:0.5:2 -o swept.lua --quiet"), 2, "which is read");
    write_text("M.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 5\n2 1 2\n2 2 1\n");
    write_text("system.lua", matrices);
    assert_int_equal(system("cp M.mtx M.copy; ln M.mtx out.h5.checkpoint"), 0);
    ends(judder("run system.lua -o M.mtx --quiet"), 2, "which is read");
    ends(judder("run system.lua -o out.h5 --quiet"), 2, "which is read");
    ends(judder("sweep system.lua --over mu=0.1:0.2:2 -o M.mtx --quiet"), 2, "M.mtx");
    assert_int_equal(system("cmp M.mtx M.copy && unlink out.h5.checkpoint && unlink same.svg"), 0);
    nothing_has_changed();
}

/* The first one has shown nothing yet: it flushes after two seconds. */
static void the_second_of_two_writers_is_refused(void **state) {
    (void)state;
    leave_something();
    write_text("long.lua", long_one);
    const pid_t child = start("run long.lua -o out --quiet");
    wait_for(".out.lock");
    usleep(20000); /* until its number is written there */
    char who[40];
    snprintf(who, sizeof who, "(process %ld)", (long)child);
    for (size_t w = 0; w < COUNT_OF(writers); w++) {
        ends(judder(writers[w]), 2, "another run is writing it");
        assert_contains(message(), who);
    }
    assert_false(has_ended(child));
    /* A name beside it is free. */
    assert_int_equal(judder("run small.lua -o other --quiet"), 0);
    kill(child, SIGINT);
    assert_int_equal(finish(child), 1);
    nothing_has_changed();
    assert_int_equal(system("mv out interrupted; rm out.checkpoint"), 0);
    for (size_t w = 0; w < COUNT_OF(writers); w++) {
        unlink("out");
        if (judder(writers[w]) != 0) fail_msg("%s: %s", writers[w], message());
    }
    nothing_has_changed();
}

static void killed_writers_leave_no_claim(void **state) {
    (void)state;
    leave_something();
    write_text("long.lua", long_one);
    for (int round = 0; round < 3; round++) {
        const pid_t child = start("run long.lua -o out --quiet");
        wait_for(".out.lock");
        usleep((useconds_t)(1000 * round));
        kill(child, SIGKILL);
        assert_int_equal(finish(child), -SIGKILL);
        assert_true(exists(".out.lock"));
    }
    assert_int_equal(judder("run small.lua -o out --quiet"), 0);
    nothing_has_changed();
    /* Two wishes to stop end the program at once. */
    const pid_t child = start("run long.lua -o twice --quiet");
    wait_for(".twice.lock");
    usleep(300000);
    kill(child, SIGINT);
    kill(child, SIGTERM);
    finish(child);
    nothing_has_changed();
}

/* Many at once to one name: one at a time has it, and whoever is refused gets a message. */
/* Names in the folder of tables that are hidden. */
static int hidden_tables(void) {
    DIR *tables = opendir("tables");
    int count = 0;
    for (struct dirent *entry; tables && (entry = readdir(tables));)
        count += entry->d_name[0] == '.' && strlen(entry->d_name) > 2;
    if (tables) closedir(tables);
    return count;
}

static void an_export_that_is_ended_leaves_nothing(void **state) {
    (void)state;
    static const int numbers[] = {SIGTERM, SIGINT};
    leave_something();
    write_text("large.lua", "return inclusion { friction = constant{ mu = 0.5 }, load = 1, "
                            "study = march{ final = 1, step = 5e-7 } }\n");
    assert_int_equal(judder("run large.lua --quiet"), 0);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        const pid_t child = start("export large.h5 --csv tables");
        for (int k = 0; k < 20000 && hidden_tables() < 2 && !has_ended(child); k++) usleep(500);
        assert_int_equal(hidden_tables(), 2); /* the lock, and a table that is being written */
        usleep(5000);
        kill(child, numbers[i]);
        assert_int_equal(finish(child), 1);
        assert_int_equal(hidden_tables(), 0);
    }
    nothing_has_changed();
}

static void a_crowd_takes_turns(void **state) {
    (void)state;
    enum { CROWD = 8 };
    leave_something();
    for (int round = 0; round < 5; round++) {
        pid_t child[CROWD];
        int done = 0;
        for (int i = 0; i < CROWD; i++) child[i] = start("run small.lua -o out --quiet");
        for (int i = 0; i < CROWD; i++) {
            const int status = finish(child[i]);
            assert_true(status == 0 || status == 2);
            done += status == 0;
        }
        assert_true(done >= 1);
        nothing_is_corrupt("out");
        nothing_has_changed();
    }
}

static void run_to_long_name(const char *writer, size_t length, const char *ending) {
    char words[6000], name[5000] = "";
    memset(name, 'n', length);
    snprintf(name + length, sizeof name - length, "%s", ending);
    snprintf(words, sizeof words, writer, name);
    ends(judder(words), 2, "bytes: allowed are up to");
}

static void long_names_are_refused_first(void **state) {
    (void)state;
    static const char *const to[] = {"run small.lua --quiet -o %s", "report kept.h5 -o %s",
                                     "sweep swept.lua --over mu=0.4:0.5:2 --quiet -o %s",
                                     "export kept.h5 --of v --wav %s"};
    leave_something();
    const int before = files_with("");
    for (size_t i = 0; i < COUNT_OF(to); i++) {
        for (size_t length = 238; length < 260; length += 3) run_to_long_name(to[i], length, ".h5");
        run_to_long_name(to[i], 1000, ".h5");
        char path[4600] = "";
        for (int k = 0; k < 2200; k++) strcat(path, "./");
        strcat(path, "x.h5");
        char words[6000];
        snprintf(words, sizeof words, to[i], path);
        ends(judder(words), 2, "bytes: allowed are up to");
    }
    assert_int_equal(files_with(""), before);
    /* The longest that is allowed has room for all that stands beside it. */
    char words[600], name[250] = "";
    memset(name, 'n', 226);
    strcat(name, ".h5");
    snprintf(words, sizeof words, "run small.lua --quiet --checkpoint 0 -o %s", name);
    if (judder(words) != 0) fail_msg("%s", message());
    assert_true(exists(name));
    nothing_has_changed();
}

static void permissions_stay(void **state) {
    (void)state;
    struct stat found;
    leave_something();
    for (size_t w = 0; w < COUNT_OF(writers); w++) {
        if (strstr(writers[w], "--resume")) continue;
        unlink("out");
        assert_int_equal(judder(writers[w]), 0);
        assert_int_equal(chmod("out", 0600), 0);
        assert_int_equal(judder(writers[w]), 0);
        assert_int_equal(stat("out", &found), 0);
        assert_true(found.st_size > 4);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
    const mode_t mask = umask(027);
    assert_int_equal(judder("run small.lua -o new.h5 --quiet"), 0);
    umask(mask);
    assert_int_equal(stat("new.h5", &found), 0);
    assert_int_equal(found.st_mode & 0777, 0640);
}

/* Bodies are handed over to the companion, which claims for itself; of several processes the first one does.
 */
static void bodies_claim_too(void **state) {
    (void)state;
    static const char *const starts[] = {"", "mpirun -n 2 "};
    leave_something();
    write_text("body.lua", "return body { " PLATE
                           "material = viscous{ E = 1, nu = 0.3, rho = 1, eta = 0.05 }, contact = { side = "
                           "'bottom', law = unilateral{}, friction = constant{ mu = 0.3 } }, "
                           "load = { press{ side = 'top', by = 0.02 } }, "
                           "study = { path{}, march{ final = 1e6, step = 0.004 } } }\n");
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        char command[400];
        const char *name = program();
        snprintf(command, sizeof command, "exec %s%s run body.lua -o out --quiet", starts[i], name);
        const pid_t child = fork();
        if (child == 0) {
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
            _exit(127);
        }
        wait_for(".out.lock");
        usleep(20000);
        ends(judder("run small.lua -o out --quiet"), 2, "another run is writing it (process");
        /* The processes that are told to end by their first one say it once. */
        snprintf(command, sizeof command, "%s%s run body.lua -o out --quiet 2>err.txt", starts[i], name);
        assert_int_equal(WEXITSTATUS(system(command)), 2);
        assert_contains(message(), "another run is writing it (process");
        kill(child, SIGTERM);
        finish(child);
        for (int k = 0; k < 1000 && exists(".out.lock"); k++)
            usleep(10000); /* mpirun may end before its own */
        nothing_has_changed();
        assert_int_equal(system("rm -f out out.checkpoint"), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_refused),
        cmocka_unit_test(links_beside_a_result_are_refused),
        cmocka_unit_test(folders_of_tables_lead_nowhere_else),
        cmocka_unit_test(what_is_read_is_never_replaced),
        cmocka_unit_test(the_second_of_two_writers_is_refused),
        cmocka_unit_test(killed_writers_leave_no_claim),
        cmocka_unit_test(an_export_that_is_ended_leaves_nothing),
        cmocka_unit_test(a_crowd_takes_turns),
        cmocka_unit_test(long_names_are_refused_first),
        cmocka_unit_test(permissions_stay),
        cmocka_unit_test(bodies_claim_too),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
