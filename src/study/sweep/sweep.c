#include "study/sweep/sweep.h"

#include "base/bytes.h"
#include "base/version.h"
#include "study/checkpoint/result_claim.h"
#include "study/run/run.h"
#include "study/sweep/finished.h"
#include "study/sweep/follow/follow.h"
#include "study/sweep/journal.h"
#include "study/sweep/points/workers.h"
#include "study/sweep/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sweep {
    const SweepOptions *options;
    SweepPlan plan;
    Case *read; /* the case with its own params */
    Point *points;
    bool *done;
    Claim claim; /* to the result */
    Journal journal;
    Progress progress;
    size_t finished;
    RecordedLook sampled;
    FollowTable follow;
    FollowedPlaces followed; /* of the run that is continued */
    SweepSummary *summary;
    NamedFiles files;
    const char *mixed; /* a file that is not the same at all points; NULL: none */
} Sweep;

/* A journal goes on only if it is of the very same sweep. */
static uint64_t fingerprint(const Sweep *sweep) {
    const SweepOptions *o = sweep->options;
    uint64_t sum = bytes_sum(BYTES_SUM_START, JUDDER_VERSION, sizeof JUDDER_VERSION);
    sum = bytes_sum(sum, sweep->plan.text, sweep->plan.length);
    for (size_t i = 0; i < o->setting_count; i++) {
        sum = bytes_sum(sum, o->settings[i].key, strlen(o->settings[i].key) + 1);
        sum = bytes_sum(sum, o->settings[i].value, strlen(o->settings[i].value) + 1);
    }
    for (size_t i = 0; i < o->over_count; i++) sum = bytes_sum(sum, o->over[i], strlen(o->over[i]) + 1);
    if (o->sample) sum = bytes_sum(sum, o->sample, strlen(o->sample) + 1);
    if (o->after) sum = bytes_sum(sum, o->after, strlen(o->after) + 1);
    if (o->follow) sum = bytes_sum(sum, "follow", sizeof "follow");
    return sum;
}

/* What is to be sampled must be among what the march records. */
static JudderErr check_series(const Sweep *sweep, const char *name, RecordedLook *look) {
    TRY(run_recorded(sweep->read, sweep->plan.companions, name, look));
    REQUIRE(look->found, error_input("--sample", "--sample %s: %s", sweep->options->sample, look->refusal));
    return JUDDER_OK;
}

static JudderErr check_sample(Sweep *sweep) {
    const SampleWish *wish = &sweep->plan.sample;
    RecordedLook other;
    if (wish->kind == SAMPLE_NONE) return JUDDER_OK;
    TRY(check_series(sweep, wish->series, &sweep->sampled));
    return wish->other[0] ? check_series(sweep, wish->other, &other) : JUDDER_OK;
}

/* Words that are swept over may be names of files. */
static JudderErr claim_result(Sweep *sweep) {
    const SweepGrid *grid = &sweep->plan.grid;
    size_t count = 0;
    for (size_t a = 0; a < grid->axes; a++) count += grid->axis[a].words ? grid->axis[a].count : 0;
    const char **words = calloc(count + 1, sizeof *words);
    REQUIRE(words, error_memory());
    count = 0;
    for (size_t a = 0; a < grid->axes; a++)
        for (size_t i = 0; grid->axis[a].words && i < grid->axis[a].count; i++)
            words[count++] = grid->axis[a].texts[i];
    const ResultPlan plan = {
        .output = sweep->options->output, .beside = ".journal", .beside_kind = &journal_kind, .also = words};
    const JudderErr err = result_claim(sweep->read, &plan, &sweep->claim);
    free(words);
    return err;
}

static JudderErr prepare(Sweep *sweep) {
    const SweepOptions *o = sweep->options;
    const CaseOptions how = {
        .words = vocabulary(), .settings = o->settings, .setting_count = o->setting_count};
    TRY(case_read(o->case_file, &how, &sweep->read));
    const Block *model = case_model(sweep->read);
    TRY(o->hand_over(model));
    sweep->plan = (SweepPlan){.case_file = o->case_file,
                              .settings = o->settings,
                              .setting_count = o->setting_count,
                              .follow = o->follow,
                              .team = model_companion(model) ? o->team : &team_alone,
                              .companions = o->companions};
    sweep->plan.text = case_text(sweep->read, &sweep->plan.length);
    TRY(sample_read(o->sample, o->after, &sweep->plan.sample));
    TRY(check_sample(sweep));
    TRY(grid_create(o->over, o->over_count, sweep->read, &sweep->plan.grid));
    if (o->follow) TRY(follow_check(sweep->read, &sweep->plan.grid));
    sweep->plan.fingerprint = fingerprint(sweep);
    sweep->plan.files = &sweep->files;
    for (size_t i = 0; i < o->setting_count; i++)
        for (size_t a = 0; a < sweep->plan.grid.axes; a++)
            REQUIRE(strcmp(o->settings[i].key, sweep->plan.grid.axis[a].key) != 0,
                    error_input("--set", "%s is both set and swept over", o->settings[i].key));
    sweep->points = calloc(sweep->plan.grid.points, sizeof *sweep->points);
    sweep->done = calloc(sweep->plan.grid.points, sizeof *sweep->done);
    REQUIRE(sweep->points && sweep->done, error_memory());
    for (size_t i = 0; i < sweep->plan.grid.points; i++) sweep->points[i].outcome = POINT_MISSING;
    return claim_result(sweep);
}

static JudderErr keep_files(Sweep *sweep, const NamedFiles *files) {
    const char *differs;
    TRY(named_files_merge(&sweep->files, files, &differs));
    if (differs) sweep->mixed = differs;
    return JUDDER_OK;
}

static bool keep_point(Sweep *sweep, uint64_t index, const unsigned char *bytes, size_t count) {
    Point point;
    if (index >= sweep->plan.grid.points || sweep->done[index] || !point_unpack(bytes, count, &point))
        return false;
    if (keep_files(sweep, &point.files) != JUDDER_OK) {
        point_release(&point);
        return false;
    }
    sweep->points[index] = point;
    sweep->done[index] = true;
    sweep->finished++;
    return true;
}

/* What lies between the points of the grid is behind them. */
static void on_frame(void *context, uint64_t index, const unsigned char *bytes, size_t count) {
    Sweep *sweep = context;
    FollowedPlaces *followed = &sweep->followed;
    if (index < sweep->plan.grid.points)
        keep_point(sweep, index, bytes, count);
    else if (followed_unpack(followed, bytes, count) &&
             keep_files(sweep, &followed->at[followed->count - 1].point.files) != JUDDER_OK)
        followed_drop_last(followed);
}

static JudderErr on_point(void *context, size_t index, const unsigned char *bytes, size_t count) {
    Sweep *sweep = context;
    REQUIRE(keep_point(sweep, index, bytes, count), error_memory());
    /* A point of a changed file must not come into the journal, or it could never be taken up again. */
    if (sweep->mixed) return point_refuse_file(sweep->mixed);
    return journal_append(&sweep->journal, index, bytes, count);
}

static JudderErr on_rest(void *context) {
    Sweep *sweep = context;
    progress_update(&sweep->progress, (double)sweep->finished / (double)sweep->plan.grid.points,
                    (double)sweep->finished);
    return journal_write(&sweep->journal);
}

/* What the points that are done were computed from must be what those to come will be. */
static JudderErr check_files(const Sweep *sweep) {
    const char *changed = sweep->mixed ? sweep->mixed
                                       : named_files_changed(&sweep->files, sweep->options->case_file);
    REQUIRE(!changed,
            error_input(
                "--resume",
                "%s: %s, which the case names, has changed since: undo the change, or start again without "
                "--resume",
                sweep->journal.place.path, changed));
    return JUDDER_OK;
}

static JudderErr write_result(const Sweep *sweep, const SweepTable *table) {
    char *papers = run_papers(sweep->read);
    Value *echo = run_echo(sweep->read);
    Results *results = NULL;
    const ResultsHead head = {.case_file = case_file(sweep->read),
                              .case_text = sweep->plan.text,
                              .model = case_model(sweep->read)->word->name,
                              .version = JUDDER_VERSION,
                              .references = papers,
                              .parameters = echo,
                              .claimed = true};
    JudderErr err = papers && echo ? results_create(sweep->options->output, &head, &results) : error_memory();
    if (err == JUDDER_OK) err = sweep_table_write(table, sweep->sampled.unit, results);
    if (err == JUDDER_OK && sweep->plan.follow) err = follow_write(&sweep->follow, &sweep->plan, results);
    if (err == JUDDER_OK) err = results_close(results);
    results_destroy(&results);
    value_destroy(&echo);
    free(papers);
    return err;
}

static void summarise(const Sweep *sweep, const SweepTable *table) {
    SweepSummary *s = sweep->summary;
    s->points = sweep->plan.grid.points;
    s->failed = table->failed, s->missing = table->missing, s->samples = table->samples;
    s->unanswered = table->unanswered;
    s->done = s->points - s->failed - s->missing;
    s->followed = sweep->follow.motions, s->thresholds = sweep->follow.thresholds;
    s->unfollowed = sweep->plan.follow && !sweep->follow.whole;
    for (size_t p = 0; p < s->points && !s->first_failure[0]; p++)
        if (sweep->points[p].outcome != POINT_DONE && sweep->points[p].outcome != POINT_MISSING)
            snprintf(s->first_failure, sizeof s->first_failure, "point %zu: %.350s", p + 1,
                     sweep->points[p].reason);
}

static JudderErr finish(Sweep *sweep, bool write, Value **report) {
    SweepTable table;
    JudderErr err = sweep_table_create(&sweep->plan, sweep->points, &table);
    if (err == JUDDER_OK && write) err = write_result(sweep, &table);
    if (err == JUDDER_OK && sweep->options->table) {
        *report = value_object();
        bool good = value_set(*report, "case", value_text(sweep->options->case_file));
        good = value_set(*report, "model", value_text(case_model(sweep->read)->word->name)) && good;
        good = value_set(*report, "version", value_text(JUDDER_VERSION)) && good;
        good = value_set(*report, "result", value_text(sweep->options->output)) && good;
        err = good ? sweep_table_report(&table, *report) : error_memory();
        if (err == JUDDER_OK && sweep->plan.follow && !follow_report(&sweep->follow, &sweep->plan, *report))
            err = error_memory();
    }
    if (err == JUDDER_OK) summarise(sweep, &table);
    sweep_table_release(&table);
    return err;
}

static JudderErr keep_place(void *context, double at, const unsigned char *point, size_t count) {
    Sweep *sweep = context;
    unsigned char *bytes;
    TRY(followed_pack(at, point, count, &bytes));
    const JudderErr err = journal_append(&sweep->journal, sweep->plan.grid.points, bytes, sizeof at + count);
    free(bytes);
    return err;
}

static JudderErr write_journal(void *context) {
    return journal_write(&((Sweep *)context)->journal);
}

static JudderErr follow(Sweep *sweep) {
    const FollowWork work = {.plan = &sweep->plan,
                             .points = sweep->points,
                             .before = &sweep->followed,
                             .jobs = sweep->summary->jobs,
                             .log = sweep->options->log,
                             .keep = keep_place,
                             .rest = write_journal,
                             .context = sweep};
    return follow_points(&work, &sweep->follow);
}

static JudderErr compute(Sweep *sweep, Value **report) {
    const SweepOptions *o = sweep->options;
    const JournalStart start = {.result = o->output,
                                .fingerprint = sweep->plan.fingerprint,
                                .resume = o->resume,
                                .take = on_frame,
                                .context = sweep};
    size_t found;
    TRY(journal_open(&start, &sweep->journal, &found));
    JudderErr err = check_files(sweep);
    if (err != JUDDER_OK) {
        journal_close(&sweep->journal, false);
        return err;
    }
    sweep->summary->resumed = sweep->finished;
    sweep->summary->jobs = o->jobs ? o->jobs : workers_processors();
    const SweepWork work = {.plan = &sweep->plan,
                            .done = sweep->done,
                            .jobs = sweep->summary->jobs,
                            .take = on_point,
                            .rest = on_rest,
                            .context = sweep};
    const double begin = clock_seconds();
    progress_start(&sweep->progress, o->log, "sweep", "");
    sweep->progress.quantity = "points done";
    sweep->progress.origin = (double)sweep->finished / (double)sweep->plan.grid.points;
    err = workers_run(&work);
    progress_end(&sweep->progress);
    if (err == JUDDER_OK && sweep->plan.follow) err = follow(sweep);
    sweep->summary->seconds = clock_seconds() - begin;
    if (err == JUDDER_OK) err = finish(sweep, true, report);
    const bool complete = err == JUDDER_OK && sweep->finished == sweep->plan.grid.points &&
                          (!sweep->plan.follow || sweep->follow.whole);
    const JudderErr closed = journal_close(&sweep->journal, complete);
    return err != JUDDER_OK ? err : closed;
}

/* Where nothing was followed to its end, all is computed again. */
static JudderErr read_followed(Sweep *sweep, bool *found) {
    Reader *reader = NULL;
    TRY(reader_open(sweep->options->output, &reader));
    const JudderErr err = follow_read(reader, &sweep->follow, found);
    reader_close(&reader);
    for (size_t i = 0; !*found && i < sweep->plan.grid.points; i++) {
        point_release(&sweep->points[i]);
        sweep->points[i].outcome = POINT_MISSING;
    }
    return err;
}

/* A sweep that is to go on but is finished is only told. */
static JudderErr tell_finished(Sweep *sweep, Value **report, bool *finished) {
    const SweepOptions *o = sweep->options;
    *finished = false;
    if (!o->resume || journal_exists(o->output)) return JUDDER_OK;
    TRY(finished_read(&sweep->plan, o->output, sweep->points, finished));
    if (*finished && o->follow) TRY(read_followed(sweep, finished));
    if (!*finished) return JUDDER_OK;
    sweep->summary->resumed = sweep->plan.grid.points;
    return finish(sweep, false, report);
}

JudderErr sweep_run(const SweepOptions *options, Value **report, SweepSummary *summary) {
    Sweep sweep = {.options = options, .summary = summary, .journal = {.fd = -1}};
    *summary = (SweepSummary){0};
    *report = NULL;
    JudderErr err = prepare(&sweep);
    bool finished = false;
    if (err == JUDDER_OK) err = tell_finished(&sweep, report, &finished);
    if (err == JUDDER_OK && !finished) err = compute(&sweep, report);
    for (size_t i = 0; sweep.points && i < sweep.plan.grid.points; i++) point_release(&sweep.points[i]);
    free(sweep.points);
    follow_release(&sweep.follow);
    followed_release(&sweep.followed);
    free(sweep.done);
    grid_release(&sweep.plan.grid);
    named_files_release(&sweep.files);
    case_destroy(&sweep.read);
    claim_release(&sweep.claim);
    if (err != JUDDER_OK) value_destroy(report);
    return err;
}
