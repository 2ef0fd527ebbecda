/* Runs a case file (given, or a short one of its own) and prints what every study found.
 *
 *   run_case [CASE.lua [key=value]...]
 */
#include <judder.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char own_case[] = "local p = param{ mu_s = 0.8 }\n"
                               "return inclusion {\n"
                               "  friction = linear{ mu_s = p.mu_s, mu_d = 0.5, v_c = 0.1 },\n"
                               "  load     = function(t) return 1.6*math.sin(t) end,\n"
                               "  study    = march{ final = 6.3, step = 1e-3 },\n"
                               "}\n";

static void show(const judder_study *study) {
    printf("%s: %s%s%s\n", study->name, study->outcome, study->reason[0] ? ", " : "", study->reason);
    if (study->note[0]) printf("  %s\n", study->note);
    for (size_t i = 0; i < judder_value_length(study->values); i++) {
        const judder_value *value = judder_value_at(study->values, i);
        const judder_value_kind kind = judder_value_kind_of(value);
        if (kind == JUDDER_VALUE_NUMBER || kind == JUDDER_VALUE_COUNT)
            printf("  %-20s %.9g\n", judder_value_key(study->values, i), judder_value_number(value));
        if (kind == JUDDER_VALUE_LIST)
            printf("  %-20s %zu items\n", judder_value_key(study->values, i), judder_value_length(value));
    }
    for (size_t i = 0; i < study->series_count; i++)
        printf("  series %s [%s]: %zu numbers\n", study->series[i].name, study->series[i].unit,
               study->series[i].count);
    printf("  %zu events\n", study->event_count);
}

int main(int count, char **words) {
    judder_setting *settings = calloc((size_t)count + 1, sizeof *settings);
    judder_case given = {
        .file = count > 1 ? words[1] : "own.lua", .text = count > 1 ? NULL : own_case, .settings = settings};
    for (int i = 2; i < count && settings; i++) {
        char *equals = strchr(words[i], '=');
        if (!equals) continue;
        *equals = '\0';
        settings[given.setting_count++] = (judder_setting){words[i], equals + 1};
    }
    judder_run *run = NULL;
    const judder_status status = judder_case_run(&given, &(judder_run_options){.progress = true}, &run);
    if (status != JUDDER_STATUS_OK) {
        fprintf(stderr, "%s\n", judder_error_message());
    } else {
        const judder_study *studies;
        const size_t studies_count = judder_run_studies(run, &studies);
        for (size_t i = 0; i < studies_count; i++) show(&studies[i]);
    }
    const bool complete = run && judder_run_complete(run);
    judder_run_destroy(&run);
    free(settings);
    return status != JUDDER_STATUS_OK ? (int)status : complete ? 0 : 1;
}
