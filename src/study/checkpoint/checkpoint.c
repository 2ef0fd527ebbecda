#include "study/checkpoint/checkpoint.h"

#include "results/resume/resume.h"
#include "study/checkpoint/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Checkpoint {
    CheckpointPlan plan;
    char *path;
    Fingerprint fingerprint;
    char files[FINGERPRINT_FILES];
    double last;     /* when it was saved */
    size_t position; /* of the open study */
    bool saved;      /* since the open study was announced */
    bool present;    /* there is a file of this run */
    Archive *earlier;
    Reader *result; /* of the run that is continued, while it is needed */
    struct {
        size_t position;
        ResultsLengths lengths;
        bool state;
        Value *reports;
        ResultsSums *sums; /* of the studies that were done */
        size_t sum_count;
    } found;
};

char *checkpoint_path(const char *output) {
    char *path = NULL;
    return asprintf(&path, "%s.checkpoint", output) < 0 ? NULL : path;
}

static JudderErr serialise_head(Checkpoint *c, Archive *archive, size_t *position, ResultsLengths *lengths,
                                bool *state) {
    TRY(fingerprint_serialise(archive, &c->fingerprint, c->path));
    TRY(case_serialise_answers(c->plan.read, archive));
    archive_array(archive, "study", position, sizeof *position);
    archive_array(archive, "lengths", lengths, sizeof *lengths);
    archive_flag(archive, "state", state);
    return archive_state(archive);
}

/* The sums of what the finished studies wrote, out or back. */
static void serialise_sums(Archive *archive, ResultsSums **sums, size_t *count) {
    *count = archive_count(archive, "sums", *count, sizeof **sums);
    if (archive_restores(archive)) *sums = calloc(*count + 1, sizeof **sums);
    if (*sums || *count == 0)
        archive_array(archive, "sums", *sums, *count * sizeof **sums);
    else
        archive_refuse(archive, "no memory for sums");
}

/* Processes that read other files would wait for each other for ever. */
static JudderErr compare_processes(const Checkpoint *c) {
    Fingerprint own = c->fingerprint;
    void *first = &own;
    size_t size = sizeof own;
    TRY(c->plan.team->share(&first, &size));
    const JudderErr err = fingerprint_same(&own, first);
    if (first != &own) free(first);
    return c->plan.team->agree(err);
}

/* One process reads the file: each for itself might read another one. */
static JudderErr receive(Checkpoint *c) {
    void *bytes = NULL;
    size_t size = 0;
    TRY(c->plan.team->agree(c->plan.team->first() ? checkpoint_file_read(c->path, &bytes, &size)
                                                  : JUDDER_OK));
    const JudderErr err = c->plan.team->share(&bytes, &size);
    if (err == JUDDER_OK && bytes) return archive_open(bytes, size, &c->earlier);
    free(bytes);
    return err;
}

static JudderErr take_up(Checkpoint *c) {
    TRY(c->plan.team->agree(receive(c)));
    if (!c->earlier) return JUDDER_OK;
    TRY(serialise_head(c, c->earlier, &c->found.position, &c->found.lengths, &c->found.state));
    value_archive(c->earlier, "reports", &c->found.reports);
    serialise_sums(c->earlier, &c->found.sums, &c->found.sum_count);
    TRY(archive_state(c->earlier));
    REQUIRE(c->found.reports && value_kind(c->found.reports) == VALUE_LIST &&
                value_length(c->found.reports) >= c->found.position &&
                c->found.sum_count >= c->found.position,
            error_input("--resume", "%s: damaged: start again without --resume", c->path));
    value_cut(c->found.reports, c->found.position);
    c->present = true;
    return JUDDER_OK;
}

JudderErr checkpoint_open(const CheckpointPlan *plan, Checkpoint **checkpoint) {
    Checkpoint *made = calloc(1, sizeof *made);
    *checkpoint = made;
    const JudderErr room = plan->team->agree(made ? JUDDER_OK : error_memory());
    if (room != JUDDER_OK || !made) {
        checkpoint_destroy(checkpoint);
        return room;
    }
    made->plan = *plan;
    made->last = clock_seconds();
    made->path = checkpoint_path(plan->output);
    JudderErr err = made->path ? fingerprint_make(plan->read, &made->fingerprint) : error_memory();
    fingerprint_files(&made->fingerprint, made->files);
    err = plan->team->agree(err);
    if (err == JUDDER_OK) err = compare_processes(made);
    if (err == JUDDER_OK && plan->resume) err = plan->team->agree(take_up(made));
    if (err != JUDDER_OK) checkpoint_destroy(checkpoint);
    return err;
}

void checkpoint_destroy(Checkpoint **checkpoint) {
    Checkpoint *gone = *checkpoint;
    if (!gone) return;
    *checkpoint = NULL;
    archive_destroy(&gone->earlier);
    reader_close(&gone->result);
    value_destroy(&gone->found.reports);
    free(gone->found.sums);
    free(gone->path);
    free(gone);
}

const char *checkpoint_files(const Checkpoint *c) {
    return c ? c->files : NULL;
}

bool checkpoint_resumes(const Checkpoint *c) {
    return c && c->earlier;
}

size_t checkpoint_done(Checkpoint *c, Value **reports) {
    *reports = NULL;
    if (!checkpoint_resumes(c)) return 0;
    *reports = c->found.reports;
    c->found.reports = NULL;
    return c->found.position;
}

JudderErr checkpoint_adopt(Checkpoint *c, Results *results) {
    if (!checkpoint_resumes(c) || !c->plan.team->first()) return JUDDER_OK;
    const bool needed = c->found.position > 0 || c->found.state;
    if (!needed) return JUDDER_OK;
    TRY(reader_open(c->plan.output, &c->result));
    const Reader *r = c->result;
    REQUIRE(fingerprint_fits(&c->fingerprint, r->version, r->case_text, r->parameters) &&
                (!r->files || strcmp(r->files, c->files) == 0),
            error_input("--resume", "%s: not the result that %s goes with: start again without --resume",
                        c->plan.output, c->path));
    for (size_t i = 0; i < c->found.position; i++)
        TRY(results_adopt(results, c->result, i,
                          &(ResultsEnded){value_at(c->plan.reports, i), c->found.sums[i]}));
    return JUDDER_OK;
}

JudderErr checkpoint_restore_model(StudyRun *run) {
    Checkpoint *c = run->checkpoint;
    if (!checkpoint_resumes(c)) return JUDDER_OK;
    if (run->kind->serialise) TRY(c->plan.team->agree(run->kind->serialise(run, c->earlier)));
    return archive_state(c->earlier);
}

JudderErr checkpoint_restore(StudyRun *run, CheckpointSerialise *serialise, void *context, bool *restored) {
    Checkpoint *c = run->checkpoint;
    *restored = checkpoint_resumes(c) && c->found.state && c->position == c->found.position;
    if (!*restored) return JUDDER_OK;
    JudderErr err = JUDDER_OK;
    if (c->plan.team->first()) err = results_replay(run->results, c->result, c->position, &c->found.lengths);
    err = c->plan.team->agree(err); /* serialising is for all or for none */
    if (err == JUDDER_OK) err = serialise(context, c->earlier);
    if (err == JUDDER_OK) err = archive_state(c->earlier);
    reader_close(&c->result);
    archive_destroy(&c->earlier);
    return c->plan.team->agree(err);
}

bool checkpoint_wanted(const StudyRun *run) {
    const Checkpoint *c = run->checkpoint;
    return c &&
           (stop_requested() || (c->plan.team->first() && clock_seconds() - c->last >= c->plan.interval));
}

bool checkpoint_due(const StudyRun *run) {
    const Checkpoint *c = run->checkpoint;
    if (!c) return false;
    return c->plan.team->any(checkpoint_wanted(run));
}

static void archive_finished(Archive *archive, const Results *results) {
    size_t count;
    ResultsSums *sums = (ResultsSums *)(size_t)results_finished(results, &count);
    serialise_sums(archive, &sums, &count);
}

static JudderErr checkpoint_fill(StudyRun *run, CheckpointSerialise *serialise, void *context,
                                 Archive *archive) {
    Checkpoint *c = run->checkpoint;
    ResultsLengths lengths = archive ? results_lengths(run->results) : (ResultsLengths){0};
    bool state = serialise != NULL;
    JudderErr err = JUDDER_OK;
    if (archive) err = serialise_head(c, archive, &c->position, &lengths, &state);
    if (err == JUDDER_OK) value_archive(archive, "reports", &c->plan.reports);
    if (err == JUDDER_OK && archive) archive_finished(archive, run->results);
    /* Every process gathers, whatever happened in one of them. */
    TRY(c->plan.team->agree(err));
    if (run->kind->serialise) TRY(c->plan.team->agree(run->kind->serialise(run, archive)));
    if (serialise) TRY(c->plan.team->agree(serialise(context, archive)));
    return c->plan.team->agree(archive_state(archive));
}

JudderErr checkpoint_save(StudyRun *run, CheckpointSerialise *serialise, void *context) {
    Checkpoint *c = run->checkpoint;
    if (!c) return JUDDER_OK;
    Archive *archive = NULL;
    JudderErr err = c->plan.team->first() ? results_sync(run->results) : JUDDER_OK;
    if (err == JUDDER_OK && c->plan.team->first()) err = archive_create(&archive);
    err = c->plan.team->agree(err);
    if (err == JUDDER_OK) err = checkpoint_fill(run, serialise, context, archive);
    if (err == JUDDER_OK)
        err = c->plan.team->agree(archive ? checkpoint_file_write(c->path, archive) : JUDDER_OK);
    archive_destroy(&archive);
    TRY(err);
    c->saved = c->present = true;
    c->last = clock_seconds();
    return JUDDER_OK;
}

JudderErr checkpoint_study(StudyRun *run, size_t position) {
    Checkpoint *c = run->checkpoint;
    if (!c) return JUDDER_OK;
    /* What was under way comes back first. */
    if (checkpoint_resumes(c) && position > c->found.position) archive_destroy(&c->earlier);
    c->position = position;
    c->saved = false;
    if (position == 0 || checkpoint_resumes(c) || !checkpoint_due(run)) return JUDDER_OK;
    return checkpoint_save(run, NULL, NULL);
}

bool checkpoint_is_saved(const Checkpoint *c) {
    return c && c->saved;
}

JudderErr checkpoint_finish(Checkpoint *c, Results *results) {
    if (!c || !c->present || !c->plan.team->first()) return JUDDER_OK;
    TRY(results_sync(results));
    remove(c->path);
    return JUDDER_OK;
}
