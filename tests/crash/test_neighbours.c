/* Files beside an output that only look as if they were judder's: none is replaced, emptied or removed, and
 * no other run may write to a name that a run uses for itself. */
#include "outputs.h"

static const char long_one[] =
    "return inclusion { friction = constant{ mu = 0.5 }, load = function(t) return math.sin(t) end, "
    "study = march{ final = 1e6, step = 1e-3, every = 1000000 } }\n";

static void holds_precious(const char *name) {
    char text[100] = "";
    FILE *file = fopen(name, "r");
    if (!file) fail_msg("%s is gone", name);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, precious);
}

static void an_output_replaces_only_its_own_kind(void **state) {
    (void)state;
    static const char *const writers[] = {
        "run small.lua -o victim --quiet",
        "run small.lua -o victim --quiet --resume",
        "sweep swept.lua --over mu=0.4:0.5:2 -o victim --quiet --jobs 1",
        "report kept.h5 -o victim",
        "export kept.h5 --wav victim --of v",
        "plot kept.h5 --of v -o victim.svg",
        "plot kept.h5 --of v -o victim.png",
    };
    leave_something();
    write_text("victim.svg", precious);
    write_text("victim.png", precious);
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        ends(judder(writers[i]), 2, "nothing else is replaced");
        holds_precious("victim");
    }
    holds_precious("victim.svg");
    holds_precious("victim.png");
    write_text("new.h5.checkpoint", precious);
    write_text("new.h5.journal", precious);
    ends(judder("run small.lua -o new.h5 --quiet"), 2, "new.h5.checkpoint: is not a checkpoint of judder");
    ends(judder("sweep swept.lua --over mu=0.4:0.5:2 -o new.h5 --quiet"), 2, "is not a journal of judder");
    holds_precious("new.h5.checkpoint");
    holds_precious("new.h5.journal");
    /* A page takes the place of a page. */
    assert_int_equal(judder("report kept.h5 -o page.html"), 0);
    assert_int_equal(judder("report kept.h5 -o page.html"), 0);
}

/* Which files the points of a sweep name may be known to Lua alone. */
static void a_sweep_does_not_replace_what_its_points_read(void **state) {
    (void)state;
    leave_something();
    static const char *const tables[] = {"c1.csv", "c2.csv"};
    for (size_t i = 0; i < COUNT_OF(tables); i++) write_text(tables[i], precious);
    write_text(
        "tables.lua",
        "local p = param{ n = 1 }\nreturn system { stiffness = {{2, 1}, {1, 2}},\n"
        "  contact_table = 'c' .. math.floor(p.n) .. '.csv', study = stability{ critical_mu = true } }\n");
    ends(judder("sweep tables.lua --over n=1,2 -o c2.csv --quiet"), 2, "c2.csv");
    holds_precious("c2.csv");
}

static void names_beside_a_result_are_claimed_with_it(void **state) {
    (void)state;
    leave_something();
    write_text("long.lua", long_one);
    const pid_t child = start("run long.lua -o out --quiet --checkpoint 0.2");
    wait_for(".out.checkpoint.lock");
    usleep(20000);
    ends(judder("run small.lua -o out.checkpoint --quiet"), 2, "another run is writing it");
    ends(judder("report kept.h5 -o out.checkpoint"), 2, "");
    kill(child, SIGINT);
    assert_int_equal(finish(child), 1);
    assert_int_equal(files_with(".lock"), 0);
}

static void what_looks_like_a_lock_stays(void **state) {
    (void)state;
    leave_something();
    static const char *const texts[] = {"precious\n", "process 12 of 14\n", "process 12\nand more\n",
                                        "process -1\n"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        write_text(".out.lock", texts[i]);
        ends(judder("run small.lua -o out --quiet"), 2, "is not a lock of judder");
        char text[100] = "";
        FILE *file = fopen(".out.lock", "r");
        assert_non_null(file);
        assert_int_equal(fread(text, 1, sizeof text - 1, file), strlen(texts[i]));
        fclose(file);
        assert_string_equal(text, texts[i]);
        assert_false(exists("out"));
    }
    /* One that a killed run has left is taken over. */
    write_text(".out.lock", "process 99999999\n");
    assert_int_equal(judder("run small.lua -o out --quiet"), 0);
    assert_false(exists(".out.lock"));
}

/* Numbers beyond all processes: whoever wrote them is gone. */
static void what_looks_like_a_temporary_file_stays(void **state) {
    (void)state;
    leave_something();
    assert_int_equal(
        system("cp small.lua .z.h5.99999999.0.tmp; cp kept.h5 .r.h5.99999999.0.tmp; mkdir tables"), 0);
    write_text("tables/.notes.99999999.7.tmp", precious);
    assert_int_equal(judder("run .z.h5.99999999.0.tmp -o z.h5 --quiet"), 0);
    assert_int_equal(judder("export .r.h5.99999999.0.tmp --csv ."), 0);
    assert_int_equal(judder("export kept.h5 --csv tables"), 0);
    holds_precious("tables/.notes.99999999.7.tmp");
    /* Even where a lock says that a dead run has made it: what is read stays. */
    write_text(".z.h5.lock", "process 99999999\n");
    assert_int_equal(judder("run .z.h5.99999999.0.tmp -o z.h5 --quiet"), 0);
    assert_int_equal(system("cmp small.lua .z.h5.99999999.0.tmp && cmp kept.h5 .r.h5.99999999.0.tmp"), 0);
    /* What that run left of itself goes. */
    write_text(".z.h5.99999999.1.tmp", precious);
    write_text(".z.h5.lock", "process 99999999\n");
    assert_int_equal(judder("run small.lua -o z.h5 --quiet"), 0);
    assert_false(exists(".z.h5.99999999.1.tmp"));
}

/* A process whose parent has not asked for its end still has its number. */
static void what_a_killed_run_left_goes_at_once(void **state) {
    (void)state;
    leave_something();
    write_text("long.lua", "return inclusion { friction = constant{ mu = 0.5 }, load = 1, "
                           "study = march{ final = 1e9, step = 1e-3, every = 1000000 } }\n");
    const pid_t child = start("run long.lua -o out --quiet");
    for (int i = 0; i < 2000 && files_with(".tmp") == 0; i++) usleep(5000);
    kill(child, SIGKILL);
    while (!has_ended(child)) usleep(1000);
    assert_int_equal(files_with(".tmp"), 1);
    assert_int_equal(judder("run small.lua -o out --quiet"), 0);
    assert_int_equal(files_with(".tmp"), 0);
    assert_int_equal(files_with(".lock"), 0);
    assert_int_equal(finish(child), -SIGKILL);
}

static void folders_on_the_way_are_no_links(void **state) {
    (void)state;
    static const char *const writers[] = {
        "run small.lua -o out/x.h5 --quiet",
        "report kept.h5 -o out/p.html",
        "export kept.h5 --csv out/.",
        "export kept.h5 --csv out/new",
        "export kept.h5 --wav ./out/w.wav --of v",
    };
    leave_something();
    assert_int_equal(system("mkdir elsewhere; ln -s elsewhere out"), 0);
    for (size_t i = 0; i < COUNT_OF(writers); i++) ends(judder(writers[i]), 2, "symbolic link");
    assert_int_equal(system("test -z \"$(ls -A elsewhere)\""), 0);
    assert_int_equal(judder("run small.lua -o elsewhere/../elsewhere/x.h5 --quiet"), 0);
    assert_true(exists("elsewhere/x.h5"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_output_replaces_only_its_own_kind),
        cmocka_unit_test(a_sweep_does_not_replace_what_its_points_read),
        cmocka_unit_test(names_beside_a_result_are_claimed_with_it),
        cmocka_unit_test(what_looks_like_a_lock_stays),
        cmocka_unit_test(what_looks_like_a_temporary_file_stays),
        cmocka_unit_test(what_a_killed_run_left_goes_at_once),
        cmocka_unit_test(folders_on_the_way_are_no_links),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
