#include "results/export/csv.h"

#include "results/value.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

JudderErr csv_open(Csv *csv, const char *folder, const char *name) {
    *csv = (Csv){0};
    const size_t start = strlen(folder) + 1;
    if (asprintf(&csv->path, "%s/%s.csv", folder, name) < 0) {
        csv->path = NULL;
        return error_memory();
    }
    for (char *c = csv->path + start; *c; c++) {
        if (*c == '/' || (unsigned char)*c < 0x20) *c = '_';
    }
    csv->file = fopen(csv->path, "we");
    if (csv->file) return JUDDER_OK;
    const JudderErr err = error_file("--csv", csv->path, errno);
    free(csv->path);
    csv->path = NULL;
    return err;
}

JudderErr csv_close(Csv *csv) {
    JudderErr err = JUDDER_OK;
    const bool failed = fflush(csv->file) != 0 || ferror(csv->file) != 0;
    const int reason = errno;
    if (fclose(csv->file) != 0 || failed) {
        err = error_machine("%s: cannot be written: %s", csv->path, strerror(failed ? reason : errno));
        unlink(csv->path);
    }
    free(csv->path);
    *csv = (Csv){0};
    return err;
}

void csv_abandon(Csv *csv) {
    if (!csv->file) return;
    fclose(csv->file);
    unlink(csv->path);
    free(csv->path);
    *csv = (Csv){0};
}

static void next_cell(Csv *csv) {
    if (csv->inside) putc_unlocked(',', csv->file);
    csv->inside = true;
}

void csv_text(Csv *csv, const char *text, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) quoted = quoted || strchr(",\"\r\n", text[i]);
    next_cell(csv);
    if (!quoted) {
        fwrite(text, 1, length, csv->file);
        return;
    }
    putc_unlocked('"', csv->file);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"') putc_unlocked('"', csv->file);
        putc_unlocked(text[i], csv->file);
    }
    putc_unlocked('"', csv->file);
}

void csv_number(Csv *csv, double number) {
    char text[VALUE_NUMBER_SIZE] = "";
    next_cell(csv);
    if (!isnan(number)) value_format_number(number, text);
    fputs(text, csv->file);
}

void csv_count(Csv *csv, long long count) {
    next_cell(csv);
    fprintf(csv->file, "%lld", count);
}

void csv_end_row(Csv *csv) {
    putc_unlocked('\n', csv->file);
    csv->inside = false;
}
