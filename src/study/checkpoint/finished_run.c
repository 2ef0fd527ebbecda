#include "study/checkpoint/finished_run.h"

#include "results/read/reader.h"
#include "study/checkpoint/file.h"
#include "study/model.h"

#include <string.h>
#include <unistd.h>

static bool is_complete(const Reader *reader, size_t studies) {
    bool complete = reader->count == studies;
    for (size_t i = 0; complete && i < studies; i++)
        complete = strcmp(reader->studies[i].outcome, study_outcome_names[STUDY_STOPPED]) != 0;
    return complete;
}

static Value *text_or_null(const char *text) {
    return text[0] ? value_text(text) : value_null();
}

/* The values are handed over. */
static bool add_report(Value *reports, ReaderStudy *study) {
    Value *entry = value_object();
    if (!value_append(reports, entry)) return false;
    bool good = value_set(entry, "study", value_text(study->study));
    good = value_set(entry, "name", value_text(study->name)) && good;
    good = value_set(entry, "outcome", value_text(study->outcome)) && good;
    good = value_set(entry, "reason", text_or_null(study->reason)) && good;
    good = value_set(entry, "note", text_or_null(study->note)) && good;
    good = value_set(entry, "values", study->values) && good;
    good = value_set(entry, "probes", study->probes) && good;
    study->values = study->probes = NULL;
    return good;
}

JudderErr finished_run_take(const Case *read, const char *output, size_t studies, Value **reports) {
    Reader *reader = NULL;
    Fingerprint own;
    char files[FINGERPRINT_FILES];
    *reports = NULL;
    TRY(fingerprint_make(read, &own));
    if (access(output, F_OK) != 0) return JUDDER_OK;
    TRY(reader_open(output, &reader));
    fingerprint_files(&own, files);
    const bool fits = fingerprint_fits(&own, reader->version, reader->case_text, reader->parameters) &&
                      reader->files && strcmp(reader->files, files) == 0;
    if (!fits) {
        reader_close(&reader);
        return error_input(
            "--resume",
            "%s is the result of another case, of other params or files, or of another version: "
            "choose another -o, or start anew without --resume",
            output);
    }
    bool good = true;
    if (is_complete(reader, studies)) {
        *reports = value_list();
        good = *reports != NULL;
        for (size_t i = 0; good && i < studies; i++) good = add_report(*reports, &reader->studies[i]);
    }
    reader_close(&reader);
    if (!good) value_destroy(reports);
    return good ? JUDDER_OK : error_memory();
}
