#include "study/march/section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_HALVINGS = 50 };

static int column_of(const Stepper *stepper, const char *name) {
    for (size_t c = 0; name && c < stepper->columns; c++)
        if (strcmp(stepper->column[c].name, name) == 0) return (int)c;
    return -1;
}

static JudderErr create_sections(RowSection *s, const MarchSection *of) {
    int group[MARCH_STATES];
    for (int i = 0; i < s->states; i++) group[i] = i;
    const bool has[] = {of->onsets, s->slips > 0, s->turn >= 0};
    for (int k = 0; k < ROW_SECTIONS && s->states > 0; k++)
        if (has[k]) TRY(section_create((size_t)s->states, group, SECTION_INTERPOLATED, &s->section[k]));
    return JUDDER_OK;
}

JudderErr row_section_open(RowSection *s, const MarchSection *of, const Stepper *stepper, double threshold) {
    *s = (RowSection){.columns = stepper->columns, .threshold = threshold, .turn = -1};
    if (!of) return JUDDER_OK;
    s->turn = column_of(stepper, of->turn);
    for (int i = 0; i < MARCH_SLIPS; i++)
        if ((s->slip[s->slips] = column_of(stepper, of->slip[i])) >= 0) s->slips++;
    for (int i = 0; i < MARCH_STATES && s->states < MARCH_STATES; i++)
        if ((s->state[s->states] = column_of(stepper, of->state[i])) >= 0) s->states++;
    s->memory = calloc(ROW_KEPT * s->columns, sizeof *s->memory);
    REQUIRE(s->memory, error_memory());
    for (size_t k = 0; k < ROW_KEPT; k++) s->row[k] = s->memory + k * s->columns;
    return create_sections(s, of);
}

void row_section_close(RowSection *s) {
    for (int k = 0; k < ROW_SECTIONS; k++) section_destroy(&s->section[k]);
    free(s->memory);
    s->memory = NULL;
}

void row_section_event(RowSection *s, const StepperEvent *event) {
    if (!s->section[ROW_ONSET] || event->kind != STEPPER_SLIP || s->onsets == ROW_ONSETS) return;
    s->onset[s->onsets++] = event->t;
}

/* The cubic through the four rows, in one column. */
static double cubic(const RowSection *s, int column, double t) {
    double sum = 0;
    for (int i = 0; i < ROW_KEPT; i++) {
        double part = s->row[i][column];
        for (int j = 0; j < ROW_KEPT; j++)
            if (j != i) part *= (t - s->row[j][0]) / (s->row[i][0] - s->row[j][0]);
        sum += part;
    }
    return sum;
}

/* Between the two rows in the middle, straight. */
static double straight(const RowSection *s, int column, double t) {
    const double *a = s->row[1], *b = s->row[2];
    return a[column] + (t - a[0]) / (b[0] - a[0]) * (b[column] - a[column]);
}

/* Falls below 0 where the section is crossed; of a row, or between rows. */
static double level_of(const RowSection *s, int kind, const double *row, double t) {
    if (kind == ROW_TURN) return row ? row[s->turn] : cubic(s, s->turn, t);
    double square = 0;
    for (int i = 0; i < s->slips; i++) {
        const double slip = row ? row[s->slip[i]] : cubic(s, s->slip[i], t);
        square += slip * slip;
    }
    return s->threshold - sqrt(square);
}

/* Slip that begins has a kink: the state there is straight between rows, elsewhere a cubic. */
static void cross(RowSection *s, int kind, double t) {
    double x[MARCH_STATES];
    for (int i = 0; i < s->states; i++)
        x[i] = kind == ROW_TURN ? cubic(s, s->state[i], t) : straight(s, s->state[i], t);
    section_cross(s->section[kind], t, x);
}

static void look_for_crossing(RowSection *s, int kind) {
    double low = s->row[1][0], high = s->row[2][0];
    if (!(level_of(s, kind, s->row[1], low) > 0 && level_of(s, kind, s->row[2], high) <= 0)) return;
    for (int k = 0; k < ROW_HALVINGS; k++) {
        const double t = 0.5 * (low + high);
        *(level_of(s, kind, NULL, t) > 0 ? &low : &high) = t;
    }
    cross(s, kind, 0.5 * (low + high));
}

static void look_for_onsets(RowSection *s) {
    size_t left = 0;
    for (size_t i = 0; i < s->onsets; i++) {
        const double t = s->onset[i];
        if (t > s->row[2][0])
            s->onset[left++] = t;
        else if (t >= s->row[1][0])
            cross(s, ROW_ONSET, t);
    }
    s->onsets = left;
}

void row_section_record(RowSection *s, const double *row) {
    double x[MARCH_STATES];
    if (!row_section_exists(s) || (s->rows > 0 && !(row[0] > s->row[ROW_KEPT - 1][0]))) return;
    double *oldest = s->row[0];
    for (size_t k = 0; k + 1 < ROW_KEPT; k++) s->row[k] = s->row[k + 1];
    s->row[ROW_KEPT - 1] = oldest;
    memcpy(oldest, row, s->columns * sizeof *row);
    for (int i = 0; i < s->states; i++) x[i] = row[s->state[i]];
    for (int k = 0; k < ROW_SECTIONS; k++)
        if (s->section[k]) section_pass(s->section[k], x);
    if (++s->rows < ROW_KEPT) return;
    if (s->section[ROW_ONSET]) look_for_onsets(s);
    for (int k = ROW_THRESHOLD; k < ROW_SECTIONS; k++)
        if (s->section[k]) look_for_crossing(s, k);
}

bool row_section_exists(const RowSection *s) {
    return s->section[ROW_ONSET] || s->section[ROW_THRESHOLD] || s->section[ROW_TURN];
}

SectionPeriod row_section_period(const RowSection *s) {
    SectionPeriod found = {NAN, NAN, 0};
    for (int k = 0; k < ROW_SECTIONS && found.cycles == 0; k++)
        if (s->section[k]) found = section_period(s->section[k], s->row[ROW_KEPT - 1][0]);
    return found;
}

void row_section_serialise(RowSection *s, Archive *archive) {
    for (int k = 0; k < ROW_SECTIONS; k++)
        if (s->section[k]) section_serialise(s->section[k], archive);
    if (!row_section_exists(s)) return;
    for (size_t k = 0; k < ROW_KEPT; k++)
        archive_array(archive, "section row", s->row[k], s->columns * sizeof *s->row[k]);
    archive_array(archive, "section rows", &s->rows, sizeof s->rows);
    archive_array(archive, "section onsets", s->onset, sizeof s->onset);
    archive_array(archive, "section onset count", &s->onsets, sizeof s->onsets);
    if (s->onsets > ROW_ONSETS) {
        s->onsets = 0;
        archive_refuse(archive, "the number of onsets");
    }
}
