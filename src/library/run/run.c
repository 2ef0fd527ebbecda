/* Runs a case for the library: read, check, run, and keep what it found. */
#include "library/run/run.h"

#include "base/log.h"
#include "base/version.h"
#include "results/read/trial.h"

#include <stdlib.h>
#include <string.h>

static JudderErr check_settings(const CaseSetting *settings, size_t count) {
    for (size_t i = 0; i < count; i++)
        REQUIRE(settings[i].key && settings[i].value,
                error_input("settings", "setting %zu has no key or no value", i + 1));
    return JUDDER_OK;
}

JudderErr read_given(const judder_case *given, Case **read) {
    TRY(check_given(given, "case"));
    REQUIRE(given->file || given->text, error_input("file", "a case needs its file or its text"));
    REQUIRE(given->settings || given->setting_count == 0, error_input("settings", "settings is NULL"));
    CaseSetting *settings = calloc(given->setting_count + 1, sizeof *settings);
    REQUIRE(settings, error_memory());
    for (size_t i = 0; i < given->setting_count; i++)
        settings[i] = (CaseSetting){given->settings[i].key, given->settings[i].value};
    JudderErr err = check_settings(settings, given->setting_count);
    const CaseOptions how = {
        .words = vocabulary(), .settings = settings, .setting_count = given->setting_count};
    const char *name = given->file ? given->file : "case";
    if (err == JUDDER_OK)
        err = given->text ? case_read_text(name, given->text, strlen(given->text), &how, read)
                          : case_read(name, &how, read);
    free(settings);
    return err;
}

/* A body has a companion, which only the other library has. */
static JudderErr refuse_bodies(const Case *read, const CompanionModel *companions) {
    const char *companion = model_companion(case_model(read));
    REQUIRE(!companion || companions,
            error_input(NULL, "a %s is computed by the library judder_fe, or by the program %s",
                        case_model(read)->word->name, companion));
    return JUDDER_OK;
}

static JudderErr join_lines(const Value *list, char **text) {
    size_t length = 1;
    for (size_t i = 0; i < value_length(list); i++) length += strlen(value_as_text(value_at(list, i))) + 1;
    *text = calloc(length, 1);
    REQUIRE(*text, error_memory());
    for (size_t i = 0; i < value_length(list); i++) {
        strcat(*text, value_as_text(value_at(list, i)));
        strcat(*text, "\n");
    }
    return JUDDER_OK;
}

JudderErr check_case(const judder_case *given, const CompanionModel *companions, char **plan) {
    Case *read = NULL;
    Value *list = NULL;
    TRY(read_given(given, &read));
    JudderErr err = refuse_bodies(read, companions);
    if (err == JUDDER_OK) err = run_check(read, companions, &list);
    if (err == JUDDER_OK && plan) err = join_lines(list, plan);
    value_destroy(&list);
    case_destroy(&read);
    return err;
}

char *run_text(judder_run *run, const char *text) {
    return arena_text(&run->owned, text ? text : "", text ? strlen(text) : 0);
}

static JudderErr remember_case(const Case *read, judder_run *run) {
    char *papers = run_papers(read);
    run->case_file = run_text(run, case_file(read));
    run->case_text = run_text(run, case_text(read, NULL));
    run->model = run_text(run, case_model(read)->word->name);
    run->references = papers ? run_text(run, papers) : NULL;
    run->parameters = run_echo(read);
    free(papers);
    return run->case_file && run->case_text && run->model && run->references && run->parameters
               ? JUDDER_OK
               : error_memory();
}

enum { CHECKPOINT_SECONDS = 60 };

/* Where the results go. */
static JudderErr open_output(const judder_run_options *options, const Team *team, judder_run *run) {
    if (!options->output) return team->first() ? results_create_whole(&run->kept) : JUDDER_OK;
    run->path = run_text(run, options->output);
    return run->path ? JUDDER_OK : error_memory();
}

/* That of the run, and that of the thread. */
typedef struct Questions {
    StopQuestion own, before;
} Questions;

static bool goes_on(const StopQuestion *question) {
    return !question->go_on || question->go_on(question->context);
}

static bool both_go_on(void *context) {
    const Questions *questions = context;
    return goes_on(&questions->own) && goes_on(&questions->before);
}

static JudderErr run_studies(const Case *read, const judder_run_options *options, const Team *team,
                             const CompanionModel *companions, judder_run *run) {
    const Log log = {options->progress && team->first() ? stderr : NULL};
    TRY(team->agree(open_output(options, team, run)));
    const RunOptions how = {.output = options->output,
                            .log = &log,
                            .team = team,
                            .companions = companions,
                            .results = run->kept,
                            .no_file = !options->output,
                            .resume = options->resume && options->output,
                            .checkpoint = options->checkpoint > 0 ? options->checkpoint : CHECKPOINT_SECONDS};
    Questions questions = {{options->go_on, options->context}, stop_asked()};
    stop_ask(&(StopQuestion){both_go_on, &questions});
    const JudderErr err = run_case(read, &how, &run->report, &run->complete);
    stop_ask(&questions.before);
    return err;
}

static JudderErr library_run_fill(judder_run *run, const Team *team) {
    if (run->kept) return run_fill_kept(run);
    if (!team->first()) return JUDDER_OK;
    Reader *reader = NULL;
    TRY(reader_open(run->path, &reader));
    const JudderErr err = run_fill_file(run, reader);
    reader_close(&reader);
    return err;
}

JudderErr run_given(const judder_case *given, const judder_run_options *options, const Team *team,
                    const CompanionModel *companions, judder_run **run) {
    static const judder_run_options usual;
    Case *read = NULL;
    trial_leave_out();
    *run = calloc(1, sizeof **run);
    JudderErr err = *run ? read_given(given, &read) : error_memory();
    if (err == JUDDER_OK) err = refuse_bodies(read, companions);
    if (err == JUDDER_OK) err = remember_case(read, *run);
    err = team->agree(err);
    if (err == JUDDER_OK) err = run_studies(read, options ? options : &usual, team, companions, *run);
    if (err == JUDDER_OK) err = team->agree(library_run_fill(*run, team));
    case_destroy(&read);
    if (err != JUDDER_OK) run_destroy(run);
    return err;
}

void run_destroy(judder_run **run) {
    judder_run *gone = run ? *run : NULL;
    if (!gone) return;
    *run = NULL;
    value_destroy(&gone->report);
    value_destroy(&gone->parameters);
    results_destroy(&gone->kept);
    arena_release(&gone->owned);
    free(gone);
}
