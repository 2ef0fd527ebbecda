/* Every case of cases/ runs to its end and gives its reference numbers: lines "study.value[position] expected
 * tolerance" in reference.txt. Positions count from 1; a list of objects is asked by column,
 * study.value.column[position], a list in it by one more [position]; probes by study.probes.name[position].
 * Models with a companion are run by it. */
#include "json.h"
#include "judder_test.h"
#include "schema/check_names.h"
#include "study/run/list.h"
#include "study/run/run.h"

#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Value *find_study(const Value *report, const char *name) {
    const Value *studies = value_get(report, "studies");
    for (size_t i = 0; i < value_length(studies); i++)
        if (strcmp(value_as_text(value_get(value_at(studies, i), "name")), name) == 0)
            return value_at(studies, i);
    return NULL;
}

/* The value at "study.a[1]", "study.a.column[2]", "study.a.column[2][1]" or "study.probes.v[3]";
 * NULL if there is none. */
static const Value *find_value(const Value *report, const char *path) {
    char text[200];
    snprintf(text, sizeof text, "%s", path);
    char *bracket = strchr(text, '[');
    const size_t position = bracket ? (size_t)strtoul(bracket + 1, NULL, 10) - 1 : 0;
    const char *second = bracket ? strchr(bracket + 1, '[') : NULL;
    const size_t inner = second ? (size_t)strtoul(second + 1, NULL, 10) - 1 : 0;
    if (bracket) *bracket = '\0';
    const Value *study = find_study(report, strtok(text, "."));
    const char *key = strtok(NULL, "."), *column = strtok(NULL, ".");
    if (!study || !key) return NULL;
    const bool probes = strcmp(key, "probes") == 0;
    const Value *value = probes ? value_get(value_get(study, "probes"), column)
                                : value_get(value_get(study, "values"), key);
    if (!value || !bracket) return value;
    if (position >= value_length(value)) return NULL;
    const Value *item = value_at(value, position);
    if (column && !probes) item = value_get(item, column);
    if (!second) return item;
    return inner < value_length(item) ? value_at(item, inner) : NULL;
}

static size_t check_reference(const char *name, const Value *report) {
    char path[500], line[400];
    snprintf(path, sizeof path, "%s/cases/%s/reference.txt", JUDDER_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t checked = 0;
    while (fgets(line, sizeof line, file)) {
        char what[200];
        double expected, tolerance;
        if (line[0] == '#' || line[0] == '\n') continue;
        if (sscanf(line, "%199s %lf %lf", what, &expected, &tolerance) != 3)
            fail_msg("%s: not understood: %s", path, line);
        const Value *value = find_value(report, what);
        const bool flag = value && value_kind(value) == VALUE_FLAG;
        if (!value || (!flag && value_kind(value) != VALUE_NUMBER && value_kind(value) != VALUE_COUNT))
            fail_msg("%s: no number %s", name, what);
        const double number = flag ? (double)value_as_flag(value) : value_as_number(value);
        if (!(fabs(number - expected) <= tolerance))
            fail_msg("%s: %s is %.17g, not %.17g +- %g", name, what, number, expected, tolerance);
        checked++;
    }
    fclose(file);
    return checked;
}

static Value *report_of(Case *read, const char *output) {
    Value *report = NULL;
    bool complete = false;
    const RunOptions how = {.output = output};
    if (run_case(read, &how, &report, &complete) != JUDDER_OK) fail_msg("%s", error_message());
    assert_true(complete);
    return report;
}

/* What the companion prints about a case. */
static Value *companion_report(const char *path, const char *output) {
    char command[1600];
    snprintf(command, sizeof command, "%s run %s --json --quiet -o %s", JUDDER_COMPANION, path, output);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', pipe) < 0) fail_msg("%s: it prints nothing", path);
    if (pclose(pipe) != 0) fail_msg("%s: not done: %s", path, text);
    Value *report = json_read(text);
    if (!report) fail_msg("%s: not JSON: %s", path, text);
    free(text);
    return report;
}

static void run_one(const char *name, const char *folder) {
    char path[500], output[500];
    snprintf(path, sizeof path, "%s/cases/%s/case.lua", JUDDER_SOURCE_DIR, name);
    snprintf(output, sizeof output, "%s/%s.h5", folder, name);
    const CaseOptions options = {.words = vocabulary()};
    Case *read = NULL;
    if (case_read(path, &options, &read) != JUDDER_OK) fail_msg("%s", error_message());
    const bool alone = !model_companion(case_model(read));
    Value *report = alone ? report_of(read, output) : companion_report(path, output);
    assert_true(check_reference(name, report) > 0);
    check_names(output);
    check_report_names(case_model(read)->word->name, report);
    value_destroy(&report);
    case_destroy(&read);
    assert_int_equal(unlink(output), 0);
}

static void every_case_gives_its_reference_numbers(void **state) {
    (void)state;
    char folder[] = "/tmp/judder-cases-XXXXXX";
    assert_non_null(mkdtemp(folder));
    DIR *cases = opendir(JUDDER_SOURCE_DIR "/cases");
    assert_non_null(cases);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(cases));) {
        if (entry->d_name[0] == '.') continue;
        run_one(entry->d_name, folder);
        count++;
    }
    closedir(cases);
    rmdir(folder);
    assert_true(count >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_case_gives_its_reference_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
