/* Functions of a case answer by their arguments alone: whatever they try, no call leaves a trace that a later
 * one could see. */
#include "base/archive.h"
#include "base/log.h"
#include "case/reading.h"

#include <stdlib.h>

static const Function *shape_of(const Case *read) {
    return &rig_of(read)->shape;
}

/* Asks several times; the first call that is refused ends it. */
static JudderErr ask(const Function *f, double *last) {
    for (int i = 0; i < 6; i++) TRY(f->call(f->context, 0.25 * i, last));
    return JUDDER_OK;
}

#define RIG "return rig{ width = 1, shape = f }"

static const struct {
    const char *text, *message;
} evasions[] = {
    /* variables */
    {"local n = 0\nlocal function f(t)\n n = n + 1\n return n end " RIG, "c.lua:3: a function assigns to n,"},
    {"n = 0\nlocal function f(t)\n n = n + 1 return n end " RIG, "c.lua:3: a function assigns to n,"},
    {"local function f(t)\n new = t return 1 end " RIG, "c.lua:2: a function assigns to new,"},
    {"local n = 0\nlocal function help()\n\n n = n + 1 end\nlocal function f(t) help() return n end " RIG,
     "c.lua:4: a function assigns to n,"},
    {"local n = 0\nlocal function f(t) local g = function()\n n = n + 1 end g() return n end " RIG,
     "c.lua:3: a function assigns to n,"},
    {"local n\nlocal h = { g = function()\n n = true end }\nlocal function f(t) h.g() return 1 end " RIG,
     "c.lua:3: a function assigns to n,"},
    {"local n = 0\nfunction g()\n n = n + 1 end\nlocal function f(t) g() return n end " RIG,
     "c.lua:3: a function assigns to n,"},
    {"local n = 0\nlocal function f(t) if t > 0.9 then\n n = t end return n end " RIG,
     "c.lua:3: a function assigns to n,"},
    {"local n = 1\nlocal function f(t)\n n = 1.0 return 1 end " RIG, "c.lua:3: a function assigns to n,"},
    {"local n = 0.0\nlocal function f(t)\n n = -0.0 return 1 end " RIG, "c.lua:3: a function assigns to n,"},
    {"local n = 0/0\nlocal function f(t)\n n = -n return 1 end " RIG, "c.lua:3: a function assigns to n,"},
    {"local n = 0\nlocal function make() return function()\n n = n + 1 return n end end\n"
     "local function f(t) return make()() end " RIG,
     "c.lua:3: a function assigns to n,"},
    {"local function count() local n = 0 return function()\n n = n + 1 return n end end\n"
     "local c = count() local function f(t) return c() end " RIG,
     "c.lua:2: a function assigns to n,"},
    {"local f\nlocal g = function(t) return 2 end\nf = function(t)\n f = g return 1 end " RIG,
     "c.lua:4: a function assigns to f,"},
    {"local function f(t)\n _ENV = {} return 1 end " RIG, "c.lua:2: a function assigns to _ENV,"},
    {"local n = 0 local function f(t) for i = 1, 5 do\n n = i end n = 0 n = t return 1 end " RIG,
     "c.lua:2: a function assigns to n,"},
    /* tables */
    {"local m = {}\nlocal function f(t)\n m[t] = 1 return 1 end " RIG,
     "c.lua:3: a function assigns to an entry of a table,"},
    {"local m = { n = 0 }\nlocal function f(t)\n m.n = m.n + 1 return m.n end " RIG,
     "c.lua:3: a function assigns to n,"},
    {"local m = { 5 }\nlocal function f(t)\n m[1] = 6 return m[1] end " RIG,
     "c.lua:3: a function assigns to an entry of a table,"},
    {"local m = { a = { b = { 1 } } }\nlocal function f(t) local x = m.a.b\n x[1] = t return 1 end " RIG,
     "c.lua:3: a function assigns to an entry of a table,"},
    {"local m = { {1} }\nlocal function f(t) for k, v in pairs(m) do\n v[1] = t end return 1 end " RIG,
     "c.lua:3: a function assigns to an entry of a table,"},
    {"local m = { {1} }\nlocal function f(t) for k, v in ipairs(m) do\n v[1] = t end return 1 end " RIG,
     "c.lua:3: a function assigns to an entry of a table,"},
    {"local key = {}\nlocal m = { [key] = 1 }\nlocal function f(t) for k in pairs(m) do\n k.n = t end "
     "return "
     "1 end " RIG,
     "c.lua:4: a function assigns to n,"},
    {"local p = param{ V = 1 }\nlocal function f(t)\n p.V = p.V + 1 return p.V end " RIG,
     "c.lua:3: a function assigns to V,"},
    {"local function f(t)\n math.pi = t return 1 end " RIG, "c.lua:2: a function assigns to pi,"},
    {"local function f(t)\n _ENV.x = t return 1 end " RIG, "c.lua:2: a function assigns to x,"},
    {"local function f(t) local g = _ENV\n g['y' .. t] = t return 1 end " RIG,
     "c.lua:2: a function assigns to y0.0,"},
    {"local m = {} m.m = m\nlocal function f(t)\n m.m.m.x = t return 1 end " RIG,
     "c.lua:3: a function assigns to x,"},
    {"local m = setmetatable and 1 or {}\nlocal function f(t)\n m.x = nil return 1 end " RIG,
     "setmetatable is not known"},
    {"local m = {}\nlocal function f(t)\n m.x = nil return 1 end " RIG, "c.lua:3: a function assigns to x,"},
    {"local it, m = pairs{ {1} }\nlocal function f(t) local k, v = it(m, nil)\n v[1] = t return 1 "
     "end " RIG,
     "c.lua:3: a function assigns to an entry of a table,"},
    /* what has a state of its own */
    {"local function f(t)\n return math.random() end " RIG, "c.lua:2: math.random inside a function"},
    {"local r = math.random\nlocal function f(t)\n return r(5) end " RIG,
     "c.lua:3: math.random inside a function"},
    {"local function f(t)\n math.randomseed(1) return 1 end " RIG,
     "c.lua:2: math.randomseed inside a function"},
    {"return rig{ width = 1, shape = math.random }", "math.random inside a function"},
    {"local function f(t)\n param{ ['x' .. t] = 1 } return 1 end " RIG, "c.lua:2: param{} inside a function"},
    {"local function f(t)\n rod{ length = 1 } return 1 end " RIG, "c.lua:2: rod{} inside a function"},
    {"local m = { 1, 2 }\nlocal function f(t)\n hub(m) return 1 end " RIG,
     "c.lua:3: hub{} inside a function"},
};

static void what_lives_outside_cannot_be_changed(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(evasions); i++) {
        Case *read;
        double last;
        JudderErr err = read_with(evasions[i].text, 0, NULL, &read);
        if (err == JUDDER_OK) err = ask(shape_of(read), &last);
        if (err != JUDDER_INPUT) fail_msg("not refused: %s", evasions[i].text);
        if (!strstr(error_message(), evasions[i].message))
            fail_msg("%s\n  says \"%s\"\n  not  \"%s\"", evasions[i].text, error_message(),
                     evasions[i].message);
        case_destroy(&read);
    }
}

/* A function that keeps asking after a refusal, as a careless program might, finds nothing changed. */
static void a_refusal_leaves_all_as_it_was(void **state) {
    (void)state;
    Case *read = read_good(
        "local n, m = 0, 5\nlocal function f(t) if t > 1 then n = n + 1 m = 7 end return n + m "
        "end " RIG);
    const Function *f = shape_of(read);
    double y = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(f->call(f->context, 2, &y), JUDDER_INPUT);
        assert_int_equal(f->call(f->context, 0, &y), JUDDER_OK);
        assert_exact(y, 5);
    }
    case_destroy(&read);
}

static void what_lives_inside_may_be_changed(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double last; /* at 1.25 */
    } good[] = {
        {"local function f(t) local n = 0 for i = 1, 4 do n = n + i end return n end " RIG, 10},
        {"local function f(t) local m = {} for i = 1, 4 do m[#m + 1] = i end return #m end " RIG, 4},
        {"local function f(t) local n = 0 local function up() n = n + 1 end up() up() return n end " RIG, 2},
        {"local function f(t) local o = { n = 1 } function o:up() self.n = self.n + 1 end o:up() return o.n "
         "end " RIG,
         2},
        {"local a = { 1, 2, 3, w = 4 } local function f(t) local s = 0 for k, v in pairs(a) do s = s + v end "
         "for i, v in ipairs(a) do s = s + v end return s + #a + a.w end " RIG,
         23},
        {"local p = param{ V = 3 } local function f(t) return p.V end " RIG, 3},
        {"local a = { {1, 2}, {3, 4} } local function f(t) return a[2][1] + #a[1] + math.floor(t) end " RIG,
         6},
        {"local r = {} for i = 1, 3 do r[i] = math.random() end local function f(t) return r[1] / r[1] "
         "end " RIG,
         1},
        {"function area(r) return 4 * r end local function f(t) return area(t) end " RIG, 5},
        {"local function fac(n) return n < 2 and 1 or n * fac(n - 1) end fac = fac or 1 return rig{ width = "
         "1, "
         "shape = function(t) return 6 end }",
         6},
        {"local fac fac = function(n) return n < 2 and 1 or n * fac(n - 1) end local function f(t) return "
         "fac(4) "
         "end " RIG,
         24},
        {"local id = 0 function new() id = id + 1 return id end new() local function f(t) return id end " RIG,
         1},
        {"local k = {} local a = { [k] = 7 } local function f(t) return a[k] end " RIG, 7},
        {"local a, b = {}, {} local function f(t) return a == b and 1 or a == a and 2 or 3 end " RIG, 2},
        {"local n = 4 local function f(t) local o = n n = o return n end " RIG, 4}, /* the same value */
        {"return rig{ width = 1, shape = math.abs }", 1.25},
        {"local function f(t, ...) return select('#', ...) + tonumber('1') end " RIG, 1},
    };
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        Case *read = read_good(good[i].text);
        double last = 0;
        if (ask(shape_of(read), &last) != JUDDER_OK) fail_msg("%s: %s", good[i].text, error_message());
        if (last != good[i].last) fail_msg("%s: %g", good[i].text, last);
        case_destroy(&read);
    }
}

/* Messages of what is not known are the same inside functions. */
static void unknown_names_are_told_inside_functions(void **state) {
    (void)state;
    static const char *const texts[][2] = {
        {"local function f(t)\n return sin(t) end " RIG, "c.lua:2: sin is not known here: write math.sin"},
        {"local function f(t)\n return math.sine(t) end " RIG,
         "c.lua:2: math has no sine: did you mean math.sin"},
        {"local p = param{ V = 1 }\nlocal function f(t)\n return p.W end " RIG,
         "c.lua:3: the case has no param W"},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        Case *read = read_good(texts[i][0]);
        double last;
        assert_int_equal(ask(shape_of(read), &last), JUDDER_INPUT);
        if (!strstr(error_message(), texts[i][1])) fail_msg("%s", error_message());
        case_destroy(&read);
    }
}

/* Large tables are made constant once, not at each call. */
static void large_tables_cost_little(void **state) {
    (void)state;
    Case *read = read_good(
        "local a = {} for i = 1, 2e5 do a[i] = i end for i = 1, 2e4 do a['k' .. i] = { i } end "
        "local function f(t) return a[199999] + a.k7[1] + #a end " RIG);
    double last = 0;
    for (int i = 0; i < 1000; i++) assert_int_equal(ask(shape_of(read), &last), JUDDER_OK);
    assert_exact(last, 400006);
    case_destroy(&read);
}

/* What a function cannot reach costs it nothing; what it can is bounded. */
static void many_functions_cost_little(void **state) {
    (void)state;
    Case *read = read_good(
        "local all = {} for i = 1, 3000 do local n = i all[i] = function(t) return n + t end end\n"
        "local own = all[7] return rig{ width = 1, shape = own }");
    const Function *f = shape_of(read);
    double y = 0;
    const double start = work_seconds();
    for (int i = 0; i < 20000; i++) assert_int_equal(f->call(f->context, 0, &y), JUDDER_OK);
    assert_exact(y, 7);
    assert_at_most(work_seconds() - start, 2);
    case_destroy(&read);
    read = read_good(
        "local all = {} for i = 1, 2e4 do local n = i all[i] = function(t) return n + t end end\n"
        "return rig{ width = 1, shape = function(t) return all[7](t) end }");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(shape_of(read)->call(shape_of(read)->context, 0, &y), JUDDER_INPUT);
        assert_non_null(strstr(error_message(), "more than 10000 variables"));
    }
    case_destroy(&read);
}

static Archive *answers_of(const Case *read) {
    Archive *archive;
    size_t size;
    assert_int_equal(archive_create(&archive), JUDDER_OK);
    assert_int_equal(case_serialise_answers(read, archive), JUDDER_OK);
    const void *bytes = archive_bytes(archive, &size);
    void *copy = malloc(size);
    memcpy(copy, bytes, size);
    archive_destroy(&archive);
    assert_int_equal(archive_open(copy, size, &archive), JUDDER_OK);
    return archive;
}

static JudderErr resume_with(const char *text, Archive *archive) {
    Case *read = read_good(text);
    const JudderErr err = case_serialise_answers(read, archive);
    case_destroy(&read);
    return err;
}

static void answers_are_asked_for_again(void **state) {
    (void)state;
    static const char *const texts[] = {
        "local function f(t) return t * t end " RIG,
        "local function f(t) return t > 900 and t * t + 1e-9 or t * t end " RIG, /* another answer, late */
        "local function f(t) return t == 0 and -0.0 or t * t end " RIG,          /* another bit */
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        Case *read = read_good(texts[0]);
        const Function *f = shape_of(read);
        double y;
        for (int j = 0; j < 1000; j++) assert_int_equal(f->call(f->context, j, &y), JUDDER_OK);
        Archive *archive = answers_of(read);
        case_destroy(&read);
        assert_int_equal(resume_with(texts[i], archive), i ? JUDDER_INPUT : JUDDER_OK);
        if (i) assert_non_null(strstr(error_message(), "its answers have changed since"));
        archive_destroy(&archive);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lives_outside_cannot_be_changed),
        cmocka_unit_test(a_refusal_leaves_all_as_it_was),
        cmocka_unit_test(what_lives_inside_may_be_changed),
        cmocka_unit_test(unknown_names_are_told_inside_functions),
        cmocka_unit_test(large_tables_cost_little),
        cmocka_unit_test(many_functions_cost_little),
        cmocka_unit_test(answers_are_asked_for_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
