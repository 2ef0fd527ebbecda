#include "study/checkpoint/finished_run.h"

#include "results/read/reader.h"
#include "study/checkpoint/file.h"
#include "study/model.h"

#include <string.h>
#include <unistd.h>

static bool is_complete(const Reader *reader, size_t studies) {
    bool complete = reader->sealed && reader->count == studies;
    for (size_t i = 0; complete && i < studies; i++)
        complete = strcmp(reader->studies[i].outcome, study_outcome_names[STUDY_STOPPED]) != 0;
    return complete;
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
            "choose another -o, or start again without --resume",
            output);
    }
    bool good = true;
    if (is_complete(reader, studies)) {
        *reports = value_list();
        good = *reports != NULL;
        for (size_t i = 0; good && i < studies; i++)
            good = value_append(*reports, reader_report(&reader->studies[i]));
    }
    reader_close(&reader);
    if (!good) value_destroy(reports);
    return good ? JUDDER_OK : error_memory();
}
