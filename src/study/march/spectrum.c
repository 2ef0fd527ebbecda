/* spectrum{}: the frequencies of the series that the last march recorded, whatever the model. */
#include "spectrum/spectrum.h"

#include "base/field.h"
#include "study/recorded.h"
#include "study/studies.h"
#include "study/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SpectrumOf {
    const char *of;
    int window; /* SpectrumWindow */
    double from, to;
    long count;
    const char *name;
} SpectrumOf;

static JudderErr check_spectrum(const void *params) {
    const SpectrumOf *p = params;
    REQUIRE(p->to == 0 || p->to > p->from,
            error_input("to", "to = %g is not after from = %g", p->to, p->from));
    return JUDDER_OK;
}

static const Param spectrum_params[] = {
    FIELD(SpectrumOf, of, TEXT, "which recorded series of the march before it; empty: every one",
          .preset_text = ""),
    FIELD(SpectrumOf, window, CHOICE, "what the series is multiplied with; none: only for whole periods",
          .choices = "hann|none"),
    FIELD(SpectrumOf, from, NUMBER, "the part of the run to use begins here", NOT_NEGATIVE, .unit = "s"),
    FIELD(SpectrumOf, to, NUMBER, "and ends here", NOT_NEGATIVE, .unit = "s",
          .preset_text = "the end of the run"),
    FIELD(SpectrumOf, count, COUNT, "at most so many peaks of a series", WITHIN(1, 1000), .preset = 12),
    FIELD(SpectrumOf, name, TEXT, "how the study is called in the result", .preset_text = "spectrum"),
    {0},
};

const Word spectrum_word = {
    .name = "spectrum",
    .kind = "study",
    .summary = "The frequencies of what the march before it recorded, with interpolated peaks.",
    .reference = "",
    .papers = "",
    .example = "spectrum{ of = \"end_velocity\" }",
    .params = spectrum_params,
    .size = sizeof(SpectrumOf),
    .check = check_spectrum};

/* The march whose series are examined: the last one before this study. */
static const Block *march_before(const StudyRun *run) {
    const Block *march = NULL;
    for (size_t i = 0; i < run->all->count && &run->all->at[i] != run->study; i++)
        if (run->all->at[i].word == &march_word) march = &run->all->at[i];
    return march;
}

static JudderErr look(const StudyRun *run, const char *name, RecordedLook *found) {
    StudyRun march = *run;
    march.study = march_before(run);
    return recorded_look(&march, name, found);
}

/* Refuses a series that the march does not record. */
static JudderErr check_series(const StudyRun *run, const char *of) {
    RecordedLook found;
    if (!of[0]) return JUDDER_OK;
    TRY(look(run, of, &found));
    REQUIRE(found.found && strcmp(of, "t") != 0, block_refuse(run->study, "of", "%s", found.refusal));
    return JUDDER_OK;
}

JudderErr spectrum_check(StudyRun *run) {
    const SpectrumOf *p = run->study->params;
    const Block *before = march_before(run);
    REQUIRE(before,
            block_refuse(run->study, NULL, "spectrum needs a march{} before it in the list of studies"));
    const March *march = before->params;
    REQUIRE(p->from < march->final && p->to <= march->final,
            block_refuse(run->study, p->from < march->final ? "to" : "from",
                         "spectrum from %g to %g: the march ends at %g", p->from, p->to, march->final));
    TRY(check_series(run, p->of));
    study_note(run, "spectrum of %s from t = %g to %g", p->of[0] ? p->of : "every series", p->from,
               p->to > 0 ? p->to : march->final);
    return JUDDER_OK;
}

/* The rows to use: those in [from, to] with equal steps; a shorter last step is left out. */
typedef struct Rows {
    size_t first, count;
    double dt;
} Rows;

static JudderErr choose_rows(const StudyRun *run, const double *t, size_t count, Rows *rows) {
    const SpectrumOf *p = run->study->params;
    const double to = p->to > 0 ? p->to : INFINITY;
    size_t first = 0, end = count;
    rows->dt = count > 1 ? t[1] - t[0] : 0;
    while (first < count && t[first] < p->from - 0.5 * rows->dt) first++;
    while (end > first && t[end - 1] > to + 0.5 * rows->dt) end--;
    while (end > first + 2 && fabs(t[end - 1] - t[end - 2] - rows->dt) > 1e-6 * rows->dt) end--;
    rows->first = first;
    rows->count = end - first;
    REQUIRE(rows->count >= SPECTRUM_FEWEST,
            block_refuse(run->study, "from",
                         "spectrum has %zu recorded rows to look at: at least %d are needed", rows->count,
                         SPECTRUM_FEWEST));
    return JUDDER_OK;
}

static bool report_peaks(Value *list, const char *of, const Spectrum *spectrum) {
    bool good = true;
    for (size_t i = 0; i < spectrum->peak_count; i++) {
        Value *peak = value_object();
        good = value_set(peak, "of", value_text(of)) && good;
        good = value_set(peak, "frequency", value_number(spectrum->peaks[i].frequency)) && good;
        good = value_set(peak, "amplitude",
                         value_number(spectrum->peaks[i].amplitude / spectrum->peaks[0].amplitude)) &&
               good;
        good = value_set(peak, "size", value_number(spectrum->peaks[i].amplitude)) && good;
        good = value_append(list, peak) && good;
    }
    return good;
}

static JudderErr write_frequencies(StudyRun *run, const Spectrum *spectrum) {
    double *frequency = malloc(spectrum->count * sizeof *frequency);
    REQUIRE(frequency, error_memory());
    for (size_t k = 0; k < spectrum->count; k++) frequency[k] = (double)k * spectrum->bin;
    RecordedLook time;
    JudderErr err = look(run, "t", &time);
    if (err == JUDDER_OK)
        err = results_field(run->results, "frequency", strcmp(time.unit, "s") == 0 ? "Hz" : "", frequency,
                            spectrum->count, 1);
    free(frequency);
    return err;
}

static JudderErr one_series(StudyRun *run, const char *of, const Rows *rows, Value *peaks, bool first) {
    const SpectrumOf *p = run->study->params;
    double *x = NULL;
    size_t count = 0;
    TRY(results_series_read(run->results, march_word.name, of, &x, &count));
    const SpectrumOptions options = {
        .dt = rows->dt, .window = (SpectrumWindow)p->window, .most_peaks = (size_t)p->count, .floor = 1e-6};
    Spectrum *spectrum = NULL;
    JudderErr err = x && rows->first + rows->count <= count
                        ? spectrum_create(x + rows->first, rows->count, &options, &spectrum)
                        : error_input("of", "the series %s is shorter than its times", of);
    free(x);
    if (err == JUDDER_OK && first) err = write_frequencies(run, spectrum);
    RecordedLook found;
    if (err == JUDDER_OK) err = look(run, of, &found);
    if (err == JUDDER_OK)
        err = results_field(run->results, of, found.unit, spectrum->amplitude, spectrum->count, 1);
    if (err == JUDDER_OK && !report_peaks(peaks, of, spectrum)) err = error_memory();
    if (err == JUDDER_OK && first) value_set(run->values, "resolution", value_number(spectrum->bin));
    spectrum_destroy(&spectrum);
    return err;
}

JudderErr spectrum_run(StudyRun *run) {
    const SpectrumOf *p = run->study->params;
    if (!run->results) return JUDDER_OK; /* the process that writes has the series */
    const double begin = clock_seconds();
    double *t = NULL;
    size_t count = 0, done = 0;
    TRY(results_series_read(run->results, march_word.name, "t", &t, &count));
    if (!t) {
        study_end(run, STUDY_FAILED, "the march before it recorded nothing");
        return JUDDER_OK;
    }
    Rows rows;
    const JudderErr err = choose_rows(run, t, count, &rows);
    free(t);
    TRY(err);
    Value *peaks = value_child_list(run->values, "peaks");
    REQUIRE(peaks, error_memory());
    for (size_t i = 1; results_series_name(run->results, march_word.name, i); i++) {
        const char *of = results_series_name(run->results, march_word.name, i);
        if (p->of[0] && strcmp(p->of, of) != 0) continue;
        TRY(one_series(run, of, &rows, peaks, done == 0));
        done++;
    }
    if (!done) {
        study_end(run, STUDY_FAILED, "no series %.100s was recorded", p->of);
    }
    REQUIRE(value_set(run->values, "samples", value_count((long long)rows.count)), error_memory());
    study_note(run, "%zu samples, %s window", rows.count, p->window == SPECTRUM_HANN ? "Hann" : "no");
    return value_set(run->values, "seconds", value_number(clock_seconds() - begin)) ? JUDDER_OK
                                                                                    : error_memory();
}
