#include "results/export/csv.h"

#include "results/value.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

JudderErr csv_open(Csv *csv, const OutputFolder *folder, const char *stem) {
    *csv = (Csv){0};
    char *name = output_folder_name(stem, "csv");
    REQUIRE(name, error_memory());
    const PlaceWish where = output_folder_file(folder, name);
    const JudderErr err = output_open(&csv->output, &where);
    free(name);
    return err;
}

JudderErr csv_close(Csv *csv) {
    return output_close(&csv->output);
}

void csv_abandon(Csv *csv) {
    output_abandon(&csv->output);
}

static void next_cell(Csv *csv) {
    if (csv->inside) putc_unlocked(',', csv->output.file);
    csv->inside = true;
}

/* Digits with at most one sign, point and exponent: what every program takes for a number. */
static bool is_number(const char *text, size_t length) {
    size_t i = length > 0 && (text[0] == '+' || text[0] == '-'), digits = 0;
    for (; i < length && isdigit((unsigned char)text[i]); i++) digits++;
    i += i < length && text[i] == '.';
    for (; i < length && isdigit((unsigned char)text[i]); i++) digits++;
    if (digits == 0 || i == length) return digits > 0;
    if (text[i] != 'e' && text[i] != 'E') return false;
    i++;
    i += i < length && (text[i] == '+' || text[i] == '-');
    const size_t exponent = i;
    while (i < length && isdigit((unsigned char)text[i])) i++;
    return i == length && i > exponent;
}

/* Whether a program that opens tables might take the text for a formula and compute it, or for the line that
 * sets another separator; some read the full-width signs (UTF-8) like the others, and all pass over a byte
 * order mark. */
static bool is_formula(const char *text, size_t length) {
    static const char mark[] = "\xEF\xBB\xBF";
    for (; length >= 3 && memcmp(text, mark, 3) == 0; length -= 3) text += 3;
    if (length >= 4 && strncasecmp(text, "sep=", 4) == 0) return true;
    static const char *const wide[] = {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (length >= 3 && memcmp(text, wide[i], 3) == 0) return true;
    return length > 0 && strchr("=+-@\t\r\n", text[0]) && !is_number(text, length);
}

/* Neither a separator of any program nor a byte that one might pass over or read in another way. */
static bool is_plain(char one) {
    return one >= ' ' && one <= '~' && !strchr(",;|\"", one);
}

void csv_text(Csv *csv, const char *text, size_t length) {
    FILE *file = csv->output.file;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) quoted = quoted || !is_plain(text[i]);
    next_cell(csv);
    if (quoted) putc_unlocked('"', file);
    if (is_formula(text, length)) putc_unlocked('\'', file);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"') putc_unlocked('"', file);
        putc_unlocked(text[i], file);
    }
    if (quoted) putc_unlocked('"', file);
}

void csv_number(Csv *csv, double number) {
    char text[VALUE_NUMBER_SIZE] = "";
    next_cell(csv);
    if (!isnan(number)) value_format_number(number, text);
    fputs(text, csv->output.file);
}

void csv_count(Csv *csv, long long count) {
    next_cell(csv);
    fprintf(csv->output.file, "%lld", count);
}

void csv_end_row(Csv *csv) {
    putc_unlocked('\n', csv->output.file);
    csv->inside = false;
}
