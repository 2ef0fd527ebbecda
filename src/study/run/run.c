#include "study/run/run.h"

#include "base/version.h"
#include "results/read/seal.h"
#include "study/checkpoint/checkpoint.h"
#include "study/checkpoint/file.h"
#include "study/checkpoint/finished_run.h"
#include "study/checkpoint/result_claim.h"
#include "study/run/curves.h"
#include "study/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Running {
    const Case *read;
    Model model; /* as this program computes it */
    const BlockList *studies;
    void *prepared;
    Results *results;
    Checkpoint *checkpoint; /* NULL: none */
    const Log *log;
    const Team *team; /* of several processes only where they compute the model together: an error of one is
                       * then one of all */
    struct MotionList *motions;
    Value *list; /* of what the studies report; lent */
    bool complete, stopped;
} Running;

static JudderErr refuse_study(const Model *model, const char *name) {
    char known[400] = "";
    size_t used = 0;
    const ModelStudy *study;
    for (size_t i = 0; (study = model_study_at(model, i)) && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                 study->word->name);
    return error_input(NULL, "%s has no study %s: it has %s", model->word.name, name, known);
}

static JudderErr open_model(const Case *read, const RunOptions *options, Running *running) {
    const Block *block = case_model(read);
    *running = (Running){.read = read,
                         .model = model_of(block, options->companions),
                         .team = model_companion(block) ? options->team : &team_alone,
                         .complete = true};
    running->studies = model_study_list(block);
    for (size_t i = 0; i < running->studies->count; i++) {
        const Block *study = &running->studies->at[i];
        REQUIRE(model_study_find(&running->model, study->word->name),
                block_locate(study, refuse_study(&running->model, study->word->name)));
    }
    return running->model.prepare(block, &running->prepared);
}

static void close_model(Running *running) {
    running->model.release(case_model(running->read), &running->prepared);
}

static StudyRun study_run_of(const Running *running, const Block *study) {
    return (StudyRun){.read = running->read,
                      .words = vocabulary(),
                      .model = case_model(running->read),
                      .kind = &running->model,
                      .prepared = running->prepared,
                      .study = study,
                      .all = running->studies,
                      .results = running->results,
                      .checkpoint = running->checkpoint,
                      .log = running->log,
                      .motions = running->motions,
                      .team = running->team};
}

static JudderErr check_studies(const Running *running, Value *plan) {
    for (size_t i = 0; i < running->studies->count; i++) {
        StudyRun run = study_run_of(running, &running->studies->at[i]);
        TRY(model_study_find(&running->model, run.study->word->name)->check(&run));
        if (plan) REQUIRE(value_append(plan, value_text(run.note)), error_memory());
    }
    return JUDDER_OK;
}

/* For a look at it: each process by itself. */
static JudderErr open_alone(const Case *read, const CompanionModel *companions, Running *running) {
    return open_model(read, &(RunOptions){.team = &team_alone, .companions = companions}, running);
}

JudderErr run_check(const Case *read, const CompanionModel *companions, Value **plan) {
    Running running;
    TRY(open_alone(read, companions, &running));
    *plan = value_list();
    const JudderErr err = *plan ? check_studies(&running, *plan) : error_memory();
    close_model(&running);
    if (err != JUDDER_OK) value_destroy(plan);
    return err;
}

/* The first march of a case. */
static const Block *first_march(const BlockList *studies) {
    for (size_t i = 0; i < studies->count; i++)
        if (studies->at[i].word == &march_word) return &studies->at[i];
    return NULL;
}

JudderErr run_recorded(const Case *read, const CompanionModel *companions, const char *name,
                       RecordedLook *look) {
    Running running;
    TRY(open_alone(read, companions, &running));
    const Block *march = first_march(running.studies);
    JudderErr err = march ? JUDDER_OK : error_input(NULL, "the case has no march{}: nothing records series");
    if (err == JUDDER_OK) {
        StudyRun run = study_run_of(&running, march);
        err = model_study_find(&running.model, march->word->name)->check(&run);
        if (err == JUDDER_OK) err = recorded_look(&run, name, look);
    }
    close_model(&running);
    return err;
}

enum { STUDY_NAME_SIZE = 200 };

/* The name of a study: its own, or its word, with a number from the second such study on. */
static void study_name(const Running *running, const Block *study, char text[STUDY_NAME_SIZE]) {
    const Param *name = word_param(study->word, "name");
    const char *own = name ? *(const char *const *)((const char *)study->params + name->offset) : NULL;
    int before = 0;
    for (const Block *other = running->studies->at; other < study; other++)
        before += other->word == study->word && !block_gives(other, "name");
    snprintf(text, STUDY_NAME_SIZE, "%s", own ? own : study->word->name);
    if (before == 0 || block_gives(study, "name")) return;
    snprintf(text, STUDY_NAME_SIZE, "%s %d", study->word->name, before + 1);
}

/* One entry of the report, lent values and probes to be filled. */
static bool open_entry(const Running *running, const char *name, Value **entry, StudyRun *run) {
    *entry = value_object();
    if (!value_append(running->list, *entry)) return false;
    bool good = value_set(*entry, "study", value_text(run->study->word->name));
    good = value_set(*entry, "name", value_text(name)) && good;
    good = value_set(*entry, "outcome", value_null()) && good;
    good = value_set(*entry, "reason", value_null()) && good;
    good = value_set(*entry, "verdict", value_null()) && good;
    good = value_set(*entry, "note", value_null()) && good;
    run->values = value_child_object(*entry, "values");
    run->probes = value_child_object(*entry, "probes");
    return good && run->values && run->probes;
}

static bool close_entry(Value *entry, const StudyRun *run) {
    bool good = value_set(entry, "outcome", value_text(study_outcome_names[run->outcome]));
    good = value_set(entry, "reason", run->reason[0] ? value_text(run->reason) : value_null()) && good;
    good = value_set(entry, "verdict", value_verdict(run->verdict, certainty_names[run->certainty])) && good;
    return value_set(entry, "note", run->note[0] ? value_text(run->note) : value_null()) && good;
}

static JudderErr begin_study(const Running *running, const Block *study, const char *name) {
    if (!running->results) return JUDDER_OK;
    return results_study_begin(running->results, study->word->name, name);
}

/* Into the first study: they belong to the model. */
static JudderErr write_curves(const Running *running, StudyRun *run) {
    return running->results && value_length(running->list) == 1 ? curves_write_law(run) : JUDDER_OK;
}

static JudderErr end_study(const Running *running, const StudyRun *run) {
    if (!running->results) return JUDDER_OK;
    TRY(results_probes(running->results, run->probes));
    if (run->verdict[0])
        TRY(results_verdict(running->results, run->verdict, certainty_names[run->certainty]));
    if (run->note[0]) TRY(results_note(running->results, run->note));
    TRY(results_study_end(running->results, run->values, study_outcome_names[run->outcome], run->reason));
    return results_flush(running->results);
}

/* An interrupted study without a checkpoint of its own begins again when the run goes on. */
static JudderErr save_stopped(Running *running, StudyRun *run) {
    /* What only the first process computes only it knows to be broken off, and all save together. */
    const bool stopped = running->team->any(run->outcome == STUDY_STOPPED);
    if (!stopped || running->stopped) return JUDDER_OK;
    running->stopped = true;
    if (checkpoint_is_saved(run->checkpoint)) return JUDDER_OK;
    return checkpoint_save(run, NULL, NULL);
}

/* A run that goes on and is stopped before it has come to where it was: everything stays as it is. */
static JudderErr refuse_stop(const Running *running) {
    if (!checkpoint_resumes(running->checkpoint)) return JUDDER_OK;
    return error_stopped("interrupted before it went on: result and checkpoint are as they were");
}

static JudderErr do_study(Running *running, const Block *study) {
    StudyRun run = study_run_of(running, study);
    Value *entry;
    char name[STUDY_NAME_SIZE];
    study_name(running, study, name);
    const bool opened = open_entry(running, name, &entry, &run);
    TRY(running->team->agree(opened ? begin_study(running, study, name) : error_memory()));
    if (!running->stopped) TRY(checkpoint_study(&run, (size_t)(study - running->studies->at)));
    if (running->team->stop()) {
        TRY(refuse_stop(running));
        study_end(&run, STUDY_STOPPED, "not started: the run was interrupted");
    } else {
        TRY(running->team->agree(write_curves(running, &run)));
        const JudderErr err = running->team->agree(
            model_study_find(&running->model, study->word->name)->run(&run));
        if (err == JUDDER_STOPPED) {
            if (checkpoint_resumes(running->checkpoint)) return err;
            study_end(&run, STUDY_STOPPED, "%s", error_message());
        } else {
            TRY(err);
        }
    }
    TRY(running->team->agree(end_study(running, &run)));
    TRY(save_stopped(running, &run));
    running->complete = running->complete && run.outcome == STUDY_DONE;
    return running->team->agree(close_entry(entry, &run) ? JUDDER_OK : error_memory());
}

static JudderErr open_results(Running *running, const char *output) {
    if (!running->team->first()) return JUDDER_OK;
    char *papers = run_papers(running->read);
    Value *echo = run_echo(running->read);
    char *old = checkpoint_resumes(running->checkpoint) ? NULL : checkpoint_path(output);
    const ResultsHead head = {.case_file = case_file(running->read),
                              .case_text = case_text(running->read, NULL),
                              .model = running->model.word.name,
                              .version = JUDDER_VERSION,
                              .references = papers,
                              .parameters = echo,
                              .files = checkpoint_files(running->checkpoint),
                              .goes_with = old,
                              .claimed = true};
    JudderErr err = papers && echo ? results_create(output, &head, &running->results) : error_memory();
    if (err == JUDDER_OK) err = checkpoint_adopt(running->checkpoint, running->results);
    value_destroy(&echo);
    free(old);
    free(papers);
    return err;
}

/* Bodies whose studies cannot be taken up in memory have none; nor have results without a file. */
static JudderErr open_checkpoint(Running *running, const RunOptions *options) {
    if (options->no_file || running->results ||
        (model_companion(case_model(running->read)) && !running->model.serialise))
        return JUDDER_OK;
    const CheckpointPlan plan = {.read = running->read,
                                 .output = options->output,
                                 .interval = options->checkpoint,
                                 .resume = options->resume,
                                 .reports = running->list,
                                 .team = running->team};
    return checkpoint_open(&plan, &running->checkpoint);
}

/* What studies of an earlier run reported, which is destroyed. */
static JudderErr list_reports(Running *running, Value *reports) {
    bool good = true;
    for (size_t i = 0; good && i < value_length(reports); i++) {
        good = value_append(running->list, value_take(reports, i));
        const Value *outcome = value_get(value_at(running->list, i), "outcome");
        if (outcome && value_kind(outcome) == VALUE_TEXT)
            running->complete = running->complete &&
                                strcmp(value_as_text(outcome), study_outcome_names[STUDY_DONE]) == 0;
    }
    value_destroy(&reports);
    return good ? JUDDER_OK : error_memory();
}

/* With --resume: goes on, has nothing to do since the result in place is whole, or starts at the
 * beginning. */
static JudderErr look_back(Running *running, const RunOptions *options, bool *finished) {
    const bool resumes = checkpoint_resumes(running->checkpoint);
    Value *reports = NULL;
    *finished = false;
    if (!options->resume) return JUDDER_OK;
    seal_set_doubt(false);
    if (!resumes && running->checkpoint && running->team->first())
        TRY(finished_run_take(running->read, options->output, running->studies->count, &reports));
    *finished = reports != NULL;
    if (!resumes && !*finished && seal_doubt()[0])
        log_note(options->log, "%s: %s", options->output, seal_doubt());
    /* The others do not know whether it is finished. */
    if (running->team->first())
        log_note(options->log,
                 *finished ? "%s is finished already; nothing to do"
                 : resumes ? "%s goes on from its checkpoint"
                           : "%s has no checkpoint: the run starts at the beginning",
                 options->output);
    return *finished ? list_reports(running, reports) : JUDDER_OK;
}

/* The studies that were done come into the report as they were; how many. */
static JudderErr take_reports(Running *running, size_t *done) {
    Value *reports;
    *done = checkpoint_done(running->checkpoint, &reports);
    if (*done > running->studies->count) {
        value_destroy(&reports);
        return error_memory();
    }
    return list_reports(running, reports);
}

static JudderErr do_studies(Running *running, const RunOptions *options) {
    size_t done;
    bool finished = false;
    TRY(running->team->agree(check_studies(running, NULL)));
    TRY(open_checkpoint(running, options));
    TRY(running->team->agree(look_back(running, options, &finished)));
    if (options->resume) finished = running->team->any(finished);
    if (options->finished) *options->finished = finished;
    if (finished) return JUDDER_OK;
    TRY(running->team->agree(take_reports(running, &done)));
    TRY(running->team->agree(running->results || options->no_file ? JUDDER_OK
                                                                  : open_results(running, options->output)));
    StudyRun next = study_run_of(running, &running->studies->at[0]);
    TRY(running->team->agree(checkpoint_restore_model(&next)));
    for (size_t i = done; i < running->studies->count; i++) TRY(do_study(running, &running->studies->at[i]));
    JudderErr err = running->results ? results_close(running->results) : JUDDER_OK;
    if (err == JUDDER_OK && !running->stopped) err = checkpoint_finish(running->checkpoint, running->results);
    return running->team->agree(err);
}

/* Of processes that compute together the first one claims; all end if it cannot. */
static JudderErr claim_output(const Case *read, const RunOptions *options, Claim *claim) {
    const ResultPlan plan = {
        .output = options->output, .beside = ".checkpoint", .beside_kind = &checkpoint_kind};
    JudderErr err = JUDDER_OK;
    *claim = (Claim){0};
    if (!options->no_file && !options->results && options->team->first())
        err = result_claim(read, &plan, claim);
    return model_companion(case_model(read)) ? options->team->agree(err) : err;
}

static JudderErr run_claimed(const Case *read, const RunOptions *options, Value **report, bool *complete) {
    Running running;
    JudderErr err = open_model(read, options, &running);
    err = running.team->agree(err);
    if (err != JUDDER_OK) {
        if (running.prepared) close_model(&running);
        return err;
    }
    running.log = options->log;
    running.motions = options->motions;
    running.results = options->results;
    *report = value_object();
    bool good = value_set(*report, "case", value_text(case_file(read)));
    good = value_set(*report, "model", value_text(running.model.word.name)) && good;
    good = value_set(*report, "version", value_text(JUDDER_VERSION)) && good;
    good = value_set(*report, "result", value_text(options->output ? options->output : "")) && good;
    running.list = value_child_list(*report, "studies");
    err = running.team->agree(good && running.list ? JUDDER_OK : error_memory());
    /* A model that is not computed together is left to the process that writes. */
    const bool idle = !options->team->first() && !model_companion(case_model(read));
    if (err == JUDDER_OK && !idle) err = do_studies(&running, options);
    if (!options->results) results_destroy(&running.results);
    checkpoint_destroy(&running.checkpoint);
    close_model(&running);
    *complete = running.complete;
    if (err != JUDDER_OK) value_destroy(report);
    return err;
}

JudderErr run_case(const Case *read, const RunOptions *options, Value **report, bool *complete) {
    Claim claim;
    RunOptions how = *options;
    if (!how.team) how.team = &team_alone;
    JudderErr err = claim_output(read, &how, &claim);
    if (err == JUDDER_OK) err = run_claimed(read, &how, report, complete);
    claim_release(&claim);
    return err;
}
