/* A run in memory as a file, and runs as pages. */
#include "library/run/run.h"

#include "base/bytes.h"
#include "base/text/references.h"
#include "base/version.h"
#include "report/report.h"
#include "results/place/target.h"
#include "results/read/trial.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static JudderErr save_series(Results *results, const judder_study *study) {
    if (study->series_count == 0) return JUDDER_OK;
    ResultsColumn *columns = calloc(study->series_count, sizeof *columns);
    double *row = calloc(study->series_count, sizeof *row);
    JudderErr err = columns && row ? JUDDER_OK : error_memory();
    for (size_t i = 0; i < study->series_count && err == JUDDER_OK; i++)
        columns[i] = (ResultsColumn){study->series[i].name, study->series[i].unit};
    if (err == JUDDER_OK) err = results_series_declare(results, columns, study->series_count);
    for (size_t k = 0; k < study->series[0].count && err == JUDDER_OK; k++) {
        for (size_t i = 0; i < study->series_count; i++) row[i] = study->series[i].at[k];
        err = results_series_append(results, row);
    }
    free(columns);
    free(row);
    return err;
}

static JudderErr save_study(Results *results, const judder_study *study) {
    TRY(results_study_begin(results, study->study, study->name));
    TRY(save_series(results, study));
    for (size_t i = 0; i < study->field_count; i++) {
        const judder_field *f = &study->fields[i];
        TRY(results_again(results, &(ResultsTable){f->name, f->columns, f->at, f->rows, f->count}, f->unit));
    }
    for (size_t i = 0; i < study->event_count; i++) {
        const judder_happening *event = &study->events[i];
        TRY(results_event(results, event->t, event->kind, event->place, event->from, event->to));
    }
    TRY(results_probes(results, (const Value *)study->probes));
    if (study->verdict[0]) TRY(results_verdict(results, study->verdict, study->certainty));
    if (study->note[0]) TRY(results_note(results, study->note));
    return results_study_end(results, (const Value *)study->values, study->outcome, study->reason);
}

/* 0, or the errno. */
static int copy_bytes(int from, int to) {
    char block[1 << 16];
    for (ssize_t got = 1; got > 0;) {
        got = read(from, block, sizeof block);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got < 0 || !bytes_write(to, block, (size_t)got))
            return errno;
    }
    return 0;
}

/* The file of a run, as it is. */
static JudderErr copy_to(const judder_run *run, const char *path) {
    const char *const inputs[] = {run->path, NULL};
    struct stat own, other;
    Target target;
    const int from = open(run->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    REQUIRE(from >= 0, error_input("run", "%s: cannot be read: %s", run->path, strerror(errno)));
    const bool same = fstat(from, &own) == 0 && stat(path, &other) == 0 && own.st_dev == other.st_dev &&
                      own.st_ino == other.st_ino;
    JudderErr err = same ? error_input("run", "the run is already the file %s", run->path)
                         : target_create(&target,
                                         &(PlaceWish){.path = path, .inputs = inputs, .kind = &results_kind});
    if (err == JUDDER_OK) err = target_finish(&target, copy_bytes(from, target.file));
    close(from);
    return err;
}

static JudderErr save_to(const judder_run *run, const char *path) {
    TRY(check_given(run, "run"));
    TRY(check_given(path, "result_file"));
    if (!run->kept && run->path) return copy_to(run, path);
    REQUIRE(run->kept, error_input("run", "the run is that of another rank: it holds nothing"));
    const ResultsHead head = {.case_file = run->case_file,
                              .case_text = run->case_text,
                              .model = run->model,
                              .version = JUDDER_VERSION,
                              .references = run->references,
                              .parameters = run->parameters};
    Results *results = NULL;
    TRY(results_create(path, &head, &results));
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; i < run->count && err == JUDDER_OK; i++) err = save_study(results, &run->studies[i]);
    if (err == JUDDER_OK) err = results_close(results);
    results_destroy(&results);
    return err;
}

judder_status judder_run_save(const judder_run *run, const char *result_file) {
    return status_of(save_to(run, result_file));
}

/* Figures are drawn from files: a run in memory becomes one for a moment. */
static JudderErr figures_of_kept(const judder_run *run, char **html) {
    const char *folder = getenv("TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%.4000s/judder-XXXXXX", folder && folder[0] ? folder : "/tmp");
    const int file = mkstemp(path);
    REQUIRE(file >= 0, error_machine("%s: no file can be made there", path));
    close(file);
    JudderErr err = save_to(run, path);
    if (err == JUDDER_OK) err = report_figures(path, html);
    unlink(path);
    return err;
}

judder_status judder_run_figures(const judder_run *run, char **html) {
    if (!is_given(run, "run") || !is_given(html, "html")) return JUDDER_STATUS_INPUT;
    *html = NULL;
    trial_leave_out();
    if (run->kept) return status_of(figures_of_kept(run, html));
    const JudderErr err = check_given(run->path, "result file of the run");
    return status_of(err == JUDDER_OK ? report_figures(run->path, html) : err);
}

judder_status judder_report(const char *result_file, const char *html_file) {
    const ReportOptions options = {references_bib, JUDDER_VERSION};
    ReportSummary summary;
    trial_leave_out();
    JudderErr err = check_given(result_file, "result_file");
    if (err == JUDDER_OK) err = check_given(html_file, "html_file");
    return status_of(err == JUDDER_OK ? report_write(result_file, html_file, &options, &summary) : err);
}
