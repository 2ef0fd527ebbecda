/* Sections of a motion of which rows are seen: crossings lie between records, the state there is
 * interpolated, so states count as equal to SECTION_INTERPOLATED.  (MO-16) */
#ifndef JUDDER_STUDY_MARCH_SECTION_H
#define JUDDER_STUDY_MARCH_SECTION_H

#include "base/error.h"
#include "stepper/section.h"
#include "stepper/stepper.h"

enum { MARCH_SLIPS = 2, MARCH_STATES = 8 };

/* What of a row tells of a cycle, by the names of columns; those that a motion has not are left out. */
typedef struct MarchSection {
    const char *slip[MARCH_SLIPS];   /* slip velocity, each component */
    const char *turn;                /* velocity that turns; NULL: none */
    const char *state[MARCH_STATES]; /* numbers that repeat in a cycle */
    bool onsets;                     /* it tells when slip begins */
} MarchSection;

typedef enum RowSectionKind { ROW_ONSET, ROW_THRESHOLD, ROW_TURN, ROW_SECTIONS } RowSectionKind;

enum { ROW_KEPT = 4, ROW_ONSETS = 8 };

typedef struct RowSection {
    size_t columns;
    int slip[MARCH_SLIPS], slips, turn, state[MARCH_STATES], states;
    double threshold;
    Section *section[ROW_SECTIONS]; /* NULL: not of this motion */
    double *memory, *row[ROW_KEPT]; /* the last rows, the newest last */
    size_t rows;
    double onset[ROW_ONSETS]; /* to come up between rows */
    size_t onsets;
} RowSection;

/* of: NULL, it has none, and all below do nothing. */
JudderErr row_section_open(RowSection *s, const MarchSection *of, const Stepper *stepper, double threshold);
void row_section_close(RowSection *s);
void row_section_event(RowSection *s, const StepperEvent *event);
void row_section_record(RowSection *s, const double *row);
bool row_section_exists(const RowSection *s);
SectionPeriod row_section_period(const RowSection *s);
void row_section_serialise(RowSection *s, Archive *archive);

#endif
